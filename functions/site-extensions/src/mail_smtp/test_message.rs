//! A test message, which goes the way of all mails of the site.

use jiff::SignedDuration;
use serde_json::{Value, json};
use site_api::{ApiCall, HandlerResult};
use site_mail::{MailState, RenderedMail, SiteMails};
use site_rest::{Locale, Reply};

use crate::contact_form::forms::mail_error;

/// How long the outcome is awaited.
const WAIT: SignedDuration = SignedDuration::from_secs(10);

/// Sends a test message and says what became of it. A message whose outcome is not known within the wait is *queued*: it is
/// still being sent.
///
/// # Errors
/// The store fails.
pub async fn send(call: ApiCall, (): ()) -> HandlerResult {
    let store = &call.caller().store;
    let mails = SiteMails::new(store.parts().clone(), store.tenant().clone());
    let to = call.params().text("to").unwrap_or_default();
    let prepared = mails
        .prepare(&message(&call, to), None, None)
        .map_err(mail_error)?;
    let id = mails.enqueue(prepared).await.map_err(mail_error)?;
    let ids = [id];
    mails.announce(call.app().work(), &ids).await;
    let until = store.parts().clock.now() + WAIT;
    mails
        .wait(&ids, until, call.app().sleeper())
        .await
        .map_err(mail_error)?;
    let [id] = &ids;
    let mail = mails.read(id).await.map_err(mail_error)?;
    let error = mail.as_ref().and_then(|mail| mail.error.clone());
    let state = mail.map_or(MailState::Failed, |mail| mail.state);
    Ok(Reply::json(
        json!({"id": id, "state": name(state), "error": error.map_or(Value::Null, Value::from)}),
    ))
}

const fn name(state: MailState) -> &'static str {
    match state {
        MailState::Queued | MailState::Sending => "queued",
        MailState::Sent => "sent",
        MailState::Failed => "failed",
        MailState::Uncertain => "uncertain",
    }
}

fn message(call: &ApiCall, to: &str) -> RenderedMail {
    let settings = call.caller().store.settings();
    let (subject, body) = match call.site().locale {
        Locale::PtBr => (
            format!("Mensagem de teste de {}", settings.title),
            format!(
                "Esta é uma mensagem de teste do site {}. Se você a recebeu, o envio de e-mails funciona.\n",
                call.site().home
            ),
        ),
        Locale::En => (
            format!("Test message from {}", settings.title),
            format!(
                "This is a test message from the site {}. If you received it, sending mails works.\n",
                call.site().home
            ),
        ),
    };
    RenderedMail {
        from: settings.email.clone(),
        to: vec![to.to_owned()],
        headers: Vec::new(),
        subject,
        body,
        is_html: false,
        attachments: Vec::new(),
    }
}
