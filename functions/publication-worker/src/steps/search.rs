//! What search engines are told when a post goes online (docs/interface/platform/search.md#after-a-publication).

use domain::platform::search_task::SearchTask;
use jiff::Timestamp;
use ports::WorkMessage;

use crate::Ports;
use crate::attempt::Attempt;

/// The task to store with the recorded outcome, if the post went online at an address that search engines were not told.
/// An update of a published post has none.
///
/// The task is part of the transaction that marks the post as published, for the reason given at
/// [`notifications`](super::notify::notifications).
pub(super) fn task(attempt: &Attempt<'_>, now: Timestamp) -> Option<SearchTask> {
    let findings = &attempt.job.findings;
    let url = findings.link.as_ref().filter(|_| findings.live)?;
    let known = findings.renewed && attempt.post.host_post_url.as_ref() == Some(url);
    (!known).then(|| {
        let (post, job) = (attempt.post.id, attempt.job.id);
        SearchTask::new(post, job, attempt.site.id, url.clone(), now)
    })
}

/// Sends the message of a stored task. If that fails, the publishing tick sends it.
pub(super) async fn announce(ports: &Ports, task: &SearchTask) {
    let message = WorkMessage::Search {
        post_id: task.post_id,
        job_id: task.job_id,
    };
    if let Err(error) = ports.searches.send(&message).await {
        tracing::warn!(target: "publication", %error, "a search message was not sent; the publishing tick sends it");
    }
}
