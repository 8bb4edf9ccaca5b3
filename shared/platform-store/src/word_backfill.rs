//! Counts the words of bodies that releases without the count saved last.

use domain::platform::id::PostId;
use items::{ItemsError, none_on_conflict, retry_on_conflict};

use crate::PlatformStore;
use crate::posts::PostChange;

impl PlatformStore {
    /// Records the number of words of the body of post `id`, in the post and in its row of the lists, when it is not
    /// recorded; a body without words is read and left. `words` counts the words of a body (HTML).
    ///
    /// # Errors
    /// See [`ItemsError`]; the method may be repeated.
    pub async fn count_body_words(
        &self,
        id: PostId,
        words: impl Fn(&str) -> usize,
    ) -> Result<(), ItemsError> {
        retry_on_conflict(|| async {
            let stored = self.post(id).await?;
            let Some(post) = stored.filter(|post| post.body_words == 0) else {
                return Ok(Some(()));
            };
            let version = self.post_version(id, post.version).await?;
            let counted = version.map_or(0, |version| words(&version.body));
            if counted == 0 {
                return Ok(Some(()));
            }
            let change = PostChange::of(&post, |post| post.body_words = counted);
            let saved = none_on_conflict(self.save_post(change).await)?;
            Ok(saved.map(|_| ()))
        })
        .await
    }
}
