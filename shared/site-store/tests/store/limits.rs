//! What a read may cost, and that inputs of any size are answered.

use std::collections::BTreeMap;
use std::time::Duration;

use domain::site::{Kind, Status, Taxonomy};
use futures_util::future::join_all;
use site_store::{
    ContentChange, ContentFilter, OrderBy, ReadLimits, Search, SearchColumn, SiteStore, StoreError,
    TermChange, TermClause, TermOperator,
};

use crate::support::{TestSite, titled};

/// Limits of steps alone, so that no result depends on the speed of the machine.
fn steps(steps: u64) -> ReadLimits {
    ReadLimits {
        steps,
        time: Duration::from_secs(3600),
        ..ReadLimits::default()
    }
}

/// Site with posts 1 to `count`, of which every third contains "canteiro".
async fn with_posts(count: u64) -> TestSite {
    let site = TestSite::new().await;
    for number in 1..=count {
        let word = if number.is_multiple_of(3) {
            "canteiro"
        } else {
            "vaso"
        };
        let change = ContentChange {
            content: Some(format!("<p>{word} com flores {number}</p>")),
            ..titled(&format!("Post {}", number % 5), Status::Publish)
        };
        assert_eq!(site.post(change).await.id, number);
    }
    site
}

fn posts() -> ContentFilter {
    ContentFilter::all(Kind::Post)
}

fn search(text: &str) -> ContentFilter {
    ContentFilter {
        search: Some(Search {
            text: text.to_owned(),
            columns: Vec::new(),
            exact: false,
        }),
        ..posts()
    }
}

async fn items(store: &SiteStore, filter: &ContentFilter) -> Vec<u64> {
    store.list(filter).await.unwrap().items
}

#[tokio::test]
async fn a_read_beyond_its_limits_is_stopped_and_others_are_not() {
    let site = with_posts(40).await;
    let store = &site.limited(steps(200)).await;
    let by_place = ContentFilter {
        order_by: OrderBy::MenuOrder,
        ..posts()
    };
    for filter in [by_place, search("co"), search("flores")] {
        let stopped = store.list(&filter).await;
        assert!(matches!(stopped, Err(StoreError::Stopped)), "{stopped:?}");
        // A narrow read of the same model is answered, and so is a write.
        assert_eq!(store.with_slug("post-1").unwrap(), [1]);
        let change = titled("Outro", Status::Draft);
        store.create(Kind::Post, 1, &change).await.unwrap();
    }
}

#[tokio::test]
async fn a_read_whose_time_is_over_is_stopped() {
    let limits = ReadLimits {
        time: Duration::ZERO,
        ..steps(u64::MAX)
    };
    let site = with_posts(40).await;
    let store = site.limited(limits).await;
    for filter in [posts(), search("flores")] {
        let stopped = store.list(&filter).await;
        assert!(matches!(stopped, Err(StoreError::Stopped)), "{stopped:?}");
    }
}

#[tokio::test]
async fn a_search_in_parts_finds_what_a_search_at_once_finds() {
    let site = with_posts(40).await;
    let limits = ReadLimits {
        search_part: 1,
        ..steps(u64::MAX)
    };
    let parts = site.limited(limits).await;
    let mut most_reads = 0;
    let orders = [
        OrderBy::Date,
        OrderBy::Title,
        OrderBy::Slug,
        OrderBy::Id,
        OrderBy::Relevance,
        OrderBy::Include,
    ];
    for text in [
        "canteiro",
        "co",
        "canteiro -3",
        "post flores",
        "\"com flores 1\"",
        "nada",
    ] {
        for order_by in orders {
            for ascending in [false, true] {
                let filter = ContentFilter {
                    order_by,
                    ascending,
                    include: vec![30, 3, 4, 6, 30],
                    offset: 1,
                    limit: Some(3),
                    ..search(text)
                };
                let all = ContentFilter {
                    include: Vec::new(),
                    limit: None,
                    ..filter.clone()
                };
                for filter in [filter, all] {
                    let expected = site.store.list(&filter).await.unwrap();
                    let before = parts.read_work().reads;
                    assert_eq!(parts.list(&filter).await.unwrap(), expected, "{filter:?}");
                    let reads = parts.read_work().reads - before;
                    most_reads = most_reads.max(reads);
                }
            }
        }
    }
    // Between two of them others use the model.
    assert!(most_reads > 4, "{most_reads}");
}

#[tokio::test]
async fn searches_beyond_those_that_may_wait_are_refused() {
    let site = with_posts(3).await;
    let filters: Vec<_> = (0..40)
        .map(|number| search(&format!("flores {number}")))
        .collect();
    let answers = join_all(filters.iter().map(|filter| site.store.list(filter))).await;
    let refused = answers
        .iter()
        .filter(|answer| matches!(answer, Err(StoreError::Stopped)));
    assert_eq!(refused.count(), 40 - 17);
    assert_eq!(items(&site.store, &search("flores")).await, [1, 2, 3]);
}

#[tokio::test]
async fn search_texts_of_any_length_are_compared() {
    let site = TestSite::new().await;
    let word = |length: usize| -> String {
        (0..length)
            .map(|n| char::from(b'a' + (n * n % 26) as u8))
            .collect()
    };
    let long = word(30_000);
    let change = ContentChange {
        content: Some(long.clone()),
        ..titled("Um", Status::Publish)
    };
    site.post(change).await;
    // Has all sequences of three letters of the text, and is no part of it.
    let other = format!("{}{}", &long[..15_000], long);
    for (text, expected) in [
        (long.as_str(), vec![1]),
        (&long[..20_000], vec![1]),
        (other.as_str(), vec![]),
        ("w".repeat(200_000).as_str(), vec![]),
        ("w ".repeat(100_000).as_str(), vec![]),
        ("\"".repeat(100_000).as_str(), vec![]),
        (" ".repeat(100_000).as_str(), vec![1]),
        (format!("-{}", "w".repeat(100_000)).as_str(), vec![1]),
    ] {
        for (columns, exact) in [(Vec::new(), false), (vec![SearchColumn::Content], true)] {
            let mut filter = search(text);
            filter.search = Some(Search {
                text: text.to_owned(),
                columns,
                exact,
            });
            let found = items(&site.store, &filter).await;
            let is_part = exact && text.len() == 20_000;
            let expected = if is_part { &[][..] } else { &expected[..] };
            assert_eq!(found, expected, "{} bytes, {exact}", text.len());
        }
    }
}

#[tokio::test]
async fn lists_of_any_number_of_identifiers_and_names_are_answered() {
    let site = with_posts(20).await;
    let store = &site.store;
    let many: Vec<u64> = (1..=100_000).rev().collect();
    let all: Vec<u64> = (1..=20).rev().collect();
    let slugs: Vec<String> = (0..100_000)
        .map(|number| format!("post-1-{number}"))
        .collect();
    let given = ContentFilter {
        include: many.clone(),
        order_by: OrderBy::Include,
        ..posts()
    };
    assert_eq!(items(store, &given).await, all);
    assert_eq!(
        items(
            store,
            &ContentFilter {
                order_by: OrderBy::Date,
                ..given.clone()
            }
        )
        .await,
        all
    );
    let window = ContentFilter {
        include: [vec![7, 2, 7, 9], many.clone()].concat(),
        offset: 1,
        limit: Some(3),
        ..given
    };
    assert_eq!(items(store, &window).await, [2, 9, 20]);
    let none = ContentFilter {
        exclude: many.clone(),
        ..posts()
    };
    assert!(items(store, &none).await.is_empty());
    for filter in [
        ContentFilter {
            author: many.clone(),
            ..posts()
        },
        ContentFilter {
            author_exclude: many[..99_990].to_vec(),
            ..posts()
        },
        ContentFilter {
            parent_exclude: many.clone(),
            ..posts()
        },
        ContentFilter {
            mime_types: slugs.clone(),
            kind: Kind::Attachment,
            ..posts()
        },
        ContentFilter {
            status: site_store::StatusFilter::Of(vec![Status::Publish; 50_000]),
            ..posts()
        },
    ] {
        let expected = if filter.kind == Kind::Attachment {
            Vec::new()
        } else {
            all.clone()
        };
        assert_eq!(items(store, &filter).await, expected);
    }
    let by_slug = ContentFilter {
        slug: [slugs, vec!["post-3".into(), "post-1".into(), "a\0b".into()]].concat(),
        order_by: OrderBy::IncludeSlugs,
        ..posts()
    };
    // The slugs of the posts with the title "Post 1" are post-1, post-1-2, post-1-3 and post-1-4.
    assert_eq!(items(store, &by_slug).await, [6, 11, 16, 3, 1]);
}

#[tokio::test]
async fn conditions_on_any_number_of_terms_are_answered() {
    let site = TestSite::new().await;
    let mut terms = vec![1];
    for number in 0..3 {
        let change = TermChange {
            name: Some(format!("Termo {number}")),
            ..TermChange::default()
        };
        let made = site.store.create_term(Taxonomy::Category, &change).await;
        terms.push(made.unwrap().id);
    }
    for count in 1..=terms.len() {
        let change = ContentChange {
            terms: BTreeMap::from([(Taxonomy::Category, terms[..count].to_vec())]),
            ..titled("Um", Status::Publish)
        };
        site.post(change).await;
    }
    let clause = |operator, terms: &[u64]| ContentFilter {
        terms: vec![TermClause {
            taxonomy: Taxonomy::Category,
            terms: terms.to_vec(),
            include_children: true,
            operator,
        }],
        ..posts()
    };
    let many: Vec<u64> = (1..=50_000).collect();
    let repeated = terms[..3].repeat(20_000);
    for (filter, expected) in [
        (clause(TermOperator::AllOf, &terms[..3]), vec![3, 4]),
        (clause(TermOperator::AllOf, &repeated), vec![3, 4]),
        (clause(TermOperator::AllOf, &terms[3..]), vec![4]),
        (clause(TermOperator::AllOf, &many), vec![]),
        (clause(TermOperator::AnyOf, &many[1..]), vec![2, 3, 4]),
        (clause(TermOperator::NoneOf, &many[1..]), vec![1]),
    ] {
        assert_eq!(items(&site.store, &filter).await, expected);
    }
}

#[tokio::test]
async fn steps_of_a_list_grow_with_its_parameters_at_most_linearly() {
    let site = with_posts(30).await;
    let store = &site.store;
    let cost = async |filter: ContentFilter| {
        let before = store.read_work().steps;
        store.list(&filter).await.unwrap();
        store.read_work().steps - before
    };
    for number in [2_000_u64, 3_000] {
        let ids = |factor: u64| (1..=number * factor).collect::<Vec<_>>();
        let slugs = |factor: u64| {
            ids(factor)
                .iter()
                .map(|id| format!("s{id}"))
                .collect::<Vec<_>>()
        };
        let shapes: [&dyn Fn(u64) -> ContentFilter; 4] = [
            &|factor| ContentFilter {
                include: ids(factor),
                order_by: OrderBy::Include,
                ..posts()
            },
            &|factor| ContentFilter {
                exclude: ids(factor),
                order_by: OrderBy::Title,
                ..posts()
            },
            &|factor| ContentFilter {
                slug: slugs(factor),
                order_by: OrderBy::IncludeSlugs,
                ..posts()
            },
            &|factor| search(&"w".repeat(usize::try_from(number * factor).unwrap())),
        ];
        for shape in shapes {
            let (small, large) = (cost(shape(1)).await, cost(shape(4)).await);
            assert!(large <= 5 * small.max(1_000), "{small} and {large}");
        }
    }
}
