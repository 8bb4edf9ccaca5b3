//! Anthropic: models and texts (Messages API). <https://platform.claude.com/docs/en/api/messages>

mod answer;
mod errors;
mod events;
mod request;

use std::sync::Arc;

use axum::Router;
use axum::extract::{Request, State};
use axum::response::Response;
use axum::routing::{get, post};
use http::StatusCode;
use serde_json::json;

use crate::delivery;
use crate::exchange::{self, is_json, json as json_response, receive, with_header, with_type};
use crate::generation::{Account, generate};
use crate::record::{Call, Record};
use crate::scenario::{Fault, Scenario};
use crate::service::Service;
use crate::sse;

/// Models with their names.
const MODELS: [(&str, &str); 5] = [
    ("claude-haiku-5-5", "Claude Haiku 5.5"),
    ("claude-sonnet-5-5", "Claude Sonnet 5.5"),
    ("claude-opus-5-5", "Claude Opus 5.5"),
    ("claude-fable-5-1", "Claude Fable 5.1"),
    ("claude-haiku-4-5", "Claude Haiku 4.5"),
];

/// The version of the interface that calls name.
const VERSION: &str = "2023-06-01";

/// Whether a model exists, also with a date at its end.
fn is_model(model: &str) -> bool {
    MODELS.iter().any(|(name, _)| {
        model.strip_prefix(name).is_some_and(|rest| {
            rest.is_empty() || (rest.starts_with("-20") && rest.len() == "-20261120".len())
        })
    })
}

pub(crate) fn router(record: &Arc<Record>) -> Router {
    Router::new()
        .route("/v1/models", get(models))
        .route("/v1/messages", post(messages))
        .fallback(absent)
        .with_state(record.clone())
}

/// The key of a call that names the version of the interface.
fn accept<'a>(record: &Record, call: &'a Call) -> Result<&'a str, Box<Response>> {
    if call.header("authorization").is_some() {
        let what = "the key belongs into x-api-key, not into Authorization";
        record.violation(Service::Anthropic, what);
    }
    let key = call
        .header("x-api-key")
        .filter(|key| !key.trim().is_empty())
        .ok_or_else(|| errors::no_key(record))?;
    if Scenario::of(key) == Scenario::Bad {
        return Err(errors::bad_key(record).into());
    }
    match call.header("anthropic-version") {
        Some(VERSION) => Ok(key),
        Some(other) => {
            let message = format!("anthropic-version: \"{other}\" is not a valid version");
            Err(errors::invalid(record, &message).into())
        }
        None => {
            let message = "anthropic-version: header is required";
            Err(errors::invalid(record, message).into())
        }
    }
}

fn answered(record: &Record, response: Response) -> Response {
    with_header(response, "request-id", record.identifier("req_"))
}

async fn absent(State(record): State<Arc<Record>>, request: Request) -> Response {
    receive(&record, Service::Anthropic, request).await;
    errors::not_found(&record, "Not Found")
}

async fn models(State(record): State<Arc<Record>>, request: Request) -> Response {
    let call = receive(&record, Service::Anthropic, request).await;
    let key = match accept(&record, &call) {
        Ok(key) => key,
        Err(response) => return *response,
    };
    let fault = Scenario::of(key).fault(u64::MAX);
    match fault {
        None | Some(Fault::NoQuota | Fault::Filter | Fault::NoModel | Fault::StallBefore) => {}
        Some(fault) => return faulty(&record, fault, false),
    }
    let data: Vec<_> = MODELS
        .iter()
        .map(|(id, name)| {
            json!({
                "type": "model", "id": id, "display_name": name, "created_at": "2026-10-01T00:00:00Z",
                "max_input_tokens": 200_000, "max_tokens": 64_000,
            })
        })
        .collect();
    let (first, last) = (MODELS.first(), MODELS.last());
    let body = json!({
        "data": data, "has_more": false,
        "first_id": first.map(|(id, _)| id), "last_id": last.map(|(id, _)| id),
    });
    answered(&record, json_response(StatusCode::OK, &body))
}

/// The response of a fault, without any that would have to be waited for.
fn faulty(record: &Record, fault: Fault, stream: bool) -> Response {
    match fault {
        Fault::Reset | Fault::StallBefore => exchange::reset(),
        Fault::Html502 => exchange::html_502(),
        Fault::Garbage => exchange::garbage(stream),
        other => answered(record, errors::fault(record, other)),
    }
}

async fn messages(State(record): State<Arc<Record>>, request: Request) -> Response {
    let call = receive(&record, Service::Anthropic, request).await;
    let key = match accept(&record, &call) {
        Ok(key) => key,
        Err(response) => return *response,
    };
    let body = call.body.as_ref().filter(|_| is_json(&call));
    let Some(body) = body else {
        let message = "The request body is not valid JSON with content-type application/json";
        return errors::invalid(&record, message);
    };
    let asked = match request::read(body) {
        Ok(asked) => asked,
        Err(problem) => {
            let message = format!("{}: {}", problem.param, problem.message);
            return answered(&record, errors::invalid(&record, &message));
        }
    };
    let prompt = &asked.prompt;
    if !is_model(&prompt.model) {
        let message = format!("model: {}", prompt.model);
        return answered(&record, errors::not_found(&record, &message));
    }
    let account = Account::attempt(&record, Service::Anthropic, key);
    let (message, delivery) = match account.scenario.fault(account.attempt) {
        Some(Fault::StallBefore) => {
            generate(&record, &account, prompt);
            delivery::stall(&record).await;
            return exchange::reset();
        }
        Some(Fault::NoModel) => {
            let message = format!("model: {}", prompt.model);
            return answered(&record, errors::not_found(&record, &message));
        }
        // A refused prompt is a normal answer without text, and billed.
        Some(Fault::Filter) => {
            account.bill(&record, prompt.input_tokens(), answer::LEAST_OUTPUT);
            let message = answer::Message::refused(&record, &asked);
            (message, delivery::Delivery::Whole)
        }
        Some(fault) => return faulty(&record, fault, prompt.stream),
        None => {
            let generated = generate(&record, &account, prompt);
            let delivery = generated.delivery;
            if generated.finish == crate::generation::Finish::Failed && !prompt.stream {
                return answered(&record, errors::internal(&record));
            }
            let message = answer::Message::new(&record, &asked, generated);
            (message, delivery)
        }
    };
    let response = if prompt.stream {
        sse::stream(&record, &events::events(&message), delivery)
    } else {
        let document = [message.whole().to_string()];
        let body = delivery::body(&record, &document, delivery);
        with_type(StatusCode::OK, "application/json", body)
    };
    answered(&record, response)
}
