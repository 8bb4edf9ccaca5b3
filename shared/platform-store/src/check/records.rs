//! Reads the record of each kind in the form that it has.

use domain::platform::approval::Approval;
use domain::platform::id::UserId;
use domain::platform::notification::Notification;
use domain::platform::publication::Job;
use domain::platform::site_record::Site;
use items::{ItemsError, Key};
use serde::de::DeserializeOwned;

use super::{Finding, Found, found};
use crate::PlatformStore;
use crate::approvals::Pointer;
use crate::posts::{StoredVersion, VersionHead};
use crate::site_words::StoredWords;
use crate::users::{Credentials, UserRecord};
use crate::working_copies::StoredCopy;

impl PlatformStore {
    /// Checks that the records that are not read otherwise have the form of their kind. Those that expire within days are left out.
    pub(super) async fn check_records(
        &self,
        findings: &mut Vec<Finding>,
    ) -> Result<(), ItemsError> {
        let mut start = None;
        loop {
            let page = self.table.scan_keys(start.as_ref()).await?;
            for key in page.keys {
                if self.is_damaged(&key).await? {
                    let Key { pk, sk } = key;
                    findings.push(Finding::Record { pk, sk });
                }
            }
            start = page.next;
            if start.is_none() {
                return Ok(());
            }
        }
    }

    /// Whether a record of a known kind cannot be read.
    async fn is_damaged(&self, key: &Key) -> Result<bool, ItemsError> {
        let kind = |text: &str| text.split('#').next().unwrap_or_default().to_owned();
        match (kind(&key.pk).as_str(), kind(&key.sk).as_str()) {
            ("USER", "USER") => self.is_other_form::<UserRecord>(key).await,
            ("USER", "CREDENTIALS") => self.is_other_form::<Credentials>(key).await,
            ("USER", "FORMER_NAME") | ("SITE", "SECRET") => self.is_other_form::<String>(key).await,
            ("EMAIL", "EMAIL") => self.is_other_form::<UserId>(key).await,
            ("SITE", "SITE") => self.is_other_form::<Site>(key).await,
            ("SITE", "WORDS") => self.is_other_form::<StoredWords>(key).await,
            ("POST", "V") => self.is_other_form::<StoredVersion>(key).await,
            ("POST", "VHEAD") => self.is_other_form::<VersionHead>(key).await,
            ("POST", "WORKING_COPY") => self.is_other_form::<StoredCopy>(key).await,
            ("POST", "APPROVAL") => self.is_other_form::<Approval>(key).await,
            ("APPROVAL", _) => self.is_other_form::<Pointer>(key).await,
            ("JOB", "JOB") => self.is_other_form::<Job>(key).await,
            ("NOTIFICATION", _) => self.is_other_form::<Notification>(key).await,
            _ => Ok(false),
        }
    }

    async fn is_other_form<T: DeserializeOwned>(&self, key: &Key) -> Result<bool, ItemsError> {
        let read = found(self.table.get::<T>(key).await)?;
        Ok(matches!(read, Found::Damaged))
    }
}
