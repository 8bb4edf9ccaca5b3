//! Titles and descriptions for search engines.

use ai_client::TextRequest;
use axum::extract::State;
use domain::platform::access::Permission;
use domain::platform::limits::{KEYWORD_CHARS, TEXT_PROMPT_CHARS};
use markup::text::plain;
use platform_http::{ApiError, Issues, Json, blocking};
use platform_session::Caller;
use prompts::{MetaDescriptionBrief, SeoTitleBrief, ShortText, SiteProfile, Unreadable};
use serde::Deserialize;
use utoipa::ToSchema;

use crate::answered::TextBody;
use crate::ask::asking;
use crate::material::{LINE_CHARS, check_body, site_profile};
use crate::{Ports, errors};

/// What a short text is about: unsaved fields of a post. At least one of title, body and prompt has a text.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = ShortTextRequest)]
pub(crate) struct ShortTextInput {
    /// Site of the post, which names language and audience.
    #[schema(minimum = 1)]
    site_id: u64,
    /// Title of the post.
    #[serde(default)]
    #[schema(max_length = 1000)]
    title: String,
    /// HTML of the post, at most 900 KB.
    #[serde(default)]
    #[schema(max_length = 900_000)]
    body: String,
    /// Focus keyword.
    #[serde(default)]
    #[schema(max_length = 200)]
    keyword: String,
    /// What the text is asked to be.
    #[serde(default)]
    #[schema(max_length = 10000)]
    prompt: String,
}

impl ShortTextInput {
    fn check(&self) -> Result<(), ApiError> {
        let mut issues = Issues::default();
        issues.check_length(&self.title, LINE_CHARS, "title");
        issues.check_length(&self.keyword, KEYWORD_CHARS, "keyword");
        issues.check_length(&self.prompt, TEXT_PROMPT_CHARS, "prompt");
        check_body(&mut issues, &self.body, "body");
        let texts = [&self.title, &self.body, &self.prompt];
        if texts.iter().all(|text| text.trim().is_empty()) {
            issues.add(
                "required",
                "prompt",
                "Informe o título, o texto ou um pedido.",
            );
        }
        issues.refuse()
    }
}

/// The input of an authorised caller, its site, and the body as plain text.
async fn checked(
    ports: &Ports,
    caller: &Caller,
    input: Result<Json<ShortTextInput>, ApiError>,
) -> Result<(ShortTextInput, SiteProfile, String), ApiError> {
    caller.actor.may(Permission::PostsCreate)?;
    let Json(mut input) = input?;
    let site = site_profile(ports, caller, input.site_id).await?;
    input.check()?;
    let html = std::mem::take(&mut input.body);
    let body = blocking(move || plain(&html)).await?;
    Ok((input, site, body))
}

async fn generate(
    ports: &Ports,
    request: TextRequest,
    read: fn(&str) -> Result<ShortText, Unreadable>,
) -> Result<Json<TextBody>, ApiError> {
    let work = move |mut asking: crate::ask::Asking| async move {
        let done = asking.ask(&request, read).await;
        (asking, done)
    };
    let (answered, calls) = asking(ports, work).await?;
    Ok(Json(TextBody::of(answered.read, answered.by, &calls)))
}

/// Generate a title for search engines.
///
/// Answers within 25 seconds. Nothing is stored but the tokens used.
#[utoipa::path(
    post,
    path = "/api/v1/posts/generate-seo-title",
    tag = "ai",
    request_body = ShortTextInput,
    responses((status = 200, description = "Title", body = TextBody), errors::GenerateShortText),
    security(("bearer" = [])),
    extensions(("x-permission" = json!("posts.create")), ("x-object" = json!("site"))),
)]
pub(crate) async fn generate_seo_title(
    State(ports): State<Ports>,
    caller: Caller,
    input: Result<Json<ShortTextInput>, ApiError>,
) -> Result<Json<TextBody>, ApiError> {
    let (input, site, body) = checked(&ports, &caller, input).await?;
    let brief = SeoTitleBrief {
        site,
        title: input.title,
        body,
        keyword: input.keyword,
        prompt: input.prompt,
    };
    generate(&ports, brief.request(), SeoTitleBrief::read).await
}

/// Generate a description for search engines.
///
/// Answers within 25 seconds. Nothing is stored but the tokens used.
#[utoipa::path(
    post,
    path = "/api/v1/posts/generate-meta-description",
    tag = "ai",
    request_body = ShortTextInput,
    responses((status = 200, description = "Description", body = TextBody), errors::GenerateShortText),
    security(("bearer" = [])),
    extensions(("x-permission" = json!("posts.create")), ("x-object" = json!("site"))),
)]
pub(crate) async fn generate_meta_description(
    State(ports): State<Ports>,
    caller: Caller,
    input: Result<Json<ShortTextInput>, ApiError>,
) -> Result<Json<TextBody>, ApiError> {
    let (input, site, body) = checked(&ports, &caller, input).await?;
    let brief = MetaDescriptionBrief {
        site,
        title: input.title,
        body,
        keyword: input.keyword,
        prompt: input.prompt,
    };
    generate(&ports, brief.request(), MetaDescriptionBrief::read).await
}
