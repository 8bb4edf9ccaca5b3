//! Generations: taken once, cancelled at once, counted once; their text and their quota.
#![expect(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

#[path = "generations/quota.rs"]
mod quota;
#[path = "generations/text.rs"]
mod text;
#[path = "generations/usage.rs"]
mod usage;

use domain::platform::generation::{
    AnsweredBy, Article, ContentTask, Generation, GenerationError, GenerationResult,
    GenerationState, GenerationTask, INTERRUPTED, ImageTask, KEPT, LEASE, NOT_STARTED, QUEUE_LIFE,
    TextWishes, UNSENT_AFTER,
};
use domain::platform::id::{GenerationId, PostId, SiteId, UserId};
use domain::platform::month::Month;
use domain::platform::token_usage::BilledCall;
use embedded::dynamo::{Engine, FaultInjector, InjectedFault};
use items::Table;
use jiff::tz::{TimeZone, offset};
use jiff::{SignedDuration, Timestamp};
use platform_store::{
    Begun, Claim, GenerationEnd, GenerationRequestError, ImageAllowance, PlatformStore,
    RequestIdentity, TokenSums, Work,
};

const USER: UserId = UserId(7);

/// Half past midnight, the first of December in UTC and the last of November in `zone`.
fn now() -> Timestamp {
    "2026-12-01T00:30:00Z".parse().unwrap()
}

fn zone() -> TimeZone {
    TimeZone::fixed(offset(-3))
}

fn month() -> Month {
    Month::of(now(), &zone())
}

async fn engine() -> (Engine, PlatformStore) {
    let engine = Engine::memory().unwrap();
    let table = Table::new(engine.client(), "platform");
    table.create().await.unwrap();
    (engine, PlatformStore::new(table))
}

async fn store() -> PlatformStore {
    engine().await.1
}

fn article_task() -> GenerationTask {
    GenerationTask::Content(ContentTask {
        site_id: SiteId(1),
        prompt: "Hortas em varandas".into(),
        words: 1_000,
        wishes: TextWishes {
            tone: "didático".into(),
            keyword: "horta".into(),
        },
    })
}

fn image_task() -> GenerationTask {
    GenerationTask::Image(ImageTask {
        content_id: PostId(1),
        prompt: "Uma horta".into(),
        in_text: false,
    })
}

fn bill(model: &str, input_tokens: u64, cost_nano_usd: Option<u64>) -> BilledCall {
    BilledCall {
        provider: "openai".into(),
        model: model.into(),
        input_tokens,
        output_tokens: 2 * input_tokens,
        estimated: false,
        cost_nano_usd,
    }
}

fn done(body: &str) -> GenerationEnd {
    GenerationEnd::Done {
        result: GenerationResult::Article(Article {
            title: Some("Hortas".into()),
            body: body.into(),
            ..Article::default()
        }),
        answered_by: AnsweredBy {
            provider: "openai".into(),
            model: "gpt".into(),
        },
    }
}

fn failed(certainly_free: bool) -> GenerationEnd {
    GenerationEnd::Failed {
        error: GenerationError {
            code: "quota_exhausted".into(),
            message: "O provedor informou que a conta está sem créditos.".into(),
            provider_message: Some("You exceeded your current quota".into()),
        },
        certainly_free,
    }
}

/// A queued article.
async fn queued(store: &PlatformStore) -> Generation {
    let (claim, task) = (Claim::none(), article_task());
    let asked = store.request_generation(&claim, USER, &task, None, now());
    asked.await.unwrap()
}

/// The worker ends `generation` so, as it is stored afterwards.
async fn end(
    store: &PlatformStore,
    generation: &Generation,
    how: &GenerationEnd,
    calls: &[BilledCall],
) -> Generation {
    let zone = zone();
    let ended = store.end_generation(generation, how, calls, &zone, now());
    ended.await.unwrap()
}

/// The worker reports the calls of a generation that ended.
async fn settle(
    store: &PlatformStore,
    id: GenerationId,
    calls: &[BilledCall],
    certainly_free: bool,
) -> Generation {
    let zone = zone();
    let settled = store.settle_generation(id, calls, certainly_free, &zone, now());
    settled.await.unwrap().unwrap()
}

/// An article whose first call was noted.
async fn running(store: &PlatformStore) -> Generation {
    let id = queued(store).await.id;
    let (taken, _) = store.take_generation(id, now()).await.unwrap().unwrap();
    let noted = store.note_generation_call(&taken, "openai", "gpt", now());
    noted.await.unwrap().unwrap()
}

async fn stored(store: &PlatformStore, id: GenerationId) -> Generation {
    store.generation(id, now()).await.unwrap().unwrap()
}

async fn due(store: &PlatformStore, at: Timestamp) -> Vec<Generation> {
    let page = store.due_generations(at, None, 10).await.unwrap();
    page.items.into_iter().map(Result::unwrap).collect()
}

/// Sums of all models over the whole time.
async fn total(store: &PlatformStore) -> TokenSums {
    let usage = store.token_usage(&zone(), now()).await.unwrap();
    let mut sum = TokenSums::default();
    for one in usage.total {
        sum.calls += one.sums.calls;
        sum.input_tokens += one.sums.input_tokens;
    }
    sum
}

#[tokio::test]
async fn a_generation_runs_from_its_request_to_its_result() {
    let store = store().await;
    let asked = queued(&store).await;
    let (taken, task) = store
        .take_generation(asked.id, now())
        .await
        .unwrap()
        .unwrap();
    assert_eq!(task, article_task());
    let noted = store
        .note_generation_call(&taken, "openai", "gpt", now())
        .await
        .unwrap()
        .unwrap();
    assert_eq!(stored(&store, asked.id).await, noted);
    assert_eq!(store.generation_result(&noted).await.unwrap(), None);
    let body = "<p>ação</p>".repeat(16_000);
    let calls = [bill("gpt", 10, Some(500))];
    let ended = end(&store, &noted, &done(&body), &calls).await;
    assert_eq!(ended.state, GenerationState::Done);
    assert_eq!(stored(&store, asked.id).await, ended);
    let GenerationResult::Article(article) =
        store.generation_result(&ended).await.unwrap().unwrap()
    else {
        panic!("no article");
    };
    assert_eq!(article.body, body);
    assert_eq!(
        store.generation(asked.id, now() + KEPT).await.unwrap(),
        None
    );
}

#[tokio::test]
async fn messages_that_are_delivered_at_once_start_one_worker() {
    let store = store().await;
    let id = queued(&store).await.id;
    let takers: Vec<_> = (0..20)
        .map(|_| {
            let store = store.clone();
            tokio::spawn(async move { store.take_generation(id, now()).await.unwrap() })
        })
        .collect();
    let mut taken = 0;
    for taker in takers {
        taken += usize::from(taker.await.unwrap().is_some());
    }
    assert_eq!(taken, 1);
    let unknown = store.take_generation(GenerationId(99), now());
    assert!(unknown.await.unwrap().is_none());
}

#[tokio::test]
async fn a_worker_whose_response_was_lost_has_taken_the_generation() {
    let (engine, store) = engine().await;
    let id = queued(&store).await.id;
    let first = std::sync::atomic::AtomicBool::new(true);
    let inject: FaultInjector = std::sync::Arc::new(move |operation| {
        let lose = operation == "TransactWriteItems"
            && first.swap(false, std::sync::atomic::Ordering::SeqCst);
        if lose {
            InjectedFault::LoseAnswer
        } else {
            InjectedFault::None
        }
    });
    let disturbed = PlatformStore::new(Table::new(engine.client_with_faults(inject), "platform"));
    let taken = disturbed.take_generation(id, now()).await.unwrap();
    assert!(taken.is_some());
}

#[tokio::test]
async fn a_request_is_found_by_its_idempotency_key() {
    let store = store().await;
    let identity = || RequestIdentity::new(7, "POST", "/posts/generate-content", "k", "h".into());
    let Begun::Start(claim) = store.begin_request(identity(), now()).await.unwrap() else {
        panic!("the key is taken");
    };
    let task = article_task();
    let asked = store.request_generation(&claim, USER, &task, None, now());
    let id = asked.await.unwrap().id;
    let Begun::Start(again) = store.begin_request(identity(), now()).await.unwrap() else {
        panic!("the work was not recorded");
    };
    assert_eq!(again.earlier(), Some(Work::Generation(id)));
}

#[tokio::test]
async fn a_key_whose_holder_has_ended_is_free() {
    let store = store().await;
    let identity = || RequestIdentity::new(7, "POST", "/posts", "k", "h".into());
    let first = store.clone().alone_since(now());
    let begun = first.begin_request(identity(), now()).await.unwrap();
    assert!(matches!(begun, Begun::Start(_)), "{begun:?}");
    for same in [first, store.clone()] {
        let begun = same.begin_request(identity(), now()).await.unwrap();
        assert!(matches!(begun, Begun::InProgress { .. }), "{begun:?}");
    }
    let soon = now() + SignedDuration::from_millis(1);
    let next = store.alone_since(soon);
    let begun = next.begin_request(identity(), soon).await.unwrap();
    assert!(matches!(begun, Begun::Start(_)), "{begun:?}");
}

#[tokio::test]
async fn the_worker_of_a_canceled_generation_stops_and_reports_once() {
    let store = store().await;
    let running = running(&store).await;
    let canceled = store
        .cancel_generation(running.id, now())
        .await
        .unwrap()
        .unwrap();
    assert_eq!(canceled.state, GenerationState::Canceled);
    let write = store.advance_generation(&running, "mais", 10, now());
    assert_eq!(write.await.unwrap(), None);
    let call = store.note_generation_call(&running, "gemini", "flash", now());
    assert_eq!(call.await.unwrap(), None);
    let calls = [bill("gpt", 10, Some(500))];
    for _ in 0..2 {
        let settled = settle(&store, running.id, &calls, false).await;
        assert_eq!(
            (settled.state, settled.settled),
            (GenerationState::Canceled, true)
        );
        assert_eq!(settled.calls, calls);
    }
    assert_eq!(total(&store).await.calls, 1);
    // A second cancellation changes nothing.
    let again = store.cancel_generation(running.id, now()).await.unwrap();
    assert_eq!(again.unwrap().calls, calls);
}

#[tokio::test]
async fn a_result_that_comes_after_the_cancellation_is_dropped_and_its_cost_counted() {
    let store = store().await;
    let running = running(&store).await;
    store.cancel_generation(running.id, now()).await.unwrap();
    let calls = [bill("gpt", 10, Some(500))];
    let ended = end(&store, &running, &done("<p>Tarde</p>"), &calls).await;
    assert_eq!(
        (ended.state, ended.settled),
        (GenerationState::Canceled, true)
    );
    assert_eq!(store.generation_result(&ended).await.unwrap(), None);
    assert_eq!(total(&store).await.calls, 1);
}

#[tokio::test]
async fn a_worker_that_lost_track_of_its_record_still_ends_it_once() {
    let store = store().await;
    let running = running(&store).await;
    let advanced = store.advance_generation(&running, "texto", 50, now());
    advanced.await.unwrap().unwrap();
    let calls = [bill("gpt", 10, Some(500))];
    for _ in 0..2 {
        let ended = end(&store, &running, &done("<p>texto</p>"), &calls).await;
        assert_eq!(ended.state, GenerationState::Done);
    }
    assert_eq!(total(&store).await.calls, 1);
}

#[tokio::test]
async fn many_ends_at_once_count_once() {
    let store = store().await;
    let running = running(&store).await;
    let enders: Vec<_> = (0..12)
        .map(|place| {
            let (store, running) = (store.clone(), running.clone());
            tokio::spawn(async move {
                let calls = [bill("gpt", 10, Some(500))];
                match place % 3 {
                    0 => drop(store.cancel_generation(running.id, now()).await.unwrap()),
                    1 => {
                        let late = now() + LEASE;
                        store.abandon_generation(&running, late).await.unwrap();
                    }
                    _ => {
                        end(&store, &running, &done("<p>texto</p>"), &calls).await;
                    }
                }
            })
        })
        .collect();
    for ender in enders {
        ender.await.unwrap();
    }
    let ended = stored(&store, running.id).await;
    assert!(ended.is_over() && ended.settled);
    assert_eq!(total(&store).await.calls, 1);
}

#[tokio::test]
async fn due_generations_are_the_unsent_and_the_abandoned_ones() {
    let store = store().await;
    let unsent = queued(&store).await;
    let running = running(&store).await;
    let second = SignedDuration::from_secs(1);
    assert_eq!(due(&store, now() + UNSENT_AFTER - second).await, []);
    assert_eq!(
        due(&store, now() + UNSENT_AFTER).await,
        std::slice::from_ref(&unsent)
    );
    assert!(
        !store
            .abandon_generation(&unsent, now() + UNSENT_AFTER)
            .await
            .unwrap()
    );
    let end = now() + LEASE;
    assert_eq!(due(&store, end).await.len(), 2);
    assert!(store.abandon_generation(&running, end).await.unwrap());
    // The index may still show the earlier state.
    assert!(!store.abandon_generation(&running, end).await.unwrap());
    assert!(
        store
            .abandon_generation(&unsent, now() + QUEUE_LIFE)
            .await
            .unwrap()
    );
    assert_eq!(due(&store, now() + QUEUE_LIFE).await, []);
    for (id, code) in [(running.id, INTERRUPTED), (unsent.id, NOT_STARTED)] {
        let failed = stored(&store, id).await;
        assert_eq!(failed.state, GenerationState::Failed);
        assert_eq!(failed.error.unwrap().code, code);
    }
    assert_eq!(total(&store).await.calls, 0);
}
