//! Mails about a person's own account, and the test message.

use ports::MailMessage;
use url::Url;

use super::{Recipient, RenderError, require_web, templates};
use crate::wording;

/// The code of a sign-in's second factor.
#[derive(Clone, PartialEq, Eq)]
pub struct SignInCode {
    /// The person's name.
    pub name: String,
    /// Six digits.
    pub code: String,
    /// How long the code is good for, in minutes.
    pub valid_minutes: u32,
}

/// Asks a new person to choose a password.
#[derive(Clone, PartialEq, Eq)]
pub struct Invitation {
    /// The person's name.
    pub name: String,
    /// Who invited them.
    pub invited_by: String,
    /// Single-use link.
    pub link: Url,
    /// How long the link is good for, in minutes.
    pub valid_minutes: u32,
}

/// A link for choosing a new password.
#[derive(Clone, PartialEq, Eq)]
pub struct PasswordReset {
    /// The person's name.
    pub name: String,
    /// Single-use link.
    pub link: Url,
    /// How long the link is good for, in minutes.
    pub valid_minutes: u32,
}

/// Shows that mail leaves and arrives.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TestMessage {
    /// When it was asked for, in words.
    pub asked_at: String,
}

templates!(
    SignInCode,
    "sign_in_code/subject.txt",
    "sign_in_code/text.txt",
    "sign_in_code/body.html"
);
templates!(
    Invitation,
    "invitation/subject.txt",
    "invitation/text.txt",
    "invitation/body.html"
);
templates!(
    PasswordReset,
    "password_reset/subject.txt",
    "password_reset/text.txt",
    "password_reset/body.html"
);
templates!(
    TestMessage,
    "test_message/subject.txt",
    "test_message/text.txt",
    "test_message/body.html"
);

impl SignInCode {
    /// The message for `to`.
    pub fn message(&self, to: Recipient, message_id: String) -> Result<MailMessage, RenderError> {
        Ok(self.render()?.to(to, message_id))
    }

    fn greeting(&self) -> String {
        wording::first_name(&self.name)
    }

    fn validity(&self) -> String {
        wording::duration(self.valid_minutes)
    }
}

impl Invitation {
    /// The message for `to`; fails if the link is no web address.
    pub fn message(&self, to: Recipient, message_id: String) -> Result<MailMessage, RenderError> {
        require_web(&self.link)?;
        Ok(self.render()?.to(to, message_id))
    }

    fn greeting(&self) -> String {
        wording::first_name(&self.name)
    }

    fn host(&self) -> String {
        wording::single_line(&self.invited_by)
    }

    fn validity(&self) -> String {
        wording::duration(self.valid_minutes)
    }
}

impl PasswordReset {
    /// The message for `to`; fails if the link is no web address.
    pub fn message(&self, to: Recipient, message_id: String) -> Result<MailMessage, RenderError> {
        require_web(&self.link)?;
        Ok(self.render()?.to(to, message_id))
    }

    fn greeting(&self) -> String {
        wording::first_name(&self.name)
    }

    fn validity(&self) -> String {
        wording::duration(self.valid_minutes)
    }
}

impl TestMessage {
    /// The message for `to`.
    pub fn message(&self, to: Recipient, message_id: String) -> Result<MailMessage, RenderError> {
        Ok(self.render()?.to(to, message_id))
    }
}
