//! Carries out a task: its parts in order, each with its outcome.

use domain::platform::post::{Post, PostStatus};
use domain::platform::search_task::{PartState, SearchPart, SearchTask};
use items::ItemsError;

use crate::attempt::Attempt;
use crate::outcome::{PartOutcome, Report};
use crate::{Ports, index_now, indexing, sitemap};

/// Carries out what is left of a leased task; none when another worker has taken it over.
pub(crate) async fn run(ports: &Ports, task: SearchTask) -> Result<Option<SearchTask>, ItemsError> {
    let post = ports.store.post(task.post_id).await?;
    let site = ports.store.site(task.site_id).await?;
    let is_online = post.is_some_and(|post| is_online(&post, &task));
    let Some(site) = site.filter(|_| is_online) else {
        return withdraw(ports, task).await;
    };
    let mut attempt = Attempt::new(ports, task, site);
    let parts: Vec<_> = attempt.task.remaining().collect();
    for part in parts {
        let outcome = carry_out(&mut attempt, part).await?;
        if !attempt.conclude(part, outcome).await? {
            return Ok(None);
        }
    }
    attempt.task.rest(ports.clock.now_seconds());
    Ok(attempt.save(Vec::new()).await?.then_some(attempt.task))
}

/// Whether the post is still what the task is about.
fn is_online(post: &Post, task: &SearchTask) -> bool {
    post.status == PostStatus::Published
        && !post.is_deleted()
        && post.site_id == task.site_id
        && post.host_post_url.as_deref() == Some(task.url.as_str())
}

/// Ends a task whose post is gone.
async fn withdraw(ports: &Ports, mut task: SearchTask) -> Result<Option<SearchTask>, ItemsError> {
    let from = task.revision;
    let now = ports.clock.now_seconds();
    for part in SearchPart::ALL {
        task.close(part, now);
    }
    task.rest(now);
    match ports.store.save_search_task(&task, from, Vec::new()).await {
        Ok(()) => Ok(Some(task)),
        Err(ItemsError::Conflict { .. }) => Ok(None),
        Err(error) => Err(error),
    }
}

async fn carry_out(attempt: &mut Attempt<'_>, part: SearchPart) -> Result<PartOutcome, ItemsError> {
    // A worker that is gone had noted the call.
    if attempt.task.part(part) == PartState::Begun && !part.is_repeatable() {
        return Ok(PartOutcome::Reported(Report::uncertain(part)));
    }
    match part {
        SearchPart::Indexing => indexing::send(attempt).await,
        SearchPart::Sitemap => sitemap::submit(attempt).await,
        SearchPart::IndexNow => index_now::announce(attempt).await,
    }
}
