//! Request and response bodies.

mod checklist;
pub(crate) mod client_notice;
mod history;
mod listing;
mod post;
mod report;
mod state;
mod step;
mod version;
mod working_copy;

pub(crate) use checklist::{Checklist, ChecklistSummary, QueueItem};
pub(crate) use history::{HistoryClient, HistoryItem, HistoryPage, HistoryYears, Names};
pub(crate) use listing::{EventItem, PostItem, PostItemDetails};
pub(crate) use post::{PostBody, PostDetail, PublicationBody, RevertBody, StatusWord};
pub(crate) use report::{MonthlyReportBody, SiteFiguresBody};
pub(crate) use state::{PostsSummary, StateWord};
pub(crate) use version::{DiffBody, VersionBody, VersionItem};
pub(crate) use working_copy::{AutosaveBody, AutosaveReceipt};
