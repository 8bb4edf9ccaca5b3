//! The page behind the links of invitations and resets. Works without JavaScript. Showing it does
//! nothing: mail scanners open links.

use axum::extract::State;
use axum::extract::rejection::{FormRejection, QueryRejection};
use axum::extract::{Form, Query};
use axum::response::{Html, IntoResponse, Response};
use http::{HeaderName, HeaderValue, StatusCode, header};
use http_edge::ClientAddress;
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
    :root{color-scheme:light dark;--paper:#f1efea;--sheet:#fff;--ink:#2b3136;--strong:#1f2428;--rule:#dedad2;--border:#767c82;--link:#1d5fa8;--on-link:#fff;--error:#8b1d15;--error-bg:#fdf0ef}\
    @media (prefers-color-scheme:dark){:root{--paper:#151713;--sheet:#1d201b;--ink:#ece9e0;--strong:#fffdf8;--rule:#474c41;--border:#858c7b;--link:#8fc1ff;--on-link:#10120f;--error:#f5aca3;--error-bg:#45211d}}\
    *{box-sizing:border-box}\
    html{-webkit-text-size-adjust:100%;text-size-adjust:100%}\
    body{margin:0;padding:1rem .75rem 3rem;background:var(--paper);color:var(--ink);font:1.0625rem/1.6 -apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif}\
    header,main{max-width:28rem;margin:0 auto}\
    header{padding:0 .5rem .75rem;font:700 1.375rem/1.3 Georgia,'Times New Roman',serif;color:var(--strong)}\
    main{padding:1.5rem 1.25rem;background:var(--sheet);border:1px solid var(--rule);border-radius:8px}\
    h1{margin:0 0 .5em;font-size:1.6875rem;line-height:1.25;color:var(--strong)}\
    a{color:var(--link)}\
    main>:last-child{margin-bottom:0}\
    label{display:block;margin:1rem 0 .25rem}\
    input{width:100%;min-height:2.75rem;font:inherit;padding:.6rem;border:1px solid var(--border);border-radius:6px;background:var(--sheet);color:inherit}\
    button{width:100%;min-height:2.75rem;margin-top:1.5rem;padding:.75rem;border:0;border-radius:6px;background:var(--link);color:var(--on-link);font:inherit;font-weight:700}\
    :focus-visible{outline:3px solid var(--link);outline-offset:2px}\
    .alert{padding:.75rem 1rem;background:var(--error-bg);border-left:4px solid var(--error);color:var(--error);font-weight:600}";

#[derive(Deserialize)]
pub(crate) struct Link {
    #[serde(deserialize_with = "text")]
    token: SecretString,
}

/// What the page's two forms send: a new password, or the address for a new link.
#[derive(Deserialize)]
pub(crate) struct Choice {
    #[serde(default, deserialize_with = "optional_text")]
    token: Option<SecretString>,
    #[serde(default, deserialize_with = "optional_text")]
    new_password: Option<SecretString>,
    #[serde(default, deserialize_with = "optional_text")]
    repeated: Option<SecretString>,
    #[serde(default)]
    email: Option<String>,
}

fn optional_text<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<SecretString>, D::Error> {
    text(deserializer).map(Some)
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

/// The page of a link that was used or is over, with a form that requests a new one.
fn over(status: StatusCode) -> Response {
    page(
        status,
        "<h1>Este link não vale mais</h1>\
         <p>Ele já foi usado ou venceu. Informe o seu e-mail para receber um link novo.</p>\
         <form method=\"post\"><label for=\"email\">E-mail</label>\
         <input id=\"email\" name=\"email\" type=\"email\" autocomplete=\"email\" required>\
         <button>Enviar um link novo</button></form>",
    )
}

fn busy(code: Code) -> Response {
    let wait = HeaderValue::from(BUSY_RETRY_AFTER);
    ([(header::RETRY_AFTER, wait)], failed(code)).into_response()
}

/// Shows the form, or that the link is over. Reads only.
pub(crate) async fn show(
    State(ports): State<Ports>,
    link: Result<Query<Link>, QueryRejection>,
) -> Response {
    let Ok(Query(link)) = link else {
        return no_link();
    };
    let Some(token) = plain(&link.token) else {
        return no_link();
    };
    match reset::is_open(&ports, &link.token).await {
        Ok(true) => form(StatusCode::OK, token, None),
        Ok(false) => over(StatusCode::GONE),
        Err(error) if error.code() == Code::Unavailable => busy(error.code()),
        Err(error) => failed(error.code()),
    }
}

/// Sets the password, or mails a new link.
pub(crate) async fn submit(
    State(ports): State<Ports>,
    address: ClientAddress,
    choice: Result<Form<Choice>, FormRejection>,
) -> Response {
    let Ok(Form(choice)) = choice else {
        return no_link();
    };
    if let Some(email) = choice.email {
        reset::request(&ports, address, &email).await;
        return page(
            StatusCode::OK,
            "<h1>Confira o seu e-mail</h1><p>Se houver uma conta com este endereço, enviamos um link novo. \
             Ele vale por uma hora.</p>",
        );
    }
    let (Some(given), Some(new_password), Some(repeated)) =
        (choice.token, choice.new_password, choice.repeated)
    else {
        return no_link();
    };
    let Some(token) = plain(&given) else {
        return no_link();
    };
    if new_password.expose_secret() != repeated.expose_secret() {
        let alert = "As duas senhas não são iguais.";
        return form(StatusCode::UNPROCESSABLE_ENTITY, token, Some(alert));
    }
    match reset::set_through_link(&ports, &given, new_password).await {
        Ok(email) => {
            let done = page(
                StatusCode::OK,
                "<h1>Senha definida</h1><p>Agora você já pode <a href=\"painel\">entrar na Pauta</a> com ela.</p>",
            );
            (guard::known_device(&ports, &email), done).into_response()
        }
        Err(error) if error.code() == Code::WeakPassword => form(
            error.code().status(),
            token,
            Some(Code::WeakPassword.message()),
        ),
        Err(error) if error.code() == Code::InvalidResetToken => over(error.code().status()),
        Err(error) if error.code() == Code::Unavailable => busy(error.code()),
        Err(error) => failed(error.code()),
    }
}
