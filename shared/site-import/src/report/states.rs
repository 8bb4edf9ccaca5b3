//! The states of what is here of a kind, in words.

use std::collections::BTreeMap;

use domain::site::{Kind, Status};
use site_store::{CommentStatus, ImportRecord};

/// A state as people call it, in the order in which states are told.
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

/// How many of a kind are here in each state.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct States(BTreeMap<State, u64>);

impl States {
    /// Counts a record that is here.
    pub fn count(&mut self, record: &ImportRecord) {
        if let Some(state) = State::of(record) {
            *self.0.entry(state).or_default() += 1;
        }
    }

    /// Whether there is nothing to tell.
    pub fn is_empty(&self) -> bool {
        self.0.keys().all(|state| *state == State::Other)
    }

    /// Such as `120 published, 3 drafts, 2 in the trash`.
    pub fn in_words(&self) -> String {
        let states = self.0.iter();
        let words: Vec<String> = states
            .map(|(state, count)| format!("{count} {}", state.words(*count)))
            .collect();
        words.join(", ")
    }
}
