//! Search of readers.

use domain::site::Kind;
use site_store::ContentChange;

use crate::support::{Site, published};

#[tokio::test]
async fn results_show_an_excerpt_with_the_words_marked_and_are_not_indexed() {
    let site = Site::new().await;
    site.post("Bolo de fubá", "Uma xícara de fubá & açúcar.")
        .await;
    site.post("Omelete", "Três ovos.").await;
    site.add(Kind::Page, published("Sobre o fubá", "História."))
        .await;
    let page = site.get("/?s=FUBA").await;
    assert_eq!(page.status, 200);
    assert!(page.has("2 resultados"));
    assert!(page.has(">Bolo de <mark>fubá</mark></a>"));
    assert!(page.has("xícara de <mark>fubá</mark> &amp; açúcar"));
    assert!(page.has(">Sobre o <mark>fubá</mark></a>"));
    assert!(!page.has("Omelete"));
    assert!(page.has("<meta name=\"robots\" content=\"noindex, follow\""));
    assert!(page.has("<title>") && !page.has("rel=\"canonical\""));
}

#[tokio::test]
async fn a_search_may_find_nothing_and_what_was_typed_is_text() {
    let site = Site::new().await;
    let page = site.get("/?s=%3Cscript%3Ealert(1)%3C%2Fscript%3E").await;
    assert_eq!(page.status, 200);
    assert!(page.has("Nada foi encontrado."));
    assert!(!page.has("<script>alert(1)"));
    let empty = site.get("/?s=").await;
    assert_eq!(empty.status, 200);
    assert!(empty.has("Digite o que você procura."));
}

#[tokio::test]
async fn protected_posts_and_drafts_are_not_found() {
    let site = Site::new().await;
    let secret = ContentChange {
        password: Some(site_store::ReaderPassword("segredo".to_owned())),
        ..published("Bolo secreto", "fubá")
    };
    site.add(Kind::Post, secret).await;
    let draft = ContentChange {
        status: None,
        ..published("Bolo de rascunho", "fubá")
    };
    site.add(Kind::Post, draft).await;
    assert!(site.get("/?s=bolo").await.has("Nada foi encontrado."));
}

#[tokio::test]
async fn results_have_pages() {
    let site = Site::new().await;
    for number in 1..=11 {
        site.post(&format!("Bolo {number}"), "texto").await;
    }
    site.add(Kind::Page, published("Bolos da casa", "texto"))
        .await;
    let first = site.get("/?s=bolo").await;
    assert!(first.has("12 resultados"));
    assert_eq!(first.text.matches("<li class=\"card\">").count(), 10);
    assert!(first.has("href=\"https://exemplo.com.br/page/2/?s=bolo\""));
    let second = site.get("/page/2/?s=bolo").await;
    assert_eq!(second.text.matches("<li class=\"card\">").count(), 2);
    assert!(second.has(">s da casa</a>"));
    assert_eq!(site.get("/page/3/?s=bolo").await.status, 404);
}

#[tokio::test]
async fn every_page_and_the_page_of_a_wrong_address_offer_a_search() {
    let site = Site::new().await;
    let count = |text: &str, part: &str| text.matches(part).count();
    let (home, wrong) = (site.get("/").await.text, site.get("/nada/").await.text);
    for (text, forms) in [(home, 1), (wrong, 2)] {
        assert_eq!(count(&text, "<form class=\"find\""), forms);
        // A page has one landmark of each name.
        assert_eq!(count(&text, "role=\"search\""), 1);
    }
}
