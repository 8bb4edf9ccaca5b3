//! Password-protected posts.

use domain::site::Kind;
use site_store::{ContentChange, ReaderPassword, anything};

use crate::support::{Site, published};

async fn site_with_secret() -> (Site, u64) {
    let site = Site::new().await;
    let change = ContentChange {
        password: Some(ReaderPassword("abacate".to_owned())),
        ..published("Segredo", "<p>o mapa</p>")
    };
    let id = site.add(Kind::Post, change).await.id;
    (site, id)
}

#[tokio::test]
async fn the_text_is_shown_only_with_the_password() {
    let (site, id) = site_with_secret().await;
    let closed = site.get("/segredo/").await;
    assert_eq!(closed.status, 200);
    assert!(closed.has("name=\"post_password\"") && !closed.has("o mapa"));
    assert_eq!(closed.header("cache-control"), "private, no-store");
    for path in ["/", "/feed/", "/segredo/embed/", "/sitemap-posts-1.xml"] {
        assert!(!site.get(path).await.has("o mapa"), "{path}");
    }
    let wrong = site.submit("/segredo/", &[], "post_password=manga").await;
    assert_eq!(wrong.status, 403);
    assert!(wrong.has("A senha não confere") && !wrong.has("o mapa"));
    let right = site.submit("/segredo/", &[], "post_password=abacate").await;
    assert_eq!(right.location(), (303, "https://exemplo.com.br/segredo/"));
    assert!(
        right
            .header("set-cookie")
            .contains("HttpOnly; SameSite=Lax; Secure")
    );
    let cookie = right.cookie();
    let open = site.get_with("/segredo/", &[("cookie", &cookie)]).await;
    assert!(open.has("o mapa"));
    assert_eq!(open.header("cache-control"), "private, no-store");
    assert_eq!(open.header("etag"), "");
    let change = ContentChange {
        password: Some(ReaderPassword("manga".to_owned())),
        ..ContentChange::default()
    };
    site.store
        .update(Kind::Post, id, &change, &anything)
        .await
        .unwrap();
    let again = site.get_with("/segredo/", &[("cookie", &cookie)]).await;
    assert!(!again.has("o mapa"));
}

#[tokio::test]
async fn password_guesses_are_throttled() {
    let (site, _) = site_with_secret().await;
    for number in 0..10 {
        let form = format!("post_password={number}");
        assert_eq!(site.submit("/segredo/", &[], &form).await.status, 403);
    }
    let late = site.submit("/segredo/", &[], "post_password=abacate").await;
    assert_eq!(late.status, 429);
    assert!(!late.header("retry-after").is_empty());
    site.clock.advance(jiff::SignedDuration::from_secs(61));
    let later = site.submit("/segredo/", &[], "post_password=abacate").await;
    assert_eq!(later.status, 303);
}
