//! The page behind the links of invitations and resets. Works without JavaScript. Showing it does
//! nothing: mail scanners open links.

use axum::extract::State;
use axum::extract::rejection::{FormRejection, QueryRejection};
use axum::extract::{Form, Query};
use axum::response::{Html, IntoResponse, Response};
use http::{HeaderName, HeaderValue, StatusCode, header};
use platform_http::Code;
use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Deserializer};
use vault::password::BUSY_RETRY_AFTER;

use crate::{Ports, guard, reset};

/// Longest token that is shown again; ours have 43 characters.
const TOKEN_CHARS: usize = 64;

const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// The look of the mails that lead here and of the approval pages.
const STYLE: &str = "\
    *{box-sizing:border-box}\
    body{margin:0;padding:16px 12px 48px;background:#f1efea;color:#2b3136;font:17px/1.6 -apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif}\
    header,main{max-width:28rem;margin:0 auto}\
    header{padding:0 8px 12px;font:700 22px/1.3 Georgia,'Times New Roman',serif;color:#1f2428}\
    main{padding:24px 20px;background:#fff;border:1px solid #dedad2;border-radius:8px}\
    h1{margin:0 0 .5em;font-size:27px;line-height:1.25;color:#1f2428}\
    main>:last-child{margin-bottom:0}\
    label{display:block;margin:1rem 0 .25rem}\
    input{width:100%;font:inherit;padding:.6rem;border:1px solid #767c82;border-radius:6px}\
    button{width:100%;margin-top:1.5rem;padding:.75rem;border:0;border-radius:6px;background:#1d5fa8;color:#fff;font:inherit;font-weight:700}\
    :focus-visible{outline:3px solid #1d5fa8;outline-offset:2px}\
    .alert{padding:12px 16px;background:#fdf0ef;border-left:4px solid #a3261d;color:#8b1d15;font-weight:600}";

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
        "<!DOCTYPE html>\n<html lang=\"pt-BR\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
         <meta name=\"robots\" content=\"noindex, nofollow\"><title>Definir senha · Pauta</title>\
         <style>{STYLE}</style></head><body><header>Pauta</header><main>{content}</main></body></html>"
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
        Ok(email) => {
            let done = page(
                StatusCode::OK,
                "<h1>Senha definida</h1><p>Agora você já pode entrar na Pauta com ela.</p>",
            );
            (guard::known_device(&ports, &email), done).into_response()
        }
        Err(error) if error.code() == Code::WeakPassword => form(
            error.code().status(),
            token,
            Some(Code::WeakPassword.message()),
        ),
        Err(error) if error.code() == Code::Unavailable => {
            let wait = HeaderValue::from(BUSY_RETRY_AFTER);
            ([(header::RETRY_AFTER, wait)], failed(error.code())).into_response()
        }
        Err(error) => failed(error.code()),
    }
}
