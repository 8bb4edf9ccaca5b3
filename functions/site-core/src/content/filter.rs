//! Translates the parameters of a list to a store query (docs/interface/site/posts.md#lists).

use domain::site::{Format, Kind, Status, Taxonomy};
use jiff::civil::DateTime;
use jiff::tz::TimeZone;
use serde_json::Value;
use site_api::params::ids;
use site_api::{Caller, OrRefuse, SiteApp};
use site_contract::core::rest_bases::taxonomy_base;
use site_rest::bind::Refine;
use site_rest::schema::{Path, WrittenDate, key, words};
use site_rest::{Params, RestError, codes};
use site_store::{
    ContentFilter, OrderBy, Search, SearchColumn, StatusFilter, TermClause, TermOperator,
};

use site_contract::core::lists::{filters_by_parent, public_status, statuses};

/// Checks the `status` filter of a kind's list: statuses that are not public need the right to edit items.
pub fn refine(kind: Kind) -> Refine<SiteApp> {
    match kind {
        Kind::Post => |caller, params| allowed_statuses(Kind::Post, caller, params),
        Kind::Page => |caller, params| allowed_statuses(Kind::Page, caller, params),
        Kind::Attachment => |caller, params| allowed_statuses(Kind::Attachment, caller, params),
        Kind::NavMenuItem => |caller, params| allowed_statuses(Kind::NavMenuItem, caller, params),
        Kind::Block => |caller, params| allowed_statuses(Kind::Block, caller, params),
        Kind::Navigation => |caller, params| allowed_statuses(Kind::Navigation, caller, params),
        // Their lists have no filter by status.
        Kind::Template
        | Kind::TemplatePart
        | Kind::GlobalStyles
        | Kind::FontFamily
        | Kind::FontFace => |_, _| Vec::new(),
    }
}

fn allowed_statuses(kind: Kind, caller: &Caller, params: &mut Params) -> Vec<(String, RestError)> {
    let (access, public) = (&caller.access, public_status(kind));
    let asked: Vec<String> = match params.get("status") {
        Some(Value::String(text)) => words(text).map(key).collect(),
        Some(Value::Array(list)) => list.iter().filter_map(Value::as_str).map(key).collect(),
        _ => return Vec::new(),
    };
    for name in asked.iter().filter(|name| *name != public) {
        let permitted =
            access.may_edit_kind(kind) || (name == "private" && access.may_read_private(kind));
        let refusal = if permitted {
            site_rest::Schema::string()
                .choices(statuses(kind).iter().copied())
                .validate(&Value::from(name.as_str()), &Path::root("status"))
                .err()
        } else {
            Some(RestError::new(&codes::FORBIDDEN_STATUS))
        };
        if let Some(refusal) = refusal {
            return vec![("status".to_owned(), refusal)];
        }
    }
    params.set("status", asked.into_iter().map(Value::from).collect());
    Vec::new()
}

/// Builds the store query from the parameters of a list.
///
/// # Errors
/// `rest_no_search_term_defined`, `rest_orderby_include_missing_include`.
pub fn content_filter(
    kind: Kind,
    params: &Params,
    caller: &Caller,
) -> Result<ContentFilter, RestError> {
    let order_by = params.text("orderby").unwrap_or("date");
    if order_by == "relevance" && params.filled("search").is_none() {
        return Err(RestError::new(&codes::NO_SEARCH_TERM));
    }
    if order_by == "include" && params.list("include").is_none_or(<[Value]>::is_empty) {
        return Err(RestError::new(&codes::ORDERBY_INCLUDE_MISSING));
    }
    let zone = caller.store.zone();
    let moment = |name: &str| moment(params, name, &zone);
    // Only parameters that the kind declares count; others are ignored.
    let ids_of = |declared: bool, name: &str| {
        if declared {
            ids(params, name)
        } else {
            Vec::new()
        }
    };
    let by_parent = filters_by_parent(kind);
    let names_texts = params.filled("search").is_some()
        || !params.texts("slug").is_empty()
        || matches!(order_by, "title" | "slug" | "relevance");
    let reader = names_texts.then(|| caller.store.reader(&caller.access, kind));
    let reader = reader.transpose().or_refuse()?;
    let per_page = params.id("per_page").unwrap_or(10);
    let page = params.id("page").unwrap_or(1);
    let offset = params.integer("offset").map(i64::unsigned_abs);
    Ok(ContentFilter {
        status: status_filter(kind, params),
        search: search(params),
        after: moment("after"),
        before: moment("before"),
        modified_after: moment("modified_after"),
        modified_before: moment("modified_before"),
        include: ids(params, "include"),
        exclude: ids(params, "exclude"),
        author: ids_of(kind.has_author(), "author"),
        author_exclude: ids_of(kind.has_author(), "author_exclude"),
        parent: ids_of(by_parent, "parent"),
        parent_exclude: ids_of(by_parent, "parent_exclude"),
        menu_order: params
            .integer("menu_order")
            .filter(|_| kind.has_menu_order()),
        slug: params.texts("slug").into_iter().map(sought_slug).collect(),
        terms: clauses(kind, params),
        any_term_clause: params.text("tax_relation") == Some("OR"),
        format: params
            .texts("format")
            .into_iter()
            .filter_map(Format::named)
            .collect(),
        mime_types: mime_types(params),
        sticky: params.truth("sticky"),
        sticky_first: kind.has_format()
            && page <= 1
            && params.truth("ignore_sticky") == Some(false),
        reader,
        order_by: order(order_by),
        ascending: params.text("order") == Some("asc"),
        offset: offset.unwrap_or_else(|| (page.max(1) - 1).saturating_mul(per_page)),
        limit: Some(per_page),
        ..ContentFilter::all(kind)
    })
}

/// Normalises a requested slug. Accents stay, so that a slug with accents matches nothing.
fn sought_slug(text: &str) -> String {
    if text.is_ascii() {
        site_store::sanitise_slug(text)
    } else {
        text.to_owned()
    }
}

fn moment(params: &Params, name: &str, zone: &TimeZone) -> Option<DateTime> {
    WrittenDate::parse(params.filled(name)?)?.local(zone)
}

fn status_filter(kind: Kind, params: &Params) -> StatusFilter {
    let public = public_status(kind);
    let names = params.texts("status");
    if names.is_empty() || names.iter().all(|name| *name == public) {
        return StatusFilter::Public;
    }
    let named: Vec<Status> = names
        .iter()
        .filter_map(|name| Status::named(name))
        .collect();
    if !names.contains(&"any") {
        return StatusFilter::Of(named);
    }
    if named.iter().all(|status| status.is_in_any()) {
        return StatusFilter::Any;
    }
    // `any` excludes some statuses; naming one of them beside `any` includes it.
    let is_asked = |status: &Status| status.is_in_any() || named.contains(status);
    StatusFilter::Of(Status::ALL.into_iter().filter(is_asked).collect())
}

fn search(params: &Params) -> Option<Search> {
    let column = |name: &str| match name {
        "post_title" => Some(SearchColumn::Title),
        "post_excerpt" => Some(SearchColumn::Excerpt),
        "post_content" => Some(SearchColumn::Content),
        _ => None,
    };
    Some(Search {
        text: params.filled("search")?.to_owned(),
        columns: params
            .texts("search_columns")
            .into_iter()
            .filter_map(column)
            .collect(),
        exact: params.text("search_semantics") == Some("exact"),
    })
}

fn mime_types(params: &Params) -> Vec<String> {
    let names =
        |name: &str| -> Vec<String> { params.texts(name).into_iter().map(str::to_owned).collect() };
    let expanded = domain::site::upload::expand(&names("media_type"), &names("mime_type"));
    expanded.into_iter().map(str::to_owned).collect()
}

fn clauses(kind: Kind, params: &Params) -> Vec<TermClause> {
    let mut clauses = Vec::new();
    for taxonomy in kind.taxonomies() {
        let base = taxonomy_base(*taxonomy);
        clauses.extend(clause(*taxonomy, params.get(base), false));
        clauses.extend(clause(
            *taxonomy,
            params.get(&format!("{base}_exclude")),
            true,
        ));
    }
    clauses
}

/// A filter by terms: a list of identifiers, or an object with `terms` and `operator`.
fn clause(taxonomy: Taxonomy, value: Option<&Value>, exclude: bool) -> Option<TermClause> {
    let value = value?;
    let list = value
        .as_array()
        .or_else(|| value.get("terms")?.as_array())?;
    let terms: Vec<u64> = list
        .iter()
        .filter_map(Value::as_i64)
        .map(i64::unsigned_abs)
        .collect();
    let all = value.get("operator").and_then(Value::as_str) == Some("AND");
    let operator = match (exclude, all) {
        (true, _) => TermOperator::NoneOf,
        (false, true) => TermOperator::AllOf,
        (false, false) => TermOperator::AnyOf,
    };
    (!terms.is_empty()).then(|| TermClause {
        taxonomy,
        terms,
        include_children: value
            .get("include_children")
            .and_then(Value::as_bool)
            .unwrap_or(false),
        operator,
    })
}

fn order(name: &str) -> OrderBy {
    match name {
        "author" => OrderBy::Author,
        "id" => OrderBy::Id,
        "include" => OrderBy::Include,
        "modified" => OrderBy::Modified,
        "parent" => OrderBy::Parent,
        "relevance" => OrderBy::Relevance,
        "slug" => OrderBy::Slug,
        "include_slugs" => OrderBy::IncludeSlugs,
        "title" => OrderBy::Title,
        "menu_order" => OrderBy::MenuOrder,
        _ => OrderBy::Date,
    }
}
