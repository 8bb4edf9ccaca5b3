//! `core/table`.

use scraper::ElementRef;

use super::attributes::{Attributes, Own, attribute, own};
use super::container::Converter;
use super::figures::is_caption;
use super::serialise::{holds_phrasing, inner, is_blank};
use super::texts::only_child;

/// The parts of a table in the order in which the block writes them.
#[derive(Default)]
struct Parts<'n> {
    caption: Option<ElementRef<'n>>,
    head: Vec<ElementRef<'n>>,
    body: Vec<ElementRef<'n>>,
    foot: Vec<ElementRef<'n>>,
}

impl Converter<'_> {
    /// `core/table` for a table outside of a figure. Its classes go to the figure, which the block has.
    pub(super) fn bare_table(&mut self, table: ElementRef<'_>) -> bool {
        let Some(own) = own(table, &[]) else {
            return false;
        };
        self.table_with(table, own, None)
    }

    /// `core/table` for the table of a figure.
    pub(super) fn table(
        &mut self,
        table: ElementRef<'_>,
        own: Own,
        caption: Option<ElementRef<'_>>,
    ) -> bool {
        let fixed = table
            .value()
            .attrs()
            .all(|(name, value)| name == "class" && value.trim_ascii() == FIXED);
        fixed && self.table_with(table, own, caption)
    }

    fn table_with(
        &mut self,
        table: ElementRef<'_>,
        mut own: Own,
        caption: Option<ElementRef<'_>>,
    ) -> bool {
        let is_fixed = table
            .value()
            .has_class(FIXED, scraper::CaseSensitivity::CaseSensitive);
        let others: Vec<&str> = own
            .classes
            .split(' ')
            .filter(|class| *class != FIXED)
            .collect();
        own.classes = others.join(" ");
        let mark = self.mark();
        let is_table = Parts::of(table)
            .filter(|parts| parts.caption.is_none() || caption.is_none())
            .and_then(|parts| self.write_table(&parts, &own, is_fixed, caption));
        if is_table.is_none() {
            self.take_back(&mark);
        }
        is_table.is_some()
    }

    fn write_table(
        &mut self,
        parts: &Parts<'_>,
        own: &Own,
        is_fixed: bool,
        caption: Option<ElementRef<'_>>,
    ) -> Option<()> {
        let mut attributes = Attributes::new();
        // The default differs between publications of the editor.
        attributes.push(("hasFixedLayout", is_fixed.into()));
        own.note(&mut attributes);
        self.open("table", &attributes);
        self.out.push_str("<figure");
        own.write(&["wp-block-table"], &mut self.out);
        self.out.push_str("><table");
        if is_fixed {
            attribute("class", FIXED, &mut self.out);
        }
        self.out.push('>');
        for (name, rows) in [
            ("thead", &parts.head),
            ("tbody", &parts.body),
            ("tfoot", &parts.foot),
        ] {
            if rows.is_empty() {
                continue;
            }
            self.out.push('<');
            self.out.push_str(name);
            self.out.push('>');
            for row in rows {
                self.row(*row)?;
            }
            self.out.push_str("</");
            self.out.push_str(name);
            self.out.push('>');
        }
        self.out.push_str("</table>");
        self.caption(caption.or(parts.caption));
        self.out.push_str("</figure>");
        self.close("table");
        Some(())
    }

    fn row(&mut self, row: ElementRef<'_>) -> Option<()> {
        self.out.push_str("<tr>");
        let mut is_empty = true;
        for cell in row.children().filter(|node| !is_blank(*node)) {
            self.cell(ElementRef::wrap(cell)?)?;
            is_empty = false;
        }
        self.out.push_str("</tr>");
        (!is_empty).then_some(())
    }

    fn cell(&mut self, cell: ElementRef<'_>) -> Option<()> {
        let name = cell.value().name();
        let is_head = name == "th";
        if !(is_head || name == "td") {
            return None;
        }
        self.out.push('<');
        self.out.push_str(name);
        for known in ["scope", "colspan", "rowspan"] {
            if let Some(value) = cell.value().attr(known) {
                attribute(known, value, &mut self.out);
            }
        }
        let is_plain = cell.value().attrs().all(|(name, _)| match name {
            "colspan" | "rowspan" => true,
            "scope" => is_head,
            _ => false,
        });
        // Words of a cell need no paragraph when it is the only one.
        let words = only_child(cell, "p")
            .filter(|paragraph| paragraph.value().attrs().next().is_none())
            .unwrap_or(cell);
        if !(is_plain && holds_phrasing(words)) {
            return None;
        }
        self.out.push('>');
        inner(words, &mut self.out);
        self.out.push_str("</");
        self.out.push_str(name);
        self.out.push('>');
        Some(())
    }
}

/// The class of a table whose columns do not depend on their content.
const FIXED: &str = "has-fixed-layout";

impl<'n> Parts<'n> {
    /// The parts of a table; `None` when the block has no place for one of them, or would change their order.
    fn of(table: ElementRef<'n>) -> Option<Self> {
        let mut parts = Self::default();
        for part in table.children().filter(|node| !is_blank(*node)) {
            let part = ElementRef::wrap(part)?;
            let name = part.value().name();
            let is_plain = part.value().attrs().next().is_none();
            match name {
                "caption" if parts.caption.is_none() && is_caption(part) => {
                    parts.caption = Some(part);
                }
                // Columns without widths say nothing.
                "colgroup" if is_plain && says_nothing(part) => {}
                "thead" if is_plain && parts.body.is_empty() && parts.foot.is_empty() => {
                    rows(part, &mut parts.head)?;
                }
                "tbody" if is_plain && parts.foot.is_empty() => rows(part, &mut parts.body)?,
                "tfoot" if is_plain => rows(part, &mut parts.foot)?,
                _ => return None,
            }
        }
        let has_rows = [&parts.head, &parts.body, &parts.foot]
            .iter()
            .any(|rows| !rows.is_empty());
        has_rows.then_some(parts)
    }
}

fn says_nothing(columns: ElementRef<'_>) -> bool {
    columns
        .children()
        .filter(|node| !is_blank(*node))
        .all(|column| {
            ElementRef::wrap(column)
                .is_some_and(|column| column.value().attrs().all(|(name, _)| name == "span"))
        })
}

fn rows<'n>(part: ElementRef<'n>, found: &mut Vec<ElementRef<'n>>) -> Option<()> {
    for row in part.children().filter(|node| !is_blank(*node)) {
        let row = ElementRef::wrap(row)?;
        if row.value().name() != "tr" || row.value().attrs().next().is_some() {
            return None;
        }
        found.push(row);
    }
    Some(())
}
