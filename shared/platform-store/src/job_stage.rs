//! The stage of a post's publication, which the post has a copy of: lists filter and count by it. Each transaction that
//! changes the stage of a post's current job writes the post too.

use domain::platform::post::Post;
use domain::platform::publication::Job;
use items::{ItemsError, Write, retry_on_conflict};

use crate::PlatformStore;
use crate::jobs::job_writes;
use crate::posts::PostChange;

impl PostChange {
    /// Adds the writes that save `job`, the current one of the post, conditional on the stored revision being
    /// `from_revision`; that of the job itself is the first after the post's. The post takes over the job's stage.
    ///
    /// # Errors
    /// [`ItemsError::Defect`] when the job cannot be serialised.
    pub fn with_job(mut self, job: &Job, from_revision: u64) -> Result<Self, ItemsError> {
        self.post.publication = job.stage();
        self.also.splice(0..0, job_writes(job, from_revision)?);
        Ok(self)
    }
}

impl PlatformStore {
    /// Saves `job`, conditional on the stored revision being `from_revision`, in one transaction with `also`. When the
    /// stage of the job is another than `post` has, the post takes it over; the post is read again when it changed
    /// meanwhile. Returns the post.
    ///
    /// # Errors
    /// [`ItemsError::Conflict`] when the job changed, or one of `also` failed.
    pub async fn save_job_of(
        &self,
        post: &Post,
        job: &Job,
        from_revision: u64,
        also: Vec<Write>,
    ) -> Result<Post, ItemsError> {
        let mut loaded = Some(post.clone());
        let also = &also;
        retry_on_conflict(|| {
            let loaded = loaded.take();
            async move {
                let post = match loaded {
                    Some(post) => post,
                    None => match self.post(post.id).await? {
                        Some(post) => post,
                        None => {
                            return Err(ItemsError::Defect(format!("post {} is gone", post.id)));
                        }
                    },
                };
                if post.job_id != Some(job.id) || post.publication == job.stage() {
                    self.save_job_with(job, from_revision, also.clone()).await?;
                    return Ok(Some(post));
                }
                let change = PostChange::of(&post, |_| {})
                    .with_job(job, from_revision)?
                    .also_all(also.iter().cloned());
                match self.save_post(change).await {
                    Ok(post) => Ok(Some(post)),
                    // The post changed. Whatever else failed is not mended by reading it again.
                    Err(ItemsError::Conflict { failed }) if failed == [0] => Ok(None),
                    Err(error) => Err(error),
                }
            }
        })
        .await
    }
}
