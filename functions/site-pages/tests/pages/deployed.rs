//! Addresses at which clients of deployed systems look for the interface and for passwords.

use axum::body::Body;
use http::Request;
use site_pages::Options;

use crate::support::{HOME, Site};

async fn renamed() -> Site {
    let options = Options {
        vendor_names: true,
        ..Options::at(HOME)
    };
    Site::with(options).await
}

#[tokio::test]
async fn spelled_otherwise_the_interface_is_still_found() {
    let site = renamed().await;
    for (asked, found) in [
        ("//wp-json/", "/wp-json/"),
        ("//wp-json", "/wp-json"),
        (
            "/index.php/wp-json/wp/v2/posts?per_page=1",
            "/wp-json/wp/v2/posts?per_page=1",
        ),
        ("/index.php//rest/core/v2/posts", "/rest/core/v2/posts"),
    ] {
        let to = format!("{HOME}{found}");
        assert_eq!(
            site.get(asked).await.location(),
            (307, to.as_str()),
            "{asked}"
        );
        // A method with a body is kept by this redirect.
        let delete = Request::delete(asked).body(Body::empty()).unwrap();
        assert_eq!(site.send(delete).await.status, 307, "{asked}");
    }
    for other in ["//evil.example/wp-json/", "/index.php/wp-jsonx/", "//"] {
        assert_ne!(site.get(other).await.status, 307, "{other}");
    }
    let plain = Site::new().await;
    assert_eq!(plain.get("//rest/").await.status, 307);
    assert_eq!(plain.get("//wp-json/").await.status, 404);
}

#[tokio::test]
async fn apps_are_led_to_the_page_that_authorises_them() {
    let site = renamed().await;
    let query = "app_name=Caderno&success_url=https%3A%2F%2Fcaderno.example%2F";
    let page = format!("{HOME}/authorize-application?{query}");
    let own = format!("/wp-admin/authorize-application.php?{query}");
    let inner: String =
        url::form_urlencoded::byte_serialize(format!("{HOME}{own}").as_bytes()).collect();
    for asked in [own, format!("/wp-login.php?redirect_to={inner}")] {
        assert_eq!(
            site.get(&asked).await.location(),
            (302, page.as_str()),
            "{asked}"
        );
    }
    let bare = format!("{HOME}/authorize-application");
    for asked in [
        "/wp-login.php",
        "/wp-admin/",
        "/wp-login.php?redirect_to=https%3A%2F%2Fevil.example%2F",
    ] {
        assert_eq!(
            site.get(asked).await.location(),
            (302, bare.as_str()),
            "{asked}"
        );
    }
    let plain = Site::new().await;
    for asked in ["/wp-login.php", "/wp-admin/", "/xmlrpc.php?rsd"] {
        assert_eq!(plain.get(asked).await.status, 404, "{asked}");
    }
}

#[tokio::test]
async fn older_clients_learn_that_there_is_no_xmlrpc() {
    let site = renamed().await;
    let page = site.get("/").await;
    let link = format!(
        "<link rel=\"EditURI\" type=\"application/rsd+xml\" title=\"RSD\" href=\"{HOME}/xmlrpc.php?rsd\">"
    );
    assert!(page.has(&link), "{}", page.text);
    let rsd = site.get("/xmlrpc.php?rsd").await;
    assert_eq!(
        rsd.header("content-type"),
        "application/rsd+xml; charset=UTF-8"
    );
    assert!(
        rsd.has(&format!("apiLink=\"{HOME}/wp-json/\"")),
        "{}",
        rsd.text
    );
    let read = site.get("/xmlrpc.php").await;
    assert_eq!((read.status, read.header("allow")), (405, "POST"));
    let called = site.submit("/xmlrpc.php", &[], "<methodCall/>").await;
    assert_eq!(
        (called.status, called.header("content-type")),
        (200, "text/xml; charset=UTF-8")
    );
    assert!(called.has("<int>405</int>"), "{}", called.text);
}
