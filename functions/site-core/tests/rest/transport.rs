//! Headers that depend on transport and origin: HTTPS, and CORS.

use axum::body::Body;
use http::Request;
use site_core::Options;

use crate::support::{Answer, Site, Who};

async fn asked(site: &Site, path: &str, headers: &[(&str, &str)]) -> Answer {
    let mut request = Request::get(path);
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    site.send(request.body(Body::empty()).unwrap()).await
}

#[tokio::test]
async fn hsts_is_sent_over_https() {
    const HSTS: &str = "strict-transport-security";
    let site = Site::new().await;
    for path in [
        "/rest/",
        "/rest/core/v2/posts",
        "/rest/nada",
        "/uploads/nada.jpg",
    ] {
        let answer = asked(&site, path, &[]).await;
        assert_eq!(answer.header(HSTS), "max-age=31536000", "{path}");
    }
    let plain = Site::with(Options::at("http://127.0.0.1:8081")).await;
    assert_eq!(asked(&plain, "/rest/", &[]).await.header(HSTS), "");
    let proxied = asked(&plain, "/rest/", &[("x-forwarded-proto", "https")]).await;
    assert_eq!(proxied.header(HSTS), "max-age=31536000");
}

#[tokio::test]
async fn cookies_are_for_the_own_origin() {
    const CREDENTIALS: &str = "access-control-allow-credentials";
    let site = Site::new().await;
    let basic = Site::basic("author", site.secret(Who::Author));
    for path in ["/rest/", "/rest/core/v2/posts", "/rest/nada"] {
        for login in [None, Some(("authorization", basic.as_str()))] {
            let ask = async |origin| {
                let headers: Vec<_> = [("origin", origin)].into_iter().chain(login).collect();
                asked(&site, path, &headers).await
            };
            for foreign in ["https://outra.example", "http://exemplo.com.br", "null"] {
                let answer = ask(foreign).await;
                assert_eq!(answer.header("access-control-allow-origin"), foreign);
                assert_eq!(answer.header(CREDENTIALS), "", "{path} {foreign}");
            }
            let own = ask("https://exemplo.com.br").await;
            assert_eq!(own.header(CREDENTIALS), "true", "{path}");
            // The response to the site's own origin is not reused for others.
            assert_eq!(ask("https://outra.example").await.header(CREDENTIALS), "");
        }
    }
}
