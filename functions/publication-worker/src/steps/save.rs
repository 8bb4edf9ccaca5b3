//! Saves the post together with the attempt's job.

use domain::platform::post::Post;
use domain::platform::publication::Job;
use items::{ItemsError, retry_on_conflict};
use platform_store::PostChange;

use crate::attempt::Attempt;
use crate::failure::StepError;

/// Place of the job's write in the transaction, after the post's.
const JOB: usize = 1;

/// Saves what `change` makes of the attempt's post, with `job`, in one transaction. When the post was
/// edited since it was read, it is read and changed again.
///
/// # Errors
/// [`StepError::Lost`] when another worker has the job, or the post is gone; else the store's error.
pub(super) async fn save_with_job(
    attempt: &Attempt<'_>,
    job: &Job,
    change: impl Fn(&Post) -> Result<PostChange, ItemsError>,
) -> Result<Post, StepError> {
    let mut loaded = Some(attempt.post.clone());
    let (store, stored, change) = (&attempt.ports.store, attempt.stored, &change);
    let id = attempt.post.id;
    retry_on_conflict(|| {
        let loaded = loaded.take();
        async move {
            let post = match loaded {
                Some(post) => post,
                None => store.post(id).await?.ok_or(StepError::Lost)?,
            };
            let change = change(&post)?.with_job(job, stored)?;
            match store.save_post(change).await {
                Ok(post) => Ok(Some(post)),
                Err(error) if error.failed_at(JOB) => Err(StepError::Lost),
                Err(ItemsError::Conflict { .. }) => Ok(None),
                Err(error) => Err(error.into()),
            }
        }
    })
    .await
}
