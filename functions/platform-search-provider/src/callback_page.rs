//! The page that closes the popup. Its script is a constant; what it tells is in attributes of the page.

use std::sync::LazyLock;

use axum::response::{Html, IntoResponse, Response};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use domain::platform::id::SiteId;
use html_escape::encode_double_quoted_attribute;
use http::{HeaderName, HeaderValue, StatusCode, header};
use sha2::{Digest, Sha256};
use url::Url;

/// Tells the opening window the result, if it has the platform's origin, and closes the popup.
const SCRIPT: &str = "var d=document.body.dataset;\
if(window.opener){window.opener.postMessage({type:'search-provider',status:d.status,code:d.code,\
site_id:d.site?Number(d.site):null,message:d.message},d.origin);}\
window.close();";

/// Permits the script and nothing else.
static POLICY: LazyLock<String> = LazyLock::new(|| {
    let hash = STANDARD.encode(Sha256::digest(SCRIPT));
    format!(
        "default-src 'none'; script-src 'sha256-{hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
});

/// Result of a connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// The site is connected.
    Connected,
    /// The state is not one of this installation.
    InvalidState,
    /// The state is older than 30 minutes.
    ExpiredState,
    /// The state was used before.
    UsedState,
    /// The person did not grant access.
    Denied,
    /// The person did not grant everything.
    MissingScope,
    /// The user may not change the site any more, or it was removed.
    NotAllowed,
    /// The provider gave no refresh token.
    NoRefreshToken,
    /// The code is not accepted.
    InvalidCode,
    /// The OAuth client is not accepted.
    InvalidClient,
    /// The OAuth client is not set.
    NotConfigured,
    /// The provider refused.
    ProviderRefused,
    /// The provider failed.
    ProviderFailed,
    /// The connection could not be stored.
    NotStored,
}

impl Outcome {
    /// The stable code.
    pub(crate) const fn code(self) -> &'static str {
        match self {
            Self::Connected => "connected",
            Self::InvalidState => "invalid_state",
            Self::ExpiredState => "expired_state",
            Self::UsedState => "used_state",
            Self::Denied => "access_denied",
            Self::MissingScope => "missing_scope",
            Self::NotAllowed => "not_allowed",
            Self::NoRefreshToken => "no_refresh_token",
            Self::InvalidCode => "invalid_code",
            Self::InvalidClient => "invalid_client",
            Self::NotConfigured => "not_configured",
            Self::ProviderRefused => "provider_refused",
            Self::ProviderFailed => "provider_failed",
            Self::NotStored => "not_stored",
        }
    }

    const fn status(self) -> StatusCode {
        match self {
            Self::Connected => StatusCode::OK,
            Self::ProviderFailed | Self::InvalidClient => StatusCode::BAD_GATEWAY,
            Self::NotStored => StatusCode::SERVICE_UNAVAILABLE,
            _ => StatusCode::BAD_REQUEST,
        }
    }

    const fn message(self) -> &'static str {
        match self {
            Self::Connected => "O site está conectado ao buscador.",
            Self::InvalidState => {
                "Este endereço não veio de um pedido de conexão. Conecte o site de novo."
            }
            Self::ExpiredState => {
                "O pedido de conexão venceu depois de 30 minutos. Conecte o site de novo."
            }
            Self::UsedState => {
                "Este pedido de conexão já foi usado. Se o site não estiver conectado, conecte-o de novo."
            }
            Self::Denied => "O acesso ao buscador não foi autorizado. O site não foi conectado.",
            Self::MissingScope => {
                "Faltou marcar uma das permissões. Conecte o site de novo e deixe todas marcadas."
            }
            Self::NotAllowed => "Você não pode mais alterar este site, ou ele foi excluído.",
            Self::NoRefreshToken => {
                "O buscador não concedeu um acesso duradouro. Remova o acesso anterior em myaccount.google.com/permissions e conecte o site de novo."
            }
            Self::InvalidCode => {
                "O código do buscador venceu ou já foi usado. Conecte o site de novo."
            }
            Self::InvalidClient => {
                "O buscador não reconhece o cliente OAuth desta instalação. Peça a um administrador que confira as configurações do buscador."
            }
            Self::NotConfigured => {
                "O buscador não está configurado nesta instalação. Peça a um administrador que o configure."
            }
            Self::ProviderRefused => {
                "O buscador recusou a conexão. Tente de novo com uma conta que possa concedê-la."
            }
            Self::ProviderFailed => {
                "O buscador não respondeu como esperado. Conecte o site de novo em instantes."
            }
            Self::NotStored => {
                "A conexão não pôde ser gravada. Conecte o site de novo em instantes."
            }
        }
    }
}

/// The page with the result, for the window of the origin of `app_url`.
pub(crate) fn page(outcome: Outcome, site: Option<SiteId>, app_url: &Url) -> Response {
    let status = if outcome == Outcome::Connected {
        "connected"
    } else {
        "error"
    };
    let site = site.map(|site| site.to_string()).unwrap_or_default();
    let origin = app_url.origin().ascii_serialization();
    let html = format!(
        "<!doctype html><html lang=\"pt-BR\"><head><meta charset=\"utf-8\"><title>Conexão com o buscador</title></head>\
         <body data-status=\"{status}\" data-code=\"{}\" data-site=\"{site}\" data-message=\"{message}\" data-origin=\"{}\">\
         <p>{message}</p><p>Você pode fechar esta janela.</p><script>{SCRIPT}</script></body></html>",
        outcome.code(),
        encode_double_quoted_attribute(&origin),
        message = outcome.message(),
    );
    let mut response = (outcome.status(), Html(html)).into_response();
    let headers = response.headers_mut();
    for (name, value) in [
        (header::CACHE_CONTROL, "no-store"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::X_FRAME_OPTIONS, "DENY"),
        (HeaderName::from_static("x-robots-tag"), "noindex, nofollow"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    if let Ok(policy) = HeaderValue::from_str(&POLICY) {
        headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_fit_into_an_attribute_and_a_text() {
        for outcome in [
            Outcome::Connected,
            Outcome::InvalidState,
            Outcome::ExpiredState,
            Outcome::UsedState,
            Outcome::Denied,
            Outcome::MissingScope,
            Outcome::NotAllowed,
            Outcome::NoRefreshToken,
            Outcome::InvalidCode,
            Outcome::InvalidClient,
            Outcome::NotConfigured,
            Outcome::ProviderRefused,
            Outcome::ProviderFailed,
            Outcome::NotStored,
        ] {
            let message = outcome.message();
            assert!(!message.contains(['<', '>', '&', '"']), "{message}");
            assert!(
                outcome
                    .code()
                    .chars()
                    .all(|c| c.is_ascii_lowercase() || c == '_')
            );
        }
    }
}
