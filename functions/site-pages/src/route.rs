//! From a path to its page.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::State;
use domain::site::Taxonomy;
use http::{Method, Request, Response, StatusCode, header};
use http_body_util::{BodyExt, Limited};
use site_store::{Freshness, SiteStore, Summary, Term, User};
use site_web::{address, at};

use crate::reply::Page;
use crate::visit::{Found, Miss, Visit};
use crate::{Site, archive, article, authorize, card, feed, relations, sitemap};

/// Largest form taken, in bytes.
const FORM_BYTES: usize = 16 * 1024;

/// What a path means.
enum Target {
    /// The list of posts.
    Home(u64),
    Term(Arc<Term>, u64),
    Author(Arc<User>, u64),
    Item(Box<Summary>),
    Card(Box<Summary>),
    Feed,
}

/// Answers a request.
pub async fn answer(State(site): State<Arc<Site>>, request: Request<Body>) -> Response<Body> {
    let (parts, body) = request.into_parts();
    let acts = parts.method == Method::POST;
    let authorizes = authorize::is_here(parts.uri.path());
    // Who signs in or gives a password must be judged by the newest records.
    let freshness = if acts || authorizes {
        Freshness::Asked
    } else {
        Freshness::Trusted
    };
    let visit = match Visit::open(&site, parts, freshness).await {
        Ok(Some(visit)) => visit,
        Ok(None) => return bare(StatusCode::NOT_FOUND),
        Err(error) => {
            tracing::error!(target: "site", %error, "a site could not be opened");
            return bare(StatusCode::SERVICE_UNAVAILABLE);
        }
    };
    let found = if authorizes {
        let fields = form(body).await;
        authorize::answer(&site, &visit, &fields).await
    } else if acts {
        let fields = form(body).await;
        posted(&site, &visit, &fields).await
    } else if matches!(visit.parts.method, Method::GET | Method::HEAD) {
        read(&site, &visit).await
    } else {
        return bare(StatusCode::METHOD_NOT_ALLOWED);
    };
    let page = match found {
        Ok(page) => Ok(page),
        Err(miss) => told(&visit, miss).await,
    };
    match page {
        Ok(page) => page.respond(&visit),
        Err(miss) => {
            tracing::error!(target: "site", ?miss, "a page could not be made");
            bare(StatusCode::INTERNAL_SERVER_ERROR)
        }
    }
}

/// An answer without a page, where there is no site to make one of.
fn bare(status: StatusCode) -> Response<Body> {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = status;
    if status == StatusCode::METHOD_NOT_ALLOWED {
        let allow = http::HeaderValue::from_static("GET, HEAD, POST");
        response.headers_mut().insert(header::ALLOW, allow);
    }
    response
}

/// The page that says why there is no other.
async fn told(visit: &Visit, miss: Miss) -> Found<Page> {
    let words = visit.words;
    match miss {
        Miss::NotFound => {
            let status = StatusCode::NOT_FOUND;
            archive::missing(visit, status, words.missing, words.missing_lead).await
        }
        Miss::TooMany(wait) => {
            let status = StatusCode::TOO_MANY_REQUESTS;
            let page = archive::missing(visit, status, words.forged, words.too_many).await?;
            Ok(page.header(header::RETRY_AFTER, &wait.to_string()))
        }
        Miss::Busy(wait) => {
            let status = StatusCode::SERVICE_UNAVAILABLE;
            let page = archive::missing(visit, status, words.failed, words.busy).await?;
            Ok(page.header(header::RETRY_AFTER, &wait.to_string()))
        }
        Miss::Forged => {
            let status = StatusCode::FORBIDDEN;
            archive::missing(visit, status, words.forged, words.forged_lead).await
        }
        Miss::Store(error) => {
            tracing::error!(target: "site", %error, "a page could not be made");
            let status = StatusCode::SERVICE_UNAVAILABLE;
            archive::missing(visit, status, words.failed, words.failed_lead).await
        }
        Miss::Internal(error) => {
            tracing::error!(target: "site", %error, "a page could not be made");
            let status = StatusCode::INTERNAL_SERVER_ERROR;
            archive::missing(visit, status, words.failed, words.failed_lead).await
        }
    }
}

/// The fields of a form; none when it is too large or cannot be read.
async fn form(body: Body) -> Vec<(String, String)> {
    let Ok(collected) = Limited::new(body, FORM_BYTES).collect().await else {
        return Vec::new();
    };
    url::form_urlencoded::parse(&collected.to_bytes())
        .into_owned()
        .collect()
}

/// A form was sent: the password of a post.
async fn posted(site: &Site, visit: &Visit, fields: &[(String, String)]) -> Found<Page> {
    let Some(Target::Item(item)) = target(visit)? else {
        return Err(Miss::NotFound);
    };
    let given = fields.iter().find(|(name, _)| name == "post_password");
    let given = given.map(|(_, value)| value.as_str()).unwrap_or_default();
    article::unlock(site, visit, &item, given).await
}

async fn read(site: &Site, visit: &Visit) -> Found<Page> {
    match visit.path() {
        "robots.txt" => return Ok(sitemap::robots(visit)),
        "sitemap.xml" => return sitemap::index(visit),
        path => {
            if let Some((family, number)) = sitemap::child_named(path) {
                return sitemap::child(visit, family, number);
            }
            if let Some(name) = relations::named(path) {
                return relations::page(visit, name).await;
            }
        }
    }
    if let Some(interface) = interface(visit) {
        return Ok(Page::redirect(StatusCode::TEMPORARY_REDIRECT, &interface));
    }
    if let Some(moved) = by_number(visit)? {
        return Ok(Page::redirect(StatusCode::MOVED_PERMANENTLY, &moved));
    }
    let target = target(visit)?.ok_or(Miss::NotFound)?;
    let own = own_path(visit, &target)?;
    let asked = visit.parts.uri.path();
    if asked != own {
        // A page that may not be seen is not told by a redirect either.
        if let Target::Item(item) | Target::Card(item) = &target
            && !article::is_public(visit, item)?
        {
            return Err(Miss::NotFound);
        }
        let to = match visit.parts.uri.query() {
            Some(query) => format!("{own}?{query}"),
            None => own,
        };
        return Ok(Page::redirect(StatusCode::MOVED_PERMANENTLY, &to));
    }
    match target {
        Target::Home(page) => archive::home(visit, home_base(visit)?, page).await,
        Target::Term(term, page) => archive::term(visit, &term, page).await,
        Target::Author(author, page) => archive::author(visit, &author, page).await,
        Target::Item(item) => article::page(site, visit, &item).await,
        Target::Card(item) => card::page(visit, &item).await,
        Target::Feed => feed::page(visit).await,
    }
}

/// Whether the path is that of the home address, where queries name things by number.
fn is_home(visit: &Visit) -> bool {
    matches!(visit.path(), "" | "index.php")
}

/// Where the interface has what `?rest_route=` asks for. A gateway divides by path alone, so such a
/// request may come here; in the local run it never does.
fn interface(visit: &Visit) -> Option<String> {
    let route = visit
        .query("rest_route")
        .filter(|route| !route.is_empty())?;
    if !is_home(visit) {
        return None;
    }
    let query = visit.parts.uri.query().unwrap_or_default();
    let others =
        url::form_urlencoded::parse(query.as_bytes()).filter(|(key, _)| key != "rest_route");
    let others = url::form_urlencoded::Serializer::new(String::new())
        .extend_pairs(others)
        .finish();
    let slash = if route.starts_with('/') { "" } else { "/" };
    let mark = if others.is_empty() { "" } else { "?" };
    Some(format!("{}{slash}{route}{mark}{others}", visit.rest_root))
}

/// Where an address by number leads.
fn by_number(visit: &Visit) -> Found<Option<String>> {
    if !is_home(visit) {
        return Ok(None);
    }
    let number = |name: &str| visit.query(name).and_then(|text| text.parse::<u64>().ok());
    let store = &visit.store;
    for name in ["p", "page_id", "attachment_id"] {
        if let Some(id) = number(name) {
            let item = store.summary(id)?.ok_or(Miss::NotFound)?;
            if !article::is_public(visit, &item)? {
                return Err(Miss::NotFound);
            }
            return Ok(Some(address::item(&item, store, &visit.home)?));
        }
    }
    if let Some(id) = number("cat") {
        let term = store.term(id).ok_or(Miss::NotFound)?;
        return Ok(Some(address::term(&term, store, &visit.home)));
    }
    if let Some(id) = number("author") {
        let user = store.user(id).ok_or(Miss::NotFound)?;
        if !store.has_published(id, &[domain::site::Kind::Post])? {
            return Err(Miss::NotFound);
        }
        return Ok(Some(address::author(&user, &visit.home)));
    }
    Ok(None)
}

/// The address of the list of posts, with a slash at its end.
fn home_base(visit: &Visit) -> Found<String> {
    let posts = posts_page(&visit.store)?;
    Ok(match posts {
        Some(page) => address::item(&page, &visit.store, &visit.home)?,
        None => format!("{}/", visit.home),
    })
}

/// The page that stands for the list of posts, when another page is shown in front.
fn posts_page(store: &SiteStore) -> Found<Option<Summary>> {
    let settings = store.settings();
    if settings.show_on_front != "page" || settings.page_for_posts == 0 {
        return Ok(None);
    }
    Ok(store.summary(settings.page_for_posts)?)
}

/// The path at which a target answers; others lead there.
fn own_path(visit: &Visit, target: &Target) -> Found<String> {
    let base = url::Url::parse(&visit.home).map_err(|error| Miss::Internal(error.to_string()))?;
    let base = base.path().trim_end_matches('/');
    let numbered = |address: String, page: u64| match page {
        1 => address,
        page => format!("{address}page/{page}/"),
    };
    let (store, home) = (&visit.store, visit.home.as_str());
    let full = match target {
        Target::Home(page) => numbered(home_base(visit)?, *page),
        Target::Term(term, page) => numbered(address::term(term, store, home), *page),
        Target::Author(author, page) => numbered(address::author(author, home), *page),
        Target::Item(item) => address::item(&**item, store, home)?,
        Target::Card(item) => format!("{}embed/", address::item(&**item, store, home)?),
        Target::Feed => format!("{home}/feed/"),
    };
    let below = full.strip_prefix(home).unwrap_or("/");
    Ok(format!("{base}{below}"))
}

/// What the path of a request means.
fn target(visit: &Visit) -> Found<Option<Target>> {
    let store = &visit.store;
    let mut segments = at::segments(visit.path());
    if segments.first().map(String::as_str) == Some("index.php") {
        segments.remove(0);
    }
    let mut page = 1;
    if let [.., word, number] = segments.as_slice()
        && word == "page"
        && let Ok(given) = number.parse::<u64>()
    {
        page = given;
        segments.truncate(segments.len() - 2);
    }
    let words: Vec<&str> = segments.iter().map(String::as_str).collect();
    let found = match words.as_slice() {
        [] => {
            let front = store.settings().page_on_front;
            let front = if address::is_front(front, store) && page == 1 {
                store.summary(front)?
            } else {
                None
            };
            Some(front.map_or(Target::Home(page), |front| Target::Item(Box::new(front))))
        }
        ["feed"] if page == 1 => Some(Target::Feed),
        ["category", ..] => at::term(store, Taxonomy::Category, below(&segments, 1))?
            .map(|term| Target::Term(term, page)),
        ["tag", ..] => at::term(store, Taxonomy::PostTag, below(&segments, 1))?
            .map(|term| Target::Term(term, page)),
        ["author", slug] => at::author(store, slug)?.map(|author| Target::Author(author, page)),
        _ => None,
    };
    if found.is_some() {
        return Ok(found);
    }
    if let Some(item) = at::item(store, &segments)? {
        if posts_page(store)?.is_some_and(|posts| posts.id == item.id) {
            return Ok(Some(Target::Home(page)));
        }
        return Ok((page == 1).then(|| Target::Item(Box::new(item))));
    }
    if let Some((last, above)) = segments.split_last()
        && last == "embed"
        && page == 1
    {
        let item = if above.is_empty() {
            store.summary(store.settings().page_on_front)?
        } else {
            at::item(store, above)?
        };
        return Ok(item.map(|item| Target::Card(Box::new(item))));
    }
    Ok(None)
}

fn below(segments: &[String], from: usize) -> &[String] {
    segments.get(from..).unwrap_or_default()
}
