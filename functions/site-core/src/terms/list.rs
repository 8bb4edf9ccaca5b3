//! Lists of terms.

use domain::site::Taxonomy;
use site_api::{ApiCall, HandlerResult, PageHeads, ViewContext};

use crate::content::terms::listed;
use crate::terms::view::view;

/// Lists terms.
///
/// # Errors
/// The store fails.
pub async fn list(call: ApiCall, taxonomy: Taxonomy) -> HandlerResult {
    let (cx, heads) = (ViewContext::of(&call), PageHeads::of(&call).await?);
    listed(&call, taxonomy, |term| view(term, &cx, &heads))
}
