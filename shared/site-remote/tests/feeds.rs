//! Feeds of other sites: what is read of them, how long it is cached, and how few calls they cause.

#![expect(
    clippy::unwrap_used,
    reason = "a test may panic on an unexpected result"
)]

use embedded::dynamo::Engine;
use items::Table;
use jiff::Timestamp;
use outbound::{Outbound, Policy};
use site_blocks::{FeedFault, FeedItem, FeedReader};
use site_remote::RemoteFeeds;
use url::Url;
use wiremock::matchers::{method, path};
use wiremock::{Mock, MockServer, ResponseTemplate};

const HOUR: i64 = 60 * 60;

struct Reading {
    table: Table,
    outbound: Outbound,
    server: MockServer,
}

impl Reading {
    async fn new() -> Self {
        let table = Table::new(Engine::memory().unwrap().client(), "site");
        table.create().await.unwrap();
        Self {
            table,
            outbound: Outbound::new(Policy::local()).unwrap(),
            server: MockServer::start().await,
        }
    }

    fn feeds(&self, seconds: i64) -> RemoteFeeds<'_> {
        let now = Timestamp::from_second(1_714_557_600 + seconds).unwrap();
        RemoteFeeds::new(&self.outbound, &self.table, "main", now)
    }

    fn url(&self, place: &str) -> Url {
        format!("{}{place}", self.server.uri()).parse().unwrap()
    }

    async fn serve(&self, place: &str, status: u16, body: &str) {
        self.serve_as(place, status, body, "application/xml").await;
    }

    async fn serve_as(&self, place: &str, status: u16, body: &str, kind: &str) {
        let answer = ResponseTemplate::new(status).set_body_raw(body, kind);
        let mock = Mock::given(method("GET")).and(path(place));
        mock.respond_with(answer).mount(&self.server).await;
    }

    async fn items(&self, place: &str, seconds: i64) -> Result<Vec<FeedItem>, FeedFault> {
        self.feeds(seconds).items(&self.url(place)).await
    }

    async fn calls(&self) -> usize {
        self.server.received_requests().await.unwrap().len()
    }
}

fn rss(items: &str) -> String {
    format!(
        "<?xml version=\"1.0\"?><rss version=\"2.0\" xmlns:dc=\"http://purl.org/dc/elements/1.1/\"><channel><title>Horta</title><link>https://horta.example/</link><description>d</description>{items}</channel></rss>"
    )
}

#[tokio::test]
async fn items_are_plain_text_with_addresses_of_the_web() {
    let reading = Reading::new().await;
    let feed = rss("<item><title>P&amp;amp;B &lt;b&gt;hoje&lt;/b&gt;</title><link>/pao?a=1&amp;b=2</link><dc:creator>Ana &lt;i&gt;Souza&lt;/i&gt;</dc:creator><pubDate>Wed, 01 May 2024 07:30:00 -0300</pubDate><description><![CDATA[<p>Um <script>alert(1)</script>vaso &eacute; pouco.</p>]]></description></item>
        <item><title>Perigo</title><link>javascript:alert(1)</link></item>
        <item><description>Sem título</description></item>");
    reading.serve("/feed", 200, &feed).await;
    let items = reading.items("/feed", 0).await.unwrap();
    assert_eq!(
        items,
        [
            FeedItem {
                title: "P&B hoje".to_owned(),
                link: reading.url("/pao?a=1&b=2").to_string(),
                author: "Ana Souza".to_owned(),
                published: Some("2024-05-01T10:30:00Z".parse().unwrap()),
                summary: "Um vaso é pouco.".to_owned(),
            },
            FeedItem {
                title: "Perigo".to_owned(),
                ..FeedItem::default()
            },
            FeedItem {
                summary: "Sem título".to_owned(),
                ..FeedItem::default()
            },
        ]
    );
}

#[tokio::test]
async fn atom_and_json_are_read_too() {
    let reading = Reading::new().await;
    let atom = "<feed xmlns=\"http://www.w3.org/2005/Atom\"><title>Horta</title><id>urn:h</id><updated>2024-04-30T10:00:00Z</updated><author><name>Rui</name></author><entry><title type=\"html\">Alho &amp;amp; sal</title><id>urn:1</id><updated>2024-04-29T10:00:00Z</updated><link rel=\"self\" href=\"https://horta.example/1.xml\"/><link rel=\"alternate\" href=\"https://horta.example/1\"/><summary>Colhido.</summary></entry></feed>";
    reading.serve("/atom", 200, atom).await;
    let json = r#"{"version":"https://jsonfeed.org/version/1.1","title":"Horta","items":[{"id":"1","url":"https://horta.example/j","title":"Couve","content_text":"Verde.","date_published":"2024-04-28T10:00:00Z","authors":[{"name":"Lia"}]}]}"#;
    reading.serve("/json", 200, json).await;
    let item = |title: &str, link: &str, author: &str, at: &str, summary: &str| FeedItem {
        title: title.to_owned(),
        link: link.to_owned(),
        author: author.to_owned(),
        published: Some(at.parse().unwrap()),
        summary: summary.to_owned(),
    };
    assert_eq!(
        reading.items("/atom", 0).await.unwrap(),
        [item(
            "Alho & sal",
            "https://horta.example/1",
            "Rui",
            "2024-04-29T10:00:00Z",
            "Colhido."
        )]
    );
    assert_eq!(
        reading.items("/json", 0).await.unwrap(),
        [item(
            "Couve",
            "https://horta.example/j",
            "Lia",
            "2024-04-28T10:00:00Z",
            "Verde."
        )]
    );
}

#[tokio::test]
async fn a_feed_is_asked_for_every_twelve_hours_and_a_faulty_one_after_minutes() {
    let reading = Reading::new().await;
    let feed = rss("<item><title>Um</title></item>");
    reading.serve("/feed", 200, &feed).await;
    for (seconds, calls) in [(0, 1), (12 * HOUR - 1, 1), (12 * HOUR, 2)] {
        assert!(reading.items("/feed", seconds).await.is_ok());
        assert_eq!(reading.calls().await, calls, "{seconds}");
    }
    reading.server.reset().await;
    reading.serve("/feed", 503, "").await;
    for (seconds, calls) in [(24 * HOUR, 1), (24 * HOUR + 299, 1), (24 * HOUR + 300, 2)] {
        let items = reading.items("/feed", seconds).await.unwrap();
        assert_eq!(items[0].title, "Um", "the last good items stay");
        assert_eq!(reading.calls().await, calls, "{seconds}");
    }
    // They were read after 12 hours.
    let last = 30 * 24 * HOUR + 12 * HOUR;
    assert!(reading.items("/feed", last - 1).await.is_ok());
    let fault = reading.items("/feed", last).await.unwrap_err();
    assert_eq!(fault, FeedFault::NoResponse);
    reading.server.reset().await;
    for (seconds, calls) in [(0, 1), (299, 1), (300, 2)] {
        let fault = reading.items("/nada", seconds).await.unwrap_err();
        assert_eq!(fault, FeedFault::NoResponse);
        assert_eq!(reading.calls().await, calls, "{seconds}");
    }
}

#[tokio::test]
async fn what_is_no_feed_has_no_items() {
    let reading = Reading::new().await;
    let large = rss(&format!(
        "<item><title>{}</title></item>",
        "x".repeat(1 << 20)
    ));
    let deep = "<a>".repeat(200_000);
    for (place, body, fault) in [
        ("/html", "<html><body>Oi</body></html>", FeedFault::NoFeed),
        ("/leer", "", FeedFault::NoFeed),
        ("/vazio", &rss(""), FeedFault::NoItems),
        ("/grande", &large, FeedFault::NoResponse),
        ("/fundo", &deep, FeedFault::NoFeed),
        ("/fundo-rss", &rss(&deep), FeedFault::NoFeed),
        ("/fundo-json", &"[".repeat(200_000), FeedFault::NoFeed),
    ] {
        reading.serve(place, 200, body).await;
        let found = reading.items(place, 0).await;
        assert_eq!(found.unwrap_err(), fault, "{place}");
    }
}

#[tokio::test]
async fn a_representation_calls_at_most_three_sites() {
    let reading = Reading::new().await;
    let feed = rss("<item><title>Um</title></item>");
    for place in ["/1", "/2", "/3", "/4"] {
        reading.serve(place, 200, &feed).await;
    }
    let one = reading.feeds(0);
    for place in ["/1", "/1", "/2", "/3"] {
        assert!(one.items(&reading.url(place)).await.is_ok(), "{place}");
    }
    let fourth = one.items(&reading.url("/4")).await;
    assert_eq!(fourth.unwrap_err(), FeedFault::NotAsked);
    assert_eq!(reading.calls().await, 3);
    assert!(reading.items("/4", 0).await.is_ok());
}

#[tokio::test]
async fn the_cache_alone_calls_nobody() {
    let reading = Reading::new().await;
    let feed = rss("<item><title>Um</title></item>");
    reading.serve("/feed", 200, &feed).await;
    let now = Timestamp::from_second(1_714_557_600).unwrap();
    let cached = RemoteFeeds::cached(&reading.table, "main", now);
    let url = reading.url("/feed");
    assert_eq!(cached.items(&url).await.unwrap_err(), FeedFault::NotAsked);
    assert_eq!(reading.calls().await, 0);
    assert!(reading.items("/feed", 0).await.is_ok());
    assert!(cached.items(&url).await.is_ok());
    let other = RemoteFeeds::cached(&reading.table, "outro", now);
    assert!(
        other.items(&url).await.is_err(),
        "a site has a cache of its own"
    );
}

#[tokio::test]
async fn one_request_at_a_time_asks_a_site() {
    let reading = Reading::new().await;
    let feed = rss("<item><title>Um</title></item>");
    let slow = ResponseTemplate::new(200)
        .set_body_raw(feed, "application/xml")
        .set_delay(std::time::Duration::from_millis(300));
    let mock = Mock::given(method("GET")).and(path("/feed"));
    mock.respond_with(slow).mount(&reading.server).await;
    let (first, second) = (reading.feeds(0), reading.feeds(0));
    let url = reading.url("/feed");
    let second = async {
        // Asks while the first waits for the answer.
        while reading.calls().await == 0 {
            tokio::task::yield_now().await;
        }
        second.items(&url).await
    };
    let (first, second) = tokio::join!(first.items(&url), second);
    assert!(first.is_ok());
    assert_eq!(second.unwrap_err(), FeedFault::NotAsked);
    assert_eq!(reading.calls().await, 1);
}

#[tokio::test]
async fn a_page_leads_to_the_feed_that_it_names() {
    let reading = Reading::new().await;
    let page = "<head><link rel=\"alternate\" type=\"application/rss+xml\" href=\"feed?a=1&amp;b=2\"></head>";
    let kind = "text/html; charset=utf-8";
    reading.serve_as("/blog/", 200, page, kind).await;
    let feed = rss("<item><title>Um</title></item>");
    reading.serve("/blog/feed", 200, &feed).await;
    let one = reading.feeds(0);
    let found = one.items(&reading.url("/blog/")).await.unwrap();
    assert_eq!(found[0].title, "Um");
    assert_eq!(reading.calls().await, 2);
    // What the page led to is cached under the address of the page.
    let again = reading.items("/blog/", HOUR).await.unwrap();
    assert_eq!((again[0].title.as_str(), reading.calls().await), ("Um", 2));
    // The page and its feed are two of the three calls.
    reading.serve_as("/outro", 200, page, kind).await;
    let fault = one.items(&reading.url("/outro")).await.unwrap_err();
    assert_eq!((fault, reading.calls().await), (FeedFault::NoFeed, 3));
}

#[tokio::test]
async fn a_page_leads_to_no_other_page_and_to_no_other_scheme() {
    let reading = Reading::new().await;
    for (place, href) in [("/um", "/um"), ("/dois", "file:///etc/passwd")] {
        let page = format!("<link rel=alternate type=application/rss+xml href={href}>");
        reading.serve_as(place, 200, &page, "text/html").await;
        let fault = reading.items(place, 0).await.unwrap_err();
        assert_eq!(fault, FeedFault::NoFeed, "{place}");
    }
    assert_eq!(reading.calls().await, 3);
}
