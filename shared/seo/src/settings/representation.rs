//! The organisation or person behind the site: `configuration/site_representation`.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use url::Url;

use super::saved::Saved;

/// Most characters of a name.
const NAME_LIMIT: usize = 300;

/// Who stands behind the site.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Representation {
    /// `company` or `person`.
    pub company_or_person: String,
    /// Name of the organisation; empty when not set.
    pub company_name: String,
    /// Name of the site in search results; empty for the site's own name.
    pub website_name: String,
    /// Address of the organisation's logo.
    pub company_logo: String,
    /// The logo among the site's media; 0 for none.
    pub company_logo_id: u64,
    /// Address of the person's picture.
    pub person_logo: String,
    /// The person's picture among the site's media; 0 for none.
    pub person_logo_id: u64,
    /// The user who is the person; 0 for none.
    pub company_or_person_user_id: u64,
}

impl Default for Representation {
    fn default() -> Self {
        Self {
            company_or_person: "company".to_owned(),
            company_name: String::new(),
            website_name: String::new(),
            company_logo: String::new(),
            company_logo_id: 0,
            person_logo: String::new(),
            person_logo_id: 0,
            company_or_person_user_id: 0,
        }
    }
}

impl Representation {
    /// Whether an organisation stands behind the site.
    pub fn is_company(&self) -> bool {
        self.company_or_person != "person"
    }

    /// Stores the members of a JSON body that are valid and names the others, in the order in which they are written. A
    /// `description` is always refused: the tagline is no setting of this route. Status of a failure: 500.
    pub fn write(&mut self, body: &Map<String, Value>) -> Saved {
        let mut failures = Vec::new();
        for (name, value) in body {
            if self.set(name, value).is_none() {
                failures.push(name.clone());
            }
        }
        Saved::of(failures)
    }

    /// `None` when the value is refused.
    fn set(&mut self, name: &str, value: &Value) -> Option<()> {
        match name {
            "company_or_person" => {
                let chosen = value.as_str()?;
                if !matches!(chosen, "company" | "person") {
                    return None;
                }
                self.company_or_person = chosen.to_owned();
            }
            "company_name" => self.company_name = a_name(value)?,
            "website_name" => self.website_name = a_name(value)?,
            "company_logo" => self.company_logo = an_address(value)?,
            "person_logo" => self.person_logo = an_address(value)?,
            "company_logo_id" => self.company_logo_id = value.as_u64()?,
            "person_logo_id" => self.person_logo_id = value.as_u64()?,
            "company_or_person_user_id" => self.company_or_person_user_id = value.as_u64()?,
            "description" => return None,
            _ => {}
        }
        Some(())
    }
}

/// A name without markup, of limited length.
fn a_name(value: &Value) -> Option<String> {
    let name = value.as_str()?.trim();
    let plain = crate::text::plain(name, NAME_LIMIT);
    (plain == crate::text::folded(name)).then_some(plain)
}

fn an_address(value: &Value) -> Option<String> {
    let text = value.as_str()?.trim();
    if text.is_empty() {
        return Some(String::new());
    }
    is_address(text).then(|| text.to_owned())
}

/// Whether `text` is an address with http or https and a host, without user, password or blanks.
pub(crate) fn is_address(text: &str) -> bool {
    let Ok(url) = Url::parse(text) else {
        return false;
    };
    matches!(url.scheme(), "http" | "https")
        && url.has_host()
        && url.username().is_empty()
        && url.password().is_none()
        && text.len() <= 2_000
        && !text.contains(|one: char| {
            one.is_whitespace() || one.is_control() || matches!(one, '<' | '>' | '"' | '\'')
        })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn write(body: &Value) -> (Representation, Saved) {
        let mut settings = Representation::default();
        let saved = settings.write(body.as_object().unwrap());
        (settings, saved)
    }

    #[test]
    fn all_members_are_stored() {
        let body = json!({
            "company_or_person": "person", "company_name": "Padaria Sol", "website_name": "Sol",
            "company_logo": "https://a.example/c.png", "company_logo_id": 3,
            "person_logo": "https://a.example/p.png", "person_logo_id": 4,
            "company_or_person_user_id": 5,
        });
        let (settings, saved) = write(&body);
        assert_eq!(saved, Saved::Done);
        assert_eq!(serde_json::to_value(&settings).unwrap(), body);
        assert!(!settings.is_company());
    }

    #[test]
    fn a_description_fails_while_the_rest_is_stored() {
        let (settings, saved) = write(&json!({"description": "x", "company_name": "Sol"}));
        assert_eq!(saved, Saved::FieldsFailed(vec!["description".to_owned()]));
        assert_eq!(settings.company_name, "Sol");
    }

    #[test]
    fn each_wrong_member_is_named() {
        let (settings, saved) = write(&json!({
            "company_name": "<b>Sol</b>", "company_logo": "logo.png", "company_logo_id": -1,
            "website_name": "Certo",
        }));
        let names = ["company_name", "company_logo", "company_logo_id"];
        assert_eq!(
            saved,
            Saved::FieldsFailed(names.map(str::to_owned).to_vec())
        );
        assert_eq!(settings.website_name, "Certo");
        assert_eq!(settings.company_name, "");
    }

    #[test]
    fn empty_texts_unset_and_other_members_are_left_alone() {
        let (mut settings, _) = write(&json!({"company_logo": "https://a.example/c.png"}));
        let body = json!({"company_logo": "", "other": true});
        assert_eq!(settings.write(body.as_object().unwrap()), Saved::Done);
        assert_eq!(settings, Representation::default());
    }

    #[test]
    fn addresses() {
        assert!(is_address("https://a.example/x?y=1"));
        for wrong in [
            "",
            "a.example",
            "ftp://a.example",
            "https://u@a.example",
            "https://a.example/<b>",
            "https://a.example/a b",
        ] {
            assert!(!is_address(wrong), "{wrong}");
        }
    }
}
