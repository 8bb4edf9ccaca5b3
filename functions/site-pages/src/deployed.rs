//! Addresses at which clients of deployed systems look for the interface and for the page that gives them a password
//! (docs/interface/site/discovery.md#addresses-of-clients).

use askama::Template;
use http::{Method, StatusCode, header};

use crate::page_request::{PageRequest, PageResult};
use crate::reply::Page;
use crate::words::Words;

/// Media type of the discovery document (<https://cyber.harvard.edu/blogs/gems/tech/rsd.html>).
const RSD_TYPE: &str = "application/rsd+xml; charset=UTF-8";

/// Path of the page that authorises applications, on deployed systems.
const AUTHORIZE: &str = "wp-admin/authorize-application.php";

#[derive(Template)]
#[template(path = "rsd.xml")]
struct Rsd<'a> {
    home: &'a str,
    interface: &'a str,
}

#[derive(Template)]
#[template(path = "xmlrpc_fault.xml")]
struct Fault<'a> {
    words: &'a Words,
}

/// The response to a request for one of these addresses; `None` for other addresses.
///
/// # Errors
/// A template fails.
pub fn answer(request: &PageRequest) -> PageResult<Option<Page>> {
    if let Some(to) = interface(request) {
        return Ok(Some(Page::redirect(StatusCode::TEMPORARY_REDIRECT, &to)));
    }
    if !request.has_vendor_names {
        return Ok(None);
    }
    let method = &request.parts.method;
    Ok(match request.path().trim_end_matches('/') {
        "xmlrpc.php" if method == Method::POST => {
            let fault = Fault {
                words: request.words,
            };
            Some(Page::document("text/xml; charset=UTF-8", &fault)?.private())
        }
        "xmlrpc.php" if request.query("rsd").is_some() => {
            let interface = request
                .interfaces
                .last()
                .map(|(_, address)| address.as_str());
            let rsd = Rsd {
                home: &request.home,
                interface: interface.unwrap_or(&request.rest_root),
            };
            Some(Page::document(RSD_TYPE, &rsd)?)
        }
        "xmlrpc.php" => {
            let words = request.words.xmlrpc_post_only.to_owned();
            let page = Page::text("text/plain; charset=UTF-8", words).private();
            let page = page.status(StatusCode::METHOD_NOT_ALLOWED);
            Some(page.header(header::ALLOW, "POST"))
        }
        AUTHORIZE => Some(authorize(request, request.parts.uri.query())),
        "wp-login.php" => {
            let asked = request.query("redirect_to").unwrap_or_default();
            let start = format!("{}/{AUTHORIZE}?", request.home);
            Some(authorize(request, asked.strip_prefix(&start)))
        }
        "wp-admin" => Some(authorize(request, None)),
        _ => None,
    })
}

/// Leads to the page that authorises applications, which is also the page for signing in.
fn authorize(request: &PageRequest, query: Option<&str>) -> Page {
    let page = format!("{}/authorize-application", request.home);
    let to = match query {
        Some(query) => format!("{page}?{query}"),
        None => page,
    };
    Page::redirect(StatusCode::FOUND, &to)
}

/// The address in the interface of a path that has more than one slash before it, or `/index.php`.
fn interface(request: &PageRequest) -> Option<String> {
    let path = request.path();
    let path = path.strip_prefix("index.php/").unwrap_or(path);
    let path = path.trim_start_matches('/');
    let is_one = |address: &String| {
        let root = address.strip_prefix(&request.home).unwrap_or_default();
        let below = path.strip_prefix(root.trim_matches('/'));
        below.is_some_and(|below| below.is_empty() || below.starts_with('/'))
    };
    if request.parts.uri.path().strip_prefix('/') == Some(path)
        || !request
            .interfaces
            .iter()
            .any(|(_, address)| is_one(address))
    {
        return None;
    }
    let query = request.parts.uri.query();
    let query = query.map(|query| format!("?{query}")).unwrap_or_default();
    Some(format!("{}/{path}{query}", request.home))
}
