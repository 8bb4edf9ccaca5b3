//! Search Console API and Indexing API.

use search_console::{
    IndexingReceipt, PagePerformance, PageQuery, PermissionLevel, Property, QueryPerformance,
    SearchConsole,
};
use serde_json::{Value, json};
use wiremock::matchers::{body_partial_json, method, path};
use wiremock::{Mock, ResponseTemplate};

use crate::provider::{ACCESS, PROPERTY, Provider, page_query, secret, url};

#[tokio::test]
async fn properties_are_listed_with_their_permission() {
    let body = json!({ "siteEntry": [
        { "siteUrl": "sc-domain:exemplo.com.br", "permissionLevel": "siteOwner" },
        { "siteUrl": "https://outro.com.br/", "permissionLevel": "SITE_RESTRICTED_USER" },
    ] });
    let provider = Provider::answering(ResponseTemplate::new(200).set_body_json(body)).await;
    let properties = provider.client.properties(&secret(ACCESS)).await.unwrap();
    let property = |site_url: &str, permission| Property {
        site_url: site_url.to_owned(),
        permission,
    };
    let expected = [
        property("sc-domain:exemplo.com.br", PermissionLevel::Owner),
        property("https://outro.com.br/", PermissionLevel::Restricted),
    ];
    assert_eq!(properties, expected);
    assert_eq!(
        properties
            .iter()
            .map(Property::can_submit)
            .collect::<Vec<_>>(),
        [true, false]
    );
    let [request] = provider.requests().await.try_into().unwrap();
    assert_eq!(
        (request.method.as_str(), request.url.path()),
        ("GET", "/gsc/webmasters/v3/sites")
    );
    let authorization = request.headers.get("authorization").unwrap();
    assert_eq!(authorization, &format!("Bearer {ACCESS}"));
}

#[tokio::test]
async fn an_account_without_properties_has_an_empty_list() {
    let provider = Provider::answering(ResponseTemplate::new(200).set_body_json(json!({}))).await;
    let properties = provider.client.properties(&secret(ACCESS)).await;
    assert_eq!(properties.unwrap(), []);
}

#[tokio::test]
async fn a_sitemap_is_submitted_below_its_property() {
    for (property, sitemap, expected) in [
        (
            PROPERTY,
            "https://www.exemplo.com.br/sitemap.xml",
            "https%3A%2F%2Fwww.exemplo.com.br%2F/sitemaps/https%3A%2F%2Fwww.exemplo.com.br%2Fsitemap.xml",
        ),
        (
            "sc-domain:exemplo.com.br",
            "https://exemplo.com.br/a%20b/s.xml?a=1",
            "sc-domain%3Aexemplo.com.br/sitemaps/https%3A%2F%2Fexemplo.com.br%2Fa%2520b%2Fs.xml%3Fa%3D1",
        ),
    ] {
        let provider = Provider::answering(ResponseTemplate::new(204)).await;
        let (access, sitemap) = (secret(ACCESS), url(sitemap));
        let submitted = provider.client.submit_sitemap(&access, property, &sitemap);
        submitted.await.unwrap();
        let [request] = provider.requests().await.try_into().unwrap();
        assert_eq!(request.method.as_str(), "PUT");
        assert_eq!(
            request.url.path(),
            format!("/gsc/webmasters/v3/sites/{expected}")
        );
        assert!(request.body.is_empty() && request.url.query().is_none());
    }
}

/// The filter of a report on `page`.
fn filter(page: &str) -> Value {
    let filter = json!({ "dimension": "page", "operator": "equals", "expression": page });
    json!({ "dimensionFilterGroups": [{ "groupType": "and", "filters": [filter] }] })
}

const SLASH: &str = "https://www.exemplo.com.br/pao-de-queijo/";
const BARE: &str = "https://www.exemplo.com.br/pao-de-queijo";

#[tokio::test]
async fn figures_of_a_page_come_from_two_reports() {
    let provider = Provider::new().await;
    let row = json!({ "clicks": 7.0, "impressions": 210.0, "ctr": 0.0333, "position": 8.25 });
    let queries = json!([
        { "keys": ["pão de queijo"], "clicks": 4.0, "impressions": 90.0, "ctr": 0.04, "position": 3.5 },
        { "keys": ["receita"], "clicks": 1.0, "impressions": 30.0, "ctr": 0.03, "position": 11.0 },
    ]);
    let by_query = ResponseTemplate::new(200).set_body_json(json!({ "rows": queries }));
    Mock::given(body_partial_json(
        json!({ "dimensions": ["query"], "rowLimit": 20 }),
    ))
    .and(body_partial_json(filter(SLASH)))
    .respond_with(by_query)
    .expect(1)
    .with_priority(1)
    .mount(&provider.server)
    .await;
    let body = json!({ "rows": [row], "responseAggregationType": "byPage" });
    Mock::given(method("POST"))
        .and(path(
            "/gsc/webmasters/v3/sites/https%3A%2F%2Fwww.exemplo.com.br%2F/searchAnalytics/query",
        ))
        .and(body_partial_json(filter(SLASH)))
        .and(body_partial_json(json!({
            "startDate": "2026-10-24", "endDate": "2026-11-20", "type": "web", "dataState": "final",
        })))
        .respond_with(ResponseTemplate::new(200).set_body_json(body))
        .expect(1)
        .mount(&provider.server)
        .await;
    let (access, query) = (secret(ACCESS), page_query());
    let performance = provider.client.page_performance(&access, PROPERTY, &query);
    let figures = |query: &str, clicks, impressions, position| QueryPerformance {
        query: query.to_owned(),
        clicks,
        impressions,
        position,
    };
    let expected = PagePerformance {
        page: url(SLASH),
        clicks: 7,
        impressions: 210,
        position: Some(8.25),
        queries: vec![
            figures("pão de queijo", 4, 90, 3.5),
            figures("receita", 1, 30, 11.0),
        ],
    };
    assert_eq!(performance.await.unwrap(), expected);
    let [totals, _] = provider.requests().await.try_into().unwrap();
    let totals: Value = totals.body_json().unwrap();
    assert!(totals.get("dimensions").is_none());
}

#[tokio::test]
async fn the_other_form_of_the_slash_is_tried() {
    for (page, with_figures) in [(SLASH, BARE), (BARE, SLASH)] {
        let provider = Provider::new().await;
        let row = json!({ "keys": ["a"], "clicks": 1.0, "impressions": 2.0, "position": 1.0 });
        Mock::given(body_partial_json(filter(with_figures)))
            .respond_with(ResponseTemplate::new(200).set_body_json(json!({ "rows": [row] })))
            .mount(&provider.server)
            .await;
        Mock::given(body_partial_json(filter(page)))
            .respond_with(ResponseTemplate::new(200).set_body_json(json!({})))
            .mount(&provider.server)
            .await;
        let query = PageQuery {
            page: url(page),
            ..page_query()
        };
        let access = secret(ACCESS);
        let performance = provider.client.page_performance(&access, PROPERTY, &query);
        let performance = performance.await.unwrap();
        assert_eq!(performance.page.as_str(), with_figures);
        assert_eq!((performance.clicks, performance.queries.len()), (1, 1));
        assert_eq!(provider.requests().await.len(), 3);
    }
}

#[tokio::test]
async fn a_page_without_figures_has_zeros_and_no_position() {
    let answer =
        ResponseTemplate::new(200).set_body_json(json!({ "responseAggregationType": "auto" }));
    let provider = Provider::answering(answer).await;
    let (access, query) = (secret(ACCESS), page_query());
    let performance = provider.client.page_performance(&access, PROPERTY, &query);
    let expected = PagePerformance {
        page: url(SLASH),
        clicks: 0,
        impressions: 0,
        position: None,
        queries: Vec::new(),
    };
    assert_eq!(performance.await.unwrap(), expected);
    assert_eq!(provider.requests().await.len(), 2);
}

#[tokio::test]
async fn an_indexing_request_is_confirmed() {
    let page = "https://www.exemplo.com.br/pao-de-queijo/";
    let update =
        json!({ "url": page, "type": "URL_UPDATED", "notifyTime": "2026-11-23T14:00:00.123Z" });
    for (update, noted_at) in [
        (
            Some(update),
            Some("2026-11-23T14:00:00.123Z".parse().unwrap()),
        ),
        (None, None),
    ] {
        let mut metadata = json!({ "url": page });
        if let Some(update) = update {
            metadata["latestUpdate"] = update;
        }
        let body = json!({ "urlNotificationMetadata": metadata });
        let provider = Provider::answering(ResponseTemplate::new(200).set_body_json(body)).await;
        let receipt = provider
            .client
            .request_indexing(&secret(ACCESS), &url(page))
            .await;
        assert_eq!(receipt.unwrap(), IndexingReceipt { noted_at });
        let [request] = provider.requests().await.try_into().unwrap();
        assert_eq!(
            (request.method.as_str(), request.url.path()),
            ("POST", "/idx/v3/urlNotifications:publish")
        );
        let sent: Value = request.body_json().unwrap();
        assert_eq!(sent, json!({ "url": page, "type": "URL_UPDATED" }));
        let authorization = request.headers.get("authorization").unwrap();
        assert_eq!(authorization, &format!("Bearer {ACCESS}"));
    }
}
