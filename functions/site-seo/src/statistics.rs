//! Numbers of published posts by score.

use domain::site::{Capability, Kind};
use seo::scores::statistics::{Published, body};
use site_api::{ApiCall, HandlerResult, OrRefuse};
use site_rest::Reply;
use site_store::{IndexMeasure, IndexScope};

use crate::scores::admin;

/// Those of all posts for callers who edit the posts of others, otherwise of the caller's own. Posts that are not in the index
/// count as posts without a score.
///
/// # Errors
/// The store fails.
pub async fn read(call: ApiCall, (): ()) -> HandlerResult {
    let caller = call.caller();
    let own = (!caller.can(Capability::EditOthersPosts)).then(|| caller.id());
    let scope = own.map_or(IndexScope::All, IndexScope::Author);
    let counts = caller
        .store
        .index_counts(scope, Kind::Post, IndexMeasure::Seo)
        .or_refuse()?;
    let posts: Vec<Published> = counts
        .into_iter()
        .map(|count| Published {
            number: count.score,
            noindex: count.noindex,
            texts: count.texts,
        })
        .collect();
    Ok(Reply::json(body(&posts, &admin(&call)?, own)))
}
