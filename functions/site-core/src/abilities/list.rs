//! The list of abilities.

use serde_json::{Map, Value};
use site_api::paging::page_of_list;
use site_api::{ApiCall, HandlerResult};

use super::ability::Ability;
use super::table::ABILITIES;
use super::view;

/// Lists the abilities that fit the filters.
pub async fn list(call: ApiCall, (): ()) -> HandlerResult {
    let params = call.params();
    let (category, namespace) = (params.filled("category"), params.filled("namespace"));
    let meta = params.get("meta").and_then(Value::as_object);
    let is_found = |one: &&Ability| {
        category.is_none_or(|slug| one.category == slug)
            && namespace.is_none_or(|name| one.name.split('/').next() == Some(name))
            && meta.is_none_or(|wanted| has(&view::meta(one), wanted))
    };
    let found: Vec<&Ability> = ABILITIES.iter().filter(is_found).collect();
    Ok(page(&call, &found, |one| {
        view::ability(one, call.site(), call.params().context())
    }))
}

/// The asked page of a list that is in memory.
pub fn page<T>(call: &ApiCall, all: &[T], view: impl Fn(&T) -> Value) -> site_rest::Reply {
    let params = call.params();
    let number = |name: &str, otherwise| params.id(name).unwrap_or(otherwise);
    let (page, size) = (number("page", 1), number("per_page", 50));
    let place = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
    let skipped = place(page.saturating_sub(1).saturating_mul(size));
    let shown = all.iter().skip(skipped).take(place(size)).map(view);
    let total = u64::try_from(all.len()).unwrap_or(u64::MAX);
    page_of_list(call, shown.collect(), total)
}

/// Whether `meta` has all wanted values, at every depth.
fn has(meta: &Value, wanted: &Map<String, Value>) -> bool {
    wanted.iter().all(|(name, value)| {
        let found = meta.get(name);
        match value {
            Value::Object(inner) => found.is_some_and(|found| has(found, inner)),
            _ => found == Some(value),
        }
    })
}
