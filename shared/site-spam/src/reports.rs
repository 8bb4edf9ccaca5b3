//! Reports to the service about messages of contact forms that people judged otherwise. A report is a due task, so nobody waits
//! for the service, and is deleted with its submission.

use items::{Condition, Entry, Write, none_on_conflict};
use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};
use site_store::{SiteStore, StoreError, Tenant, submission_report};
use spam_classifier::Label;
use spam_filter::{recheck_delay, report_again};
use spam_service::Checked;

use crate::check::DUE_KIND;
use crate::filter::{SiteFilter, SpamFilter};
use crate::messages::{Message, label};
use crate::performed::{LEASE, Performed};

/// A report that is still to be made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MessageReport {
    /// Site.
    pub tenant: String,
    /// Submission of the contact form.
    pub submission: u64,
    checked: Checked,
    label: Label,
    /// Failed reports so far.
    failed: u32,
    at: Timestamp,
}

impl MessageReport {
    fn entry(&self, tenant: &Tenant) -> Result<Entry, StoreError> {
        let key = submission_report(tenant, self.submission);
        Ok(Entry::new(key, self)?.due(DUE_KIND, self.at.as_second()))
    }
}

impl SiteFilter {
    /// The write of a report that a message is spam or is none, for the transaction that stores this; none for a site without
    /// a key.
    ///
    /// # Errors
    /// The store failed.
    pub async fn message_report(
        &self,
        submission: u64,
        message: &Message,
        is_spam: bool,
    ) -> Result<Option<Write>, StoreError> {
        if self.key().await?.is_none() {
            return Ok(None);
        }
        let report = MessageReport {
            tenant: self.store.tenant().to_string(),
            submission,
            checked: self.checked_message(message),
            label: label(is_spam),
            failed: 0,
            at: self.now(),
        };
        // A worker that has an earlier report about the submission must not delete this one.
        let mut drawn = [0; 4];
        self.filter.random.fill(&mut drawn);
        let revision = u64::from(u32::from_be_bytes(drawn));
        let entry = report.entry(self.store.tenant())?.revision(revision);
        Ok(Some(Write::Put(entry, Condition::Any)))
    }
}

impl SpamFilter {
    /// Makes a report about a message of this site.
    pub(crate) async fn report(
        &self,
        store: &SiteStore,
        due: &MessageReport,
    ) -> Result<Performed, StoreError> {
        let tenant = store.tenant();
        let key = submission_report(tenant, due.submission);
        let now = self.clock.now_seconds();
        let stored = self.table.get_revised::<MessageReport>(&key).await?;
        let Some(stored) = stored.filter(|stored| stored.record.at <= now) else {
            return Ok(Performed::Taken);
        };
        let (report, revision) = (stored.record, stored.revision);
        let claimed = MessageReport {
            at: now + LEASE,
            ..report.clone()
        };
        let entry = claimed.entry(tenant)?.revision(revision + 1);
        let put = self.table.put(entry, Condition::Revision(revision)).await;
        if none_on_conflict(put)?.is_none() {
            return Ok(Performed::Taken);
        }
        let again = self.tell(store, &report).await?;
        // A report that was written or deleted meanwhile stays as it is.
        let own = Condition::Revision(revision + 1);
        match again {
            None => {
                none_on_conflict(self.table.delete(key, own).await)?;
                Ok(Performed::Done)
            }
            Some(wait) => {
                let later = MessageReport {
                    failed: report.failed.saturating_add(1),
                    at: now + wait,
                    ..report
                };
                let entry = later.entry(tenant)?.revision(revision + 2);
                none_on_conflict(self.table.put(entry, own).await)?;
                Ok(Performed::Later)
            }
        }
    }

    /// Tells the service; the time until the report is made again after a failure that passes.
    async fn tell(
        &self,
        store: &SiteStore,
        report: &MessageReport,
    ) -> Result<Option<SignedDuration>, StoreError> {
        let site = self.of(store, &report.checked.blog);
        let Some(key) = site.key().await? else {
            return Ok(None);
        };
        let told = report_again(site.service(), &key, &report.checked, report.label).await;
        let temporary = told.err().filter(|error| error.failure.is_temporary());
        let wait = temporary.and_then(|_| recheck_delay(report.failed.saturating_add(1)));
        Ok(wait.and_then(|wait| SignedDuration::try_from(wait).ok()))
    }
}
