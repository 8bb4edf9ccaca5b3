//! Taking over the data of another product. The site holds no such data: each step says that there is nothing.

use seo::import::Importer;
use serde_json::{Map, Value};
use site_api::{ApiCall, HandlerResult};
use site_contract::seo::codes;
use site_rest::{Body, Reply, RestError};

use crate::documents;

/// Product or type of a request: one that the client sends in the body or the query wins over the one in the path.
fn part(call: &ApiCall, name: &str) -> String {
    let body: Option<&Map<String, Value>> = match &call.request().body {
        Body::Json(values) | Body::Form(values) => Some(values),
        Body::None | Body::BadJson(_) => None,
    };
    let sent = body.into_iter().chain(Some(&call.request().query));
    let mut sent = sent.filter_map(|members| members.get(name));
    match sent.find(|value| !value.is_null()) {
        Some(Value::String(text)) => text.clone(),
        Some(Value::Number(number)) => number.to_string(),
        Some(Value::Bool(false)) => String::new(),
        // No product and no type has such a name.
        Some(other) => other.to_string(),
        None => call.params().text(name).unwrap_or_default().to_owned(),
    }
}

/// Runs a step, which finds nothing. That the removal ran is kept, so that its next call ends it.
///
/// # Errors
/// The store fails; `rest_no_route` for an unknown product or step, `seo_error_validation` for the step that checks that there is data.
pub async fn run(call: ApiCall, (): ()) -> HandlerResult {
    let step = Importer::find(&part(&call, "plugin"), &part(&call, "type"), false);
    let step = step.ok_or_else(|| RestError::new(&codes::IMPORTER_UNKNOWN))?;
    let is_first = match step {
        Importer::Cleanup => {
            let change = documents::change_settings(&call, |settings| {
                !std::mem::replace(&mut settings.cleaned_up, true)
            });
            change.await?
        }
        _ => true,
    };
    let body = step.without_data(is_first);
    let body =
        body.ok_or_else(|| RestError::new(&codes::IMPORT_WITHOUT_DATA).with("stackTrace", ""))?;
    Ok(Reply::json(body))
}
