//! Paging headers of lists.

use serde_json::Value;
use site_rest::paging::paged;
use site_rest::{Params, Reply};

use crate::call::ApiCall;

/// A list as a reply, with paging headers.
pub fn page_of_list(call: &ApiCall, items: Vec<Value>, total: u64) -> Reply {
    with_page_headers(call, Reply::json(Value::Array(items)), total)
}

/// Adds the paging headers for the requested page; `total` counts the items of all pages.
pub fn with_page_headers(call: &ApiCall, reply: Reply, total: u64) -> Reply {
    let params = call.params();
    let (page, per_page) = (
        params.id("page").unwrap_or(1),
        params.id("per_page").unwrap_or(10),
    );
    paged(reply, call, total, page, per_page)
}

/// The page number for the headers; an offset is converted to pages.
pub fn page_number(params: &Params, per_page: u64) -> u64 {
    match params.integer("offset") {
        Some(offset) if per_page > 0 => offset.unsigned_abs().div_ceil(per_page) + 1,
        _ => params.id("page").unwrap_or(1),
    }
}
