//! Authorization: loads the post, site or picture of a request and checks the caller's permission on it.
//!
//! All functions answer 403 when the caller's role never has the permission, and 404 both when there is no such
//! record and when it is outside the scope of the permission, so that the response does not reveal which identifiers
//! exist.

use domain::platform::access::Permission;
use domain::platform::id::{MediaId, PostId, SiteId};
use domain::platform::media::Media;
use domain::platform::post::Post;
use domain::platform::site_record::Site;
use platform_http::{ApiError, Code};
use platform_store::PlatformStore;

use crate::caller::Caller;

/// Loads the site `id` if the caller has `permission` on it.
///
/// # Errors
/// 403 and 404 as described on the module; 503 when the store does not answer.
pub async fn authorize_site(
    store: &PlatformStore,
    caller: &Caller,
    permission: Permission,
    id: SiteId,
) -> Result<Site, ApiError> {
    caller.actor.may_on_site(permission, id)?;
    Ok(store.site(id).await?.ok_or(Code::NotFound)?)
}

/// Loads the site that the member `site_id` of a body names, if the caller has `permission` on it.
///
/// # Errors
/// 404 with an issue of `site_id` when there is no such site or it is outside the scope of the permission; 503 when the
/// store does not answer. The caller's role must be checked before the body is read.
pub async fn authorize_site_id(
    store: &PlatformStore,
    caller: &Caller,
    permission: Permission,
    id: SiteId,
) -> Result<Site, ApiError> {
    authorize_site(store, caller, permission, id)
        .await
        .map_err(|error| match error.code() {
            Code::NotFound | Code::Forbidden => {
                ApiError::new(Code::NotFound).issue("not_found", "site_id", "Este site não existe.")
            }
            _ => error,
        })
}

/// Loads the post `id` if the caller has `permission` on it. A deleted post exists only for callers who may restore
/// it.
///
/// # Errors
/// 403 and 404 as described on the module; 503 when the store does not answer.
pub async fn authorize_post(
    store: &PlatformStore,
    caller: &Caller,
    permission: Permission,
    id: PostId,
) -> Result<Post, ApiError> {
    caller.actor.may(permission)?;
    let post = store.post(id).await?.ok_or(Code::NotFound)?;
    caller.actor.may_on_stored_post(permission, &post)?;
    Ok(post)
}

/// Loads the picture `id` with its post if the caller has `permission` on that post.
///
/// # Errors
/// As [`authorize_post`].
pub async fn authorize_media(
    store: &PlatformStore,
    caller: &Caller,
    permission: Permission,
    id: MediaId,
) -> Result<(Media, Post), ApiError> {
    caller.actor.may(permission)?;
    let media = store.media(id).await?.ok_or(Code::NotFound)?;
    let post = authorize_post(store, caller, permission, media.content_id).await?;
    Ok((media, post))
}
