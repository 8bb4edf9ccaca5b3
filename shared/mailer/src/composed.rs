//! MIME encoding of mails whose sender, recipients, header lines and files the caller chooses (RFC 5322, RFC 2183).
//!
//! Their texts may come from visitors. Every text is one line before it becomes part of a header, addresses are parsed and
//! written again, and the lines that describe the message itself are written by this module only.

use std::time::SystemTime;

use jiff::Timestamp;
use lettre::Address;
use lettre::message::header::{ContentTransferEncoding, ContentType, HeaderName, HeaderValue};
use lettre::message::{Body, Mailbox, MessageBuilder, MultiPart, SinglePart};
use ports::{ComposedMail, MailAttachment};

use crate::header_text::{AttachmentName, SUBJECT, text_header};
use crate::mime::{MimeError, Sender, boundary, text_part, token_of};
use crate::wording::single_line;

/// Longest text of a header line and of a file name, in characters; a line of a message has 998 bytes at most.
const LONGEST_TEXT: usize = 240;

/// Header lines that callers cannot set, in lower case: those of the message itself, and those of mail servers.
const RESERVED: [&str; 12] = [
    "from",
    "to",
    "cc",
    "bcc",
    "reply-to",
    "sender",
    "subject",
    "date",
    "message-id",
    "mime-version",
    "return-path",
    "received",
];
/// Beginnings of further such names.
const RESERVED_BEGINNINGS: [&str; 4] = ["content-", "resent-", "dkim-", "arc-"];

/// Whose address the `From` line has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FromLine {
    /// The mail's.
    Mail,
    /// The transport's, for services that accept no other. The mail's own is the address for replies, unless it names
    /// another one.
    Transport,
}

/// Whether the message has the `Bcc` line of the mail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum BccLine {
    /// It does not: the envelope names the recipients.
    Omitted,
    /// It does, for services that read the recipients from the message. They remove the line before they deliver it.
    Kept,
}

/// An encoded mail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EncodedMail {
    /// Recipients of the envelope, without repetitions: those of the mail and of its `Cc` and `Bcc` lines.
    pub recipients: Vec<Address>,
    /// Header and body.
    pub raw: Vec<u8>,
}

/// Encodes `mail` for a mailbox that reads the recipients from the message, such as that of Gmail: the `From` line has the
/// mailbox's address ([`FromLine::Transport`]), and `Bcc` lines stay. Otherwise as [`composed_to_raw`].
///
/// # Errors
/// As [`composed_to_raw`].
pub fn composed_for_mailbox(
    mail: &ComposedMail,
    mailbox: &Sender,
    date: Timestamp,
) -> Result<Vec<u8>, MimeError> {
    let encoded = encoded(mail, mailbox, (FromLine::Transport, BccLine::Kept), date)?;
    Ok(encoded.raw)
}

/// Encodes `mail`. Deterministic for the same mail, sender and date.
///
/// # Errors
/// [`MimeError::Address`] for a malformed sender or recipient, or without recipients. A malformed address for replies, and
/// header lines that are malformed or reserved, are left out.
pub fn composed_to_raw(
    mail: &ComposedMail,
    transport: &Sender,
    from_line: FromLine,
    date: Timestamp,
) -> Result<EncodedMail, MimeError> {
    encoded(mail, transport, (from_line, BccLine::Omitted), date)
}

fn encoded(
    mail: &ComposedMail,
    transport: &Sender,
    lines: (FromLine, BccLine),
    date: Timestamp,
) -> Result<EncodedMail, MimeError> {
    let (from_line, bcc_line) = lines;
    let identifier = token_of(&mail.message_id);
    let domain = transport.envelope_address().domain();
    let mut builder = lettre::Message::builder()
        .raw_header(text_header(SUBJECT, text_of(&mail.subject)))
        .date(SystemTime::from(date))
        .message_id(Some(format!("<{identifier}@{domain}>")));
    let mut to = Vec::new();
    for addresses in &mail.to {
        to.extend(mailboxes(addresses)?);
    }
    let cc = of_lines(mail, "cc")?;
    let bcc = of_lines(mail, "bcc")?;
    if to.is_empty() {
        return Err(MimeError::Address);
    }
    let recipients = distinct(to.iter().chain(&cc).chain(&bcc));
    builder = to.into_iter().fold(builder, MessageBuilder::to);
    builder = cc.into_iter().fold(builder, MessageBuilder::cc);
    if bcc_line == BccLine::Kept {
        builder = bcc
            .into_iter()
            .fold(builder.keep_bcc(), MessageBuilder::bcc);
    }
    let mut replies = of_lines(mail, "reply-to").unwrap_or_default();
    let own = single_line(&mail.from).parse::<Sender>()?.mailbox();
    builder = match from_line {
        FromLine::Mail => builder.from(own),
        FromLine::Transport => {
            let transport = transport.mailbox();
            let name = own.name.clone().or(transport.name);
            if replies.is_empty() && own.email != transport.email {
                replies.push(own);
            }
            builder.from(Mailbox::new(name, transport.email))
        }
    };
    builder = replies.into_iter().fold(builder, MessageBuilder::reply_to);
    for (name, value) in &mail.headers {
        if let Some(line) = free_line(name, value) {
            builder = builder.raw_header(line);
        }
    }
    let content_type = if mail.is_html {
        ContentType::TEXT_HTML
    } else {
        ContentType::TEXT_PLAIN
    };
    let body = text_part(content_type, &mail.body);
    let message = if mail.attachments.is_empty() {
        builder.singlepart(body)?
    } else {
        let mixed = MultiPart::mixed()
            .boundary(boundary("mixed", &identifier))
            .build()
            .singlepart(body);
        let files = mail.attachments.iter().map(file_part);
        builder.multipart(files.fold(mixed, MultiPart::singlepart))?
    };
    Ok(EncodedMail {
        recipients,
        raw: message.formatted(),
    })
}

/// The addresses of the lines with this name, in lower case.
fn of_lines(mail: &ComposedMail, wanted: &str) -> Result<Vec<Mailbox>, MimeError> {
    let lines = mail.headers.iter();
    let mut found = Vec::new();
    for (_, value) in lines.filter(|(name, _)| name.trim().eq_ignore_ascii_case(wanted)) {
        found.extend(mailboxes(value)?);
    }
    Ok(found)
}

/// The addresses of a list that commas separate, outside quotation marks.
fn mailboxes(list: &str) -> Result<Vec<Mailbox>, MimeError> {
    let mut quoted = false;
    let list = single_line(list);
    list.split(|c| {
        quoted ^= c == '"';
        c == ',' && !quoted
    })
    .filter(|entry| !entry.trim().is_empty())
    .map(|entry| Ok(entry.parse::<Sender>()?.mailbox()))
    .collect()
}

fn distinct<'a>(mailboxes: impl Iterator<Item = &'a Mailbox>) -> Vec<Address> {
    let mut addresses: Vec<Address> = Vec::new();
    for mailbox in mailboxes {
        if !addresses.contains(&mailbox.email) {
            addresses.push(mailbox.email.clone());
        }
    }
    addresses
}

/// A header line that callers may set; none when its name is reserved or malformed, or its value is empty.
fn free_line(name: &str, value: &str) -> Option<HeaderValue> {
    let (name, value) = (name.trim(), text_of(value));
    let lower = name.to_ascii_lowercase();
    let is_reserved = RESERVED.contains(&lower.as_str())
        || RESERVED_BEGINNINGS
            .iter()
            .any(|beginning| lower.starts_with(beginning));
    let is_name = name
        .bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    if is_reserved || !is_name || value.is_empty() {
        return None;
    }
    let name = HeaderName::new_from_ascii(name.to_owned()).ok()?;
    Some(text_header(name, value))
}

fn file_part(file: &MailAttachment) -> SinglePart {
    let content_type = ContentType::parse(&single_line(&file.content_type));
    let octets =
        || ContentType::parse("application/octet-stream").unwrap_or(ContentType::TEXT_PLAIN);
    let name = text_of(&file.file_name).replace(['"', '\\', '/'], "_");
    let bytes = file.bytes.to_vec();
    // Base64 has no underscore, so that no file contains the boundary.
    let body = Body::new_with_encoding(bytes, ContentTransferEncoding::Base64);
    SinglePart::builder()
        .header(content_type.unwrap_or_else(|_| octets()))
        .header(AttachmentName(name))
        .body(body.unwrap_or_else(Body::new))
}

/// One line of limited length.
fn text_of(text: &str) -> String {
    single_line(text).chars().take(LONGEST_TEXT).collect()
}
