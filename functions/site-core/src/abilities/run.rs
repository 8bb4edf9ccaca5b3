//! Runs an ability.

use site_api::{ApiCall, HandlerResult};
use site_contract::abilities::codes;
use site_rest::paging::{TOTAL, TOTAL_PAGES};
use site_rest::{Reply, RestError};

use super::ability::{Ability, Input};

/// Runs the ability; a result with pages also has the headers of lists.
///
/// # Errors
/// `rest_ability_invalid_page_number`, and those of the ability.
pub async fn run(call: ApiCall, (one, input): (&'static Ability, Input)) -> HandlerResult {
    let page = input.get("page").and_then(serde_json::Value::as_u64);
    let result = (one.run)(call, input).await?;
    let number = |name: &str| result.get(name).and_then(serde_json::Value::as_u64);
    let (true, Some(total), Some(pages)) = (one.has_pages, number("total"), number("total_pages"))
    else {
        return Ok(Reply::json(result));
    };
    if total > 0 && page.unwrap_or(1) > pages {
        return Err(RestError::new(&codes::ABILITY_INVALID_PAGE));
    }
    Ok(Reply::json(result)
        .header(TOTAL, &total.to_string())
        .header(TOTAL_PAGES, &pages.to_string()))
}
