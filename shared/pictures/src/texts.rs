//! The texts that an image brings in its metadata.

/// Longest text in characters; the rest is dropped.
const CHARS: usize = 2_000;

/// Texts of an image's metadata, as plain text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Texts {
    /// Title, if it is meaningful: not empty and not a number.
    pub title: Option<String>,
    /// Caption.
    pub caption: Option<String>,
    /// Whom to name with the image: agency or author.
    pub credit: Option<String>,
    /// Copyright notice.
    pub copyright: Option<String>,
    /// Keywords.
    pub keywords: Vec<String>,
}

impl Texts {
    /// These texts, and those of `other` where one is missing. A title that is a number is dropped.
    pub(crate) fn or(self, other: Self) -> Self {
        let title = self.title.or(other.title);
        Self {
            title: title.filter(|text| !is_number(text)),
            caption: self.caption.or(other.caption),
            credit: self.credit.or(other.credit),
            copyright: self.copyright.or(other.copyright),
            keywords: if self.keywords.is_empty() {
                other.keywords
            } else {
                self.keywords
            },
        }
    }
}

/// The text of `bytes` without invisible characters, and limited in length; `None` when it is empty. Bytes that are not
/// UTF-8 are read as ISO-8859-1.
pub(crate) fn plain(bytes: &[u8]) -> Option<String> {
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => bytes.iter().copied().map(char::from).collect(),
    };
    let text: String = text
        .chars()
        .filter(|character| !character.is_control())
        .take(CHARS)
        .collect();
    let text = text.trim();
    (!text.is_empty()).then(|| text.to_owned())
}

fn is_number(text: &str) -> bool {
    text.chars()
        .all(|character| character.is_ascii_digit() || matches!(character, '.' | '-' | '+'))
}
