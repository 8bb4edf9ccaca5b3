//! Measures the monthly report with 1,000 and with 100,000 posts on 40 sites over 24 months: read units and time of the
//! request, in process and in memory.
//!
//! ```sh
//! cargo run -p pauta-tests --features measure --example report_speed
//! ```
//!
//! Half of the posts are published, a third was answered. The table is written to standard output.

use std::time::{Duration, Instant};

use domain::platform::access::Role;
use domain::platform::approval::Decision;
use domain::platform::id::{PostId, SiteId};
use domain::platform::month::Month;
use domain::platform::post::{Post, PostFields};
use jiff::{SignedDuration, Timestamp};
use pauta_tests::app::{SignedInUser, TestApp, TestRequest};
use platform_store::{Claim, ReportEvent, report_write};
use platform_testkit::first_version;

const SIZES: [u64; 2] = [1_000, 100_000];
const SITES: u64 = 40;
const MONTHS: u64 = 24;
/// Requests of one measurement, of which the median counts.
const REQUESTS: usize = 201;

#[tokio::main]
async fn main() {
    let app = TestApp::new().await;
    let admin = app.signed_in_user("chefe", Role::Admin).await;
    for number in 2..=SITES {
        let id = app.parts.store.next_site_id().await.unwrap();
        assert_eq!(id.0, number);
        let now = app.parts.clock.now();
        let site = platform_testkit::site(id, admin.user.id, "http://127.0.0.1:9", now);
        app.parts.store.create_site(&site, None).await.unwrap();
    }
    println!("| posts | report | read units | median ms |");
    println!("|---|---|---|---|");
    let mut posts = 0;
    for size in SIZES {
        while posts < size {
            add(&app, &admin, posts).await;
            posts += 1;
        }
        for (name, query) in [
            ("all sites", "month=2026-06"),
            ("all sites, CSV", "month=2026-06&format=csv"),
            ("one site", "month=2026-06&site_id=7"),
        ] {
            let path = format!("/api/v1/reports/monthly?{query}");
            let (units, time) = measure(&app, &admin, &path).await;
            println!(
                "| {posts} | {name} | {units} | {:.2} |",
                time.as_secs_f64() * 1e3
            );
        }
    }
}

/// A post with its publication and answer, as the transactions of the functions count them.
async fn add(app: &TestApp, admin: &SignedInUser, number: u64) {
    let store = &app.parts.store;
    let begin: Timestamp = "2025-01-10T12:00:00Z".parse().unwrap();
    let days = i64::try_from(number / SITES % MONTHS * 30).unwrap();
    let at = begin + SignedDuration::from_hours(24 * days);
    let month = Month::of(at, &app.parts.zone);
    let site = SiteId(number % SITES + 1);
    let id: PostId = store.next_post_id().await.unwrap();
    let post = Post::draft(id, admin.user.id, site, PostFields::default(), 0, at);
    let version = first_version(&post, "<p>Horta</p>");
    let claim = Claim::none();
    let created = store.create_post_under(&claim, &post, &version, &[], month);
    created.await.unwrap();
    let mut events = Vec::new();
    if (number / 7).is_multiple_of(2) {
        events.push(ReportEvent::Published { words: 600 });
    }
    if number.is_multiple_of(3) {
        events.push(ReportEvent::Answered {
            decision: Decision::Approve,
            waited: SignedDuration::from_hours(5),
        });
    }
    for event in events {
        let write = report_write(site, month, event);
        store.table().transact(vec![write]).await.unwrap();
    }
}

/// Read units and median time of a request.
async fn measure(app: &TestApp, admin: &SignedInUser, path: &str) -> (f64, Duration) {
    let meter = app.parts.store.table().meter();
    let mut times = Vec::new();
    let mut units = 0.0;
    for _ in 0..REQUESTS {
        meter.take();
        let begun = Instant::now();
        let answer = app.ask(Some(admin), TestRequest::get(path)).await;
        times.push(begun.elapsed());
        assert!(answer.status.is_success(), "{}", answer.text);
        units = meter.take().read_units;
    }
    times.sort();
    (units, times[REQUESTS / 2])
}
