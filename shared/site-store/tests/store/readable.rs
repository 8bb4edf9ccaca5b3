//! Files as readable as what they are attached to.

use domain::site::{Caller, Kind, Role, Status};
use site_store::{ContentChange, NewFile, anything};

use crate::support::{TestSite, titled};

async fn file(site: &TestSite, parent: u64) -> u64 {
    let change = ContentChange {
        parent: Some(parent),
        ..ContentChange::default()
    };
    let file = NewFile {
        title: None,
        makes_sizes: false,
        name: "a.jpg".into(),
        bytes: pictures::generate::photograph(40, 30, 1).unwrap(),
        author: 1,
        change,
    };
    site.store.upload(file).await.unwrap().id
}

async fn shown(site: &TestSite, reader: &Caller, ids: &[u64]) -> Vec<u64> {
    let items = site.store.media_items(reader, ids).await.unwrap();
    items.iter().map(|item| item.id).collect()
}

#[tokio::test]
async fn files_follow_the_item_that_they_hang_on() {
    let site = TestSite::new().await;
    let draft = titled("rascunho", Status::Draft);
    let draft = site.store.create(Kind::Post, 7, &draft).await.unwrap().id;
    let (hidden, open) = (file(&site, draft).await, file(&site, 0).await);
    let below = file(&site, hidden).await;
    let all = [hidden, draft, open, 9_999, below];
    let anonymous = Caller::anonymous();
    assert_eq!(shown(&site, &anonymous, &all).await, [open]);
    let stranger = Caller::user(8, vec![Role::Author]);
    assert_eq!(shown(&site, &stranger, &all).await, [open]);
    for reader in [
        Caller::user(7, vec![Role::Author]),
        Caller::user(9, vec![Role::Editor]),
    ] {
        assert_eq!(shown(&site, &reader, &all).await, [hidden, open, below]);
    }
    let hides = |id| site.store.hides_file(&anonymous, id).unwrap();
    assert_eq!(all.map(hides), [true, false, false, false, true]);

    let publish = ContentChange {
        status: Some(Status::Publish),
        may_publish: true,
        ..ContentChange::default()
    };
    let update = site.store.update(Kind::Post, draft, &publish, &anything);
    update.await.unwrap();
    assert_eq!(shown(&site, &anonymous, &all).await, [hidden, open, below]);
    // What a deleted item had is the site's.
    let delete = site.store.delete(Kind::Post, draft, &anything);
    delete.await.unwrap();
    assert_eq!(shown(&site, &anonymous, &all).await, [hidden, open, below]);
}

#[tokio::test]
async fn a_chain_of_files_has_an_end() {
    let site = TestSite::new().await;
    let mut last = file(&site, 0).await;
    for _ in 0..9 {
        last = file(&site, last).await;
    }
    let anonymous = Caller::anonymous();
    assert_eq!(shown(&site, &anonymous, &[last]).await, [last]);
    let deeper = file(&site, last).await;
    assert_eq!(shown(&site, &anonymous, &[deeper]).await, [0_u64; 0]);
}
