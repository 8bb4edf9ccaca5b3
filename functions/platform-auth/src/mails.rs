//! The mails of this route group.

use jiff::SignedDuration;
use mailer::Recipient;
use mailer::mails::{Invitation, PasswordReset, SignInCode};
use platform_http::{ApiError, Code};
use platform_store::{Account, CHALLENGE_LIFE};
use ports::{MailError, MailMessage};
use secrecy::{ExposeSecret, SecretString};

use crate::Ports;
use crate::password_link::link;

/// How long a link to a forgotten password is good (docs/interface/platform/session.md#passwords).
pub(crate) const RESET_LIFE: SignedDuration = SignedDuration::from_hours(1);
/// How long an invitation is good.
pub(crate) const INVITATION_LIFE: SignedDuration = SignedDuration::from_hours(7 * 24);

fn minutes(life: SignedDuration) -> u32 {
    u32::try_from(life.as_mins()).unwrap_or(u32::MAX)
}

/// A random name of the message, which reveals nothing about the recipient.
fn message_id(ports: &Ports) -> String {
    ports.random.uuid().to_string()
}

async fn send(
    ports: &Ports,
    message: Result<MailMessage, mailer::RenderError>,
) -> Result<(), ApiError> {
    let message = message.map_err(ApiError::internal)?;
    match ports.mail.send(&message).await {
        Ok(()) => Ok(()),
        Err(MailError::NotConfigured) => Err(Code::MailNotConfigured.into()),
        // The mail may have been delivered; if not, the user requests another one.
        Err(error @ MailError::UnknownOutcome(_)) => {
            tracing::warn!(target: "mail", %error, "the outcome of sending a mail is unknown");
            Ok(())
        }
        Err(error) => Err(ApiError::new(Code::MailFailed).debug(error)),
    }
}

/// Sends the code of a sign-in.
pub(crate) async fn sign_in_code(
    ports: &Ports,
    account: &Account,
    code: &SecretString,
) -> Result<(), ApiError> {
    let user = account.user();
    let mail = SignInCode {
        name: user.name.clone(),
        code: code.expose_secret().to_owned(),
        valid_minutes: minutes(CHALLENGE_LIFE),
    };
    let to = Recipient::named(&user.email, &user.name);
    let agency = ports.settings.agency().await;
    send(ports, mail.message(agency.as_ref(), to, message_id(ports))).await
}

/// Sends a link for a forgotten password.
pub(crate) async fn password_reset(ports: &Ports, account: &Account) -> Result<(), ApiError> {
    let user = account.user();
    let mail = PasswordReset {
        name: user.name.clone(),
        link: link(ports, account, RESET_LIFE).await?,
        valid_minutes: minutes(RESET_LIFE),
    };
    let to = Recipient::named(&user.email, &user.name);
    let agency = ports.settings.agency().await;
    send(ports, mail.message(agency.as_ref(), to, message_id(ports))).await
}

/// Sends an invitation.
pub(crate) async fn invitation(
    ports: &Ports,
    account: &Account,
    invited_by: &str,
) -> Result<(), ApiError> {
    let user = account.user();
    let mail = Invitation {
        name: user.name.clone(),
        invited_by: invited_by.to_owned(),
        link: link(ports, account, INVITATION_LIFE).await?,
        valid_minutes: minutes(INVITATION_LIFE),
    };
    let to = Recipient::named(&user.email, &user.name);
    let agency = ports.settings.agency().await;
    send(ports, mail.message(agency.as_ref(), to, message_id(ports))).await
}
