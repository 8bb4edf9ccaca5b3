//! `pauta check`: nothing is wrong with data that were written; what is damaged is named, and nothing is changed.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::backups::large;
use crate::process::{Running, copy, done, ended, refused, texts, tree};

/// The lines of a check that finds something.
fn findings(folder: &Path) -> String {
    let output = ended(&["check", "--data-dir", folder.to_str().unwrap()]);
    let (said, complained) = texts(&output);
    assert_eq!(output.status.code(), Some(1), "{said}{complained}");
    said
}

/// Data with a post, a comment and a picture, in a folder of which each test damages a copy.
struct Sound {
    folder: TempDir,
    post: Value,
    media: Value,
}

impl Sound {
    async fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let system = Running::on(&folder.path().join("whole"));
        let site = system.site();
        let post = site
            .post("posts", json!({"title": "Horta", "status": "publish"}))
            .await;
        let comment = json!({"post": post["id"], "content": "Bonito."});
        site.post("comments", comment).await;
        let picture = pictures::generate::photograph(640, 480, 1).unwrap();
        let media = site.upload(picture).await;
        system.stop();
        Self {
            folder,
            post,
            media,
        }
    }

    fn whole(&self) -> PathBuf {
        self.folder.path().join("whole")
    }

    fn copied(&self, name: &str) -> PathBuf {
        let to = self.folder.path().join(name);
        copy(&self.whole(), &to);
        to
    }

    /// Path of the picture's file below the uploads.
    fn path(&self) -> &str {
        self.media["media_details"]["file"].as_str().unwrap()
    }

    /// The picture's file in a copy.
    fn file(&self, copy: &Path) -> PathBuf {
        copy.join("blobs/site/sites/main/uploads").join(self.path())
    }
}

#[tokio::test]
async fn sound_data_have_no_findings() {
    let sound = Sound::new().await;
    let whole = sound.whole();
    let place = whole.to_str().unwrap();
    let said = done(&["check", "--data-dir", place]);
    assert!(said.contains("Nothing is wrong with the data"), "{said}");
    let running = Running::on(&whole);
    let complained = refused(&["check", "--data-dir", place]);
    assert!(complained.contains("another Pauta uses it"), "{complained}");
    running.stop();
}

#[tokio::test]
async fn files_that_are_missing_cut_or_without_a_media_type_are_named() {
    let sound = Sound::new().await;
    let path = sound.path();
    let without_file = sound.copied("without file");
    fs::remove_file(sound.file(&without_file)).unwrap();
    let said = findings(&without_file);
    let expected = format!(
        "site: item {}: its file {path} is missing",
        sound.media["id"]
    );
    assert_eq!(said.trim_end(), expected);

    let cut = sound.copied("cut file");
    let file = fs::OpenOptions::new().write(true).open(sound.file(&cut));
    file.unwrap().set_len(100).unwrap();
    let expected = format!(
        "site: item {}: its file {path} has 100 bytes, which is not its length",
        sound.media["id"]
    );
    assert_eq!(findings(&cut).trim_end(), expected);

    let untyped = sound.copied("untyped");
    let kind = format!("blobs/site/sites/main/uploads/{path}.type");
    for text in [None, Some(""), Some("nonsense")] {
        match text {
            None => fs::remove_file(untyped.join(&kind)).unwrap(),
            Some(text) => fs::write(untyped.join(&kind), text).unwrap(),
        }
        let expected = format!(
            "site: the media type of the file sites/main/uploads/{path}, in sites/main/uploads/{path}.type, is missing or is none"
        );
        assert_eq!(findings(&untyped).trim_end(), expected);
    }
}

#[tokio::test]
async fn the_end_of_a_resized_image_is_looked_at() {
    let sound = Sound::new().await;
    let sizes = sound.media["media_details"]["sizes"].as_object().unwrap();
    let thumbnail = sizes["thumbnail"]["file"].as_str().unwrap();
    let cut = sound.copied("cut thumbnail");
    let file = sound.file(&cut).with_file_name(thumbnail);
    let bytes = fs::read(&file).unwrap();
    fs::write(&file, &bytes[..bytes.len() - 1]).unwrap();
    let said = findings(&cut);
    assert!(said.contains("the end of its file"), "{said}");
    assert!(said.trim_end().ends_with("is missing"), "{said}");
}

#[tokio::test]
async fn a_long_text_is_read_without_its_media_type_and_named_without_its_file() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let system = Running::on(&data);
    let text = large(1);
    let post = json!({"title": "Longo", "content": &text, "status": "publish"});
    let post = system.site().post("posts?_fields=id", post).await;
    system.stop();
    let records = data.join("blobs/site/sites/main/records");
    let named: Vec<_> = tree(&records).into_iter().map(|(name, _)| name).collect();
    let kinds = named.iter().filter(|name| name.ends_with(".type"));
    for (number, kind) in kinds.enumerate() {
        match number {
            0 => fs::write(records.join(kind), [0xff, 0xfe]).unwrap(),
            _ => fs::remove_file(records.join(kind)).unwrap(),
        }
    }
    let said = findings(&data);
    assert!(said.contains("the media type of the file"), "{said}");
    let system = Running::on(&data);
    let path = format!("posts/{}?context=edit", post["id"]);
    let read = system.site().get(&path).await;
    assert_eq!(read["content"]["raw"], text);
    system.stop();

    for name in named.iter().filter(|name| !name.ends_with(".type")) {
        fs::remove_file(records.join(name)).unwrap();
    }
    let said = findings(&data);
    let expected = format!("site: item {}: the file sites/main/records/", post["id"]);
    assert!(said.contains(&expected), "{said}");
    assert!(said.contains("change "), "{said}");
    Running::on(&data).stop();
}

#[tokio::test]
async fn files_beside_the_store_are_looked_at() {
    let sound = Sound::new().await;
    for (number, text) in [&b"SMTP_HOST=\"mail"[..], b"\xff\xfe"]
        .into_iter()
        .enumerate()
    {
        let settings = sound.copied(&format!("settings {number}"));
        fs::write(settings.join("pauta.env"), text).unwrap();
        let said = findings(&settings);
        assert!(said.starts_with("pauta.env: "), "{said}");
    }
    let log = sound.copied("log");
    fs::write(log.join("store.db-wal"), [7; 5000]).unwrap();
    let said = findings(&log);
    assert!(
        said.contains("store.db-wal is no write-ahead log"),
        "{said}"
    );
    let linked = sound.copied("linked");
    if linked.join("outbox").is_dir() {
        fs::remove_dir_all(linked.join("outbox")).unwrap();
    }
    std::os::unix::fs::symlink(linked.join("none"), linked.join("outbox")).unwrap();
    assert_eq!(findings(&linked).trim_end(), "outbox is not a folder");
    let mails = sound.copied("mails");
    fs::create_dir_all(mails.join("outbox")).unwrap();
    let name = "00000001764547200000-a";
    fs::write(mails.join(format!("outbox/{name}.json")), "{}").unwrap();
    fs::write(mails.join(format!("outbox/{name}.eml")), "").unwrap();
    let said = findings(&mails);
    for ending in ["json", "eml"] {
        let expected = format!("outbox: the mail {name}.{ending} is damaged");
        assert!(said.contains(&expected), "{said}");
    }
}

#[tokio::test]
async fn a_record_of_another_form_is_named() {
    let sound = Sound::new().await;
    let damaged = sound.copied("form");
    let store = rusqlite::Connection::open(damaged.join("store.db")).unwrap();
    let change =
        "UPDATE platform SET item_json = replace(item_json, '\"generation\"', '\"genesation\"')
        WHERE sk LIKE '%CREDENTIALS'";
    assert!(store.execute(change, []).unwrap() > 0);
    let change = "UPDATE site SET item_json = replace(item_json, '\"post\"', '\"pont\"')
        WHERE pk LIKE '%main#COMMENTS'";
    assert!(store.execute(change, []).unwrap() > 0);
    drop(store);
    let said = findings(&damaged);
    for expected in [
        "platform: the record USER#1 / CREDENTIALS: it lacks a member",
        "site: comment 1: its record is damaged",
    ] {
        assert!(said.contains(expected), "{said}");
    }
}

/// Changes a byte of a user's key in the index of the table's keys, and nowhere else.
fn hide_user(folder: &Path) {
    let store = folder.join("store.db");
    let mut bytes = fs::read(&store).unwrap();
    let page = 4096;
    let key = b"S:USER#1S:USER";
    let places: Vec<usize> = bytes
        .windows(key.len())
        .enumerate()
        .filter(|(place, part)| *part == key && matches!(bytes[place / page * page], 2 | 10))
        .map(|(place, _)| place)
        .collect();
    assert!(!places.is_empty());
    for place in places {
        bytes[place + 7] ^= 2;
    }
    fs::write(store, bytes).unwrap();
}

#[tokio::test]
async fn an_index_that_hides_a_user_is_named_and_built_anew() {
    let sound = Sound::new().await;
    let damaged = sound.copied("index");
    hide_user(&damaged);
    let said = findings(&damaged);
    assert!(
        said.contains("its indexes differ from their tables"),
        "{said}"
    );
    Running::on(&damaged).stop();
    let said = done(&["check", "--data-dir", damaged.to_str().unwrap()]);
    assert!(said.contains("Nothing is wrong with the data"), "{said}");
}

#[tokio::test]
async fn records_that_are_missing_are_named() {
    let sound = Sound::new().await;
    for (deleted, expected) in [
        (
            "site WHERE pk LIKE '%main#COMMENTS'",
            "site: comment 1: its record is missing".to_owned(),
        ),
        (
            "platform WHERE sk LIKE '%CREDENTIALS'",
            "platform: user 1: its credentials are missing".to_owned(),
        ),
        (
            "platform WHERE pk LIKE '%EMAIL#%'",
            "platform: user 1: the reservation of its e-mail address is missing".to_owned(),
        ),
        (
            "site WHERE rowid = (SELECT rowid FROM site WHERE pk LIKE '%main#LOG' ORDER BY sk DESC LIMIT 1)",
            format!(
                "site: item {}: the change log does not have it",
                sound.media["id"]
            ),
        ),
    ] {
        let lacking = sound.copied(expected.get(..20).unwrap_or_default());
        let store = rusqlite::Connection::open(lacking.join("store.db")).unwrap();
        let gone = store.execute(&format!("DELETE FROM {deleted}"), []);
        assert!(gone.unwrap() > 0, "{deleted}");
        drop(store);
        let said = findings(&lacking);
        assert!(said.lines().any(|line| line == expected), "{said}");
    }
}

#[tokio::test]
async fn another_key_ring_is_named_and_an_unreadable_one_ends_the_check() {
    let sound = Sound::new().await;
    let exchanged = sound.copied("exchanged");
    let other = sound.folder.path().join("other");
    Running::on(&other).stop();
    fs::copy(other.join("secrets.json"), exchanged.join("secrets.json")).unwrap();
    assert_eq!(
        findings(&exchanged).trim_end(),
        "secrets.json does not open the host password of site 1: it is of another system, or lacks a former key"
    );

    let unreadable = sound.copied("unreadable");
    fs::remove_file(unreadable.join("secrets.json")).unwrap();
    fs::create_dir(unreadable.join("secrets.json")).unwrap();
    let complained = refused(&["check", "--data-dir", unreadable.to_str().unwrap()]);
    assert!(
        complained.contains("secrets.json cannot be read"),
        "{complained}"
    );
}

#[tokio::test]
async fn a_damaged_record_is_named_also_after_it_was_set_aside() {
    let sound = Sound::new().await;
    let damaged = sound.copied("damaged");
    let store = rusqlite::Connection::open(damaged.join("store.db")).unwrap();
    let changed = store
        .execute(
            "UPDATE site SET item_json = 'x' || substr(item_json, 2) WHERE pk LIKE '%main#CONTENT#' || ?1",
            [sound.post["id"].as_u64().unwrap()],
        )
        .unwrap();
    assert!(changed > 0);
    drop(store);
    let before = tree(&damaged);
    let said = findings(&damaged);
    assert!(
        said.contains("main#CONTENT#") && said.contains("of the table site is damaged"),
        "{said}"
    );
    assert!(tree(&damaged) == before, "a check changed the data");

    let system = Running::on(&damaged);
    let store = rusqlite::Connection::open(damaged.join("store.db")).unwrap();
    let is_aside = || store.query_row("SELECT 1 FROM _damaged_records", [], |_| Ok(()));
    let wait = async {
        // The table is made with its first record.
        while is_aside().is_err() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(Duration::from_mins(1), wait)
        .await
        .unwrap();
    drop(store);
    system.stop();
    let said = findings(&damaged);
    assert!(
        said.contains("set aside in the table _damaged_records"),
        "{said}"
    );
}

#[tokio::test]
async fn a_damaged_store_is_named_and_a_folder_without_data_refused() {
    let sound = Sound::new().await;
    let cut = sound.copied("cut");
    let bytes = fs::read(cut.join("store.db")).unwrap();
    fs::write(cut.join("store.db"), &bytes[..bytes.len() / 2]).unwrap();
    assert!(findings(&cut).contains("store.db is damaged"));

    for nothing in ["none", "empty"] {
        let nothing = sound.folder.path().join(nothing);
        if nothing.ends_with("empty") {
            fs::create_dir(&nothing).unwrap();
        }
        let complained = refused(&["check", "--data-dir", nothing.to_str().unwrap()]);
        assert!(complained.contains("the data folder"), "{complained}");
    }
}
