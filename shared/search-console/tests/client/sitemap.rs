//! Detection of sitemaps.

use std::io::Write;
use std::net::TcpListener;

use flate2::Compression;
use flate2::write::GzEncoder;
use outbound::{Outbound, Policy};
use search_console::{DetectedSitemap, SitemapDetectionError, SitemapForm, detect_sitemap};
use wiremock::matchers::path;
use wiremock::{Mock, MockServer, ResponseTemplate};

use crate::provider::url;

const PAGES: &str = r#"<?xml version="1.0" encoding="UTF-8"?><!-- generated -->
<?xml-stylesheet type="text/xsl" href="/sitemap.xsl"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>https://a.example/</loc></url></urlset>"#;
const INDEX: &str = r#"<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><sitemap/></sitemapindex>"#;

fn outbound() -> Outbound {
    Outbound::new(Policy::local()).unwrap()
}

fn text(text: &str) -> ResponseTemplate {
    ResponseTemplate::new(200).set_body_string(text)
}

/// A site that gives these answers, and 404 for all else.
async fn site(answers: &[(&str, ResponseTemplate)]) -> MockServer {
    let server = MockServer::start().await;
    for (place, answer) in answers {
        let mock = Mock::given(path(*place)).respond_with(answer.clone());
        mock.mount(&server).await;
    }
    server
}

async fn detected(server: &MockServer) -> Result<Option<DetectedSitemap>, SitemapDetectionError> {
    detect_sitemap(&outbound(), &url(&server.uri())).await
}

async fn paths(server: &MockServer) -> Vec<String> {
    let requests = server.received_requests().await.unwrap();
    requests
        .iter()
        .map(|request| request.url.path().to_owned())
        .collect()
}

fn found(server: &MockServer, path: &str, form: SitemapForm) -> Option<DetectedSitemap> {
    Some(DetectedSitemap {
        url: url(&format!("{}{path}", server.uri())),
        form,
    })
}

#[tokio::test]
async fn candidates_are_tried_in_order_until_one_is_a_sitemap() {
    let candidates = [
        "/sitemap_index.xml",
        "/sitemap.xml",
        "/wp-sitemap.xml",
        "/post-sitemap.xml",
    ];
    for (number, candidate) in candidates.into_iter().enumerate() {
        let served: Vec<_> = candidates
            .get(number..)
            .unwrap_or_default()
            .iter()
            .map(|place| (*place, text(INDEX)))
            .collect();
        let server = site(&served).await;
        let expected = found(&server, candidate, SitemapForm::Index);
        assert_eq!(detected(&server).await, Ok(expected));
        let asked: Vec<_> = candidates.into_iter().take(number + 1).collect();
        assert_eq!(paths(&server).await, asked);
    }
    let server = site(&[]).await;
    assert_eq!(detected(&server).await, Ok(None));
    assert_eq!(paths(&server).await, candidates);
}

#[tokio::test]
async fn a_site_in_a_folder_has_its_sitemap_there() {
    let server = site(&[
        ("/blog/sitemap.xml", text(PAGES)),
        ("/sitemap_index.xml", text(INDEX)),
    ])
    .await;
    for home in ["/blog", "/blog/", "/blog/?a=1#b"] {
        let home = url(&format!("{}{home}", server.uri()));
        let expected = found(&server, "/blog/sitemap.xml", SitemapForm::Pages);
        assert_eq!(detect_sitemap(&outbound(), &home).await, Ok(expected));
    }
}

#[tokio::test]
async fn a_sitemap_is_recognised_by_its_root_element() {
    let prefixed = r#"<s:urlset xmlns:s="http://www.sitemaps.org/schemas/sitemap/0.9"></s:urlset>"#;
    let declared = format!("\u{feff}<!DOCTYPE urlset>\n{INDEX}");
    for (content, form) in [
        (PAGES, SitemapForm::Pages),
        (INDEX, SitemapForm::Index),
        (prefixed, SitemapForm::Pages),
        (declared.as_str(), SitemapForm::Index),
        (
            &PAGES.replace(
                "http://www.sitemaps.org/schemas/sitemap/0.9",
                "http://www.google.com/schemas/sitemap/0.84",
            ),
            SitemapForm::Pages,
        ),
    ] {
        // Some hosts serve it as HTML.
        let answer = text(content).insert_header("content-type", "text/html");
        let server = site(&[("/sitemap.xml", answer)]).await;
        let expected = found(&server, "/sitemap.xml", form);
        assert_eq!(detected(&server).await, Ok(expected), "{content}");
    }
}

#[tokio::test]
async fn other_documents_are_not_sitemaps() {
    for content in [
        "",
        "https://a.example/",
        "<!DOCTYPE html><html><body>Não encontrado</body></html>",
        "<urlset></urlset>",
        r#"<urlset xmlns="http://example.com/"></urlset>"#,
        r#"<rss xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"></rss>"#,
        &format!("<html>{PAGES}</html>"),
        &format!("Aviso: arquivo\n{PAGES}"),
        "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9",
        "<?xml",
    ] {
        let server = site(&[("/sitemap.xml", text(content))]).await;
        assert_eq!(detected(&server).await, Ok(None), "{content}");
    }
    let server = site(&[
        ("/sitemap.xml", text(PAGES)),
        (
            "/sitemap_index.xml",
            ResponseTemplate::new(500).set_body_string(INDEX),
        ),
    ])
    .await;
    let expected = found(&server, "/sitemap.xml", SitemapForm::Pages);
    assert_eq!(detected(&server).await, Ok(expected));
}

#[tokio::test]
async fn entities_are_not_expanded() {
    let content = format!(
        "<!DOCTYPE a [<!ENTITY b \"{}\"><!ENTITY c \"&b;&b;\">]>{INDEX}",
        "x".repeat(1000)
    );
    let server = site(&[("/sitemap.xml", text(&content))]).await;
    let expected = found(&server, "/sitemap.xml", SitemapForm::Index);
    assert_eq!(detected(&server).await, Ok(expected));
}

fn compressed(content: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(content).unwrap();
    encoder.finish().unwrap()
}

#[tokio::test]
async fn a_compressed_sitemap_is_read_up_to_the_limit() {
    let answer = |bytes| ResponseTemplate::new(200).set_body_bytes(bytes);
    let server = site(&[("/sitemap.xml", answer(compressed(PAGES.as_bytes())))]).await;
    let expected = found(&server, "/sitemap.xml", SitemapForm::Pages);
    assert_eq!(detected(&server).await, Ok(expected));

    // 100 MB of blanks in 100 KB: the root element lies beyond what is decoded.
    let mut bomb = vec![b' '; 100_000_000];
    bomb.extend_from_slice(PAGES.as_bytes());
    let server = site(&[("/sitemap.xml", answer(compressed(&bomb)))]).await;
    assert_eq!(detected(&server).await, Ok(None));

    // The data are cut, or are none.
    let whole = compressed(PAGES.as_bytes());
    let cut = whole.get(..20).unwrap().to_vec();
    let server = site(&[("/sitemap.xml", answer(cut))]).await;
    assert_eq!(detected(&server).await, Ok(None));
}

#[tokio::test]
async fn a_long_sitemap_is_recognised_by_its_beginning() {
    let entry = "<url><loc>https://a.example/pão</loc></url>";
    let long = PAGES.replace("</urlset>", &format!("{}</urlset>", entry.repeat(50_000)));
    assert!(long.len() > 2_000_000);
    let server = site(&[("/sitemap.xml", text(&long))]).await;
    let expected = found(&server, "/sitemap.xml", SitemapForm::Pages);
    assert_eq!(detected(&server).await, Ok(expected));
}

#[tokio::test]
async fn a_redirect_counts_where_it_ends() {
    let to = |place: &str| ResponseTemplate::new(301).insert_header("location", place);
    let server = site(&[
        ("/sitemap_index.xml", to("/sitemap_index.xml")),
        ("/sitemap.xml", to("/meu-mapa.xml#topo")),
        ("/meu-mapa.xml", text(INDEX)),
    ])
    .await;
    let expected = found(&server, "/meu-mapa.xml", SitemapForm::Index);
    assert_eq!(detected(&server).await, Ok(expected));

    // One that ends at another site, or at an address that is not permitted, is none.
    let other = site(&[("/sitemap.xml", text(INDEX))]).await;
    let elsewhere = format!("http://localhost:{}/sitemap.xml", other.address().port());
    for target in [
        elsewhere.as_str(),
        "http://10.0.0.1/sitemap.xml",
        "file:///etc/passwd",
    ] {
        let server = site(&[("/sitemap.xml", to(target))]).await;
        assert_eq!(detected(&server).await, Ok(None), "{target}");
    }
}

#[tokio::test]
async fn a_site_that_does_not_answer_is_told_apart() {
    let closed = {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        format!("http://{}", listener.local_addr().unwrap())
    };
    let found = detect_sitemap(&outbound(), &url(&closed)).await;
    assert_eq!(found, Err(SitemapDetectionError::Unreachable));

    let guarded = Outbound::new(Policy::cloud()).unwrap();
    for home in [
        "https://127.0.0.1/",
        "https://169.254.169.254/",
        "https://site.internal/",
    ] {
        let found = detect_sitemap(&guarded, &url(home)).await;
        assert_eq!(found, Err(SitemapDetectionError::NotPermitted), "{home}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_silent_site_is_left_after_the_time_limit() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let home = url(&format!("http://{}", listener.local_addr().unwrap()));
    let started = tokio::time::Instant::now();
    let found = detect_sitemap(&outbound(), &home).await;
    assert_eq!(found, Err(SitemapDetectionError::TimedOut));
    assert_eq!(started.elapsed().as_secs(), 15);
}
