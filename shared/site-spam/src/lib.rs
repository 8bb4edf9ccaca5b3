//! The spam filter of a site with its stored state.
//!
//! A function makes one [`SpamFilter`] per process, so that all requests share the circuit of the service, and asks it for
//! the [`SiteFilter`] of the site that a request addresses.
//!
//! # Comments and contact messages
//!
//! [`SiteFilter::judge`] decides about any submission with the site's key, settings and weights. Contact forms call
//! [`SiteFilter::judge_message`] and store what it says with the submission; a person's correction is learned by
//! [`SiteFilter::learn_message`] and reported by [`SiteFilter::message_report`]. For comments there are [`SiteFilter::judge_comment`], and
//! [`SiteFilter::keep`] once the comment has an identifier. A service that fails costs the visitor at most its deadline;
//! the text is held and checked again by a due task.
//!
//! # Moderators
//!
//! [`SiteFilter::moderated`] learns from a changed status. The report to the service is a due task too, so a moderator
//! never waits for the service.

#![warn(missing_docs)]

mod check;
mod comments;
mod filter;
mod key;
mod messages;
mod performed;
mod reports;
mod tasks;
mod webhook;

pub use check::{CommentCheck, Event, Task};
pub use comments::{Circumstances, Judged};
pub use filter::{SiteFilter, SpamFilter};
pub use messages::Message;
pub use performed::Performed;
pub use reports::MessageReport;
pub use spam_filter::{
    Decision, Judgement, KeyMatch, KeyOutcome, MalformedWebhook, Settings, SettingsChange, Source,
    Subject, bodies, interval,
};
pub use spam_service::Alert;
pub use tasks::DueTask;
