//! Access: the page of the provider, exchange, renewal, withdrawal, e-mail address.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use search_console::{AuthorizationRequest, Scope, SearchConsole, SearchError};
use secrecy::ExposeSecret;
use serde_json::{Value, json};
use wiremock::{Request, ResponseTemplate};

use crate::provider::{
    ACCESS, CODE, Call, Provider, REFRESH, SECRET, client_of, oauth_client, redirect_uri, secret,
};

fn form(request: &Request) -> BTreeMap<String, String> {
    let kind = request.headers.get("content-type").unwrap();
    assert_eq!(kind, "application/x-www-form-urlencoded");
    url::form_urlencoded::parse(&request.body)
        .into_owned()
        .collect()
}

fn fields(pairs: &[(&str, &str)]) -> BTreeMap<String, String> {
    let owned = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
    pairs.iter().map(owned).collect()
}

fn granted() -> Value {
    let claims = json!({ "sub": "1", "email": "dona@exemplo.com.br" });
    let claims = URL_SAFE_NO_PAD.encode(claims.to_string());
    json!({
        "access_token": ACCESS,
        "expires_in": 3599,
        "refresh_token": REFRESH,
        "scope": "openid https://www.googleapis.com/auth/userinfo.email https://www.googleapis.com/auth/webmasters",
        "token_type": "Bearer",
        "id_token": format!("e30.{claims}.c2ln"),
    })
}

/// What an exchange with the answer `body` leads to.
async fn exchanged(body: &Value) -> Result<search_console::Grant, SearchError> {
    let provider = Provider::answering(ResponseTemplate::new(200).set_body_json(body)).await;
    let code = secret(CODE);
    let client = &provider.client;
    client
        .exchange_code(&oauth_client(), &code, &redirect_uri())
        .await
}

#[test]
fn the_page_of_the_provider_asks_for_offline_access_and_consent() {
    let request = AuthorizationRequest {
        redirect_uri: redirect_uri(),
        state: "estado.assinado&x=1".to_owned(),
        indexing: true,
        login_hint: Some("dona@exemplo.com.br".to_owned()),
    };
    let client = client_of("https://contas.example/base");
    let url = client.authorization_url(&oauth_client(), &request);
    assert!(
        url.as_str()
            .starts_with("https://contas.example/base/auth/o/oauth2/v2/auth?")
    );
    assert!(!url.as_str().contains("canario"));
    let scope = "openid email https://www.googleapis.com/auth/webmasters";
    let with_indexing = format!("{scope} https://www.googleapis.com/auth/indexing");
    let mut expected = fields(&[
        ("client_id", "1234.apps.example"),
        (
            "redirect_uri",
            "https://painel.exemplo.com.br/api/v1/search-provider/callback",
        ),
        ("response_type", "code"),
        ("scope", &with_indexing),
        ("access_type", "offline"),
        ("prompt", "consent"),
        ("include_granted_scopes", "false"),
        ("state", "estado.assinado&x=1"),
        ("login_hint", "dona@exemplo.com.br"),
    ]);
    let query: BTreeMap<_, _> = url.query_pairs().into_owned().collect();
    assert_eq!(query, expected);

    let request = AuthorizationRequest {
        indexing: false,
        login_hint: None,
        ..request
    };
    let url = client.authorization_url(&oauth_client(), &request);
    expected.remove("login_hint");
    expected.insert("scope".to_owned(), scope.to_owned());
    let query: BTreeMap<_, _> = url.query_pairs().into_owned().collect();
    assert_eq!(query, expected);
}

#[tokio::test]
async fn a_code_is_exchanged_for_a_grant() {
    let provider = Provider::answering(ResponseTemplate::new(200).set_body_json(granted())).await;
    let code = secret(CODE);
    let (client, redirect) = (oauth_client(), redirect_uri());
    let exchange = provider.client.exchange_code(&client, &code, &redirect);
    let grant = exchange.await.unwrap();
    assert_eq!(grant.access.secret.expose_secret(), ACCESS);
    assert_eq!(grant.access.lifetime, Duration::from_secs(3599));
    assert_eq!(grant.refresh_token.expose_secret(), REFRESH);
    let scopes = BTreeSet::from([Scope::Webmasters, Scope::OpenId, Scope::Email]);
    assert_eq!(grant.scopes, scopes);
    assert_eq!(grant.account_email.as_deref(), Some("dona@exemplo.com.br"));
    assert!(!format!("{grant:?} {:?}", oauth_client()).contains("canario"));

    let [request] = provider.requests().await.try_into().unwrap();
    assert_eq!(
        (request.method.as_str(), request.url.path()),
        ("POST", "/tokens/token")
    );
    let expected = fields(&[
        ("grant_type", "authorization_code"),
        ("code", CODE),
        ("redirect_uri", redirect_uri().as_str()),
        ("client_id", "1234.apps.example"),
        ("client_secret", SECRET),
    ]);
    assert_eq!(form(&request), expected);
}

#[tokio::test]
async fn a_grant_without_a_refresh_token_says_so() {
    for token in [Value::Null, json!("")] {
        let mut body = granted();
        body["refresh_token"] = token;
        let refused = exchanged(&body).await.unwrap_err();
        assert_eq!(refused, SearchError::NoRefreshToken);
        assert!(!refused.is_transient() && !refused.may_have_happened());
    }
}

#[tokio::test]
async fn an_identity_token_that_cannot_be_read_leaves_the_address_open() {
    for token in [json!("x"), json!("a.!!.c"), json!("a.e30.c"), Value::Null] {
        let mut body = granted();
        body["id_token"] = token;
        assert_eq!(exchanged(&body).await.unwrap().account_email, None);
    }
}

#[tokio::test]
async fn a_grant_without_scopes_is_one_of_all_that_were_asked_for() {
    let mut body = granted();
    body["scope"] = Value::Null;
    body["expires_in"] = Value::Null;
    let grant = exchanged(&body).await.unwrap();
    let asked = [
        Scope::Webmasters,
        Scope::Indexing,
        Scope::OpenId,
        Scope::Email,
    ];
    assert_eq!(grant.scopes, BTreeSet::from(asked));
    assert_eq!(grant.access.lifetime, Duration::from_secs(3600));
    body["expires_in"] = json!(u64::MAX);
    let grant = exchanged(&body).await.unwrap();
    assert_eq!(grant.access.lifetime, Duration::from_secs(86_400));
}

#[tokio::test]
async fn an_access_is_renewed_and_may_come_with_a_new_refresh_token() {
    for new in [None, Some("1//0sentinela-nova")] {
        let mut body =
            json!({ "access_token": ACCESS, "expires_in": 1800, "token_type": "bearer" });
        if let Some(new) = new {
            body["refresh_token"] = json!(new);
        }
        let provider = Provider::answering(ResponseTemplate::new(200).set_body_json(body)).await;
        let token = secret(REFRESH);
        let renewed = provider.client.refresh(&oauth_client(), &token).await;
        let renewed = renewed.unwrap();
        assert_eq!(renewed.access.secret.expose_secret(), ACCESS);
        assert_eq!(renewed.access.lifetime, Duration::from_secs(1800));
        let refresh = renewed.refresh_token.as_ref();
        assert_eq!(refresh.map(ExposeSecret::expose_secret), new);
        let [request] = provider.requests().await.try_into().unwrap();
        assert_eq!(request.url.path(), "/tokens/token");
        let expected = fields(&[
            ("grant_type", "refresh_token"),
            ("refresh_token", REFRESH),
            ("client_id", "1234.apps.example"),
            ("client_secret", SECRET),
        ]);
        assert_eq!(form(&request), expected);
    }
}

#[tokio::test]
async fn an_access_is_withdrawn() {
    let gone = json!({ "error": "invalid_token", "error_description": "Token expired or revoked" });
    for answer in [
        ResponseTemplate::new(200),
        ResponseTemplate::new(400).set_body_json(gone),
    ] {
        let provider = Provider::answering(answer).await;
        Call::Revoke.make(&provider.client).await.unwrap();
        let [request] = provider.requests().await.try_into().unwrap();
        assert_eq!(
            (request.method.as_str(), request.url.path()),
            ("POST", "/tokens/revoke")
        );
        assert_eq!(form(&request), fields(&[("token", REFRESH)]));
    }
}

#[tokio::test]
async fn the_account_is_named_by_its_address() {
    let body = json!({ "sub": "1", "email": "dona@exemplo.com.br", "email_verified": true });
    let provider = Provider::answering(ResponseTemplate::new(200).set_body_json(body)).await;
    let email = provider.client.account_email(&secret(ACCESS)).await;
    assert_eq!(email.unwrap(), "dona@exemplo.com.br");
    let [request] = provider.requests().await.try_into().unwrap();
    assert_eq!(
        (request.method.as_str(), request.url.path()),
        ("GET", "/userinfo/v1/userinfo")
    );
    let authorization = request.headers.get("authorization").unwrap();
    assert_eq!(authorization, &format!("Bearer {ACCESS}"));
}
