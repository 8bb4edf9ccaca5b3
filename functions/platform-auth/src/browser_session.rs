//! Sessions of browsers: the refresh token is in a cookie that no script can read.
//!
//! The cookie is sent to the routes of this file only. Requests that a page of another origin caused are refused, in
//! addition to `SameSite=Strict`: a site on another port of the same host counts as the same site. Signing in always
//! begins a new session, so a cookie that was planted before has no effect.

use axum::extract::State;
use axum::response::{AppendHeaders, IntoResponse};
use cookie::{Cookie, SameSite, time::Duration};
use http::{HeaderMap, HeaderName, StatusCode, header};
use jiff::SignedDuration;
use platform_http::{ApiError, Code, Json};
use platform_store::SESSION_LIFE;
use secrecy::SecretString;
use serde::Serialize;
use utoipa::ToSchema;

use crate::refresh_token::RefreshToken;
use crate::two_factor::{self, TwoFactorBody};
use crate::wire::{TokensBody, UserBody};
use crate::{Ports, errors, guard, sessions};

/// Path that the cookie is sent to.
const PATH: &str = "/api/v1/auth/browser-session";
/// Life of the cookie: that of a session.
const LIFE: Duration = Duration::seconds(SESSION_LIFE.as_secs());

/// How long a replaced cookie gets its successor again. A page that is reloaded or closed before the response arrives
/// never learns of the new cookie.
const OVERLAP: SignedDuration = SignedDuration::from_secs(60);

/// Access to the API for a page. The refresh token is in a cookie.
#[derive(Serialize, ToSchema)]
pub(crate) struct BrowserSessionBody {
    /// Access token, for `Authorization: Bearer`.
    pub access_token: String,
    /// Always `Bearer`.
    pub token_type: &'static str,
    /// Life of the access token in seconds.
    pub expires_in: i64,
    /// Signed-in user.
    pub user: UserBody,
}

/// Name of the cookie. Browsers accept a name with the prefix `__Secure-` only with the attribute `Secure`.
const fn name(secure: bool) -> &'static str {
    if secure {
        "__Secure-pauta-session"
    } else {
        "pauta-session"
    }
}

fn is_secure(ports: &Ports) -> bool {
    ports.base_url.scheme() == "https"
}

/// The `Set-Cookie` header; an empty value with no life removes the cookie.
fn set_cookie(ports: &Ports, value: &str, life: Duration) -> (HeaderName, String) {
    let secure = is_secure(ports);
    let cookie = Cookie::build((name(secure), value))
        .max_age(life)
        .path(PATH)
        .http_only(true)
        .same_site(SameSite::Strict)
        .secure(secure)
        .to_string();
    (header::SET_COOKIE, cookie)
}

/// The refresh token of the request's cookie.
fn presented(ports: &Ports, headers: &HeaderMap) -> Option<RefreshToken> {
    let name = name(is_secure(ports));
    headers
        .get_all(header::COOKIE)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(Cookie::split_parse)
        .filter_map(Result::ok)
        .filter(|cookie| cookie.name() == name)
        .find_map(|cookie| RefreshToken::read(&SecretString::from(cookie.value()), &ports.keyring))
}

/// Refuses what a page of another origin caused. Clients that are no browsers send neither header.
///
/// # Errors
/// 403 `foreign_origin`.
fn check_origin(ports: &Ports, headers: &HeaderMap) -> Result<(), ApiError> {
    if is_same_origin(headers, &ports.base_url.origin().ascii_serialization()) {
        Ok(())
    } else {
        Err(Code::ForeignOrigin.into())
    }
}

/// Whether a request was caused by a page of the origin `own`, or by no page.
///
/// Browsers of today tell the relation in `Sec-Fetch-Site` (<https://www.w3.org/TR/fetch-metadata/>). Older ones send `Origin`
/// only, which has scheme, host and port in one form (RFC 6454, section 6.2): lower case, without the port of the scheme,
/// without user information, path and trailing slash. Everything else, including `null`, is another origin, and so is a header
/// that is sent twice with different values.
fn is_same_origin(headers: &HeaderMap, own: &str) -> bool {
    let is_always = |name: &str, wanted: &str| {
        let mut values = headers.get_all(name).iter().peekable();
        let is_sent = values.peek().is_some();
        is_sent.then(|| values.all(|value| value.as_bytes() == wanted.as_bytes()))
    };
    is_always("sec-fetch-site", "same-origin")
        .or_else(|| is_always("origin", own))
        .unwrap_or(true)
}

/// The response with the access token in the body and the refresh token in the cookie.
fn begun(ports: &Ports, tokens: TokensBody) -> ((HeaderName, String), Json<BrowserSessionBody>) {
    let body = BrowserSessionBody {
        access_token: tokens.access_token,
        token_type: tokens.token_type,
        expires_in: tokens.expires_in,
        user: tokens.user,
    };
    (set_cookie(ports, &tokens.refresh_token, LIFE), Json(body))
}

/// Sign in a browser, second step.
///
/// Like `/auth/two-factor`, but the refresh token is set as a cookie that is sent to this path only.
#[utoipa::path(
    post,
    path = "/api/v1/auth/browser-session",
    operation_id = "begin_browser_session",
    tag = "auth",
    request_body = TwoFactorBody,
    responses((status = 200, description = "Access token of a new session.", body = BrowserSessionBody, headers(("Set-Cookie" = String, description = "Cookie of the session, and of a known device."))), errors::BeginBrowserSession),
    extensions(("x-permission" = json!("public")))
)]
pub(crate) async fn begin_browser_session(
    State(ports): State<Ports>,
    headers: HeaderMap,
    Json(body): Json<TwoFactorBody>,
) -> Result<impl IntoResponse, ApiError> {
    check_origin(&ports, &headers)?;
    let (tokens, email) = two_factor::complete(&ports, &body).await?;
    let (session, body) = begun(&ports, tokens);
    let [device] = guard::known_device(&ports, &email);
    Ok((AppendHeaders([session, device]), body))
}

/// Refresh the session of a browser.
///
/// Returns a new access token and replaces the cookie. A second use of a cookie within 60 seconds, as when a page
/// is reloaded before the response arrives, gets the same cookie; a later one ends the session.
#[utoipa::path(
    post,
    path = "/api/v1/auth/browser-session/refresh",
    operation_id = "refresh_browser_session",
    tag = "auth",
    responses((status = 200, description = "New access token.", body = BrowserSessionBody, headers(("Set-Cookie" = String, description = "Cookie of the session."))), errors::RefreshBrowserSession),
    extensions(("x-permission" = json!("public")))
)]
pub(crate) async fn refresh_browser_session(
    State(ports): State<Ports>,
    headers: HeaderMap,
) -> Result<impl IntoResponse, ApiError> {
    check_origin(&ports, &headers)?;
    let presented = presented(&ports, &headers).ok_or(Code::InvalidRefreshToken)?;
    let tokens = sessions::rotate(&ports, &presented, OVERLAP).await?;
    let (session, body) = begun(&ports, tokens);
    Ok((AppendHeaders([session]), body))
}

/// Sign out a browser.
///
/// Ends the session of the cookie and removes the cookie. Without a session it is no error.
#[utoipa::path(
    delete,
    path = "/api/v1/auth/browser-session",
    operation_id = "end_browser_session",
    tag = "auth",
    responses((status = 204, description = "Session ended.", headers(("Set-Cookie" = String, description = "Removes the cookie."))), errors::EndBrowserSession),
    extensions(("x-permission" = json!("public")))
)]
pub(crate) async fn end_browser_session(
    State(ports): State<Ports>,
    headers: HeaderMap,
) -> Result<impl IntoResponse, ApiError> {
    check_origin(&ports, &headers)?;
    if let Some(token) = presented(&ports, &headers) {
        ports.store.end_session(&token.session).await?;
    }
    let removed = set_cookie(&ports, "", Duration::ZERO);
    Ok((StatusCode::NO_CONTENT, AppendHeaders([removed])))
}

#[cfg(test)]
mod tests {
    use super::*;

    const OWN: &str = "https://pauta.test";

    #[test]
    fn a_header_that_is_sent_twice_with_different_values_is_of_another_origin() {
        let is_own = |sent: &[(&'static str, &'static str)]| {
            let mut headers = HeaderMap::new();
            for (name, value) in sent {
                headers.append(*name, value.parse().unwrap());
            }
            is_same_origin(&headers, OWN)
        };
        assert!(is_own(&[]));
        for (name, own, other) in [
            ("origin", OWN, "https://outro.test"),
            ("sec-fetch-site", "same-origin", "cross-site"),
        ] {
            assert!(is_own(&[(name, own)]));
            assert!(is_own(&[(name, own), (name, own)]));
            assert!(!is_own(&[(name, own), (name, other)]));
            assert!(!is_own(&[(name, other), (name, own)]));
        }
    }
}
