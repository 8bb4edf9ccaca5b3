//! Routing of paths to pages.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::State;
use domain::site::{Capability, Format, Taxonomy};
use http::{Method, Request, Response, StatusCode, header};
use http_body_util::{BodyExt, Limited};
use site_store::{Freshness, SiteStore, StoreError, Summary, Term, User};
use site_urls::moved::{self, Moved};
use site_urls::{address, at};

use crate::dated::Period;
use crate::page_request::{PageError, PageRequest, PageResult};
use crate::reply::Page;
use crate::{
    Site, archive, article, authorize, card, comments, deployed, feed, forms, identity, index_now,
    relations, search, sitemap,
};

/// Maximum size of a form in bytes.
const FORM_BYTES: usize = 64 * 1024;

/// Maximum size of a contact form with its files in bytes; a function takes 6 MB.
const UPLOAD_BYTES: usize = 6 * 1024 * 1024;

/// Seconds after which a page is requested again whose query was stopped.
const STOPPED_SECONDS: &str = "5";

/// Parameter of the address by which administrators see a page without snippets.
const SAFE_MODE: &str = "snippets-safe-mode";

/// Page that a path addresses.
enum Target {
    /// List of posts, with the page number.
    Home(u64),
    /// Results of a search, with its text and the page number.
    Search(String, u64),
    Term(Arc<Term>, u64),
    Author(Arc<User>, u64),
    Item(Box<Summary>),
    Card(Box<Summary>),
    Dated(Period, u64),
    Format(Format, u64),
    Feed(feed::Source),
}

/// Handles a request.
pub async fn answer(State(site): State<Arc<Site>>, http_request: Request<Body>) -> Response<Body> {
    let (parts, body) = http_request.into_parts();
    let acts = parts.method == Method::POST;
    let authorizes = authorize::is_authorization_path(parts.uri.path());
    // Sign-ins and passwords must be verified against the latest records.
    let freshness = if acts || authorizes {
        Freshness::Asked
    } else {
        Freshness::Trusted
    };
    let mut request = match PageRequest::open(&site, parts, freshness).await {
        Ok(Some(request)) => request,
        Ok(None) => return bare(StatusCode::NOT_FOUND),
        Err(error) => {
            tracing::error!(target: "site", ?error, "a site could not be opened");
            return bare(StatusCode::SERVICE_UNAVAILABLE);
        }
    };
    let is_safe_mode = match apply_snippets(&site, &mut request, authorizes).await {
        Ok(is_safe_mode) => is_safe_mode,
        Err(miss) => {
            tracing::error!(target: "site", ?miss, "a session could not be read");
            return bare(StatusCode::SERVICE_UNAVAILABLE);
        }
    };
    let deployed = deployed::answer(&request).transpose();
    let found = if let Some(found) = deployed {
        found
    } else if authorizes {
        authorize(&site, &request, body).await
    } else if acts && forms::is_multipart(&request.parts.headers) {
        submit_contact_form(&site, &request, body).await
    } else if acts {
        submit_form(&site, &request, body).await
    } else if matches!(request.parts.method, Method::GET | Method::HEAD) {
        read(&site, &request).await
    } else {
        return bare(StatusCode::METHOD_NOT_ALLOWED);
    };
    let page = match found {
        Ok(page) => Ok(page),
        Err(miss) => error_page(&request, miss).await,
    };
    match page {
        Ok(page) if is_safe_mode => page.private().respond(&request),
        Ok(page) => page.respond(&request),
        Err(miss) => {
            tracing::error!(target: "site", ?miss, "a page could not be made");
            let status = match miss {
                PageError::Store(_) => StatusCode::SERVICE_UNAVAILABLE,
                _ => StatusCode::INTERNAL_SERVER_ERROR,
            };
            bare(status)
        }
    }
}

/// Lets active snippets take effect: not where passwords of users are entered, not when the operator turned them off, and
/// not in safe mode, the sight of an administrator without snippets. Returns whether safe mode applies.
async fn apply_snippets(
    site: &Site,
    request: &mut PageRequest,
    authorizes: bool,
) -> PageResult<bool> {
    if authorizes || !site.tenants.options().snippets {
        return Ok(false);
    }
    if request.query(SAFE_MODE).is_some() {
        let user = authorize::signed_in_user(site, request).await?;
        if user.is_some_and(|user| user.caller().can(Capability::ManageOptions)) {
            return Ok(true);
        }
    }
    request.snippets = site.snippets.get(&request.store);
    Ok(false)
}

/// Response without a body, when there is no site to render a page.
fn bare(status: StatusCode) -> Response<Body> {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = status;
    if status == StatusCode::METHOD_NOT_ALLOWED {
        let allow = http::HeaderValue::from_static("GET, HEAD, POST");
        response.headers_mut().insert(header::ALLOW, allow);
    }
    response
}

/// Error page.
async fn error_page(request: &PageRequest, miss: PageError) -> PageResult<Page> {
    let words = request.words;
    match miss {
        PageError::NotFound => {
            let status = StatusCode::NOT_FOUND;
            archive::missing(request, status, words.missing, words.missing_lead).await
        }
        PageError::TooManyAttempts(wait) => {
            let status = StatusCode::TOO_MANY_REQUESTS;
            let page = archive::missing(request, status, words.forged, words.too_many).await?;
            Ok(page.header(header::RETRY_AFTER, &wait.to_string()))
        }
        PageError::Busy(wait) => {
            let status = StatusCode::SERVICE_UNAVAILABLE;
            let page = archive::missing(request, status, words.failed, words.busy).await?;
            Ok(page.header(header::RETRY_AFTER, &wait.to_string()))
        }
        PageError::TooLarge => {
            let status = StatusCode::PAYLOAD_TOO_LARGE;
            archive::missing(request, status, words.forged, words.too_large).await
        }
        PageError::Forged => {
            let status = StatusCode::FORBIDDEN;
            archive::missing(request, status, words.forged, words.forged_lead).await
        }
        PageError::Store(error @ StoreError::Stopped) => {
            tracing::error!(target: "site", %error, "a page could not be made");
            let status = StatusCode::SERVICE_UNAVAILABLE;
            let page = archive::missing(request, status, words.failed, words.failed_lead).await?;
            Ok(page.header(header::RETRY_AFTER, STOPPED_SECONDS))
        }
        PageError::Store(error) => {
            tracing::error!(target: "site", %error, "a page could not be made");
            let status = StatusCode::SERVICE_UNAVAILABLE;
            archive::missing(request, status, words.failed, words.failed_lead).await
        }
        PageError::Internal(error) => {
            tracing::error!(target: "site", %error, "a page could not be made");
            let status = StatusCode::INTERNAL_SERVER_ERROR;
            archive::missing(request, status, words.failed, words.failed_lead).await
        }
    }
}

/// Fields of a form; empty when it is malformed.
async fn form(body: Body) -> PageResult<Vec<(String, String)>> {
    let collected = Limited::new(body, FORM_BYTES).collect().await;
    let bytes = collected.map_err(|_| PageError::TooLarge)?.to_bytes();
    Ok(url::form_urlencoded::parse(&bytes).into_owned().collect())
}

async fn authorize(site: &Site, request: &PageRequest, body: Body) -> PageResult<Page> {
    let fields = form(body).await?;
    authorize::answer(site, request, &fields).await
}

/// Handles a submitted form: a comment, or the password of a post.
async fn submit_form(site: &Site, request: &PageRequest, body: Body) -> PageResult<Page> {
    let Some(Target::Item(item)) = target(request)? else {
        return Err(PageError::NotFound);
    };
    let fields = form(body).await?;
    if comments::is_comment(&fields) {
        return comments::submit(site, request, &item, &fields).await;
    }
    let given = fields.iter().find(|(name, _)| name == "post_password");
    let given = given.map(|(_, value)| value.as_str()).unwrap_or_default();
    article::unlock(site, request, &item, given).await
}

/// Handles a submitted contact form.
async fn submit_contact_form(site: &Site, request: &PageRequest, body: Body) -> PageResult<Page> {
    let Some(Target::Item(item)) = target(request)? else {
        return Err(PageError::NotFound);
    };
    let Ok(collected) = Limited::new(body, UPLOAD_BYTES).collect().await else {
        return Err(PageError::TooLarge);
    };
    let parts = forms::parts(&request.parts.headers, collected.to_bytes()).await;
    let parts = parts.ok_or(PageError::Forged)?;
    forms::submit(site, request, &item, parts).await
}

async fn read(site: &Site, request: &PageRequest) -> PageResult<Page> {
    match request.path() {
        "robots.txt" => return Ok(sitemap::robots(request)),
        identity::FAVICON => return identity::favicon(request).await,
        "sitemap.xml" => return sitemap::index(request).await,
        path => {
            if let Some((family, number)) = sitemap::child_named(path) {
                return sitemap::child(request, family, number).await;
            }
            if let Some(name) = relations::named(path) {
                return relations::page(request, name).await;
            }
            if let Some(page) = index_now::key_file(site, request, path) {
                return Ok(page);
            }
        }
    }
    if let Some(interface) = interface(request) {
        return Ok(Page::redirect(StatusCode::TEMPORARY_REDIRECT, &interface));
    }
    if request.query("feed").is_none()
        && let Some(moved) = by_number(request)?
    {
        return Ok(Page::redirect(StatusCode::MOVED_PERMANENTLY, &moved));
    }
    if is_home(request)
        && let Some(query) = request.parts.uri.query()
        && let Some(found) = moved::by_query(&request.store, &request.home, query)?
    {
        return Ok(moved_page(found));
    }
    let Some(target) = target(request)? else {
        let found = moved::by_path(&request.store, &request.home, request.path())?;
        return found.map(moved_page).ok_or(PageError::NotFound);
    };
    let own = own_path(request, &target)?;
    let asked = request.parts.uri.path();
    if !at::is_same_path(asked, &own) {
        // A redirect would reveal the existence of an item that is not public.
        if let Target::Item(item)
        | Target::Card(item)
        | Target::Feed(feed::Source::CommentsOn(item)) = &target
            && !request.store.is_public(item)?
        {
            return Err(PageError::NotFound);
        }
        let to = match request.parts.uri.query() {
            Some(query) => format!("{own}?{query}"),
            None => own,
        };
        return Ok(Page::redirect(StatusCode::MOVED_PERMANENTLY, &to));
    }
    match target {
        Target::Home(page) => archive::home(request, home_base(request)?, page).await,
        Target::Search(text, page) => search::page(request, &text, page).await,
        Target::Term(term, page) => archive::term(request, &term, page).await,
        Target::Author(author, page) => archive::author(request, &author, page).await,
        Target::Item(item) => article::page(site, request, &item).await,
        Target::Card(item) => card::page(request, &item).await,
        Target::Dated(period, page) => archive::dated(request, period, page).await,
        Target::Format(format, page) => archive::of_format(request, format, page).await,
        Target::Feed(source) => feed::page(request, &source).await,
    }
}

/// Whether the path is the home URL, where query parameters may address items by identifier.
fn is_home(request: &PageRequest) -> bool {
    matches!(request.path(), "" | "index.php")
}

/// URL in the REST interface for `?rest_route=`. A gateway routes by path only, so such a request may
/// reach the pages; the local process routes it directly.
fn interface(request: &PageRequest) -> Option<String> {
    let route = request
        .query("rest_route")
        .filter(|route| !route.is_empty())?;
    if !is_home(request) {
        return None;
    }
    let query = request.parts.uri.query().unwrap_or_default();
    let others =
        url::form_urlencoded::parse(query.as_bytes()).filter(|(key, _)| key != "rest_route");
    let others = url::form_urlencoded::Serializer::new(String::new())
        .extend_pairs(others)
        .finish();
    let slash = if route.starts_with('/') { "" } else { "/" };
    let mark = if others.is_empty() { "" } else { "?" };
    Some(format!("{}{slash}{route}{mark}{others}", request.rest_root))
}

/// Permalink of an item addressed by identifier.
fn by_number(request: &PageRequest) -> PageResult<Option<String>> {
    if !is_home(request) {
        return Ok(None);
    }
    let number = |name: &str| {
        request
            .query(name)
            .and_then(|text| text.parse::<u64>().ok())
    };
    let store = &request.store;
    for name in ["p", "page_id", "attachment_id"] {
        if let Some(id) = number(name) {
            let item = store.summary(id)?.ok_or(PageError::NotFound)?;
            if !request.store.is_public(&item)? {
                return Err(PageError::NotFound);
            }
            return Ok(Some(address::item(&item, store, &request.home)?));
        }
    }
    if let Some(id) = number("cat") {
        let term = store.term(id).ok_or(PageError::NotFound)?;
        return Ok(Some(address::term(&term, store, &request.home)));
    }
    if let Some(id) = number("author") {
        let user = store.user(id).ok_or(PageError::NotFound)?;
        if !store.has_published(id, &[domain::site::Kind::Post])? {
            return Err(PageError::NotFound);
        }
        return Ok(Some(address::author(&user, &request.home)));
    }
    Ok(None)
}

/// URL of the list of posts, with a trailing slash.
fn home_base(request: &PageRequest) -> PageResult<String> {
    let posts = posts_page(&request.store)?;
    Ok(match posts {
        Some(page) => address::item(&page, &request.store, &request.home)?,
        None => format!("{}/", request.home),
    })
}

/// Page that shows the posts, when the front page is static.
fn posts_page(store: &SiteStore) -> PageResult<Option<Summary>> {
    let settings = store.settings();
    if settings.show_on_front != "page" || settings.page_for_posts == 0 {
        return Ok(None);
    }
    Ok(store.summary(settings.page_for_posts)?)
}

/// Canonical path of a target; other paths redirect to it.
fn own_path(request: &PageRequest, target: &Target) -> PageResult<String> {
    let base =
        url::Url::parse(&request.home).map_err(|error| PageError::Internal(error.to_string()))?;
    let base = base.path().trim_end_matches('/');
    let numbered = |address: String, page: u64| match page {
        1 => address,
        page => format!("{address}page/{page}/"),
    };
    let (store, home) = (&request.store, request.home.as_str());
    let full = match target {
        Target::Home(page) => numbered(home_base(request)?, *page),
        Target::Search(_, page) => numbered(format!("{home}/"), *page),
        Target::Term(term, page) => numbered(address::term(term, store, home), *page),
        Target::Author(author, page) => numbered(address::author(author, home), *page),
        Target::Item(item) => address::item(&**item, store, home)?,
        Target::Card(item) => format!("{}embed/", address::item(&**item, store, home)?),
        Target::Dated(period, page) => numbered(format!("{home}/{}", period.path()), *page),
        Target::Format(format, page) => numbered(format!("{home}/type/{}/", format.name()), *page),
        Target::Feed(source) => source.address(request)?,
    };
    let below = full.strip_prefix(home).unwrap_or("/");
    Ok(format!("{base}{below}"))
}

/// Target of a request's path.
fn target(request: &PageRequest) -> PageResult<Option<Target>> {
    let store = &request.store;
    let mut segments = at::segments(request.path());
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
        [] if let Some(text) = request.query(search::NAME) => Some(Target::Search(text, page)),
        [] => {
            let front = store.settings().page_on_front;
            let front = if address::is_front(front, store) && page == 1 {
                store.summary(front)?
            } else {
                None
            };
            Some(front.map_or(Target::Home(page), |front| Target::Item(Box::new(front))))
        }
        ["feed"] if page == 1 => Some(Target::Feed(feed::Source::Posts)),
        ["comments", "feed"] if page == 1 => Some(Target::Feed(feed::Source::Comments)),
        ["search", _, "feed"] if page == 1 => moved::searched_words(request.path())
            .map(|words| Target::Feed(feed::Source::Search(words))),
        ["type", name] => Format::named(name).map(|format| Target::Format(format, page)),
        [above @ .., "feed"] if page == 1 => feed_of(store, above, &segments)?,
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
    if let Some(period) = Period::of(&words) {
        return Ok(Some(Target::Dated(period, page)));
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

/// The feed of the list or item at the segments before `feed`.
fn feed_of(store: &SiteStore, above: &[&str], segments: &[String]) -> PageResult<Option<Target>> {
    let own = segments.get(..above.len()).unwrap_or_default();
    let term = |taxonomy| -> PageResult<Option<feed::Source>> {
        let found = at::term(store, taxonomy, below(own, 1))?;
        Ok(found.map(feed::Source::Term))
    };
    let source = match above {
        ["category", ..] => term(Taxonomy::Category)?,
        ["tag", ..] => term(Taxonomy::PostTag)?,
        ["author", slug] => at::author(store, slug)?.map(feed::Source::Author),
        _ => match Period::of(above) {
            Some(period) => Some(feed::Source::Dated(period)),
            None => at::item(store, own)?.map(|item| feed::Source::CommentsOn(Box::new(item))),
        },
    };
    Ok(source.map(Target::Feed))
}

/// The redirect from an address of a deployed system.
fn moved_page(found: Moved) -> Page {
    match found {
        Moved::ForGood(to) => Page::redirect(StatusCode::MOVED_PERMANENTLY, &to),
        Moved::ForNow(to) => Page::redirect(StatusCode::FOUND, &to),
    }
}

fn below(segments: &[String], from: usize) -> &[String] {
    segments.get(from..).unwrap_or_default()
}
