//! Results of searches are cached by provider, words and page, for a day.

use domain::platform::stock::StockProvider;
use embedded::dynamo::Engine;
use items::Table;
use jiff::{SignedDuration, Timestamp};
use platform_store::{PlatformStore, StockSearch};

#[tokio::test]
async fn a_result_is_found_by_its_search_for_a_day() {
    let table = Table::new(Engine::memory().unwrap().client(), "platform");
    table.create().await.unwrap();
    let store = PlatformStore::new(table);
    let now = Timestamp::from_second(1_900_000_000).unwrap();
    let search = StockSearch {
        provider: StockProvider::Pexels,
        query: "Praça da  Sé".to_owned(),
        page: 1,
        per_page: 20,
    };
    let photos = vec!["a".to_owned(), "b".to_owned()];
    store
        .cache_stock_search(&search, &photos, now)
        .await
        .unwrap();
    let read = async |search: &StockSearch, after: SignedDuration| {
        let found: Option<Vec<String>> = store.stock_search(search, now + after).await.unwrap();
        found
    };
    let soon = SignedDuration::from_mins(1);
    let same = StockSearch {
        query: " praça da sé".to_owned(),
        ..search.clone()
    };
    assert_eq!(read(&same, soon).await, Some(photos));
    for other in [
        StockSearch {
            query: "praça".to_owned(),
            ..search.clone()
        },
        StockSearch {
            provider: StockProvider::Unsplash,
            ..search.clone()
        },
        StockSearch {
            page: 2,
            ..search.clone()
        },
        StockSearch {
            per_page: 21,
            ..search.clone()
        },
    ] {
        assert_eq!(read(&other, soon).await, None, "{other:?}");
    }
    assert_eq!(read(&search, SignedDuration::from_hours(24)).await, None);
    // A form that an earlier release stored.
    let other: Option<u64> = store.stock_search(&search, now).await.unwrap();
    assert_eq!(other, None);
}
