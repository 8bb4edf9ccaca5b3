//! OpenAI: models, texts (Responses API) and images.
//! <https://platform.openai.com/docs/api-reference>

mod answer;
mod errors;
mod events;
mod images;
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

/// Text models.
const TEXT_MODELS: [&str; 6] = [
    "gpt-6-luna",
    "gpt-6.1-sol",
    "gpt-6-astra",
    "gpt-5.6-luna",
    "gpt-5.6-terra",
    "gpt-5.4-mini",
];

/// Image models.
const IMAGE_MODELS: [&str; 4] = [
    "gpt-image-2",
    "gpt-image-1.5",
    "gpt-image-1",
    "gpt-image-1-mini",
];

/// Whether `model` is one of `known`, also with a date at its end.
fn is_model(model: &str, known: &[&str]) -> bool {
    known.iter().any(|name| {
        model.strip_prefix(name).is_some_and(|rest| {
            rest.is_empty() || (rest.starts_with("-20") && rest.len() == "-2026-11-20".len())
        })
    })
}

pub(crate) fn router(record: &Arc<Record>) -> Router {
    Router::new()
        .route("/v1/models", get(models))
        .route("/v1/responses", post(responses))
        .route("/v1/images/generations", post(image_generations))
        .fallback(absent)
        .with_state(record.clone())
}

/// Bearer token of a call.
fn key(call: &Call) -> Result<&str, Box<Response>> {
    let key = call
        .header("authorization")
        .and_then(|value| value.strip_prefix("Bearer "))
        .filter(|key| !key.trim().is_empty())
        .ok_or_else(errors::no_key)?;
    if Scenario::of(key) == Scenario::Bad {
        return Err(errors::bad_key(key).into());
    }
    Ok(key)
}

fn answered(record: &Record, response: Response) -> Response {
    let response = with_header(response, "x-request-id", record.identifier("req_"));
    with_header(response, "openai-version", "2020-10-01")
}

async fn absent(State(record): State<Arc<Record>>, request: Request) -> Response {
    let call = receive(&record, Service::OpenAi, request).await;
    errors::absent(&call)
}

async fn models(State(record): State<Arc<Record>>, request: Request) -> Response {
    let call = receive(&record, Service::OpenAi, request).await;
    let key = match key(&call) {
        Ok(key) => key,
        Err(response) => return *response,
    };
    if let Some(fault) = model_fault(key) {
        return faulty(&record, fault, false);
    }
    let data: Vec<_> = TEXT_MODELS
        .iter()
        .chain(&IMAGE_MODELS)
        .map(|id| json!({ "id": id, "object": "model", "created": 1_780_000_000, "owned_by": "system" }))
        .collect();
    let body = json!({ "object": "list", "data": data });
    answered(&record, json_response(StatusCode::OK, &body))
}

/// The fault of a listing of models, which is free and says nothing about quota, filters or a model.
fn model_fault(key: &str) -> Option<Fault> {
    Scenario::of(key).fault(u64::MAX).filter(|fault| {
        !matches!(
            fault,
            Fault::NoQuota | Fault::Filter | Fault::NoModel | Fault::StallBefore
        )
    })
}

/// The response of a fault, without any that would have to be waited for.
fn faulty(record: &Record, fault: Fault, stream: bool) -> Response {
    match fault {
        Fault::Reset | Fault::StallBefore => exchange::reset(),
        Fault::Html502 => exchange::html_502(),
        Fault::Garbage => exchange::garbage(stream),
        other => answered(record, errors::fault(other)),
    }
}

/// Checks that hold for every POST: media type and key.
fn accept(call: &Call) -> Result<&str, Box<Response>> {
    let key = key(call)?;
    if !is_json(call) {
        return Err(errors::media_type(call).into());
    }
    Ok(key)
}

async fn responses(State(record): State<Arc<Record>>, request: Request) -> Response {
    let call = receive(&record, Service::OpenAi, request).await;
    let key = match accept(&call) {
        Ok(key) => key,
        Err(response) => return *response,
    };
    let Some(body) = &call.body else {
        return errors::no_json();
    };
    let prompt = match request::read(body) {
        Ok(prompt) => prompt,
        Err(problem) => return answered(&record, errors::problem(&problem)),
    };
    if !is_model(&prompt.model, &TEXT_MODELS) {
        return answered(&record, errors::no_model(&prompt.model));
    }
    if body.get("store") != Some(&json!(false)) {
        record.violation(Service::OpenAi, "an answer is stored: `store` is not false");
    }
    let account = Account::attempt(&record, Service::OpenAi, key);
    match account.scenario.fault(account.attempt) {
        Some(Fault::StallBefore) => {
            generate(&record, &account, &prompt);
            delivery::stall(&record).await;
            exchange::reset()
        }
        Some(Fault::NoModel) => answered(&record, errors::no_model(&prompt.model)),
        Some(fault) => faulty(&record, fault, prompt.stream),
        None => {
            let generated = generate(&record, &account, &prompt);
            let answer = answer::Answer::new(&record, body, &prompt, generated);
            let delivery = answer.generated.delivery;
            let response = if prompt.stream {
                sse::stream(&record, &events::events(&answer), delivery)
            } else {
                let document = [answer.whole().to_string()];
                let body = delivery::body(&record, &document, delivery);
                with_type(StatusCode::OK, "application/json", body)
            };
            answered(&record, response)
        }
    }
}

async fn image_generations(State(record): State<Arc<Record>>, request: Request) -> Response {
    let call = receive(&record, Service::OpenAi, request).await;
    let key = match accept(&call) {
        Ok(key) => key,
        Err(response) => return *response,
    };
    let Some(body) = &call.body else {
        return errors::no_json();
    };
    let wanted = match images::read(body) {
        Ok(wanted) => wanted,
        Err(problem) => return answered(&record, errors::problem(&problem)),
    };
    if !is_model(&wanted.model, &IMAGE_MODELS) {
        return answered(&record, errors::no_model(&wanted.model));
    }
    let account = Account::attempt(&record, Service::OpenAi, key);
    match account.scenario.fault(account.attempt) {
        Some(Fault::StallBefore) => {
            images::bill(&record, &account, &wanted);
            delivery::stall(&record).await;
            exchange::reset()
        }
        Some(Fault::NoModel) => answered(&record, errors::no_model(&wanted.model)),
        Some(Fault::Filter) => answered(&record, errors::moderation()),
        Some(fault) => faulty(&record, fault, false),
        None => {
            images::bill(&record, &account, &wanted);
            let document = [images::answer(&wanted, account.scenario).to_string()];
            let delivery = account.scenario.delivery();
            let body = delivery::body(&record, &document, delivery);
            answered(&record, with_type(StatusCode::OK, "application/json", body))
        }
    }
}
