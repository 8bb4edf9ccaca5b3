//! Sends a test message through the saved servers.

use axum::extract::State;
use domain::platform::access::Permission;
use mailer::mails::TestMessage;
use mailer::{Recipient, wording};
use platform_http::{ApiError, Code, Issues, Json, OptionalJson};
use platform_session::Caller;
use ports::MailError;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::change::current;
use crate::{Ports, errors, test_whatsapp};

/// Longest recipient in characters.
const TO_CHARS: usize = 254;

/// Channel of a test message.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum TestChannel {
    /// E-mail.
    #[default]
    Email,
    /// The messaging channel.
    Whatsapp,
}

/// Which channel to test.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
pub(crate) struct TestMessageInput {
    /// Channel; e-mail by default.
    #[serde(default)]
    #[schema(default = "email")]
    pub channel: TestChannel,
    /// Telephone number that gets the message. Required for `whatsapp`; an e-mail goes to the caller.
    #[schema(max_length = 254)]
    pub to: Option<String>,
}

/// A test message that the server or provider accepted.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct TestMessageBody {
    /// Channel.
    pub channel: TestChannel,
    /// E-mail address or telephone number that it was sent to.
    pub to: String,
}

/// The response for a message that was not sent, with the words of the server. The transport has removed secrets from
/// them.
fn failure(error: MailError) -> ApiError {
    let said = |prefix: &str, words: &str| {
        ApiError::new(Code::MailFailed).message(format!("{prefix} ({words})"))
    };
    let failed = match &error {
        MailError::NotConfigured => return Code::MailNotConfigured.into(),
        MailError::Refused(words) => said("O servidor de e-mail recusou a mensagem.", words),
        MailError::Temporary(words) => said("O e-mail não pôde ser enviado agora.", words),
        MailError::UnknownOutcome(words) => said(
            "A resposta do servidor de e-mail se perdeu, e a mensagem pode ter sido enviada.",
            words,
        ),
    };
    failed.debug(error)
}

/// Send a test message.
///
/// Uses the mail server or the messaging channel that is in effect. An e-mail goes to the caller, a message of `whatsapp`
/// to the number `to`. A failure is returned with the words of the server or provider.
#[utoipa::path(
    post,
    path = "/api/v1/settings/notifications/test",
    operation_id = "send_test_message",
    tag = "settings",
    request_body = Option<TestMessageInput>,
    responses(
        (status = 200, description = "The server or provider accepted the message", body = TestMessageBody),
        errors::SendTestMessage,
    ),
    security(("bearer" = [])),
    extensions(("x-permission" = json!("settings.manage")), ("x-object" = json!("none"))),
)]
pub(crate) async fn send_test_message(
    State(ports): State<Ports>,
    caller: Caller,
    input: Result<OptionalJson<TestMessageInput>, ApiError>,
) -> Result<Json<TestMessageBody>, ApiError> {
    caller.actor.may(Permission::SettingsManage)?;
    let OptionalJson(TestMessageInput { channel, to }) = input?;
    let mut issues = Issues::default();
    issues.check_length(to.as_deref().unwrap_or_default(), TO_CHARS, "to");
    issues.refuse()?;
    let asked_at = wording::moment(ports.clock.now(), &ports.zone);
    let to = match channel {
        TestChannel::Email => by_mail(&ports, &caller, asked_at).await?,
        TestChannel::Whatsapp => test_whatsapp::send(&ports, to.as_deref(), &asked_at).await?,
    };
    Ok(Json(TestMessageBody { channel, to }))
}

/// Sends an e-mail to the caller and returns its address.
async fn by_mail(ports: &Ports, caller: &Caller, asked_at: String) -> Result<String, ApiError> {
    let user = &caller.user;
    let agency = current(ports).await?.agency();
    let message = TestMessage { asked_at }
        .message(
            agency.as_ref(),
            Recipient::named(&user.email, &user.name),
            ports.random.uuid().to_string(),
        )
        .map_err(ApiError::internal)?;
    ports.mail.send(&message).await.map_err(failure)?;
    Ok(user.email.clone())
}
