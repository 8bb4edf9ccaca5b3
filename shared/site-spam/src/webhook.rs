//! The webhook: the service changes its mind about comments.

use serde_json::Value;
use site_store::{Comment, CommentChange, CommentStatus, StatusChange, StoreError};
use spam_filter::{
    Change, CommentState, Entry, LookUp, MalformedWebhook, Outcome, bodies, webhook,
    webhook_entries,
};

use crate::filter::SiteFilter;

const fn state(status: CommentStatus) -> CommentState {
    match status {
        CommentStatus::Approved => CommentState::Approved,
        CommentStatus::Hold => CommentState::Pending,
        CommentStatus::Spam => CommentState::Spam,
        CommentStatus::Trash | CommentStatus::PostTrashed => CommentState::Trash,
    }
}

impl SiteFilter {
    /// Applies a call of the webhook; returns the body of the answer.
    ///
    /// # Errors
    /// [`MalformedWebhook`] inside, when the body has no list of comments; the store failed.
    pub async fn webhook(
        &self,
        body: &Value,
    ) -> Result<Result<Value, MalformedWebhook>, StoreError> {
        let entries = match webhook_entries(body) {
            Ok(entries) => entries,
            Err(malformed) => return Ok(Err(malformed)),
        };
        let mut answers = Vec::with_capacity(entries.len());
        for entry in &entries {
            answers.push((entry.guid.as_str(), self.changed_mind(entry).await?));
        }
        Ok(Ok(bodies::webhook(answers)))
    }

    async fn changed_mind(&self, entry: &Entry) -> Result<Result<(), &'static str>, StoreError> {
        let mut found = Vec::new();
        for check in self.checks_with_guid(&entry.guid).await? {
            let comment = self.store.comment(check.comment);
            let is_meant = |comment: &Comment| {
                entry.is_about(comment.post, comment.parent, &comment.author_email)
            };
            if let Some(comment) = comment.filter(|comment| is_meant(comment)) {
                found.push((comment, check));
            }
        }
        let (look_up, comment) = match found.as_slice() {
            [] => (LookUp::None, None),
            [(comment, check)] => {
                let state = state(comment.status);
                let by_filter = check.by_filter;
                (LookUp::One { state, by_filter }, Some(comment))
            }
            _ => (LookUp::Several, None),
        };
        let outcome = webhook(entry, look_up);
        if let Some(comment) = comment {
            self.apply(comment.id, &outcome).await?;
        }
        Ok(outcome.answer)
    }

    async fn apply(&self, comment: u64, outcome: &Outcome) -> Result<(), StoreError> {
        match outcome.change {
            Change::None => {}
            Change::MarkSpam => {
                let spam = StatusChange::To(CommentStatus::Spam);
                self.set_status(comment, spam).await?;
            }
            Change::Restore => self.set_status(comment, StatusChange::NoSpam).await?,
            Change::ApproveIfAllowed => {
                self.store.approve_by_rules(comment).await?;
            }
        }
        let Some(history) = outcome.history else {
            return Ok(());
        };
        let now = self.now();
        self.change_check(comment, |stored| {
            let mut check = stored?.clone();
            check.note(now, history);
            Some(check)
        })
        .await?;
        Ok(())
    }

    pub(crate) async fn set_status(
        &self,
        comment: u64,
        status: StatusChange,
    ) -> Result<(), StoreError> {
        let change = CommentChange {
            status: Some(status),
            ..CommentChange::default()
        };
        self.store.update_comment(comment, &change).await.map(drop)
    }
}
