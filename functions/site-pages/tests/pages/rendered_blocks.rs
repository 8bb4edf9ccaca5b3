//! Blocks that the site renders, on pages and in feeds.

use domain::site::{Kind, Status};
use outbound::Policy;
use site_store::ContentChange;
use wiremock::matchers::method;
use wiremock::{Mock, MockServer, ResponseTemplate};

use crate::support::{Site, published};

#[tokio::test]
async fn pages_and_feeds_show_the_blocks_that_show_records() {
    let site = Site::new().await;
    site.post(
        "Blocos",
        "<!-- wp:site-title {\"level\":2} /--><!-- wp:search {\"buttonText\":\"Ir\"} /--><!-- wp:latest-posts /-->",
    )
    .await;
    let title = "<h2 class=\"wp-block-site-title\"><a href=\"https://exemplo.com.br/\" rel=\"home\">Cozinha &amp; Cia</a></h2>";
    let page = site.get("/blocos/").await;
    assert_eq!(page.status, 200);
    for text in [
        title,
        "<button type=\"submit\" class=\"wp-block-search__button wp-element-button\">Ir</button>",
        "<a class=\"wp-block-latest-posts__post-title\" href=\"https://exemplo.com.br/blocos/\">Blocos</a>",
    ] {
        assert!(page.has(text), "{text} is not in {}", page.text);
    }
    assert!(!page.has("wp:latest-posts"), "{}", page.text);
    let feed = site.get("/feed/").await;
    let title = "Cozinha &#38;amp; Cia&#60;/a&#62;&#60;/h2&#62;";
    assert!(feed.has(title), "{}", feed.text);
}

const FEED: &str = "<rss version=\"2.0\"><channel><title>Horta</title><link>https://horta.example/</link><description>d</description><item><title>Alho &amp;amp; sal</title><link>https://horta.example/alho</link></item></channel></rss>";

#[tokio::test]
async fn pages_ask_for_feeds_of_other_sites_and_feeds_show_what_is_cached() {
    let site = Site::reaching(Policy::local()).await;
    let server = MockServer::start().await;
    let answer = ResponseTemplate::new(200).set_body_raw(FEED, "application/rss+xml");
    Mock::given(method("GET"))
        .respond_with(answer)
        .mount(&server)
        .await;
    let block = format!("<!-- wp:rss {{\"feedURL\":\"{}/feed\"}} /-->", server.uri());
    site.post("Feed", &format!("{block}<p>fim</p>")).await;
    let feed = site.get("/feed/").await;
    assert!(!feed.has("horta.example"), "{}", feed.text);
    assert!(server.received_requests().await.unwrap().is_empty());
    let page = site.get("/feed-2/").await;
    let shown = "<a href=\"https://horta.example/alho\">Alho &amp; sal</a>";
    assert!(page.has(shown), "{}", page.text);
    assert!(site.get("/feed/").await.has("https://horta.example/alho"));
    assert_eq!(server.received_requests().await.unwrap().len(), 1);
}

#[tokio::test]
async fn a_feed_that_does_not_answer_leaves_the_page_as_it_is() {
    let site = Site::new().await;
    let block = "<!-- wp:rss {\"feedURL\":\"http://127.0.0.1:9/feed\"} /--><p>fim</p>";
    site.post("Nada", block).await;
    let page = site.get("/nada/").await;
    assert_eq!(page.status, 200);
    assert!(page.has("<p>fim</p>"), "{}", page.text);
    assert!(!page.has("notice-error"), "{}", page.text);
}

#[tokio::test]
async fn the_address_names_the_page_of_each_loop() {
    let site = Site::new().await;
    for title in ["Um", "Dois", "Três"] {
        site.post(title, "x").await;
        site.clock.advance(jiff::SignedDuration::from_mins(1));
    }
    let query = |id: u64| {
        format!(
            "<!-- wp:query {{\"queryId\":{id},\"query\":{{\"perPage\":1,\"inherit\":false,\"orderBy\":\"date\",\"order\":\"asc\"}}}} --><!-- wp:post-template {{\"className\":\"laco-{id}\"}} --><!-- wp:post-title {{\"level\":4}} /--><!-- /wp:post-template --><!-- wp:query-pagination --><!-- wp:query-pagination-previous /--><!-- wp:query-pagination-next /--><!-- /wp:query-pagination --><!-- wp:query-no-results --><p>acabou</p><!-- /wp:query-no-results --><!-- /wp:query -->"
        )
    };
    let both = published("Lista", &(query(3) + &query(5)));
    site.add(Kind::Page, both).await;
    let titles = |text: &str| -> Vec<String> {
        let parts = text.split("wp-block-post-title\">").skip(1);
        parts
            .map(|part| part.split('<').next().unwrap().to_owned())
            .collect()
    };
    for (query, expected) in [
        ("", vec!["Um", "Um"]),
        ("?query-3-page=2", vec!["Dois", "Um"]),
        ("?query-3-page=2&query-5-page=3", vec!["Dois", "Três"]),
        ("?query-5-page=0&query-3-page=x", vec!["Um", "Um"]),
        // There is no fourth page.
        ("?query-3-page=4&query-5-page=999999", vec!["Um"]),
    ] {
        let page = site.get(&format!("/lista/{query}")).await;
        assert_eq!(page.status, 200);
        assert_eq!(titles(&page.text), expected, "{query}");
        assert_eq!(page.has("acabou"), expected.len() == 1, "{query}");
        let canonical = "<link rel=\"canonical\" href=\"https://exemplo.com.br/lista/\"";
        assert!(page.has(canonical), "{}", page.text);
    }
    let page = site
        .get("/lista/?query-5-page=2&query-3-page=2&utm_source=x")
        .await;
    for href in [
        "https://exemplo.com.br/lista/?query-5-page=2\" class=\"wp-block-query-pagination-previous\"",
        "https://exemplo.com.br/lista/?query-5-page=2&amp;query-3-page=3\" class=\"wp-block-query-pagination-next\"",
    ] {
        assert!(page.has(href), "{href}: {}", page.text);
    }
    assert!(!page.has("utm_source"), "{}", page.text);
}

#[tokio::test]
async fn a_page_shows_initials_for_a_person_and_the_way_to_sign_in() {
    let site = Site::new().await;
    site.post(
        "Pessoas",
        "<!-- wp:avatar {\"size\":64} /--><!-- wp:loginout /--><!-- wp:breadcrumbs /-->",
    )
    .await;
    let page = site.get("/pessoas/").await;
    assert!(page.has(">AS</span></div>"), "{}", page.text);
    assert!(page.has("width:64px"), "{}", page.text);
    let link =
        "<a rel=\"nofollow\" href=\"https://exemplo.com.br/authorize-application\">Entrar</a>";
    assert!(page.has(link), "{}", page.text);
    assert!(
        page.has("<span aria-current=\"page\">Pessoas</span>"),
        "{}",
        page.text
    );
}

#[tokio::test]
async fn an_embedded_post_of_the_site_is_a_link_with_its_title() {
    let site = Site::new().await;
    site.post("Pão & [gallery]", "x").await;
    let secret = ContentChange {
        status: Some(Status::Private),
        ..published("Segredo", "x")
    };
    site.add(Kind::Post, secret).await;
    let embed = |url: &str| {
        format!(
            "<!-- wp:embed {{\"url\":\"{url}\"}} --><figure class=\"wp-block-embed\"><div class=\"wp-block-embed__wrapper\">\n{url}\n</div></figure><!-- /wp:embed -->"
        )
    };
    let urls = [
        "https://exemplo.com.br/pao-gallery/",
        "https://exemplo.com.br/segredo/",
        "https://horta.example/alho",
    ];
    let text: String = urls.iter().map(|url| embed(url)).collect();
    site.post("Embeds", &text).await;
    let page = site.get("/embeds/").await;
    for text in [
        "<blockquote class=\"wp-embedded-content\"><a href=\"https://exemplo.com.br/pao-gallery/\">Pão &#038; [gallery]</a></blockquote>",
        "<a href=\"https://exemplo.com.br/segredo/\">https://exemplo.com.br/segredo/</a>",
        "<a href=\"https://horta.example/alho\">https://horta.example/alho</a>",
    ] {
        assert!(page.has(text), "{text} is not in {}", page.text);
    }
}
