//! `Idempotency-Key`: a repeated POST is carried out once.
//!
//! For routes that need a session: `.layer(axum::middleware::from_fn_with_state(session_state,
//! platform_session::idempotent))`. The middleware reads the whole body, so a route with a larger limit sets its
//! `DefaultBodyLimit` outside of this layer.

use std::convert::Infallible;

use axum::body::{Body, Bytes};
use axum::extract::rejection::BytesRejection;
use axum::extract::{FromRequest, FromRequestParts, Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use http::request::Parts;
use http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use platform_http::{ApiError, Code};
use platform_store::{Begun, Claim, RequestIdentity, SavedAnswer, body_hash};

use crate::caller::Caller;
use crate::state::SessionState;

/// Header with the client's key.
pub static IDEMPOTENCY_KEY: HeaderName = HeaderName::from_static("idempotency-key");
/// Header of a stored response that is sent again.
pub static IDEMPOTENCY_REPLAYED: HeaderName = HeaderName::from_static("idempotency-replayed");

/// The key of a request, for its handler. The handler writes its work under the claim, in one transaction, and
/// answers from [`Claim::earlier`] when an earlier attempt did the work. A request without a key has an empty claim.
#[derive(Debug, Clone, Default)]
pub struct RequestClaim(pub Claim);

impl<S: Send + Sync> FromRequestParts<S> for RequestClaim {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(parts.extensions.get::<Self>().cloned().unwrap_or_default())
    }
}

/// Marks a response that must not be stored, such as one with a secret link. A repetition is answered from the
/// recorded work.
#[derive(Debug, Clone, Copy)]
pub struct NotStored;

/// Longest key, in characters.
const KEY_CHARS: usize = 255;

/// Does the work of a request once per caller, path, key and 24 hours. A repetition with the same body gets the first
/// response (with `Idempotency-Replayed: true`), one with another body 422 `idempotency_key_reused`, one during the
/// first 409 with Retry-After. Responses that a later attempt may change (401, 429, 5xx) are not stored. If the
/// process ends between the work and the response, a repetition finds the work by the key ([`RequestClaim`]).
/// Requests without the header or without a session pass unchanged.
pub async fn idempotent(
    State(state): State<SessionState>,
    request: Request,
    next: Next,
) -> Response {
    if !request.headers().contains_key(&IDEMPOTENCY_KEY) {
        return next.run(request).await;
    }
    match Caller::of(request.headers(), &state).await {
        Ok(caller) => once(&state, caller, request, next)
            .await
            .unwrap_or_else(IntoResponse::into_response),
        // The handler responds to the missing session.
        Err(error) if error.code() == Code::Unauthenticated => next.run(request).await,
        Err(error) => error.into_response(),
    }
}

async fn once(
    state: &SessionState,
    caller: Caller,
    request: Request,
    next: Next,
) -> Result<Response, ApiError> {
    let key = key(request.headers())?;
    let (mut parts, body) = request.into_parts();
    let body = Bytes::from_request(Request::from_parts(parts.clone(), body), &())
        .await
        .map_err(unreadable)?;
    let identity = RequestIdentity::new(
        caller.user.id.0,
        parts.method.as_str(),
        parts.uri.path(),
        &key,
        hash(&parts.headers, &body),
    );
    let claim = match state
        .store
        .begin_request(identity, state.clock.now())
        .await?
    {
        Begun::Start(claim) => claim,
        Begun::Replay(answer) => return Ok(replay(answer)),
        Begun::InProgress { retry_after } => {
            return Err(ApiError::new(Code::IdempotencyInProgress).retry_after(retry_after));
        }
        Begun::Reused => return Err(Code::IdempotencyKeyReused.into()),
    };
    parts.extensions.insert(caller);
    parts.extensions.insert(RequestClaim(claim.clone()));
    let mut response = next.run(Request::from_parts(parts, Body::from(body))).await;
    if claim.earlier().is_some() {
        mark_replayed(&mut response);
    }
    Ok(keep(state, &claim, response).await)
}

fn mark_replayed(response: &mut Response) {
    response.headers_mut().insert(
        IDEMPOTENCY_REPLAYED.clone(),
        HeaderValue::from_static("true"),
    );
}

/// Validates the key: 1 to 255 visible ASCII characters.
fn key(headers: &HeaderMap) -> Result<String, ApiError> {
    let mut values = headers.get_all(&IDEMPOTENCY_KEY).iter();
    values
        .next()
        .filter(|_| values.next().is_none())
        .and_then(|value| value.to_str().ok())
        .filter(|key| {
            (1..=KEY_CHARS).contains(&key.len()) && key.bytes().all(|byte| byte.is_ascii_graphic())
        })
        .map(str::to_owned)
        .ok_or_else(|| Code::InvalidIdempotencyKey.into())
}

fn unreadable(rejection: BytesRejection) -> ApiError {
    match rejection {
        BytesRejection::FailedToBufferBody(failure)
            if failure.status() == StatusCode::PAYLOAD_TOO_LARGE =>
        {
            Code::PayloadTooLarge.into()
        }
        other => ApiError::new(Code::InvalidJson).debug(other),
    }
}

/// The hash of a body. The boundary of a form is left out, because clients generate a new one for each attempt.
fn hash(headers: &HeaderMap, body: &[u8]) -> String {
    let boundary = headers
        .get(header::CONTENT_TYPE)
        .and_then(|value| value.to_str().ok())
        .and_then(|value| value.parse::<mime::Mime>().ok())
        .filter(|mime| mime.type_() == mime::MULTIPART)
        .and_then(|mime| {
            mime.get_param(mime::BOUNDARY)
                .map(|boundary| boundary.as_str().to_owned())
        })
        .filter(|boundary| !boundary.is_empty());
    match boundary {
        Some(boundary) => body_hash(pieces(body, boundary.as_bytes())),
        None => body_hash([body]),
    }
}

/// The parts between the boundaries of a form, each followed by a separator.
fn pieces<'a>(body: &'a [u8], boundary: &[u8]) -> Vec<&'a [u8]> {
    const MARK: &[u8] = b"\0boundary\0";
    let mut found = Vec::new();
    let mut rest = body;
    while let Some(place) = rest
        .windows(boundary.len())
        .position(|window| window == boundary)
    {
        let (piece, after) = rest.split_at(place);
        found.extend([piece, MARK]);
        rest = after.get(boundary.len()..).unwrap_or_default();
    }
    found.push(rest);
    found
}

fn replay(answer: SavedAnswer) -> Response {
    let mut response = Response::new(Body::from(answer.body));
    *response.status_mut() = StatusCode::from_u16(answer.status).unwrap_or(StatusCode::OK);
    for (name, value) in answer.headers {
        if let (Ok(name), Ok(value)) = (
            HeaderName::try_from(name.as_str()),
            HeaderValue::try_from(value.as_str()),
        ) {
            response.headers_mut().append(name, value);
        }
    }
    mark_replayed(&mut response);
    response
}

/// Whether a later attempt would get the same response.
fn is_final(status: StatusCode) -> bool {
    !(status.is_server_error()
        || status == StatusCode::UNAUTHORIZED
        || status == StatusCode::TOO_MANY_REQUESTS)
}

/// Stores the response, or releases the key. The work is recorded already: if the store fails here, the next attempt
/// answers from that record.
async fn keep(state: &SessionState, claim: &Claim, response: Response) -> Response {
    let (parts, body) = response.into_parts();
    let body = match axum::body::to_bytes(body, usize::MAX).await {
        Ok(body) => body,
        Err(error) => return ApiError::internal(error).into_response(),
    };
    let may_keep = is_final(parts.status) && parts.extensions.get::<NotStored>().is_none();
    let text = std::str::from_utf8(&body).ok();
    let outcome = match text.filter(|_| may_keep) {
        Some(text) => {
            let answer = SavedAnswer {
                status: parts.status.as_u16(),
                headers: parts
                    .headers
                    .iter()
                    .filter(|(name, _)| {
                        **name != header::CONTENT_LENGTH && **name != IDEMPOTENCY_REPLAYED
                    })
                    .filter_map(|(name, value)| {
                        Some((name.as_str().to_owned(), value.to_str().ok()?.to_owned()))
                    })
                    .collect(),
                body: text.to_owned(),
            };
            state
                .store
                .keep_answer(claim, &answer, state.clock.now())
                .await
                .map(|is_stored| {
                    if !is_stored {
                        tracing::warn!(target: "idempotency", "a response could not be stored for repetitions");
                    }
                })
        }
        None => state.store.free_request(claim).await,
    };
    if let Err(error) = outcome {
        tracing::warn!(target: "idempotency", %error, "the outcome of a request was not recorded");
    }
    Response::from_parts(parts, Body::from(body))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn given(values: &[&str]) -> Result<String, ApiError> {
        let mut headers = HeaderMap::new();
        for value in values {
            headers.append(
                IDEMPOTENCY_KEY.clone(),
                HeaderValue::from_str(value).unwrap(),
            );
        }
        key(&headers)
    }

    #[test]
    fn a_key_has_1_to_255_visible_characters() {
        assert_eq!(given(&["a"]).unwrap(), "a");
        assert!(given(&["k".repeat(255).as_str()]).is_ok());
        for refused in [
            &[""][..],
            &["a b"],
            &["a", "a"],
            &["k".repeat(256).as_str()],
        ] {
            assert_eq!(
                given(refused).unwrap_err().code(),
                Code::InvalidIdempotencyKey,
                "{refused:?}"
            );
        }
        let mut headers = HeaderMap::new();
        headers.insert(
            IDEMPOTENCY_KEY.clone(),
            HeaderValue::from_bytes("chavé".as_bytes()).unwrap(),
        );
        assert!(key(&headers).is_err());
    }

    fn form(boundary: &str, content: &str) -> String {
        let mut headers = HeaderMap::new();
        headers.insert(
            header::CONTENT_TYPE,
            format!("multipart/form-data; boundary={boundary}")
                .parse()
                .unwrap(),
        );
        let body = format!(
            "--{boundary}\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n{content}\r\n--{boundary}--\r\n"
        );
        hash(&headers, body.as_bytes())
    }

    #[test]
    fn a_form_is_known_whatever_its_boundary() {
        assert_eq!(form("abc", "texto"), form("--xyz123", "texto"));
        assert_ne!(form("abc", "texto"), form("abc", "outro"));
        assert_ne!(
            hash(&HeaderMap::new(), b"texto"),
            hash(&HeaderMap::new(), b"outro")
        );
    }

    #[test]
    fn responses_that_a_later_attempt_may_change_are_not_stored() {
        for (status, is_stored) in [
            (200, true),
            (201, true),
            (202, true),
            (403, true),
            (422, true),
            (401, false),
            (429, false),
            (500, false),
            (503, false),
        ] {
            assert_eq!(is_final(StatusCode::from_u16(status).unwrap()), is_stored);
        }
    }
}
