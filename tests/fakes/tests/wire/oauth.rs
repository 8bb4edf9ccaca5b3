//! Google OAuth 2.0.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::Value;
use service_fakes::{Consent, FakeServices, Service};
use url::Url;

use crate::client::{Answer, send};
use crate::forms::{ask_with, post_form};

pub const CLIENT: &str = "1012-a.apps.googleusercontent.com";
const SECRET: &str = "GOCSPX-a";
const BACK: &str = "http://localhost:8080/api/v1/search-provider/callback";
const SCOPES: &str = "openid email https://www.googleapis.com/auth/webmasters https://www.googleapis.com/auth/indexing";

/// The parameters of the consent screen, with some replaced.
fn authorization(fakes: &FakeServices, replaced: &[(&str, &str)]) -> String {
    let mut url = Url::parse(&format!(
        "{}/o/oauth2/v2/auth",
        fakes.url(Service::GoogleOauth)
    ))
    .unwrap();
    for (name, value) in [
        ("client_id", CLIENT),
        ("redirect_uri", BACK),
        ("response_type", "code"),
        ("scope", SCOPES),
        ("access_type", "offline"),
        ("prompt", "consent"),
        ("state", "e57ad0"),
        ("include_granted_scopes", "false"),
    ] {
        let value = replaced
            .iter()
            .find(|(found, _)| *found == name)
            .map_or(value, |(_, value)| value);
        if !value.is_empty() {
            url.query_pairs_mut().append_pair(name, value);
        }
    }
    url.into()
}

/// Consents; returns the parameters that come back.
async fn consent(fakes: &FakeServices, replaced: &[(&str, &str)]) -> Vec<(String, String)> {
    let answer = send("GET", &authorization(fakes, replaced), &[], "")
        .await
        .unwrap();
    assert_eq!(answer.status, 302);
    let back = answer.headers["location"].to_str().unwrap();
    assert!(back.starts_with(BACK), "{back}");
    let back = Url::parse(back).unwrap();
    back.query_pairs().into_owned().collect()
}

fn value(parameters: &[(String, String)], name: &str) -> String {
    let found = parameters.iter().find(|(found, _)| found == name);
    found.map(|(_, value)| value.clone()).unwrap_or_default()
}

async fn exchange(fakes: &FakeServices, code: &str, replaced: &[(&str, &str)]) -> Answer {
    let fields = [
        ("grant_type", "authorization_code"),
        ("code", code),
        ("client_id", CLIENT),
        ("client_secret", SECRET),
        ("redirect_uri", BACK),
    ];
    let fields = fields.map(|(name, value)| {
        let other = replaced.iter().find(|(found, _)| *found == name);
        (name, other.map_or(value, |(_, value)| *value))
    });
    post_form(fakes, Service::GoogleOauth, "/token", &fields).await
}

async fn refresh(fakes: &FakeServices, token: &str, client: &str) -> Answer {
    let fields = [
        ("grant_type", "refresh_token"),
        ("refresh_token", token),
        ("client_id", client),
        ("client_secret", SECRET),
    ];
    post_form(fakes, Service::GoogleOauth, "/token", &fields).await
}

/// Connects; returns the token response.
pub async fn connect(fakes: &FakeServices) -> Value {
    let back = consent(fakes, &[]).await;
    let answer = exchange(fakes, &value(&back, "code"), &[]).await;
    assert_eq!(answer.status, 200);
    answer.json().await
}

pub fn text(body: &Value, name: &str) -> String {
    body[name].as_str().unwrap().to_owned()
}

async fn error(answer: Answer) -> (u16, String) {
    let status = answer.status.as_u16();
    (status, text(&answer.json().await, "error"))
}

#[tokio::test]
async fn a_code_leads_to_tokens_once() {
    let fakes = FakeServices::start().await.unwrap();
    fakes.sign_in("busca@cliente.example");
    let back = consent(&fakes, &[]).await;
    assert_eq!(value(&back, "state"), "e57ad0");
    let code = value(&back, "code");
    let answer = exchange(&fakes, &code, &[]).await;
    assert_eq!(answer.status, 200);
    let tokens = answer.json().await;
    assert_eq!(
        (&tokens["expires_in"], &tokens["token_type"]),
        (&3599.into(), &"Bearer".into())
    );
    let mut granted: Vec<String> = text(&tokens, "scope")
        .split(' ')
        .map(str::to_owned)
        .collect();
    granted.sort_unstable();
    let mut wanted: Vec<&str> = SCOPES.split(' ').collect();
    wanted.sort_unstable();
    assert_eq!(granted, wanted);
    let id = text(&tokens, "id_token");
    let claims = URL_SAFE_NO_PAD
        .decode(id.split('.').nth(1).unwrap())
        .unwrap();
    let claims: Value = serde_json::from_slice(&claims).unwrap();
    assert_eq!(
        (&claims["email"], &claims["aud"]),
        (&"busca@cliente.example".into(), &CLIENT.into())
    );
    let token = text(&tokens, "access_token");
    let user = ask_with(&fakes, Service::GoogleOauth, "GET", "/v1/userinfo", &token).await;
    assert_eq!(user.json().await["email"], "busca@cliente.example");
    let again = error(exchange(&fakes, &code, &[]).await).await;
    assert_eq!(again, (400, "invalid_grant".to_owned()));
    assert_eq!(fakes.live_grants(), 1);
    assert_eq!(fakes.violations(), Vec::<String>::new());
}

#[tokio::test]
async fn an_exchange_repeats_what_the_authorization_said() {
    let fakes = FakeServices::start().await.unwrap();
    for (name, other, expected) in [
        (
            "client_id",
            "1013-b.apps.googleusercontent.com",
            (401, "unauthorized_client"),
        ),
        ("client_id", "web-bad", (401, "invalid_client")),
        ("client_secret", "GOCSPX-bad", (401, "invalid_client")),
        ("client_secret", "", (400, "invalid_request")),
        (
            "redirect_uri",
            "http://localhost:8080/outro",
            (400, "redirect_uri_mismatch"),
        ),
        ("code", "4/0A", (400, "invalid_grant")),
        ("grant_type", "password", (400, "unsupported_grant_type")),
    ] {
        let code = value(&consent(&fakes, &[]).await, "code");
        let (status, found) = error(exchange(&fakes, &code, &[(name, other)]).await).await;
        assert_eq!((status, found.as_str()), expected, "{name}={other}");
    }
    let url = format!("{}/token", fakes.url(Service::GoogleOauth));
    let json = [("content-type", "application/json")];
    let answer = send("POST", &url, &json, "{\"grant_type\":\"refresh_token\"}")
        .await
        .unwrap();
    assert_eq!(error(answer).await, (400, "invalid_request".to_owned()));
}

#[tokio::test]
async fn the_screen_refuses_what_google_refuses() {
    let fakes = FakeServices::start().await.unwrap();
    for replaced in [
        ("client_id", ""),
        ("redirect_uri", "http://agencia.example/callback"),
        ("redirect_uri", "https://agencia.example/callback#a"),
        ("response_type", "token"),
        ("scope", ""),
    ] {
        let answer = send("GET", &authorization(&fakes, &[replaced]), &[], "")
            .await
            .unwrap();
        assert_eq!(answer.status, 400, "{replaced:?}");
        assert!(answer.text().await.contains("Acesso bloqueado"));
    }
}

#[tokio::test]
async fn consents_differ() {
    let fakes = FakeServices::start().await.unwrap();
    fakes.consent_next(Consent::Denied);
    let back = consent(&fakes, &[]).await;
    assert_eq!(
        (
            value(&back, "error").as_str(),
            value(&back, "state").as_str()
        ),
        ("access_denied", "e57ad0")
    );
    let scope = "https://www.googleapis.com/auth/indexing".to_owned();
    fakes.consent_next(Consent::Without(scope.clone()));
    let back = consent(&fakes, &[]).await;
    let tokens = exchange(&fakes, &value(&back, "code"), &[])
        .await
        .json()
        .await;
    assert!(!value(&back, "scope").contains(&scope) && !text(&tokens, "scope").contains(&scope));
    // Only an offline client that asks for the screen again gets a refresh token.
    fakes.consent_next(Consent::Again);
    for replaced in [
        ("client_id", CLIENT),
        ("access_type", "online"),
        ("prompt", ""),
    ] {
        let back = consent(&fakes, &[replaced]).await;
        let tokens = exchange(&fakes, &value(&back, "code"), &[])
            .await
            .json()
            .await;
        assert!(tokens["access_token"].is_string());
        assert!(tokens["refresh_token"].is_null(), "{replaced:?}");
    }
}

#[tokio::test]
async fn a_grant_is_refreshed_until_it_is_revoked() {
    let fakes = FakeServices::start().await.unwrap();
    let tokens = connect(&fakes).await;
    let token = text(&tokens, "refresh_token");
    let fresh = refresh(&fakes, &token, CLIENT).await;
    assert_eq!(fresh.status, 200);
    let fresh = fresh.json().await;
    assert!(fresh["refresh_token"].is_null());
    assert_ne!(fresh["access_token"], tokens["access_token"]);
    let other = error(refresh(&fakes, &token, "1013-b").await).await;
    assert_eq!(other, (401, "unauthorized_client".to_owned()));
    let user = |token: String| {
        let fakes = &fakes;
        async move {
            ask_with(fakes, Service::GoogleOauth, "GET", "/v1/userinfo", &token)
                .await
                .status
        }
    };
    assert_eq!(user(text(&fresh, "access_token")).await, 200);
    fakes.expire_access_tokens();
    assert_eq!(user(text(&fresh, "access_token")).await, 401);
    let revoke = post_form(
        &fakes,
        Service::GoogleOauth,
        "/revoke",
        &[("token", &token)],
    )
    .await;
    assert_eq!(revoke.status, 200);
    let again = post_form(
        &fakes,
        Service::GoogleOauth,
        "/revoke",
        &[("token", &token)],
    )
    .await;
    assert_eq!(error(again).await, (400, "invalid_token".to_owned()));
    let dead = error(refresh(&fakes, &token, CLIENT).await).await;
    assert_eq!(dead, (400, "invalid_grant".to_owned()));
    let second = connect(&fakes).await;
    fakes.revoke_grants();
    let dead = error(refresh(&fakes, &text(&second, "refresh_token"), CLIENT).await).await;
    assert_eq!(dead, (400, "invalid_grant".to_owned()));
    assert_eq!(fakes.live_grants(), 0);
}

#[tokio::test]
async fn queued_errors_have_googles_status() {
    let fakes = FakeServices::start().await.unwrap();
    for (name, status) in [
        ("invalid_grant", 400),
        ("invalid_client", 401),
        ("unauthorized_client", 401),
        ("redirect_uri_mismatch", 400),
        ("invalid_scope", 400),
        ("access_denied", 400),
        ("admin_policy_enforced", 400),
        ("org_internal", 400),
        ("429", 429),
        ("500", 500),
        ("503", 503),
    ] {
        fakes.fail_next(Service::GoogleOauth, name);
        let answer = refresh(&fakes, "1//0", CLIENT).await;
        assert_eq!(answer.status, status, "{name}");
    }
    fakes.fail_next(Service::GoogleOauth, "html-502");
    assert_eq!(refresh(&fakes, "1//0", CLIENT).await.status, 502);
    assert_eq!(fakes.violations(), Vec::<String>::new());
}
