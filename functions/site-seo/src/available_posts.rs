//! Published texts to choose from.

use domain::site::{Kind, Status};
use http::StatusCode;
use markup::text;
use seo::available_posts::{Candidate, LIMIT, select, wrong_type_body};
use serde_json::json;
use site_api::{ApiCall, HandlerResult, OrRefuse};
use site_rest::{Reply, RestError};

use crate::status::with_status;

/// The texts of a type that were changed last, at most 100.
///
/// # Errors
/// The store fails.
pub async fn list(call: ApiCall, (): ()) -> HandlerResult {
    let kind = call.params().text("postType").and_then(Kind::named);
    match kind {
        Some(kind @ (Kind::Post | Kind::Page)) => {
            let found = select(candidates(&call, kind).await?, "");
            Ok(Reply::json(json!(found)))
        }
        Some(Kind::Attachment) => Ok(Reply::json(json!([]))),
        _ => Ok(with_status(StatusCode::BAD_REQUEST, wrong_type_body())),
    }
}

/// The texts of the index that were changed last. Only their titles and slugs are read from the table.
async fn candidates(call: &ApiCall, kind: Kind) -> Result<Vec<Candidate>, RestError> {
    let store = &call.caller().store;
    let search = call.params().text("search").unwrap_or_default();
    let ids = store.index_published(kind, search, LIMIT).or_refuse()?;
    let items = store.get_many(&ids).await.or_refuse()?;
    let candidates = items.iter().map(|item| Candidate {
        id: item.id,
        title: text::plain(&item.title).trim().to_owned(),
        slug: item.slug.clone(),
        published: item.status == Status::Publish,
        protected: !item.password.is_empty(),
        modified: item.modified_gmt,
    });
    Ok(candidates.collect())
}
