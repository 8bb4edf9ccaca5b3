//! Which post or picture a caller means, and whether they may.

use domain::access::Permission;
use domain::id::{MediaId, PostId};
use domain::media::Media;
use domain::post::Post;
use session::Caller;
use web::{ApiError, Code};

use crate::Ports;

/// The post `id`, if the caller may use `permission` on it. A deleted post hides its pictures from
/// everybody who may not restore it.
///
/// # Errors
/// 403 when the role never may; 404 when there is no such post or it is beyond the caller's reach.
pub(crate) async fn post(
    ports: &Ports,
    caller: &Caller,
    permission: Permission,
    id: PostId,
) -> Result<Post, ApiError> {
    caller.actor.may(permission)?;
    let post = ports.store.post(id).await?.ok_or(Code::NotFound)?;
    caller.actor.may_on_stored_post(permission, &post)?;
    Ok(post)
}

/// The picture `id` with its post, if the caller may use `permission` on them.
///
/// # Errors
/// As [`post`].
pub(crate) async fn media(
    ports: &Ports,
    caller: &Caller,
    permission: Permission,
    id: MediaId,
) -> Result<(Media, Post), ApiError> {
    caller.actor.may(permission)?;
    let media = ports.store.media(id).await?.ok_or(Code::NotFound)?;
    let post = post(ports, caller, permission, media.content_id).await?;
    Ok((media, post))
}
