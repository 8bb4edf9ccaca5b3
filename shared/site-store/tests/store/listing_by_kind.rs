//! Lists of pages, blocks and menu items, compared with a naive filter over all items.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::sync::Arc;

use domain::site::{Kind, Status, Taxonomy};
use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use site_store::{
    Content, ContentChange, ContentFilter, Listed, MenuItem, OrderBy, StatusFilter, TermChange,
    TermClause, TermOperator,
};

use crate::listing_by_filter::follows_index;
use crate::support::{TestSite, titled};

const KINDS: [Kind; 3] = [Kind::Page, Kind::Block, Kind::NavMenuItem];
const TITLES: [&str; 4] = ["Ipê", "ação", "Zebra", "ipe"];

/// Item to create; `above` is the index of its parent among the items created before.
#[derive(Debug, Clone)]
struct Made {
    kind: Kind,
    title: &'static str,
    status: Status,
    above: Option<prop::sample::Index>,
    place: i64,
    terms: Vec<u64>,
}

fn made() -> impl Strategy<Value = Made> {
    (
        select(KINDS.to_vec()),
        select(TITLES.to_vec()),
        select(vec![Status::Publish, Status::Draft]),
        prop::option::of(any::<prop::sample::Index>()),
        0_i64..4,
        subsequence(vec![2_u64, 3, 4, 5], 0..3),
    )
        .prop_map(|(kind, title, status, above, place, terms)| Made {
            kind,
            title,
            status,
            above,
            place,
            terms,
        })
}

/// Terms 2 and 3 are menus, 4 and 5 categories of patterns.
fn taxonomy(kind: Kind) -> Option<Taxonomy> {
    kind.taxonomies().first().copied()
}

fn filter() -> impl Strategy<Value = ContentFilter> {
    let order = select(vec![
        OrderBy::MenuOrder,
        OrderBy::Parent,
        OrderBy::Title,
        OrderBy::Date,
        OrderBy::Slug,
        OrderBy::IncludeSlugs,
        OrderBy::Id,
    ]);
    let few = || prop_oneof![2 => Just(vec![]), 1 => prop::collection::vec(0_u64..20, 1..4)];
    let slugs = prop_oneof![
        2 => Just(vec![]),
        1 => subsequence(vec!["ipe".to_owned(), "zebra".to_owned(), "acao-2".to_owned()], 1..3)
    ];
    let clause = (
        select(vec![
            TermOperator::AnyOf,
            TermOperator::AllOf,
            TermOperator::NoneOf,
        ]),
        prop::collection::vec(2_u64..6, 0..3),
    );
    (
        select(KINDS.to_vec()),
        select(vec![StatusFilter::Public, StatusFilter::Any]),
        (few(), few(), prop::option::weighted(0.3, 0_i64..4)),
        (slugs, prop::collection::vec(clause, 0..3), any::<bool>()),
        (order, any::<bool>()),
        (0_u64..4, prop::option::of(1_u64..6)),
    )
        .prop_map(|(kind, status, place, what, order, window)| ContentFilter {
            status,
            parent: place.0,
            parent_exclude: place.1,
            menu_order: place.2,
            slug: what.0,
            terms: what
                .1
                .into_iter()
                .filter_map(|(operator, terms)| {
                    Some(TermClause {
                        taxonomy: taxonomy(kind)?,
                        terms,
                        include_children: false,
                        operator,
                    })
                })
                .collect(),
            any_term_clause: what.2,
            order_by: order.0,
            ascending: order.1,
            offset: window.0,
            limit: window.1,
            ..ContentFilter::all(kind)
        })
}

fn fits(item: &Content, filter: &ContentFilter) -> bool {
    let clauses: Vec<bool> = filter
        .terms
        .iter()
        .filter(|clause| !clause.terms.is_empty())
        .map(|clause| {
            let has = |term: &u64| item.terms_of(clause.taxonomy).contains(term);
            match clause.operator {
                TermOperator::AnyOf => clause.terms.iter().any(has),
                TermOperator::AllOf => clause.terms.iter().all(has),
                TermOperator::NoneOf => !clause.terms.iter().any(has),
            }
        })
        .collect();
    let terms = if filter.any_term_clause && !clauses.is_empty() {
        clauses.contains(&true)
    } else {
        !clauses.contains(&false)
    };
    let parent = if filter.parent.is_empty() {
        !filter.parent_exclude.contains(&item.parent)
    } else {
        filter.parent.contains(&item.parent)
    };
    item.kind == filter.kind
        && terms
        && parent
        && (filter.status == StatusFilter::Any || item.status == Status::Publish)
        && filter
            .menu_order
            .is_none_or(|place| place == item.menu_order)
        && (filter.slug.is_empty() || filter.slug.contains(&item.slug))
}

fn seen(title: &str) -> String {
    title.to_lowercase().replace('ê', "e").replace("ção", "cao")
}

fn compared(a: &Content, b: &Content, filter: &ContentFilter) -> Ordering {
    match filter.order_by {
        OrderBy::MenuOrder => a.menu_order.cmp(&b.menu_order),
        OrderBy::Parent => a.parent.cmp(&b.parent),
        OrderBy::Title => seen(&a.title).cmp(&seen(&b.title)),
        OrderBy::Slug => a.slug.cmp(&b.slug),
        OrderBy::Id => a.id.cmp(&b.id),
        OrderBy::IncludeSlugs if !filter.slug.is_empty() => {
            let place = |slug: &String| filter.slug.iter().position(|wanted| wanted == slug);
            place(&a.slug).cmp(&place(&b.slug))
        }
        _ => a.date.local.cmp(&b.date.local),
    }
}

fn naive(items: &[Arc<Content>], filter: &ContentFilter) -> Listed<u64> {
    let mut fitting: Vec<_> = items.iter().filter(|item| fits(item, filter)).collect();
    fitting.sort_by(|a, b| {
        // Without slugs their order is that of the index, whatever direction is asked for.
        let by_slugs = filter.order_by == OrderBy::IncludeSlugs;
        let backwards = !filter.ascending && !by_slugs;
        let order = compared(a, b, filter);
        let order = if backwards { order.reverse() } else { order };
        let tie = a.id.cmp(&b.id);
        order.then(if backwards && follows_index(filter) {
            tie.reverse()
        } else {
            tie
        })
    });
    let skipped = fitting.iter().skip(usize::try_from(filter.offset).unwrap());
    let limit = filter
        .limit
        .map_or(usize::MAX, |limit| usize::try_from(limit).unwrap());
    Listed {
        items: skipped.take(limit).map(|item| item.id).collect(),
        total: fitting.len() as u64,
    }
}

async fn site_with(items: &[Made]) -> (TestSite, Vec<Arc<Content>>) {
    let site = TestSite::new().await;
    for (taxonomy, name) in [
        (Taxonomy::NavMenu, "dois"),
        (Taxonomy::NavMenu, "três"),
        (Taxonomy::PatternCategory, "quatro"),
        (Taxonomy::PatternCategory, "cinco"),
    ] {
        let change = TermChange {
            name: Some(name.into()),
            ..TermChange::default()
        };
        site.store.create_term(taxonomy, &change).await.unwrap();
    }
    let mut ids: BTreeMap<Kind, Vec<u64>> = BTreeMap::new();
    let mut all = Vec::new();
    for made in items {
        let siblings = ids.entry(made.kind).or_default();
        let parent = match made.above {
            Some(above) if !siblings.is_empty() => *above.get(siblings),
            _ => 0,
        };
        let change = ContentChange {
            parent: Some(parent),
            menu_order: Some(made.place),
            terms: taxonomy(made.kind)
                .map(|taxonomy| (taxonomy, made.terms.clone()))
                .into_iter()
                .collect(),
            menu_item: Some(MenuItem::default()),
            ..titled(made.title, made.status)
        };
        let item = site.store.create(made.kind, 1, &change).await.unwrap();
        siblings.push(item.id);
        all.push(item.id);
    }
    let stored = site.store.get_many(&all).await.unwrap();
    (site, stored)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 16, max_shrink_iters: 200, ..ProptestConfig::default() })]

    #[test]
    fn lists_of_every_kind_equal_a_naive_filter(
        items in prop::collection::vec(made(), 1..20),
        filters in prop::collection::vec(filter(), 60),
    ) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let (site, stored) = site_with(&items).await;
            for filter in &filters {
                let listed = site.store.list(filter).await.unwrap();
                prop_assert_eq!(listed, naive(&stored, filter), "{:?}", filter);
            }
            Ok(())
        })?;
    }
}
