//! Storing a submission once.

use std::collections::{BTreeMap, BTreeSet};

use items::{Condition, Entry, ItemsError, Key, Write};
use jiff::SignedDuration;
use secrecy::SecretString;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use site_mail::{RenderedMail, StagedFiles};

use crate::error::FormStoreError;
use crate::keys;
use crate::store::{FormStore, Packed};
use crate::submission::{Consent, SpamVerdict, Submission, SubmissionStatus, Upload, person};

/// Addresses of one submission, and mails of one; a transaction has at most 100 writes.
const MAX_PEOPLE: usize = 20;
const MAX_MAILS: usize = 8;
/// Time for which a repeated request is recognised.
const MARK_KEPT_FOR: SignedDuration = SignedDuration::from_hours(48);
/// Purposes of the keyed hashes.
const MARK_CONTEXT: &str = "form_submission_key";
const PERSON_CONTEXT: &str = "form_submission_person";

/// A submission to store.
#[derive(Debug, Clone, PartialEq)]
pub struct NewSubmission {
    /// Identifier of the form.
    pub form: u64,
    /// Its title.
    pub form_title: String,
    /// Status; [`SubmissionStatus::Queued`] when mails are sent.
    pub status: SubmissionStatus,
    /// Submitted fields in their order.
    pub fields: Vec<(String, Value)>,
    /// Uploaded files, whose blobs are staged.
    pub uploads: Vec<Upload>,
    /// E-mail addresses of the person; texts that are none are left out.
    pub addresses: Vec<String>,
    /// Verdict on spam.
    pub spam: Option<SpamVerdict>,
    /// Consents.
    pub consents: Vec<Consent>,
    /// Further facts.
    pub facts: BTreeMap<String, String>,
    /// Mails to send.
    pub mails: Vec<RenderedMail>,
}

/// A submission that is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Appended {
    /// Its identifier.
    pub id: u64,
    /// Identifiers of its mails, for the messages of the queue and for [`site_mail::SiteMails::wait`].
    pub mails: Vec<String>,
    /// Whether this call stored it; otherwise an earlier one with the same key did.
    pub is_new: bool,
}

#[derive(Serialize, Deserialize)]
struct Mark {
    id: u64,
    mails: Vec<String>,
}

/// Data of an index record, whose key says everything.
#[derive(Serialize)]
struct Index {}

impl FormStore {
    /// Stores a submission with its mails in one transaction. A second call with the same `key` within two days stores
    /// nothing and returns what the first one stored. `staged` are the uploaded files; when the submission was stored by an
    /// earlier call they are left to their removal task.
    ///
    /// # Errors
    /// [`FormStoreError::TooLarge`] or [`FormStoreError::TooMany`], and failures of the store. Nothing was written then,
    /// except after a lost answer of the store; a call with the same key finds out.
    pub async fn append(
        &self,
        new: NewSubmission,
        key: Option<&str>,
        staged: Option<&StagedFiles>,
    ) -> Result<Appended, FormStoreError> {
        let people: BTreeSet<String> = new.addresses.iter().filter_map(|one| person(one)).collect();
        if people.len() > MAX_PEOPLE || new.mails.len() > MAX_MAILS {
            return Err(FormStoreError::TooMany);
        }
        let mark = key.map(|key| self.mark(new.form, key));
        if let Some(mark) = &mark
            && let Some(earlier) = self.appended(mark).await?
        {
            return Ok(earlier);
        }
        let id = self
            .parts
            .table
            .next_id(&keys::sequence(&self.tenant))
            .await?;
        let mut writes = Vec::new();
        let mut mails = Vec::with_capacity(new.mails.len());
        for mail in &new.mails {
            let prepared = self.mails.prepare(mail, Some(id), None)?;
            mails.push(prepared.id);
            writes.extend(prepared.writes);
        }
        let submission = Submission {
            id,
            form: new.form,
            form_title: new.form_title,
            at: self.parts.clock.now_seconds(),
            status: new.status,
            fields: new.fields,
            uploads: new.uploads,
            people: people.into_iter().collect(),
            mails: mails.clone(),
            spam: new.spam,
            consents: new.consents,
            facts: new.facts,
        };
        let record = Entry::new(
            keys::submission(&self.tenant, id),
            &Packed::pack(&submission)?,
        )?;
        writes.push(Write::Put(record.revision(1), Condition::Absent));
        for key in self.index_keys(&submission) {
            writes.push(Write::Put(Entry::new(key, &Index {})?, Condition::Any));
        }
        writes.extend(staged.map(StagedFiles::keep));
        if let Some(mark) = &mark {
            let expires = (submission.at + MARK_KEPT_FOR).as_second();
            let data = Mark {
                id,
                mails: mails.clone(),
            };
            let entry = Entry::new(mark.clone(), &data)?.expires(expires);
            writes.push(Write::Put(entry, Condition::Absent));
        }
        match (self.parts.table.transact(writes).await, &mark) {
            (Ok(()), _) => Ok(Appended {
                id,
                mails,
                is_new: true,
            }),
            (Err(conflict @ ItemsError::Conflict { .. }), Some(mark)) => {
                let earlier = self.appended(mark).await?;
                earlier.ok_or_else(|| conflict.into())
            }
            (Err(error), _) => Err(error.into()),
        }
    }

    /// What a call with the same key stored.
    async fn appended(&self, mark: &Key) -> Result<Option<Appended>, FormStoreError> {
        let found: Option<Mark> = self.parts.table.get(mark).await?;
        Ok(found.map(|mark| Appended {
            id: mark.id,
            mails: mark.mails,
            is_new: false,
        }))
    }

    fn mark(&self, form: u64, key: &str) -> Key {
        let subject = SecretString::from(format!("{}\n{form}\n{key}", self.tenant));
        let hash = self.keyring.token_hash(MARK_CONTEXT, &subject);
        keys::mark(&self.tenant, hash.as_str())
    }

    /// Partition of the submissions of a person, by an address in lower case.
    pub(crate) fn person_partition(&self, address: &str) -> String {
        let subject = SecretString::from(format!("{}\n{address}", self.tenant));
        let hash = self.keyring.token_hash(PERSON_CONTEXT, &subject);
        keys::of_person(&self.tenant, hash.as_str())
    }

    /// Keys of the index records of a submission.
    pub(crate) fn index_keys(&self, submission: &Submission) -> Vec<Key> {
        let place = keys::place(submission.at, submission.id);
        let people = submission.people.iter();
        people
            .map(|address| self.person_partition(address))
            .chain([
                keys::all(&self.tenant),
                keys::of_form(&self.tenant, submission.form),
            ])
            .map(|partition| Key::new(partition, place.clone()))
            .collect()
    }
}
