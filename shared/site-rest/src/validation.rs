//! Validation of the parameters of a request: the body's syntax, sizes, required parameters, first phase, second phase
//! (docs/interface/site/requests.md#order-of-checks).

use serde_json::{Map, Value};

use crate::{
    bind::Refine,
    call::App,
    error::{RestError, codes},
    params::Params,
    request::Body,
    schema::{Path, is_short},
    spec::EndpointSpec,
};

/// Steps 5 to 9 for one endpoint. An error comes with the valid parameters, because `Allow` is computed even then.
pub(crate) fn valid_params<A: App>(
    endpoint: &EndpointSpec,
    refine: Option<Refine<A>>,
    caller: &A::Caller,
    body: &Body,
    captures: &[(String, String)],
    merged: Map<String, Value>,
) -> Result<Params, (RestError, Params)> {
    let refuse =
        |error: RestError, merged: &Map<String, Value>| Err((error, lenient(endpoint, merged)));
    if let Body::BadJson(words) = body {
        let error = RestError::new(&codes::INVALID_JSON)
            .with("json_error_code", 4)
            .with("json_error_message", words.as_str());
        return refuse(error, &merged);
    }
    let failures = oversized(endpoint, body, captures, &merged);
    if !failures.is_empty() {
        return refuse(RestError::params(failures), &merged);
    }
    let given = |name: &str| merged.get(name).filter(|value| !value.is_null());
    let missing: Vec<&str> = endpoint
        .args
        .iter()
        .filter(|arg| arg.required && given(arg.name()).is_none())
        .map(|arg| arg.name())
        .collect();
    if !missing.is_empty() {
        let error = RestError::naming(&codes::MISSING_PARAM, [&missing.join(", ")])
            .with("params", missing.as_slice());
        return refuse(error, &merged);
    }
    let mut failures = Vec::new();
    for arg in endpoint.args.iter() {
        if let Some(Err(error)) = merged.get(arg.name()).map(|value| arg.check_early(value)) {
            failures.push((arg.name().to_owned(), error));
        }
    }
    if !failures.is_empty() {
        return refuse(RestError::params(failures), &merged);
    }
    let mut values = Map::with_capacity(merged.len());
    for (name, value) in &merged {
        match endpoint.args.get(name).map(|arg| arg.sanitise(value)) {
            Some(Ok(coerced)) => {
                values.insert(name.clone(), coerced);
            }
            Some(Err(error)) => failures.push((name.clone(), error)),
            None if endpoint.schema_of(name).is_some() || is_short(value) => {
                values.insert(name.clone(), value.clone());
            }
            // What is not declared is ignored. Some handlers read such a parameter, whose value is short.
            None => {}
        }
    }
    let mut params = Params::new(values);
    if let Some(refine) = refine {
        failures.extend(refine(caller, &mut params));
    }
    if failures.is_empty() {
        Ok(params)
    } else {
        refuse(RestError::params(failures), &merged)
    }
}

/// The parameters that are larger than their declarations allow. A body is checked as it was sent, because some handlers
/// read a member of it that the path has too. What the path says is limited with the address.
fn oversized(
    endpoint: &EndpointSpec,
    body: &Body,
    captures: &[(String, String)],
    merged: &Map<String, Value>,
) -> Vec<(String, RestError)> {
    let sent = match body {
        Body::Json(values) | Body::Form(values) => Some(values),
        Body::None | Body::BadJson(_) => None,
    };
    let mut failures: Vec<(String, RestError)> = Vec::new();
    let in_path = |name: &str| captures.iter().any(|(known, _)| known == name);
    let beside_path = merged.iter().filter(|(name, _)| !in_path(name));
    for (name, value) in beside_path.chain(sent.into_iter().flatten()) {
        let schema = endpoint.schema_of(name);
        if let Some(Err(error)) = schema.map(|schema| schema.check_size(value, &Path::root(name)))
            && !failures.iter().any(|(known, _)| known == name)
        {
            failures.push((name.clone(), error));
        }
    }
    failures
}

/// The valid parameters, without the invalid ones.
pub(crate) fn lenient(endpoint: &EndpointSpec, merged: &Map<String, Value>) -> Params {
    let fit = merged.iter().filter_map(|(name, value)| {
        match endpoint.schema_of(name) {
            Some(schema) => schema.check_size(value, &Path::root(name)).ok()?,
            None if is_short(value) => {}
            None => return None,
        }
        let coerced = match endpoint.args.get(name) {
            Some(arg) => arg
                .check_early(value)
                .and_then(|()| arg.sanitise(value))
                .ok()?,
            None => value.clone(),
        };
        Some((name.clone(), coerced))
    });
    Params::new(fit.collect())
}
