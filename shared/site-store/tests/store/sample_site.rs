//! A small site with every kind of row that a snapshot of any format holds.

use std::collections::BTreeMap;

use domain::site::{Kind, Status, Taxonomy};
use site_store::{
    ContentChange, NewComment, ReaderPassword, Settings, TermChange, UserChange, anything,
};

use crate::support::{TestSite, titled};

/// Title, state and text of the posts. Titles begin with what sort keys treat differently.
const POSTS: [(&str, Status, &str); 8] = [
    ("Um jardim", Status::Publish, "jardim um"),
    ("Água para dois", Status::Publish, "jardim dois"),
    ("“Fala” do canteiro", Status::Publish, "jardim dois"),
    ("Σπίτι", Status::Publish, "jardim ab"),
    ("Rascunho", Status::Draft, "jardim um"),
    ("Particular", Status::Private, "jardim dois"),
    ("Lixo", Status::Publish, "jardim"),
    ("Apagado", Status::Publish, "jardim"),
];

async fn terms_and_users(site: &TestSite) {
    for (name, parent) in [("Plantas", 0), ("Flores", 2)] {
        let change = TermChange {
            name: Some(name.to_owned()),
            parent: Some(parent),
            ..TermChange::default()
        };
        let made = site.store.create_term(Taxonomy::Category, &change).await;
        made.unwrap();
    }
    let change = UserChange {
        login: Some("bia".to_owned()),
        email: Some("bia@example.com".to_owned()),
        ..UserChange::default()
    };
    site.store.create_user(&change).await.unwrap();
    let title = |settings: &mut Settings| settings.title = "Jardim de teste".to_owned();
    site.store.update_settings(title).await.unwrap();
}

/// The site, without a snapshot.
pub async fn sample_site() -> TestSite {
    let site = TestSite::new().await;
    terms_and_users(&site).await;
    for (place, (title, status, text)) in (1_u64..).zip(POSTS) {
        let change = ContentChange {
            content: Some(format!("<p>{text}</p>")),
            terms: BTreeMap::from([(Taxonomy::Category, vec![1 + place % 3])]),
            author: Some(1 + place % 2),
            sticky: (place == 2).then_some(true),
            password: (place == 3).then(|| ReaderPassword("abre-te".to_owned())),
            ..titled(title, status)
        };
        let made = site.store.create(Kind::Post, 1, &change).await;
        assert_eq!(made.unwrap().id, place);
        site.wait(60);
    }
    let text = ContentChange {
        content: Some("<p>jardim novo</p>".to_owned()),
        editor: 1,
        ..ContentChange::default()
    };
    let store = &site.store;
    store.update(Kind::Post, 1, &text, &anything).await.unwrap();
    store.trash(Kind::Post, 7, 1, &anything).await.unwrap();
    store.delete(Kind::Post, 8, &anything).await.unwrap();
    let home = titled("Início", Status::Publish);
    let home = store.create(Kind::Page, 1, &home).await.unwrap().id;
    let below = ContentChange {
        parent: Some(home),
        ..titled("Abaixo", Status::Publish)
    };
    store.create(Kind::Page, 1, &below).await.unwrap();
    let comment = NewComment {
        post: 1,
        content: "Um comentário".to_owned(),
        author: 1,
        is_trusted: true,
        skips_flood_check: true,
        ..NewComment::default()
    };
    store.create_comment(&comment).await.unwrap();
    site
}
