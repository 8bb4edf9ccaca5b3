//! Connected services that can be switched on and off: `integrations/set_active`.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::saved::Saved;

/// A service that can be switched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Integration {
    /// Keyword research.
    KeywordResearch,
    /// Rank tracking.
    RankTracker,
    /// Search by another product.
    Search,
    /// Custom fields of another product.
    CustomFields,
}

/// Names on the wire, with the vendors' names for the first two.
const NAMES: [(&str, Integration); 8] = [
    ("keyword-research", Integration::KeywordResearch),
    ("keyword_research", Integration::KeywordResearch),
    ("semrush", Integration::KeywordResearch),
    ("rank-tracker", Integration::RankTracker),
    ("rank_tracker", Integration::RankTracker),
    ("wincher", Integration::RankTracker),
    ("algolia", Integration::Search),
    ("acf", Integration::CustomFields),
];

impl Integration {
    /// The service of this name.
    pub fn parse(name: &str) -> Option<Self> {
        NAMES
            .iter()
            .find(|(own, _)| *own == name)
            .map(|(_, integration)| *integration)
    }

    /// The name under which its switch is stored.
    pub const fn name(self) -> &'static str {
        match self {
            Self::KeywordResearch => "keyword-research",
            Self::RankTracker => "rank-tracker",
            Self::Search => "search",
            Self::CustomFields => "custom-fields",
        }
    }

    const fn starts_active(self) -> bool {
        matches!(self, Self::KeywordResearch | Self::RankTracker)
    }
}

/// The switches that were set.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Switches(BTreeMap<String, bool>);

impl Switches {
    /// Whether the service is on. The routes of a service that is off are absent (404 `rest_no_route`).
    pub fn is_active(&self, integration: Integration) -> bool {
        let set = self.0.get(integration.name()).copied();
        set.unwrap_or_else(|| integration.starts_active())
    }

    /// Switches the service of this name. The answer is [`Saved::wrapped`] with status 500 for an unknown name; HTTP 200 in
    /// both cases.
    pub fn set(&mut self, name: &str, active: bool) -> Saved {
        let Some(integration) = Integration::parse(name) else {
            return Saved::OptionFailed;
        };
        self.0.insert(integration.name().to_owned(), active);
        Saved::Done
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_research_services_start_active() {
        let switches = Switches::default();
        assert!(switches.is_active(Integration::KeywordResearch));
        assert!(switches.is_active(Integration::RankTracker));
        assert!(!switches.is_active(Integration::Search));
        assert!(!switches.is_active(Integration::CustomFields));
    }

    #[test]
    fn a_switch_is_stored_under_one_name() {
        let mut switches = Switches::default();
        assert_eq!(switches.set("wincher", false), Saved::Done);
        assert!(!switches.is_active(Integration::RankTracker));
        assert_eq!(switches.set("rank-tracker", true), Saved::Done);
        assert_eq!(
            serde_json::to_value(&switches).unwrap(),
            serde_json::json!({"rank-tracker": true})
        );
    }

    #[test]
    fn an_unknown_name_is_refused() {
        let mut switches = Switches::default();
        for name in ["", "outro", "Semrush"] {
            assert_eq!(switches.set(name, true), Saved::OptionFailed, "{name}");
        }
        assert_eq!(switches, Switches::default());
    }
}
