//! Settings of the filter, and the history of a text.

use serde::{Deserialize, Serialize};

/// Settings of the filter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// Whether blatant spam is discarded instead of stored, where the way in allows it.
    pub strictness: bool,
    /// Whether the number of approved comments is shown beside an author.
    pub show_user_comments_approved: bool,
}

/// Both are on at first.
impl Default for Settings {
    fn default() -> Self {
        Self {
            strictness: true,
            show_user_comments_approved: true,
        }
    }
}

/// A partial change of the settings.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SettingsChange {
    /// New value, if given.
    pub strictness: Option<bool>,
    /// New value, if given.
    pub show_user_comments_approved: Option<bool>,
}

impl Settings {
    /// The settings after a change.
    #[must_use]
    pub fn with(self, change: SettingsChange) -> Self {
        Self {
            strictness: change.strictness.unwrap_or(self.strictness),
            show_user_comments_approved: change
                .show_user_comments_approved
                .unwrap_or(self.show_user_comments_approved),
        }
    }
}

/// What happened to a text, for the history that moderators see.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum History {
    /// The filter found spam.
    CheckSpam,
    /// The filter found nothing.
    CheckHam,
    /// The classifier was not certain.
    CheckUnsure,
    /// The service could not be asked; the text is held.
    CheckError,
    /// Found to be spam when it was checked again.
    RecheckSpam,
    /// Found legitimate when it was checked again.
    RecheckHam,
    /// Not certain when it was checked again.
    RecheckUnsure,
    /// The service could not be asked again.
    RecheckError,
    /// A moderator marked it as spam.
    ReportSpam,
    /// A moderator marked it as legitimate.
    ReportHam,
    /// The webhook marked it as spam.
    WebhookSpam,
    /// The webhook called it spam, and nothing changed.
    WebhookSpamNoaction,
    /// The webhook marked it as legitimate.
    WebhookHam,
    /// The webhook called it legitimate, and nothing changed.
    WebhookHamNoaction,
}

impl History {
    /// Whether a change of status that this entry stands for was made by the filter, not by a person. The webhook only
    /// changes what the filter decided last.
    #[must_use]
    pub const fn is_by_filter(self) -> bool {
        !matches!(self, Self::ReportSpam | Self::ReportHam)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_leaves_out_what_is_not_given() {
        let settings = Settings::default();
        assert!(settings.strictness && settings.show_user_comments_approved);
        let changed = settings.with(SettingsChange {
            strictness: Some(false),
            ..SettingsChange::default()
        });
        assert_eq!(
            changed,
            Settings {
                strictness: false,
                show_user_comments_approved: true
            }
        );
        let change = SettingsChange {
            show_user_comments_approved: Some(false),
            ..SettingsChange::default()
        };
        assert_eq!(
            changed.with(change),
            Settings {
                strictness: false,
                show_user_comments_approved: false
            }
        );
    }

    #[test]
    fn history_is_stored_by_name() {
        let name = |history| serde_json::to_value(history).unwrap();
        assert_eq!(name(History::WebhookHamNoaction), "webhook-ham-noaction");
        assert_eq!(name(History::CheckError), "check-error");
        assert!(!History::ReportHam.is_by_filter() && History::WebhookSpam.is_by_filter());
    }
}
