//! The data of each e-mail, and its rendering.

use ports::MailMessage;
use settings::Agency;

mod account;
mod client;
mod team;

pub use account::{Invitation, PasswordReset, SignInCode, TestMessage};
pub use client::{ApprovalRequest, Picture, PostPublished};
pub use team::{
    Answer, ChangesHeld, ClientDecision, ClientMessageKind, ClientNotReached, FollowUp, Goal,
    PublicationParked, RecipientRole,
};

/// Recipient of an e-mail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recipient {
    /// Address.
    pub address: String,
    /// Name, if known.
    pub name: Option<String>,
}

impl Recipient {
    /// A recipient with an address only, such as a client's contact.
    pub fn address(address: impl Into<String>) -> Self {
        Self {
            address: address.into(),
            name: None,
        }
    }

    /// A recipient with a name.
    pub fn named(address: impl Into<String>, name: impl Into<String>) -> Self {
        Self {
            address: address.into(),
            name: Some(name.into()),
        }
    }
}

/// Why an e-mail could not be rendered.
#[derive(Debug, thiserror::Error)]
pub enum RenderError {
    /// A template failed.
    #[error("an e-mail template failed")]
    Template(#[from] askama::Error),
    /// A link of the e-mail is neither http nor https.
    #[error("a link of an e-mail is not an http or https URL")]
    Link,
}

/// The rendered parts of one e-mail.
struct Rendered {
    subject: String,
    text: String,
    html: String,
}

impl Rendered {
    fn to(self, agency: Option<&Agency>, recipient: Recipient, message_id: String) -> MailMessage {
        MailMessage {
            from_name: agency.map(|agency| agency.name.clone()),
            reply_to: agency.and_then(|agency| agency.reply_to.clone()),
            to: recipient.address,
            to_name: recipient.name,
            subject: crate::wording::single_line(&self.subject),
            text: self.text,
            html: self.html,
            inline: Vec::new(),
            message_id,
        }
    }
}

/// Rejects links that a mail client could execute, such as `javascript:`.
fn require_web(link: &url::Url) -> Result<(), RenderError> {
    match link.scheme() {
        "http" | "https" => Ok(()),
        _ => Err(RenderError::Link),
    }
}

/// Binds an e-mail type to its subject, text and HTML templates, which access it as `mail`.
macro_rules! templates {
    ($mail:ty, $subject:literal, $text:literal, $html:literal) => {
        impl $mail {
            fn render(
                &self,
                agency: Option<&settings::Agency>,
            ) -> Result<$crate::mails::Rendered, $crate::mails::RenderError> {
                #[derive(askama::Template)]
                #[template(path = $subject, escape = "none")]
                struct Subject<'a> {
                    mail: &'a $mail,
                }
                #[derive(askama::Template)]
                #[template(path = $text, escape = "none")]
                struct Text<'a> {
                    mail: &'a $mail,
                    agency: Option<&'a settings::Agency>,
                }
                #[derive(askama::Template)]
                #[template(path = $html)]
                struct Html<'a> {
                    mail: &'a $mail,
                    agency: Option<&'a settings::Agency>,
                }
                use askama::Template as _;
                Ok($crate::mails::Rendered {
                    subject: Subject { mail: self }.render()?,
                    text: Text { mail: self, agency }.render()?,
                    html: Html { mail: self, agency }.render()?,
                })
            }
        }
    };
}
use templates;
