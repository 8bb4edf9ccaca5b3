//! A generation as it is read over the interface.

use domain::platform::generation::{
    Article, Generation, GenerationError, GenerationKind, GenerationResult, GenerationState,
};
use jiff::Timestamp;
use platform_http::ApiError;
use serde::Serialize;
use utoipa::ToSchema;

use crate::Ports;
use crate::answered::UsageBody;

/// What is generated.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[schema(as = GenerationKind)]
#[serde(rename_all = "snake_case")]
pub(crate) enum KindBody {
    /// An article.
    Content,
    /// A better text.
    Improvement,
    /// An image.
    Image,
}

/// State of a generation. The last three are final.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[schema(as = GenerationState)]
#[serde(rename_all = "snake_case")]
pub(crate) enum StateBody {
    /// Not begun.
    Queued,
    /// In progress.
    Running,
    /// The result is there.
    Done,
    /// Failed; `error` says why.
    Failed,
    /// Canceled.
    Canceled,
}

/// What was generated: a text, or an image.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = GenerationResult)]
pub(crate) struct ResultBody {
    /// Title of an article; null for an improved text and an image.
    pub title: Option<String>,
    /// Sanitised HTML; null for an image.
    pub body: Option<String>,
    /// Whether the provider ended the text early because it became too long.
    pub truncated: bool,
    /// Addresses of links of the text that its improvement lacks; empty for an article and an image.
    pub dropped_links: Vec<String>,
    /// Addresses of pictures of the text that its improvement lacks; empty for an article and an image.
    pub dropped_pictures: Vec<String>,
    /// Identifier of the picture; null for a text.
    pub media_id: Option<u64>,
    /// Suggested alternative text of the picture, which was stored in it; null for a text, and without a suggestion.
    pub alt_text: Option<String>,
}

impl From<GenerationResult> for ResultBody {
    fn from(result: GenerationResult) -> Self {
        match result {
            GenerationResult::Article(Article {
                title,
                body,
                truncated,
                dropped_links,
                dropped_pictures,
            }) => Self {
                title,
                body: Some(body),
                truncated,
                dropped_links,
                dropped_pictures,
                media_id: None,
                alt_text: None,
            },
            GenerationResult::Image { media_id, alt_text } => Self {
                title: None,
                body: None,
                truncated: false,
                dropped_links: Vec::new(),
                dropped_pictures: Vec::new(),
                media_id: Some(media_id.0),
                alt_text,
            },
        }
    }
}

/// Why a generation failed.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = GenerationError)]
pub(crate) struct FailureBody {
    /// Stable code.
    pub code: String,
    /// Reason, in Portuguese, with the provider's own words.
    pub message: String,
    /// The provider's own words alone.
    pub provider_message: Option<String>,
}

impl From<GenerationError> for FailureBody {
    fn from(error: GenerationError) -> Self {
        Self {
            code: error.code,
            message: error.message,
            provider_message: error.provider_message,
        }
    }
}

/// A generation of a text or an image.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = Generation)]
pub(crate) struct GenerationBody {
    /// Identifier.
    pub id: u64,
    /// What is generated.
    pub kind: KindBody,
    /// State.
    pub state: StateBody,
    /// Progress in percent; 100 only when done.
    pub progress: u8,
    /// Number of the call to a provider whose text `partial` is; 0 before the first.
    pub attempt: u32,
    /// Text so far behind the characters that the client has: sanitised HTML, at the end that of the result.
    pub partial: String,
    /// Number of characters of the text so far.
    pub partial_length: u64,
    /// The result; null before the end.
    pub result: Option<ResultBody>,
    /// Provider that answered: `openai`, `anthropic` or `gemini`; the one that is asked while the generation runs.
    pub provider: Option<String>,
    /// Model that answered, or is asked.
    pub model: Option<String>,
    /// Tokens of all calls; null before they are known.
    pub usage: Option<UsageBody>,
    /// Why it failed.
    pub error: Option<FailureBody>,
    /// Time of the request.
    #[serde(with = "platform_http::instant")]
    #[schema(value_type = String, format = DateTime)]
    pub created_at: Timestamp,
    /// Time of the end.
    #[serde(with = "platform_http::instant::optional")]
    #[schema(value_type = Option<String>, format = DateTime)]
    pub ended_at: Option<Timestamp>,
    /// Time at which it is deleted.
    #[serde(with = "platform_http::instant")]
    #[schema(value_type = String, format = DateTime)]
    pub expires_at: Timestamp,
}

/// The text behind its first `after` characters, and the number of all its characters.
fn behind(text: &str, after: u64) -> (String, u64) {
    let skipped = usize::try_from(after).unwrap_or(usize::MAX);
    let rest = text.chars().skip(skipped).collect();
    (rest, text.chars().count() as u64)
}

impl GenerationBody {
    /// The generation with its text behind `after` characters.
    pub(crate) async fn of(
        ports: &Ports,
        generation: Generation,
        after: u64,
    ) -> Result<Self, ApiError> {
        let result = ports.store.generation_result(&generation).await?;
        let (partial, length) = match &result {
            // The text so far is a beginning of the body.
            Some(GenerationResult::Article(article)) => behind(&article.body, after),
            _ => {
                let text = ports.store.generation_text(&generation, after).await?;
                let length = after.min(generation.text_chars) + text.chars().count() as u64;
                (text, length)
            }
        };
        let (provider, model) = match (&generation.answered_by, &generation.call) {
            (Some(by), _) => (Some(by.provider.clone()), Some(by.model.clone())),
            (None, Some(call)) => (Some(call.provider.clone()), Some(call.model.clone())),
            (None, None) => (None, None),
        };
        Ok(Self {
            id: generation.id.0,
            kind: match generation.kind {
                GenerationKind::Content => KindBody::Content,
                GenerationKind::Improvement => KindBody::Improvement,
                GenerationKind::Image => KindBody::Image,
            },
            state: match generation.state {
                GenerationState::Queued => StateBody::Queued,
                GenerationState::Running => StateBody::Running,
                GenerationState::Done => StateBody::Done,
                GenerationState::Failed => StateBody::Failed,
                GenerationState::Canceled => StateBody::Canceled,
            },
            progress: generation.progress,
            attempt: generation.calls_begun,
            partial,
            partial_length: length,
            result: result.map(Into::into),
            provider,
            model,
            usage: generation
                .settled
                .then(|| UsageBody::of_billed(&generation.calls)),
            error: generation.error.map(Into::into),
            created_at: generation.created_at,
            ended_at: generation.ended_at,
            expires_at: generation.expires_at,
        })
    }
}
