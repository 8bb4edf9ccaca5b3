//! Images for posts, which the generation worker makes.

use ai_client::{ModelSize, configured_candidates};
use axum::extract::State;
use axum::response::Response;
use domain::platform::access::Permission;
use domain::platform::generation::{GenerationTask, ImageTask};
use domain::platform::id::PostId;
use domain::platform::limits::IMAGE_PROMPT_CHARS;
use domain::platform::month::Month;
use platform_http::prefer::PreferWait;
use platform_http::{ApiError, Code, Issues, Json};
use platform_session::{Caller, RequestClaim, authorize_post};
use platform_store::ImageAllowance;
use serde::Deserialize;
use settings::AiKind;
use utoipa::ToSchema;

use crate::generation_body::GenerationBody;
use crate::generations::{answer, earlier, start};
use crate::refusal::not_configured;
use crate::{Ports, errors};

/// An image that is wanted.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = ImageGenerationRequest)]
pub(crate) struct ImageInput {
    /// Identifier of the post.
    #[schema(minimum = 1)]
    content_id: u64,
    /// What the image shows. The post's title is added.
    #[serde(default)]
    #[schema(max_length = 4000)]
    prompt: String,
    /// Whether the image is shown inside the text. It is no featured image then.
    #[serde(default)]
    in_text: bool,
}

/// Generate an image for a post.
///
/// Counts against the caller's quota of the month. Answers at once with a generation, or with its end if that comes within
/// the time of `Prefer: wait`. The image becomes the post's featured image, unless it is for the text.
#[utoipa::path(
    post,
    path = "/api/v1/media/generate",
    tag = "ai",
    params(
        ("Idempotency-Key" = Option<String>, Header, description = "Key that makes a repetition within 24 hours return the first response, 1 to 255 visible characters"),
        ("Prefer" = Option<String>, Header, description = "`wait=n`: wait up to n seconds (at most 25) for the end"),
    ),
    request_body = ImageInput,
    responses(
        (status = 200, description = "Ended generation", body = GenerationBody),
        (status = 202, description = "Generation", body = GenerationBody, headers(("Location" = String))),
        errors::GenerateImage,
    ),
    security(("bearer" = [])),
    extensions(("x-permission" = json!("media.edit")), ("x-object" = json!("post"))),
)]
pub(crate) async fn generate_image(
    State(ports): State<Ports>,
    caller: Caller,
    RequestClaim(claim): RequestClaim,
    wait: PreferWait,
    input: Result<Json<ImageInput>, ApiError>,
) -> Result<Response, ApiError> {
    caller.actor.may(Permission::MediaEdit)?;
    let Json(input) = input?;
    let id = PostId(input.content_id);
    let post = authorize_post(&ports.store, &caller, Permission::MediaEdit, id).await?;
    if let Some(generation) = earlier(&ports, &caller, &claim).await? {
        return answer(&ports, generation, wait).await;
    }
    if post.is_deleted() {
        return Err(Code::PostDeleted.into());
    }
    let mut issues = Issues::default();
    issues.check_length(&input.prompt, IMAGE_PROMPT_CHARS, "prompt");
    if input.prompt.trim().is_empty() && post.fields.title.trim().is_empty() {
        issues.add("required", "prompt", "Descreva a imagem que você quer.");
    }
    issues.refuse()?;
    let settings = ports.current_settings().await?;
    if configured_candidates(&settings, ModelSize::Image).is_empty() {
        return Err(not_configured(AiKind::Image));
    }
    let allowance = ImageAllowance {
        month: Month::of(ports.clock.now(), &ports.zone),
        images: u64::from(settings.image_quota()),
    };
    let task = GenerationTask::Image(ImageTask {
        content_id: id,
        prompt: input.prompt,
        in_text: input.in_text,
    });
    let generation = start(&ports, &caller, &claim, &task, Some(allowance)).await?;
    answer(&ports, generation, wait).await
}
