//! Validation of the parameters of a request: the body's syntax, required parameters, first phase, second phase
//! (docs/interface/site/requests.md#order-of-checks).

use serde_json::{Map, Value};

use crate::{
    args::Args,
    bind::Refine,
    call::App,
    error::{RestError, codes},
    params::Params,
    request::Body,
    spec::EndpointSpec,
};

/// Steps 5 to 9 for one endpoint. An error comes with the valid parameters, because `Allow` is computed even then.
pub(crate) fn valid_params<A: App>(
    endpoint: &EndpointSpec,
    refine: Option<Refine<A>>,
    caller: &A::Caller,
    body: &Body,
    merged: Map<String, Value>,
) -> Result<Params, (RestError, Params)> {
    let refuse = |error: RestError, merged: &Map<String, Value>| {
        Err((error, lenient(&endpoint.args, merged)))
    };
    if let Body::BadJson(words) = body {
        let error = RestError::new(&codes::INVALID_JSON)
            .with("json_error_code", 4)
            .with("json_error_message", words.as_str());
        return refuse(error, &merged);
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
            None => {
                values.insert(name.clone(), value.clone());
            }
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

/// The valid parameters, without the invalid ones.
pub(crate) fn lenient(args: &Args, merged: &Map<String, Value>) -> Params {
    let fit = merged.iter().filter_map(|(name, value)| {
        let coerced = match args.get(name) {
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
