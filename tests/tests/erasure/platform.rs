//! Canaries of persons and sites of the platform.

use domain::platform::access::Role;
use http::{HeaderName, Method};
use pauta_tests::app::{TestApp, TestRequest, TestResponse, ready};
use secrecy::ExposeSecret as _;
use serde_json::{Value, json};

use crate::harness::{canary, email};

async fn ask(app: &TestApp, method: Method, path: &str, body: Value) -> TestResponse {
    let request = TestRequest::json(method, format!("/api/v1{path}"), body);
    let answer = app.ask(Some(&app.administrator), request).await;
    assert!(answer.status.is_success(), "{path}: {}", answer.text);
    answer
}

/// Invites a person, whose address changes, who signs in and forgets the password; returns the path that deletes the person.
pub async fn write_person(app: &TestApp) -> String {
    let admin = Some(&app.administrator);
    let person = json!({ "name": "Dora", "email": email("formermail"), "role": "redator" });
    let invited = TestRequest::post("/api/v1/users", person);
    let key = [(
        HeaderName::from_static("idempotency-key"),
        "convite-da-dora",
    )];
    let invited = app.ask_with(admin, invited, &key).await.expect(201);
    let path = format!("/users/{}", invited.json["id"]);
    let moved = json!({ "email": email("personmail") });
    ask(app, Method::PUT, &path, moved).await;
    let login = json!({ "email": email("personmail"), "password": "errada errada errada" });
    app.ask(None, TestRequest::post("/api/v1/auth/login", login))
        .await;
    let forgotten = json!({ "email": email("personmail") });
    app.ask(
        None,
        TestRequest::post("/api/v1/auth/password-reset", forgotten),
    )
    .await;
    path
}

/// A colleague with a working copy; returns the path that deletes the colleague.
pub async fn write_copy(app: &TestApp) -> String {
    let colleague = app.signed_in_user("colega", Role::Gerente).await;
    let post = ask(app, Method::POST, "/posts", ready(1)).await;
    let path = format!("/api/v1/posts/{}/autosave", post.json["id"]);
    let content = json!({ "title": canary("copytitle"), "body": canary("copybody") });
    let copy = json!({ "version": 1, "content": content });
    let kept = TestRequest::json(Method::PUT, path, copy);
    let kept = app.ask(Some(&colleague), kept).await;
    assert!(kept.status.is_success(), "{}", kept.text);
    format!("/users/{}", colleague.user.id.0)
}

/// A client's site with its host's login, contacts, words, cached answers of its host, and a connection to the search console;
/// returns its identifier.
pub async fn write_site(app: &TestApp) -> u64 {
    let login = &app.site_login;
    let new = json!({
        "name": canary("sitename"), "url": app.parts.site_url, "audience": canary("audience"),
        "email": email("clientmail"), "host_user": login.user,
        "host_password": login.password.expose_secret(),
    });
    let new = ask(app, Method::POST, "/sites", new).await;
    let id = new.json["id"].as_u64().unwrap();
    let word = format!("/sites/{id}/words/{}", canary("word"));
    ask(app, Method::PUT, &word, Value::Null).await;
    for route in ["authors", "categories"] {
        ask(
            app,
            Method::GET,
            &format!("/sites/{id}/{route}"),
            Value::Null,
        )
        .await;
    }
    let client = json!({
        "SEARCH_PROVIDER_CLIENT_ID": canary("clientid"),
        "SEARCH_PROVIDER_CLIENT_SECRET": canary("clientsecret"),
    });
    ask(app, Method::PUT, "/settings/search-provider", client).await;
    let connect = format!("/search-provider/connect?site_id={id}");
    let begun = ask(app, Method::GET, &connect, Value::Null).await.json;
    let url = begun["authorization_url"].as_str().unwrap();
    let (_, state) = url.split_once("&state=").unwrap();
    let state = state.split('&').next().unwrap();
    let callback = format!("/search-provider/callback?state={state}&code=4-0b61");
    ask(app, Method::GET, &callback, Value::Null).await;
    id
}

/// Settings that a person replaces later.
pub async fn write_settings(app: &TestApp) {
    let keys = json!({ "OPENAI_API_KEY": canary("openai"), "PEXELS_API_KEY": canary("pexels") });
    ask(app, Method::PUT, "/settings/api-keys", keys).await;
    let agency = json!({ "AGENCY_NAME": canary("agency"), "AGENCY_REPLY_TO": email("reply") });
    ask(app, Method::PUT, "/settings/agency", agency).await;
}

/// Asks for a text and for photos, which is kept for a day.
pub async fn ask_providers(app: &TestApp) {
    let wanted = json!({ "site_id": 1, "prompt": canary("prompt"), "keyword": canary("keyword") });
    let generation = ask(app, Method::POST, "/posts/generate-content", wanted).await;
    let generation = format!("/generations/{}", generation.json["id"]);
    ask(app, Method::GET, &generation, Value::Null).await;
    let stock = format!("/media/stock?provider=pexels&query={}", canary("photos"));
    ask(app, Method::GET, &stock, Value::Null).await;
}

/// Deletes what was written.
pub async fn delete_all(app: &TestApp, people: &[String], site: u64) {
    for person in people {
        ask(app, Method::DELETE, person, Value::Null).await;
    }
    let disconnect = json!({ "site_id": site });
    ask(app, Method::POST, "/search-provider/disconnect", disconnect).await;
    ask(app, Method::DELETE, &format!("/sites/{site}"), Value::Null).await;
    let none = json!({ "OPENAI_API_KEY": null, "PEXELS_API_KEY": null });
    ask(app, Method::PUT, "/settings/api-keys", none).await;
    let none = json!({ "AGENCY_NAME": null, "AGENCY_REPLY_TO": null });
    ask(app, Method::PUT, "/settings/agency", none).await;
    let none = json!({ "SEARCH_PROVIDER_CLIENT_ID": null, "SEARCH_PROVIDER_CLIENT_SECRET": null });
    ask(app, Method::PUT, "/settings/search-provider", none).await;
}
