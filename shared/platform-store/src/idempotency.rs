//! Answers kept for repeated requests (the Idempotency-Key header).
//!
//! The first request under a key takes it with a conditional write, works, and keeps its answer for
//! 24 hours. A repetition gets that answer; one with another body is refused; one that comes while
//! the first still works is told to wait.
//!
//! The transaction of the work also writes into the key's record what the work is ([`Claim::write`]).
//! So a request whose process died after that transaction is known to have done its work: a repetition
//! is given the work's reference ([`Claim::earlier`]) and answers from it. A first request that died
//! before it may be repeated after a minute; should it be alive all the same, its transaction fails.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use domain::id::{JobId, MediaId, PostId, SiteId, UserId};
use items::{
    Condition, Entry, ItemsError, Key, Write, none_on_conflict, packed, retry_on_conflict,
};
use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::PlatformStore;

/// How long an answer is kept.
pub const IDEMPOTENCY_KEPT: SignedDuration = SignedDuration::from_hours(24);
/// How long a request may work before its key is free again.
pub const IDEMPOTENCY_IN_PROGRESS: SignedDuration = SignedDuration::from_secs(60);
/// Bytes of one stored part of an answer; an item of the store holds 400 KB.
const PART_BYTES: usize = 300_000;
/// Most parts of an answer: what one transaction carries (4 MB).
const PARTS: usize = 12;

/// What a request is known by: hashes only, so the store holds no key, path or body.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequestIdentity {
    place: String,
    body_hash: String,
}

impl RequestIdentity {
    /// The request of `caller` to `method` and `path` under `key`. `body_hash` tells one body from
    /// another.
    pub fn new(caller: u64, method: &str, path: &str, key: &str, body_hash: String) -> Self {
        let mut hash = Sha256::new();
        hash.update(caller.to_be_bytes());
        for part in [method, path, key] {
            hash.update((part.len() as u64).to_be_bytes());
            hash.update(part.as_bytes());
        }
        Self {
            place: hex(hash),
            body_hash,
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

/// The hash of a body given in pieces.
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

/// An answer to be given again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SavedAnswer {
    /// Status.
    pub status: u16,
    /// Headers.
    pub headers: Vec<(String, String)>,
    /// Body.
    pub body: String,
}

/// What a request did, so that its answer can be made again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", content = "id", rename_all = "snake_case")]
pub enum Work {
    /// A post was created or changed.
    Post(PostId),
    /// A publication was requested, or tried again.
    Job(JobId),
    /// A round of approval was opened.
    Round(PostId, u32),
    /// A picture was added.
    Media(MediaId),
    /// A site was added.
    Site(SiteId),
    /// A person was added.
    User(UserId),
}

/// What a request holds its key by. The revisions of one holder's record follow each other: taken,
/// work recorded, answered. The next holder's come after all of them, so that no holder's write meets
/// another's condition.
#[derive(Debug)]
struct Ticket {
    identity: RequestIdentity,
    /// Revision of the record when the key was taken.
    taken: u64,
    expires_at: i64,
    earlier: Option<Work>,
    /// Whether a transaction that records the work was prepared.
    prepared: AtomicBool,
}

/// Steps of the revision from taken to work recorded, to answered, and to the next holder.
const RECORDED: u64 = 1;
const ANSWERED: u64 = 2;
const NEXT_HOLDER: u64 = 3;

/// The right to work under a key, until [`IDEMPOTENCY_IN_PROGRESS`] is over; or nothing, for a request
/// without a key.
#[derive(Debug, Clone, Default)]
pub struct Claim(Option<Arc<Ticket>>);

impl Claim {
    /// The claim of a request without a key.
    pub const fn none() -> Self {
        Self(None)
    }

    /// What an earlier attempt of the same request did before it ended without an answer. The request
    /// must answer from it and do nothing again.
    pub fn earlier(&self) -> Option<Work> {
        self.0.as_ref().and_then(|ticket| ticket.earlier)
    }

    /// The write that records `work` under the key; it belongs into the transaction of the work, as
    /// its last. Its condition fails when the key has another holder by now. None without a key.
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

/// How a request under a key begins.
#[derive(Debug)]
pub enum Begun {
    /// It is the first to be answered: work, or answer from [`Claim::earlier`]; then keep the answer or
    /// free the key.
    Start(Claim),
    /// It was answered before.
    Replay(SavedAnswer),
    /// The first one still works; its time is over after this many seconds.
    InProgress {
        /// Seconds, at least 1.
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
    },
    Recorded {
        work: Work,
    },
    Answered {
        status: u16,
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

#[derive(Serialize, Deserialize)]
struct Part {
    #[serde(with = "packed")]
    text: String,
}

impl Record {
    fn entry(&self, identity: &RequestIdentity) -> Result<Entry, ItemsError> {
        Ok(Entry::new(identity.key(), self)?
            .revision(self.revision)
            .expires(self.expires_at))
    }
}

/// `text` in pieces of at most [`PART_BYTES`].
fn split(text: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let (piece, after) = rest.split_at(rest.floor_char_boundary(PART_BYTES));
        pieces.push(piece);
        rest = after;
    }
    pieces
}

impl PlatformStore {
    /// Begins a request under its key.
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
                    Some(record) => match self.judge(record, identity, now).await? {
                        Some(begun) => return Ok(Some(begun)),
                        None => Condition::Revision(record.revision),
                    },
                };
                let record = Record {
                    body_hash: identity.body_hash.clone(),
                    progress: Progress::Working {
                        until: (now + IDEMPOTENCY_IN_PROGRESS).as_second(),
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

    /// What an earlier use of the key means; none when the key is free again.
    async fn judge(
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
            Progress::Working { until } if *until <= now => Ok(None),
            Progress::Working { until } => Ok(Some(Begun::InProgress {
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
                let texts: Option<Vec<_>> = found
                    .into_iter()
                    .map(|part| part.map(|part| part.text))
                    .collect();
                // Parts that the store cleaned up before their record end the 24 hours.
                Ok(texts.map(|texts| {
                    Begun::Replay(SavedAnswer {
                        status: *status,
                        headers: headers.clone(),
                        body: texts.concat(),
                    })
                }))
            }
        }
    }

    /// Keeps the answer of a request. Answers whether it was kept: not when it is too large for the
    /// store (then the key is freed) or when the request took so long that another one began.
    pub async fn keep_answer(
        &self,
        claim: &Claim,
        answer: &SavedAnswer,
        now: Timestamp,
    ) -> Result<bool, ItemsError> {
        let Some(ticket) = &claim.0 else {
            return Ok(false);
        };
        let pieces = split(&answer.body);
        if pieces.len() > PARTS {
            self.free_request(claim).await?;
            return Ok(false);
        }
        let expires_at = (now + IDEMPOTENCY_KEPT).as_second();
        let record = Record {
            body_hash: ticket.identity.body_hash.clone(),
            progress: Progress::Answered {
                status: answer.status,
                headers: answer.headers.clone(),
                parts: pieces.len(),
            },
            expires_at,
            revision: ticket.taken + ANSWERED,
        };
        let mut parts = Vec::new();
        for (place, piece) in pieces.into_iter().enumerate() {
            let part = Part {
                text: piece.to_owned(),
            };
            let entry = Entry::new(ticket.identity.part_key(place), &part)?.expires(expires_at);
            parts.push(Write::Put(entry, Condition::Any));
        }
        // A prepared transaction may have been refused; then the record is as it was taken.
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

    /// Frees the key of a request whose answer is not kept, so that it may be tried again. A key whose
    /// work is recorded stays as it is.
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
