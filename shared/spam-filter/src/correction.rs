//! What moderators decide: the classifier learns from it, and the service is told.

use secrecy::SecretString;
use spam_classifier::{Label, Submission, Weights};
use spam_service::{Checked, ServiceError, ServiceFailure};

use crate::judgement::Subject;
use crate::remote::RemoteService;
use crate::settings::History;

/// Outcome of a correction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Correction {
    /// What the weights now hold about the text; stored with it, so that a later change of mind can take it back.
    pub learned: Label,
    /// Entry of the history.
    pub history: History,
    /// Why the service does not know yet; [`report_again`] tells it later.
    pub unreported: Option<ServiceFailure>,
}

/// Learns that a text is `label`. `before` is what the weights hold about it so far: the same label changes nothing,
/// another one is taken back. To be repeated on the fresh weights when storing them meets a newer version.
pub fn learn(
    weights: &mut Weights,
    submission: &Submission<'_>,
    label: Label,
    before: Option<Label>,
) {
    match before {
        Some(before) if before == label => return,
        Some(before) => weights.untrain(submission, before),
        None => {}
    }
    weights.train(submission, label);
}

/// A moderator says that a text is `label`: trains the weights and, with a key, reports to the service. The decision
/// holds whether or not the service can be reached. `None` when the same decision was learned before.
pub async fn correct(
    service: &dyn RemoteService,
    key: Option<&SecretString>,
    subject: &Subject<'_>,
    label: Label,
    before: Option<Label>,
    weights: &mut Weights,
) -> Option<Correction> {
    if before == Some(label) {
        return None;
    }
    learn(weights, &subject.submission, label, before);
    let unreported = match key {
        None => None,
        Some(key) => report_again(service, key, &subject.checked, label)
            .await
            .err()
            .map(|error| error.failure),
    };
    let history = match label {
        Label::Spam => History::ReportSpam,
        Label::Ham => History::ReportHam,
    };
    Some(Correction {
        learned: label,
        history,
        unreported,
    })
}

/// Reports a decision to the service that could not be reported before.
///
/// # Errors
/// [`ServiceError`]; after [`ServiceFailure::is_temporary`] failures it may be tried again.
pub async fn report_again(
    service: &dyn RemoteService,
    key: &SecretString,
    checked: &Checked,
    label: Label,
) -> Result<(), ServiceError> {
    service.submit(key, label, checked).await
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fake::{FakeService, Said, key, subject};

    #[tokio::test]
    async fn a_decision_trains_and_is_reported() {
        let service = FakeService::default();
        let mut weights = Weights::default();
        let subject = subject("um texto que alguém mandou");
        let correction = correct(
            &service,
            Some(&key()),
            &subject,
            Label::Spam,
            None,
            &mut weights,
        )
        .await;
        let expected = Correction {
            learned: Label::Spam,
            history: History::ReportSpam,
            unreported: None,
        };
        assert_eq!(correction, Some(expected));
        assert_eq!(weights.texts(), (1, 0));
        assert_eq!(
            service.said(),
            [Said::Submit(Label::Spam, subject.checked.clone())]
        );
    }

    #[tokio::test]
    async fn a_change_of_mind_takes_back_what_was_learned() {
        let service = FakeService::default();
        let mut weights = Weights::default();
        let subject = subject("um texto que alguém mandou");
        let decide = async |label, before, weights: &mut Weights| {
            correct(&service, None, &subject, label, before, weights).await
        };
        decide(Label::Spam, None, &mut weights).await.unwrap();
        let back = decide(Label::Ham, Some(Label::Spam), &mut weights)
            .await
            .unwrap();
        assert_eq!(
            (back.learned, back.history),
            (Label::Ham, History::ReportHam)
        );
        assert_eq!(weights.texts(), (0, 1));
        assert_eq!(
            decide(Label::Ham, Some(Label::Ham), &mut weights).await,
            None
        );
        assert_eq!(weights.texts(), (0, 1));
        assert!(
            service.said().is_empty(),
            "without a key nothing is reported"
        );
    }

    #[tokio::test]
    async fn a_failed_report_does_not_undo_the_decision() {
        let service = FakeService::failing(ServiceFailure::Timeout);
        let mut weights = Weights::default();
        let subject = subject("um texto que alguém mandou");
        let correction = correct(
            &service,
            Some(&key()),
            &subject,
            Label::Ham,
            None,
            &mut weights,
        )
        .await;
        assert_eq!(
            correction.unwrap().unreported,
            Some(ServiceFailure::Timeout)
        );
        assert_eq!(weights.texts(), (0, 1));
    }
}
