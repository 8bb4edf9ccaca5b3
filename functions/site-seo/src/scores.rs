//! Numbers of texts by score.

use std::time::Instant;

use domain::site::{Kind as TextKind, Taxonomy};
use http::StatusCode;
use items::{Condition, Entry, Key};
use seo::people::introductions::truthy;
use seo::scores::dashboard::{Counted, Counts, Effort, KEPT_SECONDS, Kind, body};
use seo::scores::filter::{CountedType, Filter, WrongFilter};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use site_api::{ApiCall, HandlerResult, OrRefuse, store_error};
use site_rest::{Reply, RestError};
use site_store::{IndexMeasure, IndexScope};
use url::Url;

use crate::identifiers::identifier;
use crate::status::with_status;

/// Counts that are kept for a minute, as a record of the site.
#[derive(Serialize, Deserialize)]
struct Kept {
    amounts: [u64; 4],
    /// When they were counted, in epoch seconds.
    at: i64,
}

/// The address of the administration of deployed systems below the home address. The site has no such pages; clients read the
/// filter from the address.
///
/// # Errors
/// The home address is none.
pub fn admin(call: &ApiCall) -> Result<Url, RestError> {
    Url::parse(&format!("{}/wp-admin/", call.site().home)).map_err(RestError::internal)
}

/// By readability.
///
/// # Errors
/// The store fails.
pub async fn readability(call: ApiCall, (): ()) -> HandlerResult {
    read(&call, Kind::Readability).await
}

/// By score for search engines.
///
/// # Errors
/// The store fails.
pub async fn seo(call: ApiCall, (): ()) -> HandlerResult {
    read(&call, Kind::Seo).await
}

/// The types of texts that are counted.
fn types() -> [CountedType; 2] {
    let counted = |kind: TextKind, taxonomy: Option<Taxonomy>| CountedType {
        name: kind.name().to_owned(),
        taxonomy: taxonomy.map(|taxonomy| taxonomy.name().to_owned()),
    };
    [
        counted(TextKind::Post, Some(Taxonomy::Category)),
        counted(TextKind::Page, None),
    ]
}

/// The filter with the slug of its term.
fn filter(call: &ApiCall) -> Result<(Filter, Option<String>), WrongFilter> {
    let params = call.params();
    let term = match params.get("term") {
        None | Some(Value::Null) => None,
        Some(sent) => Some(identifier(sent).unwrap_or_default()),
    };
    let text = |name: &str| params.text(name).unwrap_or_default();
    let filter = Filter::check(text("contentType"), text("taxonomy"), term, &types())?;
    let Some((_, term)) = &filter.term else {
        return Ok((filter, None));
    };
    let found = call.caller().store.term(*term);
    let found = found.filter(|term| term.taxonomy == Taxonomy::Category);
    let slug = found.ok_or(WrongFilter::Term)?.slug.clone();
    Ok((filter, Some(slug)))
}

async fn read(call: &ApiCall, kind: Kind) -> HandlerResult {
    let (filter, slug) = match filter(call) {
        Ok(filter) => filter,
        Err(wrong) => {
            let body = json!({ "error": wrong.to_string() });
            return Ok(with_status(StatusCode::BAD_REQUEST, body));
        }
    };
    let troubleshooting = call.params().value("troubleshooting").is_some_and(truthy);
    let (counts, effort) = counts(call, kind, &filter, troubleshooting).await?;
    let admin = admin(call)?;
    let slug = slug.as_deref();
    Ok(Reply::json(body(
        &counts,
        kind,
        &filter,
        slug,
        &admin,
        troubleshooting,
        effort,
    )))
}

/// Reads the counts, for troubleshooting with the texts themselves.
async fn counts(
    call: &ApiCall,
    kind: Kind,
    filter: &Filter,
    troubleshooting: bool,
) -> Result<(Counts, Effort), RestError> {
    let store = &call.caller().store;
    let measure = match kind {
        Kind::Seo => IndexMeasure::Seo,
        Kind::Readability => IndexMeasure::Readability,
    };
    let of = TextKind::named(&filter.content_type).unwrap_or(TextKind::Post);
    let category = filter.term.as_ref().map(|(_, term)| *term);
    let begun = Instant::now();
    let effort = |cache_used| Effort {
        query_time: begun.elapsed().as_secs_f64(),
        cache_used,
    };
    if troubleshooting {
        let texts = store.index_scores(category, of, measure).or_refuse()?;
        let texts = texts.into_iter();
        let counts = Counts::of(texts.map(|(id, number)| Counted { id, number }));
        return Ok((counts, effort(false)));
    }
    let key = Key::new(
        format!("{}#SEO_SCORES", store.tenant()),
        filter.cache_key(kind == Kind::Readability),
    );
    let now = call.app().now().as_second();
    let kept: Option<Kept> = call.app().table().get(&key).await.map_err(store_error)?;
    if let Some(kept) = kept.filter(|kept| (0..KEPT_SECONDS).contains(&(now - kept.at))) {
        return Ok((Counts::kept(kept.amounts), effort(true)));
    }
    let scope = category.map_or(IndexScope::All, IndexScope::Category);
    let counted = store.index_counts(scope, of, measure).or_refuse()?;
    let shown = counted
        .iter()
        .filter(|one| kind == Kind::Readability || !one.noindex);
    let counts = Counts::of_amounts(shown.map(|one| (one.score, one.texts)));
    let kept = Kept {
        amounts: counts.amounts(),
        at: now,
    };
    let entry = Entry::new(key, &kept).map_err(RestError::internal)?;
    let stored = call
        .app()
        .table()
        .put(entry.expires(now + KEPT_SECONDS), Condition::Any);
    stored.await.map_err(store_error)?;
    Ok((counts, effort(false)))
}
