//! Due work is found although timers and messages were lost.
#![expect(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

#[path = "due/generations.rs"]
mod generations;
#[path = "due/maintenance.rs"]
mod maintenance;
#[path = "due/searches.rs"]
mod searches;
#[path = "due/silence.rs"]
mod silence;
#[path = "due/unapproved_changes.rs"]
mod unapproved_changes;

use std::sync::Arc;
use std::sync::atomic::Ordering;

use domain::platform::id::{JobId, MediaId, PostId, SiteId, UserId};
use domain::platform::notification::{Notification, NotificationKind};
use domain::platform::post::{Post, PostFields, SETTLE_AFTER};
use domain::platform::publication::{Job, JobKind, Step};
use embedded::clock::SettableClock;
use embedded::dynamo::{Engine, FaultInjector, InjectedFault};
use embedded::memory_blobs::MemoryBlobs;
use embedded::queue::MemoryQueue;
use embedded::random::SeededRandom;
use items::{Condition, Entry, Key, Table};
use jiff::{SignedDuration, Timestamp};
use platform_store::{PlatformStore, PostChange};
use platform_testkit::first_version;
use ports::{Clock, WorkMessage};
use publishing_tick::{Ports, Report, run};
use vault::password::PasswordHash;

struct TestApp {
    engine: Engine,
    ports: Ports,
    clock: Arc<SettableClock>,
    queue: Arc<MemoryQueue>,
    generations: Arc<MemoryQueue>,
    searches: Arc<MemoryQueue>,
}

/// A site, with the person who owns it.
async fn open_site(store: &PlatformStore, now: Timestamp) {
    let hash = PasswordHash::from_stored("unused");
    let (owner, _) = store
        .ensure_admin("Ana", "ana@agencia.example", hash, now)
        .await
        .unwrap();
    let site = platform_testkit::site(SiteId(1), owner.id, "https://cliente.example", now);
    store.create_site(&site, None).await.unwrap();
}

async fn app() -> TestApp {
    let engine = Engine::memory().unwrap();
    let clock = Arc::new(SettableClock::at(
        Timestamp::from_second(1_800_000_000).unwrap(),
    ));
    let queue = Arc::new(MemoryQueue::default());
    let generations = Arc::new(MemoryQueue::default());
    let searches = Arc::new(MemoryQueue::default());
    let ports = Ports {
        store: platform_testkit::store(&engine).await,
        blobs: Arc::new(MemoryBlobs::default()),
        publications: queue.clone(),
        notifications: Arc::new(MemoryQueue::default()),
        generations: generations.clone(),
        searches: searches.clone(),
        clock: clock.clone(),
        random: Arc::new(SeededRandom::new(1)),
    };
    open_site(&ports.store, ports.clock.now()).await;
    TestApp {
        engine,
        ports,
        clock,
        queue,
        generations,
        searches,
    }
}

impl TestApp {
    fn now(&self) -> Timestamp {
        self.clock.now()
    }

    /// A post that the host holds for `ahead` from now.
    async fn scheduled(&self, ahead: SignedDuration) -> Post {
        let id = self.ports.store.next_post_id().await.unwrap();
        let now = self.now();
        let fields = PostFields {
            title: "Horta".into(),
            ..PostFields::default()
        };
        let mut post = Post::draft(id, UserId(1), SiteId(1), fields, 300, now);
        post.featured_media_id = Some(MediaId(1));
        let version = first_version(&post, "");
        self.ports
            .store
            .create_post(&post, &version, &[])
            .await
            .unwrap();
        let change = PostChange::of(&post, |post| {
            post.mark_scheduled(now + ahead);
            post.host_copy = Some(post.copy_for_host());
        });
        self.ports.store.save_post(change).await.unwrap()
    }

    async fn last_tick(&self) -> Option<Timestamp> {
        let tick = self.ports.store.last_tick().await.unwrap();
        tick.map(|tick| tick.at)
    }

    /// A record of `kind` that is due now and cannot be read.
    async fn poison(&self, partition: &str, kind: &str) {
        let (_, sort) = partition.split_once('#').unwrap();
        let sort = if kind == "JOB" { "JOB" } else { sort };
        let entry = Entry::new(Key::new(partition, sort), &"no record of ours").unwrap();
        let entry = entry.due(kind, self.now().as_second());
        let table = self.ports.store.table();
        table.put(entry, Condition::Any).await.unwrap();
    }

    /// A publication whose message was lost.
    async fn published_unsent(&self) -> JobId {
        let post = self.scheduled(SignedDuration::from_hours(9)).await;
        let change = PostChange::of(&post, |_| {});
        let random = SeededRandom::new(2);
        let store = &self.ports.store;
        let asked = store.request_publication(change, JobKind::Publish, None, self.now(), &random);
        asked.await.unwrap().1.id
    }

    /// A notification whose message was lost.
    async fn notice(&self) {
        let kind = NotificationKind::PostPublished {
            post_id: PostId(1),
            job_id: JobId(1),
        };
        let notification = Notification::new(kind, self.now());
        let store = &self.ports.store;
        assert!(store.add_notification(&notification).await.unwrap());
    }

    /// So many posts whose time has come and whose jobs wait for a person.
    async fn parked(&self, count: u64) {
        let store = &self.ports.store;
        let post = self.scheduled(SignedDuration::from_mins(-10)).await;
        let change = PostChange::of(&post, |_| {});
        let random = SeededRandom::new(2);
        let asked = store.request_publication(change, JobKind::Settle, None, self.now(), &random);
        asked.await.unwrap();
        self.end(&post, |job, now| {
            job.fail(Step::Settle, "HTTP 403", false, None, now);
        })
        .await;
        let parked = self.reread(&post).await;
        let due = parked.due_at().unwrap().as_second();
        for number in 1..count {
            let id = PostId(1000 + number);
            let copy = Post {
                id,
                ..parked.clone()
            };
            let key = Key::new(format!("POST#{id}"), "POST");
            let entry = Entry::new(key, &copy).unwrap().revision(copy.revision);
            let entry = entry.due("SCHEDULED_POST", due);
            store.table().put(entry, Condition::Any).await.unwrap();
        }
    }

    async fn reread(&self, post: &Post) -> Post {
        self.ports.store.post(post.id).await.unwrap().unwrap()
    }

    /// A user edits the post.
    async fn edit(&self, post: &Post) {
        let now = self.now();
        let change = PostChange::of(&self.reread(post).await, |post| {
            post.version += 1;
            post.updated_at = now;
        });
        self.ports.store.save_post(change).await.unwrap();
    }

    async fn job(&self, post: &Post) -> Job {
        let id = self.reread(post).await.job_id.unwrap();
        self.ports.store.job(id).await.unwrap().unwrap()
    }

    /// A worker ends the post's job so.
    async fn end(&self, post: &Post, how: impl FnOnce(&mut Job, Timestamp)) {
        let mut job = self.job(post).await;
        let (stored, now) = (job.revision, self.now());
        job.begin(now).unwrap();
        how(&mut job, now);
        self.ports.store.save_job(&job, stored).await.unwrap();
    }

    /// The jobs that were sent.
    fn sent(&self) -> Vec<JobId> {
        std::iter::from_fn(|| self.queue.try_next())
            .filter_map(|message| match message {
                WorkMessage::Publication { job_id } => Some(job_id),
                _ => None,
            })
            .collect()
    }
}

#[tokio::test]
async fn a_scheduled_post_is_asked_about_once_after_its_time() {
    let app = app().await;
    let post = app.scheduled(SignedDuration::from_mins(10)).await;
    assert_eq!(run(&app.ports).await.unwrap(), Report::default());
    app.clock
        .advance(SignedDuration::from_mins(10) + SETTLE_AFTER);
    assert_eq!(run(&app.ports).await.unwrap().settled, 1);
    let post = app.ports.store.post(post.id).await.unwrap().unwrap();
    let job = app
        .ports
        .store
        .job(post.job_id.unwrap())
        .await
        .unwrap()
        .unwrap();
    assert_eq!(job.kind, JobKind::Settle);
    assert_eq!(run(&app.ports).await.unwrap().settled, 0);
}

#[tokio::test]
async fn an_edit_of_a_scheduled_post_is_handed_to_the_host_before_its_time() {
    let app = app().await;
    let post = app.scheduled(SignedDuration::from_hours(9)).await;
    app.edit(&post).await;
    assert_eq!(run(&app.ports).await.unwrap().renewed, 1);
    let at = post.scheduled_at.unwrap();
    assert_eq!(app.job(&post).await.kind, JobKind::Schedule { at });
    assert_eq!(run(&app.ports).await.unwrap(), Report::default());
    // Another edit while a worker is at it waits for its end.
    app.edit(&post).await;
    assert_eq!(run(&app.ports).await.unwrap().renewed, 0);
    app.end(&post, |job, now| {
        while let Some(step) = job.next_step() {
            job.succeed(step, now);
        }
    })
    .await;
    assert_eq!(run(&app.ports).await.unwrap().renewed, 1);
    // What the host refuses belongs to a person, until the post changes again.
    app.end(&post, |job, now| {
        job.fail(Step::Update, "HTTP 403", false, None, now);
    })
    .await;
    assert_eq!(run(&app.ports).await.unwrap().renewed, 0);
    app.edit(&post).await;
    assert_eq!(run(&app.ports).await.unwrap().renewed, 1);
}

#[tokio::test]
async fn an_edit_in_the_last_moment_goes_with_the_question_whether_the_post_is_online() {
    let app = app().await;
    let post = app.scheduled(SignedDuration::from_mins(1)).await;
    app.clock.advance(SignedDuration::from_mins(1));
    app.edit(&post).await;
    assert_eq!(run(&app.ports).await.unwrap(), Report::default());
    app.clock.advance(SETTLE_AFTER);
    let report = run(&app.ports).await.unwrap();
    assert_eq!((report.settled, report.renewed), (1, 0));
    assert!(app.reread(&post).await.host_is_behind());
}

#[tokio::test]
async fn a_text_that_is_half_written_is_not_handed_over() {
    let app = app().await;
    let post = app.scheduled(SignedDuration::from_hours(9)).await;
    app.edit(&post).await;
    let change = PostChange::of(&app.reread(&post).await, |post| post.body_chars = 10);
    app.ports.store.save_post(change).await.unwrap();
    assert_eq!(run(&app.ports).await.unwrap(), Report::default());
}

#[tokio::test]
async fn a_schedule_that_is_being_taken_back_is_not_renewed() {
    let app = app().await;
    let post = app.scheduled(SignedDuration::from_hours(9)).await;
    let change = PostChange::of(&post, |_| {});
    let random = SeededRandom::new(2);
    app.ports
        .store
        .request_publication(change, JobKind::Unschedule, None, app.now(), &random)
        .await
        .unwrap();
    app.end(&post, |job, now| {
        job.fail(Step::Withdraw, "HTTP 403", false, None, now);
    })
    .await;
    app.edit(&post).await;
    assert_eq!(run(&app.ports).await.unwrap().renewed, 0);
}

#[tokio::test]
async fn many_posts_of_one_instant_are_all_found() {
    let app = app().await;
    for _ in 0..12 {
        app.scheduled(SignedDuration::from_mins(1)).await;
    }
    app.clock.advance(SignedDuration::from_mins(3));
    assert_eq!(run(&app.ports).await.unwrap().settled, 12);
    assert_eq!(app.sent().len(), 12);
}

#[tokio::test]
async fn an_old_timer_does_not_fire_after_deletion_or_a_new_date() {
    let app = app().await;
    let deleted = app.scheduled(SignedDuration::from_mins(1)).await;
    let now = app.now();
    let change = PostChange::of(&deleted, |post| post.deleted_at = Some(now));
    app.ports.store.save_post(change).await.unwrap();
    let moved = app.scheduled(SignedDuration::from_mins(1)).await;
    let later = now + SignedDuration::from_hours(9);
    app.ports
        .store
        .save_post(PostChange::of(&moved, |post| post.mark_scheduled(later)))
        .await
        .unwrap();
    app.clock.advance(SignedDuration::from_mins(30));
    assert_eq!(run(&app.ports).await.unwrap(), Report::default());
}

#[tokio::test]
async fn a_job_whose_message_was_lost_is_sent_again() {
    let app = app().await;
    let post = app.scheduled(SignedDuration::from_hours(9)).await;
    let change = PostChange::of(&post, |_| {});
    let (_, job) = app
        .ports
        .store
        .request_publication(
            change,
            JobKind::Publish,
            Some(UserId(1)),
            app.now(),
            &SeededRandom::new(2),
        )
        .await
        .unwrap();
    assert_eq!(run(&app.ports).await.unwrap().jobs_sent, 0);
    app.clock.advance(SignedDuration::from_secs(61));
    assert_eq!(run(&app.ports).await.unwrap().jobs_sent, 1);
    assert_eq!(app.sent(), [job.id]);
    assert_eq!(app.last_tick().await, Some(app.now()));
}

#[tokio::test]
async fn a_record_that_cannot_be_read_or_handled_stops_no_other() {
    let app = app().await;
    for kind in ["SCHEDULED_POST", "JOB", "NOTIFICATION", "GENERATION"] {
        app.poison(&format!("POISON#{kind}"), kind).await;
    }
    // One whose index entry can be read while its job cannot.
    let broken = app.scheduled(SignedDuration::from_mins(1)).await;
    let change = PostChange::of(&broken, |post| post.job_id = Some(JobId(77)));
    app.ports.store.save_post(change).await.unwrap();
    app.poison("JOB#77", "JOB").await;
    let post = app.scheduled(SignedDuration::from_mins(2)).await;
    let job = app.published_unsent().await;
    app.notice().await;
    app.article().await;
    app.clock.advance(SignedDuration::from_mins(5));
    let report = run(&app.ports).await.unwrap();
    let done = (report.settled, report.jobs_sent, report.notifications_sent);
    assert_eq!((done, report.failed), ((1, 1, 1), 6), "{report:?}");
    assert_eq!(report.generations_sent, 1);
    assert_eq!(app.job(&post).await.kind, JobKind::Settle);
    assert!(app.sent().contains(&job));
    assert_eq!(app.last_tick().await, Some(app.now()));
}

#[tokio::test]
async fn a_tick_that_fails_in_part_does_the_rest_and_says_that_it_ran() {
    let app = app().await;
    let post = app.scheduled(SignedDuration::from_mins(1)).await;
    app.clock.advance(SignedDuration::from_mins(5));
    for operation in ["GetItem", "Query"] {
        let engine = app.engine.clone();
        let first = std::sync::atomic::AtomicUsize::new(0);
        // The first of them is lost for good, the client's own repetitions included.
        let disturb: FaultInjector = Arc::new(move |asked| {
            let lost = asked == operation && first.fetch_add(1, Ordering::SeqCst) < 3;
            if lost {
                InjectedFault::LoseRequest
            } else {
                InjectedFault::None
            }
        });
        let table = Table::new(engine.client_with_faults(disturb), "platform");
        let ports = Ports {
            store: PlatformStore::new(table),
            ..app.ports.clone()
        };
        run(&ports).await.unwrap_err();
        assert_eq!(app.last_tick().await, Some(app.now()), "{operation}");
        app.clock.advance(SignedDuration::from_secs(1));
    }
    assert_eq!(app.job(&post).await.kind, JobKind::Settle);
}

/// Every reading takes some time, so that a tick cannot look at everything.
struct SlowClock(Arc<SettableClock>);

impl Clock for SlowClock {
    fn now(&self) -> Timestamp {
        self.0.advance(SignedDuration::from_secs(7));
        self.0.now()
    }
}

#[tokio::test]
async fn posts_that_wait_for_a_person_hide_no_other() {
    let app = app().await;
    app.parked(510).await;
    let post = app.scheduled(SignedDuration::from_mins(1)).await;
    app.clock.advance(SignedDuration::from_mins(5));
    assert_eq!(run(&app.ports).await.unwrap().settled, 1);
    assert_eq!(app.job(&post).await.kind, JobKind::Settle);
}

#[tokio::test]
async fn a_tick_whose_time_is_over_leaves_the_rest_to_the_next() {
    let app = app().await;
    app.parked(310).await;
    let post = app.scheduled(SignedDuration::from_mins(1)).await;
    app.clock.advance(SignedDuration::from_mins(5));
    let slow = Ports {
        clock: Arc::new(SlowClock(app.clock.clone())),
        ..app.ports.clone()
    };
    // Two pages each; the second goes on where the first stopped.
    assert_eq!(run(&slow).await.unwrap().settled, 0);
    assert_eq!(run(&slow).await.unwrap().settled, 1);
    assert_eq!(app.job(&post).await.kind, JobKind::Settle);
    // The third begins at the beginning, where an earlier date has come up.
    let early = app.scheduled(SignedDuration::from_mins(-60)).await;
    assert_eq!(run(&slow).await.unwrap().settled, 1);
    assert_eq!(app.job(&early).await.kind, JobKind::Settle);
}
