//! The organisation or person behind the site: `configuration/site_representation`.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::address::{Written, written};
use super::saved::Saved;

/// Most characters of a name.
const NAME_LIMIT: usize = 1_000;

/// The members, in the order in which they are stored and failures are named.
const FIELDS: [&str; 9] = [
    "company_or_person",
    "company_name",
    "website_name",
    "company_logo",
    "company_logo_id",
    "person_logo",
    "person_logo_id",
    "company_or_person_user_id",
    "description",
];

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

    /// Stores the members of a JSON body that are valid and names the others, in the order of [`FIELDS`]. `null` leaves a member
    /// as it is. A `description` is always refused: the tagline is no setting of this route. Status of a failure: 500.
    pub fn write(&mut self, body: &Map<String, Value>) -> Saved {
        let mut failures = Vec::new();
        for name in FIELDS {
            let sent = body.get(name).filter(|value| !value.is_null());
            if sent.is_some_and(|value| self.set(name, value).is_none()) {
                failures.push(name.to_owned());
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
            _ => return None,
        }
        Some(())
    }
}

/// A name that needs no cleaning: without `<`, percent-encoded bytes, line breaks and blanks that are more than one or at an
/// end.
fn a_name(value: &Value) -> Option<String> {
    let name = value.as_str()?;
    let is_clean = name == crate::text::folded(name)
        && !name.contains(|one: char| one == '<' || one.is_control())
        && !has_encoded_byte(name)
        && name.chars().count() <= NAME_LIMIT;
    is_clean.then(|| name.to_owned())
}

/// Whether a percent-encoded byte follows another character.
fn has_encoded_byte(text: &str) -> bool {
    let bytes = text.as_bytes();
    bytes.windows(4).any(|four| match four {
        [before, b'%', high, low] => {
            *before != b'%' && high.is_ascii_hexdigit() && low.is_ascii_hexdigit()
        }
        _ => false,
    })
}

fn an_address(value: &Value) -> Option<String> {
    let text = value.as_str()?;
    (text.is_empty() || written(text) == Written::Normal).then(|| text.to_owned())
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
    fn failures_are_named_in_the_order_of_the_fields() {
        let (_, saved) = write(&json!({
            "description": "x", "company_logo_id": -3, "company_logo": "x", "website_name": "<b>",
            "company_name": "<b>",
        }));
        let names = [
            "company_name",
            "website_name",
            "company_logo",
            "company_logo_id",
            "description",
        ];
        assert_eq!(
            saved,
            Saved::FieldsFailed(names.map(str::to_owned).to_vec())
        );
    }

    #[test]
    fn null_leaves_a_member_as_it_is() {
        let (mut settings, _) = write(&json!({"website_name": "Pães do Sol"}));
        let body = json!({"website_name": null, "description": null});
        assert_eq!(settings.write(body.as_object().unwrap()), Saved::Done);
        assert_eq!(settings.website_name, "Pães do Sol");
    }

    #[test]
    fn names() {
        for name in ["Sol", "Sol & Lua", "1 > 0", "50%", "%25 a", ""] {
            let (settings, saved) = write(&json!({"company_name": name}));
            assert_eq!((saved, settings.company_name.as_str()), (Saved::Done, name));
        }
        for name in [
            json!(" Sol "),
            json!("Sol  Lua"),
            json!("Sol\nLua"),
            json!("1 < 2"),
            json!("<i>Sol"),
            json!("50%25 a"),
            json!(5),
            json!([1]),
            json!("x".repeat(NAME_LIMIT + 1)),
        ] {
            let (_, saved) = write(&json!({"website_name": name}));
            assert_eq!(
                saved,
                Saved::FieldsFailed(vec!["website_name".to_owned()]),
                "{name}"
            );
        }
    }
}
