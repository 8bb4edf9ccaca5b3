//! Texts by providers to whom the site has an API key.

use std::time::Duration;

use ai_client::{
    AiClient, CallUsage, Failure as ProviderFailure, FailureKind, ModelSize, configured_candidates,
};
use prompts::{SiteProfile, SuggestedText, SuggestionsBrief};
use seo::ai::failure::Failure;
use seo::ai::suggestions::Request;
use settings::{AiKind, Settings};
use tokio::time::Instant;

/// Time for all calls of a request, below the gateway's 29 seconds.
const ANSWER_TIME: Duration = Duration::from_secs(25);
/// Shortest time in which another call is worth a try.
const ANOTHER_CALL: Duration = Duration::from_secs(5);

/// Generates texts with the site's own keys. Clones share connections.
#[derive(Debug, Clone)]
pub struct Writer {
    pub(crate) ai: AiClient,
    pub(crate) settings: Settings,
    pub(crate) monthly_limit: u64,
}

/// What became of a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Written {
    /// The texts, or the failure that is answered.
    pub result: Result<Vec<String>, Failure>,
    /// Tokens of the calls that were or may have been billed: those sent and those answered.
    pub tokens: (u64, u64),
    /// Whether certainly nothing was billed.
    pub certainly_free: bool,
}

impl Writer {
    /// Requests that a site may make in a month.
    pub const fn monthly_limit(&self) -> u64 {
        self.monthly_limit
    }

    /// Whether there is an API key of a provider of texts.
    ///
    /// # Errors
    /// The failure that is answered when the settings cannot be read.
    pub async fn has_key(&self) -> Result<bool, Failure> {
        let settings = self.settings.read().await.map_err(|error| {
            tracing::error!(target: "seo", %error, "the settings of the providers of texts cannot be read");
            Failure::unavailable("The settings cannot be read.")
        })?;
        Ok(!settings.providers(AiKind::Text).is_empty())
    }

    /// Suggestions for a title or description of a page of the site `name`. Asks once more when an answer cannot be read.
    pub async fn suggestions(&self, name: &str, request: &Request) -> Written {
        let until = Instant::now() + ANSWER_TIME;
        let mut written = Written {
            result: Err(no_provider()),
            tokens: (0, 0),
            certainly_free: true,
        };
        let settings = match self.settings.read().await {
            Ok(settings) => settings,
            Err(error) => {
                tracing::error!(target: "seo", %error, "the settings of the providers of texts cannot be read");
                return written;
            }
        };
        let candidates = configured_candidates(&settings, ModelSize::Small);
        let brief = brief(name, request);
        let asked = brief.request();
        for _ in 0..2 {
            let time = until.saturating_duration_since(Instant::now());
            if time < ANOTHER_CALL {
                break;
            }
            let generated = self.ai.text(&candidates, &asked, time, &mut ()).await;
            written.count(&generated.calls);
            match generated.result {
                Ok(text) => match brief.read(&text.text) {
                    Ok(texts) => {
                        written.result = Ok(texts);
                        return written;
                    }
                    Err(_) => written.result = Err(unreadable()),
                },
                Err(failure) => {
                    written.result = Err(answered(&failure));
                    return written;
                }
            }
        }
        written
    }
}

impl Written {
    fn count(&mut self, calls: &[CallUsage]) {
        for call in calls {
            self.tokens.0 = self.tokens.0.saturating_add(call.usage.input_tokens);
            self.tokens.1 = self.tokens.1.saturating_add(call.usage.output_tokens);
        }
        self.certainly_free &= calls.is_empty();
    }
}

fn brief(name: &str, request: &Request) -> SuggestionsBrief {
    SuggestionsBrief {
        kind: if request.is_title() {
            SuggestedText::Title
        } else {
            SuggestedText::Description
        },
        site: SiteProfile {
            name: name.to_owned(),
            language: request.language.clone(),
            audience: String::new(),
        },
        body: request.content.clone(),
        keyword: request.focus_keyphrase.clone(),
        social: request.platform != "Google",
    }
}

fn no_provider() -> Failure {
    Failure::unavailable("No service for generated texts is connected.")
}

fn unreadable() -> Failure {
    failure(500, "The answer of the provider cannot be read.", "UNKNOWN")
}

fn failure(status: u16, message: &str, identifier: &str) -> Failure {
    Failure {
        status,
        message: message.to_owned(),
        identifier: identifier.to_owned(),
        missing_licenses: Vec::new(),
    }
}

/// The failure that is answered for one of a provider. The provider's own words are for the operator's log only: they may name
/// the account.
fn answered(provider: &ProviderFailure) -> Failure {
    tracing::warn!(target: "seo", kind = ?provider.kind, provider = ?provider.provider, "a provider of texts failed");
    match provider.kind {
        FailureKind::NoProvider => no_provider(),
        FailureKind::InvalidKey | FailureKind::NoPermission | FailureKind::ModelNotFound => {
            Failure::unavailable("The provider of texts refuses the site's access.")
        }
        FailureKind::QuotaExhausted => failure(
            429,
            "The account at the provider of texts has no credit left.",
            "QUOTA_EXHAUSTED",
        ),
        FailureKind::RateLimited => failure(
            429,
            "The provider of texts limits the number of calls.",
            "RATE_LIMITED",
        ),
        FailureKind::Overloaded | FailureKind::Unreachable => {
            Failure::unavailable("The provider of texts is not available.")
        }
        FailureKind::ContentRefused => failure(
            400,
            "The provider of texts refuses the subject.",
            "CONTENT_REFUSED",
        ),
        FailureKind::BadRequest => failure(
            400,
            "The provider of texts rejects the request.",
            "BAD_REQUEST",
        ),
        FailureKind::Timeout | FailureKind::Interrupted | FailureKind::Stopped => {
            Failure::timeout()
        }
        FailureKind::BadPayload => unreadable(),
    }
}
