//! Client of a LanguageTool server, for texts in Brazilian Portuguese.
//!
//! The server is named by the operator, in the environment. It sees the texts that people check, so a server of one's own
//! is recommended; the public one forbids automated use.

#![warn(missing_docs)]

mod wire;

use std::time::Duration;

use http::{HeaderValue, Method, header};
use outbound::{Body, Outbound, OutboundError, Request};
use secrecy::{ExposeSecret, SecretString};
use url::{Url, form_urlencoded};

pub use wire::{Category, Match};

/// Longest text of one request in UTF-16 code units: the limit of the public server, the lowest one.
pub const MOST_UNITS: usize = 20_000;

/// Categories that are switched off: the texts of editors contain typographic spaces and signs that they do not judge well.
const DISABLED_CATEGORIES: &str = "TYPOGRAPHY,CASING";

/// Longest part of a server's message that is kept, in characters.
const MESSAGE_CHARS: usize = 200;

/// Why a text was not checked.
#[derive(Debug, thiserror::Error)]
pub enum LanguageToolError {
    /// The server was not reached.
    #[error(transparent)]
    Outbound(#[from] OutboundError),
    /// The server refused the request.
    #[error("the server answered {status}: {message}")]
    Refused {
        /// Status.
        status: u16,
        /// The beginning of the server's message.
        message: String,
    },
    /// The response is not that of a LanguageTool server.
    #[error("the response cannot be read")]
    Unreadable,
}

/// Account on a paid server.
#[derive(Debug, Clone)]
struct Account {
    username: String,
    api_key: SecretString,
}

/// A LanguageTool server.
#[derive(Debug, Clone)]
pub struct LanguageTool {
    outbound: Outbound,
    endpoint: Url,
    account: Option<Account>,
}

impl LanguageTool {
    /// The server of `LANGUAGETOOL_URL`, with `LANGUAGETOOL_USERNAME` and `LANGUAGETOOL_API_KEY` where it needs an account;
    /// `None` without an address.
    ///
    /// # Errors
    /// The name of the variable that has no valid value.
    pub fn of_environment(
        outbound: Outbound,
        environment: impl Fn(&str) -> Option<String>,
    ) -> Result<Option<Self>, &'static str> {
        let value = |name| environment(name).filter(|value| !value.trim().is_empty());
        let Some(address) = value("LANGUAGETOOL_URL") else {
            return Ok(None);
        };
        let base = format!("{}/", address.trim().trim_end_matches('/'));
        let base = Url::parse(&base).ok().filter(Url::has_host);
        let endpoint = base.and_then(|base| base.join("v2/check").ok());
        let account = match (
            value("LANGUAGETOOL_USERNAME"),
            value("LANGUAGETOOL_API_KEY"),
        ) {
            (Some(username), Some(api_key)) => Some(Account {
                username,
                api_key: api_key.into(),
            }),
            (None, None) => None,
            (Some(_), None) => return Err("LANGUAGETOOL_API_KEY"),
            (None, Some(_)) => return Err("LANGUAGETOOL_USERNAME"),
        };
        Ok(Some(Self {
            outbound,
            endpoint: endpoint.ok_or("LANGUAGETOOL_URL")?,
            account,
        }))
    }

    fn form(&self, text: &str) -> String {
        let mut form = form_urlencoded::Serializer::new(String::new());
        form.append_pair("text", text)
            .append_pair("language", "pt-BR")
            .append_pair("disabledCategories", DISABLED_CATEGORIES);
        if let Some(account) = &self.account {
            form.append_pair("username", &account.username)
                .append_pair("apiKey", account.api_key.expose_secret());
        }
        form.finish()
    }

    /// Checks `text`, of at most [`MOST_UNITS`], within `deadline`.
    ///
    /// # Errors
    /// [`LanguageToolError`]; nothing was checked.
    pub async fn check(
        &self,
        text: &str,
        deadline: Duration,
    ) -> Result<Vec<Match>, LanguageToolError> {
        let mut request = Request::new(Method::POST, self.endpoint.clone());
        request.headers.insert(
            header::CONTENT_TYPE,
            HeaderValue::from_static("application/x-www-form-urlencoded"),
        );
        request.body = Body::Bytes(self.form(text).into());
        request.deadline = deadline;
        let response = self.outbound.send(request).await?;
        if !response.status.is_success() {
            let message = String::from_utf8_lossy(&response.body);
            return Err(LanguageToolError::Refused {
                status: response.status.as_u16(),
                message: message.chars().take(MESSAGE_CHARS).collect(),
            });
        }
        let answer: wire::Answer = response.json().map_err(|_| LanguageToolError::Unreadable)?;
        Ok(answer.matches.into_iter().filter_map(Into::into).collect())
    }
}
