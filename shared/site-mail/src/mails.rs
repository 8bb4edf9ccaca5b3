//! Records of mails.

use std::sync::Arc;

use items::{
    Condition, Entry, ItemsError, Query, Table, Write, none_on_conflict, retry_on_conflict,
};
use jiff::{SignedDuration, Timestamp};
use ports::{WorkMessage, WorkQueue};
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use site_store::{Parts, Tenant};

use crate::error::SiteMailError;
use crate::files::{PrivateFiles, StagedFiles};
use crate::keys;
use crate::mail::{MailState, RenderedMail, SiteMail, UNSENT_AFTER};
use crate::owner::MailOwner;

/// Upper limit of a compressed mail without attachments; DynamoDB limits the whole item to 400 KB.
const MAX_BYTES: usize = 350 * 1024;
/// Time for which the outcome of a mail is kept.
const KEPT_FOR: SignedDuration = SignedDuration::from_hours(24 * 30);

/// Stored form.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Record {
    #[serde(flatten)]
    pub(crate) mail: SiteMail,
    /// JSON of the texts; empty once the mail is over.
    #[serde(with = "items::packed", rename = "texts")]
    pub(crate) texts: String,
}

/// A mail of any site that is due.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DueMail {
    /// Site.
    pub tenant: Tenant,
    /// Identifier of the mail.
    pub id: String,
}

/// A mail that is not stored yet.
#[derive(Debug)]
#[must_use]
pub struct PreparedMail {
    /// Its identifier.
    pub id: String,
    /// The writes that store it, for the transaction of what causes it.
    pub writes: Vec<Write>,
}

/// Outgoing mails of one site.
#[derive(Clone)]
pub struct SiteMails {
    pub(crate) parts: Parts,
    pub(crate) tenant: Tenant,
    pub(crate) files: PrivateFiles,
    owner: Option<Arc<dyn MailOwner>>,
}

impl std::fmt::Debug for SiteMails {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("SiteMails").field(&self.tenant).finish()
    }
}

impl SiteMails {
    /// Mails of `tenant` in the table of `parts`. Those that were caused by a record are ended by a handle with
    /// [`SiteMails::with_owner`].
    pub fn new(parts: Parts, tenant: Tenant) -> Self {
        Self {
            files: PrivateFiles::new(parts.clone(), tenant.clone()),
            parts,
            tenant,
            owner: None,
        }
    }

    /// The same mails, whose outcomes `owner` keeps.
    #[must_use]
    pub fn with_owner(self, owner: Arc<dyn MailOwner>) -> Self {
        Self {
            owner: Some(owner),
            ..self
        }
    }

    /// Makes the writes of a mail. Files in `own` belong to the mail alone and are removed at its end; other attachments
    /// belong to the submission.
    ///
    /// # Errors
    /// [`SiteMailError::TooLarge`] when the texts do not fit into a record.
    pub fn prepare(
        &self,
        rendered: &RenderedMail,
        submission: Option<u64>,
        own: Option<&StagedFiles>,
    ) -> Result<PreparedMail, SiteMailError> {
        let texts = serde_json::to_string(rendered)?;
        if texts.len() > MAX_BYTES {
            let bytes = items::packed::pack(&texts)?.len();
            if bytes > MAX_BYTES {
                return Err(SiteMailError::TooLarge {
                    bytes,
                    limit: MAX_BYTES,
                });
            }
        }
        let now = self.parts.clock.now_seconds();
        let mail = SiteMail {
            id: self.parts.random.uuid().to_string(),
            tenant: self.tenant.to_string(),
            submission,
            state: MailState::Queued,
            attempts: 0,
            error: None,
            created_at: now,
            updated_at: now,
            next_at: Some(now + UNSENT_AFTER),
            own_files: own.map(|own| own.blobs.clone()).unwrap_or_default(),
            revision: 1,
        };
        let id = mail.id.clone();
        let entry = self.entry(&Record { mail, texts })?;
        let mut writes = vec![Write::Put(entry, Condition::Absent)];
        writes.extend(own.map(StagedFiles::keep));
        Ok(PreparedMail { id, writes })
    }

    /// Stores a mail by itself; returns its identifier.
    ///
    /// # Errors
    /// The store failed.
    pub async fn enqueue(&self, prepared: PreparedMail) -> Result<String, SiteMailError> {
        self.parts.table.transact(prepared.writes).await?;
        Ok(prepared.id)
    }

    /// Sends a message about each of these stored mails, so that a worker takes them at once. A message that cannot be sent is
    /// made up for by [`SiteMails::due`].
    pub async fn announce(&self, queue: &dyn WorkQueue, ids: &[String]) {
        for id in ids {
            let message = WorkMessage::SiteMail {
                tenant: self.tenant.to_string(),
                mail_id: id.clone(),
            };
            if let Err(error) = queue.send(&message).await {
                tracing::warn!(target: "site_mail", id, %error, "a mail of a site waits for the next tick");
            }
        }
    }

    /// Reads a mail. Strongly consistent.
    ///
    /// # Errors
    /// The store failed.
    pub async fn read(&self, id: &str) -> Result<Option<SiteMail>, SiteMailError> {
        Ok(self.record(id).await?.map(|record| record.mail))
    }

    /// Those of `ids` that are not identifiers of a stored mail.
    ///
    /// # Errors
    /// The store failed.
    pub async fn missing(&self, ids: Vec<String>) -> Result<Vec<String>, SiteMailError> {
        let keys: Vec<_> = ids.iter().map(|id| keys::mail(&self.tenant, id)).collect();
        let found: Vec<Option<IgnoredAny>> = self.parts.table.get_many(&keys).await?;
        let missing = ids.into_iter().zip(found);
        Ok(missing
            .filter_map(|(id, found)| found.is_none().then_some(id))
            .collect())
    }

    /// The write that deletes a mail, for the transaction that deletes its submission. A worker that is sending it finds no
    /// record afterwards.
    pub fn deletion(&self, id: &str) -> Write {
        Write::Delete(keys::mail(&self.tenant, id), Condition::Any)
    }

    /// Deletes a mail with its own files; returns whether there was one. A worker that is sending it finds no record
    /// afterwards.
    ///
    /// # Errors
    /// A store failed; [`PrivateFiles::sweep`] removes files that are left.
    pub async fn delete(&self, id: &str) -> Result<bool, SiteMailError> {
        let deleted = retry_on_conflict(|| async {
            let Some(record) = self.record(id).await? else {
                return Ok::<_, SiteMailError>(Some(None));
            };
            let condition = Condition::Revision(record.mail.revision);
            let mut writes = vec![Write::Delete(keys::mail(&self.tenant, id), condition)];
            let (removal, task) = self.files.removal(record.mail.own_files)?.unzip();
            writes.extend(removal);
            let done = none_on_conflict(self.parts.table.transact(writes).await)?;
            Ok(done.map(|()| Some(task)))
        });
        let Some(task) = deleted.await? else {
            return Ok(false);
        };
        if let Some(task) = task {
            self.files.carry_out(&task).await?;
        }
        Ok(true)
    }

    /// Ends a mail as failed that no worker is sending, so that it is not sent later. Returns its state: when it is still
    /// sending or is over, nothing changes.
    ///
    /// # Errors
    /// The store failed.
    pub async fn withdraw(&self, id: &str) -> Result<Option<MailState>, SiteMailError> {
        retry_on_conflict(|| async {
            let Some(mut record) = self.record(id).await? else {
                return Ok(Some(None));
            };
            if record.mail.state != MailState::Queued {
                return Ok(Some(Some(record.mail.state)));
            }
            let now = self.parts.clock.now_seconds();
            let error = record.mail.error.take();
            let error = error.as_deref().unwrap_or("the mail was withdrawn");
            record.mail.end(MailState::Failed, Some(error), now);
            let saved = self.save(&mut record).await?;
            Ok(saved.then_some(Some(MailState::Failed)))
        })
        .await
    }

    /// Mails of all sites that a worker should take at `now`, at most `limit`: repetitions, interrupted attempts, and those
    /// whose message was lost. The index may lag; the record decides.
    ///
    /// # Errors
    /// The store failed.
    pub async fn due(
        table: &Table,
        now: Timestamp,
        limit: i32,
    ) -> Result<Vec<DueMail>, SiteMailError> {
        let query = Query::due(keys::DUE_MAIL, now.as_second()).limit(limit);
        let page = table.batch::<SiteMail>(&query, None).await?;
        let mut due = Vec::new();
        for mail in page.items {
            match mail {
                Ok(mail) => due.extend(mail.tenant.parse().ok().map(|tenant| DueMail {
                    tenant,
                    id: mail.id,
                })),
                Err(error) => {
                    tracing::error!(target: "site_mail", severity = "critical", %error, "a mail of a site is unreadable");
                }
            }
        }
        Ok(due)
    }

    pub(crate) async fn record(&self, id: &str) -> Result<Option<Record>, ItemsError> {
        self.parts.table.get(&keys::mail(&self.tenant, id)).await
    }

    /// Stores a changed mail if it is unchanged in the store; returns whether it was. A mail that is over loses its texts and
    /// its own files, and its outcome is kept by what caused it, in the same transaction.
    pub(crate) async fn save(&self, record: &mut Record) -> Result<bool, SiteMailError> {
        let read = Condition::Revision(record.mail.revision);
        record.mail.revision += 1;
        if !record.mail.state.is_over() {
            let saved = self.parts.table.put(self.entry(record)?, read).await;
            return Ok(none_on_conflict(saved)?.is_some());
        }
        record.texts.clear();
        let own = std::mem::take(&mut record.mail.own_files);
        let (removal, task) = self.files.removal(own)?.unzip();
        let entry = self.entry(record)?;
        let mail = &record.mail;
        let is_saved = retry_on_conflict(|| async {
            let mut writes = vec![Write::Put(entry.clone(), read)];
            writes.extend(removal.clone());
            if let Some(owner) = &self.owner {
                writes.extend(owner.keep_outcome(mail).await?);
            }
            match self.parts.table.transact(writes).await {
                Ok(()) => Ok::<_, SiteMailError>(Some(true)),
                Err(error) if error.failed_at(0) => Ok(Some(false)),
                // What caused the mail was changed meanwhile.
                Err(error) if error.is_conflict() => Ok(None),
                Err(error) => Err(error.into()),
            }
        })
        .await?;
        if let (true, Some(task)) = (is_saved, task)
            && let Err(error) = self.files.carry_out(&task).await
        {
            tracing::warn!(target: "site_mail", %error, "files of a mail are removed later");
        }
        Ok(is_saved)
    }

    fn entry(&self, record: &Record) -> Result<Entry, ItemsError> {
        let mail = &record.mail;
        let entry = Entry::new(keys::mail(&self.tenant, &mail.id), record)?.revision(mail.revision);
        Ok(match mail.next_at {
            Some(at) => entry.due(keys::DUE_MAIL, at.as_second()),
            None => entry.expires((mail.updated_at + KEPT_FOR).as_second()),
        })
    }
}
