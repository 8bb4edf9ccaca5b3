//! What a list of posts adds to each post on request: its author's name, its publication, the client's last comment.

use std::collections::HashMap;

use domain::platform::id::{JobId, PostId};
use domain::platform::publication::Job;
use platform_http::ApiError;
use platform_store::PostRow;

use crate::Ports;
use crate::wire::{ChecklistSummary, PostItem, PostItemDetails};

/// The items of `rows`, each with its details. The number of reads does not depend on the number of rows but by the size
/// of a batch.
pub(super) async fn detailed(ports: &Ports, rows: Vec<PostRow>) -> Result<Vec<PostItem>, ApiError> {
    let ids: Vec<_> = rows.iter().map(|row| row.id).collect();
    let authors: Vec<_> = rows.iter().map(|row| row.user_id).collect();
    let (posts, names) = tokio::try_join!(
        ports.store.posts_by_id(&ids),
        ports.store.user_names(&authors)
    )?;
    let posts: HashMap<PostId, _> = posts
        .into_iter()
        .flatten()
        .map(|post| (post.id, post))
        .collect();
    let jobs: Vec<JobId> = posts.values().filter_map(|post| post.job_id).collect();
    let answered: Vec<(PostId, u32)> = posts
        .values()
        .filter(|post| !post.pending_approval && post.approval_rounds > post.former_rounds)
        .map(|post| (post.id, post.approval_rounds))
        .collect();
    let (jobs, rounds) = tokio::try_join!(
        ports.store.jobs_by_id(&jobs),
        ports.store.rounds_by_id(&answered)
    )?;
    let jobs: HashMap<JobId, Job> = jobs
        .into_iter()
        .flatten()
        .map(|job| (job.id, job))
        .collect();
    let mut comments: HashMap<PostId, String> = rounds
        .into_iter()
        .flatten()
        .filter_map(|round| Some((round.post_id, round.comment?)))
        .collect();
    let item = |row: PostRow| {
        let job = posts.get(&row.id).and_then(|post| jobs.get(&post.job_id?));
        let details = PostItemDetails {
            author_name: names.get(&row.user_id).cloned(),
            publication: job.map(ChecklistSummary::from),
            client_comment: comments.remove(&row.id),
        };
        PostItem {
            details: Some(details),
            ..row.into()
        }
    };
    Ok(rows.into_iter().map(item).collect())
}
