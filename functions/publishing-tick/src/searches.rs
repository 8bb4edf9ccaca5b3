//! Due work of the search console: tasks of publications whose message was lost, and renewals of tokens that failed.

use domain::platform::search_connection::SearchConnection;
use domain::platform::search_task::SearchTask;
use items::{Batch, Cursor, ItemsError};
use jiff::{SignedDuration, Timestamp};
use ports::WorkMessage;

use crate::due::{Due, resend};
use crate::{Ports, Report};

/// Time limit for each kind in one tick: search engines may wait for a publication's announcement.
const TIME: SignedDuration = SignedDuration::from_secs(1);

/// What search engines are told after publications.
pub(crate) struct Searches;
/// Connections to the search console whose renewal failed.
pub(crate) struct SearchRenewals;

impl Due for Searches {
    type Record = SearchTask;
    const KIND: &'static str = "search task";
    const TIME: SignedDuration = TIME;

    async fn page(
        ports: &Ports,
        now: Timestamp,
        start: Option<&Cursor>,
        limit: i32,
    ) -> Result<Batch<SearchTask>, ItemsError> {
        ports.store.due_search_tasks(now, start, limit).await
    }

    async fn handle(
        ports: &Ports,
        task: SearchTask,
        _: Timestamp,
        report: &mut Report,
    ) -> Result<(), ItemsError> {
        let message = WorkMessage::Search {
            post_id: task.post_id,
            job_id: task.job_id,
        };
        resend(&*ports.searches, &message, &mut report.searches_sent).await;
        Ok(())
    }
}

impl Due for SearchRenewals {
    type Record = SearchConnection;
    const KIND: &'static str = "search connection";
    const TIME: SignedDuration = TIME;

    async fn page(
        ports: &Ports,
        now: Timestamp,
        start: Option<&Cursor>,
        limit: i32,
    ) -> Result<Batch<SearchConnection>, ItemsError> {
        ports.store.due_search_renewals(now, start, limit).await
    }

    async fn handle(
        ports: &Ports,
        connection: SearchConnection,
        _: Timestamp,
        report: &mut Report,
    ) -> Result<(), ItemsError> {
        let message = WorkMessage::SearchRenewal {
            site_id: connection.site_id,
        };
        let sent = &mut report.search_renewals_sent;
        resend(&*ports.searches, &message, sent).await;
        Ok(())
    }
}
