//! Records in posts what their state depends on and earlier releases did not record.

use domain::platform::approval::Approval;
use domain::platform::id::PostId;
use domain::platform::post::Post;
use domain::platform::publication::{Job, JobState};
use items::{ItemsError, none_on_conflict, retry_on_conflict};

use crate::PlatformStore;
use crate::posts::PostChange;

/// Whether a publication of `post` was recorded after the decision in `round`: the first one, or that of its last `job`.
fn published_since(post: &Post, job: Option<&Job>, round: &Approval) -> bool {
    let latest = job
        .filter(|job| job.state == JobState::Done && job.findings.live)
        .map(|job| job.updated_at);
    post.published_at
        .max(latest)
        .zip(round.closed_at)
        .is_some_and(|(published, decided)| published >= decided)
}

impl PlatformStore {
    /// Records the stage of the publication of post `id`, when its client was last asked, and whether it was published
    /// since the client's decision, in the post and in its row of the lists. A post that has these is not written.
    ///
    /// # Errors
    /// See [`ItemsError`]; the method may be repeated.
    pub async fn record_post_state(&self, id: PostId) -> Result<(), ItemsError> {
        retry_on_conflict(|| async {
            let Some(post) = self.post(id).await? else {
                return Ok(Some(()));
            };
            let job = match post.job_id {
                Some(job) => self.job(job).await?,
                None => None,
            };
            let round = match post.approval_rounds {
                rounds if rounds > post.former_rounds => self.approval_round(id, rounds).await?,
                _ => None,
            };
            let change = PostChange::of(&post, |post| {
                post.publication = job.as_ref().and_then(Job::stage);
                let Some(round) = round.filter(|_| post.approval_requested_at.is_none()) else {
                    return;
                };
                post.approval_requested_at = Some(round.requested_at);
                post.published_since_decision = published_since(post, job.as_ref(), &round);
            });
            if change.post == post {
                return Ok(Some(()));
            }
            let saved = none_on_conflict(self.save_post(change).await)?;
            Ok(saved.map(|_| ()))
        })
        .await
    }
}
