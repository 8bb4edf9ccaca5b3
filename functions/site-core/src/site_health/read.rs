//! Runs the checks.

use http::header;
use serde_json::{Value, json};
use site_api::{ApiCall, HandlerResult};
use site_rest::{Reply, SiteContext};

use super::checks::{self, Finding};
use crate::language::in_language;

/// The code can only be changed by a deployment.
pub async fn background_updates(call: ApiCall, (): ()) -> HandlerResult {
    Ok(reply(&checks::BACKGROUND_UPDATES, call.site()))
}

/// A scheduler does what deployed systems do by calling themselves.
pub async fn loopback_requests(call: ApiCall, (): ()) -> HandlerResult {
    Ok(reply(&checks::LOOPBACK_REQUESTS, call.site()))
}

/// Checks the scheme of the site's address.
pub async fn https_status(call: ApiCall, (): ()) -> HandlerResult {
    Ok(reply(&checks::https(&call.site().home), call.site()))
}

/// No directory is asked for versions.
pub async fn dotorg_communication(call: ApiCall, (): ()) -> HandlerResult {
    Ok(reply(&checks::DIRECTORY, call.site()))
}

/// Checks whether this request, which is signed in, has the header.
pub async fn authorization_header(call: ApiCall, (): ()) -> HandlerResult {
    let arrives = call.request().headers.contains_key(header::AUTHORIZATION);
    Ok(reply(&checks::authorization(arrives), call.site()))
}

/// Public pages have the headers that caches heed.
pub async fn page_cache(call: ApiCall, (): ()) -> HandlerResult {
    Ok(reply(&checks::PAGE_CACHE, call.site()))
}

fn reply(finding: &Finding, site: &SiteContext) -> Reply {
    Reply::json(view(finding, site))
}

/// JSON representation of a finding.
fn view(finding: &Finding, site: &SiteContext) -> Value {
    let locale = site.locale;
    let status = if finding.is_good {
        "good"
    } else {
        "recommended"
    };
    let subject = if finding.is_about_security {
        ["Segurança", "Security"]
    } else {
        ["Desempenho", "Performance"]
    };
    let description = markup::escape::text(finding.description(locale));
    json!({
        "label": finding.label(locale),
        "status": status,
        "badge": {"label": in_language(subject, locale), "color": "blue"},
        "description": format!("<p>{description}</p>"),
        "actions": "",
        "test": finding.check,
    })
}
