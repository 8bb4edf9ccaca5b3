//! Improvements keep links and pictures of the text, and tell which ones the answer dropped.

use service_fakes::Service;
use settings::AiProvider::OpenAi;

use crate::app::TestApp;

const TEXT: &str = "<h2>Café</h2><p>Veja a <a href=\"https://ibge.example/dados?a=1&amp;b=2\" rel=\"nofollow\">pesquisa</a> e \
    o <a href=\"/contato\">contato</a>.</p><figure><img src=\"https://padaria.example/xicara.jpg\" alt=\"Xícara\" width=\"900\">\
    <figcaption>Xícara</figcaption></figure><p><img src=\"/grao.png\" alt=\"\"></p>";

async fn improved(answer: &str) -> domain::platform::generation::Article {
    let app = TestApp::new(&[(OpenAi, "ok")]).await;
    app.fakes.answer_with(Service::OpenAi, answer);
    let id = app.improvement(TEXT).await;
    let generation = app.deliver(id).await;
    app.assert_billed(&generation);
    app.assert_counted(&generation).await;
    let article = app.written(&generation).await;
    assert_eq!(markup::sanitise::body(&article.body), article.body);
    assert_eq!(article.title, None);
    article
}

#[tokio::test]
async fn links_and_pictures_survive_with_their_attributes() {
    let article = improved(
        "<h2>Café</h2><p>A <a href=\"https://ibge.example/dados?a=1&amp;b=2\">pesquisa</a> diz mais. Há um \
         <a href='/contato' onclick='x()'>contato</a>.</p><figure><img src=\"https://padaria.example/xicara.jpg\">\
         <figcaption>Xícara</figcaption></figure><p><img src=\"/grao.png\" onerror=\"x()\" alt=\"Grãos\"></p>",
    )
    .await;
    for kept in [
        "<a href=\"https://ibge.example/dados?a=1&amp;b=2\" rel=\"nofollow\">",
        "<a href=\"/contato\">",
        "src=\"https://padaria.example/xicara.jpg\" alt=\"Xícara\" width=\"900\"",
        "src=\"/grao.png\" alt=\"Grãos\"",
    ] {
        assert!(article.body.contains(kept), "{kept}\n{}", article.body);
    }
    assert!(!article.body.contains("onclick") && !article.body.contains("onerror"));
    assert_eq!(article.dropped_links, Vec::<String>::new());
    assert_eq!(article.dropped_pictures, Vec::<String>::new());
}

#[tokio::test]
async fn what_the_answer_dropped_is_told_and_what_it_added_is_removed() {
    let article = improved(
        "<h2>Café</h2><p>Veja o <a href=\"/contato\">contato</a> e <a href=\"https://spam.example\">isto</a>.</p>\
         <p><img src=\"/grao.png\" alt=\"\"><img src=\"https://spam.example/x.png\" alt=\"x\"></p>",
    )
    .await;
    assert_eq!(
        article.dropped_links,
        ["https://ibge.example/dados?a=1&b=2"]
    );
    assert_eq!(
        article.dropped_pictures,
        ["https://padaria.example/xicara.jpg"]
    );
    assert!(!article.body.contains("spam.example"), "{}", article.body);
}
