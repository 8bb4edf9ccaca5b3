//! Stored responses for repeated requests (the `Idempotency-Key` header).
//!
//! The first request under a key claims it with a conditional write, runs, and stores its response for
//! 24 hours. A repetition with the same body gets the stored response, one with another body is
//! rejected, and one that arrives while the first still runs is asked to retry later.
//!
//! The transaction of the request's work also writes a reference to that work into the key's record
//! ([`Claim::write`]). When the process dies after that transaction, a repetition finds the reference
//! ([`Claim::earlier`]) and answers from it instead of working again. When the process dies before it,
//! the key is free again after one minute ([`IDEMPOTENCY_IN_PROGRESS`]), or as soon as a process that is alone has started
//! ([`PlatformStore::alone_since`]); if the first request still runs, the condition on the key's record makes its transaction fail.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use domain::platform::id::{GenerationId, JobId, MediaId, PostId, SiteId, UserId};
use items::{
    Condition, Entry, ItemsError, Key, Write, none_on_conflict, packed, retry_on_conflict,
};
use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use vault::request_seal::RequestSeal;

use crate::PlatformStore;

/// How long a response is stored.
pub const IDEMPOTENCY_KEPT: SignedDuration = SignedDuration::from_hours(24);
/// How long a request may run before its key can be claimed again.
pub const IDEMPOTENCY_IN_PROGRESS: SignedDuration = SignedDuration::from_secs(60);
/// Bytes per stored part of a response; a DynamoDB item holds 400 KB.
const PART_BYTES: usize = 300_000;
/// Maximum number of parts of a response: one transaction carries at most 4 MB.
const PARTS: usize = 12;

/// Identity of a request, as hashes only: the store holds no key, path or body. Its response is sealed with keys made of the
/// idempotency key, so that the store alone does not show it, as after the deletion of a person whom it names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequestIdentity {
    place: String,
    body_hash: String,
    seal: RequestSeal,
}

impl RequestIdentity {
    /// Identity of a request by `caller` to `method` and `path` under the idempotency key `key`.
    /// `body_hash` distinguishes different bodies under one key.
    pub fn new(caller: u64, method: &str, path: &str, key: &str, body_hash: String) -> Self {
        let mut hash = Sha256::new();
        hash.update(caller.to_be_bytes());
        for part in [method, path, key] {
            hash.update((part.len() as u64).to_be_bytes());
            hash.update(part.as_bytes());
        }
        let caller = caller.to_be_bytes();
        Self {
            place: hex(hash),
            body_hash,
            seal: RequestSeal::of(&[&caller, method.as_bytes(), path.as_bytes(), key.as_bytes()]),
        }
    }

    fn key(&self) -> Key {
        Key::new(format!("IDEMPOTENCY#{}", self.place), "REQUEST")
    }

    fn part_key(&self, part: usize) -> Key {
        Key::new(
            format!("IDEMPOTENCY#{}", self.place),
            format!("PART#{part:02}"),
        )
    }
}

/// Hash of a body given as consecutive pieces.
pub fn body_hash<'a>(pieces: impl IntoIterator<Item = &'a [u8]>) -> String {
    let mut hash = Sha256::new();
    for piece in pieces {
        hash.update(piece);
    }
    hex(hash)
}

fn hex(hash: Sha256) -> String {
    hash.finalize()
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect()
}

/// Stored response.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SavedAnswer {
    /// HTTP status.
    pub status: u16,
    /// Header names and values.
    pub headers: Vec<(String, String)>,
    /// Body.
    pub body: String,
}

/// Reference to what a request created or changed, from which its response can be built again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", content = "id", rename_all = "snake_case")]
pub enum Work {
    /// A post was created or changed.
    Post(PostId),
    /// A publication was requested or retried.
    Job(JobId),
    /// An approval round was opened.
    Round(PostId, u32),
    /// A media item was added.
    Media(MediaId),
    /// A site was added.
    Site(SiteId),
    /// A user was added.
    User(UserId),
    /// A generation was requested.
    Generation(GenerationId),
    /// An indexing request of a post was recorded as an event: its time in epoch milliseconds, and its number.
    Reindex(PostId, i64, u32),
}

/// A holder's claim on a key. The revisions of one holder are consecutive (claimed, work recorded,
/// response stored), and those of the next holder are higher than all of them, so no holder's write
/// satisfies another holder's condition.
#[derive(Debug)]
struct Ticket {
    identity: RequestIdentity,
    /// Revision of the record at the claim.
    taken: u64,
    expires_at: i64,
    earlier: Option<Work>,
    /// Whether a transaction that records the work was prepared.
    prepared: AtomicBool,
}

/// Offsets from the claim's revision to work recorded, response stored, and the next holder's claim.
const RECORDED: u64 = 1;
const ANSWERED: u64 = 2;
const NEXT_HOLDER: u64 = 3;

/// Exclusive right to work under a key until [`IDEMPOTENCY_IN_PROGRESS`] has passed. Empty for a
/// request without a key.
#[derive(Debug, Clone, Default)]
pub struct Claim(Option<Arc<Ticket>>);

impl Claim {
    /// Claim of a request without a key.
    pub const fn none() -> Self {
        Self(None)
    }

    /// Work done by an earlier attempt of the same request that ended without a stored response. The
    /// handler answers from it and does not repeat the work.
    pub fn earlier(&self) -> Option<Work> {
        self.0.as_ref().and_then(|ticket| ticket.earlier)
    }

    /// Write that records `work` under the key, to be added as the last write of the work's
    /// transaction. Its condition fails when another request has claimed the key meanwhile. `None`
    /// without a key.
    ///
    /// # Errors
    /// [`ItemsError::Defect`] when the record cannot be serialised.
    pub fn write(&self, work: Work) -> Result<Option<Write>, ItemsError> {
        let Some(ticket) = &self.0 else {
            return Ok(None);
        };
        ticket.prepared.store(true, Ordering::SeqCst);
        let record = Record {
            body_hash: ticket.identity.body_hash.clone(),
            progress: Progress::Recorded { work },
            expires_at: ticket.expires_at,
            revision: ticket.taken + RECORDED,
        };
        Ok(Some(Write::Put(
            record.entry(&ticket.identity)?,
            Condition::Revision(ticket.taken),
        )))
    }
}

/// Result of [`PlatformStore::begin_request`].
#[derive(Debug)]
pub enum Begun {
    /// The request is the first to be answered: work, or answer from [`Claim::earlier`], then store the
    /// response or release the key.
    Start(Claim),
    /// The request was answered before.
    Replay(SavedAnswer),
    /// An earlier request under the key still runs.
    InProgress {
        /// Seconds until the key can be claimed again, at least 1.
        retry_after: u64,
    },
    /// The key was used with another body.
    Reused,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(tag = "state", rename_all = "snake_case")]
enum Progress {
    Working {
        until: i64,
        /// The process, where one alone uses the store: the millisecond of its start.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        holder: Option<i64>,
    },
    Recorded {
        work: Work,
    },
    /// With the response in parts.
    Answered {
        /// Status and headers of a response that an earlier release stored: its parts are its body.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        status: Option<u16>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        headers: Vec<(String, String)>,
        parts: usize,
    },
}

#[derive(Debug, Clone, Serialize, Deserialize)]
struct Record {
    body_hash: String,
    progress: Progress,
    expires_at: i64,
    revision: u64,
}

/// A part of a response.
#[derive(Serialize, Deserialize)]
struct Part {
    /// Of the sealed response.
    #[serde(with = "serde_bytes", default)]
    sealed: Vec<u8>,
    /// Of the body of a response that an earlier release stored.
    #[serde(with = "packed", default, skip_serializing)]
    text: String,
}

impl SavedAnswer {
    fn sealed(&self, identity: &RequestIdentity) -> Result<Vec<u8>, ItemsError> {
        let defect = |error: &dyn std::fmt::Display| ItemsError::Defect(error.to_string());
        let text = serde_json::to_string(self).map_err(|error| defect(&error))?;
        let packed = packed::pack(&text).map_err(|error| defect(&error))?;
        identity.seal.seal(&packed).map_err(|error| defect(&error))
    }

    /// The response in stored parts; `None` when they cannot be read.
    fn of_parts(
        parts: &[Part],
        status: Option<u16>,
        headers: &[(String, String)],
        identity: &RequestIdentity,
    ) -> Option<Self> {
        if let Some(status) = status {
            return Some(Self {
                status,
                headers: headers.to_vec(),
                body: parts.iter().map(|part| part.text.as_str()).collect(),
            });
        }
        let sealed: Vec<u8> = parts
            .iter()
            .flat_map(|part| part.sealed.iter().copied())
            .collect();
        let packed = identity.seal.open(&sealed).ok()?;
        let text = packed::unpack(&packed).ok()?;
        serde_json::from_str(&text).ok()
    }
}

impl Record {
    fn entry(&self, identity: &RequestIdentity) -> Result<Entry, ItemsError> {
        Ok(Entry::new(identity.key(), self)?
            .revision(self.revision)
            .expires(self.expires_at))
    }
}

impl PlatformStore {
    /// Claims the key of a request, or says why it cannot be claimed.
    pub async fn begin_request(
        &self,
        identity: RequestIdentity,
        now: Timestamp,
    ) -> Result<Begun, ItemsError> {
        let mut attempts = 0;
        let identity = &identity;
        retry_on_conflict(|| {
            attempts += 1;
            let is_first = attempts == 1;
            async move {
                // Most keys are new: only a conflict shows that there is a record to read.
                let earlier: Option<Record> = if is_first {
                    None
                } else {
                    self.table.get(&identity.key()).await?
                };
                let condition = match &earlier {
                    None => Condition::Absent,
                    Some(record) => match self.outcome_of_existing(record, identity, now).await? {
                        Some(begun) => return Ok(Some(begun)),
                        None => Condition::Revision(record.revision),
                    },
                };
                let record = Record {
                    body_hash: identity.body_hash.clone(),
                    progress: Progress::Working {
                        until: (now + IDEMPOTENCY_IN_PROGRESS).as_second(),
                        holder: self.alone_since.map(Timestamp::as_millisecond),
                    },
                    expires_at: (now + IDEMPOTENCY_KEPT).as_second(),
                    revision: earlier.map_or(1, |record| record.revision + NEXT_HOLDER),
                };
                let written = self.table.put(record.entry(identity)?, condition).await;
                Ok(none_on_conflict(written)?.map(|()| {
                    Begun::Start(Claim(Some(Arc::new(Ticket {
                        identity: identity.clone(),
                        taken: record.revision,
                        expires_at: record.expires_at,
                        earlier: None,
                        prepared: AtomicBool::new(false),
                    }))))
                }))
            }
        })
        .await
    }

    /// Whether the process that claimed a key has ended.
    fn is_gone(&self, holder: Option<i64>) -> bool {
        let is_other = |start: Timestamp| holder != Some(start.as_millisecond());
        self.alone_since.is_some_and(is_other)
    }

    /// Outcome for a key that has a record; `None` when the key can be claimed again.
    async fn outcome_of_existing(
        &self,
        record: &Record,
        identity: &RequestIdentity,
        now: Timestamp,
    ) -> Result<Option<Begun>, ItemsError> {
        let now = now.as_second();
        if record.expires_at <= now {
            return Ok(None);
        }
        if record.body_hash != identity.body_hash {
            return Ok(Some(Begun::Reused));
        }
        match &record.progress {
            Progress::Working { until, holder } if *until <= now || self.is_gone(*holder) => {
                Ok(None)
            }
            Progress::Working { until, .. } => Ok(Some(Begun::InProgress {
                retry_after: u64::try_from(until - now).unwrap_or(1),
            })),
            Progress::Recorded { work } => Ok(Some(Begun::Start(Claim(Some(Arc::new(Ticket {
                identity: identity.clone(),
                taken: record.revision.saturating_sub(RECORDED),
                expires_at: record.expires_at,
                earlier: Some(*work),
                prepared: AtomicBool::new(true),
            })))))),
            Progress::Answered {
                status,
                headers,
                parts,
            } => {
                let keys: Vec<_> = (0..*parts).map(|part| identity.part_key(part)).collect();
                let found: Vec<Option<Part>> = self.table.get_many(&keys).await?;
                // The store expires parts independently of their record. A missing part ends the 24
                // hours early.
                let parts: Option<Vec<Part>> = found.into_iter().collect();
                let answer = parts
                    .and_then(|parts| SavedAnswer::of_parts(&parts, *status, headers, identity));
                Ok(answer.map(Begun::Replay))
            }
        }
    }

    /// Stores the response of a request; returns whether it was stored. It is not when it is too large
    /// for the store (the key is then released) or when another request has claimed the key because
    /// this one took too long.
    pub async fn keep_answer(
        &self,
        claim: &Claim,
        answer: &SavedAnswer,
        now: Timestamp,
    ) -> Result<bool, ItemsError> {
        let Some(ticket) = &claim.0 else {
            return Ok(false);
        };
        let sealed = answer.sealed(&ticket.identity)?;
        let pieces = sealed.chunks(PART_BYTES);
        if pieces.len() > PARTS {
            self.free_request(claim).await?;
            return Ok(false);
        }
        let expires_at = (now + IDEMPOTENCY_KEPT).as_second();
        let record = Record {
            body_hash: ticket.identity.body_hash.clone(),
            progress: Progress::Answered {
                status: None,
                headers: Vec::new(),
                parts: pieces.len(),
            },
            expires_at,
            revision: ticket.taken + ANSWERED,
        };
        let mut parts = Vec::new();
        for (place, piece) in pieces.enumerate() {
            let part = Part {
                sealed: piece.to_vec(),
                text: String::new(),
            };
            let entry = Entry::new(ticket.identity.part_key(place), &part)?.expires(expires_at);
            parts.push(Write::Put(entry, Condition::Any));
        }
        // If the prepared transaction was rejected, the record is still at the revision of the claim.
        let mut stored = [ticket.taken, ticket.taken + RECORDED];
        if ticket.prepared.load(Ordering::SeqCst) {
            stored.reverse();
        }
        for revision in stored {
            let mut writes = vec![Write::Put(
                record.entry(&ticket.identity)?,
                Condition::Revision(revision),
            )];
            writes.extend(parts.iter().cloned());
            match self.table.transact(writes).await {
                Err(error) if error.failed_at(0) => {}
                done => return done.map(|()| true),
            }
        }
        Ok(false)
    }

    /// Releases the key of a request whose response is not stored, so that the client can try again. A
    /// key under which work is recorded stays claimed.
    pub async fn free_request(&self, claim: &Claim) -> Result<(), ItemsError> {
        let Some(ticket) = &claim.0 else {
            return Ok(());
        };
        let condition = Condition::Revision(ticket.taken);
        match self.table.delete(ticket.identity.key(), condition).await {
            Err(error) if error.is_conflict() => Ok(()),
            done => done,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn identity(key: &str) -> RequestIdentity {
        RequestIdentity::new(7, "POST", "/api/v1/users", key, String::new())
    }

    #[test]
    fn a_stored_answer_is_read_with_the_key_of_its_request_only() {
        let answer = SavedAnswer {
            status: 201,
            headers: vec![("location".into(), "/api/v1/users/9".into())],
            body: "{\"email\":\"ana@agencia.test\"}".into(),
        };
        let sealed = answer.sealed(&identity("k")).unwrap();
        let parts: Vec<Part> = sealed
            .chunks(20)
            .map(|part| Part {
                sealed: part.to_vec(),
                text: String::new(),
            })
            .collect();
        let read = |key| SavedAnswer::of_parts(&parts, None, &[], &identity(key));
        assert_eq!(read("k"), Some(answer));
        assert_eq!(read("other"), None);
        assert!(packed::unpack(&sealed).is_err());
    }

    #[test]
    fn an_answer_of_an_earlier_release_is_read() {
        let part = |text: &str| Part {
            sealed: Vec::new(),
            text: text.to_owned(),
        };
        let headers = vec![("x-run".to_owned(), "1".to_owned())];
        let parts = [part("um "), part("dois")];
        let read = SavedAnswer::of_parts(&parts, Some(201), &headers, &identity("k"));
        let expected = SavedAnswer {
            status: 201,
            headers,
            body: "um dois".into(),
        };
        assert_eq!(read, Some(expected));
    }
}
