//! What people decide about submissions: spam or not.

use items::{Condition, Entry, Write, retry_on_conflict};

use crate::error::FormStoreError;
use crate::keys;
use crate::packed::Packed;
use crate::store::{FormStore, written};
use crate::submission::{SpamVerdict, Submission, SubmissionStatus};

/// Reason of a verdict that a person gave.
const BY_PERSON: &str = "person";

/// A verdict of a person.
#[derive(Debug, Clone)]
pub struct Correction {
    /// Whether the submission is spam.
    pub is_spam: bool,
    /// Name of the person.
    pub judged_by: String,
    /// Whether the filter learns from it.
    pub teaches: bool,
    /// Write of the report to the spam service, performed when the verdict becomes another one.
    pub report: Option<Write>,
}

/// What the filter learns from a correction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lesson {
    /// Whether the text is spam.
    pub is_spam: bool,
    /// What the filter learned about it before.
    pub before: Option<bool>,
}

/// A submission after a correction.
#[derive(Debug)]
pub struct Corrected {
    /// The submission.
    pub submission: Submission,
    /// Identifiers of the held mails that this call queued, for the messages of the queue.
    pub released: Vec<String>,
    /// What the filter learns; none when it learned that before.
    pub lesson: Option<Lesson>,
}

impl FormStore {
    /// Records the verdict of a person; none when there is no such submission. The first verdict that a submission is no spam
    /// queues its held mails in the same transaction, so they are sent once, however often and by however many it is given.
    /// A repeated verdict of the same person writes nothing.
    ///
    /// # Errors
    /// The store failed.
    pub async fn correct(
        &self,
        id: u64,
        correction: &Correction,
    ) -> Result<Option<Corrected>, FormStoreError> {
        let key = keys::submission(&self.tenant, id);
        retry_on_conflict(|| async {
            let Some(stored) = self.parts.table.get_revised::<Packed>(&key).await? else {
                return Ok(Some(None));
            };
            let before: Submission = stored.record.unpack()?;
            let (corrected, mut writes) = self.corrected(before.clone(), correction)?;
            if corrected.submission == before {
                return Ok(Some(Some(corrected)));
            }
            let entry = Entry::new(key.clone(), &Packed::again(&corrected.submission)?)?;
            writes.push(Write::Put(
                entry.revision(stored.revision + 1),
                Condition::Revision(stored.revision),
            ));
            let done = written(self.parts.table.transact(writes).await)?;
            Ok(done.map(|()| Some(corrected)))
        })
        .await
    }

    /// The submission after a correction, and the writes beside its record.
    fn corrected(
        &self,
        mut submission: Submission,
        correction: &Correction,
    ) -> Result<(Corrected, Vec<Write>), FormStoreError> {
        let (mut released, mut writes) = (Vec::new(), Vec::new());
        let was_spam = submission.status == SubmissionStatus::Spam;
        submission.spam = Some(SpamVerdict {
            is_spam: correction.is_spam,
            judged_by: correction.judged_by.clone(),
            reason: BY_PERSON.to_owned(),
        });
        if correction.is_spam {
            submission.status = SubmissionStatus::Spam;
        } else if was_spam {
            for mail in std::mem::take(&mut submission.held) {
                let prepared = self.mails.prepare(&mail, Some(submission.id), None)?;
                writes.extend(prepared.writes);
                released.push(prepared.id);
            }
            submission.mails.extend(released.iter().cloned());
            submission.status = submission.status_of_mails();
        }
        if was_spam != correction.is_spam {
            writes.extend(correction.report.clone());
        }
        let before = submission.learned_spam;
        let is_new = correction.teaches && before != Some(correction.is_spam);
        let lesson = is_new.then_some(Lesson {
            is_spam: correction.is_spam,
            before,
        });
        if lesson.is_some() {
            submission.learned_spam = Some(correction.is_spam);
        }
        let corrected = Corrected {
            submission,
            released,
            lesson,
        };
        Ok((corrected, writes))
    }
}
