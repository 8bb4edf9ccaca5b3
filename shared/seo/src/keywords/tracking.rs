//! Rank tracking.

use std::collections::HashSet;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};
use url::Url;

use super::failure::Failure;

/// How long the verifier of an authorisation is kept, in seconds.
pub const VERIFIER_SECONDS: i64 = 86_400;
/// Most phrases of one call.
pub const LIMIT: usize = 500;
/// Most characters of a phrase.
const PHRASE_LIMIT: usize = 300;
/// What the site may do with the account.
const SCOPES: &str = "accounts:read keywords:read keywords:write websites:read websites:write";

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

/// The phrases of the site, from the focus keywords of its texts: in their order, each once, at most [`LIMIT`].
pub fn of_site<'a>(focus_keywords: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    let mut seen = HashSet::new();
    focus_keywords
        .into_iter()
        .map(crate::text::folded)
        .filter(|phrase| !phrase.is_empty() && seen.insert(phrase.clone()))
        .take(LIMIT)
        .collect()
}

/// The body of the call that begins to track phrases.
pub fn track_request(phrases: &[String]) -> Value {
    let entry = |phrase: &String| json!({ "keyword": phrase, "groups": [] });
    phrases.iter().map(entry).collect()
}

/// The body of the call for positions; address and begin only where they are given.
pub fn positions_request(
    phrases: &[String],
    permalink: Option<&str>,
    start: Option<&str>,
) -> Value {
    let mut body = Map::new();
    body.insert("keywords".to_owned(), json!(phrases));
    if let Some(permalink) = permalink {
        body.insert("url".to_owned(), permalink.into());
    }
    if let Some(start) = start {
        body.insert("start_at".to_owned(), start.into());
    }
    Value::Object(body)
}

/// What an account may do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limit {
    /// Most phrases; `None` for any number.
    pub limit: Option<u64>,
    /// Phrases that are tracked.
    pub usage: u64,
    /// Days of history.
    pub history_days: u64,
}

impl Limit {
    /// The limit that the service answers.
    pub fn read(answer: &Value) -> Option<Self> {
        let limit = answer.get("limit")?;
        Some(Self {
            limit: limit.as_u64(),
            usage: answer.get("usage")?.as_u64()?,
            history_days: answer
                .get("history_days")
                .and_then(Value::as_u64)
                .unwrap_or(0),
        })
    }

    /// Whether this many more phrases may be tracked.
    pub fn admits(&self, phrases: usize) -> Result<(), Failure> {
        let more = u64::try_from(phrases).unwrap_or(u64::MAX);
        match self.limit {
            Some(limit) if self.usage.saturating_add(more) > limit => {
                Err(Failure::OverLimit(limit))
            }
            _ => Ok(()),
        }
    }

    /// The body of `account/limit`.
    pub fn body(&self) -> Value {
        json!({
            "canTrack": self.limit.is_none_or(|limit| self.usage < limit),
            "limit": self.limit,
            "usage": self.usage,
            "historyDays": self.history_days,
            "status": 200,
        })
    }
}

/// The body of `account/upgrade-campaign`; nulls without a campaign.
pub fn campaign_body(answer: &Value) -> Value {
    let campaign = answer.get(0).unwrap_or(answer);
    let number = |name| {
        campaign
            .get(name)
            .filter(|value| value.is_number())
            .cloned()
    };
    json!({ "discount": number("value"), "months": number("months"), "status": 200 })
}

/// The body of `keyphrases/track`.
pub fn tracked_body(answer: &Value) -> Value {
    let pick = |record: &Value| json!({ "id": record.get("id"), "keyword": record.get("keyword") });
    results_body(answer, pick)
}

/// The body of `keyphrases`: the service's records, by phrase.
pub fn positions_body(answer: &Value) -> Value {
    results_body(answer, Value::clone)
}

/// The body without results.
pub fn empty_body() -> Value {
    json!({ "status": 200, "results": {} })
}

/// The body of `keyphrases/untrack`.
pub fn untracked_body() -> Value {
    json!({ "status": 200 })
}

fn results_body(answer: &Value, pick: impl Fn(&Value) -> Value) -> Value {
    let records = answer.get("data").unwrap_or(answer).as_array();
    let mut results = Map::new();
    for record in records.into_iter().flatten() {
        if let Some(phrase) = record.get("keyword").and_then(Value::as_str) {
            results.insert(phrase.to_owned(), pick(record));
        }
    }
    json!({ "status": 200, "results": results })
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
        assert_eq!(of_site(["pão", "", " pão ", "bolo"]), ["pão", "bolo"]);
    }

    #[test]
    fn bodies_of_calls() {
        let phrases = ["pão".to_owned()];
        assert_eq!(
            track_request(&phrases),
            json!([{"keyword": "pão", "groups": []}])
        );
        assert_eq!(
            positions_request(&phrases, None, None),
            json!({"keywords": ["pão"]})
        );
        assert_eq!(
            positions_request(&phrases, Some("https://a.example/pao/"), Some("2026-01-01")),
            json!({"keywords": ["pão"], "url": "https://a.example/pao/", "start_at": "2026-01-01"})
        );
    }

    #[test]
    fn the_limit_is_checked() {
        let limit = Limit::read(&json!({"limit": 5, "usage": 3, "history_days": 31})).unwrap();
        assert_eq!(limit.admits(2), Ok(()));
        assert_eq!(limit.admits(3), Err(Failure::OverLimit(5)));
        assert_eq!(
            limit.body(),
            json!({"canTrack": true, "limit": 5, "usage": 3, "historyDays": 31, "status": 200})
        );
        let full = Limit { usage: 5, ..limit };
        assert_eq!(full.body()["canTrack"], false);
    }

    #[test]
    fn an_account_without_limit_admits_everything() {
        let limit = Limit::read(&json!({"limit": null, "usage": 900})).unwrap();
        assert_eq!(limit.admits(1_000), Ok(()));
        assert_eq!(limit.body()["limit"], Value::Null);
        assert_eq!(Limit::read(&json!({})), None);
    }

    #[test]
    fn results_are_by_phrase() {
        let answer = json!({"data": [{"id": "a1", "keyword": "pão", "position": 4}, {"id": "x"}]});
        assert_eq!(
            tracked_body(&answer),
            json!({"status": 200, "results": {"pão": {"id": "a1", "keyword": "pão"}}})
        );
        assert_eq!(
            positions_body(&answer),
            json!({"status": 200, "results": {"pão": {"id": "a1", "keyword": "pão", "position": 4}}})
        );
        assert_eq!(positions_body(&json!([])), empty_body());
        assert_eq!(untracked_body(), json!({"status": 200}));
    }

    #[test]
    fn campaigns() {
        assert_eq!(
            campaign_body(&json!([{"value": 0.2, "months": 3}])),
            json!({"discount": 0.2, "months": 3, "status": 200})
        );
        assert_eq!(
            campaign_body(&json!([])),
            json!({"discount": null, "months": null, "status": 200})
        );
    }
}
