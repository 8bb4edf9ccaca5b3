//! The head of each kind of page is the one that `get_head` answers for its address.

use domain::site::{Caller, Kind, Taxonomy};
use seo::Head;
use seo::settings::Settings;
use serde_json::json;
use site_head::{Heads, Part};
use site_store::{ContentChange, ReaderPassword, TermChange};

use crate::support::{HOME, Site, published};

/// What `get_head` answers for a path.
async fn head_of(site: &Site, path: &str) -> Head {
    let (settings, now) = (Settings::default(), "2024-05-01T10:00:00Z".parse().unwrap());
    let everyone = Caller::anonymous();
    let heads = Heads::open(&site.store, HOME, now, &settings, &everyone);
    let heads = heads.await.unwrap();
    if path == "/" {
        // The interface describes the list of posts without telling that it is the front page.
        return heads.of_posts(Part::WHOLE).await.unwrap();
    }
    let head = heads.at(&format!("{HOME}{path}")).await;
    head.unwrap().unwrap()
}

fn with_meta(title: &str, meta: &[(&str, serde_json::Value)]) -> ContentChange {
    let mut change = published(title, "<p>Começo do texto.</p>");
    for (key, value) in meta {
        change.meta.insert((*key).to_owned(), Some(value.clone()));
    }
    change
}

#[tokio::test]
async fn every_kind_of_page_has_the_head_of_its_address() {
    let site = Site::new().await;
    let term = TermChange {
        name: Some("Doces & <cia>".to_owned()),
        slug: Some("doces".to_owned()),
        description: Some("Bolos e \"tortas\"".to_owned()),
        ..TermChange::default()
    };
    let category = site.store.create_term(Taxonomy::Category, &term);
    let category = category.await.unwrap();
    let tag = site.store.create_term(Taxonomy::PostTag, &term).await;
    let hostile = "</script><script>alert(1)</script> \"aspas\" & <b>";
    let mut post = with_meta("Pão", &[("seo_title", json!("Título </title> & \"x\""))]);
    post.title = Some(format!("Pão {hostile}"));
    post.slug = Some("pao".to_owned());
    post.terms.insert(Taxonomy::Category, vec![category.id]);
    post.terms.insert(Taxonomy::PostTag, vec![tag.unwrap().id]);
    site.add(Kind::Post, post).await;
    site.add(Kind::Page, published("Sobre", "Texto.")).await;
    let author = site.store.user(site.admin).unwrap().slug.clone();
    for (path, status) in [
        ("/", 200),
        ("/pao/", 200),
        ("/sobre/", 200),
        ("/category/doces/", 200),
        ("/tag/doces/", 200),
        (format!("/author/{author}/").as_str(), 200),
        ("/nada/", 404),
    ] {
        let page = site.get(path).await;
        let head = head_of(&site, path).await;
        assert_eq!((page.status, head.status()), (status, status), "{path}");
        let html = head.html();
        assert!(page.has(&html), "{path}: {html} is not in {}", page.text);
        assert_eq!(page.text.matches("<title>").count(), 1, "{path}");
        assert_eq!(
            page.text.matches("rel=\"canonical\"").count(),
            usize::from(status == 200)
        );
        assert_eq!(page.text.matches("name=\"robots\"").count(), 1, "{path}");
        assert!(
            page.text.matches("name=\"description\"").count() <= 1,
            "{path}"
        );
        let (in_head, _) = page.text.split_once("</head>").unwrap();
        assert!(!in_head.contains("alert(1)</script>"), "{path}");
        assert!(
            !page
                .header("content-security-policy")
                .contains("script-src")
        );
    }
}

#[tokio::test]
async fn what_the_head_lacks_is_added() {
    let site = Site::new().await;
    site.add(Kind::Post, published("Pão", "<p>Começo do texto.</p>"))
        .await;
    let page = site.get("/pao/").await;
    for added in [
        "<meta name=\"description\" content=\"Começo do texto.\">",
        "\"@type\":\"Article\"",
        "\"@type\":\"BreadcrumbList\"",
        "application/json+oembed",
    ] {
        assert!(page.has(added), "{added} is not in {}", page.text);
    }
    let none = with_meta("Bolo", &[("seo_description", json!("Feita à mão"))]);
    site.add(Kind::Post, none).await;
    let page = site.get("/bolo/").await;
    assert!(page.has("content=\"Feita à mão\" />"));
    assert!(!page.has("content=\"Começo do texto.\">"));
}

#[tokio::test]
async fn a_further_page_of_a_list_names_itself_and_its_neighbours() {
    let site = Site::new().await;
    for number in 0..21 {
        site.post(&format!("Post {number}"), "texto").await;
    }
    let page = site.get("/page/2/").await;
    for text in [
        "Página 2 de 3",
        "<link rel=\"canonical\" href=\"https://exemplo.com.br/page/2/\" />",
        "<link rel=\"prev\" href=\"https://exemplo.com.br/\" />",
        "<link rel=\"next\" href=\"https://exemplo.com.br/page/3/\" />",
        "<meta name=\"robots\" content=\"index, follow",
    ] {
        assert!(page.has(text), "{text} is not in {}", page.text);
    }
    assert_eq!(Part::address("x/", 1), "x/");
}

#[tokio::test]
async fn the_form_for_a_password_is_not_indexed_and_tells_nothing_of_the_text() {
    let site = Site::new().await;
    let change = ContentChange {
        password: Some(ReaderPassword("senha".into())),
        excerpt: Some("Segredo".to_owned()),
        ..with_meta("Pão", &[("seo_description", json!("Segredo dois"))])
    };
    site.add(Kind::Post, change).await;
    let page = site.get("/pao/").await;
    assert!(page.has("<meta name=\"robots\" content=\"noindex, follow\" />"));
    assert!(!page.has("rel=\"canonical\""));
    assert!(!page.has("Segredo") && !page.has("Começo"), "{}", page.text);
    assert!(!head_of(&site, "/pao/").await.html().contains("Segredo"));
}
