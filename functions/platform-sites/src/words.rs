//! Words of a site, which the check of spelling accepts in its texts.

use axum::extract::State;
use domain::platform::access::Permission;
use domain::platform::id::SiteId;
use http::StatusCode;
use items::ItemsError;
use platform_http::{ApiError, Code, Json, Path};
use platform_session::{Caller, authorize_site};
use platform_store::{AddedWord, SITE_WORDS};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{Ports, errors};

/// Longest word in characters.
const WORD_CHARS: usize = 60;

/// Words of a site.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct SiteWordsBody {
    /// Words, in ascending order. One in small letters is accepted in any case, another one as it is written and in capitals.
    pub words: Vec<String>,
}

/// The word of an address: letters and digits of one word, with hyphens and apostrophes inside.
///
/// # Errors
/// 422 when it is no word.
fn judged(word: &str) -> Result<String, ApiError> {
    let word = word.trim().replace('’', "'").replace('‑', "-");
    let refused = |code: &str, message: &str| Err(ApiError::field(code, "word", message));
    if word.chars().count() > WORD_CHARS {
        return refused("too_long", "Use até 60 caracteres.");
    }
    let is_joint = |c: char| matches!(c, '-' | '\'');
    let is_word = word.chars().all(|c| c.is_alphanumeric() || is_joint(c))
        && word.chars().filter(|c| c.is_alphabetic()).count() > 1
        && !word.starts_with(is_joint)
        && !word.ends_with(is_joint);
    if !is_word {
        let message = "Informe uma só palavra, com letras, números, hífen ou apóstrofo.";
        return refused("invalid_word", message);
    }
    Ok(word)
}

/// The site was deleted meanwhile.
fn gone(error: ItemsError) -> ApiError {
    if error.is_conflict() {
        Code::NotFound.into()
    } else {
        error.into()
    }
}

/// List the words of a site.
#[utoipa::path(
    get,
    path = "/api/v1/sites/{id}/words",
    operation_id = "list_site_words",
    tag = "sites",
    params(("id" = u64, Path, description = "Identifier of the site")),
    responses((status = 200, description = "Words", body = SiteWordsBody), errors::ListSiteWords),
    security(("bearer" = [])),
    extensions(("x-permission" = json!("sites.read")), ("x-object" = json!("site"))),
)]
pub(crate) async fn list_site_words(
    State(ports): State<Ports>,
    caller: Caller,
    Path(id): Path<SiteId>,
) -> Result<Json<SiteWordsBody>, ApiError> {
    authorize_site(&ports.store, &caller, Permission::SitesRead, id).await?;
    let words = ports.store.site_words(id).await?;
    Ok(Json(SiteWordsBody { words }))
}

/// Add a word to those of a site.
///
/// The check of spelling accepts it in texts of the site from then on. A word that is one of them already changes nothing.
/// A site has at most 2,000 words.
#[utoipa::path(
    put,
    path = "/api/v1/sites/{id}/words/{word}",
    operation_id = "add_site_word",
    tag = "sites",
    params(
        ("id" = u64, Path, description = "Identifier of the site"),
        ("word" = String, Path, description = "Word: letters and digits, with hyphens and apostrophes inside", max_length = 60),
    ),
    responses((status = 204, description = "Added"), errors::AddSiteWord),
    security(("bearer" = [])),
    extensions(("x-permission" = json!("posts.create")), ("x-object" = json!("site"))),
)]
pub(crate) async fn add_site_word(
    State(ports): State<Ports>,
    caller: Caller,
    Path((id, word)): Path<(SiteId, String)>,
) -> Result<StatusCode, ApiError> {
    authorize_site(&ports.store, &caller, Permission::PostsCreate, id).await?;
    let word = judged(&word)?;
    match ports.store.add_site_word(id, &word).await.map_err(gone)? {
        AddedWord::New | AddedWord::Known => Ok(StatusCode::NO_CONTENT),
        AddedWord::TooMany => {
            let message =
                format!("O site já tem {SITE_WORDS} palavras. Exclua as que não usa mais.");
            Err(ApiError::field("too_many", "word", message))
        }
    }
}

/// Remove a word from those of a site.
///
/// A word that is none of them changes nothing.
#[utoipa::path(
    delete,
    path = "/api/v1/sites/{id}/words/{word}",
    operation_id = "remove_site_word",
    tag = "sites",
    params(
        ("id" = u64, Path, description = "Identifier of the site"),
        ("word" = String, Path, description = "Word, as it is listed", max_length = 60),
    ),
    responses((status = 204, description = "Removed"), errors::RemoveSiteWord),
    security(("bearer" = [])),
    extensions(("x-permission" = json!("posts.create")), ("x-object" = json!("site"))),
)]
pub(crate) async fn remove_site_word(
    State(ports): State<Ports>,
    caller: Caller,
    Path((id, word)): Path<(SiteId, String)>,
) -> Result<StatusCode, ApiError> {
    authorize_site(&ports.store, &caller, Permission::PostsCreate, id).await?;
    let word = judged(&word)?;
    ports
        .store
        .remove_site_word(id, &word)
        .await
        .map_err(gone)?;
    Ok(StatusCode::NO_CONTENT)
}
