//! The page behind the links of invitations and resets. Works without JavaScript. Showing it does
//! nothing: mail scanners open links.

use axum::extract::State;
use axum::extract::rejection::{FormRejection, QueryRejection};
use axum::extract::{Form, Query};
use axum::response::{Html, IntoResponse, Response};
use http::{HeaderName, HeaderValue, StatusCode, header};
use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Deserializer};
use web::Code;

use crate::{Ports, reset};

/// Where the page is.
pub(crate) const PATH: &str = "/definir-senha";

/// Longest token that is shown again; ours have 43 characters.
const TOKEN_CHARS: usize = 64;

const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

#[derive(Deserialize)]
pub(crate) struct Link {
    #[serde(deserialize_with = "text")]
    token: SecretString,
}

#[derive(Deserialize)]
pub(crate) struct Choice {
    #[serde(deserialize_with = "text")]
    token: SecretString,
    #[serde(deserialize_with = "text")]
    new_password: SecretString,
    #[serde(deserialize_with = "text")]
    repeated: SecretString,
}

fn text<'de, D: Deserializer<'de>>(deserializer: D) -> Result<SecretString, D::Error> {
    String::deserialize(deserializer).map(SecretString::from)
}

/// The token if it has the form of one, which needs no escaping in HTML.
fn plain(token: &SecretString) -> Option<&str> {
    let token = token.expose_secret();
    let formed = (1..=TOKEN_CHARS).contains(&token.len())
        && token
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'));
    formed.then_some(token)
}

fn page(status: StatusCode, content: &str) -> Response {
    let html = format!(
        "<!doctype html>\n<html lang=\"pt-BR\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
         <meta name=\"robots\" content=\"noindex, nofollow\"><title>Definir senha · Pauta</title>\
         <style>body{{font:1rem/1.5 system-ui,sans-serif;color:#1c2430;background:#f5f6f8;margin:0;padding:1rem}}\
         main{{max-width:26rem;margin:8vh auto;background:#fff;border-radius:.75rem;padding:1.5rem;box-shadow:0 1px 4px #0002}}\
         h1{{font-size:1.35rem;margin-top:0}}label{{display:block;margin:1rem 0 .25rem}}\
         input{{width:100%;box-sizing:border-box;font:inherit;padding:.6rem;border:1px solid #8a94a3;border-radius:.4rem}}\
         button{{font:inherit;font-weight:600;margin-top:1.25rem;width:100%;padding:.7rem;border:0;border-radius:.4rem;background:#1f4fd8;color:#fff}}\
         .alert{{color:#a3161a}}</style></head><body><main>{content}</main></body></html>"
    );
    let headers: [(HeaderName, HeaderValue); 2] = [
        (
            header::CONTENT_SECURITY_POLICY,
            HeaderValue::from_static(POLICY),
        ),
        (
            HeaderName::from_static("x-robots-tag"),
            HeaderValue::from_static("noindex, nofollow"),
        ),
    ];
    (status, headers, Html(html)).into_response()
}

fn form(status: StatusCode, token: &str, alert: Option<&str>) -> Response {
    let alert = alert.map_or_else(String::new, |alert| {
        format!("<p class=\"alert\" role=\"alert\">{alert}</p>")
    });
    page(
        status,
        &format!(
            "<h1>Definir senha</h1>{alert}\
             <form method=\"post\"><input type=\"hidden\" name=\"token\" value=\"{token}\">\
             <label for=\"new_password\">Nova senha (pelo menos 12 caracteres)</label>\
             <input id=\"new_password\" name=\"new_password\" type=\"password\" autocomplete=\"new-password\" minlength=\"12\" required>\
             <label for=\"repeated\">Repita a nova senha</label>\
             <input id=\"repeated\" name=\"repeated\" type=\"password\" autocomplete=\"new-password\" minlength=\"12\" required>\
             <button>Salvar senha</button></form>"
        ),
    )
}

fn no_link() -> Response {
    page(
        StatusCode::NOT_FOUND,
        "<h1>Link incompleto</h1><p>Abra o link do e-mail outra vez, por inteiro.</p>",
    )
}

fn failed(code: Code) -> Response {
    page(
        code.status(),
        &format!("<h1>Não foi possível</h1><p>{}</p>", code.message()),
    )
}

/// Shows the form.
pub(crate) async fn show(link: Result<Query<Link>, QueryRejection>) -> Response {
    match &link {
        Ok(Query(link)) => {
            plain(&link.token).map_or_else(no_link, |token| form(StatusCode::OK, token, None))
        }
        Err(_) => no_link(),
    }
}

/// Sets the password.
pub(crate) async fn submit(
    State(ports): State<Ports>,
    choice: Result<Form<Choice>, FormRejection>,
) -> Response {
    let Ok(Form(choice)) = choice else {
        return no_link();
    };
    let Some(token) = plain(&choice.token) else {
        return no_link();
    };
    if choice.new_password.expose_secret() != choice.repeated.expose_secret() {
        let alert = "As duas senhas não são iguais.";
        return form(StatusCode::UNPROCESSABLE_ENTITY, token, Some(alert));
    }
    match reset::set_through_link(&ports, &choice.token, choice.new_password).await {
        Ok(()) => page(
            StatusCode::OK,
            "<h1>Senha definida</h1><p>Agora você já pode entrar na Pauta com ela.</p>",
        ),
        Err(error) if error.code() == Code::WeakPassword => form(
            error.code().status(),
            token,
            Some(Code::WeakPassword.message()),
        ),
        Err(error) => failed(error.code()),
    }
}
