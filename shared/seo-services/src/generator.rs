//! The service of generated texts.

use std::time::Duration;

use http::Method;
use outbound::{Body, Request};
use seo::ai::failure::Failure;
use seo::ai::suggestions::{self, Request as SuggestionsRequest, usage_path};
use seo::ai::tokens::{INVALIDATE_PATH, REFRESH_PATH, REQUEST_PATH, TokenRequest, refresh_body};
use serde_json::{Value, json};
use url::Url;

use crate::address::BaseAddress;
use crate::error::CallError;
use crate::service::{Service, with_token};

/// Time limit of a request for tokens, in which the service calls the site back.
const TOKEN_DEADLINE: Duration = Duration::from_secs(10);
/// Time limit of other calls; suggestions take seconds to write.
const DEADLINE: Duration = Duration::from_secs(25);
/// Largest answer of the usage that is passed on, in bytes of JSON.
const USAGE_BYTES: usize = 4_096;

/// Client of the service. Clones share its circuit.
#[derive(Clone)]
pub struct Generator {
    pub(crate) service: Service,
    pub(crate) address: BaseAddress,
}

impl std::fmt::Debug for Generator {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Generator")
            .field("address", &self.address)
            .finish_non_exhaustive()
    }
}

impl Generator {
    /// Asks for tokens; they arrive through the callback before this returns.
    ///
    /// # Errors
    /// The failure that is answered.
    pub async fn request_tokens(
        &self,
        request: &TokenRequest<'_>,
        challenge: &str,
        within: Duration,
    ) -> Result<(), Failure> {
        let body = request.body(challenge);
        let request = Request::post(self.at(REQUEST_PATH)).body(Body::Json(body));
        self.call(Ok(request), TOKEN_DEADLINE.min(within)).await?;
        Ok(())
    }

    /// Asks for renewed tokens; they arrive through the other callback before this returns.
    ///
    /// # Errors
    /// The failure that is answered.
    pub async fn renew_tokens(
        &self,
        refresh_token: &str,
        challenge: &str,
        within: Duration,
    ) -> Result<(), Failure> {
        let request = self.with_body(REFRESH_PATH, refresh_token, refresh_body(challenge));
        self.call(request, TOKEN_DEADLINE.min(within)).await?;
        Ok(())
    }

    /// Ends a user's tokens.
    ///
    /// # Errors
    /// The failure of the service.
    pub async fn invalidate_tokens(&self, access_token: &str, user: u64) -> Result<(), Failure> {
        let body = json!({ "user_id": user.to_string() });
        let request = self.with_body(INVALIDATE_PATH, access_token, body);
        self.call(request, TOKEN_DEADLINE).await?;
        Ok(())
    }

    /// Suggestions for a title or description.
    ///
    /// # Errors
    /// The failure that is answered.
    pub async fn suggestions(
        &self,
        access_token: &str,
        request: &SuggestionsRequest,
        user: u64,
        within: Duration,
    ) -> Result<Vec<String>, Failure> {
        let body = request.body(SERVICE, user);
        let request = self.with_body(&request.path(), access_token, body);
        let answer = self.call(request, DEADLINE.min(within)).await?;
        Ok(suggestions::texts(&answer))
    }

    /// How much was generated, as the service says it: an object of bounded size.
    ///
    /// # Errors
    /// The failure that is answered.
    pub async fn usage(&self, access_token: &str, within: Duration) -> Result<Value, Failure> {
        let url = self.at(usage_path(false));
        let request = with_token(Method::GET, url, access_token);
        let usage = self.call(request, DEADLINE.min(within)).await?;
        if usage.is_object() && usage.to_string().len() <= USAGE_BYTES {
            Ok(usage)
        } else {
            Err(unreadable())
        }
    }

    fn at(&self, path: &str) -> Url {
        let segments: Vec<&str> = path.split('/').collect();
        self.address.at(&segments)
    }

    fn with_body(&self, path: &str, token: &str, body: Value) -> Result<Request, CallError> {
        let request = with_token(Method::POST, self.at(path), token)?;
        Ok(request.body(Body::Json(body)))
    }

    async fn call(
        &self,
        request: Result<Request, CallError>,
        deadline: Duration,
    ) -> Result<Value, Failure> {
        let request = request.map_err(failure)?;
        let answer = self
            .service
            .send(request, deadline)
            .await
            .map_err(failure)?;
        if answer.is_success() {
            Ok(answer.body)
        } else {
            Err(Failure::read(answer.status, &answer.body))
        }
    }
}

/// The provider behind the service that is asked for.
pub(crate) const SERVICE: &str = "openai";

fn unreadable() -> Failure {
    failure(CallError::Unreadable)
}

/// What is answered when the service does not answer.
fn failure(error: CallError) -> Failure {
    match error {
        CallError::Timeout => Failure::timeout(),
        CallError::CircuitOpen | CallError::Unreachable => Failure::unavailable(&error.to_string()),
        CallError::Unreadable => Failure {
            status: 500,
            message: error.to_string(),
            identifier: "UNKNOWN".to_owned(),
            missing_licenses: Vec::new(),
        },
    }
}
