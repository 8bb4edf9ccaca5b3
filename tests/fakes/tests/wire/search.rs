//! Search Console and Indexing API.

use serde_json::{Value, json};
use service_fakes::{Consent, FakeServices, Level, SearchRow, Service};

use crate::client::{Answer, send};
use crate::forms::{ask_with, post_json};
use crate::oauth::{connect, text};

const DOMAIN: &str = "sc-domain:cliente.example";
const PREFIX: &str = "https://blog.cliente.example/";
const PAGE: &str = "https://blog.cliente.example/pao/";

async fn token(fakes: &FakeServices) -> String {
    text(&connect(fakes).await, "access_token")
}

async fn post(
    fakes: &FakeServices,
    service: Service,
    path: &str,
    token: &str,
    body: &Value,
) -> Answer {
    let bearer = format!("Bearer {token}");
    post_json(fakes, service, path, &[("authorization", &bearer)], body).await
}

async fn reason(answer: Answer) -> (u16, String) {
    let status = answer.status.as_u16();
    let body = answer.json().await;
    assert_eq!(body["error"]["code"], status);
    (status, text(&body["error"]["errors"][0], "reason"))
}

fn row(date: &str, query: Option<&str>, clicks: u32, impressions: u32, position: f64) -> SearchRow {
    SearchRow {
        date: date.to_owned(),
        page: PAGE.to_owned(),
        query: query.map(str::to_owned),
        clicks,
        impressions,
        position,
    }
}

#[tokio::test]
async fn properties_are_listed_with_their_levels() {
    let fakes = FakeServices::start().await.unwrap();
    let token = token(&fakes).await;
    let sites = |token: String| {
        let fakes = &fakes;
        async move {
            ask_with(
                fakes,
                Service::SearchConsole,
                "GET",
                "/webmasters/v3/sites",
                &token,
            )
            .await
        }
    };
    assert_eq!(sites(token.clone()).await.json().await, json!({}));
    fakes.add_property(DOMAIN, Level::Owner);
    fakes.add_property(PREFIX, Level::Unverified);
    let list = sites(token.clone()).await.json().await;
    assert_eq!(
        list["siteEntry"],
        json!([
            { "siteUrl": PREFIX, "permissionLevel": "siteUnverifiedUser" },
            { "siteUrl": DOMAIN, "permissionLevel": "siteOwner" },
        ])
    );
    fakes.expire_access_tokens();
    assert_eq!(
        reason(sites(token).await).await,
        (401, "authError".to_owned())
    );
}

#[tokio::test]
async fn performance_is_summed_and_weighted_by_impressions() {
    let fakes = FakeServices::start().await.unwrap();
    let token = token(&fakes).await;
    fakes.add_property(DOMAIN, Level::Restricted);
    fakes.add_rows(
        DOMAIN,
        vec![
            row("2027-01-01", Some("pão"), 3, 10, 2.0),
            row("2027-01-02", Some("pão de queijo"), 5, 30, 6.0),
            row("2027-01-02", None, 1, 10, 1.0),
            row("2027-02-01", Some("pão"), 100, 100, 1.0),
        ],
    );
    let path = "/webmasters/v3/sites/sc-domain%3Acliente.example/searchAnalytics/query";
    let ask = |dimensions: Value, page: &str| {
        let filter = json!({ "dimension": "page", "operator": "equals", "expression": page });
        let body = json!({
            "startDate": "2027-01-01", "endDate": "2027-01-28", "dimensions": dimensions, "type": "web",
            "dataState": "final", "rowLimit": 20,
            "dimensionFilterGroups": [{ "groupType": "and", "filters": [filter] }],
        });
        let (fakes, token) = (&fakes, &token);
        async move {
            post(fakes, Service::SearchConsole, path, token, &body)
                .await
                .json()
                .await
        }
    };
    let totals = ask(json!([]), PAGE).await;
    assert_eq!(
        totals["rows"],
        json!([{ "clicks": 9.0, "impressions": 50.0, "ctr": 0.18, "position": 4.2 }])
    );
    let queries = ask(json!(["query"]), PAGE).await;
    let keys: Vec<&Value> = queries["rows"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| &row["keys"][0])
        .collect();
    assert_eq!(keys, ["pão de queijo", "pão"]);
    let other = ask(json!([]), "https://blog.cliente.example/outro/").await;
    assert!(other["rows"].is_null());
    assert_eq!(fakes.violations(), Vec::<String>::new());
}

#[tokio::test]
async fn malformed_queries_are_refused() {
    let fakes = FakeServices::start().await.unwrap();
    let token = token(&fakes).await;
    fakes.add_property(PREFIX, Level::Full);
    let sites = "/webmasters/v3/sites";
    let encoded = format!("{sites}/https%3A%2F%2Fblog.cliente.example%2F/searchAnalytics/query");
    let good = json!({ "startDate": "2027-01-01", "endDate": "2027-01-28" });
    let answer = post(&fakes, Service::SearchConsole, &encoded, &token, &good).await;
    assert_eq!(answer.status, 200);
    for (name, value) in [
        ("startDate", json!("2027-02-01")),
        ("startDate", json!("1/1/2027")),
        ("endDate", json!("2027-13-01")),
        ("rowLimit", json!(25_001)),
        ("dimensions", json!(["keyword"])),
        ("siteUrl", json!(PREFIX)),
        ("type", json!("pages")),
    ] {
        let mut body = good.clone();
        body[name] = value;
        let answer = post(&fakes, Service::SearchConsole, &encoded, &token, &body).await;
        assert_eq!(
            reason(answer).await,
            (400, "badRequest".to_owned()),
            "{body}"
        );
    }
    let domain = format!("{sites}/sc-domain:cliente.example/searchAnalytics/query");
    let answer = post(&fakes, Service::SearchConsole, &domain, &token, &good).await;
    assert_eq!(answer.status, 400);
    assert_eq!(fakes.violations().len(), 1);
    let foreign = format!("{sites}/https%3A%2F%2Foutro.example%2F/searchAnalytics/query");
    let answer = post(&fakes, Service::SearchConsole, &foreign, &token, &good).await;
    assert_eq!(reason(answer).await, (403, "forbidden".to_owned()));
}

#[tokio::test]
async fn sitemaps_are_submitted_by_people_with_full_rights() {
    let fakes = FakeServices::start().await.unwrap();
    let token = token(&fakes).await;
    let path = |feed: &str| {
        let sites = "/webmasters/v3/sites";
        format!("{sites}/https%3A%2F%2Fblog.cliente.example%2F/sitemaps/{feed}")
    };
    let feed = path("https%3A%2F%2Fblog.cliente.example%2Fsitemap.xml");
    let put = |path: String| {
        let (fakes, token) = (&fakes, &token);
        async move { ask_with(fakes, Service::SearchConsole, "PUT", &path, token).await }
    };
    fakes.add_property(PREFIX, Level::Restricted);
    assert_eq!(
        reason(put(feed.clone()).await).await,
        (403, "forbidden".to_owned())
    );
    fakes.add_property(PREFIX, Level::Full);
    let answer = put(feed).await;
    assert_eq!(answer.status, 204);
    assert!(answer.bytes().await.is_empty());
    assert_eq!(
        fakes.sitemaps(PREFIX),
        ["https://blog.cliente.example/sitemap.xml"]
    );
    let other = put(path("https%3A%2F%2Foutro.example%2Fsitemap.xml")).await;
    assert_eq!(reason(other).await, (400, "badRequest".to_owned()));
    let list = ask_with(
        &fakes,
        Service::SearchConsole,
        "GET",
        path("").trim_end_matches('/'),
        &token,
    )
    .await;
    assert_eq!(list.json().await["sitemap"][0]["isPending"], true);
}

async fn notify(fakes: &FakeServices, token: &str, url: &str, kind: &str) -> Answer {
    let body = json!({ "url": url, "type": kind });
    post(
        fakes,
        Service::Indexing,
        "/v3/urlNotifications:publish",
        token,
        &body,
    )
    .await
}

#[tokio::test]
async fn notifications_need_an_owner_and_a_quota() {
    let fakes = FakeServices::start().await.unwrap();
    let token = token(&fakes).await;
    fakes.add_property(DOMAIN, Level::Full);
    let answer = notify(&fakes, &token, PAGE, "URL_UPDATED").await;
    assert_eq!(reason(answer).await, (403, "forbidden".to_owned()));
    fakes.add_property(DOMAIN, Level::Owner);
    for (url, kind) in [("pao", "URL_UPDATED"), (PAGE, "UPDATED")] {
        let answer = notify(&fakes, &token, url, kind).await;
        assert_eq!(
            reason(answer).await,
            (400, "badRequest".to_owned()),
            "{url} {kind}"
        );
    }
    let answer = notify(&fakes, &token, PAGE, "URL_UPDATED").await;
    assert_eq!(answer.status, 200);
    let answer = answer.json().await;
    assert_eq!(
        answer["urlNotificationMetadata"]["latestUpdate"]["type"],
        "URL_UPDATED"
    );
    let metadata = format!(
        "{}/v3/urlNotifications/metadata?url={PAGE}",
        fakes.url(Service::Indexing)
    );
    let bearer = format!("Bearer {token}");
    let metadata = send("GET", &metadata, &[("authorization", &bearer)], "")
        .await
        .unwrap();
    assert_eq!(metadata.json().await["latestUpdate"]["url"], PAGE);
    for _ in 1..200 {
        assert_eq!(
            notify(&fakes, &token, PAGE, "URL_DELETED").await.status,
            200
        );
    }
    let answer = notify(&fakes, &token, PAGE, "URL_UPDATED").await;
    assert_eq!(reason(answer).await, (429, "rateLimitExceeded".to_owned()));
    assert_eq!(fakes.notifications().len(), 200);
    fakes.begin_day();
    assert_eq!(
        notify(&fakes, &token, PAGE, "URL_UPDATED").await.status,
        200
    );
    fakes.use_up_notifications();
    assert_eq!(
        notify(&fakes, &token, PAGE, "URL_UPDATED").await.status,
        429
    );
}

#[tokio::test]
async fn scopes_are_checked_and_errors_can_be_queued() {
    let fakes = FakeServices::start().await.unwrap();
    fakes.add_property(DOMAIN, Level::Owner);
    fakes.consent_next(Consent::Without(
        "https://www.googleapis.com/auth/indexing".to_owned(),
    ));
    let limited = token(&fakes).await;
    let answer = notify(&fakes, &limited, PAGE, "URL_UPDATED").await;
    assert_eq!(
        reason(answer).await,
        (403, "insufficientPermissions".to_owned())
    );
    let token = token(&fakes).await;
    for (name, expected) in [
        ("authError", (401, "authError")),
        ("ownership", (403, "forbidden")),
        ("accessNotConfigured", (403, "accessNotConfigured")),
        ("quotaExceeded", (403, "quotaExceeded")),
        ("rateLimitExceeded", (403, "rateLimitExceeded")),
        ("429", (429, "rateLimitExceeded")),
        ("400", (400, "badRequest")),
        ("404", (404, "notFound")),
        ("500", (500, "backendError")),
        ("503", (503, "backendError")),
    ] {
        fakes.fail_next(Service::Indexing, name);
        let (status, found) = reason(notify(&fakes, &token, PAGE, "URL_UPDATED").await).await;
        assert_eq!((status, found.as_str()), expected, "{name}");
    }
    assert!(fakes.notifications().is_empty());
    fakes.fail_next(Service::Indexing, "after:503");
    assert_eq!(
        notify(&fakes, &token, PAGE, "URL_UPDATED").await.status,
        503
    );
    assert_eq!(fakes.notifications().len(), 1);
}
