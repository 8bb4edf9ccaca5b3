//! The property that covers a site.

use platform_testkit::{SearchCall, change_site};
use search_access::AccessError;

use crate::app::{SITE, TestApp};

#[tokio::test]
async fn the_property_is_looked_up_once_for_an_address() {
    let app = TestApp::connected().await;
    let store = &app.access.store;
    let site = store.site(SITE).await.unwrap().unwrap();
    for _ in 0..2 {
        let property = app.access.property(&site).await.unwrap();
        assert_eq!(property, "sc-domain:padaria.example");
    }
    assert_eq!(app.console.calls(SearchCall::Properties).len(), 1);
    change_site(store, SITE, |site| {
        site.url = "https://www.padaria.example/blog/".into();
    })
    .await;
    let site = store.site(SITE).await.unwrap().unwrap();
    app.access.property(&site).await.unwrap();
    assert_eq!(app.console.calls(SearchCall::Properties).len(), 2);
}

#[tokio::test]
async fn a_site_without_a_property_is_told_apart() {
    let app = TestApp::connected().await;
    app.console.disown();
    let site = app.access.store.site(SITE).await.unwrap().unwrap();
    let error = app.access.property(&site).await.unwrap_err();
    assert!(matches!(error, AccessError::NoProperty));
    assert!(!error.is_transient());
}
