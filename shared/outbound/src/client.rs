//! The outbound HTTP client.

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use http::{HeaderName, Method, StatusCode, header};
use reqwest::multipart::{Form, Part as FormPart};
use secrecy::ExposeSecret;
use tokio::time::Instant;
use url::Url;

use crate::error::{OutboundError, Refused};
use crate::guard::Guard;
use crate::guarded_resolver::GuardedResolver;
use crate::policy::Policy;
use crate::request::{Body, Part, Redirects, Request};
use crate::resolver::{Resolver, SystemResolver};
use crate::response::Response;
use crate::streamed_response::StreamedResponse;

/// Time limit for name resolution, connection and TLS handshake together.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);

/// Idle time after which a connection is closed. Common servers close one after five seconds, and writing
/// to a closing connection would leave the outcome of a POST unknown.
const IDLE_TIMEOUT: Duration = Duration::from_secs(4);

/// Headers that are sent to another origin after a redirect.
const HARMLESS_HEADERS: [HeaderName; 2] = [header::ACCEPT, header::ACCEPT_LANGUAGE];

/// The client could not be initialised.
#[derive(Debug, thiserror::Error)]
#[error("the outbound client could not be initialised")]
pub struct SetupError(#[source] Box<dyn std::error::Error + Send + Sync>);

/// Guarded HTTP client. Cheap to clone; clones share the connection pool.
#[derive(Debug, Clone)]
pub struct Outbound {
    client: reqwest::Client,
    guard: Guard,
}

impl Outbound {
    /// A client that uses the operating system's resolver.
    ///
    /// # Errors
    ///
    /// When the TLS provider supports no usable protocol version.
    pub fn new(policy: Policy) -> Result<Self, SetupError> {
        Self::with_resolver(policy, Arc::new(SystemResolver))
    }

    /// A client with a custom resolver.
    ///
    /// # Errors
    ///
    /// When the TLS provider supports no usable protocol version.
    pub fn with_resolver(policy: Policy, resolver: Arc<dyn Resolver>) -> Result<Self, SetupError> {
        Self::with_guard(Guard::new(policy, resolver))
    }

    /// A client with this guard.
    ///
    /// # Errors
    ///
    /// When the TLS provider supports no usable protocol version.
    pub fn with_guard(guard: Guard) -> Result<Self, SetupError> {
        #[expect(clippy::disallowed_methods, reason = "this is the guarded client")]
        let builder = reqwest::Client::builder();
        let client = builder
            .tls_backend_preconfigured(trust()?)
            .user_agent(concat!("Pauta/", env!("CARGO_PKG_VERSION")))
            .connect_timeout(CONNECT_TIMEOUT)
            .pool_idle_timeout(IDLE_TIMEOUT)
            .redirect(reqwest::redirect::Policy::none())
            .retry(reqwest::retry::never())
            .referer(false)
            .no_proxy()
            .https_only(guard.policy().https_required)
            .dns_resolver(Arc::new(GuardedResolver(guard.clone())))
            .build()
            .map_err(|error| SetupError(error.into()))?;
        Ok(Self { client, guard })
    }

    /// The guard, for checks without a call.
    #[must_use]
    pub fn guard(&self) -> &Guard {
        &self.guard
    }

    /// Sends a request and reads the whole response.
    ///
    /// # Errors
    ///
    /// See [`OutboundError`]; a response with an error status is not an error.
    pub async fn send(&self, request: Request) -> Result<Response, OutboundError> {
        let read = async |request: &Request| self.walk(request).await?.whole().await;
        let outcome = tokio::time::timeout(request.deadline, read(&request))
            .await
            .unwrap_or(Err(OutboundError::Timeout));
        log(&request, outcome.as_ref().map(|response| response.status));
        outcome
    }

    /// Sends a request and returns as soon as the head of the response is there; the body is read piece by piece. The
    /// limits of the request hold for the body too: its deadline counts from this call.
    ///
    /// # Errors
    ///
    /// See [`OutboundError`]; a response with an error status is not an error.
    pub async fn open(&self, request: Request) -> Result<StreamedResponse, OutboundError> {
        let outcome = tokio::time::timeout(request.deadline, self.walk(&request))
            .await
            .unwrap_or(Err(OutboundError::Timeout));
        log(&request, outcome.as_ref().map(|response| response.status));
        outcome
    }

    /// Follows redirects within the limits of the request.
    async fn walk(&self, request: &Request) -> Result<StreamedResponse, OutboundError> {
        // A limit beyond the range of the clock is none.
        let deadline = Instant::now().checked_add(request.deadline);
        let mut url = request.url.clone();
        let mut trusted = true;
        let mut hops = 0;
        loop {
            self.guard.check_called(&url).await?;
            let answer = self.hop(request, &url, trusted).await?;
            let Some(to) = redirect_target(&answer, &url)? else {
                return StreamedResponse::new(answer, url, request, deadline);
            };
            let same_origin = to.origin() == request.url.origin();
            let most = match request.redirects {
                Redirects::SameOrigin(most) if same_origin && request.is_replayable() => most,
                Redirects::Anywhere(most) if request.is_replayable() => most,
                _ => return Err(OutboundError::redirected(answer.status(), to)),
            };
            if hops >= most {
                return Err(OutboundError::TooManyRedirects);
            }
            hops += 1;
            // Once another origin was visited, the original one gets no credentials either: the redirect
            // back was chosen by the other origin.
            trusted &= same_origin;
            url = to;
        }
    }

    async fn hop(
        &self,
        request: &Request,
        url: &Url,
        trusted: bool,
    ) -> Result<reqwest::Response, OutboundError> {
        let mut headers = request.headers.clone();
        if !trusted {
            headers = headers
                .into_iter()
                .filter_map(|(name, value)| Some((name?, value)))
                .filter(|(name, _)| HARMLESS_HEADERS.contains(name))
                .collect();
        }
        let mut builder = self
            .client
            .request(request.method.clone(), url.clone())
            .headers(headers);
        if let Some(basic) = request.credentials.as_ref().filter(|_| trusted) {
            builder = builder.basic_auth(&basic.user, Some(basic.password.expose_secret()));
        }
        builder = match &request.body {
            Body::Empty if request.method == Method::POST => builder.body(Bytes::new()),
            Body::Empty => builder,
            Body::Bytes(bytes) => builder.body(bytes.clone()),
            Body::Json(value) => {
                let text = serde_json::to_vec(value).map_err(|_| Refused::NotSendable)?;
                builder
                    .header(header::CONTENT_TYPE, "application/json")
                    .body(text)
            }
            Body::Multipart(parts) => builder.multipart(form(parts)?),
        };
        builder
            .send()
            .await
            .map_err(|error| OutboundError::from_transport(&error))
    }
}

/// TLS 1.2 and 1.3 with the compiled-in trust roots: reading those of the system would add milliseconds to
/// every cold start.
fn trust() -> Result<rustls::ClientConfig, SetupError> {
    let provider = Arc::new(rustls::crypto::aws_lc_rs::default_provider());
    let roots: rustls::RootCertStore = webpki_roots::TLS_SERVER_ROOTS.iter().cloned().collect();
    let config = rustls::ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(|error| SetupError(error.into()))?
        .with_root_certificates(roots)
        .with_no_client_auth();
    Ok(config)
}

fn form(parts: &[Part]) -> Result<Form, Refused> {
    parts.iter().try_fold(Form::new(), |form, part| {
        let mut field = FormPart::stream_with_length(part.bytes.clone(), part.bytes.len() as u64);
        if let Some(file_name) = &part.file_name {
            field = field.file_name(file_name.clone());
        }
        if let Some(content_type) = &part.content_type {
            field = field
                .mime_str(content_type)
                .map_err(|_| Refused::NotSendable)?;
        }
        Ok(form.part(part.name.clone(), field))
    })
}

/// The redirect target of a response, if it has one.
fn redirect_target(answer: &reqwest::Response, from: &Url) -> Result<Option<Url>, OutboundError> {
    let redirect = matches!(
        answer.status(),
        StatusCode::MOVED_PERMANENTLY
            | StatusCode::FOUND
            | StatusCode::SEE_OTHER
            | StatusCode::TEMPORARY_REDIRECT
            | StatusCode::PERMANENT_REDIRECT
    );
    let Some(location) = answer.headers().get(header::LOCATION).filter(|_| redirect) else {
        return Ok(None);
    };
    let location = std::str::from_utf8(location.as_bytes()).map_err(|_| OutboundError::Protocol)?;
    from.join(location)
        .map(Some)
        .map_err(|_| OutboundError::Protocol)
}

/// Only the host is logged: paths and queries of some services contain keys.
fn log(request: &Request, outcome: Result<StatusCode, &OutboundError>) {
    let host = request.url.host_str().unwrap_or_default();
    let method = &request.method;
    match outcome {
        Ok(status) => {
            tracing::debug!(target: "outbound", %method, host, status = status.as_u16());
        }
        Err(error) => tracing::debug!(target: "outbound", %method, host, %error),
    }
}
