//! Creation, update, slugs, trash and deletion.

use domain::site::{Kind, Openness, Status, Taxonomy};
use site_store::{ContentChange, ContentFilter, Freshness, ReaderPassword, Refusal, anything};

use crate::support::{TestSite, refused, status, titled};

#[tokio::test]
async fn a_draft_is_the_default_and_gets_the_default_category() {
    let site = TestSite::new().await;
    let post = site
        .post(ContentChange {
            title: Some("Olá".into()),
            ..ContentChange::default()
        })
        .await;
    assert_eq!(
        (post.id, post.status, post.slug.as_str()),
        (1, Status::Draft, "")
    );
    assert_eq!(post.terms_of(Taxonomy::Category), [1]);
    assert_eq!(post.comment_status, Openness::Open);
    assert_eq!(post.date.gmt, None);
    let page = site
        .store
        .create(Kind::Page, 1, &ContentChange::default())
        .await
        .unwrap();
    assert_eq!((page.id, page.comment_status), (2, Openness::Closed));
}

#[tokio::test]
async fn an_empty_post_is_rejected_and_uses_no_identifier() {
    let site = TestSite::new().await;
    let nothing = ContentChange::default();
    let refusal = refused(site.store.create(Kind::Post, 1, &nothing).await);
    assert_eq!(refusal, Refusal::EmptyContent);
    assert_eq!(site.post(titled("a", Status::Publish)).await.id, 1);
    let emptied = ContentChange {
        title: Some(String::new()),
        ..ContentChange::default()
    };
    let update = site.store.update(Kind::Post, 1, &emptied, &anything).await;
    assert_eq!(refused(update), Refusal::EmptyContent);
    assert_eq!(site.store.get(1).await.unwrap().unwrap().title, "a");
}

#[tokio::test]
async fn slugs_are_unique_per_kind() {
    let site = TestSite::new().await;
    let publish = || titled("Ipê amarelo", Status::Publish);
    assert_eq!(site.post(publish()).await.slug, "ipe-amarelo");
    assert_eq!(site.post(publish()).await.slug, "ipe-amarelo-2");
    let page = site.store.create(Kind::Page, 1, &publish()).await.unwrap();
    assert_eq!(page.slug, "ipe-amarelo");
    assert_eq!(
        site.post(titled("123", Status::Publish)).await.slug,
        "123-2"
    );
    assert_eq!(
        site.post(titled("Feed", Status::Publish)).await.slug,
        "feed-2"
    );
    let drafted = ContentChange {
        slug: Some("Ipê Amarelo".into()),
        ..titled("x", Status::Draft)
    };
    assert_eq!(site.post(drafted).await.slug, "ipe-amarelo-3");
    let untitled = ContentChange {
        content: Some("só texto".into()),
        ..status(Status::Publish)
    };
    // The slug is the identifier, which looks like a year and therefore gets a number.
    assert_eq!(site.post(untitled).await.slug, "7-2");
}

#[tokio::test]
async fn pages_are_unique_below_their_parent() {
    let site = TestSite::new().await;
    let page = async |parent| {
        let change = ContentChange {
            parent: Some(parent),
            ..titled("Equipe", Status::Publish)
        };
        site.store.create(Kind::Page, 1, &change).await
    };
    let above = page(0).await.unwrap();
    assert_eq!(page(above.id).await.unwrap().slug, "equipe");
    assert_eq!(page(above.id).await.unwrap().slug, "equipe-2");
    assert_eq!(refused(page(99).await), Refusal::InvalidParent);
    let ring = ContentChange {
        parent: Some(2),
        ..ContentChange::default()
    };
    let above = site
        .store
        .update(Kind::Page, 1, &ring, &anything)
        .await
        .unwrap();
    assert_eq!(above.parent, 0);
}

#[tokio::test]
async fn a_taken_slug_gets_the_first_free_number() {
    let site = TestSite::new().await;
    let slugged = |slug: &str| ContentChange {
        slug: Some(slug.to_owned()),
        ..titled("x", Status::Publish)
    };
    for taken in ["ipe", "ipe-2", "ipe-4", "ipe-roxo", "ipe-2-b", "ip"] {
        assert_eq!(site.post(slugged(taken)).await.slug, taken);
    }
    assert_eq!(site.post(slugged("ipe")).await.slug, "ipe-3");
    assert_eq!(site.post(slugged("ipe")).await.slug, "ipe-5");
    assert_eq!(site.post(slugged("ipe-2")).await.slug, "ipe-2-2");
    // A number takes the place of letters at the end of the longest slugs.
    let longest = "a".repeat(200);
    for slug in [&longest[..], &format!("{}-2", &longest[..198])] {
        assert_eq!(site.post(slugged(slug)).await.slug, slug);
    }
    let third = site.post(slugged(&longest)).await;
    assert_eq!(third.slug, format!("{}-3", &longest[..198]));
}

#[tokio::test]
async fn publishing_gives_a_draft_its_slug() {
    let site = TestSite::new().await;
    site.post(titled("Olá mundo", Status::Draft)).await;
    let published = site
        .store
        .update(Kind::Post, 1, &status(Status::Publish), &anything)
        .await
        .unwrap();
    assert_eq!(published.slug, "ola-mundo");
    let renamed = ContentChange {
        slug: Some(String::new()),
        title: Some("Adeus".into()),
        ..ContentChange::default()
    };
    let renamed = site
        .store
        .update(Kind::Post, 1, &renamed, &anything)
        .await
        .unwrap();
    assert_eq!(renamed.slug, "adeus");
}

#[tokio::test]
async fn pending_without_the_right_to_publish_has_no_slug() {
    let site = TestSite::new().await;
    let pending = ContentChange {
        slug: Some("meu-post".into()),
        may_publish: false,
        ..titled("a", Status::Pending)
    };
    assert_eq!(site.post(pending.clone()).await.slug, "");
    let allowed = ContentChange {
        may_publish: true,
        ..pending
    };
    assert_eq!(site.post(allowed).await.slug, "meu-post");
}

#[tokio::test]
async fn an_item_in_the_trash_can_be_restored() {
    let site = TestSite::new().await;
    site.post(titled("Olá", Status::Publish)).await;
    let trashed = site.store.trash(Kind::Post, 1, 0, &anything).await.unwrap();
    assert_eq!(
        (trashed.status, trashed.slug.as_str()),
        (Status::Trash, "ola__trashed")
    );
    let again = site.store.trash(Kind::Post, 1, 0, &anything).await;
    assert_eq!(refused(again), Refusal::AlreadyTrashed);
    assert_eq!(site.post(titled("Olá", Status::Publish)).await.slug, "ola");
    let restored = site
        .store
        .update(Kind::Post, 1, &status(Status::Draft), &anything)
        .await
        .unwrap();
    assert_eq!(
        (restored.status, restored.slug.as_str()),
        (Status::Draft, "ola")
    );
    assert_eq!(restored.trashed, None);
    let published = site
        .store
        .update(Kind::Post, 1, &status(Status::Publish), &anything)
        .await
        .unwrap();
    assert_eq!(published.slug, "ola-2");
    let mut drafts = Vec::new();
    for _ in 0..2 {
        let draft = site.post(titled("rascunho", Status::Draft)).await;
        drafts.push(draft.id);
        site.store
            .trash(Kind::Post, draft.id, 0, &anything)
            .await
            .unwrap();
    }
    let slugs: Vec<_> = site.store.get_many(&drafts).await.unwrap();
    assert_eq!(slugs[0].slug, "__trashed");
    assert_eq!(slugs[1].slug, "__trashed-2");
    let menu = titled("item", Status::Publish);
    let item = site
        .store
        .create(Kind::NavMenuItem, 1, &menu)
        .await
        .unwrap();
    let refusal = site
        .store
        .trash(Kind::NavMenuItem, item.id, 0, &anything)
        .await;
    assert_eq!(refused(refusal), Refusal::TrashNotSupported);
}

#[tokio::test]
async fn deletion_moves_the_children_up() {
    let site = TestSite::new().await;
    for parent in [0, 1, 2] {
        let change = ContentChange {
            parent: Some(parent),
            ..titled("p", Status::Publish)
        };
        site.store.create(Kind::Page, 1, &change).await.unwrap();
    }
    let gone = site.store.delete(Kind::Page, 2, &anything).await.unwrap();
    assert_eq!(gone.id, 2);
    assert_eq!(site.store.get(3).await.unwrap().unwrap().parent, 1);
    assert!(site.store.get(2).await.unwrap().is_none());
    let again = site.store.delete(Kind::Page, 2, &anything).await;
    assert_eq!(refused(again), Refusal::Unknown);
    let other = site.other_process().await;
    assert_eq!(other.get(3).await.unwrap().unwrap().parent, 1);
    // Identifiers are not reused.
    site.store.delete(Kind::Page, 3, &anything).await.unwrap();
    assert_eq!(site.post(titled("novo", Status::Publish)).await.id, 4);
}

#[tokio::test]
async fn a_guard_sees_the_present_item() {
    let site = TestSite::new().await;
    site.post(titled("a", Status::Draft)).await;
    let only_drafts = |content: &site_store::Content| content.status == Status::Draft;
    let other = site.other_process().await;
    other
        .update(Kind::Post, 1, &status(Status::Publish), &anything)
        .await
        .unwrap();
    // The model of this process still contains the draft.
    let change = titled("b", Status::Draft);
    let result = site
        .store
        .update(Kind::Post, 1, &change, &only_drafts)
        .await;
    assert_eq!(refused(result), Refusal::NotAllowed);
    assert_eq!(other.get(1).await.unwrap().unwrap().title, "a");
}

#[tokio::test]
async fn private_items_lose_their_password() {
    let site = TestSite::new().await;
    let protected = ContentChange {
        password: Some(ReaderPassword("sésamo".into())),
        ..titled("a", Status::Publish)
    };
    let post = site.post(protected).await;
    assert!(!post.password.is_empty());
    assert!(!format!("{post:?}").contains("sésamo"));
    let private = site
        .store
        .update(Kind::Post, 1, &status(Status::Private), &anything)
        .await
        .unwrap();
    assert!(private.password.is_empty());
}

#[tokio::test]
async fn unregistered_meta_is_ignored() {
    let site = TestSite::new().await;
    let mut change = titled("a", Status::Publish);
    change.meta = [
        ("pauta_faq_enabled".to_owned(), Some(true.into())),
        ("pauta_faq_data".to_owned(), Some("[]".into())),
        ("unknown".to_owned(), Some("x".into())),
    ]
    .into();
    let post = site.post(change.clone()).await;
    assert_eq!(post.meta.len(), 2);
    change.meta = [("pauta_faq_data".to_owned(), None)].into();
    let post = site
        .store
        .update(Kind::Post, 1, &change, &anything)
        .await
        .unwrap();
    assert_eq!(post.meta.len(), 1);
    change.meta = [("pauta_faq_enabled".to_owned(), Some("yes".into()))].into();
    let refusal = refused(site.store.update(Kind::Post, 1, &change, &anything).await);
    assert_eq!(refusal, Refusal::InvalidMeta("pauta_faq_enabled".into()));
}

#[tokio::test]
async fn unknown_authors_and_kinds() {
    let site = TestSite::new().await;
    let mut change = titled("a", Status::Publish);
    change.author = Some(9);
    let refusal = refused(site.store.create(Kind::Post, 1, &change).await);
    assert_eq!(refusal, Refusal::InvalidAuthor);
    change.author = Some(0);
    assert_eq!(site.post(change.clone()).await.author, 1);
    let refusal = refused(site.store.update(Kind::Page, 1, &change, &anything).await);
    assert_eq!(refusal, Refusal::Unknown);
}

#[tokio::test]
async fn a_text_too_large_for_the_table_is_stored_in_a_blob() {
    let site = TestSite::new().await;
    // Random letters barely compress.
    let mut state = 1_u64;
    let large: String = (0..900_000)
        .map(|_| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            char::from(b'!' + u8::try_from((state >> 33) % 90).unwrap())
        })
        .collect();
    let change = ContentChange {
        content: Some(large.clone()),
        ..titled("grande", Status::Publish)
    };
    site.post(change).await;
    // The record and the entry of the log.
    assert_eq!(site.blobs.keys().len(), 2);
    let other = site.other_process().await;
    assert_eq!(other.get(1).await.unwrap().unwrap().content, large);
    let renamed = titled("outro", Status::Publish);
    other
        .update(Kind::Post, 1, &renamed, &anything)
        .await
        .unwrap();
    // The revision and the entry of the log that the update wrote besides.
    assert_eq!(site.blobs.keys().len(), 4);
    site.store.refresh(Freshness::Asked).await.unwrap();
    assert_eq!(site.store.get(1).await.unwrap().unwrap().content, large);
    site.store.delete(Kind::Post, 1, &anything).await.unwrap();
    // Log entries are retained.
    assert_eq!(site.blobs.keys().len(), 2);
    other.refresh(Freshness::Asked).await.unwrap();
    let listed = other.list(&ContentFilter::all(Kind::Post)).await.unwrap();
    assert_eq!(listed.total, 0);
}
