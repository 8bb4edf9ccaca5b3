//! Sign-in form of the authorisation page, with the user's own password.

use std::sync::Arc;

use askama::Template;
use http::{StatusCode, header};
use secrecy::SecretString;
use site_store::User;
use site_urls::throttle as limits;
use throttle::{Admission, Throttle};
use vault::password::{self, BUSY_RETRY_AFTER};
use vault::{PasswordError, PasswordHash};

use super::session::Session;
use super::words::Words;
use super::{Fields, field, frame};
use crate::Site;
use crate::frame::Frame;
use crate::page_request::{PageError, PageRequest, PageResult};
use crate::reply::Page;

#[derive(Template)]
#[template(path = "sign_in.html")]
struct SignInPage {
    frame: Frame,
    words: &'static Words,
    login: String,
    error: Option<&'static str>,
}

/// Sign-in form.
///
/// # Errors
/// The store or the template fails.
pub async fn form(
    request: &PageRequest,
    words: &'static Words,
    login: &str,
    error: Option<&'static str>,
) -> PageResult<Page> {
    let page = SignInPage {
        frame: frame(request, words.sign_in).await?,
        words,
        login: login.to_owned(),
        error,
    };
    Ok(Page::html(&page)?.guarded(""))
}

/// Handles a submitted sign-in form.
///
/// # Errors
/// [`PageError::TooManyAttempts`], [`PageError::Busy`]; the store fails.
pub async fn answer(
    site: &Site,
    request: &PageRequest,
    words: &'static Words,
    fields: Fields<'_>,
) -> PageResult<Page> {
    let login = field(fields, "login").trim();
    let user = request.store.user_by_login(login);
    let account = limits::account(&request.store, user.as_deref(), login);
    // Every attempt is counted before it is verified, so that parallel guesses cannot exceed the limit.
    let throttle = Throttle {
        table: &site.table,
        keyring: &site.keyring,
    };
    let (now, headers) = (site.clock.now(), &request.parts.headers);
    let (tenant, address) = (request.store.tenant(), request.address());
    let counts = limits::sign_in(&site.keyring, tenant, address, headers, &account, now);
    let failed = |error: items::ItemsError| PageError::Internal(error.to_string());
    let attempt = match throttle.admit(counts, now).await.map_err(failed)? {
        Admission::Admitted(attempt) => attempt,
        Admission::Refused { retry_after } => return Err(PageError::TooManyAttempts(retry_after)),
    };
    let password = SecretString::from(field(fields, "password"));
    let checked = check(request, user, password).await;
    // An attempt whose password was not verified is not a failed one.
    if !matches!(checked, Ok(None)) {
        throttle.forgive(attempt).await.map_err(failed)?;
    }
    let Some((user, stored)) = checked? else {
        let page = form(request, words, login, Some(words.wrong)).await?;
        return Ok(page.status(StatusCode::UNAUTHORIZED));
    };
    let session = Session::begin(site, request, user, &stored);
    let device = limits::DEVICE.grant(&site.keyring, &account, now, request.is_secure());
    let here = request.parts.uri.path_and_query();
    let here = here.map(http::uri::PathAndQuery::as_str).unwrap_or("/");
    Ok(Page::redirect(StatusCode::SEE_OTHER, here)
        .header(header::SET_COOKIE, &session)
        .header(header::SET_COOKIE, &device))
}

/// The user and the hash of their password, if `given` is the password. An unknown login costs the same
/// work.
///
/// # Errors
/// [`PageError::Busy`] when too many passwords are being verified.
async fn check(
    request: &PageRequest,
    user: Option<Arc<User>>,
    given: SecretString,
) -> PageResult<Option<(Arc<User>, PasswordHash)>> {
    // No user has the identifier 0.
    let id = user.as_ref().map_or(0, |user| user.id);
    let stored = request.store.user_password(id).await?;
    let (Some(user), Some(stored)) = (user, stored) else {
        password::verify_absent(given).await.map_err(unchecked)?;
        return Ok(None);
    };
    let right = password::verify(given, &stored).await.map_err(unchecked)?;
    Ok(right.then_some((user, stored)))
}

fn unchecked(error: PasswordError) -> PageError {
    match error {
        PasswordError::Busy => PageError::Busy(BUSY_RETRY_AFTER),
        PasswordError::Stored | PasswordError::Computation => {
            PageError::Internal(error.to_string())
        }
    }
}
