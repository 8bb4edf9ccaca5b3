//! Translates the parameters of a list of users to a store query.

use domain::site::{Capability, Kind, Role};
use serde_json::Value;
use site_api::Caller;
use site_api::params::ids;
use site_rest::Params;
use site_store::{UserColumn, UserFilter, UserOrder};

use crate::users::view::PUBLIC_KINDS;

pub fn filter(params: &Params, caller: &Caller) -> UserFilter {
    let keeps = caller.can(Capability::ListUsers);
    let per_page = params.id("per_page").unwrap_or(10);
    let page = params.id("page").unwrap_or(1).max(1);
    let offset = params.integer("offset").map(i64::unsigned_abs);
    let offset = offset.unwrap_or_else(|| (page - 1).saturating_mul(per_page));
    let writers = params.text("who") == Some("authors");
    UserFilter {
        search: params.filled("search").map(str::to_owned),
        search_columns: columns(params, keeps),
        include: ids(params, "include"),
        exclude: ids(params, "exclude"),
        slugs: params
            .texts("slug")
            .into_iter()
            .map(str::to_owned)
            .collect(),
        roles: named_ones(params, "roles", Role::named),
        capabilities: named_ones(params, "capabilities", Capability::named),
        writers,
        has_published: published(params, keeps || writers),
        order_by: match params.text("orderby") {
            Some("id") => UserOrder::Id,
            Some("slug") => UserOrder::Slug,
            Some("email") => UserOrder::Email,
            Some("url") => UserOrder::Url,
            Some("registered_date") => UserOrder::Registered,
            Some("include") => UserOrder::Include,
            Some("include_slugs") => UserOrder::IncludeSlugs,
            _ => UserOrder::Name,
        },
        descending: params.text("order") == Some("desc"),
        offset: usize::try_from(offset).unwrap_or(usize::MAX),
        limit: usize::try_from(per_page).ok(),
    }
}

/// The values that the names in a list parameter stand for; `None` for an empty list. An unknown name matches no
/// user.
fn named_ones<T>(params: &Params, list: &str, named: impl Fn(&str) -> Option<T>) -> Option<Vec<T>> {
    let names = params.texts(list);
    (!names.is_empty()).then(|| names.into_iter().filter_map(named).collect())
}

/// The columns that a search covers. E-mail addresses are searched only for callers who may see them.
fn columns(params: &Params, keeps: bool) -> Vec<UserColumn> {
    let column = |name: &str| match name {
        "email" => Some(UserColumn::Email),
        "name" => Some(UserColumn::Name),
        "id" => Some(UserColumn::Id),
        "username" => Some(UserColumn::Login),
        "slug" => Some(UserColumn::Slug),
        _ => None,
    };
    let asked: Vec<UserColumn> = params
        .texts("search_columns")
        .into_iter()
        .filter_map(column)
        .collect();
    let all = [
        UserColumn::Id,
        UserColumn::Login,
        UserColumn::Slug,
        UserColumn::Name,
        UserColumn::Url,
        UserColumn::Email,
    ];
    let wanted = if asked.is_empty() {
        all.to_vec()
    } else {
        asked
    };
    wanted
        .into_iter()
        .filter(|column| keeps || *column != UserColumn::Email)
        .collect()
}

fn published(params: &Params, keeps: bool) -> Option<Vec<Kind>> {
    let asked = match params.get("has_published_posts") {
        Some(Value::Bool(true)) => Some(PUBLIC_KINDS.to_vec()),
        Some(Value::Array(names)) => Some(
            names
                .iter()
                .filter_map(|name| Kind::named(name.as_str()?))
                .collect(),
        ),
        _ => None,
    };
    if keeps {
        asked
    } else {
        asked.or_else(|| Some(PUBLIC_KINDS.to_vec()))
    }
}
