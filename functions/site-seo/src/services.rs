//! Keyword research and rank tracking. No service can be connected yet: what needs one says so. The routes of a service that is
//! switched off are unknown.

use domain::site::Capability;
use http::StatusCode;
use seo::keywords::failure::Failure;
use seo::keywords::{research, tracking};
use seo::settings::Saved;
use seo::settings::integrations::Integration;
use serde_json::{Value, json};
use site_api::{ApiCall, Caller, HandlerResult};
use site_rest::{Params, Reply, RestError, codes};

use crate::documents;
use crate::status::with_status;

/// Why a service cannot be connected.
const NO_SERVICE: &str = "The site has no access to this service.";

async fn may(
    call: &ApiCall,
    integration: Integration,
    capability: Capability,
) -> Result<(), RestError> {
    // Whether a service is on is told to those who may use it.
    if !call.caller().can(capability) {
        return Err(RestError::new(&codes::FORBIDDEN));
    }
    let settings = documents::settings(call).await?;
    if settings.integrations.is_active(integration) {
        Ok(())
    } else {
        Err(RestError::new(&codes::NO_ROUTE))
    }
}

/// Those who write posts, while keyword research is on.
///
/// # Errors
/// `rest_forbidden`, `rest_no_route`.
pub async fn may_research(call: ApiCall) -> Result<(), RestError> {
    may(&call, Integration::KeywordResearch, Capability::EditPosts).await
}

/// Those who publish posts, while rank tracking is on.
///
/// # Errors
/// `rest_forbidden`, `rest_no_route`.
pub async fn may_track(call: ApiCall) -> Result<(), RestError> {
    may(&call, Integration::RankTracker, Capability::PublishPosts).await
}

fn invalid(names: &[&str]) -> Vec<(String, RestError)> {
    let reason = |name: &&str| {
        let reason = RestError::bare(&codes::INVALID_PARAM_BARE);
        ((*name).to_owned(), reason)
    };
    names.iter().map(reason).collect()
}

fn wrong(params: &Params, name: &'static str, fits: fn(&str) -> bool) -> Option<&'static str> {
    let is_right = params.text(name).is_some_and(fits);
    (!is_right).then_some(name)
}

fn has_text(text: &str) -> bool {
    !text.is_empty()
}

/// Refuses a `code` that is no text or empty.
pub fn code(_: &Caller, params: &mut Params) -> Vec<(String, RestError)> {
    let wrong = wrong(params, "code", has_text);
    invalid(wrong.as_slice())
}

/// Refuses a `code` as [`code`] does, and a `websiteId` that is no integer.
pub fn code_and_website(_: &Caller, params: &mut Params) -> Vec<(String, RestError)> {
    let mut names: Vec<&str> = wrong(params, "code", has_text).into_iter().collect();
    if params.integer("websiteId").is_none() {
        names.push("websiteId");
    }
    invalid(&names)
}

/// Refuses a `country_code` that is not two lower-case letters.
pub fn country(_: &Caller, params: &mut Params) -> Vec<(String, RestError)> {
    let wrong = wrong(params, "country_code", research::is_country);
    invalid(wrong.as_slice())
}

/// Refuses a blank `keyphrase`, and a `country_code` that is no text.
pub fn phrase(_: &Caller, params: &mut Params) -> Vec<(String, RestError)> {
    let blank = wrong(params, "keyphrase", research::is_phrase);
    let country = wrong(params, "country_code", |_| true);
    let names: Vec<&str> = blank.into_iter().chain(country).collect();
    invalid(&names)
}

/// Refuses `keyphrases` that are neither a phrase nor a list of phrases.
pub fn phrases(_: &Caller, params: &mut Params) -> Vec<(String, RestError)> {
    let phrases = params.value("keyphrases").and_then(tracking::phrases);
    if phrases.is_some() {
        return Vec::new();
    }
    invalid(&["keyphrases"])
}

/// Refuses `keyphrases` that are no list of phrases.
pub fn listed_phrases(_: &Caller, params: &mut Params) -> Vec<(String, RestError)> {
    if tracking::listed(params.value("keyphrases")).is_ok() {
        return Vec::new();
    }
    invalid(&["keyphrases"])
}

fn failed(failure: &Failure, body: Value) -> HandlerResult {
    let status = StatusCode::from_u16(failure.http_status()).map_err(RestError::internal)?;
    Ok(with_status(status, body))
}

/// A code cannot be exchanged.
///
/// # Errors
/// Never fails.
pub async fn authenticate(_call: ApiCall, (): ()) -> HandlerResult {
    let failure = Failure::Authentication(NO_SERVICE.to_owned());
    failed(&failure, failure.body())
}

/// There is no place where access could be allowed.
///
/// # Errors
/// Never fails.
pub async fn authorization_url(_call: ApiCall, (): ()) -> HandlerResult {
    let body = json!({ "status": 400, "error": NO_SERVICE });
    Ok(with_status(StatusCode::BAD_REQUEST, body))
}

/// Stores the country of keyword research.
///
/// # Errors
/// The store fails.
pub async fn store_country(call: ApiCall, (): ()) -> HandlerResult {
    let country = call.params().text("country_code").unwrap_or_default();
    let change = documents::change_settings(&call, |settings| {
        country.clone_into(&mut settings.keyword_country);
    });
    change.await?;
    Ok(Reply::json(Saved::Done.body(500)))
}

/// No account is connected.
///
/// # Errors
/// Never fails.
pub async fn not_connected(_call: ApiCall, (): ()) -> HandlerResult {
    failed(&Failure::NotConnected, Failure::NotConnected.body())
}

/// No account is connected, with the status as the first member.
///
/// # Errors
/// Never fails.
pub async fn not_connected_status_first(_call: ApiCall, (): ()) -> HandlerResult {
    failed(&Failure::NotConnected, Failure::NotConnected.status_first())
}
