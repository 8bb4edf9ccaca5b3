//! What the filter keeps about a comment.

use items::{Condition, Entry, ItemsError, Query};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use site_store::StoreError;
use spam_classifier::{Label, Submission};
use spam_filter::History;
use spam_service::Checked;

use crate::filter::SiteFilter;

/// Kind of due tasks in the index of due records, across all sites.
pub(crate) const DUE_KIND: &str = "SITE_SPAM";
/// Longest identifier of a check, in bytes; a longer one is not kept, and the webhook cannot name the comment.
const MAX_GUID: usize = 256;
/// Entries of the history that are kept, the latest ones.
const MAX_EVENTS: usize = 50;

/// An entry of the history.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Event {
    /// Time.
    pub at: Timestamp,
    /// What happened.
    pub what: History,
}

/// What is still to be done about a comment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Task {
    /// Check it again.
    Recheck {
        /// Failed checks so far, at least 1.
        failed: u32,
        /// When.
        at: Timestamp,
    },
    /// Tell the service what a moderator decided.
    Report {
        /// The decision.
        label: Label,
        /// Failed reports so far.
        failed: u32,
        /// When.
        at: Timestamp,
    },
}

impl Task {
    pub(crate) const fn at(self) -> Timestamp {
        match self {
            Self::Recheck { at, .. } | Self::Report { at, .. } => at,
        }
    }

    /// The same task at another time.
    pub(crate) const fn moved(self, at: Timestamp) -> Self {
        match self {
            Self::Recheck { failed, .. } => Self::Recheck { failed, at },
            Self::Report { label, failed, .. } => Self::Report { label, failed, at },
        }
    }
}

/// What the filter keeps about a comment: an item beside the comment, deleted with it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CommentCheck {
    /// Site.
    pub tenant: String,
    /// Comment.
    pub comment: u64,
    /// What the service was told, or would have been told.
    pub checked: Checked,
    /// The service's identifier of the check.
    pub guid: Option<String>,
    /// What happened, the earliest first.
    pub history: Vec<Event>,
    /// What the weights hold about the text.
    pub learned: Option<Label>,
    /// Whether the filter decided last, not a person.
    pub by_filter: bool,
    /// What is still to be done.
    pub task: Option<Task>,
}

impl CommentCheck {
    pub(crate) fn note(&mut self, at: Timestamp, what: History) {
        self.history.push(Event { at, what });
        let surplus = self.history.len().saturating_sub(MAX_EVENTS);
        self.history.drain(..surplus);
    }

    /// The text as the classifier reads it. How it was sent is not known any more.
    pub(crate) fn submission(&self) -> Submission<'_> {
        Submission {
            text: &self.checked.comment_content,
            author: &self.checked.comment_author,
            email: &self.checked.comment_author_email,
            author_url: &self.checked.comment_author_url,
            address: &self.checked.user_ip,
            user_agent: &self.checked.user_agent,
            own_host: host(&self.checked.blog),
            ..Submission::default()
        }
    }
}

/// The host name in an address.
pub(crate) fn host(address: &str) -> &str {
    let rest = address.split_once("://").map_or(address, |(_, rest)| rest);
    rest.split(['/', ':', '?', '#']).next().unwrap_or_default()
}

impl SiteFilter {
    fn guid_partition(&self, guid: &str) -> String {
        format!("{}#COMMENT_GUID#{guid}", self.store.tenant())
    }

    fn entry(&self, check: &CommentCheck, revision: u64) -> Result<Entry, ItemsError> {
        let key = self.store.comment_check_key(check.comment);
        let mut entry = Entry::new(key, check)?.revision(revision);
        if let Some(guid) = &check.guid {
            entry = entry.listed(self.guid_partition(guid), format!("{:020}", check.comment));
        }
        Ok(match check.task {
            Some(task) => entry.due(DUE_KIND, task.at().as_second()),
            None => entry,
        })
    }

    /// What is kept about a comment.
    ///
    /// # Errors
    /// The store failed.
    pub async fn check_of(&self, comment: u64) -> Result<Option<CommentCheck>, StoreError> {
        let key = self.store.comment_check_key(comment);
        Ok(self.filter.table.get(&key).await?)
    }

    /// The checks with this identifier.
    pub(crate) async fn checks_with_guid(
        &self,
        guid: &str,
    ) -> Result<Vec<CommentCheck>, StoreError> {
        if guid.len() > MAX_GUID {
            return Ok(Vec::new());
        }
        let query = Query::listed(self.guid_partition(guid));
        Ok(self.filter.table.query(&query).await?)
    }

    /// Changes what is kept about a comment by `change`, which gets the present record and returns the new one, and is
    /// called again when another writer was first. Without a new one nothing is written, and `None` is returned.
    pub(crate) async fn change_check(
        &self,
        comment: u64,
        change: impl Fn(Option<&CommentCheck>) -> Option<CommentCheck>,
    ) -> Result<Option<CommentCheck>, StoreError> {
        let key = self.store.comment_check_key(comment);
        items::retry_on_conflict(|| async {
            let stored = self.filter.table.get_revised::<CommentCheck>(&key).await?;
            let Some(mut changed) = change(stored.as_ref().map(|stored| &stored.record)) else {
                return Ok(Some(None));
            };
            changed.guid = changed.guid.filter(|guid| guid.len() <= MAX_GUID);
            let (revision, condition) = match &stored {
                Some(stored) => (stored.revision + 1, Condition::Revision(stored.revision)),
                None => (1, Condition::Absent),
            };
            let entry = self.entry(&changed, revision)?;
            match self.filter.table.put(entry, condition).await {
                Ok(()) => Ok(Some(Some(changed))),
                Err(ItemsError::Conflict { .. }) => Ok(None),
                Err(error) => Err(StoreError::from(error)),
            }
        })
        .await
    }
}
