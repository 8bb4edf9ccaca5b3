//! Addresses of deployed systems lead on (docs/interface/site/addresses.md).

use std::collections::BTreeMap;

use domain::site::date::DateInput;
use domain::site::{Format, Kind, Taxonomy};
use site_store::{ContentChange, NewComment, ReaderPassword, SourceAddresses, TermChange};

use crate::support::{Site, published};

/// Addresses, and where they lead on this site and on a deployed one.
const TABLE: &str = include_str!("../../../../tests/wordpress/addresses.tsv");

/// A site with what the table names.
async fn moved() -> Site {
    let site = Site::new().await;
    let term = async |taxonomy, name: &str, parent| {
        let change = TermChange {
            name: Some(name.to_owned()),
            parent: Some(parent),
            ..TermChange::default()
        };
        site.store.create_term(taxonomy, &change).await.unwrap().id
    };
    let sweets = term(Taxonomy::Category, "Doces", 0).await;
    let cakes = term(Taxonomy::Category, "Bolos", sweets).await;
    let quick = term(Taxonomy::PostTag, "Rápido", 0).await;
    let post = ContentChange {
        date: Some(DateInput::Local("2018-11-05T10:00:00".parse().unwrap())),
        format: Some(Format::Gallery),
        terms: BTreeMap::from([
            (Taxonomy::Category, vec![cakes]),
            (Taxonomy::PostTag, vec![quick]),
        ]),
        ..published("Bolo de fubá cremoso", "texto")
    };
    let post = site.add(Kind::Post, post).await;
    let page = site.add(Kind::Page, published("Sobre nós", "texto")).await;
    let below = ContentChange {
        parent: Some(page.id),
        ..published("Equipe", "texto")
    };
    site.add(Kind::Page, below).await;
    let comment = NewComment {
        post: post.id,
        author_name: "Bia".to_owned(),
        content: "Ficou ótimo".to_owned(),
        is_trusted: true,
        skips_flood_check: true,
        ..NewComment::default()
    };
    site.store.create_comment(&comment).await.unwrap();
    let set = site.store.update_settings(|settings| {
        settings.source = SourceAddresses {
            home: "https://antigo.example".to_owned(),
            permalinks: "/%year%/%monthnum%/%day%/%postname%/".to_owned(),
            category_base: "category".to_owned(),
            tag_base: "tag".to_owned(),
        };
    });
    set.await.unwrap();
    site
}

/// Follows redirects; the status and address of what answers at last.
async fn followed(site: &Site, address: &str) -> (u16, String) {
    let mut at = address.to_owned();
    for _ in 0..5 {
        let answer = site.get(&at).await;
        if !matches!(answer.status, 301 | 302) {
            return (answer.status, at);
        }
        let to = answer.header("location");
        at = to
            .strip_prefix(crate::support::HOME)
            .unwrap_or(to)
            .to_owned();
    }
    // No page answered.
    (0, at)
}

#[tokio::test]
async fn every_address_of_the_table_leads_somewhere() {
    let site = moved().await;
    let mut rows = 0;
    for row in TABLE.lines().filter(|row| !row.starts_with('#')) {
        let columns: Vec<&str> = row.split('\t').collect();
        let [address, here, ..] = columns.as_slice() else {
            panic!("a row without two columns: {row}");
        };
        // Files of uploads are served by another function.
        let (status, at) = followed(&site, address).await;
        let is_file = at.starts_with("/uploads/");
        let expected = if *here == "404" || is_file { 404 } else { 200 };
        assert_eq!(status, expected, "{address} → {at}");
        if *here != "404" {
            assert_eq!(at, *here, "{address}");
        }
        rows += 1;
    }
    assert!(rows > 50, "{rows}");
}

#[tokio::test]
async fn identifiers_lead_on_where_the_permalinks_of_the_source_had_them() {
    let site = moved().await;
    let post = site.post("Pão de queijo", "texto").await;
    let old = format!("/archives/{}", post.id);
    assert_eq!(site.get(&old).await.status, 404);
    let set = site.store.update_settings(|settings| {
        "/archives/%post_id%/".clone_into(&mut settings.source.permalinks);
        "tema".clone_into(&mut settings.source.category_base);
    });
    set.await.unwrap();
    let moved = site.get(&old).await;
    let to = format!("{}/pao-de-queijo/", crate::support::HOME);
    assert_eq!(moved.location(), (301, to.as_str()));
    let term = site.get("/tema/bolos/").await;
    let to = format!("{}/category/doces/bolos/", crate::support::HOME);
    assert_eq!(term.location(), (301, to.as_str()));
}

#[tokio::test]
async fn former_slugs_of_public_items_lead_on() {
    let site = moved().await;
    let post = site.post("Pão de queijo", "texto").await;
    let draft = ContentChange {
        status: Some(domain::site::Status::Draft),
        ..published("Broa", "texto")
    };
    let draft = site.add(Kind::Post, draft).await;
    let renamed = async |id: u64, slug: &str| {
        let change = ContentChange {
            slug: Some(slug.to_owned()),
            status: Some(domain::site::Status::Publish),
            ..ContentChange::default()
        };
        let guard = |_: &site_store::Content| true;
        let changed = site.store.update(Kind::Post, id, &change, &guard).await;
        changed.unwrap()
    };
    renamed(post.id, "receita-mineira").await;
    let changed = renamed(post.id, "de-minas").await;
    assert_eq!(changed.former_slugs, ["pao-de-queijo", "receita-mineira"]);
    renamed(draft.id, "de-fuba").await;
    let to = format!("{}/de-minas/", crate::support::HOME);
    for old in ["/pao-de-queijo/", "/2024/05/receita-mineira/"] {
        assert_eq!(site.get(old).await.location(), (301, to.as_str()), "{old}");
    }
    assert_eq!(site.get("/broa/").await.status, 404, "it was not public");
    // A new post with the slug has it.
    site.post("Pão de queijo", "outro texto").await;
    assert_eq!(site.get("/pao-de-queijo/").await.status, 200);
    let back = renamed(post.id, "receita-mineira").await;
    assert_eq!(back.former_slugs, ["pao-de-queijo", "de-minas"]);
    let guard = |_: &site_store::Content| true;
    let gone = site.store.delete(Kind::Post, post.id, &guard).await;
    gone.unwrap();
    assert_eq!(site.get("/de-minas/").await.status, 404);
}

#[tokio::test]
async fn what_is_not_public_is_not_guessed() {
    let site = moved().await;
    let draft = ContentChange {
        status: Some(domain::site::Status::Private),
        ..published("Segredo da casa", "texto")
    };
    site.add(Kind::Post, draft).await;
    for address in [
        "/segredo",
        "/2024/05/segredo-da-casa/",
        "/segredo-da-casa/feed/",
    ] {
        assert_eq!(site.get(address).await.status, 404, "{address}");
    }
    let known = site.get("/author/bia/").await;
    let unknown = site.get("/author/ninguem/").await;
    assert_eq!(known.location(), unknown.location());
}

#[tokio::test]
async fn feeds_of_terms_and_authors_hold_their_posts() {
    let site = moved().await;
    site.post("Omelete", "texto").await;
    let bolos = site.get("/category/doces/feed/").await;
    assert_eq!(
        bolos.header("content-type"),
        "application/rss+xml; charset=UTF-8"
    );
    assert!(bolos.has("<title>Bolo de fubá cremoso</title>") && !bolos.has("Omelete"));
    assert!(
        bolos.has("<title>Doces – Cozinha &#38; Cia</title>"),
        "{}",
        bolos.text
    );
    assert!(bolos.has("href=\"https://exemplo.com.br/category/doces/feed/\" rel=\"self\""));
    let tag = site.get("/tag/rapido/feed/").await;
    assert!(tag.has("Bolo de fubá") && !tag.has("Omelete"));
    assert!(site.get("/author/admin/feed/").await.has("Omelete"));
    let comments = site.get("/comments/feed/").await;
    assert!(comments.has("Bia em Bolo de fubá cremoso") && comments.has("Ficou ótimo"));
    let own = site.get("/bolo-de-fuba-cremoso/feed/").await;
    assert!(own.has("Ficou ótimo"));
    assert!(!site.get("/sobre-nos/feed/").await.has("Ficou ótimo"));
}

#[tokio::test]
async fn comments_on_what_is_not_public_are_in_no_feed() {
    let site = moved().await;
    let locked = ContentChange {
        password: Some(ReaderPassword("segredo".to_owned())),
        ..published("Fechado", "texto")
    };
    let locked = site.add(Kind::Post, locked).await;
    let comment = NewComment {
        post: locked.id,
        content: "Sob senha".to_owned(),
        is_trusted: true,
        skips_flood_check: true,
        ..NewComment::default()
    };
    site.store.create_comment(&comment).await.unwrap();
    assert!(!site.get("/comments/feed/").await.has("Sob senha"));
    assert_eq!(site.get("/fechado/feed/").await.status, 404);
}

#[tokio::test]
async fn archives_of_dates_hold_the_posts_of_the_period() {
    let site = moved().await;
    site.post("Omelete", "texto").await;
    for (address, heading) in [
        ("/2018/", "2018"),
        ("/2018/11/", "novembro de 2018"),
        ("/2018/11/05/", "5 de novembro de 2018"),
        ("/type/gallery/", "Galerias"),
    ] {
        let page = site.get(address).await;
        assert_eq!(page.status, 200, "{address}");
        assert!(page.has(&format!("<h1>{heading}</h1>")), "{address}");
        assert!(
            page.has("Bolo de fubá cremoso") && !page.has(">Omelete</a>"),
            "{address}"
        );
    }
    for address in [
        "/2017/",
        "/2018/12/",
        "/2018/13/",
        "/2018/page/2/",
        "/type/quote/",
        "/type/x/",
    ] {
        assert_eq!(site.get(address).await.status, 404, "{address}");
    }
    assert_eq!(
        site.get("/2018/11/5/").await.location(),
        (301, "/2018/11/05/")
    );
}

#[tokio::test]
async fn a_feed_follows_what_posts_say_for_search_engines() {
    let site = moved().await;
    let with = |title: &str, fields: &[(&str, serde_json::Value)]| {
        let mut change = published(title, "corpo do texto");
        for (key, value) in fields {
            change.meta.insert((*key).to_owned(), Some(value.clone()));
        }
        change
    };
    let described = with(
        "Pão",
        &[
            ("seo_title", "Pão caseiro em 1 hora".into()),
            ("seo_description", "Receita curta".into()),
            ("seo_canonical", "https://b.example/pao/".into()),
        ],
    );
    site.add(Kind::Post, described).await;
    site.add(Kind::Post, with("Oculto", &[("seo_noindex", true.into())]))
        .await;
    let feed = site.get("/feed/").await;
    assert!(
        feed.has("<title>Pão caseiro em 1 hora</title>"),
        "{}",
        feed.text
    );
    assert!(feed.has("<description>Receita curta</description>"));
    assert!(feed.has("<link>https://b.example/pao/</link>"));
    assert!(!feed.has("Oculto"));
}
