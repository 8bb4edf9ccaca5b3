//! Measures the lists of posts with 1,000, 10,000 and 100,000 posts on 40 sites over 24 months: shortest and median time
//! and read units of warm requests, in process and in memory, and of a store whose process has just begun.
//!
//! ```sh
//! cargo run --release -p pauta-tests --features measure --example post_list_speed
//! ```
//!
//! The rows of the posts are written directly into the change log, and the snapshot is made by the tick's method. The
//! requests of one measurement alternate between the sizes, so that a busy machine slows all of them alike; the last
//! column compares the medians.

use std::time::{Duration, Instant};

use domain::platform::access::Role;
use domain::platform::approval::Label;
use domain::platform::id::{PostId, SiteId};
use domain::platform::month::Month;
use domain::platform::post::{Post, PostFields, PostStatus};
use items::Key;
use jiff::{SignedDuration, Timestamp};
use journal::Journal;
use pauta_tests::app::{SignedInUser, TestApp, TestRequest};
use platform_store::{
    HistoryFilter, PlatformStore, PostChange, PostFilter, PostRow, ReportEvent, SnapshotTerms,
    report_write,
};
use platform_testkit::first_version;

const SIZES: [u64; 3] = [1_000, 10_000, 100_000];
const SITES: u64 = 40;
const MONTHS: u64 = 24;
/// Rows and counters of one transaction.
const AT_ONCE: usize = 80;
/// Requests of one measurement.
const REQUESTS: usize = 301;
/// Cold starts of one measurement.
const STARTS: usize = 7;

/// A platform with posts.
struct Agency {
    app: TestApp,
    admin: SignedInUser,
    posts: u64,
}

/// The times of one measurement, and the read units of its last run.
#[derive(Debug, Clone, Default)]
struct Found {
    times: Vec<Duration>,
    units: f64,
}

impl Found {
    /// The shortest and the median time, in milliseconds.
    fn milliseconds(&self) -> (f64, f64) {
        let mut times: Vec<f64> = self
            .times
            .iter()
            .map(|time| time.as_secs_f64() * 1e3)
            .collect();
        times.sort_unstable_by(f64::total_cmp);
        (times[0], times[times.len() / 2])
    }
}

#[tokio::main]
async fn main() {
    let mut agencies = Vec::new();
    for posts in SIZES {
        let begun = Instant::now();
        agencies.push(Agency::of(posts).await);
        eprintln!("{posts} posts written in {:.1?}", begun.elapsed());
    }
    println!(
        "Shortest ms, median ms and read units with 1,000, 10,000 and 100,000 posts; growth\n"
    );
    println!("| | 1,000 | | | 10,000 | | | 100,000 | | | 100,000 ÷ 1,000 |");
    println!("|---|---|---|---|---|---|---|---|---|---|---|");
    for (name, question) in QUESTIONS {
        let found = warm(&agencies, question).await;
        print_line(name, &found);
    }
    for start in [Start::History, Start::List, Start::Save] {
        let found = cold(&agencies, start).await;
        print_line(start.name(), &found);
    }
}

/// The warm requests: a name and a path. `LAST` is the number of the last full page, `DEEP` that of a page after nine
/// tenths of the posts.
const QUESTIONS: [(&str, &str); 11] = [
    ("history, first page", "/posts/history"),
    ("history, last full page", "/posts/history?page=LAST"),
    ("history, not deleted", "/posts/history?deleted=false"),
    (
        "history, one year, published",
        "/posts/history?year=2026&status=published",
    ),
    ("history, one site", "/posts/history?site_id=7"),
    ("years", "/posts/history/years"),
    ("list, first page", "/posts"),
    ("list, deep page", "/posts?page=DEEP"),
    ("list, drafts", "/posts?status=draft"),
    ("report, all sites", "/reports/monthly?month=2026-06"),
    (
        "report, one site",
        "/reports/monthly?month=2026-06&site_id=7",
    ),
];

fn path(question: &str, posts: u64) -> String {
    let last = (posts / 20).to_string();
    let deep = (posts / 20 * 9 / 10).to_string();
    format!("/api/v1{question}")
        .replace("LAST", &last)
        .replace("DEEP", &deep)
}

fn print_line(name: &str, found: &[Found]) {
    let mut line = format!("| {name} |");
    let mut medians = Vec::new();
    for one in found {
        let (least, median) = one.milliseconds();
        line.push_str(&format!(" {least:.2} | {median:.2} | {} |", one.units));
        medians.push(median);
    }
    println!("{line} {:.2} |", medians[medians.len() - 1] / medians[0]);
}

/// Asks every agency in turn.
async fn warm(agencies: &[Agency], question: &str) -> Vec<Found> {
    let mut found = vec![Found::default(); agencies.len()];
    for _ in 0..REQUESTS {
        for (agency, found) in agencies.iter().zip(&mut found) {
            let meter = agency.app.parts.store.table().meter();
            let request = TestRequest::get(path(question, agency.posts));
            meter.take();
            let begun = Instant::now();
            let answer = agency.app.ask(Some(&agency.admin), request).await;
            found.times.push(begun.elapsed());
            assert!(answer.status.is_success(), "{}", answer.text);
            found.units = meter.take().read_units;
        }
    }
    found
}

/// What a process that has just begun does first.
#[derive(Debug, Clone, Copy)]
enum Start {
    History,
    List,
    Save,
}

impl Start {
    const fn name(self) -> &'static str {
        match self {
            Self::History => "cold history",
            Self::List => "cold list",
            Self::Save => "cold save",
        }
    }

    async fn run(self, store: &PlatformStore, post: PostId) {
        match self {
            Self::History => {
                let filter = HistoryFilter::default();
                let page = store.post_history(&filter, 0, 20).await.unwrap();
                assert_eq!(page.rows.len(), 20);
            }
            Self::List => {
                let filter = PostFilter::default();
                let (rows, _) = store.list_posts(&filter, 0, 20).await.unwrap();
                assert_eq!(rows.len(), 20);
            }
            Self::Save => {
                let post = store.post(post).await.unwrap().unwrap();
                let change = PostChange::of(&post, |post| post.fields.title.push('a'));
                store.save_post(change).await.unwrap();
            }
        }
    }
}

async fn cold(agencies: &[Agency], start: Start) -> Vec<Found> {
    let mut found = vec![Found::default(); agencies.len()];
    for _ in 0..STARTS {
        for (agency, found) in agencies.iter().zip(&mut found) {
            let parts = &agency.app.parts;
            let store = PlatformStore::new(parts.store.table().clone())
                .with_lists(parts.blobs.clone(), parts.zone.clone());
            store.table().meter().take();
            let begun = Instant::now();
            start.run(&store, PostId(agency.posts)).await;
            found.times.push(begun.elapsed());
            found.units = store.table().meter().take().read_units;
        }
    }
    found
}

/// Day `day` of the `month`th part of the time.
fn day_of(month: u64, day: u64) -> Timestamp {
    let begin: Timestamp = "2025-01-02T12:00:00Z".parse().unwrap();
    let hours = i64::try_from((month * 30 + day) * 24).unwrap();
    begin + SignedDuration::from_hours(hours)
}

impl Agency {
    async fn of(posts: u64) -> Self {
        let app = TestApp::new().await;
        let admin = app.signed_in_user("chefe", Role::Admin).await;
        let store = app.parts.store.clone();
        for number in 2..=SITES {
            let id = store.next_site_id().await.unwrap();
            assert_eq!(id.0, number);
            let now = app.parts.clock.now();
            let site = platform_testkit::site(id, admin.user.id, "http://127.0.0.1:9", now);
            store.create_site(&site, None).await.unwrap();
        }
        let agency = Self { app, admin, posts };
        agency.write().await;
        agency.snapshot().await;
        agency
    }

    fn store(&self) -> &PlatformStore {
        &self.app.parts.store
    }

    /// The posts' rows and the counters of reports; the last post as a whole, for saves.
    async fn write(&self) {
        let table = self.store().table();
        let journal = Journal::new(table.clone(), "posts");
        let mut writes = Vec::new();
        for id in 1..self.posts {
            let row = self.row(id);
            writes.push(journal.append(id, &row).unwrap());
            if writes.len() == AT_ONCE {
                table.transact(std::mem::take(&mut writes)).await.unwrap();
            }
        }
        if !writes.is_empty() {
            table.transact(writes).await.unwrap();
        }
        // Each site has figures in each month, whatever the number of posts.
        for month in 0..MONTHS {
            let month = Month::of(day_of(month, 14), &self.app.parts.zone);
            for site in 1..=SITES {
                let write = report_write(SiteId(site), month, ReportEvent::Created);
                table.transact(vec![write]).await.unwrap();
            }
        }
        let key = Key::new("SEQUENCE", "posts");
        let by = i64::try_from(self.posts - 1).unwrap();
        table.add(&key, by).await.unwrap();
        let id = self.store().next_post_id().await.unwrap();
        assert_eq!(id.0, self.posts);
        let fields = PostFields::default();
        let now = self.app.parts.clock.now();
        let post = Post::draft(id, self.admin.user.id, SiteId(1), fields, 12, now);
        let version = first_version(&post, "<p>Horta</p>");
        let created = self.store().create_post(&post, &version, &[]).await;
        created.unwrap();
    }

    /// The row of post `id`; the posts are spread over the months evenly.
    fn row(&self, id: u64) -> PostRow {
        let at = day_of((id - 1) * MONTHS / self.posts, id % 27);
        PostRow {
            id: PostId(id),
            user_id: self.admin.user.id,
            site_id: SiteId(id % SITES + 1),
            title: format!("Como cuidar da horta em casa, parte {id}: terra, água e sol"),
            status: match id % 3 {
                0 => PostStatus::Draft,
                1 => PostStatus::Published,
                _ => PostStatus::Scheduled,
            },
            approval: id.is_multiple_of(4).then_some(Label::Aprovado),
            changed_after_approval: false,
            publication: None,
            published_since_decision: false,
            approval_requested_at: None,
            words: 640,
            scheduled_at: None,
            published_at: (id % 3 == 1).then_some(at),
            host_post_url: (id % 3 == 1).then(|| format!("https://cliente.example/horta-{id}")),
            deleted_at: id.is_multiple_of(13).then_some(at),
            deleted_by: id.is_multiple_of(13).then_some(self.admin.user.id),
            version: 4,
            created_at: at,
            updated_at: at + SignedDuration::from_hours(3),
        }
    }

    async fn snapshot(&self) {
        let parts = &self.app.parts;
        let terms = SnapshotTerms {
            blobs: &*parts.blobs,
            random: &*parts.random,
            now: parts.clock.now(),
            least: 1,
            within: Duration::from_secs(3_600),
        };
        let made = self.store().snapshot_posts(terms).await.unwrap();
        assert_eq!(made.seq, self.posts);
    }
}
