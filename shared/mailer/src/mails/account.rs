//! E-mails about the user's own account, and the test message.

use ports::MailMessage;
use settings::Agency;
use url::Url;

use super::{Recipient, RenderError, require_web, templates};
use crate::wording;

/// Code for the second factor of a sign-in.
#[derive(Clone, PartialEq, Eq)]
pub struct SignInCode {
    /// Name of the user.
    pub name: String,
    /// Six digits.
    pub code: String,
    /// Validity of the code in minutes.
    pub valid_minutes: u32,
}

/// Invites a new user to set a password.
#[derive(Clone, PartialEq, Eq)]
pub struct Invitation {
    /// Name of the user.
    pub name: String,
    /// Name of the user who sent the invitation.
    pub invited_by: String,
    /// Single-use link.
    pub link: Url,
    /// Validity of the link in minutes.
    pub valid_minutes: u32,
}

/// Link for setting a new password.
#[derive(Clone, PartialEq, Eq)]
pub struct PasswordReset {
    /// Name of the user.
    pub name: String,
    /// Single-use link.
    pub link: Url,
    /// Validity of the link in minutes.
    pub valid_minutes: u32,
}

/// Tests that e-mail is delivered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TestMessage {
    /// Time of the request, formatted for readers.
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
    /// Renders the message for `to`.
    pub fn message(
        &self,
        agency: Option<&Agency>,
        to: Recipient,
        message_id: String,
    ) -> Result<MailMessage, RenderError> {
        Ok(self.render(agency)?.to(agency, to, message_id))
    }

    fn greeting(&self) -> String {
        wording::first_name(&self.name)
    }

    fn validity(&self) -> String {
        wording::duration(self.valid_minutes)
    }
}

impl Invitation {
    /// Renders the message for `to`; fails if the link is not an http or https URL.
    pub fn message(
        &self,
        agency: Option<&Agency>,
        to: Recipient,
        message_id: String,
    ) -> Result<MailMessage, RenderError> {
        require_web(&self.link)?;
        Ok(self.render(agency)?.to(agency, to, message_id))
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
    const fn subject(&self) -> &'static str {
        "Troca de senha na Pauta"
    }

    /// Renders the message for `to`; fails if the link is not an http or https URL.
    pub fn message(
        &self,
        agency: Option<&Agency>,
        to: Recipient,
        message_id: String,
    ) -> Result<MailMessage, RenderError> {
        require_web(&self.link)?;
        Ok(self.render(agency)?.to(agency, to, message_id))
    }

    fn greeting(&self) -> String {
        wording::first_name(&self.name)
    }

    fn validity(&self) -> String {
        wording::duration(self.valid_minutes)
    }
}

impl TestMessage {
    /// Renders the message for `to`.
    pub fn message(
        &self,
        agency: Option<&Agency>,
        to: Recipient,
        message_id: String,
    ) -> Result<MailMessage, RenderError> {
        Ok(self.render(agency)?.to(agency, to, message_id))
    }
}
