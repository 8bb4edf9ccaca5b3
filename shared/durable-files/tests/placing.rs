//! What is in place after a call, and what is left after a failure.
#![expect(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::fs;
use std::io::{Error, ErrorKind, Write};

use durable_files::{
    Placement, Readers, make_folder, put, remove, remove_folder, rename, sync_names,
};

fn names(folder: &std::path::Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[test]
fn a_file_is_put_in_place_and_replaces_the_former_one() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a/b/c.txt");
    let missing = put(&path, path.with_extension("part"), Readers::Owner, |_| {
        Ok(())
    });
    assert_eq!(missing.unwrap_err().kind(), ErrorKind::NotFound);
    make_folder(&folder.path().join("a/b"), Readers::Everyone).unwrap();
    make_folder(&folder.path().join(".unfinished"), Readers::Everyone).unwrap();
    for text in ["eins", "zwei"] {
        let unfinished = folder.path().join(".unfinished/1");
        put(&path, unfinished, Readers::Everyone, |file| {
            file.write_all(text.as_bytes())
        })
        .unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
    }
    assert_eq!(names(&folder.path().join("a/b")), ["c.txt"]);
    assert!(names(&folder.path().join(".unfinished")).is_empty());
}

#[test]
fn a_failure_leaves_the_former_file_and_no_other() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("c.txt");
    fs::write(&path, "before").unwrap();
    let refused = put(
        &path,
        folder.path().join("c.txt.part"),
        Readers::Owner,
        |file| {
            file.write_all(b"half")?;
            Err(Error::from(ErrorKind::StorageFull))
        },
    );
    assert_eq!(refused.unwrap_err().kind(), ErrorKind::StorageFull);
    assert_eq!(fs::read_to_string(&path).unwrap(), "before");
    assert_eq!(names(folder.path()), ["c.txt"]);
}

#[test]
fn a_placement_that_is_given_up_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let mut placement = Placement::new(Readers::Everyone);
    for name in ["a", "b"] {
        let unfinished = folder.path().join(format!("{name}.part"));
        placement
            .add(&folder.path().join(name), unfinished, |file| {
                file.write_all(b"x")
            })
            .unwrap();
    }
    assert_eq!(names(folder.path()), ["a.part", "b.part"]);
    drop(placement);
    assert!(names(folder.path()).is_empty());
}

#[test]
fn a_leftover_of_a_killed_process_is_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let unfinished = folder.path().join("a.part");
    fs::write(&unfinished, "a longer text of a killed process").unwrap();
    let path = folder.path().join("a");
    put(&path, unfinished, Readers::Everyone, |file| {
        file.write_all(b"x")
    })
    .unwrap();
    assert_eq!(fs::read_to_string(path).unwrap(), "x");
    assert_eq!(names(folder.path()), ["a"]);
}

#[cfg(unix)]
#[test]
fn files_and_folders_of_the_owner_are_closed_to_others() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("secret/key");
    make_folder(path.parent().unwrap(), Readers::Owner).unwrap();
    put(
        &path,
        folder.path().join("secret/key.part"),
        Readers::Owner,
        |file| file.write_all(b"x"),
    )
    .unwrap();
    let mode = |path: &std::path::Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&path), 0o600);
    assert_eq!(mode(path.parent().unwrap()), 0o700);
}

#[test]
fn names_change_and_go() {
    let folder = tempfile::tempdir().unwrap();
    let made = folder.path().join("a/b");
    make_folder(&made, Readers::Everyone).unwrap();
    make_folder(&made, Readers::Everyone).unwrap();
    fs::write(made.join("x"), "x").unwrap();
    let moved = folder.path().join("c");
    rename(&made, &moved).unwrap();
    assert_eq!(names(&moved), ["x"]);
    remove(&moved.join("x")).unwrap();
    assert!(names(&moved).is_empty());
    let missing = remove(&moved.join("x")).unwrap_err();
    assert_eq!(missing.kind(), ErrorKind::NotFound);
    sync_names(folder.path()).unwrap();
    remove_folder(&moved).unwrap();
    remove_folder(&moved).unwrap();
    assert!(names(folder.path()).iter().all(|name| name != "c"));
    let is_file = folder.path().join("file");
    fs::write(&is_file, "").unwrap();
    assert!(make_folder(&is_file.join("x"), Readers::Everyone).is_err());
}
