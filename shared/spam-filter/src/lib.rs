//! Spam filter of a site: decides about comments and contact messages, learns from moderators, and answers the filter's
//! routes with plain values. The crate reads no store and no clock; a function passes in what it read, and stores what
//! it gets back.
//!
//! # Use in a Lambda function
//!
//! - A new comment or message: [`judge`] with the stored key (or none), the settings and the site's
//!   [`Weights`](spam_classifier::Weights). The function stores the text with the [`Judgement`]: its decision, the
//!   identifier of the remote check, and a [`History`] entry. Whatever happens to the service, the text is stored.
//! - [`Decision::Hold`] after a failure: the function stores the time `now + recheck_delay(1)`; a tick calls
//!   [`judge_again`] with the number of attempts so far.
//! - A moderator marks a text as spam or not: [`correct`] trains the weights, which the function stores together with
//!   the [`Correction`]'s `learned` label, and reports to the service. A report that failed is in `unreported`. When the
//!   weights changed in between, [`learn`] is repeated on the new ones.
//! - The routes: [`store_key`], [`statistics`], [`refresh_alert`], [`webhook`], and the bodies in [`bodies`].
//!
//! The remote service is the trait [`RemoteService`], which `spam_service::SpamService` implements.
//!
//! ```
//! # use spam_classifier::{Submission, Weights};
//! # use spam_filter::{Decision, RemoteService, Settings, Subject, judge};
//! # async fn example(service: &dyn RemoteService, weights: &Weights) {
//! let subject = Subject {
//!     submission: Submission { text: "Que receita boa!", ..Submission::default() },
//!     checked: spam_service::Checked { blog: "https://site.example/".into(), ..Default::default() },
//!     trusted: false,
//! };
//! let judgement = judge(service, None, &Settings::default(), &subject, weights).await;
//! match judgement.decision {
//!     Decision::Pass => { /* the site's moderation rules decide */ }
//!     Decision::Hold => { /* stored as pending */ }
//!     Decision::Spam { discard: _ } => { /* stored as spam; REST never discards */ }
//! }
//! # }
//! ```

#![warn(missing_docs)]

pub mod bodies;
mod correction;
#[cfg(test)]
mod fake;
mod judgement;
mod key;
mod remote;
mod settings;
mod webhook;

pub use correction::{Correction, correct, learn, report_again};
pub use judgement::{
    AlertChange, Decision, Hold, Judgement, MOST_RECHECKS, Source, Subject, judge, judge_again,
    recheck_delay,
};
pub use key::{
    KeyMatch, KeyOutcome, StatisticsOutcome, interval, refresh_alert, statistics, store_key,
};
pub use remote::RemoteService;
pub use settings::{History, Settings, SettingsChange};
pub use webhook::{
    Change, CommentState, Endpoint, Entry, LookUp, MalformedWebhook, Outcome, webhook,
    webhook_entries,
};
