//! MIME encoding of messages (RFC 5322, RFC 2045–2047, RFC 2387), for SMTP, for SES' SendRawEmail, and for
//! the local outbox.

use std::str::FromStr;
use std::time::SystemTime;

use jiff::Timestamp;
use lettre::Address;
use lettre::message::header::{
    ContentDisposition, ContentId, ContentTransferEncoding, ContentType, HeaderName, HeaderValue,
};
use lettre::message::{Body, Mailbox, MultiPart, SinglePart};
use ports::MailMessage;

use crate::header_text::{SUBJECT, has_encoded_word, text_header};
use crate::wording::single_line;

/// Sender of an e-mail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sender {
    address: Address,
    name: Option<String>,
}

impl Sender {
    /// A sender such as `nao-responda@agencia.com.br`, with an optional display name.
    pub fn new(address: &str, name: Option<&str>) -> Result<Self, MimeError> {
        Ok(Self {
            address: address_of(address)?,
            name: name.map(single_line).filter(|name| !name.is_empty()),
        })
    }

    /// The sender's address.
    pub fn address(&self) -> &str {
        self.address.as_ref()
    }

    /// The sender in the form of a header.
    pub(crate) fn mailbox(&self) -> Mailbox {
        Mailbox::new(self.name.clone(), self.address.clone())
    }

    pub(crate) const fn envelope_address(&self) -> &Address {
        &self.address
    }
}

impl FromStr for Sender {
    type Err = MimeError;

    /// Parses `Nome <endereco@exemplo.com>` or a bare address, the format of MAIL_FROM.
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

/// Why a message cannot be encoded.
#[derive(Debug, thiserror::Error)]
pub enum MimeError {
    /// An address is malformed.
    #[error("an e-mail address is malformed")]
    Address,
    /// The part before the `@` is not ASCII, and the transport does not support SMTPUTF8 (RFC 6531).
    #[error("the mail service does not support addresses with a non-ASCII local part")]
    LocalPart,
    /// An image is neither JPEG nor PNG.
    #[error("an image of an e-mail is neither JPEG nor PNG")]
    Picture,
    /// The library rejected the message.
    #[error("the message could not be encoded")]
    Build(#[from] lettre::error::Error),
}

impl MimeError {
    /// What is wrong, in Portuguese for people.
    pub const fn words(&self) -> &'static str {
        match self {
            Self::Address => "O endereço de e-mail não é válido.",
            Self::LocalPart => "O serviço de e-mail não aceita acentos antes do @ do endereço.",
            Self::Picture => "A imagem da mensagem não é JPEG nem PNG.",
            Self::Build(_) => "A mensagem não pôde ser montada.",
        }
    }
}

/// Encodes the message with `Date`, with a `Message-ID` built from the message's identifier and the
/// sender's domain, and with `Auto-Submitted: auto-generated` (RFC 3834), which suppresses automatic
/// replies. Deterministic for the same message and date.
pub fn to_raw(message: &MailMessage, from: &Sender, date: Timestamp) -> Result<Vec<u8>, MimeError> {
    let identifier = token_of(&message.message_id);
    let recipient = Mailbox::new(
        line_of(message.to_name.as_deref()),
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
    let from_name = line_of(message.from_name.as_deref()).or_else(|| from.name.clone());
    let mut builder = lettre::Message::builder()
        .from(Mailbox::new(from_name, from.address.clone()))
        .to(recipient);
    if let Some(reply_to) = &message.reply_to {
        builder = builder.reply_to(Mailbox::new(None, address_of(reply_to)?));
    }
    let built = builder
        .raw_header(text_header(SUBJECT, single_line(&message.subject)))
        .date(SystemTime::from(date))
        .message_id(Some(format!("<{identifier}@{}>", from.address.domain())))
        .raw_header(HeaderValue::new(
            HeaderName::new_from_ascii_str("Auto-Submitted"),
            "auto-generated".to_owned(),
        ))
        .multipart(alternative)?;
    Ok(built.formatted())
}

/// A display name on one line; none when it is empty.
fn line_of(name: Option<&str>) -> Option<String> {
    name.map(single_line).filter(|name| !name.is_empty())
}

/// Parses an address and converts its domain to ASCII (RFC 5890); the local part is unchanged. One whose local part looks
/// like an encoded word is malformed.
pub(crate) fn address_of(text: &str) -> Result<Address, MimeError> {
    let (local, domain) = text.trim().rsplit_once('@').ok_or(MimeError::Address)?;
    let domain = match url::Host::parse(domain) {
        Ok(url::Host::Domain(domain)) => domain,
        _ => return Err(MimeError::Address),
    };
    // An address cannot be encoded (RFC 2047, section 5), and some readers decode it nevertheless.
    if has_encoded_word(local) {
        return Err(MimeError::Address);
    }
    Address::new(local, domain).map_err(|_| MimeError::Address)
}

/// Converts an address for a transport without SMTPUTF8 (RFC 6531): the domain becomes ASCII (RFC 5890).
///
/// # Errors
/// [`MimeError::Address`] for a malformed address, and [`MimeError::LocalPart`] for a non-ASCII local part,
/// which has no ASCII form.
pub fn ascii_address(text: &str) -> Result<String, MimeError> {
    let address = address_of(text)?.to_string();
    if address.is_ascii() {
        Ok(address)
    } else {
        Err(MimeError::LocalPart)
    }
}

/// Uses quoted-printable for every text: it encodes `=`, so no text can contain a boundary, and it limits
/// the line length.
pub(crate) fn text_part(content_type: ContentType, text: &str) -> SinglePart {
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

/// Replaces characters of an identifier that are not allowed in a header.
pub(crate) fn token_of(text: &str) -> String {
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

/// A boundary that begins with `=_`, which never occurs in quoted-printable text (RFC 2045, section 6.7).
/// At most 70 characters.
pub(crate) fn boundary(kind: &str, identifier: &str) -> String {
    let short: String = identifier.chars().take(48).collect();
    format!("=_{kind}-{short}")
}
