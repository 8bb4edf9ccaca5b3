//! GET and HEAD change nothing in the store, whatever the caller. Exceptions are listed here: cached data of a host or a
//! provider, the proof that the store accepts writes, and, recorded by earlier requests, the day on which an application
//! password was last used and the first navigation of a site (docs/interface/site/navigation.md#the-fallback).

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::net::Ipv4Addr;

use aws_sdk_dynamodb::types::AttributeValue;
use domain::platform::id::SiteId;
use http::Method;
use pauta_tests::app::{RequestBody, TestApp, TestRequest, upload};
use pauta_tests::prepared_app::PreparedApp;
use serde_json::{Value, json};

/// All stored items, one line per item under its key.
type Contents = BTreeMap<String, String>;

type Item = HashMap<String, AttributeValue>;

fn text(item: &Item, name: &str) -> String {
    item[name].as_s().unwrap().clone()
}

/// A value with sorted members, so that equal values have equal texts.
fn canonical(value: &AttributeValue) -> String {
    match value {
        AttributeValue::M(members) => members_of(members),
        AttributeValue::L(values) => {
            let values: Vec<_> = values.iter().map(canonical).collect();
            format!("{values:?}")
        }
        AttributeValue::Ss(values) | AttributeValue::Ns(values) => {
            format!("{:?}", values.iter().collect::<BTreeSet<_>>())
        }
        scalar => format!("{scalar:?}"),
    }
}

fn members_of(members: &Item) -> String {
    let members: BTreeMap<_, _> = members
        .iter()
        .map(|(name, value)| (name, canonical(value)))
        .collect();
    format!("{members:?}")
}

/// The parts of an item that a read must not change; `None` when it may change the whole item.
fn guarded(item: &Item) -> Option<String> {
    let (partition, sort) = (text(item, "pk"), text(item, "sk"));
    // Cached data of a host or a provider.
    if (partition.starts_with("SITE#") && sort.starts_with("CACHE#"))
        || partition.starts_with("STOCK#")
        || partition.starts_with("SEARCH_PERFORMANCE#")
    {
        return None;
    }
    // The health check writes this when no tick has run for a while, at most once in ninety seconds.
    if (partition.as_str(), sort.as_str()) == ("HEALTH", "WRITE") {
        return None;
    }
    Some(members_of(item))
}

async fn contents(app: &TestApp) -> Contents {
    let client = app.parts.engine.client();
    let mut contents = Contents::new();
    for table in ["platform", "site"] {
        let mut from = None;
        loop {
            let page = client
                .scan()
                .table_name(table)
                .set_exclusive_start_key(from)
                .send()
                .await
                .unwrap();
            for item in page.items() {
                if let Some(shown) = guarded(item) {
                    let key = format!("{table} {} {}", text(item, "pk"), text(item, "sk"));
                    contents.insert(key, shown);
                }
            }
            from = page.last_evaluated_key().cloned();
            if from.is_none() {
                break;
            }
        }
    }
    contents
}

/// The differences between two states of the store.
fn differences(before: &Contents, after: &Contents) -> Vec<String> {
    let keys = before.keys().chain(after.keys());
    let mut changed: Vec<_> = keys
        .filter(|key| before.get(*key) != after.get(*key))
        .cloned()
        .collect();
    changed.sort();
    changed.dedup();
    changed
}

/// A test application with a record for every address: a post with a pending approval, a picture and two
/// versions, and a generation.
struct Fixture {
    app: TestApp,
    post: u64,
    media: u64,
    /// A published post on a site that is connected to the search console.
    published: u64,
    generation: u64,
    client: String,
}

impl Fixture {
    async fn new() -> Self {
        let prepared = PreparedApp::new().await;
        prepared.published().await;
        prepared.search_connected().await;
        let published = prepared.objects.post.0;
        // The property of the site is looked up and stored by the first report.
        let report = format!("/search-provider/performance?content_id={published}");
        prepared.ask(Method::GET, &report, Value::Null).await;
        let app = prepared.app;
        let used = TestRequest::get("/rest/core/v2/users/me");
        app.ask_site(Some(&app.basic()), used).await.expect(200);
        let admin = &app.administrator;
        let (post, media) = app.ready_post(admin, 1).await;
        let keys = TestRequest::json(
            Method::PUT,
            "/api/v1/settings/api-keys",
            json!({ "PEXELS_API_KEY": "chave-de-teste" }),
        );
        app.ask(Some(admin), keys).await.expect(200);
        let generation = app.generation_of(admin.user.id, SiteId(1)).await;
        let edit = json!({ "title": "Pão de fermentação lenta" });
        let here = format!("/api/v1/posts/{post}");
        app.ask(
            Some(admin),
            TestRequest::json(Method::PUT, here.clone(), edit),
        )
        .await
        .expect(200);
        let request = TestRequest::post(format!("{here}/request-approval"), Value::Null);
        let round = app.ask(Some(admin), request).await.expect(202);
        let link = round.json["link"].as_str().unwrap().to_owned();
        let client = format!("/aprovacao/{}", link.rsplit('/').next().unwrap());
        Self {
            app,
            post,
            media,
            published,
            generation: generation.0,
            client,
        }
    }

    /// The address of an operation with the identifiers of existing objects.
    fn address(&self, path: &str, object: Option<&str>) -> String {
        let id = match object {
            Some("post") => self.post,
            Some("media") => self.media,
            _ if path.contains("/generations/") => self.generation,
            _ => 1,
        };
        let path = path
            .replace("{id}", &id.to_string())
            .replace("{b}", "2")
            .replace("{n}", "1")
            .replace("{a}", "1");
        assert!(!path.contains('{'), "{path}");
        match path.as_str() {
            "/api/v1/media" => format!("{path}?content_id={}", self.post),
            "/api/v1/media/stock" => format!("{path}?query=praca"),
            "/api/v1/search-provider/status" | "/api/v1/search-provider/connect" => {
                format!("{path}?site_id=1")
            }
            "/api/v1/search-provider/performance" => {
                format!("{path}?content_id={}", self.published)
            }
            _ => path,
        }
    }
}

#[tokio::test]
async fn looking_at_the_platform_changes_nothing() {
    let fixture = Fixture::new().await;
    let app = &fixture.app;
    let mut addresses: Vec<(String, bool)> = app
        .operations()
        .into_iter()
        .filter(|operation| operation.method == Method::GET)
        .map(|operation| {
            let address = fixture.address(&operation.path, operation.object.as_deref());
            (address, true)
        })
        .collect();
    for page in ["", "/imagem", "/aprovar", "/rejeitar", "/ajustes"] {
        addresses.push((format!("{}{page}", fixture.client), false));
    }
    let mailbox = app.parts.mailbox.as_ref().unwrap().path();
    addresses.push((mailbox.clone(), false));
    assert!(addresses.len() > 30, "{}", addresses.len());
    let before = contents(app).await;
    assert!(before.len() > 20, "{}", before.len());
    for method in [Method::GET, Method::HEAD] {
        for (address, session) in &addresses {
            for person in [Some(&app.administrator), None] {
                let mut call = TestRequest::new(method.clone(), address.clone());
                if *address == mailbox {
                    call = call.client(Ipv4Addr::LOCALHOST.into());
                }
                let answer = app.ask(person, call).await;
                if person.is_some() || !session {
                    let well = answer.status.is_success();
                    // A page may offer further choices; the main ones must be there.
                    let choice = address.ends_with("/ajustes") || address.ends_with("/rejeitar");
                    // It acts only with a signed state, which is accepted once.
                    let choice = choice || address.ends_with("/search-provider/callback");
                    assert!(well || choice, "{method} {address}: {}", answer.text);
                }
                let changed = differences(&before, &contents(app).await);
                assert!(changed.is_empty(), "{method} {address}: {changed:?}");
            }
        }
    }
}

#[tokio::test]
async fn looking_at_the_site_changes_nothing() {
    let fixture = Fixture::new().await;
    let app = &fixture.app;
    let login = app.basic();
    let post = TestRequest::post(
        "/rest/core/v2/posts",
        json!({ "title": "Um", "content": "<p>Um</p>", "status": "publish" }),
    );
    app.ask_site(Some(&login), post).await.expect(201);
    let navigation = TestRequest::get("/rest/core-block-editor/v1/navigation-fallback");
    app.ask_site(Some(&login), navigation).await.expect(200);
    let index = app
        .ask_site(None, TestRequest::get("/rest/"))
        .await
        .expect(200);
    let mut addresses = vec!["/".to_owned(), "/rest/".to_owned()];
    for (route, description) in index.json["routes"].as_object().unwrap() {
        let methods = description["methods"].as_array().unwrap();
        if methods.iter().any(|method| method == "GET") {
            addresses.push(format!("/rest{}", filled(route)));
        }
    }
    assert!(addresses.len() > 10, "{addresses:?}");
    let before = contents(app).await;
    let mut shown = 0;
    for method in [Method::GET, Method::HEAD] {
        for address in &addresses {
            for login in [Some(&login), None] {
                let call = TestRequest::new(method.clone(), address.clone());
                let answer = app.ask_site(login, call).await;
                assert!(!answer.status.is_server_error(), "{address}");
                shown += usize::from(answer.status.is_success());
                let changed = differences(&before, &contents(app).await);
                assert!(changed.is_empty(), "{method} {address}: {changed:?}");
            }
        }
    }
    assert!(shown > addresses.len(), "{shown} of {}", addresses.len());
}

/// A route's pattern with 1 in place of each group.
fn filled(route: &str) -> String {
    let mut rest = route;
    let mut filled = String::new();
    while let Some((before, group)) = rest.split_once("(?P<") {
        filled.push_str(before);
        filled.push('1');
        let mut depth = 1;
        let end = group
            .char_indices()
            .find(|(_, character)| {
                depth += match character {
                    '(' => 1,
                    ')' => -1,
                    _ => 0,
                };
                depth == 0
            })
            .map(|(at, _)| at)
            .unwrap();
        rest = &group[end + 1..];
    }
    filled + rest
}

#[tokio::test]
async fn a_write_is_seen() {
    let fixture = Fixture::new().await;
    let before = contents(&fixture.app).await;
    let call = upload(fixture.post);
    assert!(matches!(call.body, RequestBody::Multipart(_)));
    let admin = &fixture.app.administrator;
    fixture.app.ask(Some(admin), call).await;
    let changed = differences(&before, &contents(&fixture.app).await);
    assert!(!changed.is_empty());
}
