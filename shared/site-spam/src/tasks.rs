//! Due tasks: checks that are repeated, and reports to the service.

use std::str::FromStr;
use std::time::Duration;

use items::{Condition, Query};
use jiff::SignedDuration;
use serde::Deserialize;
use site_store::{CommentStatus, Freshness, Sites, StatusChange, StoreError, Tenant};
use spam_classifier::{Label, Weights};
use spam_filter::{Decision, Hold, Subject, judge_again, recheck_delay, report_again};

use crate::check::{CommentCheck, DUE_KIND, Task};
use crate::filter::{SiteFilter, SpamFilter};
use crate::performed::{LEASE, Performed};
use crate::reports::MessageReport;

/// A record with a task that is due.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(untagged)]
pub enum DueTask {
    /// The check of a comment, to be repeated or reported.
    Comment(Box<CommentCheck>),
    /// A report about a message.
    Message(Box<MessageReport>),
}

impl DueTask {
    /// Name of the site.
    pub fn tenant(&self) -> &str {
        match self {
            Self::Comment(check) => &check.tenant,
            Self::Message(report) => &report.tenant,
        }
    }
}

impl SpamFilter {
    /// The tasks that are due, at most `limit`, of all sites.
    ///
    /// # Errors
    /// The store failed.
    pub async fn due(&self, limit: i32) -> Result<Vec<DueTask>, StoreError> {
        let now = self.clock.now_seconds().as_second();
        let query = Query::due(DUE_KIND, now).limit(limit);
        Ok(self.table.query(&query).await?)
    }

    /// Performs a task. Safe to call repeatedly and concurrently for the same one.
    ///
    /// # Errors
    /// The store failed; the task is due again after some minutes.
    pub async fn perform(&self, sites: &Sites, due: &DueTask) -> Result<Performed, StoreError> {
        let tenant = Tenant::from_str(due.tenant())
            .map_err(|error| StoreError::Unreadable(error.to_string()))?;
        let store = sites.site(&tenant)?;
        match due {
            DueTask::Comment(due) => {
                store.refresh(Freshness::Asked).await?;
                let filter = self.of(&store, &due.checked.blog);
                filter.perform(due.comment).await
            }
            DueTask::Message(due) => self.report(&store, due).await,
        }
    }
}

impl SiteFilter {
    async fn perform(&self, comment: u64) -> Result<Performed, StoreError> {
        let now = self.now();
        let claimed = self
            .change_check(comment, |stored| {
                let mut check = stored?.clone();
                let task = check.task.filter(|task| task.at() <= now)?;
                check.task = Some(task.moved(now + LEASE));
                Some(check)
            })
            .await?;
        let Some(check) = claimed else {
            return Ok(Performed::Taken);
        };
        let Some(status) = self.store.comment(comment).map(|comment| comment.status) else {
            // The comment was deleted while its check was written.
            let key = self.store.comment_check_key(comment);
            self.filter.table.delete(key, Condition::Any).await?;
            return Ok(Performed::Done);
        };
        match check.task {
            Some(Task::Recheck { failed, .. }) => self.recheck(&check, status, failed).await,
            Some(Task::Report { label, failed, .. }) => self.report(&check, label, failed).await,
            None => Ok(Performed::Done),
        }
    }

    async fn recheck(
        &self,
        check: &CommentCheck,
        status: CommentStatus,
        failed: u32,
    ) -> Result<Performed, StoreError> {
        let key = self.key().await?;
        let weights = match key {
            Some(_) => Weights::default(),
            None => self.weights().await,
        };
        let subject = Subject {
            submission: check.submission(),
            checked: check.checked.clone(),
            trusted: false,
        };
        let settings = self.settings().await?;
        let service = self.service();
        let judgement =
            judge_again(service, key.as_ref(), &settings, &subject, &weights, failed).await;
        self.note_alert(&judgement.alert).await;
        let is_shown = matches!(status, CommentStatus::Approved | CommentStatus::Hold);
        if check.by_filter && is_shown {
            match judgement.decision {
                Decision::Spam { .. } => {
                    let spam = StatusChange::To(CommentStatus::Spam);
                    self.set_status(check.comment, spam).await?;
                }
                Decision::Pass => {
                    self.store.approve_by_rules(check.comment).await?;
                }
                Decision::Hold => {}
            }
        }
        let has_failed = matches!(judgement.hold, Some(Hold::Failure(_)));
        let again = judgement.recheck_in.filter(|_| has_failed);
        self.settle(check.comment, |check| {
            check.note(self.now(), judgement.history);
            check.guid = judgement.guid.clone().or_else(|| check.guid.take());
            let failed = failed.saturating_add(1);
            check.task = self.after(again).map(|at| Task::Recheck { failed, at });
        })
        .await?;
        Ok(match again {
            Some(_) => Performed::Later,
            None => Performed::Done,
        })
    }

    async fn report(
        &self,
        check: &CommentCheck,
        label: Label,
        failed: u32,
    ) -> Result<Performed, StoreError> {
        let again = match self.key().await? {
            None => None,
            Some(key) => {
                let told = report_again(self.service(), &key, &check.checked, label).await;
                let temporary = told.err().filter(|error| error.failure.is_temporary());
                temporary.and_then(|_| recheck_delay(failed.saturating_add(1)))
            }
        };
        self.settle(check.comment, |check| {
            let failed = failed.saturating_add(1);
            check.task = self
                .after(again)
                .map(|at| Task::Report { label, failed, at });
        })
        .await?;
        Ok(match again {
            Some(_) => Performed::Later,
            None => Performed::Done,
        })
    }

    fn after(&self, wait: Option<Duration>) -> Option<jiff::Timestamp> {
        let wait = SignedDuration::try_from(wait?).ok()?;
        Some(self.now() + wait)
    }

    /// Stores the outcome of a task, unless a person decided meanwhile, whose task stays.
    async fn settle(
        &self,
        comment: u64,
        outcome: impl Fn(&mut CommentCheck),
    ) -> Result<(), StoreError> {
        let claimed = self.now();
        self.change_check(comment, |stored| {
            let mut check = stored?.clone();
            // A task that was written meanwhile is due at once.
            if check.task.is_none_or(|task| task.at() <= claimed) {
                return None;
            }
            outcome(&mut check);
            Some(check)
        })
        .await?;
        Ok(())
    }
}
