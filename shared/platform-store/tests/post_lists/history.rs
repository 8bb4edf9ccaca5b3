//! The history: every mix of filters, its order and its counts.

use domain::platform::post::PostStatus;
use jiff::SignedDuration;
use platform_store::{HistoryFilter, HistoryRows, SiteCount};

use super::*;

async fn history(store: &PlatformStore, filter: HistoryFilter) -> HistoryRows {
    store.post_history(&filter, 0, 100).await.unwrap()
}

fn ids(found: &HistoryRows) -> Vec<u64> {
    found.rows.iter().map(|row| row.id.0).collect()
}

/// Whether a row matches, judged without the model.
fn matches(row: &PostRow, filter: &HistoryFilter) -> bool {
    let date = zone_of(None).unwrap().to_datetime(row.created_at).date();
    filter.year.is_none_or(|year| year == date.year())
        && filter.month.is_none_or(|month| month == date.month())
        && filter.day.is_none_or(|day| day == date.day())
        && filter.status.is_none_or(|status| status == row.status)
        && filter.site.is_none_or(|site| site == row.site_id)
        && filter
            .deleted
            .is_none_or(|deleted| deleted == row.deleted_at.is_some())
}

/// Posts of three years in every state, some of them changed and deleted.
async fn varied(app: &TestApp) {
    let begin: Timestamp = "2024-12-30T02:30:00Z".parse().unwrap();
    for id in 1..=40 {
        let at = begin + SignedDuration::from_hours(24 * 17) * i32::try_from(id).unwrap();
        app.create_at(id, &format!("Título {id}"), at).await;
        app.change(id, |post| {
            match id % 3 {
                0 => post.mark_published(format!("https://a.example/{id}"), at),
                1 => post.mark_scheduled(at),
                _ => {}
            }
            if id % 4 == 0 {
                post.deleted_at = Some(at);
                post.deleted_by = Some(post.user_id);
            }
            if id % 5 == 0 {
                post.site_id = SiteId(1);
                post.updated_at = at + SignedDuration::from_secs(5);
            }
        })
        .await;
    }
}

#[tokio::test]
async fn every_mix_of_filters_is_exact() {
    let app = TestApp::new().await;
    varied(&app).await;
    app.snapshot().await;
    for store in [&app.store, &app.cold(), &app.without_snapshots()] {
        let everything = history(store, HistoryFilter::default()).await;
        assert_eq!(ids(&everything), (1..=40).rev().collect::<Vec<_>>());
        let mut found_some = 0;
        for year in [None, Some(2025), Some(2026), Some(1999)] {
            for (month, day) in [
                (None, None),
                (Some(3), None),
                (Some(12), Some(29)),
                (None, Some(15)),
            ] {
                for status in [None, Some(PostStatus::Draft), Some(PostStatus::Published)] {
                    for site in [None, Some(SiteId(1)), Some(SiteId(9))] {
                        for deleted in [None, Some(true), Some(false)] {
                            let filter = HistoryFilter {
                                year,
                                month,
                                day,
                                status,
                                site,
                                deleted,
                            };
                            let found = history(store, filter).await;
                            let expected: Vec<_> = everything
                                .rows
                                .iter()
                                .filter(|row| matches(row, &filter))
                                .cloned()
                                .collect();
                            found_some += usize::from(!expected.is_empty());
                            assert_eq!(found.rows, expected, "{filter:?}");
                            assert_eq!(found.total, expected.len() as u64);
                        }
                    }
                }
            }
        }
        assert!(found_some > 50, "{found_some}");
    }
}

#[tokio::test]
async fn pages_follow_each_other_and_count_their_sites() {
    let app = TestApp::new().await;
    varied(&app).await;
    let filter = HistoryFilter {
        deleted: Some(false),
        ..HistoryFilter::default()
    };
    let everything = history(&app.store, filter).await;
    let mut pages = Vec::new();
    for page in 0..5 {
        let found = app.store.post_history(&filter, page * 7, 7).await.unwrap();
        assert_eq!(found.total, 30);
        for SiteCount { site, posts } in &found.sites {
            let of_site = everything.rows.iter().filter(|row| row.site_id == *site);
            assert_eq!(*posts, of_site.count() as u64);
        }
        pages.extend(found.rows);
    }
    assert_eq!(pages, everything.rows);
    let beyond = app.store.post_history(&filter, 1_000, 7).await.unwrap();
    assert_eq!((beyond.rows.len(), beyond.total), (0, 30));
}

#[tokio::test]
async fn days_are_those_of_the_time_zone() {
    let app = TestApp::new().await;
    // Half past eleven in the evening of the last day of the year in São Paulo.
    app.create_at(1, "Véspera", "2026-01-01T02:30:00Z".parse().unwrap())
        .await;
    let of = |year, month, day| HistoryFilter {
        year: Some(year),
        month: Some(month),
        day: Some(day),
        ..HistoryFilter::default()
    };
    assert_eq!(history(&app.store, of(2025, 12, 31)).await.total, 1);
    assert_eq!(history(&app.store, of(2026, 1, 1)).await.total, 0);
    assert_eq!(app.store.post_years().await.unwrap(), [2025]);
}

#[tokio::test]
async fn names_of_deleted_users_are_retained() {
    let app = TestApp::new().await;
    let new = platform_store::NewUser {
        name: "Bruno".into(),
        email: "bruno@agencia.example".into(),
        role: domain::platform::access::Role::Editor,
        active: true,
    };
    let gone = app.store.create_user(new, None, now()).await.unwrap().id;
    app.store.delete_user(gone, now()).await.unwrap();
    let asked = [gone, app.owner, UserId(999), gone];
    let names = app.store.user_names(&asked).await.unwrap();
    assert_eq!(names.len(), 2);
    assert_eq!(names[&gone], "Bruno");
    assert_eq!(names[&app.owner], "Ana");
}
