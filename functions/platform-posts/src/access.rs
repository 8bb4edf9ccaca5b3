//! Which post a caller means, and whether they may.

use domain::access::Permission;
use domain::id::{PostId, SiteId};
use domain::post::{Post, PostVersion};
use domain::publication::Job;
use domain::site_record::Site;
use platform_store::PostChange;
use session::Caller;
use web::{ApiError, Code};

use crate::Ports;

/// How often a change is decided again because somebody else changed the post meanwhile.
pub(crate) const TURNS: usize = 32;

/// The post `id`, if the caller may use `permission` on it. A deleted post exists only for those who
/// may restore it.
///
/// # Errors
/// 403 when the role never may; 404 when there is no such post or it is beyond the caller's reach.
pub(crate) async fn post(
    ports: &Ports,
    caller: &Caller,
    permission: Permission,
    id: PostId,
) -> Result<Post, ApiError> {
    let actor = &caller.actor;
    actor.may(permission)?;
    let post = ports.store.post(id).await?.ok_or(Code::NotFound)?;
    actor.may_on_stored_post(permission, &post)?;
    Ok(post)
}

/// The same for a change, which a deleted post refuses.
///
/// # Errors
/// As [`post`], and 409 `post_deleted`.
pub(crate) async fn open_post(
    ports: &Ports,
    caller: &Caller,
    permission: Permission,
    id: PostId,
) -> Result<Post, ApiError> {
    let post = post(ports, caller, permission, id).await?;
    if post.is_deleted() {
        return Err(Code::PostDeleted.into());
    }
    Ok(post)
}

/// A site that a post is written for.
///
/// # Errors
/// 404 when there is no such site or it is beyond the caller's reach; the two look the same.
pub(crate) async fn site(
    ports: &Ports,
    caller: &Caller,
    permission: Permission,
    id: SiteId,
) -> Result<Site, ApiError> {
    let unknown =
        || ApiError::new(Code::NotFound).issue("not_found", "site_id", "Este site não existe.");
    caller
        .actor
        .may_on_site(permission, id)
        .map_err(|_| unknown())?;
    ports.store.site(id).await?.ok_or_else(unknown)
}

/// Title and body of the post as they are.
pub(crate) async fn current_version(ports: &Ports, post: &Post) -> Result<PostVersion, ApiError> {
    ports
        .store
        .post_version(post.id, post.version)
        .await?
        .ok_or_else(|| ApiError::internal(format!("post {} lacks its version", post.id)))
}

/// The post with title and body as they are, for the answer to a request that changed it before.
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

/// Saves a change. None when somebody else changed the post, or what the change rests on, since it
/// was read: then it is read and decided again.
pub(crate) async fn save(ports: &Ports, change: PostChange) -> Result<Option<Post>, ApiError> {
    match ports.store.save_post(change).await {
        Ok(post) => Ok(Some(post)),
        Err(error) if error.is_conflict() => Ok(None),
        Err(error) => Err(error.into()),
    }
}
