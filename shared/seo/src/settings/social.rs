//! Profiles in social networks: `configuration/social_profiles`.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use url::Url;

use super::representation::is_address;
use super::saved::Saved;

/// Most characters of a handle.
const HANDLE_LIMIT: usize = 25;
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
    /// Stores the members of a body, or none of them when one is wrong. Wrong entries of the list are named by their
    /// place among all entries; blank ones are dropped. Status of a failure: 200.
    pub fn write(&mut self, body: &Map<String, Value>) -> Saved {
        let mut changed = self.clone();
        let mut failures = Vec::new();
        if let Some(value) = body.get("social_network_site") {
            match value.as_str().map(str::trim) {
                Some(text) if text.is_empty() || is_address(text) => {
                    text.clone_into(&mut changed.social_network_site);
                }
                _ => failures.push("social_network_site".to_owned()),
            }
        }
        if let Some(value) = body.get("short_message_site") {
            match value.as_str().and_then(handle) {
                Some(handle) => changed.short_message_site = handle,
                None => failures.push("short_message_site".to_owned()),
            }
        }
        if let Some(value) = body.get("other_social_urls") {
            changed.other_social_urls = Vec::new();
            let single = std::slice::from_ref(value);
            let entries = value.as_array().map_or(single, Vec::as_slice);
            for (index, entry) in entries.iter().enumerate() {
                match entry.as_str().map(str::trim) {
                    Some("") => {}
                    Some(text)
                        if is_address(text) && changed.other_social_urls.len() < OTHER_LIMIT =>
                    {
                        changed.other_social_urls.push(text.to_owned());
                    }
                    _ => failures.push(format!("other_social_urls-{index}")),
                }
            }
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

/// The handle that `text` names: itself, or the first part of the path of an address in the short-message network. An empty
/// text gives an empty handle; `None` for anything else.
pub fn handle(text: &str) -> Option<String> {
    let text = text.trim();
    let is_handle = |name: &str| {
        name.len() <= HANDLE_LIMIT
            && name
                .chars()
                .all(|one| one.is_ascii_alphanumeric() || one == '_')
    };
    if is_handle(text) {
        return Some(text.to_owned());
    }
    let url = Url::parse(text).ok()?;
    let known = matches!(url.scheme(), "http" | "https")
        && url
            .host_str()
            .is_some_and(|host| HANDLE_HOSTS.contains(&host));
    let mut parts = url.path_segments()?.filter(|part| !part.is_empty());
    let name = parts.next().filter(|_| known)?;
    (parts.next().is_none() && is_handle(name)).then(|| name.to_owned())
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
            handle("https://www.twitter.com/sol?s=1").as_deref(),
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
            "sól",
        ] {
            assert_eq!(handle(wrong), None, "{wrong}");
        }
        assert_eq!(handle(&"a".repeat(26)), None);
    }
}
