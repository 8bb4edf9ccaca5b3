//! Group commit: writes that arrive while another one is made durable are performed in one transaction.
//!
//! The engine makes each write durable by itself, which takes a disk some milliseconds. One thread performs the operations on a
//! file. Writes that wait for it together and concern different records become one transaction of the engine. Writes whose
//! condition fails are taken out of it and performed by themselves, so that a caller gets the result that its write has alone.

use std::collections::HashSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, JoinHandle};

use dynoxide::DynoxideError;
use serde_json::{Value, json};
use tokio::sync::oneshot;

use crate::acknowledged::Acknowledged;
use crate::engine_errors::no_room;
use crate::engine_operations::{Answer, is_write, record_of, writes};
use crate::reserve::{Reserve, is_essential};

/// Operations that are taken from the queue at once.
const AT_ONCE: usize = 64;
/// Writes of one transaction, beside the one that numbers them.
const MAX_WRITES: usize = 99;
/// An operation that waits.
struct Job {
    operation: String,
    body: Vec<u8>,
    /// Whether it may use the reserve of a full disk.
    is_essential: bool,
    answer: oneshot::Sender<Answer>,
}

impl Job {
    fn answer(self, answer: Answer) {
        // A caller that has gone away needs none.
        let _ = self.answer.send(answer);
    }

    fn perform(self, perform: &dyn Fn(&str, &[u8], bool) -> Answer) {
        let answer = perform(&self.operation, &self.body, self.is_essential);
        self.answer(answer);
    }
}

/// The queue of the thread. The thread ends with the last handle, which waits for it: the file is closed then.
#[derive(Clone)]
pub(crate) struct GroupCommit(Arc<Handle>);

struct Handle {
    jobs: Option<Sender<Job>>,
    thread: Option<JoinHandle<()>>,
}

impl Drop for Handle {
    fn drop(&mut self) {
        self.jobs = None;
        if let Some(thread) = self.thread.take() {
            // It panics in no operation.
            let _ = thread.join();
        }
    }
}

impl GroupCommit {
    /// Starts the thread; `perform` performs one operation, and knows whether it is essential. The writes of a transaction are numbered in `acknowledged`. While
    /// `reserve` is given away, writes that are not essential are refused.
    ///
    /// # Errors
    /// The system starts no thread.
    pub(crate) fn start(
        perform: impl Fn(&str, &[u8], bool) -> Answer + Send + 'static,
        mut acknowledged: Option<Acknowledged>,
        reserve: Option<Reserve>,
    ) -> std::io::Result<Self> {
        let (sender, jobs) = channel();
        let thread = thread::Builder::new().name("store".to_owned());
        let thread = thread.spawn(move || {
            let perform = |operation: &str, body: &[u8], is_essential: bool| {
                let perform = || perform(operation, body, is_essential);
                let performed = catch_unwind(AssertUnwindSafe(perform));
                performed.unwrap_or_else(|_| {
                    Err(DynoxideError::InternalServerError(
                        "an operation of the store panicked".to_owned(),
                    ))
                })
            };
            run(&jobs, &perform, acknowledged.as_mut(), reserve.as_ref());
        })?;
        Ok(Self(Arc::new(Handle {
            jobs: Some(sender),
            thread: Some(thread),
        })))
    }

    /// Performs an operation. None when the thread has ended.
    pub(crate) fn perform(
        &self,
        operation: &str,
        body: &[u8],
    ) -> impl Future<Output = Option<Answer>> + Send + use<> {
        let (answer, performed) = oneshot::channel();
        let job = Job {
            operation: operation.to_owned(),
            body: body.to_vec(),
            is_essential: is_essential(),
            answer,
        };
        // A job that is not taken is dropped with the sender of its answer.
        if let Some(jobs) = &self.0.jobs {
            let _ = jobs.send(job);
        }
        async move { performed.await.ok() }
    }
}

fn run(
    jobs: &Receiver<Job>,
    perform: &dyn Fn(&str, &[u8], bool) -> Answer,
    mut acknowledged: Option<&mut Acknowledged>,
    reserve: Option<&Reserve>,
) {
    let mut waiting = Vec::new();
    loop {
        if waiting.is_empty() {
            match jobs.recv() {
                Ok(first) => waiting.push(first),
                Err(_) => return,
            }
        }
        let places = AT_ONCE.saturating_sub(waiting.len());
        waiting.extend(jobs.try_iter().take(places));
        if reserve.is_some_and(|reserve| !reserve.admits_record()) {
            waiting = without_inessential(waiting);
        }
        waiting = round(waiting, perform, acknowledged.as_deref_mut());
    }
}

/// Refuses the writes that may not use the reserve of a full disk; returns the other operations.
fn without_inessential(waiting: Vec<Job>) -> Vec<Job> {
    let is_refused = |job: &mut Job| !job.is_essential && is_write(&job.operation);
    let mut waiting = waiting;
    for job in waiting.extract_if(.., is_refused) {
        job.answer(Err(no_room()));
    }
    waiting
}

/// Performs operations that waited together; returns those for the next round. These write a record that another one of this
/// round writes: performed before it, they would make its condition fail, and with it the transaction of all.
fn round(
    waiting: Vec<Job>,
    perform: &dyn Fn(&str, &[u8], bool) -> Answer,
    acknowledged: Option<&mut Acknowledged>,
) -> Vec<Job> {
    let mut group = Group::default();
    let mut next = Vec::new();
    for job in waiting {
        match group.take(job) {
            Place::Taken => {}
            Place::Next(job) => next.push(job),
            Place::Alone(job) => job.perform(perform),
        }
    }
    group.perform(perform, acknowledged);
    next
}

/// Where an operation is performed.
enum Place {
    /// In the transaction of the group.
    Taken,
    /// In the group of the next round.
    Next(Job),
    /// By itself: it is no write, or no transaction has a place for it.
    Alone(Job),
}

/// Writes of different records.
#[derive(Default)]
struct Group {
    members: Vec<Member>,
    keys: HashSet<String>,
}

/// An operation with its writes.
struct Member {
    job: Job,
    writes: Vec<Value>,
}

impl Group {
    fn take(&mut self, job: Job) -> Place {
        let Some(writes) = writes(&job.operation, &job.body) else {
            return Place::Alone(job);
        };
        let keys: Option<HashSet<String>> = writes.iter().map(record_of).collect();
        let Some(keys) = keys.filter(|keys| keys.len() == writes.len()) else {
            return Place::Alone(job);
        };
        if writes.len() > MAX_WRITES {
            return Place::Alone(job);
        }
        let is_full = self.keys.len() + keys.len() > MAX_WRITES;
        if is_full || !self.keys.is_disjoint(&keys) {
            return Place::Next(job);
        }
        self.keys.extend(keys);
        self.members.push(Member { job, writes });
        Place::Taken
    }

    /// Performs the operations in one transaction, with the number of the last one where they are numbered. Those that the
    /// engine refuses are performed by themselves, and the others in a transaction without them.
    fn perform(
        mut self,
        perform: &dyn Fn(&str, &[u8], bool) -> Answer,
        mut acknowledged: Option<&mut Acknowledged>,
    ) {
        // A write that is not numbered needs no transaction.
        let alone = usize::from(acknowledged.is_none());
        while self.members.len() > alone {
            let count = self.members.len();
            let number = acknowledged.as_ref().map(|last| last.write(count));
            let writes = self.members.iter().flat_map(|one| &one.writes);
            let writes: Vec<&Value> = writes.chain(&number).collect();
            let body = json!({ "TransactItems": writes }).to_string();
            let is_essential = self.members.iter().any(|one| one.job.is_essential);
            let refused = match perform("TransactWriteItems", body.as_bytes(), is_essential) {
                Ok(_) => {
                    if let Some(last) = acknowledged.as_deref_mut() {
                        last.stored(count);
                    }
                    for member in self.members {
                        member.job.answer(Ok(b"{}".to_vec()));
                    }
                    return;
                }
                Err(error) => self.remove_refused(&error),
            };
            if refused.is_empty() {
                break;
            }
            for job in refused {
                job.perform(perform);
            }
        }
        for member in self.members {
            member.job.perform(perform);
        }
    }

    /// Removes the operations whose writes are the reason of `error`; none when it names no write.
    fn remove_refused(&mut self, error: &DynoxideError) -> Vec<Job> {
        let DynoxideError::TransactionCanceledException(_, reasons) = error else {
            return Vec::new();
        };
        let mut reasons = reasons.iter().map(|reason| reason.code != "None");
        let mut refused = Vec::new();
        let mut others = Vec::new();
        for member in std::mem::take(&mut self.members) {
            // One reason for each write, in the order of the writes.
            let own = reasons.by_ref().take(member.writes.len());
            if own.filter(|failed| *failed).count() > 0 {
                refused.push(member.job);
            } else {
                others.push(member);
            }
        }
        self.members = others;
        refused
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use dynoxide::errors::CancellationReason;

    use super::*;

    fn put(sk: &str, condition: Option<&str>) -> Vec<u8> {
        let mut body = json!({
            "TableName": "t", "Item": {"pk": {"S": "a"}, "sk": {"S": sk}},
            "ReturnConsumedCapacity": "TOTAL",
        });
        if let Some(condition) = condition {
            body["ConditionExpression"] = json!(condition);
        }
        body.to_string().into_bytes()
    }

    type Seen = Arc<Mutex<Vec<(String, usize)>>>;

    /// The error of a body with `fails` in a write, with one reason for each write.
    fn refusal(operation: &str, body: &str) -> DynoxideError {
        if operation != "TransactWriteItems" || body.contains("fails without") {
            return DynoxideError::ValidationException("refused".to_owned());
        }
        let body: Value = serde_json::from_str(body).unwrap();
        let writes = body["TransactItems"].as_array().unwrap().iter();
        let reasons = writes.map(|write| CancellationReason {
            code: match write.to_string().contains("fails") {
                true => "ConditionalCheckFailed".to_owned(),
                false => "None".to_owned(),
            },
            ..CancellationReason::default()
        });
        DynoxideError::TransactionCanceledException("refused".to_owned(), reasons.collect())
    }

    /// A thread that waits in its first operation, so that those after it wait together. An operation whose body has `fails`
    /// fails.
    fn blocked() -> (GroupCommit, Sender<()>, Seen) {
        let (go, wait) = channel::<()>();
        let seen = Seen::default();
        let noted = seen.clone();
        let commit = GroupCommit::start(
            move |operation, body, _| {
                let text = String::from_utf8_lossy(body).into_owned();
                noted
                    .lock()
                    .unwrap()
                    .push((operation.to_owned(), text.matches("\"pk\"").count()));
                if operation == "GetItem" {
                    let _ = wait.recv();
                }
                if text.contains("fails") {
                    return Err(refusal(operation, &text));
                }
                Ok(operation.as_bytes().to_vec())
            },
            None,
            None,
        );
        (commit.unwrap(), go, seen)
    }

    async fn performed(
        commit: &GroupCommit,
        go: Sender<()>,
        bodies: &[(&str, Vec<u8>)],
    ) -> Vec<bool> {
        let first = commit.perform("GetItem", b"{}");
        let waiting: Vec<_> = bodies
            .iter()
            .map(|(operation, body)| commit.perform(operation, body))
            .collect();
        go.send(()).unwrap();
        assert!(first.await.unwrap().is_ok());
        let mut answers = Vec::new();
        for one in waiting {
            answers.push(one.await.unwrap().is_ok());
        }
        answers
    }

    fn seen(seen: &Seen) -> Vec<(String, usize)> {
        seen.lock().unwrap().split_off(1)
    }

    #[tokio::test]
    async fn writes_of_different_records_are_one_transaction() {
        let (commit, go, noted) = blocked();
        let several = json!({"TransactItems": [
            {"Delete": {"TableName": "t", "Key": {"pk": {"S": "b"}, "sk": {"S": "1"}}}},
            {"ConditionCheck": {"TableName": "t", "Key": {"pk": {"S": "b"}, "sk": {"S": "2"}}}},
        ]});
        let bodies = [
            ("PutItem", put("1", None)),
            ("PutItem", put("2", Some("attribute_not_exists(pk)"))),
            ("TransactWriteItems", several.to_string().into_bytes()),
        ];
        assert_eq!(performed(&commit, go, &bodies).await, [true; 3]);
        assert_eq!(seen(&noted), [("TransactWriteItems".to_owned(), 4)]);
    }

    #[tokio::test]
    async fn writes_of_one_record_and_writes_that_return_it_stay_alone() {
        let (commit, go, noted) = blocked();
        let counter = json!({
            "TableName": "t", "Key": {"pk": {"S": "n"}, "sk": {"S": "n"}},
            "UpdateExpression": "ADD n :by", "ReturnValues": "UPDATED_NEW",
        });
        let bodies = [
            ("PutItem", put("1", None)),
            ("PutItem", put("1", None)),
            ("UpdateItem", counter.to_string().into_bytes()),
            ("Query", b"{}".to_vec()),
        ];
        assert_eq!(performed(&commit, go, &bodies).await, [true; 4]);
        // The second write of the record waits for the round after its first one.
        let alone = [
            ("UpdateItem", 1),
            ("Query", 0),
            ("PutItem", 1),
            ("PutItem", 1),
        ];
        assert_eq!(seen(&noted), alone.map(|(name, n)| (name.to_owned(), n)));
    }

    #[tokio::test]
    async fn an_operation_that_panics_fails_alone() {
        let commit = GroupCommit::start(
            |operation, _, _| {
                assert_ne!(operation, "Scan");
                Ok(Vec::new())
            },
            None,
            None,
        );
        let commit = commit.unwrap();
        assert!(commit.perform("Scan", b"{}").await.unwrap().is_err());
        assert!(commit.perform("Query", b"{}").await.unwrap().is_ok());
    }

    #[tokio::test]
    async fn a_write_that_is_refused_does_not_take_the_others_with_it() {
        let (commit, go, noted) = blocked();
        let bodies = [
            ("PutItem", put("1", None)),
            ("PutItem", put("fails", None)),
            ("PutItem", put("3", None)),
        ];
        assert_eq!(performed(&commit, go, &bodies).await, [true, false, true]);
        let seen = seen(&noted);
        let expected = [
            ("TransactWriteItems", 3),
            ("PutItem", 1),
            ("TransactWriteItems", 2),
        ];
        assert_eq!(seen, expected.map(|(name, n)| (name.to_owned(), n)));
    }

    #[tokio::test]
    async fn without_reasons_each_write_is_performed_by_itself() {
        let (commit, go, noted) = blocked();
        let bodies = [
            ("PutItem", put("1", None)),
            ("PutItem", put("fails without", None)),
        ];
        assert_eq!(performed(&commit, go, &bodies).await, [true, false]);
        let names: Vec<String> = seen(&noted).into_iter().map(|(name, _)| name).collect();
        assert_eq!(names, ["TransactWriteItems", "PutItem", "PutItem"]);
    }

    #[tokio::test]
    async fn writes_of_one_record_do_not_break_the_transaction_of_the_others() {
        let (commit, go, noted) = blocked();
        let absent = Some("attribute_not_exists(pk)");
        let bodies = [
            ("PutItem", put("1", absent)),
            ("PutItem", put("2", absent)),
            ("PutItem", put("1", absent)),
            ("PutItem", put("3", absent)),
        ];
        assert_eq!(performed(&commit, go, &bodies).await, [true; 4]);
        let expected = [("TransactWriteItems", 3), ("PutItem", 1)];
        assert_eq!(seen(&noted), expected.map(|(name, n)| (name.to_owned(), n)));
    }
}
