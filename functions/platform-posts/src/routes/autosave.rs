//! Working copies: what a person has written in a post and not saved.

use std::fmt::Formatter;

use axum::extract::State;
use domain::platform::access::Permission;
use domain::platform::id::PostId;
use domain::platform::post::Post;
use domain::platform::working_copy::WorkingCopy;
use http::StatusCode;
use items::{none_on_conflict, retry_on_conflict};
use platform_http::{ApiError, Code, Json, Path, blocking};
use platform_session::{Caller, authorize_post};
use platform_store::{PackError, PackedCopy};
use serde::de::value::MapAccessDeserializer;
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use utoipa::ToSchema;

use crate::content::{self, PostInput};
use crate::errors::{Autosaving, Reading};
use crate::wire::{AutosaveBody, AutosaveReceipt};
use crate::{Ports, access};

/// Most versions between the one that a working copy began from and the current one whose authors are looked up.
const VERSIONS: u64 = 100;

/// A working copy. It replaces the caller's earlier one as a whole.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct AutosaveInput {
    /// Version of the post that it began from.
    #[schema(minimum = 1)]
    version: u64,
    /// What the caller's edit would send. `site_id` and `status` are ignored.
    #[serde(deserialize_with = "object")]
    content: PostInput,
}

/// Reads an object. The derived reader would also take a list for the members in their order.
fn object<'de, D: Deserializer<'de>>(deserializer: D) -> Result<PostInput, D::Error> {
    struct Object;

    impl<'de> Visitor<'de> for Object {
        type Value = PostInput;

        fn expecting(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
            f.write_str("an object")
        }

        fn visit_map<A: MapAccess<'de>>(self, members: A) -> Result<PostInput, A::Error> {
            PostInput::deserialize(MapAccessDeserializer::new(members))
        }
    }

    deserializer.deserialize_map(Object)
}

/// Keep a working copy of a post.
///
/// It is no edit: the post, its versions and the lists do not change. Each person has one working copy of a post; it ends
/// with the person's next edit (`PUT /posts/{id}`). Another person's edit leaves it.
#[utoipa::path(
    put,
    path = "/api/v1/posts/{id}/autosave",
    tag = "posts",
    params(("id" = u64, Path, description = "Identifier of the post")),
    request_body = AutosaveInput,
    responses((status = 200, description = "Kept", body = AutosaveReceipt), Autosaving),
    security(("bearer" = [])),
    extensions(("x-permission" = json!("posts.edit")), ("x-object" = json!("post"))),
)]
pub(crate) async fn keep_working_copy(
    State(ports): State<Ports>,
    caller: Caller,
    Path(id): Path<PostId>,
    input: Result<Json<AutosaveInput>, ApiError>,
) -> Result<Json<AutosaveReceipt>, ApiError> {
    let post = access::open_post(&ports, &caller, Permission::PostsEdit, id).await?;
    let Json(input) = input?;
    let content = content::judge(input.content, false)
        .await
        .map_err(|error| error.within("content"))?;
    let (version, saved_at) = (input.version, ports.clock.now_seconds());
    let copy = WorkingCopy {
        post_id: id,
        user_id: caller.user.id,
        version,
        saved_at,
        content: content.into_working_content(),
    };
    let packed = packed(copy).await?;
    let mut loaded = Some(post);
    retry_on_conflict(|| {
        let loaded = loaded.take();
        let (ports, caller, packed) = (&ports, &caller, &packed);
        async move {
            let post = match loaded {
                Some(post) => post,
                None => access::open_post(ports, caller, Permission::PostsEdit, id).await?,
            };
            refuse_outdated(ports, caller, &post, version).await?;
            let written = ports.store.keep_working_copy(&post, packed).await;
            let receipt = AutosaveReceipt {
                current_version: post.version,
                version,
                saved_at,
            };
            Ok(none_on_conflict(written)?.map(|()| Json(receipt)))
        }
    })
    .await
}

async fn packed(copy: WorkingCopy) -> Result<PackedCopy, ApiError> {
    blocking(move || PackedCopy::of(&copy))
        .await?
        .map_err(|error| match error {
            PackError::TooLarge => ApiError::new(Code::PayloadTooLarge)
                .message(
                    "O conteúdo é grande demais para ser guardado enquanto você escreve. Salve-o.",
                )
                .issue("too_long", "content", "Divida o texto ou encurte o FAQ."),
            PackError::Items(error) => error.into(),
        })
}

/// Refuses a working copy of a version that the caller has replaced by an edit: that edit ended it.
async fn refuse_outdated(
    ports: &Ports,
    caller: &Caller,
    post: &Post,
    version: u64,
) -> Result<(), ApiError> {
    if version == 0 || version > post.version {
        let message = "O conteúdo não tem esta versão.";
        return Err(ApiError::field("out_of_range", "version", message));
    }
    if version == post.version {
        return Ok(());
    }
    if post.version - version > VERSIONS {
        return Err(Code::WorkingCopyOutdated.into());
    }
    let since = ports
        .store
        .post_version_heads(post.id, version + 1, post.version)
        .await?;
    if since.iter().any(|head| head.user_id == caller.user.id) {
        return Err(Code::WorkingCopyOutdated.into());
    }
    Ok(())
}

/// Get the caller's working copy of a post.
#[utoipa::path(
    get,
    path = "/api/v1/posts/{id}/autosave",
    tag = "posts",
    params(("id" = u64, Path, description = "Identifier of the post")),
    responses((status = 200, description = "Working copy", body = AutosaveBody), Reading),
    security(("bearer" = [])),
    extensions(("x-permission" = json!("posts.edit")), ("x-object" = json!("post"))),
)]
pub(crate) async fn get_working_copy(
    State(ports): State<Ports>,
    caller: Caller,
    Path(id): Path<PostId>,
) -> Result<Json<AutosaveBody>, ApiError> {
    let post = authorize_post(&ports.store, &caller, Permission::PostsEdit, id).await?;
    let copy = ports.store.working_copy(id, caller.user.id).await?;
    Ok(Json(AutosaveBody {
        current_version: post.version,
        working_copy: copy.map(Into::into),
    }))
}

/// Drop the caller's working copy of a post.
///
/// Without a working copy nothing happens.
#[utoipa::path(
    delete,
    path = "/api/v1/posts/{id}/autosave",
    tag = "posts",
    params(("id" = u64, Path, description = "Identifier of the post")),
    responses((status = 204, description = "Dropped"), Reading),
    security(("bearer" = [])),
    extensions(("x-permission" = json!("posts.edit")), ("x-object" = json!("post"))),
)]
pub(crate) async fn drop_working_copy(
    State(ports): State<Ports>,
    caller: Caller,
    Path(id): Path<PostId>,
) -> Result<StatusCode, ApiError> {
    authorize_post(&ports.store, &caller, Permission::PostsEdit, id).await?;
    ports.store.drop_working_copy(id, caller.user.id).await?;
    Ok(StatusCode::NO_CONTENT)
}
