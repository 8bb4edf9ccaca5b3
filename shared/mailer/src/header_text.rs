//! Texts of header lines that readers show verbatim, also when they look like encoded words (RFC 2047, section 2).
//!
//! The library encodes what is not ASCII. A text of ASCII characters such as `=?utf-8?q?=0D=0A?=` would stay as it is, and
//! readers would decode it to characters that no header line may have. Many decode such words wherever they find them, also
//! in file names and inside of other words, so every text with their beginning is encoded as a whole.

use std::fmt::Write;

use email_encoding::headers::rfc2047;
use email_encoding::headers::writer::EmailWriter;
use lettre::message::header::{ContentDisposition, Header, HeaderName, HeaderValue};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

/// Name of the line with the subject.
pub(crate) const SUBJECT: HeaderName = HeaderName::new_from_ascii_str("Subject");

/// How an encoded word begins.
const ENCODED_WORD: &str = "=?";

/// What a file name does not keep in an extended parameter (RFC 2231, section 7, `attribute-char`).
const NOT_IN_NAMES: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_');

/// Encoded characters of a file name after which its next part begins; a line has 76 at most (RFC 2045, section 6.7).
const PART: usize = 48;

/// Whether readers might decode a part of `text`.
pub(crate) fn has_encoded_word(text: &str) -> bool {
    text.contains(ENCODED_WORD)
}

/// A header line with a text that consists of one line.
pub(crate) fn text_header(name: HeaderName, text: String) -> HeaderValue {
    if !has_encoded_word(&text) {
        return HeaderValue::new(name, text);
    }
    let mut encoded = String::new();
    {
        let begun = name.len() + ": ".len();
        let mut writer = EmailWriter::new(&mut encoded, begun, 0, false);
        // Writing into a string does not fail.
        let _ = rfc2047::encode(&text, &mut writer);
    }
    HeaderValue::dangerous_new_pre_encoded(name, text, encoded)
}

/// The line of an attachment with its file name: one line of text without quotation marks and backslashes.
#[derive(Clone)]
pub(crate) struct AttachmentName(pub String);

impl Header for AttachmentName {
    fn name() -> HeaderName {
        ContentDisposition::name()
    }

    fn parse(text: &str) -> Result<Self, Box<dyn std::error::Error + Send + Sync>> {
        Ok(Self(text.to_owned()))
    }

    fn display(&self) -> HeaderValue {
        let Self(name) = self;
        if !has_encoded_word(name) {
            return ContentDisposition::attachment(name).display();
        }
        let raw = format!("attachment; filename=\"{name}\"");
        HeaderValue::dangerous_new_pre_encoded(Self::name(), raw, extended(name))
    }
}

/// A file name in parameters with a character set and without characters of encoded words (RFC 2231, section 4).
fn extended(name: &str) -> String {
    let mut line = "attachment".to_owned();
    let mut parts = 0_usize;
    let mut length = PART;
    for character in name.chars() {
        if length >= PART {
            let charset = if parts == 0 { "utf-8''" } else { "" };
            // Writing into a string does not fail.
            let _ = write!(line, ";\r\n filename*{parts}*={charset}");
            parts += 1;
            length = 0;
        }
        let begun = line.len();
        let mut bytes = [0; 4];
        line.extend(utf8_percent_encode(
            character.encode_utf8(&mut bytes),
            NOT_IN_NAMES,
        ));
        length += line.len() - begun;
    }
    line
}
