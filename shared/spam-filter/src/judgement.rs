//! Decisions about new texts, and about those that could not be checked at first.

use std::time::Duration;

use secrecy::SecretString;
use serde::{Deserialize, Serialize};
use spam_classifier::{Submission, Verdict, Weights, assess, matches_list};
use spam_service::{Alert, Answer, Check, Checked, ServiceError, ServiceFailure};

use crate::remote::RemoteService;
use crate::settings::{History, Settings};

/// Delays before a text is checked again, by the number of failed attempts; after the last one it stays held for a
/// moderator.
const RECHECK_MINUTES: [u64; 7] = [5, 20, 60, 180, 360, 720, 1440];
/// Number of attempts to check a text again.
pub const MOST_RECHECKS: u32 = 7;

/// What is judged: the text for the classifier, and as the service is told.
#[derive(Debug, Clone)]
pub struct Subject<'a> {
    /// For the built-in classifier.
    pub submission: Submission<'a>,
    /// For the remote service; kept with the text, because later reports repeat it.
    pub checked: Checked,
    /// Whether the author may moderate the site. The classifier passes such texts; the service is asked all the same.
    pub trusted: bool,
}

/// What happens to a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Decision {
    /// Not held by the filter: the moderation rules of the site decide.
    Pass,
    /// Stored, and held for moderation.
    Hold,
    /// Spam.
    Spam {
        /// Whether the settings and the service allow to discard it. Ways in that answer with the stored record, such
        /// as REST, store it as spam all the same.
        discard: bool,
    },
}

/// Where a decision comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Source {
    /// The remote service.
    Service,
    /// The built-in classifier, because there is no key.
    Classifier,
    /// A rule that needs neither: honeypot, or an entry of the list of disallowed words.
    Rule,
}

/// Why a text is held.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hold {
    /// The classifier is not certain.
    Unsure,
    /// The service gave no verdict.
    Failure(ServiceFailure),
}

/// What becomes of the stored alert.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AlertChange {
    /// The service was not heard.
    Keep,
    /// The service has nothing to say.
    Clear,
    /// The service raised an alert.
    Set(Alert),
}

impl AlertChange {
    /// The change that an answer of the service asks for.
    #[must_use]
    pub fn of(alert: Option<Alert>) -> Self {
        alert.map_or(Self::Clear, Self::Set)
    }

    /// The change that a failed call asks for: an answer without a verdict may carry an alert as well.
    #[must_use]
    pub fn of_failure(error: &ServiceError) -> Self {
        let alert = error.alert.as_deref().cloned();
        alert.map_or(Self::Keep, Self::Set)
    }
}

/// A decision with what is to be stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Judgement {
    /// What happens to the text.
    pub decision: Decision,
    /// Where the decision comes from.
    pub source: Source,
    /// Why it is held, if it is.
    pub hold: Option<Hold>,
    /// Entry of the history.
    pub history: History,
    /// The service's identifier, by which the webhook names the text.
    pub guid: Option<String>,
    /// Time until the text is to be checked again, if it is.
    pub recheck_in: Option<Duration>,
    /// What becomes of the stored alert.
    pub alert: AlertChange,
}

/// Time until a text is checked again after the given number of failed attempts (1 after the first check); `None` when
/// there were enough.
#[must_use]
pub fn recheck_delay(failed_attempts: u32) -> Option<Duration> {
    let index = usize::try_from(failed_attempts.checked_sub(1)?).ok()?;
    RECHECK_MINUTES
        .get(index)
        .map(|minutes| Duration::from_secs(minutes * 60))
}

/// Judges a new text. With a key the service decides; when it fails, the text is held and checked again later. Without
/// a key the classifier decides.
pub async fn judge(
    service: &dyn RemoteService,
    key: Option<&SecretString>,
    settings: &Settings,
    subject: &Subject<'_>,
    weights: &Weights,
) -> Judgement {
    attempt(service, key, settings, subject, weights, 0).await
}

/// Judges a text again that was held because of a failure, after `failed_attempts` (at least 1), or for which the service
/// asked for a second look. A text that passes and is still held is to go through the moderation rules of the site; what a
/// person decided in between stays.
pub async fn judge_again(
    service: &dyn RemoteService,
    key: Option<&SecretString>,
    settings: &Settings,
    subject: &Subject<'_>,
    weights: &Weights,
    failed_attempts: u32,
) -> Judgement {
    let mut again = subject.clone();
    "recheck_queue".clone_into(&mut again.checked.recheck_reason);
    attempt(
        service,
        key,
        settings,
        &again,
        weights,
        failed_attempts.max(1),
    )
    .await
}

async fn attempt(
    service: &dyn RemoteService,
    key: Option<&SecretString>,
    settings: &Settings,
    subject: &Subject<'_>,
    weights: &Weights,
    failed_attempts: u32,
) -> Judgement {
    let again = failed_attempts > 0;
    let submission = &subject.submission;
    if submission.honeypot_filled || matches_list(submission, submission.disallowed) {
        return judgement(Decision::Spam { discard: false }, Source::Rule, again);
    }
    let Some(key) = key else {
        let verdict = if subject.trusted {
            Verdict::Ham
        } else {
            assess(submission, weights).verdict
        };
        let mut judgement = judgement(decision(verdict), Source::Classifier, again);
        judgement.hold = (verdict == Verdict::Unsure).then_some(Hold::Unsure);
        return judgement;
    };
    match service.check(key, &subject.checked).await {
        Ok(answer) => checked(answer, settings, again),
        Err(error) => failed(&error, failed_attempts),
    }
}

const fn decision(verdict: Verdict) -> Decision {
    match verdict {
        Verdict::Ham => Decision::Pass,
        Verdict::Unsure => Decision::Hold,
        Verdict::Spam => Decision::Spam { discard: false },
    }
}

const fn judgement(decision: Decision, source: Source, again: bool) -> Judgement {
    let history = match (decision, again) {
        (Decision::Pass, false) => History::CheckHam,
        (Decision::Hold, false) => History::CheckUnsure,
        (Decision::Spam { .. }, false) => History::CheckSpam,
        (Decision::Pass, true) => History::RecheckHam,
        (Decision::Hold, true) => History::RecheckUnsure,
        (Decision::Spam { .. }, true) => History::RecheckSpam,
    };
    Judgement {
        decision,
        source,
        hold: None,
        history,
        guid: None,
        recheck_in: None,
        alert: AlertChange::Keep,
    }
}

fn checked(answer: Answer<Check>, settings: &Settings, again: bool) -> Judgement {
    let Check {
        verdict,
        guid,
        recheck_after,
    } = answer.value;
    let decision = match verdict {
        spam_service::Verdict::Ham => Decision::Pass,
        spam_service::Verdict::Spam { discard } => {
            // A text that was stored before is not discarded afterwards.
            Decision::Spam {
                discard: discard && settings.strictness && !again,
            }
        }
    };
    Judgement {
        guid,
        // The service asks once for a second look; a text is not checked forever.
        recheck_in: recheck_after.filter(|_| !again),
        alert: AlertChange::of(answer.alert),
        ..judgement(decision, Source::Service, again)
    }
}

fn failed(error: &ServiceError, failed_attempts: u32) -> Judgement {
    let failure = error.failure;
    tracing::warn!(
        target: "spam_filter", ?failure, help = error.debug_help,
        "the spam service gave no verdict; the text is held"
    );
    let again = failed_attempts > 0;
    let planned = recheck_delay(failed_attempts.saturating_add(1));
    let recheck_in = planned.map(|planned| {
        error
            .retry_after
            .map_or(planned, |asked| planned.max(asked))
    });
    Judgement {
        hold: Some(Hold::Failure(failure)),
        alert: AlertChange::of_failure(error),
        history: if again {
            History::RecheckError
        } else {
            History::CheckError
        },
        recheck_in,
        ..judgement(Decision::Hold, Source::Service, again)
    }
}

#[cfg(test)]
#[path = "judgement_tests.rs"]
mod tests;
