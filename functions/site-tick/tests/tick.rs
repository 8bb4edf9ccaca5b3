//! Scheduled items become visible at their minute, on every site, once.
#![expect(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::sync::Arc;

use domain::site::date::DateInput;
use domain::site::{Kind, Status};
use embedded::blobs::MemoryBlobs;
use embedded::clock::SettableClock;
use embedded::dynamo::Engine;
use embedded::queue::MemoryQueue;
use embedded::random::SeededRandom;
use items::Table;
use jiff::{SignedDuration, Timestamp};
use ports::WorkMessage;
use site_mail::{RenderedMail, SiteMails};
use site_store::{ContentChange, ContentFilter, Freshness, Parts, SiteStore, Sites, StatusFilter};
use site_tick::{Ports, Report, run};

fn start() -> Timestamp {
    "2024-05-01T15:00:00Z".parse().unwrap()
}

struct TestSites {
    ports: Ports,
    clock: Arc<SettableClock>,
    queue: Arc<MemoryQueue>,
}

impl TestSites {
    async fn new() -> Self {
        let table = Table::new(Engine::memory().unwrap().client(), "site");
        table.create().await.unwrap();
        let clock = Arc::new(SettableClock::at(start()));
        let mut parts = Parts::new(
            table,
            Arc::new(MemoryBlobs::default()),
            clock.clone(),
            Arc::new(SeededRandom::new(1)),
        );
        parts.snapshot_every = 100;
        let queue = Arc::<MemoryQueue>::default();
        let ports = Ports {
            sites: Arc::new(Sites::new(parts.clone())),
            parts,
            work: queue.clone(),
            clock: clock.clone(),
        };
        Self {
            ports,
            clock,
            queue,
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
async fn snapshots_are_made_where_much_was_written() {
    let sites = TestSites::new().await;
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
