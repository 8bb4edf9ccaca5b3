//! Home and archives.

use std::collections::BTreeMap;

use domain::site::{Kind, Taxonomy};
use site_store::{ContentChange, TermChange};

use crate::support::{Site, published};

async fn term(site: &Site, taxonomy: Taxonomy, name: &str, parent: u64) -> u64 {
    let change = TermChange {
        name: Some(name.to_owned()),
        parent: Some(parent),
        ..TermChange::default()
    };
    site.store.create_term(taxonomy, &change).await.unwrap().id
}

fn under(title: &str, taxonomy: Taxonomy, id: u64) -> ContentChange {
    ContentChange {
        terms: BTreeMap::from([(taxonomy, vec![id])]),
        ..published(title, "texto")
    }
}

#[tokio::test]
async fn home_lists_the_newest_posts_page_by_page() {
    let site = Site::new().await;
    let empty = site.get("/").await;
    assert_eq!(empty.status, 200);
    assert!(empty.has("Ainda não há nada publicado aqui."));
    assert!(empty.has("Cozinha &amp; Cia") || empty.has("Cozinha &#38; Cia"));
    for number in 1..=11 {
        site.clock.advance(jiff::SignedDuration::from_mins(1));
        site.post(&format!("Post {number}"), "texto").await;
    }
    let first = site.get("/").await;
    assert!(first.has(">Post 11</a>") && !first.has(">Post 1</a>"));
    assert!(first.has("<link rel=\"next\" href=\"https://exemplo.com.br/page/2/\" />"));
    assert!(first.has("\"@type\":\"WebSite\""));
    let second = site.get("/page/2/").await;
    assert!(second.has(">Post 1</a>") && !second.has(">Post 11</a>"));
    assert!(second.has("<link rel=\"prev\" href=\"https://exemplo.com.br/\" />"));
    assert_eq!(site.get("/page/3/").await.status, 404);
    assert_eq!(site.get("/page/1/").await.location(), (301, "/"));
}

#[tokio::test]
async fn category_paths_contain_parents_and_lists_include_descendants() {
    let site = Site::new().await;
    let sweets = term(&site, Taxonomy::Category, "Doces", 0).await;
    let cakes = term(&site, Taxonomy::Category, "Bolos", sweets).await;
    site.add(Kind::Post, under("Bolo de fubá", Taxonomy::Category, cakes))
        .await;
    for path in ["/category/doces/", "/category/doces/bolos/"] {
        let page = site.get(path).await;
        assert_eq!(page.status, 200, "{path}");
        assert!(page.has("Bolo de fubá"), "{path}");
    }
    let to = "https://exemplo.com.br/category/doces/bolos/";
    assert_eq!(site.get("/category/bolos/").await.location(), (301, to));
    let post = site.get("/bolo-de-fuba/").await;
    assert!(post.has("https://exemplo.com.br/category/doces/bolos/"));
}

#[tokio::test]
async fn tags_and_authors() {
    let site = Site::new().await;
    let quick = term(&site, Taxonomy::PostTag, "Rápido", 0).await;
    let nothing_published = site.get("/author/admin/").await;
    assert_eq!(
        nothing_published.location(),
        (302, "https://exemplo.com.br/")
    );
    site.add(Kind::Post, under("Omelete", Taxonomy::PostTag, quick))
        .await;
    for path in ["/tag/rapido/", "/author/admin/"] {
        let page = site.get(path).await;
        assert_eq!(page.status, 200, "{path}");
        assert!(page.has("Omelete"), "{path}");
    }
    assert_eq!(site.get("/tag/lento/").await.status, 404);
}

#[tokio::test]
async fn a_static_front_page_and_a_posts_page_can_be_set() {
    let site = Site::new().await;
    let front = site.add(Kind::Page, published("Bem-vindos", "olá")).await;
    let list = site.add(Kind::Page, published("Novidades", "")).await;
    site.post("Omelete", "texto").await;
    site.store
        .update_settings(|settings| {
            "page".clone_into(&mut settings.show_on_front);
            settings.page_on_front = front.id;
            settings.page_for_posts = list.id;
        })
        .await
        .unwrap();
    assert!(site.get("/").await.has("<p>olá</p>"));
    assert_eq!(site.get("/bem-vindos/").await.location(), (301, "/"));
    assert!(site.get("/novidades/").await.has("Omelete"));
}

#[tokio::test]
async fn the_language_of_the_site_is_the_language_of_its_pages() {
    let site = Site::new().await;
    site.store
        .update_settings(|settings| {
            "en_US".clone_into(&mut settings.language);
            "F j, Y".clone_into(&mut settings.date_format);
        })
        .await
        .unwrap();
    site.post("Bread", "x").await;
    let page = site.get("/bread/").await;
    assert!(page.has("<html lang=\"en-US\">") && page.has("Skip to content"));
    assert!(page.has("May 1, 2024"));
}
