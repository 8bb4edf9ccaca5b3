//! Lists of submissions.

use form_store::{SubmissionCursor, SubmissionFilter, SubmissionPage};
use jiff::SignedDuration;
use ports::Clock;

use crate::support::TestSite;

fn ids(page: &SubmissionPage) -> Vec<u64> {
    page.submissions.iter().map(|one| one.id).collect()
}

#[tokio::test]
async fn pages_continue_newest_first_without_a_gap() {
    let site = TestSite::new().await;
    let mut stored = Vec::new();
    for number in 0..7 {
        stored.push(site.stored(3, "ana@leitora.example").await);
        site.stored(4, "bia@leitora.example").await;
        // Several of one second are in the order of their identifiers.
        site.advance(i64::from(number % 3 == 0));
    }
    stored.reverse();
    let filter = SubmissionFilter {
        form: Some(3),
        ..SubmissionFilter::default()
    };
    let mut found = Vec::new();
    let mut start: Option<SubmissionCursor> = None;
    for _ in 0..10 {
        let page = site.forms.submissions(&filter, start, 2).await.unwrap();
        found.extend(ids(&page));
        let Some(next) = page.next else { break };
        start = Some(next.to_string().parse().unwrap());
        // A newer one does not move the pages.
        site.stored(3, "caio@leitor.example").await;
    }
    assert_eq!(found, stored);
    let none = site.forms.submissions(&filter, None, 0).await.unwrap();
    assert_eq!((ids(&none), none.next), (Vec::new(), None));
}

#[tokio::test]
async fn a_list_is_limited_to_times() {
    let site = TestSite::new().await;
    let began = site.clock.now();
    let mut stored = Vec::new();
    for _ in 0..5 {
        stored.push(site.stored(3, "ana@leitora.example").await);
        site.advance(10);
    }
    let at = |seconds| Some(began + SignedDuration::from_secs(seconds));
    let within = |from, before| SubmissionFilter {
        from,
        before,
        ..SubmissionFilter::default()
    };
    let cases = [
        (within(at(10), at(30)), vec![stored[2], stored[1]]),
        (within(at(30), None), vec![stored[4], stored[3]]),
        (within(None, at(10)), vec![stored[0]]),
        (within(at(30), at(30)), vec![]),
        (within(at(40), at(10)), vec![]),
    ];
    for (filter, expected) in cases {
        let page = site.forms.submissions(&filter, None, 10).await.unwrap();
        assert_eq!((ids(&page), page.next), (expected, None), "{filter:?}");
    }
}

/// Read units of a page of two after `skipped` submissions.
async fn cost_of_page_after(skipped: u16) -> f64 {
    let site = TestSite::new().await;
    for _ in 0..(skipped + 4) {
        site.stored(3, "ana@leitora.example").await;
    }
    let filter = SubmissionFilter {
        form: Some(3),
        ..SubmissionFilter::default()
    };
    let before = site
        .forms
        .submissions(&filter, None, skipped)
        .await
        .unwrap();
    site.parts.table.meter().take();
    let page = site
        .forms
        .submissions(&filter, before.next, 2)
        .await
        .unwrap();
    assert_eq!(page.submissions.len(), 2);
    site.parts.table.meter().take().read_units
}

#[tokio::test]
async fn a_late_page_costs_what_an_early_one_costs() {
    let (early, late) = (cost_of_page_after(2).await, cost_of_page_after(60).await);
    assert!((early - late).abs() < f64::EPSILON, "{early} {late}");
}
