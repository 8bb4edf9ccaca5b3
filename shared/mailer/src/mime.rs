//! The bytes of a message (RFC 5322, RFC 2045–2047, RFC 2387): what SMTP sends, what SES's
//! SendRawEmail takes, and what the local outbox keeps.

use std::str::FromStr;
use std::time::SystemTime;

use jiff::Timestamp;
use lettre::Address;
use lettre::message::header::{
    ContentDisposition, ContentId, ContentTransferEncoding, ContentType, HeaderName, HeaderValue,
};
use lettre::message::{Body, Mailbox, MultiPart, SinglePart};
use ports::MailMessage;

use crate::wording::single_line;

/// Who a mail comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sender {
    address: Address,
    name: Option<String>,
}

impl Sender {
    /// A sender such as `nao-responda@agencia.com.br`, with the name that people see.
    pub fn new(address: &str, name: Option<&str>) -> Result<Self, MimeError> {
        Ok(Self {
            address: address_of(address)?,
            name: name.map(single_line).filter(|name| !name.is_empty()),
        })
    }

    /// Its address.
    pub fn address(&self) -> &str {
        self.address.as_ref()
    }

    pub(crate) const fn envelope_address(&self) -> &Address {
        &self.address
    }
}

impl FromStr for Sender {
    type Err = MimeError;

    /// Reads `Nome <endereco@exemplo.com>` or a bare address, the form of MAIL_FROM.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let text = text.trim();
        match text
            .strip_suffix('>')
            .and_then(|inner| inner.rsplit_once('<'))
        {
            Some((name, address)) => Self::new(address, Some(name.trim().trim_matches('"'))),
            None => Self::new(text, None),
        }
    }
}

/// Why a message has no bytes.
#[derive(Debug, thiserror::Error)]
pub enum MimeError {
    /// An address is malformed.
    #[error("a mail address is malformed")]
    Address,
    /// The part before the `@` is not ASCII, and the transport has no SMTPUTF8 (RFC 6531).
    #[error("the mail service takes no address with a non-ASCII local part")]
    LocalPart,
    /// A picture's media type is neither JPEG nor PNG.
    #[error("a picture of a mail is neither JPEG nor PNG")]
    Picture,
    /// The parts do not make a message.
    #[error("the message could not be put together")]
    Build(#[from] lettre::error::Error),
}

/// The message as bytes, with `Date`, a `Message-ID` made of the message's own identifier and the
/// sender's domain, and `Auto-Submitted: auto-generated` (RFC 3834) so that nobody's absence note
/// answers it. The same message and instant give the same bytes.
pub fn to_raw(message: &MailMessage, from: &Sender, date: Timestamp) -> Result<Vec<u8>, MimeError> {
    let identifier = token_of(&message.message_id);
    let recipient = Mailbox::new(
        message
            .to_name
            .as_deref()
            .map(single_line)
            .filter(|name| !name.is_empty()),
        address_of(&message.to)?,
    );
    let mut alternative = MultiPart::alternative()
        .boundary(boundary("alternative", &identifier))
        .build();
    alternative = alternative.singlepart(text_part(ContentType::TEXT_PLAIN, &message.text));
    let html = text_part(ContentType::TEXT_HTML, &message.html);
    if message.inline.is_empty() {
        alternative = alternative.singlepart(html);
    } else {
        let mut related = MultiPart::related()
            .boundary(boundary("related", &identifier))
            .build()
            .singlepart(html);
        for picture in &message.inline {
            related = related.singlepart(picture_part(picture)?);
        }
        alternative = alternative.multipart(related);
    }
    let built = lettre::Message::builder()
        .from(Mailbox::new(from.name.clone(), from.address.clone()))
        .to(recipient)
        .subject(single_line(&message.subject))
        .date(SystemTime::from(date))
        .message_id(Some(format!("<{identifier}@{}>", from.address.domain())))
        .raw_header(HeaderValue::new(
            HeaderName::new_from_ascii_str("Auto-Submitted"),
            "auto-generated".to_owned(),
        ))
        .multipart(alternative)?;
    Ok(built.formatted())
}

/// An address with its domain in the form that every server knows (RFC 5890): the letters before the
/// `@` stay as they are.
pub(crate) fn address_of(text: &str) -> Result<Address, MimeError> {
    let (local, domain) = text.trim().rsplit_once('@').ok_or(MimeError::Address)?;
    let domain = match url::Host::parse(domain) {
        Ok(url::Host::Domain(domain)) => domain,
        _ => return Err(MimeError::Address),
    };
    Address::new(local, domain).map_err(|_| MimeError::Address)
}

/// An address in the form that a transport without SMTPUTF8 (RFC 6531) takes: the domain in its ASCII
/// form (RFC 5890).
///
/// # Errors
/// [`MimeError::Address`] when it is malformed, and [`MimeError::LocalPart`] when the part before the
/// `@` is not ASCII: no ASCII form of it exists.
pub fn ascii_address(text: &str) -> Result<String, MimeError> {
    let address = address_of(text)?.to_string();
    if address.is_ascii() {
        Ok(address)
    } else {
        Err(MimeError::LocalPart)
    }
}

/// Quoted-printable always: it keeps `=` out of the text, so no text can hold a boundary, and it
/// keeps lines short whatever a person wrote.
fn text_part(content_type: ContentType, text: &str) -> SinglePart {
    let text = text.replace("\r\n", "\n").replace('\n', "\r\n");
    let encoding = ContentTransferEncoding::QuotedPrintable;
    let body = Body::new_with_encoding(text.clone(), encoding).unwrap_or_else(|_| Body::new(text));
    SinglePart::builder().header(content_type).body(body)
}

fn picture_part(picture: &ports::Inline) -> Result<SinglePart, MimeError> {
    let extension = match picture.mime_type.as_str() {
        "image/jpeg" => "jpg",
        "image/png" => "png",
        _ => return Err(MimeError::Picture),
    };
    let identifier = token_of(&picture.content_id);
    let content_type = ContentType::parse(&picture.mime_type).map_err(|_| MimeError::Picture)?;
    Ok(SinglePart::builder()
        .header(content_type)
        .header(ContentId::from(format!("<{identifier}>")))
        .header(ContentDisposition::inline_with_name(&format!(
            "{identifier}.{extension}"
        )))
        .body(Body::new(picture.bytes.to_vec())))
}

/// The characters of an identifier that may stand in a header as they are.
fn token_of(text: &str) -> String {
    let token: String = text
        .chars()
        .filter(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.'))
        .take(120)
        .collect();
    if token.is_empty() {
        "mensagem".to_owned()
    } else {
        token
    }
}

/// RFC 2045, section 6.7: `=_` never appears in quoted-printable text. At most 70 characters.
fn boundary(kind: &str, identifier: &str) -> String {
    let short: String = identifier.chars().take(48).collect();
    format!("=_{kind}-{short}")
}
