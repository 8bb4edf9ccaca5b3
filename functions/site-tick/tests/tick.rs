//! Scheduled items become visible at their minute, on every site, once.
#![expect(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::sync::Arc;

use domain::site::date::DateInput;
use domain::site::{Kind, Status};
use embedded::clock::SettableClock;
use embedded::dynamo::Engine;
use embedded::memory_blobs::MemoryBlobs;
use embedded::queue::MemoryQueue;
use embedded::random::SeededRandom;
use items::Table;
use jiff::{SignedDuration, Timestamp};
use outbound::{Outbound, Policy};
use ports::WorkMessage;
use service_fakes::{FakeServices, Service};
use site_mail::{RenderedMail, SiteMails};
use site_spam::{Circumstances, Message, SpamFilter, Task};
use site_store::{
    CommentChange, CommentStatus, ContentChange, ContentFilter, Freshness, NewComment, Parts,
    SiteStore, Sites, StatusChange, StatusFilter, anything,
};
use site_tick::{Ports, Report, run};
use vault::KeyRing;

fn start() -> Timestamp {
    "2024-05-01T15:00:00Z".parse().unwrap()
}

struct TestSites {
    ports: Ports,
    clock: Arc<SettableClock>,
    queue: Arc<MemoryQueue>,
    fakes: FakeServices,
}

impl TestSites {
    async fn new() -> Self {
        let table = Table::new(Engine::memory().unwrap().client(), "site");
        table.create().await.unwrap();
        let clock = Arc::new(SettableClock::at(start()));
        let random = Arc::new(SeededRandom::new(1));
        let keyring = Arc::new(KeyRing::generate(&*random));
        let fakes = FakeServices::start().await.unwrap();
        let service = fakes.url(Service::Akismet);
        let spam = SpamFilter::of_environment(
            table.clone(),
            keyring,
            random.clone(),
            clock.clone(),
            Outbound::new(Policy::local()).unwrap(),
            |name| (name == "SPAM_SERVICE_URL").then(|| service.clone()),
        )
        .unwrap();
        let mut parts = Parts::new(
            table,
            Arc::new(MemoryBlobs::default()),
            clock.clone(),
            random,
        );
        parts.snapshot_every = 100;
        let queue = Arc::<MemoryQueue>::default();
        let ports = Ports {
            sites: Arc::new(Sites::new(parts.clone())),
            parts,
            work: queue.clone(),
            clock: clock.clone(),
            spam,
        };
        Self {
            ports,
            clock,
            queue,
            fakes,
        }
    }

    fn site(&self, name: &str) -> SiteStore {
        self.ports.sites.site(&name.parse().unwrap()).unwrap()
    }

    async fn schedule(&self, site: &str, seconds: i64) -> u64 {
        let change = ContentChange {
            title: Some("a".into()),
            status: Some(Status::Future),
            date: Some(DateInput::Exact(
                start() + SignedDuration::from_secs(seconds),
            )),
            ..ContentChange::default()
        };
        let post = self
            .site(site)
            .create(Kind::Post, 1, &change)
            .await
            .unwrap();
        assert_eq!(post.status, Status::Future);
        post.id
    }

    async fn published(&self, site: &str) -> Vec<u64> {
        let store = self.site(site);
        store.refresh(Freshness::Asked).await.unwrap();
        let filter = ContentFilter {
            status: StatusFilter::Of(vec![Status::Publish]),
            ascending: true,
            ..ContentFilter::all(Kind::Post)
        };
        store.list(&filter).await.unwrap().items
    }
}

#[tokio::test]
async fn nothing_is_published_early() {
    let sites = TestSites::new().await;
    run(&sites.ports).await.unwrap();
    sites.schedule("main", 120).await;
    assert_eq!(run(&sites.ports).await.unwrap(), Report::default());
    sites.clock.advance(SignedDuration::from_secs(119));
    assert_eq!(run(&sites.ports).await.unwrap(), Report::default());
    sites.clock.advance(SignedDuration::from_secs(1));
    assert_eq!(run(&sites.ports).await.unwrap().published, 1);
    assert_eq!(sites.published("main").await, [1]);
}

#[tokio::test]
async fn many_at_one_instant_on_several_sites_and_after_a_pause() {
    let sites = TestSites::new().await;
    run(&sites.ports).await.unwrap();
    for _ in 0..5 {
        sites.schedule("main", 60).await;
        sites.schedule("blog", 60).await;
    }
    sites.schedule("blog", 86_400).await;
    // The ticks of an hour were missed.
    sites.clock.advance(SignedDuration::from_hours(1));
    let report = run(&sites.ports).await.unwrap();
    assert_eq!(
        (report.published, report.failed, report.late_seconds),
        (10, 0, 3540)
    );
    assert_eq!(sites.published("main").await, [1, 2, 3, 4, 5]);
    assert_eq!(sites.published("blog").await, [1, 2, 3, 4, 5]);
    assert_eq!(run(&sites.ports).await.unwrap(), Report::default());
}

#[tokio::test]
async fn ticks_may_overlap() {
    let sites = TestSites::new().await;
    for _ in 0..6 {
        sites.schedule("main", 60).await;
    }
    sites.clock.advance(SignedDuration::from_secs(60));
    let (one, two) = tokio::join!(run(&sites.ports), run(&sites.ports));
    let (one, two) = (one.unwrap(), two.unwrap());
    assert_eq!(one.published + two.published, 6);
    assert_eq!(one.failed + two.failed, 0);
}

#[tokio::test]
async fn deleted_data_are_erased_within_about_an_hour() {
    let sites = TestSites::new().await;
    // The first tick passes over a log over which no pass was made.
    let id = sites.schedule("main", 86_400).await;
    assert_eq!(run(&sites.ports).await.unwrap().erasures, 1);
    assert_eq!(run(&sites.ports).await.unwrap(), Report::default());
    let deleted = sites.site("main").delete(Kind::Post, id, &anything).await;
    deleted.unwrap();
    sites.clock.advance(SignedDuration::from_mins(4));
    assert_eq!(run(&sites.ports).await.unwrap(), Report::default());
    sites.clock.advance(SignedDuration::from_mins(61));
    assert_eq!(run(&sites.ports).await.unwrap().erasures, 1);
    assert_eq!(run(&sites.ports).await.unwrap(), Report::default());
}

#[tokio::test]
async fn snapshots_are_made_where_much_was_written() {
    let sites = TestSites::new().await;
    run(&sites.ports).await.unwrap();
    let change = ContentChange {
        title: Some("a".into()),
        ..ContentChange::default()
    };
    for _ in 0..99 {
        let store = sites.site("main");
        store.create(Kind::Post, 1, &change).await.unwrap();
    }
    assert_eq!(run(&sites.ports).await.unwrap(), Report::default());
    sites
        .site("main")
        .create(Kind::Post, 1, &change)
        .await
        .unwrap();
    sites
        .site("blog")
        .create(Kind::Post, 1, &change)
        .await
        .unwrap();
    let (one, two) = tokio::join!(run(&sites.ports), run(&sites.ports));
    let (one, two) = (one.unwrap(), two.unwrap());
    assert_eq!(
        (one.snapshots + two.snapshots, one.failed + two.failed),
        (1, 0)
    );
    assert_eq!(run(&sites.ports).await.unwrap(), Report::default());
}

fn mail() -> RenderedMail {
    RenderedMail {
        from: "Jardim <site@jardim.example>".into(),
        to: vec!["ana@jardim.example".into()],
        headers: vec![("Reply-To".into(), "davi@leitor.example".into())],
        subject: "Mudas".into(),
        body: "Gostaria de mudas.".into(),
        is_html: false,
        attachments: Vec::new(),
    }
}

const HOME: &str = "https://site.example";
const KEY: &str = "0123456789ab";

impl TestSites {
    /// Stores the key of the spam service.
    async fn with_key(&self) {
        let filter = self.ports.spam.of(&self.site("main"), HOME);
        filter.store_key(KEY).await.unwrap();
    }

    /// Creates a comment as the interface does; returns its identifier.
    async fn comment(&self, content: &str) -> u64 {
        let store = self.site("main");
        let post = self.schedule("main", 86_400).await;
        let mut new = NewComment {
            post,
            author_name: "Ana".into(),
            author_email: "ana@mail.example".into(),
            author_ip: "192.0.2.7".into(),
            content: content.into(),
            ..NewComment::default()
        };
        let filter = self.ports.spam.of(&store, HOME);
        let judged = filter.judge_comment(&new, &Circumstances::default()).await;
        let judged = judged.unwrap();
        new.filtered = judged.status();
        let comment = store.create_comment(&new).await.unwrap();
        filter.keep(comment.id, judged, false).await.unwrap();
        comment.id
    }

    async fn status(&self, comment: u64) -> CommentStatus {
        let store = self.site("main");
        store.refresh(Freshness::Asked).await.unwrap();
        store.comment(comment).unwrap().status
    }

    /// Calls of the spam service to check or correct, by the end of their path.
    fn called(&self) -> Vec<String> {
        let calls = self.fakes.calls(Service::Akismet).into_iter();
        let names = calls.map(|call| call.path.rsplit('/').next().unwrap().to_owned());
        names.filter(|name| name != "verify-key").collect()
    }
}

#[tokio::test]
async fn mails_whose_message_was_lost_are_announced_with_their_site() {
    let sites = TestSites::new().await;
    let mut ids = Vec::new();
    for tenant in ["main", "blog"] {
        let mails = SiteMails::new(sites.ports.parts.clone(), tenant.parse().unwrap());
        let prepared = mails.prepare(&mail(), None, None).unwrap();
        ids.push((tenant.to_owned(), mails.enqueue(prepared).await.unwrap()));
    }
    sites.clock.advance(SignedDuration::from_secs(59));
    assert_eq!(run(&sites.ports).await.unwrap(), Report::default());
    assert_eq!(sites.queue.try_next(), None);
    sites.clock.advance(SignedDuration::from_secs(1));
    assert_eq!(run(&sites.ports).await.unwrap().mails, 2);
    let mut announced = Vec::new();
    while let Some(message) = sites.queue.try_next() {
        let WorkMessage::SiteMail { tenant, mail_id } = message else {
            panic!("{message:?}");
        };
        announced.push((tenant, mail_id));
    }
    announced.sort();
    ids.sort();
    assert_eq!(announced, ids);
}

#[tokio::test]
async fn a_comment_that_could_not_be_checked_is_checked_again() {
    for (content, expected) in [
        ("Que receita boa!", CommentStatus::Hold),
        ("akismet-guaranteed-spam", CommentStatus::Spam),
    ] {
        let sites = TestSites::new().await;
        sites.with_key().await;
        sites.fakes.fail_next(Service::Akismet, "500");
        let id = sites.comment(content).await;
        assert_eq!(sites.status(id).await, CommentStatus::Hold);
        assert_eq!(
            run(&sites.ports).await.unwrap().spam_tasks,
            0,
            "not yet due"
        );
        // The service fails once more; the task stays.
        sites.fakes.fail_next(Service::Akismet, "500");
        sites.clock.advance(SignedDuration::from_mins(6));
        assert_eq!(run(&sites.ports).await.unwrap().spam_tasks, 0);
        assert_eq!(sites.status(id).await, CommentStatus::Hold);
        sites.clock.advance(SignedDuration::from_mins(21));
        assert_eq!(run(&sites.ports).await.unwrap().spam_tasks, 1);
        assert_eq!(sites.status(id).await, expected);
        let filter = sites.ports.spam.of(&sites.site("main"), HOME);
        let check = filter.check_of(id).await.unwrap().unwrap();
        assert_eq!((check.task, check.history.len()), (None, 3));
        assert!(check.guid.is_some());
        sites.clock.advance(SignedDuration::from_hours(48));
        assert_eq!(run(&sites.ports).await.unwrap().spam_tasks, 0);
        assert_eq!(sites.called().len(), 3);
    }
}

#[tokio::test]
async fn what_a_person_decided_is_reported_and_not_checked_again() {
    let sites = TestSites::new().await;
    sites.with_key().await;
    sites.fakes.fail_next(Service::Akismet, "garbage");
    let id = sites
        .comment("akismet-guaranteed-spam no bom sentido")
        .await;
    let store = sites.site("main");
    let filter = sites.ports.spam.of(&store, HOME);
    for (status, before) in [
        (CommentStatus::Spam, CommentStatus::Hold),
        (CommentStatus::Approved, CommentStatus::Spam),
    ] {
        let change = CommentChange {
            status: Some(StatusChange::To(status)),
            ..CommentChange::default()
        };
        let comment = store.update_comment(id, &change).await.unwrap();
        filter.moderated(before, &comment, true).await.unwrap();
    }
    assert_eq!(
        sites.called(),
        ["comment-check"],
        "a moderator does not wait"
    );
    let check = filter.check_of(id).await.unwrap().unwrap();
    assert!(matches!(check.task, Some(Task::Report { failed: 0, .. })));
    assert!(!check.by_filter);
    sites.fakes.fail_next(Service::Akismet, "overload");
    assert_eq!(run(&sites.ports).await.unwrap().spam_tasks, 0);
    sites.clock.advance(SignedDuration::from_mins(6));
    assert_eq!(run(&sites.ports).await.unwrap().spam_tasks, 1);
    assert_eq!(
        sites.called(),
        ["comment-check", "submit-ham", "submit-ham"]
    );
    assert_eq!(sites.status(id).await, CommentStatus::Approved);
    assert_eq!(run(&sites.ports).await.unwrap().spam_tasks, 0);
}

#[tokio::test]
async fn a_correction_of_a_message_is_reported_until_the_service_takes_it() {
    let sites = TestSites::new().await;
    let store = sites.site("main");
    let filter = sites.ports.spam.of(&store, HOME);
    let message = Message {
        content: "Gostaria de mudas.".into(),
        address: "192.0.2.7".into(),
        ..Message::default()
    };
    let unreported = filter.message_report(7, &message, true).await.unwrap();
    assert!(unreported.is_none(), "there is no key");
    sites.with_key().await;
    for is_spam in [false, true] {
        let report = filter.message_report(7, &message, is_spam).await.unwrap();
        let table = &sites.ports.parts.table;
        table.transact(vec![report.unwrap()]).await.unwrap();
    }
    sites.fakes.fail_next(Service::Akismet, "overload");
    assert_eq!(run(&sites.ports).await.unwrap().spam_tasks, 0);
    sites.clock.advance(SignedDuration::from_mins(6));
    let (one, two) = tokio::join!(run(&sites.ports), run(&sites.ports));
    assert_eq!(one.unwrap().spam_tasks + two.unwrap().spam_tasks, 1);
    assert_eq!(sites.called(), ["submit-spam", "submit-spam"]);
    sites.clock.advance(SignedDuration::from_hours(48));
    assert_eq!(run(&sites.ports).await.unwrap().spam_tasks, 0);
}

#[tokio::test]
async fn the_task_of_a_deleted_comment_ends() {
    let sites = TestSites::new().await;
    sites.with_key().await;
    sites.fakes.fail_next(Service::Akismet, "500");
    let id = sites.comment("um texto").await;
    let store = sites.site("main");
    store.delete_comment(id).await.unwrap();
    let filter = sites.ports.spam.of(&store, HOME);
    assert_eq!(filter.check_of(id).await.unwrap(), None);
    sites.clock.advance(SignedDuration::from_mins(6));
    assert_eq!(run(&sites.ports).await.unwrap().spam_tasks, 0);
    assert_eq!(sites.called(), ["comment-check"]);
}
