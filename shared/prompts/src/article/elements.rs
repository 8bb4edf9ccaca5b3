//! The elements of an answer, by what they do to the text.

/// Which elements an answer may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// An article with its title.
    Article,
    /// A body that a person wrote: more elements are kept.
    Improvement,
}

impl Form {
    /// The deepest level of headings.
    pub(super) const fn deepest_heading(self) -> u8 {
        match self {
            Self::Article => 3,
            Self::Improvement => 6,
        }
    }
}

/// What an element does to the text. The names are those that are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Heading(u8),
    Paragraph,
    List(&'static str),
    Item,
    Quote,
    Table,
    /// Part of a table.
    Rows(&'static str),
    Row,
    Cell(&'static str),
    Caption,
    Figure,
    FigureCaption,
    /// Formatting within a line.
    Inline(&'static str),
    Link,
    Break,
    Picture,
    /// An element that is dropped but separates paragraphs.
    Division,
    /// The end of a document.
    Document,
    /// An element that is dropped; its text stays.
    Unknown,
}

/// The kind of an element.
pub(super) fn kind(name: &str, form: Form) -> Kind {
    match name {
        "h1" => Kind::Heading(1),
        "h2" => Kind::Heading(2),
        "h3" => Kind::Heading(3),
        "h4" => Kind::Heading(4),
        "h5" => Kind::Heading(5),
        "h6" => Kind::Heading(6),
        "p" | "dt" | "dd" | "summary" | "address" | "pre" => Kind::Paragraph,
        "ul" | "menu" => Kind::List("ul"),
        "ol" => Kind::List("ol"),
        "li" => Kind::Item,
        "blockquote" => Kind::Quote,
        "table" => Kind::Table,
        "thead" => Kind::Rows("thead"),
        "tbody" => Kind::Rows("tbody"),
        "tfoot" => Kind::Rows("tfoot"),
        "tr" => Kind::Row,
        "td" => Kind::Cell("td"),
        "th" => Kind::Cell("th"),
        "strong" | "b" => Kind::Inline("strong"),
        "em" | "i" => Kind::Inline("em"),
        "a" => Kind::Link,
        "br" => Kind::Break,
        "div" | "section" | "article" | "main" | "header" | "footer" | "aside" | "nav" | "hr"
        | "dl" | "details" | "form" | "fieldset" | "center" | "head" => Kind::Division,
        "html" | "body" => Kind::Document,
        _ => of_improvements(name, form),
    }
}

fn of_improvements(name: &str, form: Form) -> Kind {
    match (name, form) {
        ("caption", Form::Improvement) => Kind::Caption,
        ("figure", Form::Improvement) => Kind::Figure,
        ("figcaption", Form::Improvement) => Kind::FigureCaption,
        ("img", Form::Improvement) => Kind::Picture,
        ("code", Form::Improvement) => Kind::Inline("code"),
        ("sub", Form::Improvement) => Kind::Inline("sub"),
        ("sup", Form::Improvement) => Kind::Inline("sup"),
        ("u", Form::Improvement) => Kind::Inline("u"),
        ("s" | "del" | "strike", Form::Improvement) => Kind::Inline("s"),
        ("mark", Form::Improvement) => Kind::Inline("mark"),
        ("caption" | "figure" | "figcaption", Form::Article) => Kind::Division,
        _ => Kind::Unknown,
    }
}

/// Whether a start tag of this name shows that an answer is HTML.
pub(super) fn begins_html(name: &str, form: Form) -> bool {
    !matches!(
        kind(name, form),
        Kind::Inline(_) | Kind::Link | Kind::Break | Kind::Picture | Kind::Unknown
    )
}
