//! Permission checks for abilities: users may see them, each needs a right of its own to run.

use domain::site::Capability;
use http::Method;
use serde_json::{Map, Value};
use site_api::ApiCall;
use site_contract::abilities::codes;
use site_rest::schema::Path;
use site_rest::{RestError, Verb};

use super::ability::{Ability, Behaviour, Category, Input};
use super::table::{CATEGORIES, named};

/// Checks that the caller is a user of the site.
///
/// # Errors
/// `rest_forbidden`.
pub async fn may_list(call: ApiCall) -> Result<(), RestError> {
    if call.caller().can(Capability::Read) {
        Ok(())
    } else {
        Err(RestError::new(&codes::FORBIDDEN))
    }
}

/// The ability that the path names.
///
/// # Errors
/// `rest_forbidden`, `rest_ability_not_found`.
pub async fn may_read(call: ApiCall) -> Result<&'static Ability, RestError> {
    may_list(call.clone()).await?;
    of_path(&call)
}

/// The category that the path names.
///
/// # Errors
/// `rest_forbidden`, `rest_ability_category_not_found`.
pub async fn may_read_category(call: ApiCall) -> Result<&'static Category, RestError> {
    may_list(call.clone()).await?;
    let slug = call.params().text("slug");
    let mut all = CATEGORIES.iter();
    all.find(|one| Some(one.slug) == slug)
        .ok_or_else(|| RestError::new(&codes::ABILITY_CATEGORY_NOT_FOUND))
}

/// The ability that the path names, and its input. Method, input and rights are checked in this order.
///
/// # Errors
/// `rest_ability_not_found`, `rest_ability_invalid_method`, `ability_invalid_input`, `rest_ability_cannot_execute`.
pub async fn may_run(call: ApiCall) -> Result<(&'static Ability, Input), RestError> {
    let one = of_path(&call)?;
    check_method(one.behaviour, &call.request().method)?;
    let input = input(one, call.params().get("input"))?;
    if call.caller().can(one.capability) {
        Ok((one, input))
    } else {
        Err(RestError::new(&codes::ABILITY_CANNOT_EXECUTE))
    }
}

fn of_path(call: &ApiCall) -> Result<&'static Ability, RestError> {
    let name = call.params().text("name").unwrap_or_default();
    named(name).ok_or_else(|| RestError::new(&codes::ABILITY_NOT_FOUND))
}

fn check_method(behaviour: Behaviour, method: &Method) -> Result<(), RestError> {
    if behaviour.verb().methods().contains(method)
        || (behaviour.verb() == Verb::Read && *method == Method::HEAD)
    {
        return Ok(());
    }
    let code = match behaviour {
        Behaviour::Reads => &codes::ABILITY_NEEDS_GET,
        Behaviour::Changes => &codes::ABILITY_NEEDS_POST,
        Behaviour::Removes => &codes::ABILITY_NEEDS_DELETE,
    };
    Err(RestError::new(code))
}

/// The input by the ability's schema, with its defaults. None counts as an empty one.
fn input(one: &Ability, given: Option<&Value>) -> Result<Input, RestError> {
    let empty = Value::Object(Map::new());
    let given = match given {
        None | Some(Value::Null) => &empty,
        Some(given) => given,
    };
    let accepted = one.input.accept(given, &Path::root("input"));
    let accepted = accepted.map_err(|reason| {
        RestError::naming(&codes::ABILITY_INVALID_INPUT, [&one.name]).and(reason)
    })?;
    let Value::Object(mut input) = accepted else {
        return Ok(Map::new());
    };
    for (name, member) in one.input.members() {
        if let Some(default) = member.default_value()
            && !input.contains_key(name)
        {
            input.insert(name.to_owned(), default.clone());
        }
    }
    Ok(input)
}
