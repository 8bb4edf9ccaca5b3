//! The cost of a list does not depend on the number of entries
//! (docs/decisions/0020-central-log-index-and-counts.md).

use domain::platform::log::{LogLevel, LogStatus};
use jiff::SignedDuration;
use log_store::{LogFilter, LogStore};

use super::{event, noon, store};

/// A log of thirty days with `number` entries, a tenth of them resolved, and those of the first ten days cleared.
async fn log_of(number: u32) -> LogStore {
    let store = store().await;
    let step = 30 * 24 * 3600 / i64::from(number);
    let entries: Vec<_> = (0..number)
        .map(|n| {
            let level = match n % 20 {
                0 => LogLevel::Critical,
                1..6 => LogLevel::Error,
                _ => LogLevel::Warning,
            };
            let channel = format!("function-{}", (n / 7) % 9);
            let at = noon() + SignedDuration::from_secs(step * i64::from(n));
            event(level, &channel, &format!("evento {n}"), at)
        })
        .collect();
    for portion in entries.chunks(500) {
        store.append(portion).await.unwrap();
    }
    let listed = store
        .list(&LogFilter::default(), 0, u64::from(number))
        .await
        .unwrap();
    for entry in listed.entries.iter().filter(|entry| entry.id.0 % 10 == 3) {
        store
            .set_status(entry.id, LogStatus::Resolved, noon())
            .await
            .unwrap();
    }
    let old = LogFilter {
        to: Some(jiff::civil::date(2026, 12, 2)),
        ..LogFilter::default()
    };
    store.clear_all(&old, noon()).await.unwrap();
    while store.carry_out(1000).await.unwrap().remaining {}
    store
}

fn filters() -> Vec<LogFilter> {
    let all = LogFilter::default();
    let open = LogFilter {
        status: Some(LogStatus::Open),
        ..all.clone()
    };
    let channel = Some("function-3".to_owned());
    vec![
        all.clone(),
        open.clone(),
        LogFilter {
            status: Some(LogStatus::Cleared),
            ..all.clone()
        },
        LogFilter {
            level: Some(LogLevel::Error),
            ..open.clone()
        },
        LogFilter {
            channel: channel.clone(),
            ..all.clone()
        },
        LogFilter {
            channel,
            level: Some(LogLevel::Warning),
            ..open.clone()
        },
        LogFilter {
            from: Some(jiff::civil::date(2026, 12, 10)),
            to: Some(jiff::civil::date(2026, 12, 16)),
            ..open
        },
    ]
}

async fn read_units(store: &LogStore, filter: &LogFilter, skip: u64) -> f64 {
    store.table().meter().take();
    let page = store.list(filter, skip, 20).await.unwrap();
    assert_eq!(page.entries.len(), 20, "{filter:?}");
    store.table().meter().take().read_units
}

#[tokio::test]
async fn a_page_costs_the_same_in_a_log_that_is_ten_times_as_long() {
    let (small, large) = (log_of(1_000).await, log_of(10_000).await);
    compare(&small, &large).await;
    // A list of all channels reads beside them those of a clearing that is not carried out.
    let channel = LogFilter {
        channel: Some("function-5".to_owned()),
        ..LogFilter::default()
    };
    for store in [&small, &large] {
        assert!(store.clear_all(&channel, noon()).await.unwrap() > 0);
    }
    compare(&small, &large).await;
}

/// Compares the first, second, middle and last page of all filters.
async fn compare(small: &LogStore, large: &LogStore) {
    let places: [fn(u64) -> u64; 4] = [|_| 0, |_| 20, |total| (total - 20) / 2, |total| total - 20];
    for filter in filters() {
        for place in places {
            let mut units = [0.0; 2];
            for (store, units) in [small, large].into_iter().zip(&mut units) {
                let total = store.list(&filter, 0, 1).await.unwrap().total;
                *units = read_units(store, &filter, place(total)).await;
            }
            let [less, more] = units;
            assert!(more <= 1.2 * less, "{less} {more} {filter:?}");
        }
    }
}
