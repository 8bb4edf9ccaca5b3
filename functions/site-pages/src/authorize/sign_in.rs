//! Signing in on the page, with the person's own password.

use std::sync::Arc;

use askama::Template;
use http::{StatusCode, header};
use secrecy::SecretString;
use site_store::User;
use site_web::throttle as limits;
use throttle::{Admission, Throttle};
use vault::password::{self, BUSY_RETRY_AFTER};
use vault::{PasswordError, PasswordHash};

use super::session::Session;
use super::words::Words;
use super::{Fields, field, frame};
use crate::Site;
use crate::frame::Frame;
use crate::reply::Page;
use crate::visit::{Found, Miss, Visit};

#[derive(Template)]
#[template(path = "sign_in.html")]
struct SignInPage {
    frame: Frame,
    words: &'static Words,
    login: String,
    error: Option<&'static str>,
}

/// The form.
///
/// # Errors
/// The store or the template fails.
pub async fn form(
    visit: &Visit,
    words: &'static Words,
    login: &str,
    error: Option<&'static str>,
) -> Found<Page> {
    let page = SignInPage {
        frame: frame(visit, words.sign_in).await?,
        words,
        login: login.to_owned(),
        error,
    };
    Ok(Page::html(&page)?.guarded(""))
}

/// Answers the form that was sent.
///
/// # Errors
/// Too many wrong passwords, too many sign-ins at once, or the store fails.
pub async fn answer(
    site: &Site,
    visit: &Visit,
    words: &'static Words,
    fields: Fields<'_>,
) -> Found<Page> {
    let login = field(fields, "login").trim();
    let user = visit.store.user_by_login(login);
    let account = limits::account(&visit.store, user.as_deref(), login);
    // Each try is counted before it is judged, so the right password is not found by trying.
    let throttle = Throttle {
        table: &site.table,
        keyring: &site.keyring,
    };
    let (now, headers) = (site.clock.now(), &visit.parts.headers);
    let (tenant, address) = (visit.store.tenant(), visit.address());
    let counts = limits::sign_in(&site.keyring, tenant, address, headers, &account, now);
    let failed = |error: items::ItemsError| Miss::Internal(error.to_string());
    let attempt = match throttle.admit(counts, now).await.map_err(failed)? {
        Admission::Admitted(attempt) => attempt,
        Admission::Refused { retry_after } => return Err(Miss::TooMany(retry_after)),
    };
    let password = SecretString::from(field(fields, "password"));
    let checked = check(visit, user, password).await;
    // A password that was not looked at is no failure either.
    if !matches!(checked, Ok(None)) {
        throttle.forgive(attempt).await.map_err(failed)?;
    }
    let Some((user, stored)) = checked? else {
        let page = form(visit, words, login, Some(words.wrong)).await?;
        return Ok(page.status(StatusCode::UNAUTHORIZED));
    };
    let session = Session::begin(site, visit, user, &stored);
    let device = limits::DEVICE.grant(&site.keyring, &account, now, visit.is_secure());
    let here = visit.parts.uri.path_and_query();
    let here = here.map(http::uri::PathAndQuery::as_str).unwrap_or("/");
    Ok(Page::redirect(StatusCode::SEE_OTHER, here)
        .header(header::SET_COOKIE, &session)
        .header(header::SET_COOKIE, &device))
}

/// The person and the hash of their password if `given` is it. The same work is done for a login
/// without an account.
///
/// # Errors
/// The password could not be looked at.
async fn check(
    visit: &Visit,
    user: Option<Arc<User>>,
    given: SecretString,
) -> Found<Option<(Arc<User>, PasswordHash)>> {
    // No user has the number 0.
    let id = user.as_ref().map_or(0, |user| user.id);
    let stored = visit.store.user_password(id).await?;
    let (Some(user), Some(stored)) = (user, stored) else {
        password::verify_absent(given).await.map_err(unchecked)?;
        return Ok(None);
    };
    let right = password::verify(given, &stored).await.map_err(unchecked)?;
    Ok(right.then_some((user, stored)))
}

fn unchecked(error: PasswordError) -> Miss {
    match error {
        PasswordError::Busy => Miss::Busy(BUSY_RETRY_AFTER),
        PasswordError::Stored | PasswordError::Computation => Miss::Internal(error.to_string()),
    }
}
