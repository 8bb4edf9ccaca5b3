//! The record of a site's settings.

use serde::{Deserialize, Serialize};

use super::integrations::Switches;
use super::representation::Representation;
use super::social::Profiles;
use super::visibility::NewContent;

/// Settings of a site as they are stored. A member that is absent has its first value.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// Who stands behind the site.
    pub representation: Representation,
    /// Profiles in social networks.
    pub profiles: Profiles,
    /// The character between the parts of a title.
    pub separator: String,
    /// Steps of the first-time configuration.
    pub finished_steps: Vec<String>,
    /// Whether the use of the site may be reported.
    pub tracking: bool,
    /// Switches of connected services.
    pub integrations: Switches,
    /// Types and taxonomies with a notice.
    pub new_content: NewContent,
    /// Country of keyword research, two lower-case letters.
    pub keyword_country: String,
    /// Whether the removal of another product's data ran.
    pub cleaned_up: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            representation: Representation::default(),
            profiles: Profiles::default(),
            separator: "-".to_owned(),
            finished_steps: Vec::new(),
            tracking: false,
            integrations: Switches::default(),
            new_content: NewContent::default(),
            keyword_country: "us".to_owned(),
            cleaned_up: false,
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn an_empty_record_has_first_values() {
        let read: Settings = serde_json::from_value(json!({})).unwrap();
        assert_eq!(read, Settings::default());
        assert_eq!(read.separator, "-");
        assert!(!read.tracking);
    }

    #[test]
    fn the_stored_form_reads_back() {
        let mut settings = Settings {
            separator: "|".to_owned(),
            finished_steps: vec!["a".to_owned()],
            tracking: true,
            keyword_country: "br".to_owned(),
            ..Settings::default()
        };
        settings.integrations.set("rank-tracker", false);
        settings.representation.company_name = "Sol".to_owned();
        settings.profiles.short_message_site = "sol".to_owned();
        settings.new_content.post_types.insert("obra".to_owned());
        let stored = serde_json::to_value(&settings).unwrap();
        assert_eq!(
            serde_json::from_value::<Settings>(stored).unwrap(),
            settings
        );
    }
}
