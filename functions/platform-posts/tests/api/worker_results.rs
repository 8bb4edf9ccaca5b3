//! The publication worker's part in the tests: only what it leaves in the store.

use domain::platform::id::PostId;
use domain::platform::post::Post;
use domain::platform::publication::{Job, Step};
use platform_store::PostChange;

use crate::app::TestApp;

impl TestApp {
    pub async fn job(&self, id: PostId) -> Job {
        let post = self.stored(id).await;
        self.store.job(post.job_id.unwrap()).await.unwrap().unwrap()
    }

    pub async fn change_job(&self, id: PostId, alter: impl FnOnce(&mut Job)) {
        let before = self.job(id).await;
        let mut after = before.clone();
        alter(&mut after);
        let post = self.stored(id).await;
        let saved = self
            .store
            .save_job_of(&post, &after, before.revision, Vec::new());
        saved.await.unwrap();
    }

    /// What the worker does when all goes well: every step, with the outcome in the post.
    pub async fn work(&self, id: PostId, outcome: impl FnOnce(&mut Post)) {
        let now = self.now();
        let before = self.job(id).await;
        let mut job = before.clone();
        job.begin(now).unwrap();
        while let Some(step) = job.next_step() {
            job.succeed(step, now);
        }
        let post = self.stored(id).await;
        let change = PostChange::of(&post, |post| {
            post.host_post_id = Some(77);
            outcome(post);
        })
        .with_job(&job, before.revision)
        .unwrap();
        self.store.save_post(change).await.unwrap();
    }

    /// What the worker leaves when the host refuses.
    pub async fn park(&self, id: PostId, error: &str) {
        let now = self.now();
        self.change_job(id, |job| {
            job.begin(now).unwrap();
            job.fail(Step::Media, error, false, None, now);
        })
        .await;
    }
}
