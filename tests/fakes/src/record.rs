//! What the fakes record about calls, and what tests control.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};

use serde_json::Value;
use tokio::sync::{Semaphore, watch};

use crate::akismet::Akismet;
use crate::google::Google;
use crate::indexnow::KeyFiles;
use crate::keyword_accounts::KeywordAccounts;
use crate::mailed::Mailed;
use crate::messages::Messages;
use crate::microsoft::Microsoft;
use crate::rank_tracker::RankTracker;
use crate::seo_texts::SeoTexts;
use crate::service::Service;

/// A call that a fake received.
#[derive(Debug, Clone, PartialEq)]
pub struct Call {
    /// Method.
    pub method: String,
    /// Path below the service's base address.
    pub path: String,
    /// Query without the question mark.
    pub query: Option<String>,
    /// Headers with names in lower case, including credentials.
    pub headers: Vec<(String, String)>,
    /// The body, where it is JSON or a form; of a form an object of its fields, where a file has its `filename`,
    /// `content_type` and length in `bytes`.
    pub body: Option<Value>,
}

impl Call {
    /// The first value of a header; `name` in lower case.
    #[must_use]
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers
            .iter()
            .find(|(found, _)| found == name)
            .map(|(_, value)| value.as_str())
    }
}

/// What a real service would have billed to a key.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Billed {
    /// Number of billed calls.
    pub calls: u64,
    /// Tokens of what was sent.
    pub input_tokens: u64,
    /// Tokens of what was answered, including thoughts.
    pub output_tokens: u64,
    /// Number of generated images.
    pub images: u64,
}

#[derive(Default)]
struct State {
    calls: Vec<(Service, Call)>,
    billed: BTreeMap<(Service, String), Billed>,
    attempts: BTreeMap<(Service, String), u64>,
    answers: BTreeMap<Service, VecDeque<String>>,
    downloads: BTreeMap<String, u64>,
    violations: Vec<String>,
    faults: BTreeMap<Service, VecDeque<String>>,
    identifiers: u64,
}

/// State of the fakes. All methods are synchronous; no lock is held across an await.
pub(crate) struct Record {
    /// Base URL of the server, without a slash at the end.
    pub(crate) origin: String,
    /// The messages of the messaging services.
    pub(crate) messages: Messages,
    /// Accounts, properties and notifications of Google's services.
    pub(crate) google: Google,
    /// Accounts of Microsoft's services.
    pub(crate) microsoft: Microsoft,
    /// Mails that the services of mailboxes accepted.
    pub(crate) mailed: Mailed,
    /// Key files of hosts that use IndexNow.
    pub(crate) key_files: KeyFiles,
    /// Corrections, counts and alert of Akismet.
    pub(crate) akismet: Akismet,
    /// Tokens of the service of generated titles and descriptions.
    pub(crate) seo_texts: SeoTexts,
    /// Accounts of the services of keywords.
    pub(crate) keywords: KeywordAccounts,
    /// Tracked phrases.
    pub(crate) tracker: RankTracker,
    state: Mutex<State>,
    received: watch::Sender<usize>,
    /// Permits for the pieces of slow answers.
    pub(crate) pace: Semaphore,
    /// Number of answers that wait: stalled ones, and slow ones without a permit.
    pub(crate) waiting: watch::Sender<usize>,
}

impl Record {
    pub(crate) fn new(origin: String) -> Self {
        Self {
            origin,
            messages: Messages::default(),
            google: Google::default(),
            microsoft: Microsoft::default(),
            mailed: Mailed::default(),
            key_files: KeyFiles::default(),
            akismet: Akismet::default(),
            seo_texts: SeoTexts::default(),
            keywords: KeywordAccounts::default(),
            tracker: RankTracker::default(),
            state: Mutex::default(),
            received: watch::Sender::new(0),
            pace: Semaphore::new(0),
            waiting: watch::Sender::new(0),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn receive(&self, service: Service, call: Call) {
        self.state().calls.push((service, call));
        self.received.send_modify(|calls| *calls += 1);
    }

    pub(crate) fn calls(&self, service: Service) -> Vec<Call> {
        let state = self.state();
        let of_service = state.calls.iter().filter(|(found, _)| *found == service);
        of_service.map(|(_, call)| call.clone()).collect()
    }

    /// Waits until the service has received `count` calls.
    pub(crate) async fn wait_for_calls(&self, service: Service, count: usize) {
        let mut received = self.received.subscribe();
        // The sender lives as long as the record, so waiting cannot fail.
        let _ = received
            .wait_for(|_| self.calls(service).len() >= count)
            .await;
    }

    pub(crate) fn bill(&self, service: Service, key: &str, input: u64, output: u64, images: u64) {
        let mut state = self.state();
        let billed = state.billed.entry((service, key.to_owned())).or_default();
        billed.calls += 1;
        billed.input_tokens += input;
        billed.output_tokens += output;
        billed.images += images;
    }

    pub(crate) fn billed(&self, service: Service, key: &str) -> Billed {
        let found = (service, key.to_owned());
        self.state().billed.get(&found).copied().unwrap_or_default()
    }

    /// The number of the key's attempt at the service, from 0; counts it.
    pub(crate) fn attempt(&self, service: Service, key: &str) -> u64 {
        let mut state = self.state();
        let attempts = state.attempts.entry((service, key.to_owned())).or_default();
        *attempts += 1;
        *attempts - 1
    }

    pub(crate) fn queue_answer(&self, service: Service, text: String) {
        self.state()
            .answers
            .entry(service)
            .or_default()
            .push_back(text);
    }

    pub(crate) fn next_answer(&self, service: Service) -> Option<String> {
        self.state().answers.get_mut(&service)?.pop_front()
    }

    pub(crate) fn queue_fault(&self, service: Service, name: &str) {
        let mut state = self.state();
        let faults = state.faults.entry(service).or_default();
        faults.push_back(name.to_owned());
    }

    pub(crate) fn next_fault(&self, service: Service) -> Option<String> {
        self.state().faults.get_mut(&service)?.pop_front()
    }

    pub(crate) fn download(&self, photo: &str) {
        *self.state().downloads.entry(photo.to_owned()).or_default() += 1;
    }

    pub(crate) fn downloads(&self, photo: &str) -> u64 {
        self.state()
            .downloads
            .get(photo)
            .copied()
            .unwrap_or_default()
    }

    pub(crate) fn violation(&self, service: Service, what: impl std::fmt::Display) {
        self.state()
            .violations
            .push(format!("{}: {what}", service.prefix()));
    }

    pub(crate) fn violations(&self) -> Vec<String> {
        self.state().violations.clone()
    }

    /// A new identifier such as `resp_00000000000000000000000000000001`.
    pub(crate) fn identifier(&self, prefix: &str) -> String {
        let mut state = self.state();
        state.identifiers += 1;
        format!("{prefix}{:032x}", state.identifiers)
    }

    pub(crate) fn clear(&self) {
        let mut state = self.state();
        let identifiers = state.identifiers;
        *state = State {
            identifiers,
            ..State::default()
        };
        drop(state);
        self.messages.clear();
        self.google.clear();
        self.microsoft.clear();
        self.mailed.clear();
        self.key_files.clear();
        self.akismet.clear();
        self.seo_texts.clear();
        self.keywords.clear();
        self.tracker.clear();
        self.pace.forget_permits(Semaphore::MAX_PERMITS);
        self.received.send_modify(|calls| *calls = 0);
    }
}
