//! Keyword research and rank tracking: who may use them, and their parameters. The routes of a service that is switched off
//! are unknown to everyone.

use domain::site::Capability;
use http::StatusCode;
use seo::keywords::failure::Failure;
use seo::keywords::tracking::Period;
use seo::keywords::{research, tracking};
use seo::settings::integrations::Integration;
use serde_json::Value;
use site_api::{ApiCall, Caller, HandlerResult};
use site_rest::{Params, RestError, codes};

use crate::documents;
use crate::status::with_status;

/// Why a service cannot be connected.
pub const NO_SERVICE: &str = "The site has no access to this service.";

/// Most bytes of a code.
const CODE_BYTES: usize = 2_048;
/// Most characters of a phrase.
const PHRASE_CHARS: usize = 300;
/// Most bytes of a country that is not checked otherwise.
const COUNTRY_BYTES: usize = 16;

async fn may(
    call: &ApiCall,
    integration: Integration,
    capability: Capability,
) -> Result<(), RestError> {
    let settings = documents::settings(call).await?;
    if !settings.integrations.is_active(integration) {
        return Err(RestError::new(&codes::NO_ROUTE));
    }
    if call.caller().can(capability) {
        Ok(())
    } else {
        Err(RestError::new(&codes::FORBIDDEN))
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

const fn is_code(text: &str) -> bool {
    !text.is_empty() && text.len() <= CODE_BYTES
}

fn is_phrase(text: &str) -> bool {
    research::is_phrase(text) && text.chars().count() <= PHRASE_CHARS
}

const fn is_short(text: &str) -> bool {
    text.len() <= COUNTRY_BYTES
}

/// Refuses a `code` that is no text, empty or too long.
pub fn code(_: &Caller, params: &mut Params) -> Vec<(String, RestError)> {
    let wrong = wrong(params, "code", is_code);
    invalid(wrong.as_slice())
}

/// Refuses a `code` as [`code`] does, and a `websiteId` that is no positive integer.
pub fn code_and_website(_: &Caller, params: &mut Params) -> Vec<(String, RestError)> {
    let mut names: Vec<&str> = wrong(params, "code", is_code).into_iter().collect();
    if params.integer("websiteId").is_none_or(|id| id <= 0) {
        names.push("websiteId");
    }
    invalid(&names)
}

/// Refuses a `country_code` that is not two lower-case letters.
pub fn country(_: &Caller, params: &mut Params) -> Vec<(String, RestError)> {
    let wrong = wrong(params, "country_code", research::is_country);
    invalid(wrong.as_slice())
}

/// Refuses a `keyphrase` that is blank or too long, and a `country_code` that is no short text.
pub fn phrase(_: &Caller, params: &mut Params) -> Vec<(String, RestError)> {
    let blank = wrong(params, "keyphrase", is_phrase);
    let country = wrong(params, "country_code", is_short);
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

/// The pages and the time that positions are asked for.
///
/// # Errors
/// The names of wrong parameters.
pub fn period(params: &Params) -> Result<Period, Vec<&'static str>> {
    Period::read(params.value("permalink"), params.value("startAt"))
}

/// Refuses `keyphrases` that are no list of phrases, and a `permalink` or `startAt` that is no text or too long.
pub fn positions(_: &Caller, params: &mut Params) -> Vec<(String, RestError)> {
    let mut names = Vec::new();
    if tracking::listed(params.value("keyphrases")).is_err() {
        names.push("keyphrases");
    }
    names.extend(period(params).err().unwrap_or_default());
    invalid(&names)
}

/// A failure with its status.
///
/// # Errors
/// Never fails for the statuses of [`Failure`].
pub fn failed(failure: &Failure, body: Value) -> HandlerResult {
    let status = StatusCode::from_u16(failure.http_status()).map_err(RestError::internal)?;
    Ok(with_status(status, body))
}
