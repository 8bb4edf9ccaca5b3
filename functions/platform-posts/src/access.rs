//! Loads posts and what belongs to them, and saves changes.

use domain::platform::access::Permission;
use domain::platform::id::PostId;
use domain::platform::post::{Post, PostVersion};
use domain::platform::publication::Job;
use items::none_on_conflict;
use platform_http::{ApiError, Code};
use platform_session::{Caller, authorize_post};
use platform_store::PostChange;

use crate::Ports;

/// The post `id` for a change, which a deleted post refuses.
///
/// # Errors
/// As [`authorize_post`], and 409 `post_deleted`.
pub(crate) async fn open_post(
    ports: &Ports,
    caller: &Caller,
    permission: Permission,
    id: PostId,
) -> Result<Post, ApiError> {
    let post = authorize_post(&ports.store, caller, permission, id).await?;
    if post.is_deleted() {
        return Err(Code::PostDeleted.into());
    }
    Ok(post)
}

/// The current title and body of the post.
pub(crate) async fn current_version(ports: &Ports, post: &Post) -> Result<PostVersion, ApiError> {
    ports
        .store
        .post_version(post.id, post.version)
        .await?
        .ok_or_else(|| ApiError::internal(format!("post {} lacks its version", post.id)))
}

/// The post with its current title and body, for the response to a repeated request.
pub(crate) async fn stored(ports: &Ports, id: PostId) -> Result<(Post, PostVersion), ApiError> {
    let post = ports.store.post(id).await?.ok_or(Code::NotFound)?;
    let version = current_version(ports, &post).await?;
    Ok((post, version))
}

/// The post's last publication.
pub(crate) async fn last_job(ports: &Ports, post: &Post) -> Result<Option<Job>, ApiError> {
    Ok(match post.job_id {
        Some(id) => ports.store.job(id).await?,
        None => None,
    })
}

/// Saves a change. None on a conflict: the post, or what the change depends on, changed since it was read.
pub(crate) async fn save(ports: &Ports, change: PostChange) -> Result<Option<Post>, ApiError> {
    Ok(none_on_conflict(ports.store.save_post(change).await)?)
}
