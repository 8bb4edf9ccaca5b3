//! Counts of the imported items by state, and their text form.

use std::collections::BTreeMap;

use domain::site::{Kind, Status};
use site_store::{CommentStatus, ImportRecord};

/// State as shown in the report, in the order of display.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum State {
    Published,
    Approved,
    Scheduled,
    Held,
    Pending,
    Draft,
    Private,
    Spam,
    Trash,
    OfTrash,
    /// Media that is neither private nor in the trash.
    Other,
}

impl State {
    fn of(record: &ImportRecord) -> Option<Self> {
        match record {
            ImportRecord::Content(content) => Some(match content.status {
                Status::Publish => Self::Published,
                Status::Future => Self::Scheduled,
                Status::Draft | Status::AutoDraft => Self::Draft,
                Status::Pending => Self::Pending,
                Status::Private => Self::Private,
                Status::Trash => Self::Trash,
                Status::Inherit if content.kind == Kind::Attachment => Self::Other,
                Status::Inherit => Self::Published,
            }),
            ImportRecord::Comment(comment) => Some(match comment.status {
                CommentStatus::Approved => Self::Approved,
                CommentStatus::Hold => Self::Held,
                CommentStatus::Spam => Self::Spam,
                CommentStatus::Trash => Self::Trash,
                CommentStatus::PostTrashed => Self::OfTrash,
            }),
            _ => None,
        }
    }

    const fn words(self, count: u64) -> &'static str {
        match self {
            Self::Published => "published",
            Self::Approved => "approved",
            Self::Scheduled => "scheduled",
            Self::Held => "held for moderation",
            Self::Pending => "pending review",
            Self::Draft if count == 1 => "draft",
            Self::Draft => "drafts",
            Self::Private => "private",
            Self::Spam => "spam",
            Self::Trash => "in the trash",
            Self::OfTrash => "of posts in the trash",
            Self::Other if count == 1 => "other",
            Self::Other => "others",
        }
    }
}

/// Number of items of a route in each state.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct States(BTreeMap<State, u64>);

impl States {
    /// Counts an imported record.
    pub fn count(&mut self, record: &ImportRecord) {
        if let Some(state) = State::of(record) {
            *self.0.entry(state).or_default() += 1;
        }
    }

    /// Whether no states were counted.
    pub fn is_empty(&self) -> bool {
        self.0.keys().all(|state| *state == State::Other)
    }

    /// Text form, for example `120 published, 3 drafts, 2 in the trash`.
    pub fn in_words(&self) -> String {
        let states = self.0.iter();
        let words: Vec<String> = states
            .map(|(state, count)| format!("{count} {}", state.words(*count)))
            .collect();
        words.join(", ")
    }
}
