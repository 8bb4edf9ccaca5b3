//! A site with content of all kinds, generated from a seed.

use std::collections::BTreeMap;

use bytes::Bytes;
use domain::site::date::DateInput;
use domain::site::{Format, Kind, Openness, Role, Status, Taxonomy};
use image::ImageFormat;
use pauta_tests::pictures::picture;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use serde_json::{Value, json};
use site_store::{
    CommentStatus, ContentChange, MenuItem, MenuLocation, NewComment, NewFile, ReaderPassword,
    SiteStore, StatusChange, TermChange, UserChange, anything,
};

/// Fills a site with `posts` posts and some items of every other kind.
pub async fn fill(store: &SiteStore, seed: u64, posts: usize) {
    let mut draw = Draw(ChaCha8Rng::seed_from_u64(seed));
    let users = users(store).await;
    let categories = categories(store).await;
    let tags = terms(
        store,
        Taxonomy::PostTag,
        &["Ipê & Jacarandá", "sol", "água"],
    )
    .await;
    let blocks = terms(store, Taxonomy::PatternCategory, &["Chamadas"]).await;
    let menus = terms(store, Taxonomy::NavMenu, &["Principal"]).await;
    let media = media(store, users[0]).await;
    let mut ids = Vec::new();
    for number in 0..posts {
        let mut change = draw.post(number);
        change.author = Some(draw.one(&users));
        change.featured_media = Some(draw.one(&media));
        let own = vec![draw.one(&categories), draw.one(&categories)];
        change.terms.insert(Taxonomy::Category, own);
        change
            .terms
            .insert(Taxonomy::PostTag, vec![draw.one(&tags)]);
        let post = store.create(Kind::Post, users[0], &change).await.unwrap();
        ids.push(post.id);
    }
    histories(store, &ids, &users).await;
    store.trash(Kind::Post, ids[0], 1, &anything).await.unwrap();
    let page = page(store, "Sobre nós", 0, 2).await;
    let below = page_below(store, page).await;
    block(store, blocks[0]).await;
    menu(store, menus[0], page, below, categories[0]).await;
    comments(store, &ids[1..]).await;
    store
        .update_settings(|settings| {
            settings.description = "Plantas & paciência".to_owned();
            settings.posts_per_page = 7;
            settings.show_on_front = "page".to_owned();
            settings.page_on_front = page;
            let place = MenuLocation {
                description: "No alto".to_owned(),
                menu: menus[0],
            };
            settings.menu_locations = BTreeMap::from([("primary".to_owned(), place)]);
        })
        .await
        .unwrap();
}

struct Draw(ChaCha8Rng);

impl Draw {
    fn below(&mut self, end: usize) -> usize {
        self.0.next_u32() as usize % end
    }

    fn one<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())]
    }

    fn post(&mut self, number: usize) -> ContentChange {
        let status = self.one(&[
            Status::Publish,
            Status::Publish,
            Status::Draft,
            Status::Pending,
            Status::Private,
            Status::Future,
        ]);
        let date = match status {
            Status::Future => Some("2031-05-01T10:00:00"),
            Status::Publish => Some("2018-02-17T23:30:00"),
            Status::Draft if number.is_multiple_of(2) => Some("2032-07-01T08:00:00"),
            _ => None,
        };
        let words = [
            "ipê",
            "horta",
            "<b>sol</b>",
            "R&D",
            "“aspas”",
            "\n\n",
            "água",
        ];
        let text: Vec<&str> = (0..40).map(|_| self.one(&words)).collect();
        let meta = match self.below(3) {
            0 => BTreeMap::from([
                ("pauta_faq_enabled".to_owned(), Some(Value::Bool(true))),
                (
                    "pauta_faq_data".to_owned(),
                    Some(Value::from("{\"items\":[]}")),
                ),
            ]),
            _ => BTreeMap::new(),
        };
        ContentChange {
            title: Some(format!("Ipê nº {} & companhia", number / 2)),
            content: Some(format!("<p>{}</p>", text.join(" "))),
            excerpt: Some(self.one(&["", "Um resumo <em>curto</em>"]).to_owned()),
            status: Some(status),
            date: date.map(|date| DateInput::Local(date.parse().unwrap())),
            format: Some(self.one(&Format::ALL)),
            sticky: Some(self.below(5) == 0 && status == Status::Publish),
            template: Some(self.one(&["", "largo"]).to_owned()),
            password: Some(ReaderPassword(self.one(&["", "", "segredo"]).to_owned())),
            comment_status: Some(self.one(&[Openness::Open, Openness::Closed])),
            ping_status: Some(self.one(&[Openness::Open, Openness::Closed])),
            meta,
            may_publish: true,
            ..ContentChange::default()
        }
    }
}

/// Changes some posts by several users, so that they have revisions.
async fn histories(store: &SiteStore, posts: &[u64], people: &[u64]) {
    for (number, post) in posts.iter().take(12).enumerate() {
        for (round, editor) in people.iter().enumerate().skip(number % 2) {
            let change = ContentChange {
                title: Some(format!("Ipê nº {number}, na volta {round}")),
                excerpt: Some(format!("Resumo <em>{round}</em>")),
                meta: BTreeMap::from([(
                    "footnotes".to_owned(),
                    Some(Value::from(format!(
                        "[{{\"id\":\"n{round}\",\"content\":\"nota\"}}]"
                    ))),
                )]),
                editor: *editor,
                may_publish: true,
                ..ContentChange::default()
            };
            store
                .update(Kind::Post, *post, &change, &anything)
                .await
                .unwrap();
        }
    }
}

async fn users(store: &SiteStore) -> Vec<u64> {
    let mut ids = vec![1];
    for (login, role) in [("bia", Role::Editor), ("caio", Role::Contributor)] {
        let change = UserChange {
            login: Some(login.to_owned()),
            email: Some(format!("{login}@site.example")),
            name: Some(format!("{login} d'Ávila & filhos")),
            first_name: Some(login.to_owned()),
            description: Some("Escreve <em>devagar</em>".to_owned()),
            url: Some("https://example.com/".to_owned()),
            roles: Some(vec![role]),
            ..UserChange::default()
        };
        ids.push(store.create_user(&change).await.unwrap().id);
    }
    ids
}

async fn categories(store: &SiteStore) -> Vec<u64> {
    let above = terms(store, Taxonomy::Category, &["Jardim & horta", "Sem pressa"]).await;
    let change = TermChange {
        name: Some("Vasos".to_owned()),
        description: Some("De <b>barro</b>".to_owned()),
        parent: Some(above[0]),
        ..TermChange::default()
    };
    let below = store.create_term(Taxonomy::Category, &change).await;
    [above, vec![below.unwrap().id]].concat()
}

async fn terms(store: &SiteStore, taxonomy: Taxonomy, names: &[&str]) -> Vec<u64> {
    let mut ids = Vec::new();
    for name in names {
        let change = TermChange {
            name: Some((*name).to_owned()),
            ..TermChange::default()
        };
        ids.push(store.create_term(taxonomy, &change).await.unwrap().id);
    }
    ids
}

async fn media(store: &SiteStore, author: u64) -> Vec<u64> {
    let files: [(&str, Bytes); 3] = [
        ("Ipê amarelo.jpg", picture(ImageFormat::Jpeg, 900, 600)),
        ("folha.png", picture(ImageFormat::Png, 200, 300)),
        ("notas.txt", Bytes::from_static(b"uma nota")),
    ];
    let mut ids = Vec::new();
    for (name, bytes) in files {
        let file = NewFile {
            name: name.to_owned(),
            bytes,
            author,
            title: None,
            makes_sizes: true,
            change: ContentChange {
                excerpt: Some("Uma legenda".to_owned()),
                content: Some("Uma descrição".to_owned()),
                alt_text: Some("Um ipê em flor".to_owned()),
                ..ContentChange::default()
            },
        };
        ids.push(store.upload(file).await.unwrap().id);
    }
    ids
}

async fn page(store: &SiteStore, title: &str, parent: u64, order: i64) -> u64 {
    let change = ContentChange {
        title: Some(title.to_owned()),
        content: Some("<p>Uma página.</p>".to_owned()),
        status: Some(Status::Publish),
        parent: Some(parent),
        menu_order: Some(order),
        may_publish: true,
        ..ContentChange::default()
    };
    store.create(Kind::Page, 1, &change).await.unwrap().id
}

/// A page whose parent was created after it.
async fn page_below(store: &SiteStore, above: u64) -> u64 {
    let below = page(store, "Equipe", 0, 1).await;
    let late = page(store, "Casa", above, 1).await;
    let change = ContentChange {
        parent: Some(late),
        may_publish: true,
        ..ContentChange::default()
    };
    store
        .update(Kind::Page, below, &change, &anything)
        .await
        .unwrap();
    below
}

async fn block(store: &SiteStore, category: u64) {
    let change = ContentChange {
        title: Some("Chamada".to_owned()),
        content: Some("<!-- wp:paragraph --><p>Leia</p><!-- /wp:paragraph -->".to_owned()),
        status: Some(Status::Publish),
        meta: BTreeMap::from([(
            "pattern_sync_status".to_owned(),
            Some(Value::from("unsynced")),
        )]),
        terms: BTreeMap::from([(Taxonomy::PatternCategory, vec![category])]),
        may_publish: true,
        ..ContentChange::default()
    };
    store.create(Kind::Block, 1, &change).await.unwrap();
}

async fn menu(store: &SiteStore, menu: u64, page: u64, below: u64, category: u64) {
    let target = |target_type: &str, object: &str, object_id: u64, url: &str| MenuItem {
        target_type: target_type.to_owned(),
        object: object.to_owned(),
        object_id,
        url: url.to_owned(),
        target: "_blank".to_owned(),
        classes: vec!["destaque".to_owned()],
        xfn: Vec::new(),
    };
    let mut above = 0;
    for (order, (title, item)) in [
        ("", target("post_type", "page", page, "")),
        ("A equipe", target("post_type", "page", below, "")),
        ("", target("taxonomy", "category", category, "")),
        ("Fora", target("custom", "", 0, "https://example.com/")),
    ]
    .into_iter()
    .enumerate()
    {
        let change = ContentChange {
            title: Some(title.to_owned()),
            excerpt: Some("uma dica".to_owned()),
            content: Some("uma descrição".to_owned()),
            parent: Some(above),
            menu_order: Some(order as i64 + 1),
            menu_item: Some(item),
            terms: BTreeMap::from([(Taxonomy::NavMenu, vec![menu])]),
            may_publish: true,
            ..ContentChange::default()
        };
        above = store
            .create(Kind::NavMenuItem, 1, &change)
            .await
            .unwrap()
            .id;
    }
}

async fn comments(store: &SiteStore, posts: &[u64]) {
    let mut parent = 0;
    for (number, status) in [
        CommentStatus::Approved,
        CommentStatus::Hold,
        CommentStatus::Spam,
        CommentStatus::Trash,
    ]
    .into_iter()
    .enumerate()
    {
        let comment = NewComment {
            post: posts[number % posts.len()],
            parent,
            author_name: "Zé & Cia".to_owned(),
            author_email: "ze@example.com".to_owned(),
            author_ip: "192.0.2.7".to_owned(),
            author_user_agent: "curl".to_owned(),
            content: format!("Gostei <strong>{number}</strong>"),
            date: Some("2024-05-01T13:00:00Z".parse().unwrap()),
            skips_flood_check: true,
            status: Some(StatusChange::To(status)),
            ..NewComment::default()
        };
        parent = store.create_comment(&comment).await.unwrap().id;
    }
    let note = NewComment {
        post: posts[0],
        author: 1,
        content: "Falta a fonte.".to_owned(),
        is_note: true,
        meta: [("note_status".to_owned(), json!("resolved"))].into(),
        ..NewComment::default()
    };
    store.create_comment(&note).await.unwrap();
}
