//! What every adapter of the saved settings does.
#![expect(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::sync::Arc;

use embedded::dynamo::Engine;
use embedded::random::SeededRandom;
use embedded::settings_file::FileSettings;
use items::Table;
use secrecy::{ExposeSecret, SecretString};
use settings::{Changes, Saved, SealedSettings, SettingKey, SettingsError, SettingsStore};
use vault::KeyRing;

/// Two processes with the same saved settings.
type Pair = (Arc<dyn SettingsStore>, Arc<dyn SettingsStore>);

async fn sealed() -> (SealedSettings, Engine) {
    let engine = Engine::memory().unwrap();
    let table = Table::new(engine.client(), "platform");
    table.create().await.unwrap();
    let random = Arc::new(SeededRandom::new(7));
    let keyring = Arc::new(KeyRing::generate(random.as_ref()));
    (SealedSettings::new(table, keyring, random), engine)
}

/// Every adapter, with what must stay alive as long as it is used.
async fn adapters() -> Vec<(&'static str, Pair, Box<dyn std::any::Any>)> {
    let (record, engine) = sealed().await;
    let folder = tempfile::tempdir().unwrap();
    let file = || Arc::new(FileSettings::new(folder.path().join("pauta.env")));
    vec![
        (
            "sealed record",
            (Arc::new(record.clone()), Arc::new(record)),
            Box::new(engine),
        ),
        ("file", (file(), file()), Box::new(folder)),
    ]
}

fn changes(pairs: &[(SettingKey, Option<&str>)]) -> Changes {
    pairs
        .iter()
        .map(|(key, value)| (*key, value.map(SecretString::from)))
        .collect()
}

fn texts(saved: &Saved) -> Vec<(SettingKey, &str)> {
    let pairs = saved.values.iter();
    pairs
        .map(|(key, value)| (*key, value.expose_secret()))
        .collect()
}

#[tokio::test]
async fn a_change_is_seen_by_the_next_reading_of_every_process() {
    for (name, (one, other), _alive) in adapters().await {
        let nothing = other.load().await.unwrap();
        assert!(nothing.values.is_empty(), "{name}");
        let first = changes(&[
            (SettingKey::OpenAiKey, Some("sk-1")),
            (SettingKey::SmtpPassword, Some("é ' \" $x `y` \\ #1=")),
        ]);
        one.save(&nothing, &first).await.unwrap();
        let seen = other.load().await.unwrap();
        let password = (SettingKey::SmtpPassword, "é ' \" $x `y` \\ #1=");
        assert_eq!(
            texts(&seen),
            [(SettingKey::OpenAiKey, "sk-1"), password],
            "{name}"
        );
        let second = changes(&[
            (SettingKey::OpenAiKey, None),
            (SettingKey::PexelsKey, Some("px")),
            (SettingKey::SmtpHost, None),
        ]);
        other.save(&seen, &second).await.unwrap();
        let seen = one.load().await.unwrap();
        assert_eq!(
            texts(&seen),
            [(SettingKey::PexelsKey, "px"), password],
            "{name}"
        );
    }
}

#[tokio::test]
async fn a_change_based_on_an_older_state_writes_nothing() {
    for (name, (one, other), _alive) in adapters().await {
        let nothing = one.load().await.unwrap();
        let mine = changes(&[(SettingKey::OpenAiKey, Some("mine"))]);
        let theirs = changes(&[(SettingKey::GeminiKey, Some("theirs"))]);
        one.save(&nothing, &mine).await.unwrap();
        let late = other.save(&nothing, &theirs).await;
        assert_eq!(late, Err(SettingsError::Conflict), "{name}");
        let seen = one.load().await.unwrap();
        assert_eq!(texts(&seen), [(SettingKey::OpenAiKey, "mine")], "{name}");
        other.save(&seen, &theirs).await.unwrap();
        let late = one.save(&seen, &mine).await;
        assert_eq!(late, Err(SettingsError::Conflict), "{name}");
    }
}

#[tokio::test]
async fn the_stored_record_has_no_value_in_clear_and_belongs_to_its_key_ring() {
    let (settings, engine) = sealed().await;
    let canary = changes(&[(SettingKey::OpenAiKey, Some("sk-canary-5521"))]);
    settings.save(&Saved::default(), &canary).await.unwrap();
    let scan = engine.client().scan().table_name("platform");
    let stored = format!("{:?}", scan.send().await.unwrap().items());
    assert!(stored.contains("v1.k1."), "{stored}");
    assert!(
        !stored.contains("canary") && !stored.contains("OPENAI"),
        "{stored}"
    );
    let random = Arc::new(SeededRandom::new(8));
    let other = Arc::new(KeyRing::generate(random.as_ref()));
    let table = Table::new(engine.client(), "platform");
    let refused = SealedSettings::new(table, other, random).load().await;
    assert!(matches!(refused, Err(SettingsError::Damaged(_))));
}
