//! MIME encoding of mails of the content site, which name their own sender, recipients and headers.

use std::time::SystemTime;

use bytes::Bytes;
use jiff::Timestamp;
use lettre::message::header::{ContentType, HeaderName, HeaderValue};
use lettre::message::{Attachment, Mailbox, MultiPart};
use ports::RawMail;

use crate::mime::{MimeError, Sender, text_part, token_of};
use crate::wording::single_line;

/// Headers that only the encoder sets.
const OWN_HEADERS: [&str; 10] = [
    "from",
    "to",
    "sender",
    "subject",
    "date",
    "message-id",
    "mime-version",
    "content-type",
    "content-transfer-encoding",
    "auto-submitted",
];

/// A file of a letter.
#[derive(Debug, Clone)]
pub struct LetterFile<'a> {
    /// File name for the recipient.
    pub name: &'a str,
    /// Media type.
    pub content_type: &'a str,
    /// Content.
    pub bytes: &'a Bytes,
}

/// A mail with its own sender and recipients.
#[derive(Debug, Clone)]
pub struct Letter<'a> {
    /// Local part of the Message-ID.
    pub message_id: &'a str,
    /// Sender, an address with or without a name.
    pub from: &'a str,
    /// Recipients, in the same form.
    pub to: &'a [String],
    /// Further headers. `Cc`, `Bcc` and `Reply-To` are lists of addresses.
    pub headers: &'a [(String, String)],
    /// Subject.
    pub subject: &'a str,
    /// Body.
    pub body: &'a str,
    /// Whether the body is HTML.
    pub is_html: bool,
    /// Files.
    pub files: Vec<LetterFile<'a>>,
}

impl Letter<'_> {
    /// Encodes the letter, with `date` and `Auto-Submitted: auto-generated` (RFC 3834).
    ///
    /// # Errors
    /// An address is malformed, or the library rejects the message.
    pub fn encode(&self, date: Timestamp) -> Result<RawMail, MimeError> {
        let from: Sender = self.from.parse()?;
        let identifier = token_of(self.message_id);
        let mut recipients = Vec::new();
        let mut builder = lettre::Message::builder()
            .from(from.mailbox())
            .subject(single_line(self.subject))
            .date(SystemTime::from(date))
            .message_id(Some(format!(
                "<{identifier}@{}>",
                from.envelope_address().domain()
            )))
            .raw_header(header("Auto-Submitted", "auto-generated")?);
        for person in self.to {
            let person = mailbox(person)?;
            recipients.push(person.email.to_string());
            builder = builder.to(person);
        }
        for (name, value) in self.headers {
            match name.to_ascii_lowercase().as_str() {
                "cc" => {
                    for person in mailboxes(value)? {
                        recipients.push(person.email.to_string());
                        builder = builder.cc(person);
                    }
                }
                // Hidden copies are recipients, and the message does not name them.
                "bcc" => recipients.extend(
                    mailboxes(value)?
                        .into_iter()
                        .map(|one| one.email.to_string()),
                ),
                "reply-to" => {
                    for person in mailboxes(value)? {
                        builder = builder.reply_to(person);
                    }
                }
                own if OWN_HEADERS.contains(&own) => {}
                _ => builder = builder.raw_header(header(name, value)?),
            }
        }
        let kind = match self.is_html {
            true => ContentType::TEXT_HTML,
            false => ContentType::TEXT_PLAIN,
        };
        let body = text_part(kind, self.body);
        let built = if self.files.is_empty() {
            builder.singlepart(body)?
        } else {
            let mut mixed = MultiPart::mixed().build().singlepart(body);
            for file in &self.files {
                let kind = ContentType::parse(file.content_type)
                    .or_else(|_| ContentType::parse("application/octet-stream"))
                    .map_err(|_| MimeError::Address)?;
                let part = Attachment::new(single_line(file.name));
                mixed = mixed.singlepart(part.body(file.bytes.to_vec(), kind));
            }
            builder.multipart(mixed)?
        };
        Ok(RawMail {
            to: recipients,
            bytes: built.formatted().into(),
            message_id: identifier,
        })
    }
}

fn header(name: &str, value: &str) -> Result<HeaderValue, MimeError> {
    let name = HeaderName::new_from_ascii(name.to_owned()).map_err(|_| MimeError::Header)?;
    Ok(HeaderValue::new(name, single_line(value)))
}

fn mailbox(text: &str) -> Result<Mailbox, MimeError> {
    Ok(text.parse::<Sender>()?.mailbox())
}

/// The entries of a list; a comma in quotes does not separate.
fn mailboxes(list: &str) -> Result<Vec<Mailbox>, MimeError> {
    let mut is_quoted = false;
    let entries = list.split(|c: char| {
        is_quoted ^= c == '"';
        c == ',' && !is_quoted
    });
    entries
        .filter(|entry| !entry.trim().is_empty())
        .map(mailbox)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn encoded(headers: &[(&str, &str)], files: Vec<LetterFile<'_>>) -> (Vec<String>, String) {
        let own = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
        let headers: Vec<(String, String)> = headers.iter().map(own).collect();
        let letter = Letter {
            message_id: "id-7",
            from: "\"Loja, a do João\" <site@loja.example>",
            to: &[
                "equipe@loja.example".to_owned(),
                "Bia <b@loja.example>".to_owned(),
            ],
            headers: &headers,
            subject: "Olá\r\nBcc: alvo@mal.example",
            body: "Bom dia\n\nAção",
            is_html: false,
            files,
        };
        let raw = letter
            .encode("2026-03-04T12:00:00Z".parse().unwrap())
            .unwrap();
        (raw.to, String::from_utf8(raw.bytes.to_vec()).unwrap())
    }

    #[test]
    fn hidden_copies_are_recipients_without_a_header() {
        let (to, text) = encoded(
            &[
                ("Cc", "\"A, B\" <c@loja.example>, d@loja.example"),
                ("Bcc", "oculta@loja.example"),
                ("Reply-To", "ana@leitora.example"),
                ("X-Form", "um\r\nBcc: alvo@mal.example"),
                ("Subject", "outro"),
            ],
            Vec::new(),
        );
        assert_eq!(
            to,
            [
                "equipe@loja.example",
                "b@loja.example",
                "c@loja.example",
                "d@loja.example",
                "oculta@loja.example"
            ]
        );
        assert!(
            !text.contains("oculta@") && !text.contains("\r\nBcc:"),
            "{text}"
        );
        assert!(text.contains("Reply-To: ana@leitora.example\r\n"), "{text}");
        assert_eq!(text.matches("\r\nSubject:").count(), 1, "{text}");
        assert!(
            text.contains("Message-ID: <id-7@loja.example>\r\n"),
            "{text}"
        );
    }

    #[test]
    fn files_are_attached() {
        let bytes = Bytes::from_static(b"conteudo");
        let file = LetterFile {
            name: "relatório.txt",
            content_type: "text/plain",
            bytes: &bytes,
        };
        let (_, text) = encoded(&[], vec![file]);
        assert!(text.contains("multipart/mixed"), "{text}");
        assert!(text.contains("Content-Disposition: attachment;"), "{text}");
        assert!(text.contains("conteudo"), "{text}");
    }

    #[test]
    fn a_malformed_address_is_refused() {
        let letter = Letter {
            message_id: "id",
            from: "ninguem",
            to: &[],
            headers: &[],
            subject: "",
            body: "",
            is_html: true,
            files: Vec::new(),
        };
        let encoded = letter.encode(Timestamp::UNIX_EPOCH);
        assert!(matches!(encoded, Err(MimeError::Address)));
    }
}
