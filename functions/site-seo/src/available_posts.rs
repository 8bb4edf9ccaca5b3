//! Published texts to choose from.

use domain::site::{Kind, Status};
use http::StatusCode;
use markup::text;
use seo::available_posts::{Candidate, LIMIT, select, wrong_type_body};
use serde_json::json;
use site_api::{ApiCall, HandlerResult, OrRefuse};
use site_rest::{Reply, RestError};
use site_store::{ContentFilter, OrderBy, Search, SearchColumn};

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

/// Texts whose title has the words of `search`. Protected ones are left out before the texts are read.
async fn candidates(call: &ApiCall, kind: Kind) -> Result<Vec<Candidate>, RestError> {
    let store = &call.caller().store;
    let words = call.params().text("search").unwrap_or_default().trim();
    let search = (!words.is_empty()).then(|| Search {
        text: words.to_owned(),
        columns: vec![SearchColumn::Title],
        exact: false,
    });
    let filter = ContentFilter {
        search,
        hide_protected: true,
        order_by: OrderBy::Modified,
        ..ContentFilter::all(kind)
    };
    let listed = store.list(&filter).await.or_refuse()?;
    let mut ids = Vec::new();
    for id in listed.items {
        let summary = store.summary(id).or_refuse()?;
        if summary.is_some_and(|summary| !summary.is_protected) {
            ids.push(id);
        }
        if ids.len() == LIMIT {
            break;
        }
    }
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
