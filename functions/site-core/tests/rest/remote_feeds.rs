//! The block that shows feeds of other sites (docs/interface/site/block-types.md#feeds-of-other-sites).

use jiff::SignedDuration;
use serde_json::json;
use wiremock::matchers::{method, path};
use wiremock::{Mock, MockServer, ResponseTemplate};

use crate::block_renderer::block;
use crate::dynamic_blocks::published;
use crate::rendered_blocks::rendered;
use crate::support::{HOME, Site, Who};

const FEED: &str = "<rss version=\"2.0\" xmlns:dc=\"http://purl.org/dc/elements/1.1/\"><channel><title>Horta</title><link>https://horta.example/</link><description>d</description>
    <item><title>Alho &amp;amp; [gallery]</title><link>https://horta.example/alho?a=1&amp;b=2</link><dc:creator>Rui &quot;R&quot;</dc:creator><pubDate>Thu, 02 May 2024 01:30:00 +0000</pubDate><description>Um dois &lt;b&gt;três&lt;/b&gt; quatro.</description></item>
    <item><link>javascript:alert(1)</link><description>Sem nome</description></item>
    <item><title>Terceiro</title></item></channel></rss>";

async fn serve(server: &MockServer, place: &str, body: &str) -> String {
    let answer = ResponseTemplate::new(200).set_body_raw(body, "application/rss+xml");
    let mock = Mock::given(method("GET")).and(path(place));
    mock.respond_with(answer).mount(server).await;
    format!("{}{place}", server.uri())
}

#[tokio::test]
async fn the_items_of_a_feed_are_a_list() {
    let site = Site::reaching(outbound::Policy::local()).await;
    let server = MockServer::start().await;
    let url = serve(&server, "/feed", FEED).await;
    let attributes = json!({
        "feedURL": url, "itemsToShow": 2, "displayExcerpt": true, "excerptLength": 3, "displayAuthor": true,
        "displayDate": true, "blockLayout": "grid", "columns": 3, "openInNewTab": true, "rel": "nofollow \"x",
    });
    let expected = "<ul class=\"wp-block-rss is-grid columns-3 has-dates has-authors has-excerpts\"><li class=\"wp-block-rss__item\"><div class=\"wp-block-rss__item-title\"><a href=\"https://horta.example/alho?a=1&amp;b=2\" target=\"_blank\" rel=\"nofollow &quot;x\">Alho &amp; &#91;gallery&#93;</a></div><time datetime=\"2024-05-01T22:30:00-03:00\" class=\"wp-block-rss__item-publish-date\">1 de maio de 2024</time> <span class=\"wp-block-rss__item-author\">por Rui &quot;R&quot;</span><div class=\"wp-block-rss__item-excerpt\">Um dois três &#91;…&#93;</div></li><li class=\"wp-block-rss__item\"><div class=\"wp-block-rss__item-title\">(sem título)</div><div class=\"wp-block-rss__item-excerpt\">Sem nome</div></li></ul>";
    assert_eq!(block(&site, "rss", attributes.clone(), 0).await, expected);
    let content = format!("<!-- wp:rss {attributes} /-->");
    let post = published(&site, "/posts", json!({"content": content})).await;
    assert_eq!(rendered(&site, &format!("/posts/{post}")).await, expected);
    assert_eq!(server.received_requests().await.unwrap().len(), 1);
    let plain = block(&site, "rss", json!({"feedURL": url}), 0).await;
    let first = "<ul class=\"wp-block-rss\"><li class=\"wp-block-rss__item\"><div class=\"wp-block-rss__item-title\"><a href=\"https://horta.example/alho?a=1&amp;b=2\">";
    assert!(plain.starts_with(first), "{plain}");
    assert_eq!(plain.matches("<li").count(), 3);
}

#[tokio::test]
async fn a_representation_shows_what_the_feed_says_now() {
    let site = Site::reaching(outbound::Policy::local()).await;
    let server = MockServer::start().await;
    let url = serve(&server, "/feed", FEED).await;
    let content = format!("<!-- wp:rss {} /-->", json!({"feedURL": url}));
    let post = published(&site, "/posts", json!({"content": content})).await;
    assert!(
        rendered(&site, &format!("/posts/{post}"))
            .await
            .contains("Terceiro")
    );
    server.reset().await;
    serve(&server, "/feed", &FEED.replace("Terceiro", "Quarto")).await;
    site.clock.advance(SignedDuration::from_hours(12));
    assert!(
        rendered(&site, &format!("/posts/{post}"))
            .await
            .contains("Quarto")
    );
}

#[tokio::test]
async fn without_items_those_who_write_see_why_and_readers_nothing() {
    let site = Site::reaching(outbound::Policy::local()).await;
    let server = MockServer::start().await;
    let page = serve(&server, "/pagina", "<html>").await;
    let empty = serve(&server, "/vazio", "<rss version=\"2.0\"><channel/></rss>").await;
    for (url, reason) in [
        ("", "não é o de um feed"),
        ("file:///etc/passwd", "não é o de um feed"),
        ("horta.example/feed", "não é o de um feed"),
        (HOME, "página inicial deste site"),
        (&format!("{HOME}/"), "página inicial deste site"),
        (&format!("{}/nada", server.uri()), "não respondeu"),
        (&page, "não leva a um feed"),
        (&empty, "não tem itens"),
    ] {
        let html = block(&site, "rss", json!({"feedURL": url}), 0).await;
        let start = "<div class=\"components-placeholder\"><div class=\"notice notice-error\"><strong>Erro de RSS:</strong> ";
        assert!(html.starts_with(start), "{html}");
        assert!(html.contains(reason), "{reason}: {html}");
        let content = format!("<!-- wp:rss {} /-->", json!({"feedURL": url}));
        let post = published(&site, "/posts", json!({"content": content})).await;
        assert_eq!(
            rendered(&site, &format!("/posts/{post}")).await,
            "",
            "{url}"
        );
    }
}

#[tokio::test]
async fn only_public_addresses_are_asked() {
    let site = Site::new().await;
    let server = MockServer::start().await;
    let url = serve(&server, "/feed", FEED).await;
    for url in [&url, "http://169.254.169.254/feed", "http://[::1]/feed"] {
        let html = block(&site, "rss", json!({"feedURL": url}), 0).await;
        assert!(html.contains("não respondeu"), "{html}");
    }
    assert!(server.received_requests().await.unwrap().is_empty());
}

#[tokio::test]
async fn a_list_of_posts_asks_at_most_three_sites() {
    let site = Site::reaching(outbound::Policy::local()).await;
    let server = MockServer::start().await;
    for number in 0..5 {
        let url = serve(&server, &format!("/{number}"), FEED).await;
        let content = format!("<!-- wp:rss {} /-->", json!({"feedURL": url}));
        published(&site, "/posts", json!({"content": content})).await;
    }
    let asked = server.received_requests().await.unwrap().len();
    site.get(Who::Anonymous, "/posts?per_page=100").await.ok();
    let more = server.received_requests().await.unwrap().len() - asked;
    assert!(more <= 3, "{more} calls");
}
