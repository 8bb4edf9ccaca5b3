//! Published texts to choose from.

use domain::site::{Kind, Status};
use http::StatusCode;
use markup::text;
use seo::available_posts::{Candidate, LIMIT, select, wrong_type_body};
use seo::meta::fields::MetaFields;
use serde_json::{Value, json};
use site_api::{ApiCall, HandlerResult, OrRefuse};
use site_rest::{Reply, RestError};

use crate::content_types::is_type;
use crate::status::with_status;

/// The texts of a type that were changed last, at most 100.
///
/// # Errors
/// The store fails.
pub async fn list(call: ApiCall, (): ()) -> HandlerResult {
    let name = call.params().text("postType").unwrap_or_default();
    match Kind::named(name) {
        Some(kind @ (Kind::Post | Kind::Page)) => {
            let found = select(candidates(&call, kind).await?, "");
            Ok(Reply::json(json!(found)))
        }
        _ if is_type(name) => Ok(Reply::json(json!([]))),
        _ => Ok(with_status(StatusCode::BAD_REQUEST, wrong_type_body())),
    }
}

/// The published texts that were changed last. Only their titles and slugs are read from the table.
async fn candidates(call: &ApiCall, kind: Kind) -> Result<Vec<Candidate>, RestError> {
    let store = &call.caller().store;
    let search = call.params().get("search").map(sought).unwrap_or_default();
    let ids = store.published_texts(kind, &search, LIMIT).or_refuse()?;
    let items = store.get_many(&ids).await.or_refuse()?;
    let candidates = items.iter().map(|item| Candidate {
        id: item.id,
        title: text::plain(&item.title).trim().to_owned(),
        slug: item.slug.clone(),
        published: item.status == Status::Publish,
        protected: !item.password.is_empty(),
        noindex: MetaFields::of_stored(&item.meta).noindex == Some(true),
        modified: item.modified_gmt,
    });
    Ok(candidates.collect())
}

/// The text of a value; a list or a map has none.
fn sought(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Number(number) => number.to_string(),
        Value::Bool(true) => "1".to_owned(),
        Value::Bool(false) | Value::Null | Value::Array(_) | Value::Object(_) => String::new(),
    }
}
