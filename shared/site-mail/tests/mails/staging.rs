//! Private files and the tasks that remove them.

use site_mail::PrivateFiles;

use crate::support::{Site, file};

#[tokio::test]
async fn staged_files_are_removed_unless_they_are_kept() {
    let site = Site::new().await;
    let kept = site.files.stage(vec![file("a"), file("b")]).await.unwrap();
    let forgotten = site.files.stage(vec![file("c")]).await.unwrap();
    let discarded = site.files.stage(vec![file("d")]).await.unwrap();
    assert!(
        kept.blobs
            .iter()
            .all(|key| key.starts_with("sites/main/private/"))
    );
    site.parts.table.transact(vec![kept.keep()]).await.unwrap();
    site.files.discard(discarded).await.unwrap();
    assert_eq!(site.blobs.keys().len(), 3);
    assert_eq!(PrivateFiles::sweep(&site.parts, 10).await.unwrap(), 0);
    site.advance(3600);
    assert_eq!(PrivateFiles::sweep(&site.parts, 10).await.unwrap(), 1);
    let mut left = site.blobs.keys();
    left.sort();
    assert_eq!(left, kept.blobs);
    let text = site.files.read(&kept.blobs[1]).await.unwrap().unwrap();
    assert_eq!(
        (&*text.bytes, &*text.content_type),
        (&b"b"[..], "text/plain")
    );
    assert_eq!(site.files.read(&forgotten.blobs[0]).await.unwrap(), None);
    // The removal has begun, so a late transaction fails.
    let late = site.parts.table.transact(vec![forgotten.keep()]).await;
    assert!(late.unwrap_err().is_conflict());
}

#[tokio::test]
async fn an_interrupted_removal_is_continued() {
    let site = Site::new().await;
    let staged = site.files.stage(vec![file("a")]).await.unwrap();
    site.parts
        .table
        .transact(vec![staged.keep()])
        .await
        .unwrap();
    let (write, _) = site.files.removal(staged.blobs).unwrap().unwrap();
    site.parts.table.transact(vec![write]).await.unwrap();
    // The process ended here.
    assert_eq!(PrivateFiles::sweep(&site.parts, 10).await.unwrap(), 0);
    site.advance(300);
    assert_eq!(PrivateFiles::sweep(&site.parts, 10).await.unwrap(), 1);
    assert_eq!(site.blobs.keys(), Vec::<String>::new());
    assert_eq!(PrivateFiles::sweep(&site.parts, 10).await.unwrap(), 0);
    assert!(site.files.removal(Vec::new()).unwrap().is_none());
}
