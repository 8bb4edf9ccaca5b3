//! Steps that go through all posts in portions.

use domain::platform::id::PostId;
use futures_util::{StreamExt as _, TryStreamExt as _};
use items::ItemsError;
use platform_store::PlatformStore;

use crate::run::Portion;

/// Posts of one portion.
const POSTS: u64 = 200;
/// Posts that are changed at the same time.
const CONCURRENT: usize = 8;

/// Runs `change` for the posts of one portion. The position is the identifier of the last post before it, none for the
/// beginning. `what` says for the log what could not be done to a post whose record cannot be read; the portion skips
/// that post, because it must not keep the system from starting.
///
/// # Errors
/// See [`ItemsError`].
pub(crate) async fn portion_of_posts<C>(
    store: &PlatformStore,
    position: Option<&str>,
    what: &'static str,
    change: impl Fn(PostId) -> C,
) -> Result<Portion, ItemsError>
where
    C: Future<Output = Result<(), ItemsError>>,
{
    let done: u64 = position
        .unwrap_or("0")
        .parse()
        .map_err(|_| ItemsError::Defect(format!("a position is no identifier: {position:?}")))?;
    let last = store.last_post_id().await?;
    let end = last.min(done.saturating_add(POSTS));
    let changes = (done.saturating_add(1)..=end).map(|id| {
        let id = PostId(id);
        let changing = change(id);
        async move {
            match changing.await {
                Err(ItemsError::Defect(reason)) => {
                    tracing::error!(target: "migrations", post_id = %id, reason, what, "a post was left as it is");
                    Ok(())
                }
                other => other,
            }
        }
    });
    futures_util::stream::iter(changes)
        .buffer_unordered(CONCURRENT)
        .try_collect::<()>()
        .await?;
    if end < last {
        Ok(Portion::More(end.to_string()))
    } else {
        Ok(Portion::Done)
    }
}
