//! Alternative texts of pictures.

use ai_client::InputPicture;
use axum::extract::State;
use domain::platform::access::Permission;
use domain::platform::id::MediaId;
use platform_http::{ApiError, Code, Json, Path};
use platform_session::{Caller, authorize_media};
use post_media::PreviewError;
use prompts::{AltTextBrief, SiteProfile};

use crate::answered::TextBody;
use crate::ask::{Asking, asking};
use crate::{Ports, errors};

fn unusable(error: PreviewError) -> ApiError {
    match error {
        PreviewError::Blobs(error) => error.into(),
        PreviewError::Missing => Code::NotFound.into(),
        PreviewError::Picture(error) => ApiError::new(Code::InvalidImage).debug(error),
    }
}

/// Suggest an alternative text for a picture.
///
/// The provider looks at the picture. The text is not stored in the picture. Answers within 25 seconds.
#[utoipa::path(
    post,
    path = "/api/v1/media/{id}/generate-alt-text",
    tag = "ai",
    params(("id" = u64, Path, description = "Identifier of the picture")),
    responses((status = 200, description = "Alternative text", body = TextBody), errors::GenerateAltText),
    security(("bearer" = [])),
    extensions(("x-permission" = json!("media.edit")), ("x-object" = json!("media"))),
)]
pub(crate) async fn generate_alt_text(
    State(ports): State<Ports>,
    caller: Caller,
    Path(id): Path<MediaId>,
) -> Result<Json<TextBody>, ApiError> {
    let (media, post) = authorize_media(&ports.store, &caller, Permission::MediaEdit, id).await?;
    if post.is_deleted() {
        return Err(Code::PostDeleted.into());
    }
    let site = ports.store.site(post.site_id).await?;
    let site = site.ok_or(Code::NotFound)?;
    let pictures = ports.pictures();
    let preview = pictures.preview(&media).await.map_err(unusable)?;
    let request = AltTextBrief {
        site: SiteProfile::from(&site),
        picture: InputPicture {
            media_type: preview.format.mime().to_owned(),
            bytes: preview.bytes,
        },
        title: post.fields.title,
        keyword: post.fields.focus_keyword,
    }
    .request();
    let work = move |mut asking: Asking| async move {
        let done = asking.ask(&request, AltTextBrief::read).await;
        (asking, done)
    };
    let (answered, calls) = asking(&ports, work).await?;
    Ok(Json(TextBody::of(answered.read, answered.by, &calls)))
}
