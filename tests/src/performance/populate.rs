//! A site of a given size, reproducible from a seed, written through the site's own write path: every post is a
//! transaction of its own with its entry in the change log, as if a person had written it at its date.

use std::collections::BTreeMap;
use std::sync::Arc;

use bytes::Bytes;
use domain::site::date::DateInput;
use domain::site::{Kind, Role, Status, Taxonomy};
use embedded::clock::SettableClock;
use embedded::random::SeededRandom;
use image::ImageFormat;
use jiff::{SignedDuration, Timestamp};
use site_store::{ContentChange, NewFile, Parts, SiteStore, Sites, Tenant, TermChange, UserChange};

use super::prose::Dice;
use crate::pictures::picture;

/// Size and seed of a site.
#[derive(Debug, Clone, Copy)]
pub struct Plan {
    /// Number of published posts. The site also gets drafts (one for every 50), pages and media (one for every 100),
    /// terms and authors.
    pub posts: u64,
    /// Approximate size of a post's body, in bytes.
    pub body: usize,
    /// Seed of all random choices.
    pub seed: u64,
}

impl Default for Plan {
    fn default() -> Self {
        Self {
            posts: 10_000,
            body: 3000,
            seed: 2026,
        }
    }
}

/// Names of categories; every third is a child of the previous one.
const CATEGORIES: [&str; 15] = [
    "Horta",
    "Temperos",
    "Frutas",
    "Cozinha",
    "Receitas",
    "Pães",
    "Cidade",
    "Bairros",
    "Praças",
    "Economia",
    "Negócios",
    "Cooperativas",
    "Saúde",
    "Esporte",
    "Alimentação",
];
const TAGS: u64 = 200;
const AUTHORS: [&str; 8] = [
    "Ana Lima",
    "Bruno Sá",
    "Célia Rocha",
    "Davi Melo",
    "Elisa Prado",
    "Fábio Reis",
    "Gil Torres",
    "Helena Dias",
];
/// Date of the first post.
const BEGIN: &str = "2016-01-04T09:00:00Z";
/// Time span of the posts in seconds, about ten years.
const SPAN: u64 = 10 * 365 * 24 * 3600;

/// Terms, authors and media that posts refer to.
struct Cast {
    authors: Vec<u64>,
    categories: Vec<u64>,
    tags: Vec<u64>,
    pictures: Vec<u64>,
}

/// Writes the site `main` into the table and blobs of `parts`, reports progress, and makes a snapshot as the tick of
/// a running site does.
pub async fn populate(parts: Parts, plan: Plan, say: impl Fn(u64)) -> SiteStore {
    let begin: Timestamp = BEGIN.parse().unwrap();
    let clock = Arc::new(SettableClock::at(begin));
    let random = SeededRandom::new(plan.seed);
    let dice = Dice(&random);
    let sites = Sites::new(Parts {
        clock: clock.clone(),
        ..parts
    });
    let store = sites.site(&Tenant::main()).unwrap();
    let cast = cast(&store, &dice, plan).await;
    for number in 0..plan.posts {
        let since = SPAN / plan.posts.max(1) * number;
        clock.set(begin + SignedDuration::from_secs(since as i64));
        post(&store, &dice, plan, &cast, Status::Publish).await;
        if number % 50 == 49 {
            post(&store, &dice, plan, &cast, Status::Draft).await;
        }
        if number % 100 == 99 {
            page(&store, &dice, plan, &cast).await;
        }
        if number % 1000 == 999 {
            say(number + 1);
        }
    }
    while store
        .make_snapshot()
        .await
        .unwrap()
        .is_some_and(|made| made.more)
    {}
    store
}

async fn cast(store: &SiteStore, dice: &Dice<'_>, plan: Plan) -> Cast {
    let mut authors = Vec::new();
    for name in AUTHORS {
        let login = site_store::sanitise_slug(name);
        let change = UserChange {
            email: Some(format!("{login}@site.localhost")),
            login: Some(login),
            name: Some(name.to_owned()),
            roles: Some(vec![Role::Author]),
            ..UserChange::default()
        };
        authors.push(store.create_user(&change).await.unwrap().id);
    }
    let mut categories: Vec<u64> = Vec::new();
    for (place, name) in CATEGORIES.into_iter().enumerate() {
        let parent = categories.last().copied().filter(|_| place % 3 == 2);
        categories.push(term(store, Taxonomy::Category, name, parent).await);
    }
    let mut tags = Vec::new();
    for number in 0..TAGS {
        let name = format!("{} {number}", dice.words(1));
        tags.push(term(store, Taxonomy::PostTag, &name, None).await);
    }
    let mut pictures = Vec::new();
    let bytes = picture(ImageFormat::Png, 64, 48);
    for number in 0..plan.posts.div_ceil(100) {
        pictures.push(media(store, dice, &authors, number, &bytes).await);
    }
    Cast {
        authors,
        categories,
        tags,
        pictures,
    }
}

async fn term(store: &SiteStore, taxonomy: Taxonomy, name: &str, parent: Option<u64>) -> u64 {
    let change = TermChange {
        name: Some(name.to_owned()),
        slug: None,
        description: None,
        parent,
        meta: BTreeMap::new(),
    };
    store.create_term(taxonomy, &change).await.unwrap().id
}

async fn media(
    store: &SiteStore,
    dice: &Dice<'_>,
    authors: &[u64],
    number: u64,
    bytes: &Bytes,
) -> u64 {
    let file = NewFile {
        name: format!("foto-{number}.png"),
        bytes: bytes.clone(),
        author: *dice.one(authors),
        title: Some(dice.words(4)),
        makes_sizes: true,
        change: ContentChange {
            excerpt: Some(dice.words(9)),
            alt_text: Some(dice.words(6)),
            ..ContentChange::default()
        },
    };
    store.upload(file).await.unwrap().id
}

async fn post(store: &SiteStore, dice: &Dice<'_>, plan: Plan, cast: &Cast, status: Status) {
    let mut categories = vec![*dice.one(&cast.categories)];
    if dice.chance(30) {
        categories.push(*dice.one(&cast.categories));
    }
    let tags = (0..dice.below(6)).map(|_| *dice.one(&cast.tags)).collect();
    let words = 4 + dice.below(6);
    let change = ContentChange {
        title: Some(dice.words(words)),
        content: Some(dice.article(plan.body)),
        excerpt: dice.chance(50).then(|| dice.words(24)),
        status: Some(status),
        featured_media: dice.chance(60).then(|| *dice.one(&cast.pictures)),
        terms: BTreeMap::from([(Taxonomy::Category, categories), (Taxonomy::PostTag, tags)]),
        may_publish: true,
        ..ContentChange::default()
    };
    let author = *dice.one(&cast.authors);
    store.create(Kind::Post, author, &change).await.unwrap();
}

async fn page(store: &SiteStore, dice: &Dice<'_>, plan: Plan, cast: &Cast) {
    let change = ContentChange {
        title: Some(dice.words(3)),
        content: Some(dice.article(plan.body)),
        status: Some(Status::Publish),
        date: Some(DateInput::Reset),
        may_publish: true,
        ..ContentChange::default()
    };
    let author = *dice.one(&cast.authors);
    store.create(Kind::Page, author, &change).await.unwrap();
}
