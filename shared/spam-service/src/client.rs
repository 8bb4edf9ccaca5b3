//! The calls.

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use http::{HeaderValue, header};
use outbound::{Body, Circuit, CircuitRule, Outbound, Request, Response};
use ports::Clock;
use secrecy::{ExposeSecret, SecretString};
use serde_json::Value;
use url::{Url, form_urlencoded};

use crate::address::ServiceAddress;
use crate::alert::{Alert, text};
use crate::checked::Checked;
use crate::failure::{ServiceError, debug_help};

/// Time limit of a check, for which a visitor waits.
const CHECK_DEADLINE: Duration = Duration::from_secs(5);
/// Time limit of the other calls.
const DEADLINE: Duration = Duration::from_secs(8);
/// Size limit of an answer in bytes. Statistics of some years have a few KB.
const MAX_BYTES: usize = 256 * 1024;
/// Key that stands for none where the service asks for one.
const NO_KEY: &str = "0";
/// Application and client with their versions, as the service asks for.
const USER_AGENT: &str = concat!(
    "Pauta/",
    env!("CARGO_PKG_VERSION"),
    " | spam-service/",
    env!("CARGO_PKG_VERSION")
);

/// An answer with the alert that its headers carry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer<T> {
    /// What was asked for.
    pub value: T,
    /// Replaces the stored alert; `None` clears it.
    pub alert: Option<Alert>,
}

/// State of a key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum KeyState {
    /// The service accepts it for the site.
    Valid,
    /// The service does not know it.
    Invalid {
        /// The service's own words, with the key masked.
        debug_help: Option<String>,
    },
}

/// Verdict of a check.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// Legitimate.
    Ham,
    /// Spam.
    Spam {
        /// Whether it is so blatant that it need not be stored.
        discard: bool,
    },
}

/// Outcome of a check.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Check {
    /// Verdict.
    pub verdict: Verdict,
    /// Identifier of the check, by which the service's webhook names the text.
    pub guid: Option<String>,
    /// Time after which the service wants to be asked again.
    pub recheck_after: Option<Duration>,
}

/// Client of the service. Clones share connections and circuit.
#[derive(Clone)]
pub struct SpamService {
    outbound: Outbound,
    address: ServiceAddress,
    clock: Arc<dyn Clock>,
    circuit: Arc<Circuit>,
}

impl std::fmt::Debug for SpamService {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SpamService")
            .field("address", &self.address)
            .finish_non_exhaustive()
    }
}

impl SpamService {
    /// A client of the service at `address`, with a closed circuit.
    #[must_use]
    pub fn new(outbound: Outbound, address: ServiceAddress, clock: Arc<dyn Clock>) -> Self {
        Self::with_rule(outbound, address, clock, CircuitRule::default())
    }

    /// A client whose circuit has another rule.
    #[must_use]
    pub fn with_rule(
        outbound: Outbound,
        address: ServiceAddress,
        clock: Arc<dyn Clock>,
        rule: CircuitRule,
    ) -> Self {
        let circuit = Arc::new(Circuit::new(rule));
        Self {
            outbound,
            address,
            clock,
            circuit,
        }
    }

    /// Asks whether `key` is valid for the site `blog`. `stored` is the key that the site has so far.
    ///
    /// # Errors
    /// [`ServiceError`]; a key that is not valid is no error.
    pub async fn verify_key(
        &self,
        key: &SecretString,
        blog: &str,
        stored: Option<&SecretString>,
    ) -> Result<Answer<KeyState>, ServiceError> {
        let fields = [("key", key.expose_secret()), ("blog", blog)];
        let sent = self.call("verify-key", fields, stored, DEADLINE).await;
        let response = sent.map_err(|error| error.without(key))?;
        let value = match response.body.trim_ascii() {
            b"valid" => KeyState::Valid,
            b"invalid" => KeyState::Invalid {
                debug_help: debug_help(&response, Some(key)),
            },
            _ => return Err(ServiceError::of_response(&response, Some(key))),
        };
        Ok(Answer {
            value,
            alert: Alert::of(&response.headers),
        })
    }

    /// Statistics of the site `blog` from `from`: `60-days`, `6-months` or `all`. The object is passed on as it is;
    /// `None` when the service gives none, for example without a key.
    ///
    /// # Errors
    /// [`ServiceError`].
    pub async fn statistics(
        &self,
        key: Option<&SecretString>,
        blog: &str,
        from: &str,
    ) -> Result<Answer<Option<Value>>, ServiceError> {
        let sent = key.map_or(NO_KEY, ExposeSecret::expose_secret);
        let fields = [("blog", blog), ("key", sent), ("from", from)];
        let response = self.call("get-stats", fields, key, DEADLINE).await?;
        let value = response.json::<Value>().ok().filter(Value::is_object);
        Ok(Answer {
            value,
            alert: Alert::of(&response.headers),
        })
    }

    /// Checks a comment or message.
    ///
    /// # Errors
    /// [`ServiceError`]: there is no verdict, and the text must not be lost.
    pub async fn check(
        &self,
        key: &SecretString,
        checked: &Checked,
    ) -> Result<Answer<Check>, ServiceError> {
        let response = self
            .call("comment-check", checked.fields(), Some(key), CHECK_DEADLINE)
            .await?;
        let header = |name| text(&response.headers, name);
        let verdict = match response.body.trim_ascii() {
            b"true" => Verdict::Spam {
                discard: header("x-akismet-pro-tip").is_some_and(|tip| tip == "discard"),
            },
            b"false" => Verdict::Ham,
            _ => return Err(ServiceError::of_response(&response, Some(key))),
        };
        let recheck_after =
            header("x-akismet-recheck-after").and_then(|seconds| seconds.parse().ok());
        let value = Check {
            verdict,
            guid: header("x-akismet-guid"),
            recheck_after: recheck_after.map(Duration::from_secs),
        };
        Ok(Answer {
            value,
            alert: Alert::of(&response.headers),
        })
    }

    /// Reports that the service missed spam.
    ///
    /// # Errors
    /// [`ServiceError`].
    pub async fn submit_spam(
        &self,
        key: &SecretString,
        checked: &Checked,
    ) -> Result<(), ServiceError> {
        self.submit("submit-spam", key, checked).await
    }

    /// Reports that the service took a legitimate text for spam.
    ///
    /// # Errors
    /// [`ServiceError`].
    pub async fn submit_ham(
        &self,
        key: &SecretString,
        checked: &Checked,
    ) -> Result<(), ServiceError> {
        self.submit("submit-ham", key, checked).await
    }

    /// The service thanks in words that are not fixed, so everything is accepted but the answer to a wrong key.
    async fn submit(
        &self,
        name: &str,
        key: &SecretString,
        checked: &Checked,
    ) -> Result<(), ServiceError> {
        let response = self
            .call(name, checked.fields(), Some(key), DEADLINE)
            .await?;
        match response.body.trim_ascii() {
            b"" | b"invalid" => Err(ServiceError::of_response(&response, Some(key))),
            _ => Ok(()),
        }
    }

    /// Sends a call, unless the circuit is open; an answer with an error status is an error.
    async fn call<'a>(
        &self,
        name: &str,
        fields: impl IntoIterator<Item = (&'a str, &'a str)> + Send,
        key: Option<&SecretString>,
        deadline: Duration,
    ) -> Result<Response, ServiceError> {
        let request = request(self.address.call(name), form(fields, key), deadline);
        let now = self.clock.now();
        let pass = self.circuit.enter(now).map_err(ServiceError::of_circuit)?;
        let outcome = match self.outbound.send(request).await {
            Ok(response) if response.status.is_success() => Ok(response),
            Ok(response) => Err(ServiceError::of_response(&response, key)),
            Err(error) => Err(ServiceError::of_outbound(&error)),
        };
        match &outcome {
            Err(error) if error.failure.opens_circuit() => pass.failed(self.clock.now()),
            _ => pass.succeeded(),
        }
        outcome
    }
}

/// The body of a call: its fields, and the key that the site has.
fn form<'a>(
    fields: impl IntoIterator<Item = (&'a str, &'a str)>,
    key: Option<&SecretString>,
) -> Bytes {
    let mut form = form_urlencoded::Serializer::new(String::new());
    form.extend_pairs(fields);
    if let Some(key) = key {
        form.append_pair("api_key", key.expose_secret());
    }
    form.finish().into()
}

fn request(url: Url, form: Bytes, deadline: Duration) -> Request {
    let form_type = HeaderValue::from_static("application/x-www-form-urlencoded; charset=UTF-8");
    Request::post(url)
        .header(header::CONTENT_TYPE, form_type)
        .header(header::USER_AGENT, HeaderValue::from_static(USER_AGENT))
        .body(Body::Bytes(form))
        .deadline(deadline)
        .max_bytes(MAX_BYTES)
}
