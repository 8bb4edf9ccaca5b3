//! Submissions that are mailed and not kept.

use items::{Condition, Entry, Key, Write};
use jiff::SignedDuration;
use site_mail::{RenderedMail, StagedFiles};

use crate::append::{Index, people};
use crate::error::FormStoreError;
use crate::keys;
use crate::mark::Appended;
use crate::store::FormStore;

/// Time for which a mail is found by the addresses of its person: longer than its record is kept.
const FOUND_FOR: SignedDuration = SignedDuration::from_hours(24 * 32);

/// Writes of one transaction beside the mark; DynamoDB takes 100.
const MAX_WRITES: usize = 99;

/// A submission of which only the mails are stored, until they are sent.
#[derive(Debug)]
pub struct Forwarded {
    /// Identifier of the form.
    pub form: u64,
    /// E-mail addresses of the person; texts that are none are left out.
    pub addresses: Vec<String>,
    /// Mails with the files that each of them attaches. A file belongs to one mail and is removed at its end.
    pub mails: Vec<(RenderedMail, Option<StagedFiles>)>,
}

impl FormStore {
    /// Stores the mails of a submission in one transaction. A second call with the same `key` within two days stores nothing
    /// and returns the mails of the first one; its files are left to their removal task.
    ///
    /// # Errors
    /// [`FormStoreError::TooMany`], a mail that is too large, and failures of the store. Nothing was written then, except
    /// after a lost answer of the store; a call with the same key finds out.
    pub async fn forward(
        &self,
        new: Forwarded,
        key: Option<&str>,
    ) -> Result<Appended, FormStoreError> {
        let people = people(&new.addresses, new.mails.len())?;
        let mark = key.map(|key| self.mark(new.form, key));
        if let Some(mark) = &mark
            && let Some(earlier) = self.marked(mark).await?
        {
            return Ok(earlier);
        }
        let now = self.parts.clock.now_seconds();
        let mut writes = Vec::new();
        let mut mails = Vec::with_capacity(new.mails.len());
        for (mail, files) in &new.mails {
            let prepared = self.mails.prepare(mail, None, files.as_ref())?;
            writes.extend(prepared.writes);
            for address in &people {
                let entry = Entry::new(self.mail_of_person(address, &prepared.id), &Index {})?;
                let entry = entry.expires((now + FOUND_FOR).as_second());
                writes.push(Write::Put(entry, Condition::Any));
            }
            mails.push(prepared.id);
        }
        if writes.len() > MAX_WRITES {
            return Err(FormStoreError::TooMany);
        }
        let stored = Appended {
            id: None,
            mails,
            is_new: true,
        };
        self.once(mark, now, stored, writes).await
    }

    /// Partition of the mails without a submission that hold the words of a person.
    pub(crate) fn mails_of_person(&self, address: &str) -> String {
        keys::mails_of_person(&self.tenant, self.person_hash(address).as_str())
    }

    fn mail_of_person(&self, address: &str, mail: &str) -> Key {
        Key::new(self.mails_of_person(address), mail)
    }
}
