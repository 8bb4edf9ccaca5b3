//! Profiles in social networks: `configuration/social_profiles`.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::address::{Written, written};
use super::saved::Saved;

/// Most characters of a handle.
const HANDLE_LIMIT: usize = 25;
/// Most characters of a text.
const TEXT_LIMIT: usize = 2_001;
/// Most other profiles.
const OTHER_LIMIT: usize = 50;
/// Hosts of the short-message network.
const HANDLE_HOSTS: [&str; 4] = ["x.com", "www.x.com", "twitter.com", "www.twitter.com"];

/// Profiles of the organisation.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Profiles {
    /// Address of the page in the social network.
    pub social_network_site: String,
    /// Handle in the short-message network, without `@`.
    pub short_message_site: String,
    /// Addresses of other profiles.
    pub other_social_urls: Vec<String>,
}

impl Profiles {
    /// Stores the members of a body, or none of them when one is wrong. Texts are cleaned first. Entries of the list that are no
    /// address are named by their place among all entries, the list itself when an address is in another form than the one in
    /// which it is stored; blank entries are dropped. Status of a failure: 200.
    pub fn write(&mut self, body: &Map<String, Value>) -> Saved {
        let mut changed = self.clone();
        let mut failures = Vec::new();
        let sent = |name: &str| body.get(name).filter(|value| !value.is_null());
        if let Some(value) = sent("social_network_site") {
            let text = cleaned(value);
            if !(text.is_empty() || written(&text) == Written::Normal) {
                failures.push("social_network_site".to_owned());
            }
            changed.social_network_site = text;
        }
        if let Some(value) = sent("short_message_site") {
            match handle(&cleaned(value)) {
                Some(handle) => changed.short_message_site = handle,
                None => failures.push("short_message_site".to_owned()),
            }
        }
        if let Some(value) = sent("other_social_urls") {
            let (addresses, wrong) = other_addresses(value);
            changed.other_social_urls = addresses;
            failures.extend(wrong);
        }
        if failures.is_empty() {
            *self = changed;
        }
        Saved::of(failures)
    }

    /// The addresses of all profiles.
    pub fn addresses(&self) -> Vec<String> {
        let mut all = Vec::new();
        if !self.social_network_site.is_empty() {
            all.push(self.social_network_site.clone());
        }
        if !self.short_message_site.is_empty() {
            all.push(format!("https://x.com/{}", self.short_message_site));
        }
        all.extend(self.other_social_urls.iter().cloned());
        all
    }
}

/// The entries of a list that are not blank, and the names of what is wrong with it. A single value is a list of one.
fn other_addresses(value: &Value) -> (Vec<String>, Vec<String>) {
    let single = std::slice::from_ref(value);
    let entries = value.as_array().map_or(single, Vec::as_slice);
    let entries: Vec<(usize, String, Written)> = entries
        .iter()
        .map(cleaned)
        .enumerate()
        .filter(|(_, text)| !text.is_empty())
        .map(|(index, text)| {
            let form = written(&text);
            (index, text, form)
        })
        .collect();
    let place = |index: usize| format!("other_social_urls-{index}");
    let wrong = entries.iter().enumerate();
    let mut failures: Vec<String> = wrong
        .filter(|(count, (_, _, form))| *form == Written::Wrong || *count >= OTHER_LIMIT)
        .map(|(_, (index, _, _))| place(*index))
        .collect();
    let is_normal = entries.iter().all(|(_, _, form)| *form == Written::Normal);
    if failures.is_empty() && !is_normal {
        failures.push("other_social_urls".to_owned());
    }
    let addresses = entries.into_iter().map(|(_, text, _)| text);
    (addresses.collect(), failures)
}

/// A value as plain text; empty for `null`, `false`, lists and maps.
fn cleaned(value: &Value) -> String {
    match value {
        Value::String(text) => crate::text::plain(text, TEXT_LIMIT),
        Value::Number(number) => number.to_string(),
        Value::Bool(true) => "1".to_owned(),
        Value::Null | Value::Bool(false) | Value::Array(_) | Value::Object(_) => String::new(),
    }
}

/// The handle that `text` names: itself, or the path of an address in the short-message network, which is compared with case and
/// has no query. An empty text gives an empty handle; `None` for anything else and for `0`.
pub fn handle(text: &str) -> Option<String> {
    let is_handle = |name: &str| {
        name.len() <= HANDLE_LIMIT
            && name != "0"
            && name
                .chars()
                .all(|one| one.is_ascii_alphanumeric() || one == '_')
    };
    if is_handle(text) {
        return Some(text.to_owned());
    }
    let address = text
        .strip_prefix("https://")
        .or_else(|| text.strip_prefix("http://"))?;
    let (host, path) = address.split_once('/')?;
    let name = path.strip_suffix('/').unwrap_or(path);
    let known = HANDLE_HOSTS.contains(&host) && !name.is_empty() && is_handle(name);
    known.then(|| name.to_owned())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn write(body: &Value) -> (Profiles, Saved) {
        let mut profiles = Profiles::default();
        let saved = profiles.write(body.as_object().unwrap());
        (profiles, saved)
    }

    #[test]
    fn profiles_are_stored_and_blanks_dropped() {
        let (profiles, saved) = write(&json!({
            "social_network_site": "https://rede.example/sol",
            "short_message_site": "https://x.com/padaria_sol/",
            "other_social_urls": ["", "https://video.example/sol", "  "],
        }));
        assert_eq!(saved, Saved::Done);
        assert_eq!(profiles.short_message_site, "padaria_sol");
        assert_eq!(
            profiles.addresses(),
            [
                "https://rede.example/sol",
                "https://x.com/padaria_sol",
                "https://video.example/sol"
            ]
        );
    }

    #[test]
    fn one_wrong_member_stores_nothing() {
        let (profiles, saved) = write(&json!({
            "social_network_site": "https://rede.example/sol",
            "short_message_site": "@sol",
            "other_social_urls": ["", "errado", "https://certo.example/", "x"],
        }));
        let names = [
            "short_message_site",
            "other_social_urls-1",
            "other_social_urls-3",
        ];
        assert_eq!(
            saved,
            Saved::FieldsFailed(names.map(str::to_owned).to_vec())
        );
        assert_eq!(profiles, Profiles::default());
        assert_eq!(saved.wrapped(200)["json"]["status"], 200);
    }

    #[test]
    fn texts_are_cleaned_and_what_is_no_text_is_blank() {
        let (profiles, saved) = write(&json!({
            "social_network_site": "<b>https://rede.example/sol</b>",
            "short_message_site": " <i>sol</i> ",
            "other_social_urls": [null, false, ["x"], "<b>", "https://video.example/sol"],
        }));
        assert_eq!(saved, Saved::Done);
        assert_eq!(profiles.social_network_site, "https://rede.example/sol");
        assert_eq!(profiles.short_message_site, "sol");
        assert_eq!(profiles.other_social_urls, ["https://video.example/sol"]);
        for wrong in [json!(0), json!(true), json!(5)] {
            let (_, saved) = write(&json!({"other_social_urls": [wrong]}));
            let names = vec!["other_social_urls-0".to_owned()];
            assert_eq!(saved, Saved::FieldsFailed(names));
        }
    }

    #[test]
    fn a_list_with_another_form_of_an_address_is_named_as_a_whole() {
        let (_, saved) = write(&json!({"other_social_urls": ["https://Video.example/sol"]}));
        let names = vec!["other_social_urls".to_owned()];
        assert_eq!(saved, Saved::FieldsFailed(names));
    }

    #[test]
    fn one_text_is_a_list_of_one() {
        let (profiles, _) = write(&json!({"other_social_urls": "https://video.example/sol"}));
        assert_eq!(profiles.other_social_urls, ["https://video.example/sol"]);
    }

    #[test]
    fn absent_members_stay_and_empty_ones_unset() {
        let (mut profiles, _) = write(
            &json!({"short_message_site": "sol", "other_social_urls": ["https://a.example/"]}),
        );
        profiles.write(json!({"short_message_site": ""}).as_object().unwrap());
        assert_eq!(profiles.short_message_site, "");
        assert_eq!(profiles.other_social_urls.len(), 1);
    }

    #[test]
    fn handles() {
        assert_eq!(handle("Sol_25").as_deref(), Some("Sol_25"));
        assert_eq!(
            handle("https://www.twitter.com/sol/").as_deref(),
            Some("sol")
        );
        assert_eq!(
            handle(&"a".repeat(25)).as_deref(),
            Some("a".repeat(25).as_str())
        );
        for wrong in [
            "@sol",
            "a b",
            "https://rede.example/sol",
            "https://x.com/",
            "https://x.com/a/b",
            "https://X.com/sol",
            "https://x.com/sol?s=1",
            "x.com/sol",
            "0",
            "sól",
        ] {
            assert_eq!(handle(wrong), None, "{wrong}");
        }
        assert_eq!(handle(&"a".repeat(26)), None);
    }
}
