//! The page at the end of a connection.

use http::{HeaderName, HeaderValue, StatusCode, header};
use serde_json::Value;
use site_rest::{Content, Locale, Reply};

/// Headers of the page: no script runs, no cache keeps it, and its address, which has the code, is not sent as a referrer.
const HEADERS: [(HeaderName, &str); 4] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    (header::CACHE_CONTROL, "no-store"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("x-robots-tag"), "noindex"),
];

/// Result of a connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// The mailbox is connected.
    Connected,
    /// The person did not grant access.
    Denied,
    /// The provider sent neither a code nor a reason that is known.
    NoCode,
    /// The person did not grant sending.
    MissingScope,
    /// The administrator who began may not manage the site any more.
    NotAllowed,
    /// The provider gave no refresh token.
    NoRefreshToken,
    /// The provider did not tell the account's address.
    NoAddress,
    /// The code is not accepted.
    InvalidCode,
    /// The OAuth client is not accepted.
    InvalidClient,
    /// There is no OAuth client any more.
    NotConfigured,
    /// The provider refused.
    ProviderRefused,
    /// The provider failed.
    ProviderFailed,
    /// The connection could not be stored.
    NotStored,
}

impl Outcome {
    /// The stable name for logs.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Connected => "connected",
            Self::Denied => "access_denied",
            Self::NoCode => "no_code",
            Self::MissingScope => "missing_scope",
            Self::NotAllowed => "not_allowed",
            Self::NoRefreshToken => "no_refresh_token",
            Self::NoAddress => "no_address",
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
            Self::InvalidClient | Self::ProviderFailed => StatusCode::BAD_GATEWAY,
            Self::NotStored => StatusCode::SERVICE_UNAVAILABLE,
            _ => StatusCode::BAD_REQUEST,
        }
    }

    /// What the person reads, in Portuguese and English.
    const fn texts(self) -> (&'static str, &'static str) {
        match self {
            Self::Connected => (
                "A caixa postal está conectada. Os e-mails deste site saem por ela a partir de agora.",
                "The mailbox is connected. From now on the mails of this site are sent through it.",
            ),
            Self::Denied => (
                "O acesso à caixa postal não foi autorizado. Nada mudou.",
                "Access to the mailbox was not granted. Nothing changed.",
            ),
            Self::NoCode => (
                "O provedor não devolveu um código de acesso. Comece a conexão de novo.",
                "The provider did not return an access code. Start the connection again.",
            ),
            Self::MissingScope => (
                "Faltou permitir o envio de e-mails. Comece a conexão de novo e deixe todas as permissões marcadas.",
                "Sending mails was not permitted. Start the connection again and leave all permissions ticked.",
            ),
            Self::NotAllowed => (
                "A pessoa que começou a conexão não administra mais este site.",
                "The person who started the connection does not manage this site any more.",
            ),
            Self::NoRefreshToken => (
                "O provedor não concedeu um acesso duradouro. Remova o acesso anterior nas configurações da conta e comece a conexão de novo.",
                "The provider granted no lasting access. Remove the earlier access in the settings of the account and start the connection again.",
            ),
            Self::NoAddress => (
                "O provedor não informou o endereço da conta. Comece a conexão de novo e permita que ele seja informado.",
                "The provider did not tell the address of the account. Start the connection again and permit that it is told.",
            ),
            Self::InvalidCode => (
                "O código do provedor venceu ou já foi usado. Comece a conexão de novo.",
                "The provider's code has expired or was used before. Start the connection again.",
            ),
            Self::InvalidClient => (
                "O provedor não reconhece o cliente OAuth. Confira o identificador, o segredo e o endereço de retorno.",
                "The provider does not recognise the OAuth client. Check its identifier, its secret and its return address.",
            ),
            Self::NotConfigured => (
                "Este provedor não tem mais um cliente OAuth no servidor.",
                "The server has no OAuth client for this provider any more.",
            ),
            Self::ProviderRefused => (
                "O provedor recusou a conexão. Comece de novo.",
                "The provider refused the connection. Start again.",
            ),
            Self::ProviderFailed => (
                "O provedor não respondeu como esperado. Comece a conexão de novo em alguns minutos.",
                "The provider did not answer as expected. Start the connection again in a few minutes.",
            ),
            Self::NotStored => (
                "A conexão não pôde ser gravada. Comece de novo.",
                "The connection could not be stored. Start again.",
            ),
        }
    }

    /// The page, whose texts are all constants.
    pub fn page(self, locale: Locale) -> Reply {
        let (pt, en) = self.texts();
        let (language, text) = match locale {
            Locale::PtBr => ("pt-BR", pt),
            Locale::En => ("en", en),
        };
        let title = match (self, locale) {
            (Self::Connected, Locale::PtBr) => "Caixa postal conectada",
            (Self::Connected, Locale::En) => "Mailbox connected",
            (_, Locale::PtBr) => "Caixa postal não conectada",
            (_, Locale::En) => "Mailbox not connected",
        };
        let page = format!(
            "<!doctype html>\n<html lang=\"{language}\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{title}</title>\n\
             </head>\n<body>\n<main>\n<h1>{title}</h1>\n<p>{text}</p>\n</main>\n</body>\n</html>\n"
        );
        let reply = Reply {
            status: self.status(),
            content: Content::Other {
                content_type: HeaderValue::from_static("text/html; charset=UTF-8"),
                bytes: page.into(),
            },
            ..Reply::json(Value::Null)
        };
        HEADERS
            .into_iter()
            .fold(reply, |reply, (name, value)| reply.header(name, value))
    }
}
