//! Backups of a running system, and restores.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use http::Method;
use outbound::Body;
use serde_json::json;

use crate::process::{Running, Site, command, done, ended, refused, texts, tree};

/// Number of backups written while other tasks write.
const BACKUPS: usize = 3;

/// Incompressible text, so that its record is stored in a blob. It carries its version at both ends.
pub fn large(version: u64) -> String {
    const LETTERS: &[u8; 62] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
    let mut state = version;
    let mut letter = || {
        state = state
            .wrapping_mul(0x5851_f42d_4c95_7f2d)
            .wrapping_add(0x1405_7b7e_f767_814f);
        char::from(LETTERS[usize::try_from(state >> 33).unwrap() % LETTERS.len()])
    };
    let noise: String = (0..440_000).map(|_| letter()).collect();
    format!("<p>versão {version} {noise} versão {version}</p>")
}

/// Progress of the writers: writes begun and acknowledged.
#[derive(Default)]
struct Written {
    end: AtomicBool,
    versions: [AtomicU64; 2],
    posts: Mutex<BTreeMap<u64, String>>,
    begun: AtomicU64,
}

impl Written {
    fn goes_on(&self) -> bool {
        !self.end.load(Ordering::Acquire)
    }
}

/// Rewrites one large post: each version is a blob of its own, and the one before is deleted.
async fn rewrite(site: Site, post: u64, written: Arc<Written>) {
    let mut version = 1;
    while written.goes_on() {
        written.versions[1].store(version, Ordering::Release);
        let change = json!({ "content": large(version) });
        site.post(&format!("posts/{post}?_fields=id"), change).await;
        written.versions[0].store(version, Ordering::Release);
        version += 1;
    }
}

/// Writes small posts.
async fn create(site: Site, written: Arc<Written>) {
    while written.goes_on() {
        let number = written.begun.fetch_add(1, Ordering::AcqRel);
        let title = format!("Post {number}");
        let post = site
            .post("posts", json!({ "title": title, "status": "publish" }))
            .await;
        let id = post["id"].as_u64().unwrap();
        written.posts.lock().unwrap().insert(id, title);
    }
}

/// Uploads pictures and deletes every second one.
async fn upload(site: Site, written: Arc<Written>) {
    let picture = pictures::generate::photograph(320, 200, 7).unwrap();
    let mut number = 0;
    while written.goes_on() {
        let media = site.upload(picture.clone()).await;
        number += 1;
        if number % 2 == 0 {
            let path = format!("media/{}?force=true", media["id"]);
            site.call(Method::DELETE, &path, Body::Empty).await;
        }
    }
}

/// What was acknowledged before a backup began, and begun before it ended.
struct Bounds {
    version: [u64; 2],
    posts: BTreeMap<u64, String>,
    begun: u64,
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_backup_of_a_running_system_is_a_consistent_snapshot() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let system = Running::on(&data);
    let site = system.site();
    let post = site
        .post(
            "posts?_fields=id",
            json!({ "title": "Grande", "content": large(0) }),
        )
        .await;
    let post = post["id"].as_u64().unwrap();
    let records = data.join("blobs/site/sites/main/records");
    assert!(records.is_dir(), "the large post's record is a blob");
    let written = Arc::<Written>::default();
    let writers = [
        tokio::spawn(rewrite(site.clone(), post, written.clone())),
        tokio::spawn(create(site.clone(), written.clone())),
        tokio::spawn(upload(site.clone(), written.clone())),
    ];
    let mut backups = Vec::new();
    for number in 0..BACKUPS {
        // Every backup runs in a different state.
        let version = written.versions[0].load(Ordering::Acquire);
        while written.versions[0].load(Ordering::Acquire) < version + 2 {
            tokio::task::yield_now().await;
        }
        let before = written.versions[0].load(Ordering::Acquire);
        let posts = written.posts.lock().unwrap().clone();
        let file = folder.path().join(format!("backup {number}.tar.zst"));
        let made = {
            let (file, data) = (file.clone(), data.clone());
            tokio::task::spawn_blocking(move || {
                done(&[
                    "backup",
                    file.to_str().unwrap(),
                    "--data-dir",
                    data.to_str().unwrap(),
                ])
            })
        };
        let said = made.await.unwrap();
        assert!(said.contains("pauta restore '"), "{said}");
        let mode = fs::metadata(&file).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
        let bounds = Bounds {
            version: [before, written.versions[1].load(Ordering::Acquire)],
            posts,
            begun: written.begun.load(Ordering::Acquire),
        };
        backups.push((file, bounds));
    }
    written.end.store(true, Ordering::Release);
    for writer in writers {
        writer.await.unwrap();
    }
    system.kill();
    for (number, (file, bounds)) in backups.into_iter().enumerate() {
        let restored = folder.path().join(format!("restored {number}"));
        done(&[
            "restore",
            file.to_str().unwrap(),
            "--data-dir",
            restored.to_str().unwrap(),
        ]);
        let system = Running::on(&restored);
        compare(&system.site(), post, &bounds).await;
        system.stop();
    }
}

async fn compare(site: &Site, post: u64, bounds: &Bounds) {
    let whole = site
        .get(&format!("posts/{post}?context=edit&_fields=content.raw"))
        .await;
    let content = whole["content"]["raw"].as_str().unwrap();
    let version: u64 = content.split(' ').nth(1).unwrap().parse().unwrap();
    assert!(content == large(version), "version {version} is not whole");
    let [acknowledged, begun] = bounds.version;
    assert!(
        (acknowledged..=begun).contains(&version),
        "{acknowledged} ≤ {version} ≤ {begun}"
    );
    let mut found = 0;
    for page in 1.. {
        let list = site
            .get(&format!(
                "posts?per_page=100&_fields=id&page={page}&context=edit"
            ))
            .await;
        let list = list.as_array().unwrap().clone();
        found += list.len() as u64;
        if list.len() < 100 {
            break;
        }
    }
    assert!(
        found <= bounds.begun + 1,
        "{found} posts of {}",
        bounds.begun
    );
    for (id, title) in &bounds.posts {
        let post = site.get(&format!("posts/{id}?context=edit")).await;
        assert_eq!(post["title"]["raw"], title.as_str());
    }
    let media = site.get("media?per_page=100&context=edit").await;
    let media = media.as_array().unwrap();
    assert!(!media.is_empty());
    for item in media {
        // Another port than that of the system which the picture was uploaded to.
        let address = item["source_url"].as_str().unwrap();
        let file = site.call(Method::GET, address, Body::Empty).await;
        assert!(file.body.len() > 1000, "{address}");
    }
}

#[tokio::test]
async fn a_backup_of_data_that_lack_a_file_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let place = data.to_str().unwrap();
    let system = Running::on(&data);
    let site = system.site();
    let picture = pictures::generate::photograph(640, 480, 1).unwrap();
    let media = site.upload(picture).await;
    let path = media["media_details"]["file"].as_str().unwrap();
    let sizes = media["media_details"]["sizes"].as_object().unwrap();
    let thumbnail = sizes["thumbnail"]["file"].as_str().unwrap();
    let uploads = data.join("blobs/site/sites/main/uploads");
    let main = uploads.join(path);
    let cut = main.with_file_name(thumbnail);
    let bytes = fs::read(&cut).unwrap();
    fs::write(&cut, &bytes[..bytes.len() - 1]).unwrap();
    fs::remove_file(&main).unwrap();
    let backup = folder.path().join("backup");
    let file = backup.to_str().unwrap();
    let output = ended(&["backup", file, "--data-dir", place]);
    let (said, complained) = texts(&output);
    assert_eq!(output.status.code(), Some(1), "{said}{complained}");
    assert!(said.contains("holds what there is of"), "{said}");
    for words in [
        format!("its file {path} is missing"),
        format!("{thumbnail} is missing"),
    ] {
        assert!(complained.contains(&words), "{words}: {complained}");
    }
    system.stop();
    let restored = folder.path().join("restored");
    done(&["restore", file, "--data-dir", restored.to_str().unwrap()]);
}

/// A stopped system with a mail in its outbox and a changed setting.
fn stopped(data: &Path) {
    Running::on(data).stop();
    fs::write(data.join("outbox/1.eml"), "Subject: Olá\r\n\r\n").unwrap();
    fs::write(data.join("pauta.env"), "# uma linha\n").unwrap();
    fs::write(data.join("outbox/2.json.part"), "unfinished").unwrap();
}

/// Every record of the store.
fn records(folder: &Path) -> Vec<[String; 4]> {
    let store = rusqlite::Connection::open(folder.join("store.db")).unwrap();
    let all = "SELECT 'platform', pk, sk, item_json FROM platform
        UNION ALL SELECT 'site', pk, sk, item_json FROM site
        UNION ALL SELECT 'log', pk, sk, item_json FROM log ORDER BY 1, 2, 3";
    let mut all = store.prepare(all).unwrap();
    let records = all.query_map([], |row| {
        Ok([row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?])
    });
    records.unwrap().map(Result::unwrap).collect()
}

#[test]
fn a_restored_folder_equals_the_original() {
    let folder = tempfile::tempdir().unwrap();
    let (data, other) = (folder.path().join("data"), folder.path().join("other"));
    let file = folder.path().join("backup");
    let (place, file) = (data.to_str().unwrap(), file.to_str().unwrap());
    let complained = refused(&["backup", file, "--data-dir", place]);
    assert!(
        complained.contains("there is no such folder"),
        "{complained}"
    );
    stopped(&data);
    done(&["backup", file, "--data-dir", place]);
    let complained = refused(&["backup", file, "--data-dir", place]);
    assert!(complained.contains("it is there already"), "{complained}");
    let inside = data.join("backup");
    let complained = refused(&["backup", inside.to_str().unwrap(), "--data-dir", place]);
    assert!(
        complained.contains("outside of the data folder"),
        "{complained}"
    );
    let nowhere = folder.path().join("none/backup");
    let complained = refused(&["backup", nowhere.to_str().unwrap(), "--data-dir", place]);
    assert!(
        complained.contains("its folder does not exist"),
        "{complained}"
    );
    let said = done(&["restore", file, "--data-dir", other.to_str().unwrap()]);
    assert!(said.contains("as they were at 20"), "{said}");
    let files = |folder: &Path| {
        let mut files = tree(folder);
        let others = ["outbox/2.json.part", "store.db", "store.db-acknowledged"];
        files.retain(|(name, _)| !others.contains(&name.as_str()));
        files
    };
    assert!(files(&other) == files(&data));
    assert!(records(&other) == records(&data));
    assert!(!records(&other).is_empty());
    for (name, _) in tree(&other) {
        let mode = fs::metadata(other.join(&name))
            .unwrap()
            .permissions()
            .mode();
        assert_eq!(mode & 0o777, 0o600, "{name}");
    }
}

#[test]
fn data_are_replaced_only_on_request() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let file = folder.path().join("backup");
    let (place, file) = (data.to_str().unwrap(), file.to_str().unwrap());
    stopped(&data);
    done(&["backup", file, "--data-dir", place]);
    fs::write(data.join("pauta.env"), "# outra linha\n").unwrap();
    let before = tree(&data);
    let complained = refused(&["restore", file, "--data-dir", place]);
    assert!(complained.contains("has data"), "{complained}");
    assert!(complained.contains(" --replace"), "{complained}");
    assert!(tree(&data) == before);

    let system = Running::on(&data);
    let complained = refused(&["restore", file, "--data-dir", place, "--replace"]);
    assert!(complained.contains("another Pauta uses it"), "{complained}");
    system.stop();

    let said = done(&["restore", file, "--data-dir", place, "--replace"]);
    assert!(said.contains("What was there before is in"), "{said}");
    let line = |folder: &Path| fs::read_to_string(folder.join("pauta.env")).unwrap();
    assert_eq!(line(&data), "# uma linha\n");
    assert_eq!(line(&data.join("replaced-1")), "# outra linha\n");
    let again = Running::on(&data);
    assert!(!again.said.contains("shown this once"), "{}", again.said);
    again.stop();
}

#[test]
fn an_incomplete_backup_file_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let (place, whole) = (data.to_str().unwrap(), folder.path().join("whole"));
    stopped(&data);
    done(&["backup", whole.to_str().unwrap(), "--data-dir", place]);
    let bytes = fs::read(&whole).unwrap();
    let before = tree(&data);
    let mut flipped = bytes.clone();
    flipped[bytes.len() / 2] ^= 1;
    for (words, bytes) in [
        ("it is no backup of Pauta", b"garbage".repeat(99)),
        ("it is no backup of Pauta", Vec::new()),
        ("damaged", bytes[..bytes.len() - 1].to_vec()),
        ("damaged", bytes[..bytes.len() / 2].to_vec()),
        ("damaged", flipped),
    ] {
        let file = folder.path().join("file");
        fs::write(&file, bytes).unwrap();
        let complained = refused(&[
            "restore",
            file.to_str().unwrap(),
            "--data-dir",
            place,
            "--replace",
        ]);
        assert!(complained.contains(words), "{words}: {complained}");
        assert!(tree(&data) == before, "{words}");
    }
    let none = folder.path().join("none");
    let complained = refused(&[
        "restore",
        none.to_str().unwrap(),
        "--data-dir",
        place,
        "--replace",
    ]);
    assert!(complained.contains("there is none"), "{complained}");
    let fresh = folder.path().join("fresh");
    refused(&[
        "restore",
        none.to_str().unwrap(),
        "--data-dir",
        fresh.to_str().unwrap(),
    ]);
    assert!(!fresh.exists());
}

#[test]
fn a_backup_that_is_killed_leaves_no_file_and_does_not_disturb_the_next() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let place = data.to_str().unwrap();
    let system = Running::on(&data);
    for number in 0..5 {
        let file = folder.path().join(format!("killed {number}"));
        let mut backup = command(&["backup", file.to_str().unwrap(), "--data-dir", place])
            .stdout(std::process::Stdio::null())
            .spawn()
            .unwrap();
        // At another point each time: as soon as the lock, the copy or the archive is there, or at once.
        let begun = || match number {
            0 => true,
            1 => data.join(".backup/active").exists(),
            2 => data.join(".backup/store.db").exists(),
            _ => fs::read_dir(folder.path()).unwrap().any(|entry| {
                let name = entry.unwrap().file_name();
                let begins = format!(".killed {number}.");
                name.to_string_lossy().starts_with(&begins)
            }),
        };
        while !begun() && backup.try_wait().unwrap().is_none() {
            std::thread::yield_now();
        }
        backup.kill().unwrap();
        backup.wait().unwrap();
        if file.exists() {
            // The process ended before the signal.
            done(&[
                "restore",
                file.to_str().unwrap(),
                "--data-dir",
                folder
                    .path()
                    .join(format!("quick {number}"))
                    .to_str()
                    .unwrap(),
            ]);
        }
    }
    let file = folder.path().join("whole");
    done(&["backup", file.to_str().unwrap(), "--data-dir", place]);
    system.kill();
    let names = fs::read_dir(data.join(".backup")).unwrap();
    let mut names: Vec<_> = names.map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names, ["active", "owner"]);
    let restored = folder.path().join("restored");
    done(&[
        "restore",
        file.to_str().unwrap(),
        "--data-dir",
        restored.to_str().unwrap(),
    ]);
    Running::on(&restored).stop();
}

#[test]
fn a_restore_that_is_killed_leaves_the_old_data_or_the_new() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let file = folder.path().join("backup");
    let (place, file) = (data.to_str().unwrap(), file.to_str().unwrap());
    stopped(&data);
    done(&["backup", file, "--data-dir", place]);
    fs::write(data.join("pauta.env"), "# antes\n").unwrap();
    for number in 0..6 {
        let mut restore = command(&["restore", file, "--data-dir", place, "--replace"])
            .stdout(std::process::Stdio::null())
            .spawn()
            .unwrap();
        let begun = || match number {
            0 => true,
            1 => data.join(".restore/unpacking").exists(),
            2 => data.join(".restore/verified").exists(),
            3 => data.join(".replaced").exists(),
            4 => data.join(".restore/placing").exists(),
            _ => data.join("replaced-1").exists(),
        };
        while !begun() && restore.try_wait().unwrap().is_none() {
            std::thread::yield_now();
        }
        restore.kill().unwrap();
        restore.wait().unwrap();
        // The next start completes a committed replacement; the system is complete in either case.
        let system = Running::on(&data);
        assert!(!system.said.contains("shown this once"), "{}", system.said);
        system.stop();
        let line = fs::read_to_string(data.join("pauta.env")).unwrap();
        assert!(
            ["# antes\n", "# uma linha\n"].contains(&line.as_str()),
            "{line}"
        );
        assert!(!data.join(".replaced").exists());
        fs::write(data.join("pauta.env"), "# antes\n").unwrap();
    }
    let output = ended(&["restore", file, "--data-dir", place, "--replace"]);
    let (said, complained) = texts(&output);
    assert!(output.status.success(), "{said}{complained}");
}
