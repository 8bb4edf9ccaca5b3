//! Lists of terms.

use domain::site::Taxonomy;
use site_api::{ApiCall, HandlerResult};

use crate::content::terms::listed;
use crate::terms::read::shown;

/// Lists terms.
///
/// # Errors
/// The store fails.
pub async fn list(call: ApiCall, taxonomy: Taxonomy) -> HandlerResult {
    let context = call.params().context();
    listed(&call, taxonomy, |term| shown(&call, term, context))
}
