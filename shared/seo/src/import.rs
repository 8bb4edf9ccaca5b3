//! `import/{plugin}/{type}`: taking over the data of another product.

use serde_json::{Value, json};

/// A step of an import.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Importer {
    /// Checks that there is data.
    ValidateData,
    /// General settings.
    GeneralSettings,
    /// Settings of the archives that every site has.
    DefaultArchiveSettings,
    /// Settings of the archives of types.
    CustomArchiveSettings,
    /// Settings of types.
    PosttypeDefaultSettings,
    /// Settings of taxonomies.
    TaxonomySettings,
    /// Meta of posts.
    Posts,
    /// Removal of what was taken over.
    Cleanup,
    /// Switching conflicting products off.
    Deactivation,
}

/// The steps by product and type.
const TABLE: [(&str, &str, Importer); 9] = [
    ("aioseo", "validate_data", Importer::ValidateData),
    ("aioseo", "general_settings", Importer::GeneralSettings),
    (
        "aioseo",
        "default_archive_settings",
        Importer::DefaultArchiveSettings,
    ),
    (
        "aioseo",
        "custom_archive_settings",
        Importer::CustomArchiveSettings,
    ),
    (
        "aioseo",
        "posttype_default_settings",
        Importer::PosttypeDefaultSettings,
    ),
    ("aioseo", "taxonomy_settings", Importer::TaxonomySettings),
    ("aioseo", "posts", Importer::Posts),
    ("aioseo", "cleanup", Importer::Cleanup),
    (
        "conflicting-plugins",
        "deactivation",
        Importer::Deactivation,
    ),
];

/// Message of 404 `rest_no_route` for an unknown product or type.
pub const NOT_FOUND: &str = "Requested importer not found";
/// Code of data that cannot be taken over, 500.
pub const VALIDATION_CODE: &str = "seo_error_validation";

impl Importer {
    /// The step of this product and type, with case. Switching products off is found only while `conflicts` exist.
    pub fn find(plugin: &str, kind: &str, conflicts: bool) -> Option<Self> {
        let found = TABLE
            .iter()
            .find(|(own, name, _)| (*own, *name) == (plugin, kind));
        found
            .map(|(_, _, importer)| *importer)
            .filter(|importer| conflicts || *importer != Self::Deactivation)
    }

    /// The body of a step for which there is no data. `removed` is what the removal found; `None` is 500
    /// [`VALIDATION_CODE`].
    pub fn without_data(self, removed: u64) -> Option<Value> {
        match self {
            Self::ValidateData => None,
            Self::Posts => Some(json!({ "objects": false, "next_url": false })),
            Self::Cleanup => Some(json!({
                "objects": { "metadata_cleanup": 0, "indexables_cleanup": removed },
                "next_url": "seo/v1/import/aioseo/cleanup",
            })),
            _ => Some(json!({ "objects": [], "next_url": false })),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_steps_are_found() {
        for (plugin, kind, importer) in TABLE {
            assert_eq!(Importer::find(plugin, kind, true), Some(importer));
        }
        for (plugin, kind) in [("outro", "posts"), ("aioseo", "outro"), ("AIOSEO", "posts")] {
            assert_eq!(Importer::find(plugin, kind, true), None);
        }
    }

    #[test]
    fn nothing_is_switched_off_without_conflicts() {
        assert_eq!(
            Importer::find("conflicting-plugins", "deactivation", false),
            None
        );
        assert!(Importer::find("aioseo", "posts", false).is_some());
    }

    #[test]
    fn bodies_without_data() {
        let empty = json!({"objects": [], "next_url": false});
        assert_eq!(Importer::ValidateData.without_data(0), None);
        assert_eq!(
            Importer::GeneralSettings.without_data(0),
            Some(empty.clone())
        );
        assert_eq!(Importer::TaxonomySettings.without_data(0), Some(empty));
        assert_eq!(
            Importer::Posts.without_data(0),
            Some(json!({"objects": false, "next_url": false}))
        );
        assert_eq!(
            Importer::Cleanup.without_data(6),
            Some(json!({
                "objects": {"metadata_cleanup": 0, "indexables_cleanup": 6},
                "next_url": "seo/v1/import/aioseo/cleanup",
            }))
        );
    }
}
