//! The checklist's line about the client's notifications. The step is done when they are queued; the line shows
//! their delivery.

use domain::platform::client_notice::ClientNotice;
use domain::platform::notification::{ATTEMPTS, DeliveryChannel, Notification, NotificationState};
use domain::platform::publication::{Findings, Job, Step, StepState};
use jiff::Timestamp;

use super::step::{StepItem, StepWord};

const RENEWED: &str = "O conteúdo já estava no ar: o cliente não é avisado de novo.";
const NOT_WANTED: &str = "Ninguém foi avisado: o site não pede aviso ao cliente.";
const NO_ADDRESS: &str = "Ninguém foi avisado: o site não tem o e-mail do cliente.";
const NO_NUMBER: &str = "Ninguém foi avisado: o site não tem o WhatsApp do cliente.";
const NO_CONTACT: &str = "Ninguém foi avisado: o site não tem e-mail nem WhatsApp do cliente.";
const NO_MESSAGING: &str = "Ninguém foi avisado: o envio por WhatsApp não estava disponível quando o conteúdo foi publicado.";
const MAIL_ONLY: &str = "Só por e-mail: não havia WhatsApp do cliente ou como enviar por ele.";
const MESSAGE_ONLY: &str = "Só por WhatsApp: o site não tem o e-mail do cliente.";
const UNCERTAIN: &str = "Não se sabe se o cliente foi avisado: a resposta do serviço de envio se perdeu. O aviso não é repetido.";
const WITHDRAWN: &str = "Ninguém foi avisado: quando o aviso ia sair, o site não o pedia mais ou não tinha o contato do cliente.";

/// A notification to the client with its channel; `None` when it is not stored.
pub(crate) type Delivery = (DeliveryChannel, Option<Notification>);

/// The notifications on which the checklist of `job` depends, one for each channel.
pub(crate) fn notifications_of(job: &Job) -> Vec<(DeliveryChannel, String)> {
    let notice = job.findings.notice.into_iter();
    notice
        .flat_map(|notice| notice.notifications(job.post_id, job.id))
        .map(|(channel, kind)| (channel, kind.id()))
        .collect()
}

/// Adds the delivery of the client's notifications to `item`, a step of a job with these `findings`.
pub(super) fn show(
    item: &mut StepItem,
    state: &StepState,
    findings: &Findings,
    deliveries: &[Delivery],
) {
    if item.step != Step::Notify || !matches!(state, StepState::Success { .. }) {
        return;
    }
    item.note = match findings.notice {
        None if findings.renewed => Some(RENEWED.to_owned()),
        // Recorded by a version that did not keep the notice.
        None => None,
        Some(ClientNotice::NotWanted) => Some(NOT_WANTED.to_owned()),
        Some(ClientNotice::NoAddress) => return failed(item, NO_ADDRESS.to_owned()),
        Some(ClientNotice::NoNumber) => return failed(item, NO_NUMBER.to_owned()),
        Some(ClientNotice::NoContact) => return failed(item, NO_CONTACT.to_owned()),
        Some(ClientNotice::NoMessaging) => return failed(item, NO_MESSAGING.to_owned()),
        Some(ClientNotice::Mail | ClientNotice::Message | ClientNotice::MailAndMessage) => None,
        Some(ClientNotice::MailOnly) => Some(MAIL_ONLY.to_owned()),
        Some(ClientNotice::MessageOnly) => Some(MESSAGE_ONLY.to_owned()),
    };
    if let [first, others @ ..] = deliveries {
        delivered(item, first, others);
    }
}

fn failed(item: &mut StepItem, error: String) {
    item.state = StepWord::Failed;
    item.at = None;
    item.error = Some(error);
}

/// Delivery on one channel.
enum Line {
    Queued,
    Retrying {
        attempt: u32,
        next: Option<Timestamp>,
        words: String,
    },
    Sent(Timestamp),
    Failed(String),
    Uncertain,
    Withdrawn,
}

impl Line {
    fn of(notification: Option<&Notification>) -> Self {
        let Some(notification) = notification else {
            return Self::Queued;
        };
        let words = notification.error.clone().unwrap_or_default();
        match notification.state {
            NotificationState::Queued | NotificationState::Sending => Self::Queued,
            NotificationState::Waiting => Self::Retrying {
                attempt: notification.attempts,
                next: notification.next_at,
                words,
            },
            NotificationState::Sent => Self::Sent(notification.updated_at),
            NotificationState::SentUncertain => Self::Uncertain,
            NotificationState::Dropped | NotificationState::Forwarded => Self::Withdrawn,
            NotificationState::Failed => Self::Failed(words),
        }
    }

    /// The problem of the only channel.
    fn problem(&self) -> Option<String> {
        match self {
            Self::Failed(words) => Some(format!("Ninguém foi avisado: {words}")),
            Self::Uncertain => Some(UNCERTAIN.to_owned()),
            Self::Withdrawn => Some(WITHDRAWN.to_owned()),
            Self::Queued | Self::Retrying { .. } | Self::Sent(_) => None,
        }
    }

    /// What became of the notification on one of several channels.
    fn summary(&self, channel: DeliveryChannel) -> String {
        let name = match channel {
            DeliveryChannel::Email => "E-mail",
            DeliveryChannel::Whatsapp => "WhatsApp",
        };
        match self {
            Self::Queued => format!("{name}: a caminho."),
            Self::Retrying { words, .. } => format!("{name}: nova tentativa em breve ({words})"),
            Self::Sent(_) => format!("{name}: enviado."),
            Self::Failed(words) => format!("{name}: não enviado. {words}"),
            Self::Uncertain => {
                format!("{name}: não se sabe se foi enviado; o aviso não é repetido.")
            }
            Self::Withdrawn => {
                format!(
                    "{name}: não enviado, pois o site não pedia mais o aviso ou não tinha o contato."
                )
            }
        }
    }
}

/// The state of the step: pending while a channel is, failed when one has failed.
fn delivered(item: &mut StepItem, first: &Delivery, others: &[Delivery]) {
    let lines: Vec<_> = std::iter::once(first)
        .chain(others)
        .map(|(channel, notification)| (*channel, Line::of(notification.as_ref())))
        .collect();
    let told = || {
        let told = lines.iter().map(|(channel, line)| line.summary(*channel));
        told.collect::<Vec<_>>().join(" ")
    };
    let is_alone = others.is_empty();
    let retrying = lines.iter().find_map(|(_, line)| match line {
        Line::Retrying {
            attempt,
            next,
            words,
        } => Some((*attempt, *next, words.clone())),
        _ => None,
    });
    let problem = lines.iter().find_map(|(_, line)| line.problem());
    if let Some((attempt, next, words)) = retrying {
        item.state = StepWord::Retrying;
        item.at = None;
        item.attempt = Some(attempt);
        item.attempts = Some(ATTEMPTS);
        item.next_attempt_at = next;
        item.error = Some(if is_alone { words } else { told() });
    } else if lines.iter().any(|(_, line)| matches!(line, Line::Queued)) {
        item.state = StepWord::Queued;
        item.at = None;
        item.error = problem.map(|_| told());
    } else if let Some(problem) = problem {
        failed(item, if is_alone { problem } else { told() });
    } else {
        let sent = lines.iter().filter_map(|(_, line)| match line {
            Line::Sent(at) => Some(*at),
            _ => None,
        });
        item.at = sent.max();
    }
}
