//! Rows of cells as text.

use std::borrow::Cow;

use crate::verbatim::{is_number, verbatim};

/// Makes spreadsheet programs read the file as UTF-8.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// Form of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Layout {
    /// Commas and line feeds; cells with blanks, commas or quotation marks are quoted. The form of deployed systems.
    Commas,
    /// Semicolons and CR LF, which programs in Brazil read without an import dialogue; cells with semicolons, line breaks or
    /// quotation marks are quoted.
    Semicolons,
}

impl Layout {
    const fn separator(self) -> char {
        match self {
            Self::Commas => ',',
            Self::Semicolons => ';',
        }
    }

    const fn line_end(self) -> &'static str {
        match self {
            Self::Commas => "\n",
            Self::Semicolons => "\r\n",
        }
    }

    fn needs_quotes(self, c: char) -> bool {
        c == '"'
            || c == self.separator()
            || match self {
                Self::Commas => c.is_whitespace(),
                Self::Semicolons => matches!(c, '\r' | '\n'),
            }
    }
}

/// A value of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cell<'a> {
    /// A text that a person may have written. It is shown as text, with an apostrophe before every formula.
    Text(Cow<'a, str>),
    /// A number, date or time that the program made. It is written as it is, so that programs calculate with it.
    Figure(String),
}

impl<'a> Cell<'a> {
    /// What a person typed into a field: a figure when all of it is a number, such as `-5` or `+1,5`; otherwise a text.
    pub fn typed(value: impl Into<Cow<'a, str>>) -> Self {
        let value = value.into();
        if is_number(&value) {
            Self::Figure(value.into_owned())
        } else {
            Self::Text(value)
        }
    }

    /// What the program made of a value, such as a number or a date.
    pub fn figure(value: impl ToString) -> Self {
        Self::Figure(value.to_string())
    }
}

impl<'a> From<&'a str> for Cell<'a> {
    fn from(text: &'a str) -> Self {
        Self::Text(Cow::Borrowed(text))
    }
}

/// A CSV file in the making.
#[derive(Debug)]
pub struct Table {
    layout: Layout,
    text: String,
}

impl Table {
    /// A file without rows.
    #[must_use]
    pub fn new(layout: Layout) -> Self {
        Self {
            layout,
            text: String::from(BYTE_ORDER_MARK),
        }
    }

    /// Adds a row.
    pub fn row<'a>(&mut self, cells: impl IntoIterator<Item = Cell<'a>>) {
        for (index, cell) in cells.into_iter().enumerate() {
            if index > 0 {
                self.text.push(self.layout.separator());
            }
            match cell {
                Cell::Text(text) => self.cell(&verbatim(&text)),
                Cell::Figure(figure) => self.cell(&figure),
            }
        }
        self.text.push_str(self.layout.line_end());
    }

    /// The file.
    #[must_use]
    pub fn into_text(self) -> String {
        self.text
    }

    fn cell(&mut self, value: &str) {
        if value.contains(|c| self.layout.needs_quotes(c)) {
            self.text.push('"');
            self.text.push_str(&value.replace('"', "\"\""));
            self.text.push('"');
        } else {
            self.text.push_str(value);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(layout: Layout, cells: &[Cell<'_>]) -> String {
        let mut table = Table::new(layout);
        table.row(cells.iter().cloned());
        table.into_text()
    }

    #[test]
    fn cells_are_quoted_where_the_layout_needs_it() {
        let cells = ["a b", "c,d", "e;f", "g\"h", "i\r\nj"].map(Cell::from);
        assert_eq!(
            table(Layout::Commas, &cells),
            "\u{feff}\"a b\",\"c,d\",e;f,\"g\"\"h\",\"i\r\nj\"\n"
        );
        assert_eq!(
            table(Layout::Semicolons, &cells),
            "\u{feff}a b;c,d;\"e;f\";\"g\"\"h\";\"i\r\nj\"\r\n"
        );
    }

    #[test]
    fn figures_and_typed_numbers_stay_numbers() {
        let cells = [
            Cell::figure(-5),
            Cell::figure("2026-11"),
            Cell::figure("-1,5"),
            Cell::typed("-5"),
            Cell::typed("+1.5"),
            Cell::typed("+55 11 91234-5678"),
            Cell::typed("-5+1"),
            Cell::from("-5"),
        ];
        assert_eq!(
            table(Layout::Semicolons, &cells),
            "\u{feff}-5;2026-11;-1,5;-5;+1.5;'+55 11 91234-5678;'-5+1;'-5\r\n"
        );
    }
}
