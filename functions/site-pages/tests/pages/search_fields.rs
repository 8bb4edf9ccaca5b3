//! Search engine meta fields in the head of a page.

use domain::site::Kind;
use domain::site::meta::seo::{SEO_DESCRIPTION, SEO_TITLE};
use serde_json::json;
use site_store::{ContentChange, ReaderPassword};

use crate::support::{Site, published};

fn with_fields(title: &str) -> ContentChange {
    let mut change = published(title, "Começo do texto.");
    let fields = [
        (SEO_TITLE, "Título & &lt;b&gt; 5 &lt; 10"),
        (SEO_DESCRIPTION, "Descrição \"só\" para buscadores"),
    ];
    for (key, value) in fields {
        change.meta.insert(key.to_owned(), Some(json!(value)));
    }
    change
}

#[tokio::test]
async fn the_head_uses_the_fields_for_search_engines() {
    let site = Site::new().await;
    site.add(Kind::Post, with_fields("Pão")).await;
    let page = site.get("/pao/").await;
    for text in [
        "<title>Título &amp; &lt;b&gt; 5 &lt; 10</title>",
        "<meta property=\"og:title\" content=\"Título &amp; &lt;b&gt; 5 &lt; 10\" />",
        "<meta name=\"description\" content=\"Descrição &quot;só&quot; para buscadores\" />",
        "<meta property=\"og:description\" content=\"Descrição &quot;só&quot; para buscadores\" />",
        "<h1>Pão</h1>",
        "\"headline\":\"Pão\"",
    ] {
        assert!(page.has(text), "{text} is not in {}", page.text);
    }
    assert!(!page.has("<b>"));
}

#[tokio::test]
async fn without_fields_title_and_beginning_of_the_text_are_used() {
    let site = Site::new().await;
    site.post("Pão", "Começo do texto.").await;
    let page = site.get("/pao/").await;
    assert!(page.has("<meta property=\"og:title\" content=\"Pão - Cozinha &amp; Cia\" />"));
    assert!(page.has("<meta name=\"description\" content=\"Começo do texto.\">"));
}

#[tokio::test]
async fn a_protected_post_reveals_nothing() {
    let site = Site::new().await;
    let change = ContentChange {
        password: Some(ReaderPassword("senha".into())),
        ..with_fields("Pão")
    };
    site.add(Kind::Post, change).await;
    let page = site.get("/pao/").await;
    assert!(
        !page.has("buscadores") && !page.has("5 &lt; 10"),
        "{}",
        page.text
    );
}
