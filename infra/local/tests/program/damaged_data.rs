//! Incomplete or damaged data: the start is rejected with advice, and the data stay unchanged.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::json;

use crate::process::{Running, copy, ended, refused, texts, tree};

/// Data of a system that was started once and stopped.
fn data() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let whole = folder.path().join("whole");
    let said = Running::on(&whole).stop();
    assert!(said.contains("Stopped. The data are in"), "{said}");
    assert!(
        !whole.join("store.db-wal").exists(),
        "everything is in store.db"
    );
    (folder, whole)
}

/// A way to damage the data in a folder.
type Damage = Box<dyn Fn(&Path)>;

fn change(name: &'static str, with: impl Fn(&mut Vec<u8>) + 'static) -> Damage {
    Box::new(move |folder| {
        let file = folder.join(name);
        let mut bytes = fs::read(&file).unwrap();
        with(&mut bytes);
        fs::write(file, bytes).unwrap();
    })
}

fn remove(name: &'static str) -> Damage {
    Box::new(move |folder| fs::remove_file(folder.join(name)).unwrap())
}

/// Kinds of damage, each with the text that reports it.
fn damages() -> Vec<(&'static str, Damage)> {
    vec![
        ("store.db is missing", remove("store.db")),
        ("store.db is empty", change("store.db", Vec::clear)),
        (
            "store.db is damaged (its last ",
            change("store.db", |bytes| bytes.truncate(bytes.len() / 2)),
        ),
        (
            "store.db is damaged (its pages do not fit together)",
            change("store.db", |bytes| {
                let page = 4096;
                for at in (page..bytes.len()).step_by(page) {
                    bytes[at] ^= 0xff;
                }
            }),
        ),
        (
            "store.db is damaged (it is not a database)",
            change("store.db", |bytes| bytes[0] = b'X'),
        ),
        (
            "store.db is damaged (it is not a database)",
            change("store.db", |bytes| {
                *bytes = b"no database at all".repeat(99)
            }),
        ),
        (
            "store.db is damaged (it holds none of the tables that a store has)",
            Box::new(|folder| {
                let file = folder.join("store.db");
                fs::remove_file(&file).unwrap();
                let other = rusqlite::Connection::open(&file).unwrap();
                other
                    .execute_batch("CREATE TABLE notes (body TEXT)")
                    .unwrap();
            }),
        ),
        ("secrets.json is missing", remove("secrets.json")),
        ("secrets.json is empty", change("secrets.json", Vec::clear)),
        (
            "secrets.json is damaged (it is no key ring)",
            change("secrets.json", |bytes| bytes.truncate(40)),
        ),
        (
            "store.db is missing, and secrets.json is empty",
            Box::new(|folder| {
                fs::remove_file(folder.join("store.db")).unwrap();
                fs::write(folder.join("secrets.json"), b"").unwrap();
                fs::create_dir_all(folder.join("blobs/site/sites")).unwrap();
                fs::write(folder.join("blobs/site/sites/foto.jpg"), b"x").unwrap();
            }),
        ),
    ]
}

#[test]
fn unusable_data_are_rejected_and_left_unchanged() {
    let (folder, whole) = data();
    for (number, (words, damage)) in damages().into_iter().enumerate() {
        let damaged = folder.path().join(format!("damaged {number}"));
        copy(&whole, &damaged);
        damage(&damaged);
        let before = tree(&damaged);
        let place = damaged.to_str().unwrap();
        let complained = refused(&start_on(place));
        assert!(complained.contains(words), "{words}: {complained}");
        for advice in [
            "Nothing was changed.",
            &format!("pauta restore FILE --replace --data-dir '{place}'"),
            &format!("pauta --start-empty --data-dir '{place}'"),
        ] {
            assert!(complained.contains(advice), "{advice}: {complained}");
        }
        assert!(tree(&damaged) == before, "{words}: the data were changed");
        let backup = folder.path().join("backup").to_str().unwrap().to_owned();
        let complained = refused(&["backup", &backup, "--data-dir", place]);
        assert!(complained.contains("no backup was made"), "{complained}");
        assert!(complained.contains(words), "{words}: {complained}");
        assert!(!Path::new(&backup).exists());
        assert!(
            tree(&damaged) == before,
            "{words}: the backup changed the data"
        );
    }
}

#[test]
fn files_in_place_of_folders_and_folders_in_place_of_files_are_named() {
    let (folder, whole) = data();
    for (name, is_folder, words) in [
        ("blobs", false, "blobs is not a folder"),
        ("blobs/site", false, "blobs/site is not a folder"),
        ("outbox", false, "outbox is not a folder"),
        ("lock", true, "lock: a file is expected there"),
        ("store.db", true, "store.db"),
        ("secrets.json", true, "secrets.json"),
    ] {
        let changed = folder.path().join(name.replace('/', " "));
        copy(&whole, &changed);
        let path = changed.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        if path.is_dir() {
            fs::remove_dir_all(&path).unwrap();
        } else if path.exists() {
            fs::remove_file(&path).unwrap();
        }
        if is_folder {
            fs::create_dir(&path).unwrap();
        } else {
            fs::write(&path, "x").unwrap();
        }
        let place = changed.to_str().unwrap();
        for arguments in [start_on(place).to_vec(), vec!["check", "--data-dir", place]] {
            let output = ended(&arguments);
            let (said, complained) = texts(&output);
            let told = format!("{said}{complained}");
            assert!(!output.status.success(), "{name}: {told}");
            assert!(told.contains(words), "{name}: {told}");
            for inner in ["os error", "immutable", "unable to open"] {
                assert!(!told.contains(inner), "{name}: {told}");
            }
        }
    }
}

/// Arguments of a start on the data in `place`.
fn start_on(place: &str) -> [&str; 6] {
    [
        "--data-dir",
        place,
        "--platform-addr",
        "localhost:0",
        "--site-addr",
        "localhost:0",
    ]
}

#[tokio::test]
async fn acknowledged_writes_that_are_missing_are_named() {
    let (folder, whole) = data();
    let earlier = folder.path().join("earlier.db");
    fs::copy(whole.join("store.db"), &earlier).unwrap();
    let system = Running::on(&whole);
    let post = json!({"title": "Horta na varanda"});
    system.site().post("posts", post).await;
    // Killed, so that the writes of this run are in the write-ahead log.
    system.kill();
    for lose in ["store.db-wal", "store.db"] {
        let damaged = folder.path().join(format!("without {lose}"));
        copy(&whole, &damaged);
        if lose == "store.db" {
            fs::copy(&earlier, damaged.join(lose)).unwrap();
        }
        fs::remove_file(damaged.join("store.db-wal")).unwrap();
        let place = damaged.to_str().unwrap();
        let before = tree(&damaged);
        let complained = refused(&start_on(place));
        for words in [
            "lacks the last ",
            " acknowledged writes, until 20",
            "Nothing was changed.",
            &format!("pauta restore FILE --replace --data-dir '{place}'"),
            &format!("pauta --accept-loss --data-dir '{place}'"),
        ] {
            assert!(complained.contains(words), "{words}: {complained}");
        }
        assert!(tree(&damaged) == before, "{lose}: the data were changed");
        let accepting = [&["--accept-loss"], &start_on(place)[..]].concat();
        Running::start(crate::process::command(&accepting)).stop();
        Running::on(&damaged).stop();
    }
}

#[tokio::test]
async fn a_damaged_number_of_the_last_write_is_named() {
    let (folder, whole) = data();
    let system = Running::on(&whole);
    let post = json!({"title": "Horta na varanda"});
    system.site().post("posts", post).await;
    system.kill();
    let ways: [(&str, Damage); 3] = [
        (
            "emptied number",
            change("store.db-acknowledged", Vec::clear),
        ),
        (
            "cut number",
            change("store.db-acknowledged", |bytes| bytes.truncate(10)),
        ),
        (
            "overwritten number",
            change("store.db-acknowledged", |bytes| bytes.fill(0)),
        ),
    ];
    for (way, damage) in ways {
        let damaged = folder.path().join(way);
        copy(&whole, &damaged);
        fs::remove_file(damaged.join("store.db-wal")).unwrap();
        damage(&damaged);
        let place = damaged.to_str().unwrap();
        let before = tree(&damaged);
        let complained = refused(&start_on(place));
        for words in [
            "store.db-acknowledged is damaged",
            "Nothing was changed.",
            &format!("pauta restore FILE --replace --data-dir '{place}'"),
            &format!("pauta --accept-loss --data-dir '{place}'"),
        ] {
            assert!(complained.contains(words), "{way}, {words}: {complained}");
        }
        assert!(tree(&damaged) == before, "{way}: the data were changed");
        let (said, _) = texts(&ended(&["check", "--data-dir", place]));
        assert!(said.contains("store.db-acknowledged is damaged"), "{said}");
        let accepting = [&["--accept-loss"], &start_on(place)[..]].concat();
        Running::start(crate::process::command(&accepting)).stop();
        Running::on(&damaged).stop();
    }
}

#[test]
fn a_new_system_is_started_only_on_request() {
    let (folder, whole) = data();
    let place = whole.to_str().unwrap().to_owned();
    let begin = [&["--start-empty"], &start_on(&place)[..]].concat();
    let complained = refused(&begin);
    assert!(
        complained.contains("it holds a whole system"),
        "{complained}"
    );
    let before = tree(&whole);
    fs::remove_file(whole.join("store.db")).unwrap();
    let system = Running::start(crate::process::command(&begin));
    assert!(system.said.contains("shown this once"), "{}", system.said);
    system.stop();
    let mut kept = tree(&whole.join("replaced-1"));
    kept.push(
        before
            .iter()
            .find(|(name, _)| name == "store.db")
            .unwrap()
            .clone(),
    );
    kept.sort();
    assert!(kept == before, "what was there is kept");
    // Later starts find an ordinary system.
    let again = Running::on(&whole);
    assert!(!again.said.contains("shown this once"), "{}", again.said);
    again.stop();
    let fresh = folder.path().join("fresh");
    let first = [&["--start-empty"], &start_on(fresh.to_str().unwrap())[..]].concat();
    Running::start(crate::process::command(&first)).kill();
    assert!(!fresh.join("replaced-1").exists());
    let output = ended(&["--data-dir", "/dev/null/x"]);
    let (_, complained) = texts(&output);
    assert!(
        complained.contains("--data-dir chooses another"),
        "{complained}"
    );
}
