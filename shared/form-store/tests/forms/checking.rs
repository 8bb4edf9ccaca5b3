//! The check of submissions against their files.

use bytes::Bytes;
use form_store::Finding;
use ports::Blobs as _;

use crate::support::{TestSite, with_files};

#[tokio::test]
async fn a_missing_and_a_cut_file_of_a_submission_are_found() {
    let site = TestSite::new().await;
    let staged = site.staged(&["planta1", "planta2", "planta3"]).await;
    let new = with_files(3, "ana@leitora.example", &staged);
    let appended = site.forms.append(new, None, Some(&staged)).await.unwrap();
    let submission = appended.id.unwrap();
    site.stored(3, "bia@leitora.example").await;
    assert_eq!(site.forms.check().await.unwrap(), []);

    let [_, missing, cut] = &staged.blobs[..] else {
        panic!("three files are staged");
    };
    site.blobs.delete(missing).await.unwrap();
    let mut blob = site.blobs.get(cut).await.unwrap().unwrap();
    blob.bytes = Bytes::from_static(b"plan");
    site.blobs.put(cut, blob).await.unwrap();
    let expected = [
        Finding::NoFile {
            submission,
            blob: missing.clone(),
        },
        Finding::Length {
            submission,
            blob: cut.clone(),
            length: 4,
        },
    ];
    assert_eq!(site.forms.check().await.unwrap(), expected);
    let of_another_tenant = site.of("horta").check().await.unwrap();
    assert_eq!(of_another_tenant, []);
}
