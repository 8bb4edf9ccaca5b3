//! Options on the embedded DynamoDB engine.
#![expect(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::collections::BTreeMap;

use embedded::dynamo::Engine;
use embedded::random::SeededRandom;
use items::{Key, Table};
use ports::Random;
use secrecy::{ExposeSecret, SecretString};
use serde_json::{Value, json};
use site_options::{MAX_BYTES, OptionName, OptionsError, Owner, Revision, SiteOptions, Stored};
use site_store::Tenant;
use vault::KeyRing;

const SETTINGS: OptionName = OptionName::new("spam-filter.settings");
const API_KEY: OptionName = OptionName::new("spam-filter.key");

/// Stored form of a document.
#[derive(serde::Serialize, serde::Deserialize)]
struct Record {
    #[serde(with = "items::packed")]
    p: String,
    s: String,
}

async fn table() -> Table {
    let table = Table::new(Engine::memory().unwrap().client(), "site");
    table.create().await.unwrap();
    table
}

fn of(table: &Table, tenant: &str) -> SiteOptions {
    SiteOptions::new(table.clone(), tenant.parse().unwrap())
}

async fn options() -> SiteOptions {
    SiteOptions::new(table().await, Tenant::main())
}

async fn read(options: &SiteOptions, owner: Owner) -> Stored<Value> {
    options.read(owner, SETTINGS).await.unwrap()
}

#[tokio::test]
async fn a_document_belongs_to_its_site_owner_and_name() {
    let table = table().await;
    let (one, other) = (of(&table, "main"), of(&table, "horta"));
    let owners = [Owner::Site, Owner::User(7), Owner::User(8)];
    for (place, options) in [&one, &other].into_iter().enumerate() {
        for owner in owners {
            let value = json!({ "place": place, "owner": format!("{owner:?}") });
            let first = Revision::NEVER_WRITTEN;
            options.write(owner, SETTINGS, &value, first).await.unwrap();
        }
    }
    for (place, options) in [&one, &other].into_iter().enumerate() {
        for owner in owners {
            let value = json!({ "place": place, "owner": format!("{owner:?}") });
            assert_eq!(read(options, owner).await.value, Some(value));
        }
    }
    let unknown: Stored<Value> = one.read(Owner::Site, API_KEY).await.unwrap();
    assert_eq!(
        (unknown.value, unknown.revision),
        (None, Revision::NEVER_WRITTEN)
    );
}

#[tokio::test]
async fn a_write_on_an_earlier_revision_changes_nothing() {
    let options = options().await;
    let never = Revision::NEVER_WRITTEN;
    let site = Owner::Site;
    let first = options.write(site, SETTINGS, &1, never).await.unwrap();
    let again = options.write(site, SETTINGS, &2, never).await;
    assert!(matches!(again, Err(OptionsError::Conflict)));
    let second = options.write(site, SETTINGS, &3, first).await.unwrap();
    let late = options.write(site, SETTINGS, &4, first).await;
    assert!(matches!(late, Err(OptionsError::Conflict)));
    let stored = read(&options, site).await;
    assert_eq!((stored.value, stored.revision), (Some(json!(3)), second));
}

#[tokio::test]
async fn a_removed_document_keeps_earlier_writers_out() {
    let options = options().await;
    let (site, never) = (Owner::Site, Revision::NEVER_WRITTEN);
    assert_eq!(options.remove(site, SETTINGS, never).await.unwrap(), never);
    let first = options.write(site, SETTINGS, &1, never).await.unwrap();
    let early = options.remove(site, SETTINGS, never).await;
    assert!(matches!(early, Err(OptionsError::Conflict)));
    let removed = options.remove(site, SETTINGS, first).await.unwrap();
    let stored = read(&options, site).await;
    assert_eq!((stored.value, stored.revision), (None, removed));
    for outdated in [never, first] {
        let late = options.write(site, SETTINGS, &2, outdated).await;
        assert!(matches!(late, Err(OptionsError::Conflict)));
    }
    options.write(site, SETTINGS, &5, removed).await.unwrap();
    assert_eq!(read(&options, site).await.value, Some(json!(5)));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn concurrent_updates_lose_none() {
    let options = options().await;
    let mut running = tokio::task::JoinSet::new();
    for number in 0..10_u32 {
        let options = options.clone();
        running.spawn(async move {
            let counted = options.update(Owner::Site, SETTINGS, |weights| {
                let mut weights: BTreeMap<String, u32> = weights.cloned().unwrap_or_default();
                *weights.entry("all".to_owned()).or_default() += 1;
                weights.insert(format!("word-{number}"), number);
                Some(weights)
            });
            counted.await.unwrap();
        });
    }
    running.join_all().await;
    let stored: Stored<BTreeMap<String, u32>> = options.read(Owner::Site, SETTINGS).await.unwrap();
    let weights = stored.value.unwrap();
    assert_eq!((weights.len(), weights.get("all")), (11, Some(&10)));
}

#[tokio::test]
async fn an_update_without_a_new_document_writes_nothing() {
    let options = options().await;
    let kept = options.update(Owner::Site, SETTINGS, |present: Option<&Value>| {
        present.cloned().map(|_| json!(1))
    });
    assert_eq!(kept.await.unwrap(), None);
    assert_eq!(
        read(&options, Owner::Site).await.revision,
        Revision::NEVER_WRITTEN
    );
}

#[tokio::test]
async fn documents_are_limited_by_their_compressed_size() {
    let options = options().await;
    let never = Revision::NEVER_WRITTEN;
    let repeated = "horta na varanda ".repeat(MAX_BYTES / 4);
    let first = options
        .write(Owner::Site, SETTINGS, &repeated, never)
        .await
        .unwrap();
    let stored: Stored<String> = options.read(Owner::Site, SETTINGS).await.unwrap();
    assert_eq!(stored.value, Some(repeated));
    let mut random = vec![0; MAX_BYTES];
    SeededRandom::new(4).fill(&mut random);
    let refused = options.write(Owner::Site, SETTINGS, &random, first).await;
    assert!(
        matches!(refused, Err(OptionsError::TooLarge { bytes, limit }) if bytes > limit && limit == MAX_BYTES)
    );
    assert_eq!(read(&options, Owner::Site).await.revision, first);
}

#[tokio::test]
async fn secrets_are_sealed_for_their_record() {
    let table = table().await;
    let options = of(&table, "main");
    let (keyring, random) = (
        KeyRing::generate(&SeededRandom::new(1)),
        SeededRandom::new(2),
    );
    let never = Revision::NEVER_WRITTEN;
    let secret = SecretString::from("chave-secreta-123");
    for owner in [Owner::Site, Owner::User(3)] {
        let sealing = (&keyring, &random as &dyn Random);
        let written = options.write_secret(owner, API_KEY, &secret, never, sealing);
        let revision = written.await.unwrap();
        let stored = options.read_secret(owner, API_KEY, &keyring).await.unwrap();
        assert_eq!(stored.revision, revision);
        assert_eq!(stored.value.unwrap().expose_secret(), "chave-secreta-123");
    }
    let own = Key::new("main#OPTIONS", "spam-filter.key");
    let record: Record = table.get(&own).await.unwrap().unwrap();
    assert_eq!(record.p, "");
    assert!(record.s.starts_with("v1.") && !record.s.contains("chave-secreta"));
    // A sealed text that is copied to another record cannot be opened there.
    let users = Key::new("main#USER_OPTIONS#9", "spam-filter.key");
    let copy = items::Entry::new(users, &record).unwrap().revision(1);
    table.put(copy, items::Condition::Absent).await.unwrap();
    let copied = options.read_secret(Owner::User(9), API_KEY, &keyring).await;
    assert!(matches!(copied, Err(OptionsError::Sealed { .. })));
}

#[tokio::test]
async fn sealed_documents_are_changed_by_one_writer_after_the_other() {
    let options = options().await;
    let (keyring, random) = (
        KeyRing::generate(&SeededRandom::new(1)),
        SeededRandom::new(2),
    );
    let sealing = (&keyring, &random as &dyn Random);
    let add = |number: u64| {
        options.update_sealed(Owner::Site, API_KEY, sealing, move |list: &mut Vec<u64>| {
            list.push(number);
            list.len()
        })
    };
    let lengths = futures_util::future::join_all((0..4).map(add)).await;
    let mut lengths: Vec<usize> = lengths.into_iter().map(Result::unwrap).collect();
    lengths.sort_unstable();
    assert_eq!(lengths, [1, 2, 3, 4]);
    let read = async || {
        let read = options.read_sealed::<Vec<u64>>(Owner::Site, API_KEY, &keyring);
        read.await.unwrap()
    };
    let stored = read().await;
    assert_eq!(stored.value.len(), 4);
    // What changes nothing writes nothing, and the default is no document.
    let unchanged = options.update_sealed(Owner::Site, API_KEY, sealing, |_: &mut Vec<u64>| ());
    unchanged.await.unwrap();
    assert_eq!(read().await.revision, stored.revision);
    let emptied = options.update_sealed(Owner::Site, API_KEY, sealing, Vec::<u64>::clear);
    emptied.await.unwrap();
    let secret = options.read_secret(Owner::Site, API_KEY, &keyring).await;
    assert!(secret.unwrap().value.is_none());
    let value = vec![1_u64];
    let late = options.write_sealed(Owner::Site, API_KEY, &value, stored.revision, sealing);
    assert!(matches!(late.await, Err(OptionsError::Conflict)));
}

#[tokio::test]
async fn deleting_a_user_deletes_their_documents_only() {
    let options = options().await;
    let never = Revision::NEVER_WRITTEN;
    for owner in [Owner::Site, Owner::User(7), Owner::User(70)] {
        options
            .write(owner, SETTINGS, &"kept", never)
            .await
            .unwrap();
        options.write(owner, API_KEY, &"also", never).await.unwrap();
    }
    options.delete_user(7).await.unwrap();
    options.delete_user(7).await.unwrap();
    assert_eq!(read(&options, Owner::User(7)).await.value, None);
    assert_eq!(
        read(&options, Owner::User(70)).await.value,
        Some(json!("kept"))
    );
    assert_eq!(read(&options, Owner::Site).await.value, Some(json!("kept")));
}
