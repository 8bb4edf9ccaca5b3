//! Built-in spam classifier for comments and contact messages in Portuguese and English.
//!
//! The classifier needs no network. Its score is a sum of log-odds: words with Bayesian weights, and rules about links,
//! speed, honeypot, repetition, blocklists and the language of the text. The weights that the crate ships come from the
//! training part of `data/labelled.jsonl`; the weights of a site come from the decisions of its moderators and count
//! several times as much.
//!
//! # Use in a Lambda function
//!
//! The function reads the site's [`Weights`] from its record (they serialise as one string of at most
//! [`MAX_ENCODED_BYTES`] bytes), counts earlier submissions with the same [`fingerprint`], and calls [`assess`]:
//!
//! ```
//! use spam_classifier::{Submission, Verdict, Weights, assess, Label};
//!
//! let mut weights = Weights::default();
//! let submission = Submission {
//!     text: "Obrigada, me ajudou muito!",
//!     author: "Ana",
//!     seconds: Some(25),
//!     ..Submission::default()
//! };
//! assert_eq!(assess(&submission, &weights).verdict, Verdict::Ham);
//! // A moderator decides; the changed weights are stored.
//! weights.train(&submission, Label::Ham);
//! ```
//!
//! [`Verdict::Unsure`] means: hold for moderation. A caller that takes it for spam loses legitimate texts.

#![warn(missing_docs)]

mod assessment;
mod blocklist;
mod fingerprint;
mod language;
mod links;
mod prior;
mod signals;
mod submission;
mod tokens;
mod weights;
mod words;

pub use assessment::{Assessment, SPAM_SCORE, UNSURE_SCORE, Verdict, assess, assess_with};
pub use blocklist::matches_list;
pub use fingerprint::fingerprint;
pub use prior::{Prior, PriorError};
pub use signals::{Signal, SignalKind};
pub use submission::Submission;
pub use weights::{Label, MAX_ENCODED_BYTES, MAX_TOKENS, Weights, WeightsError};
