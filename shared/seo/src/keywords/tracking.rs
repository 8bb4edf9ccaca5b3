//! Rank tracking.

use std::collections::HashSet;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};
use url::Url;

use super::failure::Failure;
use super::message;

/// Most phrases of one call.
pub const LIMIT: usize = 500;
/// Most characters of a phrase.
const PHRASE_LIMIT: usize = 300;
/// What the site may do with the account.
const SCOPES: &str = "profile account websites:read websites:write offline_access";

/// Most characters of an address of a page.
const PERMALINK_LIMIT: usize = 2_048;
/// Most characters of the begin of the history.
const START_LIMIT: usize = 40;

/// The address where the account's owner allows access, with PKCE. `state` names the site's domain.
pub fn authorization_url(
    base: &Url,
    client: &str,
    redirect: &str,
    domain: &str,
    verifier: &str,
) -> Url {
    let challenge = URL_SAFE_NO_PAD.encode(Sha256::digest(verifier));
    let mut url = base.clone();
    url.query_pairs_mut()
        .append_pair("state", &json!({ "domain": domain }).to_string())
        .append_pair("scope", SCOPES)
        .append_pair("response_type", "code")
        .append_pair("redirect_uri", redirect)
        .append_pair("client_id", client)
        .append_pair("code_challenge", &challenge)
        .append_pair("code_challenge_method", "S256");
    url
}

/// The body of `authorization-url`.
pub fn authorization_body(url: &Url) -> Value {
    json!({ "status": 200, "url": url.as_str() })
}

/// The phrases of a request: a text is a list of one; blank ones and repetitions are dropped. `None` for anything else, for
/// entries that are no text, too long, or too many: 400 `rest_invalid_param`.
pub fn phrases(value: &Value) -> Option<Vec<String>> {
    let entries = match value {
        Value::Array(entries) => entries.as_slice(),
        Value::String(_) => std::slice::from_ref(value),
        _ => return None,
    };
    if entries.len() > LIMIT {
        return None;
    }
    let mut phrases = Vec::new();
    for entry in entries {
        let phrase = crate::text::folded(entry.as_str()?);
        if phrase.chars().count() > PHRASE_LIMIT {
            return None;
        }
        if !phrase.is_empty() && !phrases.contains(&phrase) {
            phrases.push(phrase);
        }
    }
    Some(phrases)
}

/// The phrases of `keyphrases`, which takes lists only: `None` asks for all focus keyphrases of the site, an error is 400.
pub fn listed(value: Option<&Value>) -> Result<Option<Vec<String>>, NotAList> {
    match value {
        None | Some(Value::Null) => Ok(None),
        Some(list @ Value::Array(_)) => phrases(list).map(Some).ok_or(NotAList),
        Some(_) => Err(NotAList),
    }
}

/// The value is no list of texts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the value is no list of texts")]
pub struct NotAList;

/// The phrases of the site, from the focus keywords of its texts: in their order, in lower case, each once, at most [`LIMIT`].
pub fn of_site<'a>(focus_keywords: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    let mut seen = HashSet::new();
    focus_keywords
        .into_iter()
        .map(|keyword| crate::text::folded(keyword).to_lowercase())
        .filter(|phrase| !phrase.is_empty() && seen.insert(phrase.clone()))
        .take(LIMIT)
        .collect()
}

/// Which positions are asked for.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Period {
    /// Address of a page, for the positions of that page.
    pub permalink: Option<String>,
    /// Begin of the history.
    pub start: Option<String>,
}

impl Period {
    /// The members of a request, each of which may be absent or `null`.
    ///
    /// # Errors
    /// The names of members that are no text or too long.
    pub fn read(
        permalink: Option<&Value>,
        start: Option<&Value>,
    ) -> Result<Self, Vec<&'static str>> {
        let permalink = text("permalink", permalink, PERMALINK_LIMIT);
        let start = text("startAt", start, START_LIMIT);
        match (permalink, start) {
            (Ok(permalink), Ok(start)) => Ok(Self { permalink, start }),
            (permalink, start) => Err(permalink.err().into_iter().chain(start.err()).collect()),
        }
    }
}

fn text(
    name: &'static str,
    value: Option<&Value>,
    limit: usize,
) -> Result<Option<String>, &'static str> {
    match value {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) if text.chars().count() <= limit => {
            let text = text.trim();
            Ok((!text.is_empty()).then(|| text.to_owned()))
        }
        Some(_) => Err(name),
    }
}

/// The identifier of a tracked phrase: letters, digits, `-` and `_`. `None` for anything else, which names no phrase.
pub fn phrase_id(value: &Value) -> Option<String> {
    let id = match value {
        Value::Number(number) => number.as_u64()?.to_string(),
        Value::String(text) => text.clone(),
        _ => return None,
    };
    let fits = (1..=64).contains(&id.len())
        && id
            .bytes()
            .all(|one| one.is_ascii_alphanumeric() || matches!(one, b'-' | b'_'));
    fits.then_some(id)
}

/// The body of the call that begins to track phrases.
pub fn track_request(phrases: &[String]) -> Value {
    let entry = |phrase: &String| json!({ "keyword": phrase, "groups": [] });
    phrases.iter().map(entry).collect()
}

/// The body of the call for positions; address and begin only where they are given.
pub fn positions_request(phrases: &[String], period: &Period) -> Value {
    let mut body = Map::new();
    body.insert("keywords".to_owned(), json!(phrases));
    if let Some(permalink) = &period.permalink {
        body.insert("url".to_owned(), permalink.as_str().into());
    }
    if let Some(start) = &period.start {
        body.insert("start_at".to_owned(), start.as_str().into());
    }
    Value::Object(body)
}

/// The body of `account/upgrade-campaign`; nulls unless the campaign lowers the rate for some months.
pub fn campaign_body(answer: &Value) -> Value {
    let number = |name| {
        let value = answer.get(name).filter(|value| value.is_number());
        value.filter(|value| value.as_f64() > Some(0.0))
    };
    let is_rate = answer.get("type").and_then(Value::as_str) == Some("RATE");
    match (is_rate, number("value"), number("months")) {
        (true, Some(discount), Some(months)) => {
            json!({ "discount": discount, "months": months, "status": 200 })
        }
        _ => json!({ "discount": null, "months": null, "status": 200 }),
    }
}

/// The body of `keyphrases/track`.
///
/// # Errors
/// [`Failure::Refused`] for an answer without records.
pub fn tracked_body(answer: &Value) -> Result<Value, Failure> {
    let pick = |record: &Value| json!({ "id": record.get("id"), "keyword": record.get("keyword") });
    results_body(answer, |_| true, pick)
}

/// The body of `keyphrases`: the service's records by phrase, of those that were asked for.
///
/// # Errors
/// [`Failure::Refused`] for an answer without records.
pub fn positions_body(answer: &Value, asked: &[String]) -> Result<Value, Failure> {
    let asked: HashSet<String> = asked.iter().map(|phrase| phrase.to_lowercase()).collect();
    let is_asked = |phrase: &str| asked.contains(&phrase.to_lowercase());
    results_body(answer, is_asked, Value::clone)
}

/// The body without results.
pub fn empty_body() -> Value {
    json!({ "status": 200, "results": {} })
}

/// The body of `keyphrases/untrack`.
pub fn untracked_body() -> Value {
    json!({ "status": 200 })
}

fn results_body(
    answer: &Value,
    is_wanted: impl Fn(&str) -> bool,
    pick: impl Fn(&Value) -> Value,
) -> Result<Value, Failure> {
    let records = answer.get("data").and_then(Value::as_array);
    let records = records.ok_or_else(|| Failure::Refused(message::of_answer(answer)))?;
    let mut results = Map::new();
    for record in records.iter().take(LIMIT) {
        let phrase = record.get("keyword").and_then(Value::as_str);
        if let Some(phrase) = phrase.filter(|phrase| is_wanted(phrase)) {
            results.insert(phrase.to_owned(), pick(record));
        }
    }
    Ok(json!({ "status": 200, "results": results }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_authorization_address() {
        let base = Url::parse("https://rank.example/authorize").unwrap();
        let url = authorization_url(
            &base,
            "cliente",
            "https://a.example/volta",
            "a.example",
            "abc",
        );
        let pairs: Vec<(String, String)> = url.query_pairs().into_owned().collect();
        let get = |name: &str| {
            pairs
                .iter()
                .find(|(own, _)| own == name)
                .map(|(_, value)| value.as_str())
        };
        assert_eq!(get("state"), Some(r#"{"domain":"a.example"}"#));
        assert_eq!(get("response_type"), Some("code"));
        assert_eq!(
            get("scope"),
            Some("profile account websites:read websites:write offline_access")
        );
        assert_eq!(get("client_id"), Some("cliente"));
        assert_eq!(get("redirect_uri"), Some("https://a.example/volta"));
        assert_eq!(get("code_challenge_method"), Some("S256"));
        // The hash of "abc" in base64url.
        assert_eq!(
            get("code_challenge"),
            Some("ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0")
        );
        assert_eq!(
            authorization_body(&url),
            json!({"status": 200, "url": url.as_str()})
        );
    }

    #[test]
    fn phrases_are_read() {
        assert_eq!(phrases(&json!("pão")), Some(vec!["pão".to_owned()]));
        assert_eq!(
            phrases(&json!([" pão  doce ", "", "bolo", "pão doce"])),
            Some(vec!["pão doce".to_owned(), "bolo".to_owned()])
        );
        assert_eq!(phrases(&json!([])), Some(Vec::new()));
        for wrong in [
            json!(1),
            json!([1]),
            json!({"a": "b"}),
            json!(["x".repeat(301)]),
            json!(vec!["x"; 501]),
        ] {
            assert_eq!(phrases(&wrong), None);
        }
    }

    #[test]
    fn listing_takes_lists_only() {
        assert_eq!(listed(None), Ok(None));
        assert_eq!(listed(Some(&json!([]))), Ok(Some(Vec::new())));
        assert_eq!(listed(Some(&json!("pão"))), Err(NotAList));
        assert_eq!(listed(Some(&json!([1]))), Err(NotAList));
    }

    #[test]
    fn the_sites_phrases_are_its_focus_keywords() {
        assert_eq!(of_site(["Pão", "", " pão ", "bolo"]), ["pão", "bolo"]);
    }

    #[test]
    fn bodies_of_calls() {
        let phrases = ["pão".to_owned()];
        assert_eq!(
            track_request(&phrases),
            json!([{"keyword": "pão", "groups": []}])
        );
        assert_eq!(
            positions_request(&phrases, &Period::default()),
            json!({"keywords": ["pão"]})
        );
        let period = Period::read(
            Some(&json!("https://a.example/pao/")),
            Some(&json!("2026-01-01")),
        );
        assert_eq!(
            positions_request(&phrases, &period.unwrap()),
            json!({"keywords": ["pão"], "url": "https://a.example/pao/", "start_at": "2026-01-01"})
        );
    }

    #[test]
    fn address_and_begin_are_texts_of_bounded_length() {
        assert_eq!(
            Period::read(Some(&json!(null)), Some(&json!(" "))),
            Ok(Period::default())
        );
        let long = json!("x".repeat(3_000));
        assert_eq!(
            Period::read(Some(&long), Some(&json!(7))),
            Err(vec!["permalink", "startAt"])
        );
    }

    #[test]
    fn only_identifiers_name_a_phrase() {
        assert_eq!(phrase_id(&json!(7)), Some("7".to_owned()));
        assert_eq!(phrase_id(&json!("a1-B_2")), Some("a1-B_2".to_owned()));
        for wrong in [
            json!(""),
            json!(".."),
            json!("a/b"),
            json!("a?b"),
            json!("%2e"),
            json!(-1),
            json!([7]),
            json!("x".repeat(65)),
        ] {
            assert_eq!(phrase_id(&wrong), None, "{wrong}");
        }
    }

    #[test]
    fn results_are_by_phrase() {
        let answer = json!({"data": [
            {"id": "a1", "keyword": "pão", "position": 4}, {"id": "x"}, {"id": "b2", "keyword": "bolo"},
        ]});
        assert_eq!(
            tracked_body(&answer),
            Ok(json!({"status": 200, "results": {
                "pão": {"id": "a1", "keyword": "pão"}, "bolo": {"id": "b2", "keyword": "bolo"},
            }}))
        );
        assert_eq!(
            positions_body(&answer, &["Pão".to_owned()]),
            Ok(
                json!({"status": 200, "results": {"pão": {"id": "a1", "keyword": "pão", "position": 4}}})
            )
        );
        assert_eq!(positions_body(&json!({"data": []}), &[]), Ok(empty_body()));
        let refused = json!({"message": "sem acesso"});
        assert_eq!(
            tracked_body(&refused),
            Err(Failure::Refused("sem acesso".to_owned()))
        );
        assert_eq!(untracked_body(), json!({"status": 200}));
    }

    #[test]
    fn campaigns() {
        assert_eq!(
            campaign_body(&json!({"type": "RATE", "value": 0.2, "months": 3})),
            json!({"discount": 0.2, "months": 3, "status": 200})
        );
        for other in [
            json!([]),
            json!({"type": "FIXED", "value": 0.2, "months": 3}),
            json!({"type": "RATE", "value": 0, "months": 3}),
            json!({"type": "RATE", "value": 0.2}),
        ] {
            assert_eq!(
                campaign_body(&other),
                json!({"discount": null, "months": null, "status": 200}),
                "{other}"
            );
        }
    }
}
