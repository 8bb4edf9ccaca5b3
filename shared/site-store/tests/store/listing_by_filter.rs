//! Lists of posts, compared with a naive filter over all items.

use std::collections::BTreeMap;
use std::sync::Arc;

use domain::site::date::DateInput;
use domain::site::{Format, Kind, Status, Taxonomy};
use jiff::SignedDuration;
use jiff::civil::DateTime;
use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use site_store::{
    Content, ContentChange, ContentFilter, Listed, OrderBy, Reader, ReaderPassword, Search,
    SearchColumn, StatusFilter, TermChange, TermClause, TermOperator,
};

use crate::support::{TestSite, titled};

/// Words with their folded form.
const WORDS: [(&str, &str); 6] = [
    ("Ipê", "ipe"),
    ("AÇÃO", "acao"),
    ("casa", "casa"),
    ("pão", "pao"),
    ("100%", "100%"),
    ("a_b", "a_b"),
];
const STATUSES: [Status; 5] = [
    Status::Publish,
    Status::Draft,
    Status::Private,
    Status::Future,
    Status::Pending,
];

fn seen(text: &str) -> String {
    WORDS.iter().fold(text.to_owned(), |text, (word, seen)| {
        text.replace(word, seen)
    })
}

fn text() -> impl Strategy<Value = String> {
    prop::collection::vec(select(WORDS.map(|(word, _)| word).to_vec()), 0..3)
        .prop_map(|words| words.join(" "))
}

/// A wall clock on one of a few days before the present, or far ahead for scheduled items.
fn date() -> impl Strategy<Value = DateTime> {
    (1_i8..6, 0_i8..3).prop_map(|(day, hour)| jiff::civil::date(2024, 4, day).at(hour, 0, 0, 0))
}

fn post() -> impl Strategy<Value = ContentChange> {
    (
        (text(), text(), text()),
        select(STATUSES.to_vec()),
        date(),
        1_u64..3,
        subsequence(vec![1_u64, 2, 3], 0..3),
        subsequence(vec![4_u64, 5], 0..2),
        select(vec![Format::Standard, Format::Aside, Format::Video]),
        any::<(bool, bool)>(),
    )
        .prop_map(
            |((title, excerpt, content), status, date, author, cats, tags, format, flags)| {
                let date = match status {
                    Status::Future => date
                        .checked_add(SignedDuration::from_hours(24_000))
                        .unwrap(),
                    _ => date,
                };
                ContentChange {
                    content: Some(format!("x{content}")),
                    excerpt: Some(excerpt),
                    date: Some(DateInput::Local(date)),
                    author: Some(author),
                    format: Some(format),
                    sticky: Some(flags.0),
                    password: flags.1.then(|| ReaderPassword("s".into())),
                    terms: BTreeMap::from([(Taxonomy::Category, cats), (Taxonomy::PostTag, tags)]),
                    ..titled(&title, status)
                }
            },
        )
}

fn ids() -> impl Strategy<Value = Vec<u64>> {
    prop_oneof![3 => Just(vec![]), 1 => prop::collection::vec(0_u64..45, 1..8)]
}

fn clause() -> impl Strategy<Value = TermClause> {
    (
        any::<bool>(),
        any::<bool>(),
        select(vec![
            TermOperator::AnyOf,
            TermOperator::AllOf,
            TermOperator::NoneOf,
        ]),
        prop::collection::vec(1_u64..4, 0..3),
    )
        .prop_map(|(tags, include_children, operator, terms)| TermClause {
            taxonomy: if tags {
                Taxonomy::PostTag
            } else {
                Taxonomy::Category
            },
            terms: terms
                .into_iter()
                .map(|term| if tags { term + 2 } else { term })
                .collect(),
            include_children: include_children && !tags,
            operator,
        })
}

fn search() -> impl Strategy<Value = Option<Search>> {
    let words = prop::collection::vec((any::<bool>(), select(WORDS.to_vec())), 1..3);
    let columns = subsequence(
        vec![
            SearchColumn::Title,
            SearchColumn::Excerpt,
            SearchColumn::Content,
        ],
        0..3,
    );
    let search = (words, columns, any::<bool>()).prop_map(|(words, columns, exact)| {
        let terms: Vec<_> = words
            .iter()
            .map(|(is_unwanted, (word, _))| {
                format!("{}{word}", if *is_unwanted { "-" } else { "" })
            })
            .collect();
        Search {
            text: terms.join(" "),
            columns,
            exact,
        }
    });
    prop::option::weighted(0.4, search)
}

fn reader() -> impl Strategy<Value = Reader> {
    let statuses = || subsequence(STATUSES.to_vec(), 0..4);
    (0_u64..4, statuses(), statuses(), any::<bool>()).prop_map(
        |(user, statuses, own_statuses, reads_protected)| Reader {
            user,
            statuses,
            own_statuses,
            reads_protected,
            hidden_parents: Vec::new(),
        },
    )
}

fn filter() -> impl Strategy<Value = ContentFilter> {
    let statuses = prop_oneof![
        Just(StatusFilter::Public),
        Just(StatusFilter::Any),
        subsequence(STATUSES.to_vec(), 0..4).prop_map(StatusFilter::Of),
    ];
    let order = select(vec![
        OrderBy::Date,
        OrderBy::Modified,
        OrderBy::Title,
        OrderBy::Slug,
        OrderBy::Author,
        OrderBy::Id,
        OrderBy::Include,
    ]);
    (
        (
            statuses,
            search(),
            prop::option::weighted(0.3, date()),
            prop::option::weighted(0.3, date()),
        ),
        (
            ids(),
            ids(),
            prop::collection::vec(1_u64..4, 0..2),
            prop::collection::vec(1_u64..4, 0..2),
        ),
        (prop::collection::vec(clause(), 0..3), any::<bool>()),
        subsequence(vec![Format::Standard, Format::Aside, Format::Video], 0..2),
        prop::option::weighted(0.3, any::<bool>()),
        (
            order,
            any::<bool>(),
            prop::option::of(reader()),
            prop::option::weighted(0.3, any::<bool>()),
        ),
        (0_u64..12, prop::option::of(1_u64..12)),
    )
        .prop_map(
            |(what, who, terms, format, sticky, order, window)| ContentFilter {
                status: what.0,
                search: what.1,
                after: what.2,
                before: what.3,
                include: who.0,
                exclude: who.1,
                author: who.2,
                author_exclude: who.3,
                terms: terms.0,
                any_term_clause: terms.1,
                format,
                sticky,
                order_by: order.0,
                ascending: order.1,
                reader: order.2,
                protected: order.3,
                offset: window.0,
                limit: window.1,
                ..ContentFilter::all(Kind::Post)
            },
        )
}

/// Category 3 is a child of category 2.
fn family(clause: &TermClause) -> Vec<u64> {
    let mut terms = clause.terms.clone();
    if clause.include_children && terms.contains(&2) {
        terms.push(3);
    }
    terms
}

fn fits(post: &Content, filter: &ContentFilter) -> bool {
    let status = match &filter.status {
        StatusFilter::Public => post.status == Status::Publish,
        StatusFilter::Any => true,
        StatusFilter::Of(list) => list.contains(&post.status),
    };
    let clauses: Vec<bool> = filter
        .terms
        .iter()
        .filter(|clause| !clause.terms.is_empty())
        .map(|clause| {
            let has = |term: &u64| post.terms_of(clause.taxonomy).contains(term);
            match clause.operator {
                TermOperator::AnyOf => family(clause).iter().any(has),
                TermOperator::AllOf => clause.terms.iter().all(has),
                TermOperator::NoneOf => !family(clause).iter().any(has),
            }
        })
        .collect();
    let terms = if filter.any_term_clause && !clauses.is_empty() {
        clauses.contains(&true)
    } else {
        !clauses.contains(&false)
    };
    let identity = if filter.include.is_empty() {
        !filter.exclude.contains(&post.id)
            && filter.sticky.is_none_or(|sticky| sticky == post.sticky)
    } else {
        filter.include.contains(&post.id) && (filter.sticky != Some(true) || post.sticky)
    };
    let author = if filter.author_exclude.is_empty() {
        filter.author.is_empty() || filter.author.contains(&post.author)
    } else {
        !filter.author_exclude.contains(&post.author)
    };
    status
        && terms
        && identity
        && author
        && filter
            .protected
            .is_none_or(|protected| protected != post.password.is_empty())
        && filter.after.is_none_or(|date| post.date.local > date)
        && filter.before.is_none_or(|date| post.date.local < date)
        && (filter.format.is_empty() || filter.format.contains(&post.format))
        && filter.reader.as_ref().is_none_or(|reader| {
            let own = reader.user > 0 && post.author == reader.user;
            let shows_text = reader.reads_protected || post.password.is_empty() || own;
            (reader.statuses.contains(&post.status)
                || own && reader.own_statuses.contains(&post.status))
                && (filter.search.is_none() || shows_text)
        })
        && filter
            .search
            .as_ref()
            .is_none_or(|search| found(post, search))
}

fn found(post: &Content, search: &Search) -> bool {
    let texts: Vec<String> = [
        (SearchColumn::Title, &post.title),
        (SearchColumn::Excerpt, &post.excerpt),
        (SearchColumn::Content, &post.content),
    ]
    .into_iter()
    .filter(|(column, _)| search.columns.is_empty() || search.columns.contains(column))
    .map(|(_, text)| seen(text))
    .collect();
    search.text.split(' ').all(|word| {
        let term = seen(word.trim_start_matches('-'));
        let is_there = texts.iter().any(|text| {
            if search.exact {
                *text == term
            } else {
                text.contains(&term)
            }
        });
        is_there != word.starts_with('-')
    })
}

/// Whether equal items follow the direction of the order instead of the order of their creation.
pub fn follows_index(filter: &ContentFilter) -> bool {
    let indexed = matches!(
        filter.order_by,
        OrderBy::Date | OrderBy::Slug | OrderBy::Author | OrderBy::Id | OrderBy::Include
    );
    let searched = filter
        .search
        .as_ref()
        .is_some_and(|search| !search.text.trim().is_empty());
    let included = filter
        .terms
        .iter()
        .any(|clause| !clause.terms.is_empty() && clause.operator != TermOperator::NoneOf);
    indexed && !searched && !included
}

fn naive(posts: &[Arc<Content>], filter: &ContentFilter) -> Listed<u64> {
    let mut fitting: Vec<_> = posts.iter().filter(|post| fits(post, filter)).collect();
    let by_include = filter.order_by == OrderBy::Include && !filter.include.is_empty();
    fitting.sort_by(|a, b| {
        let order = match filter.order_by {
            OrderBy::Include if by_include => {
                let place = |id| filter.include.iter().position(|wanted| *wanted == id);
                place(a.id).cmp(&place(b.id))
            }
            OrderBy::Modified => a.modified.cmp(&b.modified),
            OrderBy::Title => seen(&a.title).cmp(&seen(&b.title)),
            OrderBy::Slug => a.slug.cmp(&b.slug),
            OrderBy::Author => a.author.cmp(&b.author),
            OrderBy::Id => a.id.cmp(&b.id),
            _ => a.date.local.cmp(&b.date.local),
        };
        let backwards = !filter.ascending && !by_include;
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
        items: skipped.take(limit).map(|post| post.id).collect(),
        total: fitting.len() as u64,
    }
}

async fn site_with(posts: &[ContentChange]) -> TestSite {
    let site = TestSite::new().await;
    let user = site_store::UserChange {
        login: Some("bia".into()),
        email: Some("bia@example.com".into()),
        ..site_store::UserChange::default()
    };
    site.store.create_user(&user).await.unwrap();
    for (taxonomy, name, parent) in [
        (Taxonomy::Category, "dois", 0),
        (Taxonomy::Category, "três", 2),
        (Taxonomy::PostTag, "quatro", 0),
        (Taxonomy::PostTag, "cinco", 0),
    ] {
        let change = TermChange {
            name: Some(name.into()),
            parent: Some(parent),
            ..TermChange::default()
        };
        site.store.create_term(taxonomy, &change).await.unwrap();
    }
    for post in posts {
        site.post(post.clone()).await;
    }
    site
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 16, max_shrink_iters: 200, ..ProptestConfig::default() })]

    #[test]
    fn a_list_equals_a_naive_filter(
        posts in prop::collection::vec(post(), 1..40),
        filters in prop::collection::vec(filter(), 60),
    ) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let site = site_with(&posts).await;
            let ids: Vec<u64> = (1..=posts.len() as u64).collect();
            let stored = site.store.get_many(&ids).await.unwrap();
            for store in [site.store.clone(), site.other_process().await] {
                for filter in &filters {
                    let listed = store.list(filter).await.unwrap();
                    prop_assert_eq!(listed, naive(&stored, filter), "{:?}", filter);
                }
            }
            Ok(())
        })?;
    }
}
