//! Spelling, grammar and style.

use axum::extract::State;
use domain::platform::access::Permission;
use domain::platform::id::SiteId;
use grammar::{Checker, Finding, Format, OwnWords};
use platform_http::{ApiError, Issues, Json, blocking_within};
use platform_session::{Caller, authorize_site_id};
use serde::Deserialize;
use utoipa::ToSchema;

use crate::{Ports, errors, language_tool};

/// Longest text in bytes: the longest body of a post.
const TEXT_BYTES: usize = 900_000;

/// Steps of a check: some 60,000 words of usual prose, a book. What follows in a longer text is not checked.
const STEPS: u64 = 1_500_000;

/// Text to check.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct GrammarInput {
    /// Site of the text; its words are spelt correctly. Without it, only the dictionary is read.
    #[serde(default)]
    #[schema(minimum = 1)]
    site_id: Option<u64>,
    /// Plain text or HTML, at most 900 KB. It is read as HTML when it has a tag or a character reference.
    #[schema(max_length = 900_000)]
    text: String,
}

/// Check spelling and grammar.
///
/// The text is Brazilian Portuguese. Findings are in the order of the text and do not overlap; `offset` and `length`
/// count UTF-16 code units of the text as it was sent, markup included. Words of the site are accepted. Nothing is stored. Where the installation has a
/// LanguageTool server, its findings are added.
#[utoipa::path(
    post,
    path = "/api/v1/posts/check-grammar",
    tag = "text",
    request_body = GrammarInput,
    responses((status = 200, description = "Findings", body = [Finding]), errors::CheckGrammar),
    security(("bearer" = [])),
    extensions(("x-permission" = json!("posts.create")), ("x-object" = json!("none"))),
)]
pub(crate) async fn check_grammar(
    State(ports): State<Ports>,
    caller: Caller,
    input: Result<Json<GrammarInput>, ApiError>,
) -> Result<Json<Vec<Finding>>, ApiError> {
    caller.actor.may(Permission::PostsCreate)?;
    let Json(input) = input?;
    let mut issues = Issues::default();
    if input.text.len() > TEXT_BYTES {
        issues.add("too_long", "text", "Use até 900 KB de texto.");
    }
    issues.refuse()?;
    let words = words(&ports, &caller, input.site_id).await?;
    let text = input.text;
    let format = Format::detect(&text);
    let (text, words, own) = blocking_within(STEPS, move |budget| {
        let checker = Checker::shared().map_err(ApiError::internal)?;
        let checked = checker.check_within(&text, format, &words, budget);
        Ok::<_, ApiError>((text, words, checked.findings))
    })
    .await??;
    let findings = match &ports.language_tool {
        Some(tool) => language_tool::merged(tool, &text, format, (own, &words)).await,
        None => own,
    };
    Ok(Json(findings))
}

/// The words of the site, if one is named.
async fn words(ports: &Ports, caller: &Caller, site: Option<u64>) -> Result<OwnWords, ApiError> {
    let Some(site) = site.map(SiteId) else {
        return Ok(OwnWords::default());
    };
    authorize_site_id(&ports.store, caller, Permission::PostsCreate, site).await?;
    Ok(ports.store.site_words(site).await?.iter().collect())
}
