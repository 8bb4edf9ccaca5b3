//! Categories of abilities.

use site_api::{ApiCall, HandlerResult};
use site_rest::Reply;

use super::ability::Category;
use super::list::page;
use super::table::CATEGORIES;
use super::view;

/// Lists the categories.
pub async fn list(call: ApiCall, (): ()) -> HandlerResult {
    Ok(page(&call, &CATEGORIES, |one| {
        view::category(one, call.site(), call.params().context())
    }))
}

/// Returns one category.
pub async fn read(call: ApiCall, one: &'static Category) -> HandlerResult {
    Ok(Reply::json(view::category(one, call.site(), "view")))
}
