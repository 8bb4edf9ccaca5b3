//! Taking over the data of another product. The site holds no such data: each step says that there is nothing.

use seo::import::Importer;
use site_api::{ApiCall, HandlerResult};
use site_contract::seo::codes;
use site_rest::{Reply, RestError};

/// Runs a step, which finds nothing.
///
/// # Errors
/// `rest_no_route` for an unknown product or step, `seo_error_validation` for the step that checks that there is data.
pub async fn run(call: ApiCall, (): ()) -> HandlerResult {
    let part = |name: &str| call.params().text(name).unwrap_or_default();
    let step = Importer::find(part("plugin"), part("type"), false);
    let step = step.ok_or_else(|| RestError::new(&codes::IMPORTER_UNKNOWN))?;
    let body = step.without_data(0);
    let body =
        body.ok_or_else(|| RestError::new(&codes::IMPORT_WITHOUT_DATA).with("stackTrace", ""))?;
    Ok(Reply::json(body))
}
