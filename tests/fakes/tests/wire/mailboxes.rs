//! Mailboxes: Microsoft's consent and tokens, and the mail interfaces of both providers.

use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use serde_json::{Value, json};
use service_fakes::{Consent, FakeServices, Service};
use url::Url;

use crate::client::{Answer, send};
use crate::forms::post_form;

const BACK: &str = "http://localhost:8081/rest/mail-smtp/oauth_callback";
const ACCOUNT: &str = "contato@jardim.test";
const MAIL: &str = "MIME-Version: 1.0\r\nFrom: Jardim <contato@jardim.test>\r\nTo: ana@exemplo.test, Eva <eva@exemplo.test>\r\n\
                    Bcc: oculta@exemplo.test\r\nSubject: Mudas\r\n\r\nTexto\r\n";

/// A screen with the scopes of sending.
fn screen(fakes: &FakeServices, service: Service, further: &[(&str, &str)]) -> Url {
    let (path, scope) = match service {
        Service::GoogleOauth => (
            "o/oauth2/v2/auth",
            "openid https://www.googleapis.com/auth/gmail.send",
        ),
        _ => (
            "common/oauth2/v2.0/authorize",
            "offline_access https://graph.microsoft.com/Mail.Send https://graph.microsoft.com/User.Read",
        ),
    };
    let mut url = Url::parse(&format!("{}/{path}", fakes.url(service))).unwrap();
    url.query_pairs_mut()
        .append_pair("client_id", "cliente")
        .append_pair("redirect_uri", BACK)
        .append_pair("response_type", "code")
        .append_pair("state", "e57ad0")
        .append_pair("scope", scope)
        .extend_pairs(further);
    url
}

async fn code(fakes: &FakeServices, service: Service) -> String {
    let back = fakes.consent_at(&screen(fakes, service, &[])).await;
    let back = back.unwrap().unwrap();
    let found = back.query_pairs().find(|(name, _)| name == "code");
    found.unwrap().1.into_owned()
}

/// Exchanges a code, with some fields replaced.
async fn exchange(fakes: &FakeServices, service: Service, replaced: &[(&str, &str)]) -> Answer {
    let code = code(fakes, service).await;
    let path = match service {
        Service::GoogleOauth => "/token",
        _ => "/common/oauth2/v2.0/token",
    };
    let fields = [
        ("grant_type", "authorization_code"),
        ("code", code.as_str()),
        ("client_id", "cliente"),
        ("client_secret", "segredo"),
        ("redirect_uri", BACK),
    ];
    let fields = fields.map(|(name, value)| {
        let other = replaced.iter().find(|(found, _)| *found == name);
        (name, other.map_or(value, |(_, value)| *value))
    });
    post_form(fakes, service, path, &fields).await
}

async fn token(fakes: &FakeServices, service: Service) -> String {
    let answer = exchange(fakes, service, &[]).await;
    assert_eq!(answer.status, 200);
    answer.json().await["access_token"]
        .as_str()
        .unwrap()
        .to_owned()
}

async fn gmail(fakes: &FakeServices, token: &str, body: &Value) -> Answer {
    let url = format!(
        "{}/gmail/v1/users/me/messages/send",
        fakes.url(Service::Gmail)
    );
    let authorization = format!("Bearer {token}");
    let headers = [
        ("authorization", authorization.as_str()),
        ("content-type", "application/json"),
    ];
    send("POST", &url, &headers, &body.to_string())
        .await
        .unwrap()
}

async fn graph(fakes: &FakeServices, token: &str, kind: &str, body: &str) -> Answer {
    let url = format!("{}/v1.0/me/sendMail", fakes.url(Service::MicrosoftGraph));
    let authorization = format!("Bearer {token}");
    let headers = [
        ("authorization", authorization.as_str()),
        ("content-type", kind),
    ];
    send("POST", &url, &headers, body).await.unwrap()
}

async fn fakes() -> FakeServices {
    let fakes = FakeServices::start().await.unwrap();
    fakes.sign_in(ACCOUNT);
    fakes
}

#[tokio::test]
async fn microsofts_screen_leads_back_or_shows_an_error() {
    let fakes = fakes().await;
    let service = Service::MicrosoftLogin;
    for further in [("access_type", "offline"), ("code_challenge", "x")] {
        let shown = fakes.consent_at(&screen(&fakes, service, &[further])).await;
        assert_eq!(shown.unwrap(), None, "{further:?}");
    }
    fakes.consent_next(Consent::Denied);
    let back = fakes.consent_at(&screen(&fakes, service, &[])).await;
    let back = back.unwrap().unwrap();
    assert!(back.as_str().starts_with(BACK));
    assert!(back.query().unwrap().contains("error=access_denied"));
}

#[tokio::test]
async fn microsofts_codes_and_refresh_tokens_belong_to_their_client() {
    let fakes = fakes().await;
    let service = Service::MicrosoftLogin;
    for (name, value, error) in [
        ("code", "M.C5outro", "invalid_grant"),
        ("client_id", "outro", "unauthorized_client"),
        ("redirect_uri", "http://localhost/outro", "invalid_grant"),
        ("client_secret", "", "invalid_request"),
        ("grant_type", "password", "unsupported_grant_type"),
    ] {
        let refused = exchange(&fakes, service, &[(name, value)]).await;
        assert_eq!(refused.status, 400, "{name}");
        assert_eq!(refused.json().await["error"], error, "{name}");
    }
    let granted = exchange(&fakes, service, &[]).await.json().await;
    assert_eq!(
        granted["scope"],
        "https://graph.microsoft.com/Mail.Send https://graph.microsoft.com/User.Read"
    );
    let refresh = granted["refresh_token"].as_str().unwrap();
    let fields = [
        ("grant_type", "refresh_token"),
        ("refresh_token", refresh),
        ("client_id", "cliente"),
        ("client_secret", "segredo"),
    ];
    let path = "/common/oauth2/v2.0/token";
    let renewed = post_form(&fakes, service, path, &fields).await.json().await;
    assert_ne!(renewed["refresh_token"], granted["refresh_token"]);
    assert_ne!(renewed["access_token"], granted["access_token"]);
    fakes.revoke_grants();
    let revoked = post_form(&fakes, service, path, &fields).await;
    assert_eq!(revoked.status, 400);
    assert_eq!(revoked.json().await["error"], "invalid_grant");
}

#[tokio::test]
async fn gmail_sends_what_is_a_message_of_the_account() {
    let fakes = fakes().await;
    let token = token(&fakes, Service::GoogleOauth).await;
    let raw = |mail: &str| json!({ "raw": URL_SAFE_NO_PAD.encode(mail) });
    let accepted = gmail(&fakes, &token, &raw(MAIL)).await;
    assert_eq!(accepted.status, 200);
    assert_eq!(accepted.json().await["labelIds"], json!(["SENT"]));
    for (body, status) in [
        (json!({}), 400),
        (json!({ "raw": "%%" }), 400),
        (
            json!({ "raw": URL_SAFE_NO_PAD.encode(MAIL), "to": "x" }),
            400,
        ),
        (raw("Oi"), 400),
        (raw(&MAIL.replace("contato@", "outro@")), 400),
        (
            raw("MIME-Version: 1.0\r\nFrom: contato@jardim.test\r\n\r\nOi"),
            400,
        ),
    ] {
        assert_eq!(gmail(&fakes, &token, &body).await.status, status, "{body}");
    }
    assert_eq!(gmail(&fakes, "ya29.outro", &raw(MAIL)).await.status, 401);
    let [mail] = fakes.mailed(Service::Gmail).try_into().unwrap();
    assert_eq!(
        mail.recipients,
        [
            "ana@exemplo.test",
            "eva@exemplo.test",
            "oculta@exemplo.test"
        ]
    );
    assert_eq!(fakes.violations().len(), 1, "the foreign sender");
}

#[tokio::test]
async fn graph_sends_base64_of_a_message_of_the_account() {
    let fakes = fakes().await;
    let token = token(&fakes, Service::MicrosoftLogin).await;
    let accepted = graph(&fakes, &token, "text/plain", &STANDARD.encode(MAIL)).await;
    assert_eq!(accepted.status, 202);
    let large = format!("{MAIL}{}", "a".repeat(4 * 1024 * 1024));
    for (kind, body, status) in [
        ("application/json", STANDARD.encode(MAIL), 400),
        ("text/plain", MAIL.to_owned(), 400),
        ("text/plain", STANDARD.encode("Oi"), 400),
        (
            "text/plain",
            STANDARD.encode(MAIL.replace("contato@", "outro@")),
            403,
        ),
        ("text/plain", STANDARD.encode(large), 413),
    ] {
        let answer = graph(&fakes, &token, kind, &body).await;
        assert_eq!(answer.status, status, "{kind}");
    }
    assert_eq!(fakes.mailed(Service::MicrosoftGraph).len(), 1);
    fakes.expire_access_tokens();
    let expired = graph(&fakes, &token, "text/plain", &STANDARD.encode(MAIL)).await;
    assert_eq!(
        expired.json().await["error"]["code"],
        "InvalidAuthenticationToken"
    );
}
