//! Generations whose message or worker was lost.

use domain::platform::generation::{
    ContentTask, Generation, GenerationState, GenerationTask, INTERRUPTED, ImageTask, LEASE,
    NOT_STARTED, QUEUE_LIFE, TextWishes, UNSENT_AFTER,
};
use domain::platform::id::{GenerationId, PostId, SiteId, UserId};
use domain::platform::month::Month;
use jiff::tz::TimeZone;
use platform_store::{Claim, ImageAllowance};
use ports::WorkMessage;
use publishing_tick::{Report, run};

use super::{TestApp, app};

impl TestApp {
    /// A queued article.
    pub(crate) async fn article(&self) -> GenerationId {
        let task = GenerationTask::Content(ContentTask {
            site_id: SiteId(1),
            prompt: "Hortas em varandas".to_owned(),
            words: 1_000,
            wishes: TextWishes::default(),
        });
        self.requested(&task, None).await
    }

    /// A queued image, which counts in the month.
    async fn image(&self) -> GenerationId {
        let task = GenerationTask::Image(ImageTask {
            content_id: PostId(1),
            prompt: "Uma horta".into(),
            in_text: false,
        });
        let (month, images) = (self.month(), 10);
        self.requested(&task, Some(ImageAllowance { month, images }))
            .await
    }

    fn month(&self) -> Month {
        Month::of(self.now(), &TimeZone::UTC)
    }

    async fn requested(
        &self,
        task: &GenerationTask,
        allowance: Option<ImageAllowance>,
    ) -> GenerationId {
        let (store, claim) = (&self.ports.store, Claim::none());
        let asked = store.request_generation(&claim, UserId(1), task, allowance, self.now());
        asked.await.unwrap().id
    }

    /// A worker takes the generation and notes a call.
    async fn call(&self, id: GenerationId) {
        let store = &self.ports.store;
        let taken = store.take_generation(id, self.now()).await.unwrap();
        let (taken, _) = taken.unwrap();
        let noted = store.note_generation_call(&taken, "openai", "gpt", self.now());
        noted.await.unwrap().unwrap();
    }

    async fn generation(&self, id: GenerationId) -> Generation {
        let store = &self.ports.store;
        store.generation(id, self.now()).await.unwrap().unwrap()
    }

    async fn images_used(&self) -> u64 {
        let store = &self.ports.store;
        store.images_used(UserId(1), self.month()).await.unwrap()
    }
}

#[tokio::test]
async fn a_generation_whose_message_was_lost_is_sent_again_until_it_is_taken() {
    let app = app().await;
    let generation_id = app.article().await;
    assert_eq!(run(&app.ports).await.unwrap(), Report::default());
    app.clock.advance(UNSENT_AFTER);
    for _ in 0..2 {
        assert_eq!(run(&app.ports).await.unwrap().generations_sent, 1);
        let sent = app.generations.try_next();
        assert_eq!(sent, Some(WorkMessage::Generation { generation_id }));
    }
    app.call(generation_id).await;
    assert_eq!(run(&app.ports).await.unwrap(), Report::default());
}

#[tokio::test]
async fn a_generation_that_no_worker_took_within_the_hour_fails_and_costs_nothing() {
    let app = app().await;
    let id = app.image().await;
    assert_eq!(app.images_used().await, 1);
    app.clock.advance(QUEUE_LIFE);
    let report = run(&app.ports).await.unwrap();
    assert_eq!((report.generations_sent, report.generations_failed), (0, 1));
    assert_eq!(app.generation(id).await.error.unwrap().code, NOT_STARTED);
    assert_eq!(app.images_used().await, 0);
    assert_eq!(run(&app.ports).await.unwrap(), Report::default());
}

#[tokio::test]
async fn a_generation_whose_worker_is_gone_fails_and_is_never_sent_again() {
    let app = app().await;
    let id = app.image().await;
    app.call(id).await;
    app.clock.advance(LEASE);
    let report = run(&app.ports).await.unwrap();
    assert_eq!((report.generations_sent, report.generations_failed), (0, 1));
    let failed = app.generation(id).await;
    assert_eq!(failed.state, GenerationState::Failed);
    assert_eq!(failed.error.unwrap().code, INTERRUPTED);
    // The call may have been billed; how much is unknown.
    assert_eq!(app.images_used().await, 1);
    let store = &app.ports.store;
    let usage = store.token_usage(&TimeZone::UTC, app.now()).await.unwrap();
    assert!(usage.total.is_empty());
    assert_eq!(app.generations.try_next(), None);
    assert_eq!(run(&app.ports).await.unwrap(), Report::default());
}
