//! Articles and improved texts, which the generation worker writes.

use ai_client::{ModelSize, configured_candidates};
use axum::extract::State;
use axum::response::Response;
use domain::platform::access::Permission;
use domain::platform::generation::{ContentTask, GenerationTask, ImprovementTask, TextWishes};
use domain::platform::id::SiteId;
use domain::platform::limits::{KEYWORD_CHARS, TEXT_PROMPT_CHARS};
use platform_http::prefer::PreferWait;
use platform_http::{ApiError, Issues, Json};
use platform_session::{Caller, RequestClaim};
use platform_store::Claim;
use prompts::{DEFAULT_WORDS, MAXIMUM_WORDS, MINIMUM_WORDS};
use serde::Deserialize;
use settings::AiKind;
use utoipa::ToSchema;

use crate::generation_body::GenerationBody;
use crate::generations::{answer, earlier, start};
use crate::material::{TONE_CHARS, site_profile};
use crate::refusal::not_configured;
use crate::{Ports, errors};

/// An article that is wanted.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = ArticleRequest)]
pub(crate) struct ContentInput {
    /// Site of the article, which names language and audience.
    #[schema(minimum = 1)]
    site_id: u64,
    /// What the article is about, with facts and sources that it may use.
    #[schema(min_length = 1, max_length = 10000)]
    prompt: String,
    /// Tone, such as `didático`.
    #[serde(default)]
    #[schema(max_length = 100)]
    tone: String,
    /// Focus keyword.
    #[serde(default)]
    #[schema(max_length = 200)]
    keyword: String,
    /// Length in words, 300 to 3,000. Default: 1,000.
    #[serde(default = "default_words")]
    #[schema(minimum = 300, maximum = 3000)]
    length: u32,
}

const fn default_words() -> u32 {
    DEFAULT_WORDS
}

impl ContentInput {
    fn task(self) -> Result<GenerationTask, ApiError> {
        let mut issues = Issues::default();
        if self.prompt.trim().is_empty() {
            issues.add("required", "prompt", "Descreva o artigo que você quer.");
        }
        issues.check_length(&self.prompt, TEXT_PROMPT_CHARS, "prompt");
        issues.check_length(&self.tone, TONE_CHARS, "tone");
        issues.check_length(&self.keyword, KEYWORD_CHARS, "keyword");
        if !(MINIMUM_WORDS..=MAXIMUM_WORDS).contains(&self.length) {
            issues.add("invalid_value", "length", "Peça de 300 a 3.000 palavras.");
        }
        issues.refuse()?;
        Ok(GenerationTask::Content(ContentTask {
            site_id: SiteId(self.site_id),
            prompt: self.prompt,
            words: self.length,
            wishes: TextWishes {
                tone: self.tone,
                keyword: self.keyword,
            },
        }))
    }
}

/// A text that is to become better.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = ImprovementRequest)]
pub(crate) struct ImproveInput {
    /// Site of the text, which names language and audience.
    #[schema(minimum = 1)]
    site_id: u64,
    /// HTML of the text, at most 100 KB.
    #[schema(min_length = 1, max_length = 100_000)]
    text: String,
    /// Title of the text.
    #[serde(default)]
    #[schema(max_length = 1000)]
    title: String,
    /// What is to become better.
    #[serde(default)]
    #[schema(max_length = 10000)]
    prompt: String,
    /// Tone, such as `didático`.
    #[serde(default)]
    #[schema(max_length = 100)]
    tone: String,
    /// Focus keyword.
    #[serde(default)]
    #[schema(max_length = 200)]
    keyword: String,
}

/// Longest text to be improved, in bytes: a model writes all of it again.
const TEXT_BYTES: usize = 100_000;

impl ImproveInput {
    fn task(self) -> Result<GenerationTask, ApiError> {
        let mut issues = Issues::default();
        if self.text.trim().is_empty() {
            issues.add("required", "text", "Informe o texto a melhorar.");
        } else if self.text.len() > TEXT_BYTES {
            issues.add("too_long", "text", "Use até 100 KB de texto.");
        }
        issues.check_length(&self.title, crate::material::LINE_CHARS, "title");
        issues.check_length(&self.prompt, TEXT_PROMPT_CHARS, "prompt");
        issues.check_length(&self.tone, TONE_CHARS, "tone");
        issues.check_length(&self.keyword, KEYWORD_CHARS, "keyword");
        issues.refuse()?;
        Ok(GenerationTask::Improvement(ImprovementTask {
            site_id: SiteId(self.site_id),
            title: self.title,
            text: self.text,
            prompt: self.prompt,
            wishes: TextWishes {
                tone: self.tone,
                keyword: self.keyword,
            },
        }))
    }
}

/// Stores what is wanted for a site and answers; a repeated request gets the generation that it stored before. What no
/// provider could write is refused at once.
async fn generate(
    ports: &Ports,
    caller: &Caller,
    claim: &Claim,
    wait: PreferWait,
    site_id: u64,
    task: impl FnOnce() -> Result<GenerationTask, ApiError>,
) -> Result<Response, ApiError> {
    site_profile(ports, caller, site_id).await?;
    if let Some(generation) = earlier(ports, caller, claim).await? {
        return answer(ports, generation, wait).await;
    }
    let task = task()?;
    let settings = ports.current_settings().await?;
    if configured_candidates(&settings, ModelSize::Large).is_empty() {
        return Err(not_configured(AiKind::Text));
    }
    let generation = start(ports, caller, claim, &task, None).await?;
    answer(ports, generation, wait).await
}

/// Generate an article.
///
/// Answers at once with a generation, or with its end if that comes within the time of `Prefer: wait`.
#[utoipa::path(
    post,
    path = "/api/v1/posts/generate-content",
    tag = "ai",
    params(
        ("Idempotency-Key" = Option<String>, Header, description = "Key that makes a repetition within 24 hours return the first response, 1 to 255 visible characters"),
        ("Prefer" = Option<String>, Header, description = "`wait=n`: wait up to n seconds (at most 25) for the end"),
    ),
    request_body = ContentInput,
    responses(
        (status = 200, description = "Ended generation", body = GenerationBody),
        (status = 202, description = "Generation", body = GenerationBody, headers(("Location" = String))),
        errors::GenerateArticle,
    ),
    security(("bearer" = [])),
    extensions(("x-permission" = json!("posts.create")), ("x-object" = json!("site"))),
)]
pub(crate) async fn generate_content(
    State(ports): State<Ports>,
    caller: Caller,
    RequestClaim(claim): RequestClaim,
    wait: PreferWait,
    input: Result<Json<ContentInput>, ApiError>,
) -> Result<Response, ApiError> {
    caller.actor.may(Permission::PostsCreate)?;
    let Json(input) = input?;
    let site_id = input.site_id;
    generate(&ports, &caller, &claim, wait, site_id, || input.task()).await
}

/// Improve a text.
///
/// Answers at once with a generation, or with its end if that comes within the time of `Prefer: wait`. Links and pictures
/// of the text stay.
#[utoipa::path(
    post,
    path = "/api/v1/posts/improve-content",
    tag = "ai",
    params(
        ("Idempotency-Key" = Option<String>, Header, description = "Key that makes a repetition within 24 hours return the first response, 1 to 255 visible characters"),
        ("Prefer" = Option<String>, Header, description = "`wait=n`: wait up to n seconds (at most 25) for the end"),
    ),
    request_body = ImproveInput,
    responses(
        (status = 200, description = "Ended generation", body = GenerationBody),
        (status = 202, description = "Generation", body = GenerationBody, headers(("Location" = String))),
        errors::GenerateArticle,
    ),
    security(("bearer" = [])),
    extensions(("x-permission" = json!("posts.create")), ("x-object" = json!("site"))),
)]
pub(crate) async fn improve_content(
    State(ports): State<Ports>,
    caller: Caller,
    RequestClaim(claim): RequestClaim,
    wait: PreferWait,
    input: Result<Json<ImproveInput>, ApiError>,
) -> Result<Response, ApiError> {
    caller.actor.may(Permission::PostsCreate)?;
    let Json(input) = input?;
    let site_id = input.site_id;
    generate(&ports, &caller, &claim, wait, site_id, || input.task()).await
}
