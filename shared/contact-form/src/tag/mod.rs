//! Form tags: the fields that an editor writes into a form template as `[type name options "values"]`.

pub mod dates;
mod options;
mod scan;

use serde::Serialize;

pub use scan::{Piece, pieces, tags};

/// What a tag is, without the star of a required field.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// One line of text.
    Text,
    /// An e-mail address.
    Email,
    /// A web address.
    Url,
    /// A telephone number.
    Tel,
    /// Several lines of text.
    Textarea,
    /// A number typed into a field.
    Number,
    /// A number chosen with a slider.
    Range,
    /// A calendar day.
    Date,
    /// Boxes of which any number can be ticked.
    Checkbox,
    /// Buttons of which one is chosen.
    Radio,
    /// A drop-down list.
    Select,
    /// Consent to terms.
    Acceptance,
    /// A question with an answer that a person knows.
    Quiz,
    /// An uploaded file.
    File,
    /// A value that the form carries without showing it.
    Hidden,
    /// The button that sends the form.
    Submit,
    /// The number of characters typed so far.
    Count,
    /// The place of the message about the result.
    Response,
    /// The value of another field, shown while it is typed.
    Output,
}

/// Every type with its kind, and whether a star may follow it.
const TYPES: [(&str, Kind, bool); 20] = [
    ("text", Kind::Text, true),
    ("email", Kind::Email, true),
    ("url", Kind::Url, true),
    ("tel", Kind::Tel, true),
    ("textarea", Kind::Textarea, true),
    ("number", Kind::Number, true),
    ("range", Kind::Range, true),
    ("date", Kind::Date, true),
    ("checkbox", Kind::Checkbox, true),
    ("radio", Kind::Radio, false),
    ("select", Kind::Select, true),
    ("acceptance", Kind::Acceptance, false),
    ("quiz", Kind::Quiz, false),
    ("file", Kind::File, true),
    ("hidden", Kind::Hidden, false),
    ("submit", Kind::Submit, false),
    ("count", Kind::Count, false),
    ("response", Kind::Response, false),
    ("reflection", Kind::Output, false),
    ("output", Kind::Output, false),
];

impl Kind {
    /// The kind of a type as written, with or without a star.
    pub fn of(written: &str) -> Option<Self> {
        let base = written.strip_suffix('*');
        TYPES
            .iter()
            .find(|(name, _, star)| match base {
                Some(base) => *star && *name == base,
                None => *name == written,
            })
            .map(|(_, kind, _)| *kind)
    }

    /// Whether tags of this kind may be without a name.
    pub const fn may_be_nameless(self) -> bool {
        matches!(self, Self::Submit | Self::Response)
    }

    /// Whether this is a field of text with one line: text, email, url, tel.
    pub const fn is_line(self) -> bool {
        matches!(self, Self::Text | Self::Email | Self::Url | Self::Tel)
    }

    /// Whether the visitor chooses among given values.
    pub const fn is_choice(self) -> bool {
        matches!(self, Self::Checkbox | Self::Radio | Self::Select)
    }

    /// Whether the visitor fills it in, so that it belongs to the submitted data.
    pub const fn is_input(self) -> bool {
        !matches!(
            self,
            Self::Submit | Self::Count | Self::Response | Self::Output
        )
    }
}

/// A field of a form template. It serialises as a member of `properties.form.fields`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FormTag {
    /// The type as written, with its star.
    #[serde(rename = "type")]
    pub written_type: String,
    /// The type without the star.
    pub basetype: String,
    /// The name, dots replaced by underscores; empty for tags without one.
    pub name: String,
    /// The unquoted words behind the name.
    pub options: Vec<String>,
    /// The quoted parts as written.
    pub raw_values: Vec<String>,
    /// What is shown of each quoted part: the text before its first bar.
    pub labels: Vec<String>,
    /// What is sent for each quoted part: the text before its first bar.
    pub values: Vec<String>,
    /// Each quoted part split at its first bar.
    pub pipes: Vec<(String, String)>,
    /// The text between the tag and its end tag.
    pub content: String,
    /// What the tag is.
    #[serde(skip)]
    pub kind: Kind,
    /// The name as written.
    #[serde(skip)]
    pub written_name: String,
}

impl FormTag {
    /// Whether the type ends with a star.
    pub fn has_star(&self) -> bool {
        self.written_type.ends_with('*')
    }

    /// Whether a submission without a value is refused. A radio field always is required.
    pub fn is_required(&self) -> bool {
        self.has_star() || self.kind == Kind::Radio
    }

    /// Whether a quoted part has a bar.
    pub fn has_pipes(&self) -> bool {
        self.pipes.iter().any(|(before, after)| before != after)
    }

    /// What a chosen value stands for in mails: the part behind the bar, or the value itself.
    pub fn piped<'a>(&'a self, value: &'a str) -> &'a str {
        self.pipes
            .iter()
            .find(|(before, _)| before == value)
            .map_or(value, |(_, after)| after)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_star_follows_only_types_that_may_be_optional() {
        assert_eq!(Kind::of("text*"), Some(Kind::Text));
        assert_eq!(Kind::of("select"), Some(Kind::Select));
        for unknown in ["radio*", "quiz*", "captchac", "", "*", "Text"] {
            assert_eq!(Kind::of(unknown), None, "{unknown}");
        }
    }

    #[test]
    fn a_radio_field_is_required_without_a_star() {
        let found = tags(r#"[radio a "x"][checkbox b "x"][checkbox* c "x"]"#);
        let required: Vec<bool> = found.iter().map(FormTag::is_required).collect();
        assert_eq!(required, [true, false, true]);
    }

    #[test]
    fn a_value_stands_for_the_part_behind_its_bar() {
        let found = tags(r#"[select s "Vendas|vendas@loja.example" "Outro"]"#);
        let tag = found.first().unwrap();
        assert!(tag.has_pipes());
        assert_eq!(tag.piped("Vendas"), "vendas@loja.example");
        assert_eq!(tag.piped("Outro"), "Outro");
        assert_eq!(tag.piped("fora da lista"), "fora da lista");
    }
}
