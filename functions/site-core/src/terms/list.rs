//! Lists of terms.

use std::sync::Arc;

use domain::site::Taxonomy;
use site_api::{ApiCall, HandlerResult, PageHeads, ViewContext};

use crate::content::terms::{answered, listed};
use crate::terms::view::view;

/// Lists terms.
///
/// # Errors
/// The store fails.
pub async fn list(call: ApiCall, taxonomy: Taxonomy) -> HandlerResult {
    let listed = listed(&call, taxonomy)?;
    let terms = listed.items.iter().map(Arc::as_ref);
    let heads = PageHeads::of_terms(&call, terms).await?;
    let cx = ViewContext::of(&call);
    answered(&call, &listed, |term| view(term, &cx, &heads))
}
