//! Search over published items, terms and post formats.

use std::sync::Arc;

use domain::site::{Format, Kind, Taxonomy};
use serde_json::Value;
use site_api::params::ids;
use site_api::{ApiCall, HandlerResult, OrRefuse};
use site_contract::core::search::codes;
use site_rest::paging::{paged, pages};
use site_rest::{Params, Reply, RestError};
use site_store::{Content, ContentFilter, Listed, OrderBy, Search, TermFilter};

use crate::search::view;
use site_contract::core::search::{POSTS, TERMS};

/// The requested part of the results.
struct Window {
    page: u64,
    per_page: u64,
}

impl Window {
    fn of(params: &Params) -> Self {
        Self {
            page: params.id("page").unwrap_or(1).max(1),
            per_page: params.id("per_page").unwrap_or(10),
        }
    }

    const fn offset(&self) -> u64 {
        (self.page - 1).saturating_mul(self.per_page)
    }
}

/// Lists the results of a search.
///
/// # Errors
/// `rest_search_invalid_page_number`, or the store fails.
pub async fn search(call: ApiCall, (): ()) -> HandlerResult {
    let window = Window::of(call.params());
    let found = match call.params().text("type") {
        Some("term") => terms(&call, &window)?,
        Some("post-format") => formats(&call, &window).await?,
        _ => items(&call, &window).await?,
    };
    if found.total > 0 && window.page > pages(found.total, window.per_page) {
        return Err(RestError::new(&codes::SEARCH_INVALID_PAGE_NUMBER));
    }
    Ok(paged(
        Reply::json(Value::Array(found.items)),
        &call,
        found.total,
        window.page,
        window.per_page,
    ))
}

/// The requested subtypes that exist; all of them when none remains.
fn subtypes<'a>(params: &Params, known: &'a [&'a str]) -> Vec<&'a str> {
    let asked = params.texts("subtype");
    let named: Vec<&str> = known
        .iter()
        .copied()
        .filter(|name| asked.contains(name))
        .collect();
    if named.is_empty() || asked.contains(&"any") {
        known.to_vec()
    } else {
        named
    }
}

/// Published posts and pages: all in one order of relevance when there are search terms.
async fn items(call: &ApiCall, window: &Window) -> Result<Listed<Value>, RestError> {
    let (params, store) = (call.params(), &call.caller().store);
    let words = params.filled("search").map(|text| Search {
        text: text.to_owned(),
        columns: Vec::new(),
        exact: false,
    });
    let kinds = subtypes(params, &POSTS).into_iter().filter_map(Kind::named);
    let reader = store
        .reader(&call.caller().access, Kind::Post)
        .or_refuse()?;
    let filter = |kind| ContentFilter {
        search: words.clone(),
        include: ids(params, "include"),
        exclude: ids(params, "exclude"),
        reader: words.as_ref().map(|_| reader.clone()),
        ..ContentFilter::all(kind)
    };
    if words.is_some() {
        let kinds: Vec<Kind> = kinds.collect();
        let Some((first, further)) = kinds.split_first() else {
            return Ok(Listed {
                items: Vec::new(),
                total: 0,
            });
        };
        let listed = store
            .list(&ContentFilter {
                further_kinds: further.to_vec(),
                order_by: OrderBy::Relevance,
                offset: window.offset(),
                limit: Some(window.per_page),
                ..filter(*first)
            })
            .await
            .or_refuse()?;
        let found = store.get_many(&listed.items).await.or_refuse()?;
        return Ok(shown(found.iter(), listed.total, call));
    }
    let filters: Vec<ContentFilter> = kinds
        .map(|kind| ContentFilter {
            // Each kind may fill the whole page, so each is queried for a page's length.
            limit: Some(window.offset().saturating_add(window.per_page)),
            ..filter(kind)
        })
        .collect();
    let mut total = 0;
    let mut found = Vec::new();
    for filter in &filters {
        let listed = store.list(filter).await.or_refuse()?;
        total += listed.total;
        found.push(store.get_many(&listed.items).await.or_refuse()?);
    }
    let merged = view::newest_first(found);
    let skip = usize::try_from(window.offset()).unwrap_or(usize::MAX);
    let take = usize::try_from(window.per_page).unwrap_or(usize::MAX);
    Ok(shown(merged.iter().skip(skip).take(take), total, call))
}

/// The items of a page. Past the end the total is 0, as in deployed systems.
fn shown<'a>(
    found: impl Iterator<Item = &'a Arc<Content>>,
    total: u64,
    call: &ApiCall,
) -> Listed<Value> {
    let items: Vec<Value> = found.map(|item| view::item(item, call)).collect();
    let total = if items.is_empty() { 0 } else { total };
    Listed { items, total }
}

/// Terms whose name or slug contains the search terms.
fn terms(call: &ApiCall, window: &Window) -> Result<Listed<Value>, RestError> {
    let (params, store) = (call.params(), &call.caller().store);
    let filter = TermFilter {
        search: params.filled("search").map(str::to_owned),
        include: ids(params, "include"),
        exclude: ids(params, "exclude"),
        ..TermFilter::default()
    };
    let mut found = Vec::new();
    for taxonomy in subtypes(params, &TERMS)
        .into_iter()
        .filter_map(Taxonomy::named)
    {
        found.extend(store.terms(taxonomy, &filter).or_refuse()?.items);
    }
    found.sort_by_key(|term| (term.name.to_lowercase(), term.id));
    Ok(windowed(found, window, |term| view::term(term, call)))
}

/// The formats of published posts.
async fn formats(call: &ApiCall, window: &Window) -> Result<Listed<Value>, RestError> {
    let words = call.params().filled("search").map(str::to_lowercase);
    let mut found = Vec::new();
    for format in Format::ALL {
        let name = view::format_name(format, call.site().locale);
        let wanted = words.as_ref().is_none_or(|words| {
            name.to_lowercase().contains(words.as_str()) || format.name().contains(words.as_str())
        });
        if format == Format::Standard || !wanted {
            continue;
        }
        let filter = ContentFilter {
            format: vec![format],
            limit: Some(1),
            ..ContentFilter::all(Kind::Post)
        };
        let listed = call.caller().store.list(&filter).await.or_refuse()?;
        if listed.total > 0 {
            found.push(format);
        }
    }
    Ok(windowed(found, window, |format| {
        view::format(*format, call)
    }))
}

fn windowed<T>(found: Vec<T>, window: &Window, shown: impl Fn(&T) -> Value) -> Listed<Value> {
    let skip = usize::try_from(window.offset()).unwrap_or(usize::MAX);
    let take = usize::try_from(window.per_page).unwrap_or(usize::MAX);
    Listed {
        total: found.len() as u64,
        items: found.iter().skip(skip).take(take).map(shown).collect(),
    }
}
