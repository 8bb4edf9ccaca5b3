//! The secrets of a test application, and the places that may contain them.

use http::{HeaderMap, header};
use serde_json::Value;
use vault::KeyRing;

use crate::app::{LoggedResponse, TestApp};

/// Places that may contain a kind of secret. A response is given by its full name, a mail by words of its subject, a
/// stored item by the prefix of its key.
const MEANT: &[(&str, &[&str])] = &[
    (
        "access token",
        &[
            "answer 200 POST /api/v1/auth/two-factor",
            "answer 200 POST /api/v1/auth/refresh",
            "answer 200 POST /api/v1/auth/browser-session",
            "answer 200 POST /api/v1/auth/browser-session/refresh",
        ],
    ),
    (
        "refresh token",
        &[
            "answer 200 POST /api/v1/auth/two-factor",
            "answer 200 POST /api/v1/auth/refresh",
            "answer 200 POST /api/v1/auth/browser-session",
            "answer 200 POST /api/v1/auth/browser-session/refresh",
        ],
    ),
    // The challenge is useless without the code.
    (
        "challenge",
        &[
            "answer 200 POST /api/v1/auth/login",
            "item platform CHALLENGE",
        ],
    ),
    ("mailed code", &["mail código de acesso"]),
    (
        "authenticator secret",
        &["answer 200 POST /api/v1/auth/totp"],
    ),
    (
        "recovery code",
        &["answer 200 POST /api/v1/auth/totp/confirm"],
    ),
    // The response to an upload request contains the signed address.
    ("signed address", &["answer 201 POST /api/v1/media/uploads"]),
    // The form behind the link sends the token back.
    (
        "link token",
        &[
            "mail convite para a Pauta",
            "mail Troca de senha na Pauta",
            "answer 200 GET /definir-senha",
            "answer 422 POST /definir-senha",
        ],
    ),
    // The mail is composed when it is sent; users who may request approval see the link of the open round; the pages
    // link to each other.
    (
        "approval token",
        &[
            "mail Para sua aprovação",
            "answer 200 GET /aprovacao/{token}",
            "answer 200 GET /aprovacao/{token}/aprovar",
            "answer 200 GET /aprovacao/{token}/rejeitar",
            "answer 200 GET /aprovacao/{token}/ajustes",
            "answer 200 GET /api/v1/posts/{id}/approvals",
            "answer 202 POST /api/v1/posts/{id}/request-approval",
        ],
    ),
    (
        "application password",
        &["answer 201 POST /rest/core/v2/users/me/application-passwords"],
    ),
    // Deployed systems show the tokens to the person who connects the service.
    (
        "service token",
        &[
            "answer 200 POST /rest/seo/v1/keyword-research/authenticate",
            "answer 200 POST /rest/seo/v1/rank-tracker/authenticate",
        ],
    ),
    // Hosts of this interface repeat the unknown role.
    ("misplaced", &["answer 400 POST /rest/core/v2/users"]),
];

/// A secret.
#[derive(Debug, Clone)]
pub(super) struct Secret {
    /// Kind of the secret.
    pub kind: &'static str,
    /// The secret itself.
    pub text: String,
}

impl Secret {
    /// Whether `place` may contain the secret.
    pub fn is_meant_for(&self, place: &str) -> bool {
        let meant = MEANT.iter().filter(|(kind, _)| *kind == self.kind);
        meant.flat_map(|(_, places)| *places).any(|meant| {
            match meant.split_once(' ').unwrap_or_default() {
                ("mail", subject) => place.starts_with("mail ") && place.contains(subject),
                ("item", _) => place.starts_with(meant),
                _ => place == *meant,
            }
        })
    }
}

/// The secrets to search for.
#[derive(Debug, Clone, Default)]
pub struct Secrets(pub(super) Vec<Secret>);

impl Secrets {
    /// Adds a secret.
    pub fn keep(&mut self, kind: &'static str, text: impl Into<String>) {
        let text = text.into();
        assert!(
            text.len() >= 6,
            "too short to be told from other text: {kind}"
        );
        if self.0.iter().all(|secret| secret.text != text) {
            self.0.push(Secret { kind, text });
        }
    }

    /// Adds the secrets of another set.
    pub fn join(&mut self, others: Self) {
        for secret in others.0 {
            self.keep(secret.kind, secret.text);
        }
    }

    /// The kinds of secrets in the set.
    pub fn kinds(&self) -> Vec<&'static str> {
        let mut kinds: Vec<_> = self.0.iter().map(|secret| secret.kind).collect();
        kinds.sort_unstable();
        kinds.dedup();
        kinds
    }

    /// Adds the secrets that the application starts with.
    pub fn of_app(&mut self, app: &TestApp) {
        use secrecy::ExposeSecret;
        let password = app.site_login.password.expose_secret();
        self.keep("host password", password);
        let joined: String = password.split_whitespace().collect();
        self.keep("host password", joined);
        self.keep("access token", &app.administrator.token);
        self.of_key_ring(&app.parts.keyring);
    }

    fn of_key_ring(&mut self, keyring: &KeyRing) {
        use secrecy::ExposeSecret;
        let document: Value = serde_json::from_str(keyring.to_document().expose_secret()).unwrap();
        let mut rest = vec![&document];
        while let Some(value) = rest.pop() {
            match value {
                Value::Object(members) => rest.extend(members.values()),
                Value::Array(values) => rest.extend(values),
                Value::String(text) if text.len() > 30 => self.keep("key", text),
                _ => {}
            }
        }
    }

    /// Adds secrets from responses and mails that may contain them.
    pub fn handed_out(&mut self, app: &TestApp, responses: &[LoggedResponse]) {
        for logged in responses {
            if logged.response.status.is_success() {
                self.of_answer(&logged.route, &logged.response.json);
                self.of_cookies(&logged.response.headers);
            }
        }
        for mail in app.parts.outbox.newest_first() {
            self.mailed(&mail.subject, &mail.text);
        }
    }

    /// Adds the secrets in a mail, whether it was sent or not.
    pub fn mailed(&mut self, subject: &str, text: &str) {
        if subject.contains("código de acesso") {
            let mut numbers = text.split(|c: char| !c.is_ascii_digit());
            let code = numbers.find(|digits| digits.len() == 6);
            self.keep("mailed code", code.unwrap());
        }
        for word in text.split_whitespace() {
            if let Some((_, token)) = word.split_once("token=") {
                self.keep("link token", token);
            }
            if let Some((_, rest)) = word.split_once("/aprovacao/") {
                self.keep("approval token", rest.split('/').next().unwrap());
            }
        }
    }

    /// Adds the refresh token of a browser's session.
    fn of_cookies(&mut self, headers: &HeaderMap) {
        for cookie in headers.get_all(header::SET_COOKIE) {
            let (pair, _) = cookie.to_str().unwrap().split_once(';').unwrap();
            if let Some(token) = pair
                .strip_prefix("pauta-session=")
                .filter(|token| !token.is_empty())
            {
                self.keep("refresh token", token);
            }
        }
    }

    fn of_answer(&mut self, asked: &str, json: &Value) {
        let named = [
            ("access_token", "access token"),
            ("refresh_token", "refresh token"),
            ("challenge", "challenge"),
        ];
        for (member, kind) in named {
            if let Some(text) = json[member].as_str() {
                self.keep(kind, text);
            }
        }
        if let Some((_, signature)) = json["url"]
            .as_str()
            .and_then(|url| url.split_once("signature="))
        {
            self.keep("signed address", signature);
        }
        let items = json["items"].as_array().map(Vec::as_slice);
        for round in items.unwrap_or_default().iter().chain([json]) {
            let link = round["link"]
                .as_str()
                .and_then(|link| link.split_once("/aprovacao/"));
            if let Some((_, token)) = link {
                self.keep("approval token", token);
            }
        }
        if let Some(secret) = json["secret"].as_str().filter(|_| asked.ends_with("/totp")) {
            self.keep("authenticator secret", secret);
        }
        for code in json["recovery_codes"].as_array().into_iter().flatten() {
            self.keep("recovery code", code.as_str().unwrap());
        }
        if asked.ends_with("/application-passwords")
            && let Some(password) = json["password"].as_str()
        {
            self.keep("application password", password);
            let joined: String = password.split_whitespace().collect();
            self.keep("application password", joined);
        }
    }
}
