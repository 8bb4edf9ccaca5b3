//! Stores and records as earlier releases left them.

use domain::platform::access::Role;
use domain::platform::id::{PostId, SiteId, UserId};
use domain::platform::month::Month;
use domain::platform::post::{Post, PostFields, PostVersion};
use embedded::clock::SettableClock;
use embedded::dynamo::Engine;
use items::{Condition, Entry, Key};
use jiff::Timestamp;
use migrations::{Migrated, MigrationError, Migrations};
use platform_store::PlatformStore;
use ports::Clock;
use serde_json::Value;
use vault::password::PasswordHash;

/// The version that the steps lead to.
pub const NEWEST: u32 = 5;

/// The site of all posts.
pub const SITE: SiteId = SiteId(1);

pub fn instant(text: &str) -> Timestamp {
    text.parse().unwrap()
}

/// The zone of the migrations' months.
pub fn zone() -> jiff::tz::TimeZone {
    jiff::tz::TimeZone::fixed(jiff::tz::offset(-3))
}

/// Runs the steps that are left.
pub async fn migrate(store: &PlatformStore) -> Result<Migrated, MigrationError> {
    let clock = SettableClock::at(instant("2027-01-15T08:00:00Z"));
    Migrations::migrate_platform(store, &zone(), &clock as &dyn Clock).await
}

/// Forgets which steps were run.
pub async fn forget_version(store: &PlatformStore) {
    let key = Key::new("SCHEMA", "VERSION");
    store.table().delete(key, Condition::Any).await.unwrap();
}

/// A store with an administrator and a site.
pub async fn open(engine: &Engine) -> PlatformStore {
    let store = platform_testkit::store(engine).await;
    let now = instant("2026-01-01T00:00:00Z");
    let hash = PasswordHash::from_stored("unused");
    let (owner, _) = store
        .ensure_admin("Ana", "ana@agencia.test", hash, now)
        .await
        .unwrap();
    assert_eq!(owner.role, Role::Admin);
    let site = platform_testkit::site(SITE, owner.id, "https://cliente.example", now);
    store.create_site(&site, None).await.unwrap();
    store
}

pub fn post_key(id: PostId) -> Key {
    Key::new(format!("POST#{id}"), "POST")
}

/// Stores a record as an earlier release did: without `members`.
pub async fn put_without(
    store: &PlatformStore,
    key: Key,
    record: &impl serde::Serialize,
    members: &[&str],
) {
    let mut value = serde_json::to_value(record).unwrap();
    for member in members {
        value.as_object_mut().unwrap().remove(*member);
    }
    let revision = value.get("revision").and_then(Value::as_u64).unwrap_or(2);
    let entry = Entry::new(key, &value).unwrap().revision(revision);
    store.table().put(entry, Condition::Any).await.unwrap();
}

/// A post of an earlier release with the body of `words` words, as `alter` leaves it.
pub async fn earlier(
    store: &PlatformStore,
    created_at: &str,
    words: usize,
    alter: impl FnOnce(&mut Post),
) -> PostId {
    let id = store.next_post_id().await.unwrap();
    let at = instant(created_at);
    let mut post = Post::draft(id, UserId(1), SITE, PostFields::default(), 0, at);
    let version = PostVersion {
        number: 1,
        title: "Horta".into(),
        body: format!("<p>{}</p>", "palavra ".repeat(words)),
        user_id: UserId(1),
        created_at: at,
    };
    store.create_post(&post, &version, &[]).await.unwrap();
    alter(&mut post);
    put_without(store, post_key(id), &post, &["counted", "body_words"]).await;
    // What the counters had then.
    let month = Month::of(at, &jiff::tz::TimeZone::UTC);
    let key = Key::new(format!("REPORT#{month}"), format!("{:020}", SITE.0));
    store.table().delete(key, Condition::Any).await.unwrap();
    id
}
