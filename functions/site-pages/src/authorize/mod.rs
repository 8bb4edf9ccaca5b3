//! The page on which a person lets a program in
//! (docs/interface/site/application-passwords.md#authorisation-page). The program sends the
//! person here; they sign in with their own password, and approve or reject. Approving makes an
//! application password, which goes to the program's address or is shown once.

mod redirect;
mod session;
mod sign_in;
mod words;

use askama::Template;
use http::StatusCode;
use secrecy::ExposeSecret;
use site_store::User;
use site_web::authority;
use uuid::Uuid;
use vault::{TokenHash, application_password};

use crate::Site;
use crate::archive::missing;
use crate::frame::{Frame, Head};
use crate::reply::Page;
use crate::visit::{Found, Miss, Visit};
use redirect::{Redirects, origin};
use session::Session;
use words::Words;

/// The path of the page below the home address.
const PATH: &str = "authorize-application";

/// Most characters of a program's name.
const NAME_CHARS: usize = 200;

/// Whether a path is that of the page.
pub fn is_here(path: &str) -> bool {
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

/// What a program asks for.
struct Wish {
    app: String,
    app_id: Option<Uuid>,
    redirects: Redirects,
}

/// A form as it was sent.
type Fields<'a> = &'a [(String, String)];

fn field<'a>(fields: Fields<'a>, name: &str) -> &'a str {
    let found = fields.iter().find(|(key, _)| key == name);
    found.map(|(_, value)| value.as_str()).unwrap_or_default()
}

/// Answers the page and its forms.
///
/// # Errors
/// A forged form, too many wrong passwords, or the store fails.
pub async fn answer(site: &Site, visit: &Visit, fields: Fields<'_>) -> Found<Page> {
    let words = Words::of(&visit.settings.language);
    if !site.front.options().takes_passwords(&visit.home) {
        let status = StatusCode::NOT_IMPLEMENTED;
        return missing(visit, status, words.unavailable, words.unavailable_lead).await;
    }
    let wish = match wish(site, visit) {
        Ok(wish) => wish,
        Err(lead) => {
            return missing(visit, StatusCode::BAD_REQUEST, words.refused, lead).await;
        }
    };
    let session = Session::of(site, visit).await?;
    if visit.parts.method == http::Method::POST {
        if !from_here(visit) {
            return Err(Miss::Forged);
        }
        return match (field(fields, "act"), session) {
            ("sign_in", _) => sign_in::answer(site, visit, words, fields).await,
            ("approve" | "reject", Some(session)) => {
                let given = TokenHash::from_stored(field(fields, "form"));
                if !session.form(site, visit).matches(&given) {
                    return Err(Miss::Forged);
                }
                decide(site, visit, words, &wish, &session, fields).await
            }
            _ => Err(Miss::Forged),
        };
    }
    match session {
        Some(session) => ask(site, visit, words, &wish, &session).await,
        None => sign_in::form(visit, words, "", None).await,
    }
}

/// Whether a form was sent by a page of this site. Browsers tell; a program that tells nothing has no
/// cookies of anybody.
fn from_here(visit: &Visit) -> bool {
    let header = |name: &str| {
        let value = visit.parts.headers.get(name)?;
        value.to_str().ok()
    };
    if let Some(place) = header("sec-fetch-site") {
        return matches!(place, "same-origin" | "none");
    }
    match header("origin") {
        Some(origin) => {
            let host = origin.split("://").nth(1).unwrap_or_default();
            host.eq_ignore_ascii_case(&authority(&visit.parts))
        }
        None => true,
    }
}

/// Reads what the program asks for, or says what is wrong with it.
fn wish(site: &Site, visit: &Visit) -> Result<Wish, &'static str> {
    let words = Words::of(&visit.settings.language);
    let text = |name: &str| visit.query(name).unwrap_or_default();
    let app_id = match text("app_id").as_str() {
        "" => None,
        id => Some(Uuid::parse_str(id).map_err(|_| words.bad_app_id)?),
    };
    let redirects = Redirects::read(
        &text("success_url"),
        &text("reject_url"),
        site.front.options().local,
    );
    let app: String = text("app_name")
        .chars()
        .filter(|c| !c.is_control())
        .take(NAME_CHARS)
        .collect();
    Ok(Wish {
        app: app.trim().to_owned(),
        app_id,
        redirects: redirects.map_err(|_| words.bad_address)?,
    })
}

async fn frame(visit: &Visit, title: &str) -> Found<Frame> {
    let head = Head {
        title: title.to_owned(),
        hidden: true,
        ..Head::default()
    };
    Frame::new(visit, head).await
}

async fn ask(
    site: &Site,
    visit: &Visit,
    words: &'static Words,
    wish: &Wish,
    session: &Session,
) -> Found<Page> {
    let page = ApprovePage {
        frame: frame(visit, words.ask).await?,
        words,
        app: wish.app.clone(),
        user: session.user.name.clone(),
        target: wish.redirects.success.as_ref().map(origin),
        form: session.form(site, visit).as_str().to_owned(),
    };
    // A browser follows a form's redirect only to where the policy lets it.
    let targets: Vec<String> = wish.redirects.all().map(redirect::source).collect();
    Ok(Page::html(&page)?.guarded(&targets.join(" ")))
}

async fn decide(
    site: &Site,
    visit: &Visit,
    words: &'static Words,
    wish: &Wish,
    session: &Session,
    fields: Fields<'_>,
) -> Found<Page> {
    let end = session::end(visit);
    if field(fields, "act") == "reject" {
        let to = wish.redirects.rejected(&visit.home);
        return Ok(
            Page::redirect(StatusCode::SEE_OTHER, &to).header(http::header::SET_COOKIE, &end)
        );
    }
    let mut app = wish.app.clone();
    if app.is_empty() {
        app = field(fields, "app_name")
            .trim()
            .chars()
            .take(NAME_CHARS)
            .collect();
    }
    if app.is_empty() {
        return ask(site, visit, words, wish, session).await;
    }
    let User { id, login, .. } = &*session.user;
    let (_, password) = visit
        .store
        .create_app_password(&site.keyring, *id, &app, wish.app_id)
        .await?;
    if let Some(to) = wish.redirects.approved(&visit.home, login, &password) {
        return Ok(
            Page::redirect(StatusCode::SEE_OTHER, &to).header(http::header::SET_COOKIE, &end)
        );
    }
    let page = ApprovedPage {
        frame: frame(visit, words.done).await?,
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
