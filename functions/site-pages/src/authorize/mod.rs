//! Authorisation page of application passwords
//! (docs/interface/site/application-passwords.md#authorisation-page). An application sends a user here, who signs in with the password of the account and approves or rejects. An approval creates an
//! application password, which is sent to the application's redirect URL or displayed once.

mod redirect;
mod session;
mod sign_in;
mod words;

use std::sync::Arc;

use askama::Template;
use domain::direction;
use http::StatusCode;
use secrecy::ExposeSecret;
use site_store::User;
use url::Url;
use uuid::Uuid;
use vault::{TokenHash, application_password};

use crate::Site;
use crate::archive::missing;
use crate::frame::{Frame, Head};
use crate::page_request::{PageError, PageRequest, PageResult};
use crate::reply::Page;
use redirect::{Redirects, origin};
use session::Session;
use words::Words;

/// Path of the page below the home URL.
const PATH: &str = "authorize-application";

/// Maximum length of an application's name in characters.
const MAX_NAME_CHARS: usize = 200;

/// Whether a path is that of the page.
pub fn is_authorization_path(path: &str) -> bool {
    path.trim_matches('/') == PATH
}

#[derive(Template)]
#[template(path = "approve.html")]
struct ApprovePage {
    frame: Frame,
    words: &'static Words,
    app: String,
    user: String,
    target: Option<String>,
    form: String,
}

#[derive(Template)]
#[template(path = "approved.html")]
struct ApprovedPage {
    frame: Frame,
    words: &'static Words,
    app: String,
    user: String,
    password: String,
}

/// Authorisation request of an application.
struct AuthorizationRequest {
    app: String,
    app_id: Option<Uuid>,
    redirects: Redirects,
}

/// Fields of a submitted form.
type Fields<'a> = &'a [(String, String)];

fn field<'a>(fields: Fields<'a>, name: &str) -> &'a str {
    let found = fields.iter().find(|(key, _)| key == name);
    found.map(|(_, value)| value.as_str()).unwrap_or_default()
}

/// The user who is signed in at the page.
///
/// # Errors
/// The store fails.
pub async fn signed_in_user(site: &Site, request: &PageRequest) -> PageResult<Option<Arc<User>>> {
    Ok(Session::of(site, request)
        .await?
        .map(|session| session.user))
}

/// Renders the page and handles its forms.
///
/// # Errors
/// [`PageError::Forged`], [`PageError::TooManyAttempts`], [`PageError::Busy`]; the store fails.
pub async fn answer(site: &Site, request: &PageRequest, fields: Fields<'_>) -> PageResult<Page> {
    let words = Words::of(&request.settings.language);
    if !site.tenants.options().takes_passwords(&request.home) {
        let status = StatusCode::NOT_IMPLEMENTED;
        return missing(request, status, words.unavailable, words.unavailable_lead).await;
    }
    let application = match parse(site, request) {
        Ok(application) => application,
        Err(lead) => {
            return missing(request, StatusCode::BAD_REQUEST, words.refused, lead).await;
        }
    };
    let session = Session::of(site, request).await?;
    if request.parts.method == http::Method::POST {
        if !is_same_origin(request) {
            return Err(PageError::Forged);
        }
        return match (field(fields, "act"), session) {
            ("sign_in", _) => sign_in::answer(site, request, words, fields).await,
            ("approve" | "reject", Some(session)) => {
                let given = TokenHash::from_stored(field(fields, "form"));
                if !session.form(site, request).matches(&given) {
                    return Err(PageError::Forged);
                }
                decide(site, request, words, &application, &session, fields).await
            }
            _ => Err(PageError::Forged),
        };
    }
    match session {
        Some(session) => ask(site, request, words, &application, &session).await,
        None => sign_in::form(request, words, "", None).await,
    }
}

/// Whether a form was sent by a page of this site. Browsers send `Sec-Fetch-Site` or `Origin`; a client
/// that sends neither has no cookies of a user. An origin is scheme, host and port as browsers write them (RFC 6454,
/// section 6.2), so that everything else, such as one with a path, is another one.
fn is_same_origin(request: &PageRequest) -> bool {
    let header = |name: &str| {
        let value = request.parts.headers.get(name)?;
        Some(value.to_str().unwrap_or_default())
    };
    if let Some(place) = header("sec-fetch-site") {
        return matches!(place, "same-origin" | "none");
    }
    match header("origin") {
        Some(origin) => Url::parse(&request.home)
            .is_ok_and(|home| home.origin().ascii_serialization() == origin),
        None => true,
    }
}

/// Parses the authorisation request; the error is the explanation for the user.
fn parse(site: &Site, request: &PageRequest) -> Result<AuthorizationRequest, &'static str> {
    let words = Words::of(&request.settings.language);
    let text = |name: &str| request.query(name).unwrap_or_default();
    let app_id = match text("app_id").as_str() {
        "" => None,
        id => Some(Uuid::parse_str(id).map_err(|_| words.bad_app_id)?),
    };
    let redirects = Redirects::read(
        &text("success_url"),
        &text("reject_url"),
        site.tenants.options().local,
    );
    let app: String = direction::without_controls(&text("app_name"))
        .chars()
        .filter(|c| !c.is_control())
        .take(MAX_NAME_CHARS)
        .collect();
    Ok(AuthorizationRequest {
        app: app.trim().to_owned(),
        app_id,
        redirects: redirects.map_err(|_| words.bad_address)?,
    })
}

async fn frame(request: &PageRequest, title: &str) -> PageResult<Frame> {
    let head = Head::of_notice(request, title).await?;
    Frame::new(request, head).await
}

async fn ask(
    site: &Site,
    request: &PageRequest,
    words: &'static Words,
    application: &AuthorizationRequest,
    session: &Session,
) -> PageResult<Page> {
    let page = ApprovePage {
        frame: frame(request, words.ask).await?,
        words,
        app: application.app.clone(),
        user: session.user.name.clone(),
        target: application.redirects.success.as_ref().map(origin),
        form: session.form(site, request).as_str().to_owned(),
    };
    // Browsers apply `form-action` to the redirect that follows a form too.
    let targets: Vec<String> = application.redirects.all().map(redirect::source).collect();
    Ok(Page::html(&page)?.guarded(&targets.join(" ")))
}

async fn decide(
    site: &Site,
    request: &PageRequest,
    words: &'static Words,
    application: &AuthorizationRequest,
    session: &Session,
    fields: Fields<'_>,
) -> PageResult<Page> {
    let end = session::end(request);
    if field(fields, "act") == "reject" {
        let to = application.redirects.rejected(&request.home);
        return Ok(
            Page::redirect(StatusCode::SEE_OTHER, &to).header(http::header::SET_COOKIE, &end)
        );
    }
    let mut app = application.app.clone();
    if app.is_empty() {
        app = field(fields, "app_name")
            .trim()
            .chars()
            .take(MAX_NAME_CHARS)
            .collect();
    }
    if app.is_empty() {
        return ask(site, request, words, application, session).await;
    }
    let User { id, login, .. } = &*session.user;
    // Who connects the same application once more gets a further password.
    let app = request.store.free_app_password_name(*id, &app);
    let (_, password) = request
        .store
        .create_app_password(&site.keyring, *id, &app, application.app_id)
        .await?;
    if let Some(to) = application
        .redirects
        .approved(&request.home, login, &password)
    {
        return Ok(
            Page::redirect(StatusCode::SEE_OTHER, &to).header(http::header::SET_COOKIE, &end)
        );
    }
    let page = ApprovedPage {
        frame: frame(request, words.done).await?,
        words,
        app,
        user: login.clone(),
        password: application_password::chunked(&password)
            .expose_secret()
            .to_owned(),
    };
    Ok(Page::html(&page)?
        .guarded("")
        .header(http::header::SET_COOKIE, &end))
}
