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

/// Why a code that no service gives out is refused.
pub const NO_CODE: &str = "The code is not valid.";

/// Most bytes of a code.
const CODE_BYTES: usize = 2_048;
/// Most characters of a phrase.
const PHRASE_CHARS: usize = 300;
/// Most bytes of a country that is not checked otherwise.
const COUNTRY_BYTES: usize = 16;

fn may(call: &ApiCall, capability: Capability) -> Result<(), RestError> {
    if call.caller().can(capability) {
        Ok(())
    } else {
        Err(RestError::new(&codes::FORBIDDEN))
    }
}

async fn is_active(call: &ApiCall, integration: Integration) -> Result<bool, RestError> {
    let settings = documents::settings(call).await?;
    Ok(settings.integrations.is_active(integration))
}

/// Whether keyword research is on.
///
/// # Errors
/// The store fails.
pub async fn research_is_on(call: ApiCall) -> Result<bool, RestError> {
    is_active(&call, Integration::KeywordResearch).await
}

/// Whether rank tracking is on.
///
/// # Errors
/// The store fails.
pub async fn tracking_is_on(call: ApiCall) -> Result<bool, RestError> {
    is_active(&call, Integration::RankTracker).await
}

/// Those who write posts.
///
/// # Errors
/// `rest_forbidden`.
pub async fn may_research(call: ApiCall) -> Result<(), RestError> {
    may(&call, Capability::EditPosts)
}

/// Those who publish posts.
///
/// # Errors
/// `rest_forbidden`.
pub async fn may_track(call: ApiCall) -> Result<(), RestError> {
    may(&call, Capability::PublishPosts)
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

/// The code of a call; `None` for what no service gives out: no text, or a long one.
pub fn given_code(params: &Params) -> Option<&str> {
    params.text("code").filter(|code| code.len() <= CODE_BYTES)
}

fn empty_code(params: &Params) -> Option<&'static str> {
    (params.text("code") == Some("")).then_some("code")
}

/// Refuses an empty `code`. As on deployed systems, any other one that is wrong is a failed authentication.
pub fn code(_: &Caller, params: &mut Params) -> Vec<(String, RestError)> {
    invalid(empty_code(params).as_slice())
}

/// Refuses a `code` as [`code`] does, and a `websiteId` that is no positive integer.
pub fn code_and_website(_: &Caller, params: &mut Params) -> Vec<(String, RestError)> {
    let mut names: Vec<&str> = empty_code(params).into_iter().collect();
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

/// The text of a phrase or country; a list or a map is none.
fn scalar(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(true) => Some("1".to_owned()),
        Value::Bool(false) | Value::Null => Some(String::new()),
        Value::Array(_) | Value::Object(_) => None,
    }
}

/// Refuses a `keyphrase` that is blank or no phrase.
pub fn phrase(_: &Caller, params: &mut Params) -> Vec<(String, RestError)> {
    let phrase = params.get("keyphrase").and_then(scalar);
    if phrase.is_some_and(|phrase| research::is_phrase(&phrase)) {
        return Vec::new();
    }
    invalid(&["keyphrase"])
}

/// The phrase and the country of a call.
///
/// # Errors
/// `rest_invalid_param`: the phrase is too long, or the country is no short text. As on deployed systems, this is told only to
/// those who are connected.
pub fn sought(params: &Params) -> Result<(String, String), RestError> {
    let text = |name: &str| params.get(name).and_then(scalar);
    let phrase = text("keyphrase").filter(|phrase| phrase.chars().count() <= PHRASE_CHARS);
    let country = text("country_code").filter(|country| country.len() <= COUNTRY_BYTES);
    match (phrase, country) {
        (Some(phrase), Some(country)) => Ok((phrase, country)),
        (phrase, country) => {
            let missing = [("keyphrase", phrase), ("country_code", country)];
            let wrong = missing.iter().filter(|(_, value)| value.is_none());
            let names: Vec<&str> = wrong.map(|(name, _)| *name).collect();
            Err(RestError::params(invalid(&names)))
        }
    }
}

/// The phrases to track.
///
/// # Errors
/// `rest_invalid_param`: they are neither a phrase nor a list of phrases.
pub fn tracked(params: &Params) -> Result<Vec<String>, RestError> {
    let phrases = params.value("keyphrases").and_then(tracking::phrases);
    phrases.ok_or_else(|| RestError::params(invalid(&["keyphrases"])))
}

/// Whether `keyphrases` are there and empty.
pub fn asks_for_nothing(params: &Params) -> bool {
    match params.value("keyphrases") {
        None | Some(Value::Null) => false,
        Some(Value::Array(list)) => list.is_empty(),
        Some(Value::Object(map)) => map.is_empty(),
        Some(value) => matches!(scalar(value).as_deref(), Some("" | "0")),
    }
}

/// The phrases whose positions are asked for, `None` for those of the site, with the pages and the time.
///
/// # Errors
/// `rest_invalid_param`: `keyphrases` are no list of phrases, `permalink` or `startAt` is no text or too long.
pub fn asked(params: &Params) -> Result<(Option<Vec<String>>, Period), RestError> {
    let listed = tracking::listed(params.value("keyphrases"));
    let period = Period::read(params.value("permalink"), params.value("startAt"));
    match (listed, period) {
        (Ok(listed), Ok(period)) => Ok((listed, period)),
        (listed, period) => {
            let mut names = Vec::new();
            if listed.is_err() {
                names.push("keyphrases");
            }
            names.extend(period.err().unwrap_or_default());
            Err(RestError::params(invalid(&names)))
        }
    }
}

/// A failure with its status.
///
/// # Errors
/// Never fails for the statuses of [`Failure`].
pub fn failed(failure: &Failure, body: Value) -> HandlerResult {
    let status = StatusCode::from_u16(failure.http_status()).map_err(RestError::internal)?;
    Ok(with_status(status, body))
}
