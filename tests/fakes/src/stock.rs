//! Stock photos: what Unsplash and Pexels share.

pub(crate) mod files;
pub(crate) mod pexels;
mod photos;
pub(crate) mod unsplash;

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::response::Response;
use http::StatusCode;
use serde_json::Value;

use crate::delivery;
use crate::exchange::{query, with_type};
use crate::generation::Account;
use crate::record::Record;

/// A number from 1 to `most` of a query; `None` for another value.
fn number(
    query: &BTreeMap<String, String>,
    name: &str,
    usual: usize,
    most: usize,
) -> Option<usize> {
    match query.get(name) {
        None => Some(usual),
        Some(value) => value
            .parse()
            .ok()
            .filter(|number| (1..=most).contains(number)),
    }
}

/// The first parameter that is not accepted, or whose value is not.
fn refused<'a>(
    query: &'a BTreeMap<String, String>,
    free: &[&str],
    fixed: &[(&str, &[&str])],
) -> Option<&'a str> {
    query
        .iter()
        .find(|(name, value)| {
            let choice = fixed.iter().find(|(known, _)| known == name);
            match choice {
                Some((_, values)) => !values.contains(&value.as_str()),
                None => !free.contains(&name.as_str()),
            }
        })
        .map(|(name, _)| name.as_str())
}

/// A JSON document, delivered as the key's scenario demands.
fn document(record: &Arc<Record>, account: &Account, body: &Value) -> Response {
    let delivery = account.scenario.delivery();
    let body = delivery::body(record, &[body.to_string()], delivery);
    with_type(StatusCode::OK, "application/json", body)
}
