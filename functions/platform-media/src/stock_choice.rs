//! Stock photos that become pictures of a post.

use std::time::Duration;

use axum::extract::State;
use axum::response::Response;
use domain::platform::access::Permission;
use domain::platform::id::PostId;
use domain::platform::limits::ALT_TEXT_CHARS;
use domain::platform::media::MediaTexts;
use platform_http::{ApiError, Code, Json};
use platform_session::{Caller, RequestClaim, authorize_media, authorize_post};
use platform_store::Work;
use post_media::{NewPicture, Origin};
use serde::Deserialize;
use stock_client::{Account, Credit, Photo, StockClient};
use utoipa::ToSchema;

use crate::kept::{checked_copy, created, keep_refusal};
use crate::stock::account;
use crate::stock_failure::{choice_failure, file_failure};
use crate::stock_wire::ProviderName;
use crate::texts::CAPTION_CHARS;
use crate::wire::MediaBody;
use crate::{Ports, errors};

/// Time for telling the provider of a choice. The picture is stored by then.
const REGISTRATION: Duration = Duration::from_secs(3);

/// Photo to be added to a post.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub(crate) struct StockPhotoInput {
    /// Identifier of the post.
    #[schema(minimum = 1)]
    content_id: u64,
    /// Provider of the photo.
    provider: ProviderName,
    /// Identifier of the photo at the provider.
    #[schema(min_length = 1, max_length = 64)]
    photo_id: String,
    /// Whether the photo is shown inside the text. It is no featured image then.
    #[serde(default)]
    in_text: bool,
}

/// Add a stock photo to a post.
///
/// The photo is looked up at the provider, copied and stored like an upload, and becomes the featured image, unless it is for
/// the text. Its description becomes the alternative text, its credit the
/// caption.
#[utoipa::path(
    post,
    path = "/api/v1/media/stock",
    operation_id = "add_stock_photo",
    tag = "media",
    params(("Idempotency-Key" = Option<String>, Header, description = "Key that makes a repetition within 24 hours return the first response, 1 to 255 visible characters")),
    request_body = StockPhotoInput,
    responses(
        (status = 201, description = "Created picture", body = MediaBody,
            headers(("ETag" = String), ("Location" = String))),
        errors::AddStockPhoto,
    ),
    security(("bearer" = [])),
    extensions(("x-permission" = json!("media.edit")), ("x-object" = json!("post"))),
)]
pub(crate) async fn add_stock_photo(
    State(ports): State<Ports>,
    caller: Caller,
    RequestClaim(claim): RequestClaim,
    input: Result<Json<StockPhotoInput>, ApiError>,
) -> Result<Response, ApiError> {
    caller.actor.may(Permission::MediaEdit)?;
    if let Some(Work::Media(id)) = claim.earlier() {
        let (media, post) =
            authorize_media(&ports.store, &caller, Permission::MediaEdit, id).await?;
        return created(media, &post);
    }
    let Json(input) = input?;
    let id = PostId(input.content_id);
    let post = authorize_post(&ports.store, &caller, Permission::MediaEdit, id).await?;
    if post.is_deleted() {
        return Err(Code::PostDeleted.into());
    }
    let account = account(&ports, Some(input.provider.into())).await?;
    let client = ports.stock();
    let photo = client.photo(&account, &input.photo_id).await;
    let photo = photo.map_err(choice_failure)?;
    let file = client
        .file(&account, &photo)
        .await
        .map_err(choice_failure)?;
    let picture = checked_copy(file).await;
    let picture = picture.map_err(|error| file_failure(account.provider, error))?;
    let new = NewPicture {
        post: id,
        claimed_name: &claimed_name(&photo),
        texts: texts(&photo),
        source: Some(photo.source()),
        in_text: input.in_text,
    };
    let kept = ports
        .pictures()
        .keep(new, picture, Origin::Request(&claim))
        .await;
    let (media, post) = kept.map_err(keep_refusal)?;
    register(&client, &account, &photo).await;
    created(media, &post)
}

/// A file name from what the photo shows.
fn claimed_name(photo: &Photo) -> String {
    let words = photo.description.replace(['.', '/', '\\'], " ");
    if words.trim().is_empty() {
        format!("{} {}.jpg", photo.provider.name(), photo.id)
    } else {
        format!("{words}.jpg")
    }
}

fn texts(photo: &Photo) -> MediaTexts {
    let first = |text: &str, most: usize| -> String { text.chars().take(most).collect() };
    MediaTexts {
        alt_text: first(&photo.description, ALT_TEXT_CHARS).trim_end().into(),
        caption: first(&Credit::of(photo).text, CAPTION_CHARS),
        ..MediaTexts::default()
    }
}

/// Tells the provider that the photo was chosen. A failure does not undo the choice.
async fn register(client: &StockClient, account: &Account, photo: &Photo) {
    let call = client.register_download(account, photo);
    let problem = match tokio::time::timeout(REGISTRATION, call).await {
        Ok(Ok(())) => return,
        Ok(Err(error)) => format!("{error}: {}", error.message.as_deref().unwrap_or_default()),
        Err(_) => "no response in time".to_owned(),
    };
    tracing::warn!(
        target: "media",
        provider = photo.provider.name(),
        photo = photo.id,
        problem,
        "a provider was not told of a chosen photo"
    );
}
