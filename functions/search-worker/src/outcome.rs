//! What became of a part, and how the post's event tells it.

use domain::platform::event::EventKind;
use domain::platform::search_task::SearchPart;
use search_access::AccessError;
use search_console::SearchError;
use serde_json::{Value, json};

/// What became of a part in one attempt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum PartOutcome {
    /// There is nothing to do for this site, and nothing to report.
    Silent,
    /// The part is over, with this report.
    Reported(Report),
    /// The call certainly had no effect, or may be repeated; the next attempt makes it again. The report is that of the
    /// last attempt.
    Again(Report),
    /// Another worker has changed the task.
    Lost,
}

/// What the post's event tells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Report {
    result: &'static str,
    message: String,
}

impl std::fmt::Display for Report {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.result, self.message)
    }
}

impl Report {
    /// The search engine received the call.
    pub(crate) fn sent(message: &str) -> Self {
        Self::new("sent", message)
    }

    /// The search engine may have received the call.
    pub(crate) fn uncertain(part: SearchPart) -> Self {
        let message = match part {
            SearchPart::Indexing => {
                "O pedido de indexação pode ter sido enviado: a resposta do buscador se perdeu."
            }
            SearchPart::Sitemap => {
                "O sitemap pode ter sido reenviado: a resposta do buscador se perdeu."
            }
            SearchPart::IndexNow => {
                "O aviso pelo IndexNow pode ter sido enviado: a resposta se perdeu."
            }
        };
        Self::new("uncertain", message)
    }

    /// The requests of the day are used up.
    pub(crate) fn quota_reached(message: &str) -> Self {
        Self::new("quota_reached", message)
    }

    /// Something is missing at the site.
    pub(crate) fn skipped(message: &str) -> Self {
        Self::new("skipped", message)
    }

    /// The call failed.
    pub(crate) fn failed(message: impl Into<String>) -> Self {
        Self::new("failed", message)
    }

    fn new(result: &'static str, message: impl Into<String>) -> Self {
        Self {
            result,
            message: message.into(),
        }
    }

    /// Whether the call certainly was received, or had no reason to be made.
    pub(crate) fn is_good(&self) -> bool {
        matches!(self.result, "sent" | "skipped")
    }

    /// The detail of the event.
    pub(crate) fn detail(&self, part: SearchPart, job: u64, url: &str) -> Value {
        let service = match part {
            SearchPart::Indexing | SearchPart::Sitemap => "search_console",
            SearchPart::IndexNow => "index_now",
        };
        json!({
            "job_id": job,
            "url": url,
            "service": service,
            "result": self.result,
            "message": self.message,
        })
    }
}

/// Kind of the event of a part.
pub(crate) const fn event_kind(part: SearchPart) -> EventKind {
    match part {
        SearchPart::Indexing | SearchPart::IndexNow => EventKind::ConsoleIndexing,
        SearchPart::Sitemap => EventKind::ConsoleSitemap,
    }
}

/// Name of a part in the identifiers of events.
pub(crate) const fn name(part: SearchPart) -> &'static str {
    match part {
        SearchPart::Indexing => "indexing",
        SearchPart::Sitemap => "sitemap",
        SearchPart::IndexNow => "index-now",
    }
}

/// The outcome of a call of `part` that failed.
pub(crate) fn failure(part: SearchPart, error: &AccessError) -> PartOutcome {
    let report = Report::failed(error.words());
    match error {
        AccessError::NotConnected => PartOutcome::Silent,
        AccessError::Provider(SearchError::QuotaExhausted { .. }) => {
            PartOutcome::Reported(Report::quota_reached(&error.words()))
        }
        error if error.may_have_happened() && !part.is_repeatable() => {
            PartOutcome::Reported(Report::uncertain(part))
        }
        error if error.is_transient() || error.may_have_happened() => PartOutcome::Again(report),
        _ => PartOutcome::Reported(report),
    }
}
