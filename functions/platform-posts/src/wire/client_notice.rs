//! The checklist's line about the client's notification. The step is done when the notification is queued; the line
//! shows its delivery.

use domain::platform::client_notice::ClientNotice;
use domain::platform::notification::{ATTEMPTS, Notification, NotificationKind, NotificationState};
use domain::platform::publication::{Findings, Job, Step, StepState};

use super::step::{StepItem, StepWord};

const RENEWED: &str = "O post já estava no ar: o cliente não é avisado de novo.";
const NOT_WANTED: &str = "Ninguém foi avisado: o site não pede aviso ao cliente.";
const NO_ADDRESS: &str = "Ninguém foi avisado: o site não tem o e-mail do cliente.";
const NO_MESSAGING: &str = "Ninguém foi avisado: o envio por WhatsApp ainda não está disponível.";
const MAIL_ONLY: &str = "Só por e-mail: o envio por WhatsApp ainda não está disponível.";
const UNCERTAIN: &str = "Não se sabe se o cliente foi avisado: a resposta do servidor de e-mail se perdeu. O aviso não é repetido.";
const WITHDRAWN: &str = "Ninguém foi avisado: quando o aviso ia sair, o site não o pedia mais ou não tinha o e-mail do cliente.";

/// The notification on which the checklist of `job` depends, if there is one.
pub(crate) fn notification_of(job: &Job) -> Option<String> {
    let kind = NotificationKind::PostPublished {
        post_id: job.post_id,
        job_id: job.id,
    };
    let notice = job.findings.notice?;
    notice.by_mail().then(|| kind.id())
}

/// Adds the delivery of the client's notification to `item`, a step of a job with these `findings`.
pub(super) fn show(
    item: &mut StepItem,
    state: &StepState,
    findings: &Findings,
    notification: Option<&Notification>,
) {
    if item.step != Step::Notify || !matches!(state, StepState::Success { .. }) {
        return;
    }
    match findings.notice {
        None if findings.renewed => item.note = Some(RENEWED.to_owned()),
        // Recorded by a version that did not keep the notice.
        None => {}
        Some(ClientNotice::NotWanted) => item.note = Some(NOT_WANTED.to_owned()),
        Some(ClientNotice::NoAddress) => failed(item, NO_ADDRESS.to_owned()),
        Some(ClientNotice::NoMessaging) => failed(item, NO_MESSAGING.to_owned()),
        Some(ClientNotice::Mail) => mail(item, notification),
        Some(ClientNotice::MailOnly) => {
            item.note = Some(MAIL_ONLY.to_owned());
            mail(item, notification);
        }
    }
}

fn failed(item: &mut StepItem, error: String) {
    item.state = StepWord::Failed;
    item.at = None;
    item.error = Some(error);
}

fn mail(item: &mut StepItem, notification: Option<&Notification>) {
    let Some(notification) = notification else {
        item.state = StepWord::Queued;
        item.at = None;
        return;
    };
    let words = notification.error.as_deref().unwrap_or_default();
    match notification.state {
        NotificationState::Queued | NotificationState::Sending => {
            item.state = StepWord::Queued;
            item.at = None;
        }
        NotificationState::Waiting => {
            item.state = StepWord::Retrying;
            item.at = None;
            item.attempt = Some(notification.attempts);
            item.attempts = Some(ATTEMPTS);
            item.next_attempt_at = notification.next_at;
            item.error = Some(words.to_owned());
        }
        NotificationState::Sent => item.at = Some(notification.updated_at),
        NotificationState::SentUncertain => failed(item, UNCERTAIN.to_owned()),
        NotificationState::Dropped | NotificationState::Forwarded => {
            failed(item, WITHDRAWN.to_owned());
        }
        NotificationState::Failed => failed(item, format!("Ninguém foi avisado: {words}")),
    }
}
