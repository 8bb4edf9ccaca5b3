//! Jobs of the index. Each call does a portion of what is left, in one transaction.

use std::sync::Arc;

use seo::index::jobs::{Job, empty_body, error_data};
use seo::index::record::Origin;
use serde_json::Value;
use site_api::{ApiCall, HandlerResult, OrRefuse, SiteRater};
use site_contract::seo::codes;
use site_rest::{Reply, RestError};
use site_store::{
    Content, IndexBasis, IndexDraft, IndexEntry, IndexLinks, IndexObject, IndexScores, IndexTask,
    Rater as _, Term,
};

use crate::documents;
use crate::records::{self, Source};

/// Bytes of text after which a call ends, so that it ends in time whatever the length of the texts.
const MAX_BYTES: usize = 4_000_000;

/// An object of the read model whose record is missing in the table.
#[derive(Debug, thiserror::Error)]
#[error("an item that is left to be indexed has no record")]
struct MissingRecord;

/// Makes records of posts and pages.
///
/// # Errors
/// `seo_error_indexing`.
pub async fn posts(call: ApiCall, (): ()) -> HandlerResult {
    answer(&call, Job::Posts).await
}

/// Makes records of terms.
///
/// # Errors
/// `seo_error_indexing`.
pub async fn terms(call: ApiCall, (): ()) -> HandlerResult {
    answer(&call, Job::Terms).await
}

/// Makes no records: no type of the site has an archive.
///
/// # Errors
/// Never fails.
pub async fn post_type_archives(_call: ApiCall, (): ()) -> HandlerResult {
    Ok(Reply::json(empty_body()))
}

/// Makes records of the pages that are neither content nor terms.
///
/// # Errors
/// `seo_error_indexing`.
pub async fn general(call: ApiCall, (): ()) -> HandlerResult {
    answer(&call, Job::General).await
}

/// Counts the links of posts and pages.
///
/// # Errors
/// `seo_error_indexing`.
pub async fn post_links(call: ApiCall, (): ()) -> HandlerResult {
    answer(&call, Job::PostLinks).await
}

/// Counts the links of terms.
///
/// # Errors
/// `seo_error_indexing`.
pub async fn term_links(call: ApiCall, (): ()) -> HandlerResult {
    answer(&call, Job::TermLinks).await
}

/// Begins a run.
///
/// # Errors
/// The store fails.
pub async fn prepare(call: ApiCall, (): ()) -> HandlerResult {
    let now = call.app().now();
    documents::change_index(&call, |state| state.prepare(now)).await?;
    Ok(Reply::json(empty_body()))
}

/// Notes that all records are made.
///
/// # Errors
/// The store fails.
pub async fn records_complete(call: ApiCall, (): ()) -> HandlerResult {
    documents::change_index(&call, |state| state.records_complete()).await?;
    Ok(Reply::json(empty_body()))
}

/// Ends a run.
///
/// # Errors
/// The store fails.
pub async fn complete(call: ApiCall, (): ()) -> HandlerResult {
    documents::change_index(&call, |state| state.complete()).await?;
    Ok(Reply::json(empty_body()))
}

/// Runs a job. The response to a failure tells nothing about its cause, which is logged.
async fn answer(call: &ApiCall, job: Job) -> HandlerResult {
    match run(call, job).await {
        Ok(body) => Ok(Reply::json(body)),
        Err(error) => {
            if let Err(error) = documents::change_index(call, |state| state.failed()).await {
                error.log_fault();
            }
            let failed = RestError::new(&codes::INDEXING_FAILED).beside(error_data());
            Err(failed.caused_by(error))
        }
    }
}

async fn run(call: &ApiCall, job: Job) -> Result<Value, RestError> {
    let store = &call.caller().store;
    let (planned, sources) = work(call, job).await?;
    let task = task(job);
    let mut drafts = Vec::new();
    let mut bytes = 0;
    for source in &sources {
        if bytes >= MAX_BYTES {
            break;
        }
        bytes += source.bytes();
        drafts.push(draft(call, source, task)?);
    }
    let entered = store.put_index_records(&drafts).await.or_refuse()?;
    let mut objects = Vec::with_capacity(entered.len());
    for entry in entered {
        let Some(source) = sources.iter().find(|one| one.object() == entry.object) else {
            continue;
        };
        objects.push(body(call, source, entry, task).await?);
    }
    let root = format!("{}/", call.site().rest_root.trim_end_matches('/'));
    Ok(job.body(objects, planned, &root))
}

const fn task(job: Job) -> IndexTask {
    match job {
        Job::Posts | Job::Terms | Job::PostTypeArchives | Job::General => IndexTask::Record,
        Job::PostLinks | Job::TermLinks => IndexTask::Links,
    }
}

/// The next objects of a job: their number and what they are.
async fn work(call: &ApiCall, job: Job) -> Result<(usize, Vec<Source>), RestError> {
    let store = &call.caller().store;
    match job {
        Job::Posts | Job::PostLinks => {
            let ids = store
                .index_work(task(job), false, job.limit())
                .or_refuse()?;
            let items = store.get_many(&ids).await.or_refuse()?;
            for id in ids
                .iter()
                .filter(|id| items.iter().all(|item| item.id != **id))
            {
                // Only an item that was deleted meanwhile may be absent; the same portion would follow otherwise.
                if store.summary(*id).or_refuse()?.is_some() {
                    return Err(RestError::internal(MissingRecord));
                }
            }
            let items: Vec<Arc<Content>> = items;
            Ok((ids.len(), items.into_iter().map(Source::Item).collect()))
        }
        Job::Terms | Job::TermLinks => {
            let ids = store.index_work(task(job), true, job.limit()).or_refuse()?;
            let terms = ids.iter().filter_map(|id| store.term(*id));
            let terms: Vec<Arc<Term>> = terms.collect();
            Ok((ids.len(), terms.into_iter().map(Source::Term).collect()))
        }
        Job::PostTypeArchives | Job::General => {
            let mut open = Vec::new();
            for object in IndexObject::GENERAL {
                if store.index_entry(object).or_refuse()?.is_none() {
                    open.push(Source::General(object));
                }
            }
            Ok((open.len(), open))
        }
    }
}

fn draft(call: &ApiCall, source: &Source, task: IndexTask) -> Result<IndexDraft, RestError> {
    let rater = SiteRater::at(&call.site().home);
    let (basis, scores) = match source {
        Source::Item(item) => {
            let scores = rater.content(item, call.app().now());
            (IndexBasis::Content(item.seq), scores)
        }
        Source::Term(term) => (IndexBasis::Term(Arc::clone(term)), rater.term(term)),
        Source::General(_) => (IndexBasis::Fixed, IndexScores::default()),
    };
    let links: Option<IndexLinks> = match task {
        IndexTask::Record => None,
        IndexTask::Links => Some(records::links(call, source)?),
    };
    Ok(IndexDraft {
        object: source.object(),
        basis,
        scores,
        links,
    })
}

async fn body(
    call: &ApiCall,
    source: &Source,
    entry: IndexEntry,
    task: IndexTask,
) -> Result<Value, RestError> {
    let (entry, origin) = match task {
        IndexTask::Record => (entry, Origin::Made),
        IndexTask::Links => {
            let stored = call.caller().store.index_entry(entry.object).or_refuse()?;
            (stored.unwrap_or(entry), Origin::Stored)
        }
    };
    Ok(records::record(call, source, &entry).await?.body(origin))
}
