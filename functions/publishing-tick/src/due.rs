//! Iterates over due records, page by page. A defective record does not stop the others.

use domain::platform::generation::{Generation, GenerationState};
use domain::platform::notification::Notification;
use domain::platform::post::Post;
use domain::platform::publication::{Job, JobKind};
use items::{Batch, Cursor, ItemsError};
use jiff::{SignedDuration, Timestamp};
use ports::{WorkMessage, WorkQueue};

use crate::{Ports, Report, look_after, send};

/// Records of one page.
const PAGE: i32 = 100;
/// Time limit for one kind of records in one tick, unless the kind has one of its own. The sum for all kinds, with the
/// time limit of the maintenance, is below the function's time limit; the next tick continues.
const TIME: SignedDuration = SignedDuration::from_secs(8);

/// A kind of due records.
pub(crate) trait Due {
    /// The record.
    type Record;
    /// The kind in the log.
    const KIND: &'static str;
    /// Time limit in one tick.
    const TIME: SignedDuration = TIME;

    /// The records that are due at `now`, from `start` on.
    async fn page(
        ports: &Ports,
        now: Timestamp,
        start: Option<&Cursor>,
        limit: i32,
    ) -> Result<Batch<Self::Record>, ItemsError>;

    /// Handles a due record.
    async fn handle(
        ports: &Ports,
        record: Self::Record,
        now: Timestamp,
        report: &mut Report,
    ) -> Result<(), ItemsError>;
}

/// Scheduled posts.
pub(crate) struct Posts;
/// Publication jobs.
pub(crate) struct Jobs;
/// Notifications.
pub(crate) struct Notifications;
/// Generations of texts and images.
pub(crate) struct Generations;

impl Due for Posts {
    type Record = Post;
    const KIND: &'static str = "post";

    async fn page(
        ports: &Ports,
        now: Timestamp,
        start: Option<&Cursor>,
        limit: i32,
    ) -> Result<Batch<Post>, ItemsError> {
        ports.store.due_posts(now, start, limit).await
    }

    async fn handle(
        ports: &Ports,
        post: Post,
        now: Timestamp,
        report: &mut Report,
    ) -> Result<(), ItemsError> {
        match look_after(ports, &post, now).await? {
            Some(JobKind::Settle) => report.settled += 1,
            Some(_) => report.renewed += 1,
            None => {}
        }
        Ok(())
    }
}

impl Due for Jobs {
    type Record = Job;
    const KIND: &'static str = "job";

    async fn page(
        ports: &Ports,
        now: Timestamp,
        start: Option<&Cursor>,
        limit: i32,
    ) -> Result<Batch<Job>, ItemsError> {
        ports.store.due_jobs(now, start, limit).await
    }

    async fn handle(
        ports: &Ports,
        job: Job,
        _: Timestamp,
        report: &mut Report,
    ) -> Result<(), ItemsError> {
        let message = WorkMessage::Publication { job_id: job.id };
        resend(&*ports.publications, &message, &mut report.jobs_sent).await;
        Ok(())
    }
}

impl Due for Notifications {
    type Record = Notification;
    const KIND: &'static str = "notification";

    async fn page(
        ports: &Ports,
        now: Timestamp,
        start: Option<&Cursor>,
        limit: i32,
    ) -> Result<Batch<Notification>, ItemsError> {
        ports.store.due_notifications(now, start, limit).await
    }

    async fn handle(
        ports: &Ports,
        notification: Notification,
        _: Timestamp,
        report: &mut Report,
    ) -> Result<(), ItemsError> {
        let message = WorkMessage::Notification {
            notification_id: notification.id,
        };
        let sent = &mut report.notifications_sent;
        resend(&*ports.notifications, &message, sent).await;
        Ok(())
    }
}

impl Due for Generations {
    type Record = Generation;
    const KIND: &'static str = "generation";

    async fn page(
        ports: &Ports,
        now: Timestamp,
        start: Option<&Cursor>,
        limit: i32,
    ) -> Result<Batch<Generation>, ItemsError> {
        ports.store.due_generations(now, start, limit).await
    }

    /// A generation whose worker is gone may have been billed, and is therefore not sent again.
    async fn handle(
        ports: &Ports,
        generation: Generation,
        now: Timestamp,
        report: &mut Report,
    ) -> Result<(), ItemsError> {
        let generation_id = generation.id;
        if ports.store.abandon_generation(&generation, now).await? {
            let state = generation.state;
            tracing::warn!(target: "ai", %generation_id, ?state, "a generation was abandoned");
            report.generations_failed += 1;
        } else if generation.state == GenerationState::Queued {
            let message = WorkMessage::Generation { generation_id };
            resend(&*ports.generations, &message, &mut report.generations_sent).await;
        }
        Ok(())
    }
}

/// Sends the message of a due record again and counts it in `sent`.
pub(crate) async fn resend(queue: &dyn WorkQueue, message: &WorkMessage, sent: &mut usize) {
    *sent += usize::from(send(queue, message).await);
}

/// Handles the records of one kind from the cursor `next` on, and stores there where the next tick continues: after
/// the last page within the time limit, or at the beginning. A record that cannot be read or handled is reported
/// and skipped.
///
/// # Errors
/// The records of this kind could not be queried; the next tick starts at the beginning.
pub(crate) async fn walk<D: Due>(
    ports: &Ports,
    now: Timestamp,
    next: &mut Option<Cursor>,
    report: &mut Report,
) -> Result<(), ItemsError> {
    let begun = ports.clock.now();
    loop {
        let start = next.take();
        let page = D::page(ports, now, start.as_ref(), PAGE).await?;
        for record in page.items {
            let record = match record {
                Ok(record) => record,
                Err(unreadable) => {
                    tracing::error!(target: "publication", severity = "critical", kind = D::KIND, %unreadable, "an unreadable due record was skipped");
                    report.failed += 1;
                    continue;
                }
            };
            if let Err(error) = D::handle(ports, record, now, report).await {
                tracing::error!(target: "publication", kind = D::KIND, %error, "a due record failed; the next tick handles it");
                report.failed += 1;
            }
        }
        *next = page.next;
        if next.is_none() || ports.clock.now().duration_since(begun) >= D::TIME {
            return Ok(());
        }
    }
}
