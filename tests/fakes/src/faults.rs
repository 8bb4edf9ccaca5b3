//! Faults by name: queued by a test, or chosen by the value of a key.

use std::sync::Arc;

use axum::response::Response;
use http::StatusCode;
use serde_json::json;

use crate::delivery;
use crate::exchange;
use crate::generation::Account;
use crate::record::Record;
use crate::scenario::Fault;
use crate::service::Service;

/// Before the name of a fault: the request takes effect, and its response is replaced.
const AFTER: &str = "after:";

/// No fault: the request takes effect, and the following one gets the next fault.
const PASS: &str = "pass";

/// The error of a service with a name; `None` for a name that the service does not have.
pub(crate) type Errors = fn(&str) -> Option<Response>;

/// Carries out a request as the next queued fault of the service demands.
pub(crate) async fn with_faults(
    record: &Arc<Record>,
    service: Service,
    errors: Errors,
    work: impl Future<Output = Response>,
) -> Response {
    let fault = record.next_fault(service);
    let Some(fault) = fault.filter(|fault| fault != PASS) else {
        return work.await;
    };
    match fault.strip_prefix(AFTER) {
        None => response(record, service, errors, &fault).await,
        Some(fault) => {
            let _ = work.await;
            response(record, service, errors, fault).await
        }
    }
}

/// The response of a fault.
pub(crate) async fn response(
    record: &Arc<Record>,
    service: Service,
    errors: Errors,
    name: &str,
) -> Response {
    match name {
        "reset" => exchange::reset(),
        "stall" => {
            delivery::stall(record).await;
            exchange::reset()
        }
        "html-502" => exchange::html_502(),
        "garbage" => exchange::garbage(false),
        name => errors(name).unwrap_or_else(|| {
            record.violation(service, format!("the fault {name:?} does not exist"));
            exchange::json(StatusCode::NOT_IMPLEMENTED, &json!({}))
        }),
    }
}

/// The fault that the value of a key chooses for its present attempt.
pub(crate) fn of_key(record: &Record, service: Service, key: &str) -> Option<&'static str> {
    let account = Account::attempt(record, service, key);
    if account.scenario == crate::scenario::Scenario::Bad {
        return Some("invalid-key");
    }
    account
        .scenario
        .fault(account.attempt)
        .and_then(|fault| match fault {
            Fault::Limit { .. } => Some("limit"),
            Fault::NoQuota => Some("noquota"),
            Fault::Overload => Some("overload"),
            Fault::NoPermission => Some("nopermission"),
            Fault::Html502 => Some("html-502"),
            Fault::Garbage => Some("garbage"),
            Fault::Reset => Some("reset"),
            Fault::StallBefore => Some("stall"),
            Fault::Filter | Fault::NoModel => None,
        })
}
