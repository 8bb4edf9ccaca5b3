//! One call: deadline, size limit, circuit.

use std::sync::Arc;
use std::time::Duration;

use http::{HeaderValue, Method, StatusCode, header};
use outbound::{Body, Circuit, CircuitRule, Outbound, Request};
use ports::Clock;
use serde_json::Value;
use url::{Url, form_urlencoded};

use crate::error::CallError;

/// Size limit of an answer in bytes.
const MAX_BYTES: usize = 1024 * 1024;
/// Client with its version.
const USER_AGENT: &str = concat!("Pauta/", env!("CARGO_PKG_VERSION"));

/// An answer with any status.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Answer {
    pub status: u16,
    /// The body; `null` when it is empty or no JSON.
    pub body: Value,
}

impl Answer {
    pub(crate) fn is_success(&self) -> bool {
        (200..300).contains(&self.status)
    }
}

/// A service with its circuit. Clones share it.
#[derive(Clone)]
pub(crate) struct Service {
    outbound: Outbound,
    clock: Arc<dyn Clock>,
    circuit: Arc<Circuit>,
}

impl Service {
    /// A service with a closed circuit.
    pub(crate) fn new(outbound: Outbound, clock: Arc<dyn Clock>) -> Self {
        Self {
            outbound,
            clock,
            circuit: Arc::new(Circuit::new(CircuitRule::default())),
        }
    }

    pub(crate) fn clock(&self) -> &dyn Clock {
        &*self.clock
    }

    /// Sends a request, unless the circuit is open. An answer with an error status is no error.
    ///
    /// # Errors
    /// [`CallError`]; [`CallError::Unreadable`] for a successful answer with a body that is no JSON.
    pub(crate) async fn send(
        &self,
        request: Request,
        deadline: Duration,
    ) -> Result<Answer, CallError> {
        let pass = self.circuit.enter(self.clock.now());
        let pass = pass.map_err(CallError::of_circuit)?;
        let request = request
            .header(header::USER_AGENT, HeaderValue::from_static(USER_AGENT))
            .header(header::ACCEPT, HeaderValue::from_static("application/json"))
            .deadline(deadline)
            .max_bytes(MAX_BYTES);
        let response = match self.outbound.send(request).await {
            Ok(response) => response,
            Err(error) => {
                pass.failed(self.clock.now());
                return Err(CallError::of_outbound(&error));
            }
        };
        if response.status.is_server_error() || response.status == StatusCode::TOO_MANY_REQUESTS {
            pass.failed(self.clock.now());
        } else {
            pass.succeeded();
        }
        let is_empty = response.body.trim_ascii().is_empty();
        let body = match response.json::<Value>() {
            Ok(body) => body,
            Err(_) if is_empty || !response.status.is_success() => Value::Null,
            Err(_) => return Err(CallError::Unreadable),
        };
        Ok(Answer {
            status: response.status.as_u16(),
            body,
        })
    }
}

/// A request with a token, which goes into the header.
pub(crate) fn with_token(method: Method, url: Url, token: &str) -> Result<Request, CallError> {
    let mut value =
        HeaderValue::from_str(&format!("Bearer {token}")).map_err(|_| CallError::Unreadable)?;
    value.set_sensitive(true);
    Ok(Request::new(method, url).header(header::AUTHORIZATION, value))
}

/// A request with a form.
pub(crate) fn form(url: Url, fields: &[(&'static str, String)]) -> Request {
    let mut form = form_urlencoded::Serializer::new(String::new());
    form.extend_pairs(fields);
    let form_type = HeaderValue::from_static("application/x-www-form-urlencoded");
    Request::post(url)
        .header(header::CONTENT_TYPE, form_type)
        .body(Body::Bytes(form.finish().into()))
}
