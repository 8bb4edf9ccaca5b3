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
    /// The step of this product and type, with case. An empty name or `0` stands for any, if that leaves one step. Switching
    /// products off is found only while `conflicts` exist.
    pub fn find(plugin: &str, kind: &str, conflicts: bool) -> Option<Self> {
        let is = |asked: &str, name: &str| matches!(asked, "" | "0") || asked == name;
        let mut found = TABLE
            .iter()
            .filter(|(own, name, _)| is(plugin, own) && is(kind, name));
        let (_, _, importer) = found.next().filter(|_| found.next().is_none())?;
        Some(*importer).filter(|importer| conflicts || *importer != Self::Deactivation)
    }

    /// The body of a step for which there is no data; `None` is 500 [`VALIDATION_CODE`]. The removal says once what it removed,
    /// with the address of a next call, which has nothing left.
    pub fn without_data(self, is_first: bool) -> Option<Value> {
        match self {
            Self::ValidateData => None,
            Self::Posts => Some(json!({ "objects": false, "next_url": false })),
            Self::Cleanup if is_first => Some(json!({
                "objects": { "metadata_cleanup": 0, "indexables_cleanup": 0 },
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
    fn an_empty_name_stands_for_the_only_step() {
        for any in ["", "0"] {
            assert_eq!(Importer::find(any, "posts", false), Some(Importer::Posts));
            assert_eq!(Importer::find("aioseo", any, false), None);
            assert_eq!(Importer::find("conflicting-plugins", any, false), None);
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
        assert_eq!(Importer::ValidateData.without_data(true), None);
        assert_eq!(
            Importer::GeneralSettings.without_data(true),
            Some(empty.clone())
        );
        assert_eq!(Importer::TaxonomySettings.without_data(true), Some(empty));
        assert_eq!(
            Importer::Posts.without_data(true),
            Some(json!({"objects": false, "next_url": false}))
        );
        assert_eq!(
            Importer::Cleanup.without_data(true),
            Some(json!({
                "objects": {"metadata_cleanup": 0, "indexables_cleanup": 0},
                "next_url": "seo/v1/import/aioseo/cleanup",
            }))
        );
        assert_eq!(
            Importer::Cleanup.without_data(false),
            Some(json!({"objects": [], "next_url": false}))
        );
    }
}
