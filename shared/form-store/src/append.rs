//! Storing a submission once.

use std::collections::{BTreeMap, BTreeSet};

use items::{Condition, Entry, ItemsError, Key, Write};
use jiff::Timestamp;
use secrecy::SecretString;
use serde::Serialize;
use serde_json::Value;
use site_mail::{RenderedMail, StagedFiles};
use vault::TokenHash;

use crate::error::FormStoreError;
use crate::keys;
use crate::mark::Appended;
use crate::number::number;
use crate::packed::Packed;
use crate::store::FormStore;
use crate::submission::{
    Consent, JudgedMessage, SpamVerdict, Submission, SubmissionStatus, Upload, person,
};

/// Addresses of one submission, and mails of one; a transaction has at most 100 writes.
const MAX_PEOPLE: usize = 20;
const MAX_MAILS: usize = 8;
/// Numbers that are tried for a submission.
const NUMBERS: usize = 4;
/// Place of the record among the writes of a submission.
const RECORD: usize = 0;
/// Purpose of the keyed hash.
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
    /// What the filter judged.
    pub judged: JudgedMessage,
    /// Mails that are sent only when a person corrects the verdict.
    pub held: Vec<RenderedMail>,
    /// Consents.
    pub consents: Vec<Consent>,
    /// Further facts.
    pub facts: BTreeMap<String, String>,
    /// Mails to send.
    pub mails: Vec<RenderedMail>,
}

/// Data of an index record, whose key says everything.
#[derive(Serialize)]
pub(crate) struct Index {}

/// The people with these addresses; refused when they or the mails are too many for one transaction.
pub(crate) fn people(
    addresses: &[String],
    mails: usize,
) -> Result<BTreeSet<String>, FormStoreError> {
    let people: BTreeSet<String> = addresses.iter().filter_map(|one| person(one)).collect();
    if people.len() > MAX_PEOPLE || mails > MAX_MAILS {
        return Err(FormStoreError::TooMany);
    }
    Ok(people)
}

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
        let people = people(&new.addresses, new.mails.len() + new.held.len())?;
        let mark = key.map(|key| self.mark(new.form, key));
        if let Some(mark) = &mark
            && let Some(earlier) = self.marked(mark).await?
        {
            return Ok(earlier);
        }
        let people: Vec<String> = people.into_iter().collect();
        for _ in 0..NUMBERS {
            let id = number(self.parts.clock.now(), &*self.parts.random);
            let (stored, at, writes) = self.writes(&new, id, people.clone(), staged)?;
            match self.once(mark.clone(), at, stored, writes).await {
                // Another submission of this millisecond has the number.
                Err(FormStoreError::Store(error)) if error.failed_at(RECORD) => {}
                done => return done,
            }
        }
        Err(FormStoreError::Store(ItemsError::Conflict {
            failed: vec![RECORD],
        }))
    }

    /// The writes of a submission, that of its record first.
    fn writes(
        &self,
        new: &NewSubmission,
        id: u64,
        people: Vec<String>,
        staged: Option<&StagedFiles>,
    ) -> Result<(Appended, Timestamp, Vec<Write>), FormStoreError> {
        let mut mail_writes = Vec::new();
        let mut mails = Vec::with_capacity(new.mails.len());
        for mail in &new.mails {
            let prepared = self.mails.prepare(mail, Some(id), None)?;
            mails.push(prepared.id);
            mail_writes.extend(prepared.writes);
        }
        let submission = Submission {
            id,
            form: new.form,
            form_title: new.form_title.clone(),
            at: self.parts.clock.now_seconds(),
            status: new.status,
            fields: new.fields.clone(),
            uploads: new.uploads.clone(),
            people,
            mails: mails.clone(),
            outcomes: BTreeMap::new(),
            spam: new.spam.clone(),
            judged: new.judged.clone(),
            learned_spam: None,
            held: new.held.clone(),
            consents: new.consents.clone(),
            facts: new.facts.clone(),
        };
        let key = keys::submission(&self.tenant, id);
        let record = Entry::new(key, &Packed::pack(&submission)?)?;
        let mut writes = vec![Write::Put(record.revision(1), Condition::Absent)];
        writes.extend(mail_writes);
        for key in self.index_keys(&submission) {
            writes.push(Write::Put(Entry::new(key, &Index {})?, Condition::Any));
        }
        writes.extend(staged.map(StagedFiles::keep));
        let stored = Appended {
            id: Some(id),
            mails,
            is_new: true,
        };
        Ok((stored, submission.at, writes))
    }

    /// The keyed hash of an address in lower case.
    pub(crate) fn person_hash(&self, address: &str) -> TokenHash {
        let subject = SecretString::from(format!("{}\n{address}", self.tenant));
        self.keyring.token_hash(PERSON_CONTEXT, &subject)
    }

    /// Partition of the submissions of a person, by an address in lower case.
    pub(crate) fn person_partition(&self, address: &str) -> String {
        keys::of_person(&self.tenant, self.person_hash(address).as_str())
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
