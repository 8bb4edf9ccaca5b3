//! Google Gemini: models, texts and images (`generateContent`). <https://ai.google.dev/api/generate-content>

mod answer;
mod errors;
mod request;

use std::sync::Arc;

use axum::Router;
use axum::extract::{Path, Request, State};
use axum::response::Response;
use axum::routing::{get, post};
use http::StatusCode;
use serde_json::{Value, json};

use crate::delivery::{self, Delivery};
use crate::exchange::{self, is_json, json as json_response, receive, with_type};
use crate::generation::{Account, Finish, generate};
use crate::record::{Call, Record};
use crate::scenario::{Fault, Scenario};
use crate::service::Service;
use crate::sse;

/// Text models.
const TEXT_MODELS: [&str; 3] = [
    "gemini-3.5-flash-lite",
    "gemini-3.8-flash",
    "gemini-3.1-pro-preview",
];

/// Image models.
const IMAGE_MODELS: [&str; 3] = [
    "gemini-nano-banana-2.1",
    "gemini-3.1-flash-lite-image",
    "gemini-3-pro-image",
];

pub(crate) fn router(record: &Arc<Record>) -> Router {
    Router::new()
        .route("/v1beta/models", get(models))
        .route("/v1beta/models/{call}", post(generate_content))
        .fallback(absent)
        .with_state(record.clone())
}

/// The key of a call. A key in the query would reach logs of proxies.
fn accept<'a>(record: &Record, call: &'a Call) -> Result<&'a str, Box<Response>> {
    let query = call.query.as_deref().unwrap_or_default();
    if url::form_urlencoded::parse(query.as_bytes()).any(|(name, _)| name == "key") {
        record.violation(Service::Gemini, "the key is in the URL");
    }
    let key = call
        .header("x-goog-api-key")
        .filter(|key| !key.trim().is_empty())
        .ok_or_else(errors::no_key)?;
    if Scenario::of(key) == Scenario::Bad {
        return Err(errors::bad_key().into());
    }
    Ok(key)
}

async fn absent(State(record): State<Arc<Record>>, request: Request) -> Response {
    receive(&record, Service::Gemini, request).await;
    errors::not_found("Requested entity was not found.")
}

async fn models(State(record): State<Arc<Record>>, request: Request) -> Response {
    let call = receive(&record, Service::Gemini, request).await;
    let key = match accept(&record, &call) {
        Ok(key) => key,
        Err(response) => return *response,
    };
    match Scenario::of(key).fault(u64::MAX) {
        None | Some(Fault::NoQuota | Fault::Filter | Fault::NoModel | Fault::StallBefore) => {}
        Some(fault) => return faulty(fault, false),
    }
    let models: Vec<_> = TEXT_MODELS
        .iter()
        .chain(&IMAGE_MODELS)
        .map(|id| {
            json!({
                "name": format!("models/{id}"), "displayName": id,
                "inputTokenLimit": 1_048_576, "outputTokenLimit": 65_536,
                "supportedGenerationMethods": ["generateContent", "countTokens"],
            })
        })
        .collect();
    json_response(StatusCode::OK, &json!({ "models": models }))
}

/// The response of a fault, without any that would have to be waited for.
fn faulty(fault: Fault, stream: bool) -> Response {
    match fault {
        Fault::Reset | Fault::StallBefore => exchange::reset(),
        Fault::Html502 => exchange::html_502(),
        Fault::Garbage => exchange::garbage(stream),
        other => errors::fault(other),
    }
}

/// Model and method of a path such as `gemini-3.8-flash:generateContent`.
fn target(call: &Call, path: &str) -> Result<(String, bool), Box<Response>> {
    let absent = || errors::not_found("Requested entity was not found.");
    let (model, method) = path.split_once(':').ok_or_else(absent)?;
    let stream = match method {
        "generateContent" => false,
        "streamGenerateContent" => true,
        _ => return Err(absent().into()),
    };
    // Without `alt=sse` the service sends a JSON array piece by piece, which no client of the project reads.
    if stream && call.query.as_deref() != Some("alt=sse") {
        return Err(errors::invalid("streamGenerateContent needs alt=sse").into());
    }
    Ok((model.to_owned(), stream))
}

async fn generate_content(
    State(record): State<Arc<Record>>,
    Path(path): Path<String>,
    request: Request,
) -> Response {
    let call = receive(&record, Service::Gemini, request).await;
    match respond(&record, &call, &path).await {
        Ok(response) => response,
        Err(response) => *response,
    }
}

async fn respond(record: &Arc<Record>, call: &Call, path: &str) -> Result<Response, Box<Response>> {
    let key = accept(record, call)?;
    let (model, stream) = target(call, path)?;
    let body = call.body.as_ref().filter(|_| is_json(call));
    let body = body.ok_or_else(|| errors::invalid("Invalid JSON payload received."))?;
    let asked = request::read(body).map_err(|problem| errors::problem(&problem))?;
    let is_image_model = IMAGE_MODELS.contains(&model.as_str());
    if !is_image_model && !TEXT_MODELS.contains(&model.as_str()) {
        return Err(errors::no_model(&model).into());
    }
    if asked.samples {
        let what = "a sampling parameter is sent, which is deprecated";
        record.violation(Service::Gemini, what);
    }
    let account = Account::attempt(record, Service::Gemini, key);
    let fault = account.scenario.fault(account.attempt);
    match &asked.image {
        Some(image) => {
            if !is_image_model {
                let message = "Model does not support the requested response modalities: image";
                return Err(errors::invalid(message).into());
            }
            let call = answer::Call::new(record, &asked, &model);
            let body = image_answer(record, &account, fault, &call, image).await?;
            Ok(respond_with(
                record,
                vec![body],
                stream,
                account.scenario.delivery(),
            ))
        }
        None => {
            let call = answer::Call::new(record, &asked, &model);
            let (parts, delivery) = text_answer(record, &account, fault, &call, stream).await?;
            Ok(respond_with(record, parts, stream, delivery))
        }
    }
}

fn respond_with(
    record: &Arc<Record>,
    parts: Vec<Value>,
    stream: bool,
    delivery: Delivery,
) -> Response {
    if stream {
        let events: Vec<String> = parts.iter().map(sse::unnamed).collect();
        return sse::stream(record, &events, delivery);
    }
    let document: Vec<String> = parts.iter().map(Value::to_string).collect();
    let body = delivery::body(record, &document, delivery);
    with_type(StatusCode::OK, "application/json; charset=UTF-8", body)
}

async fn text_answer(
    record: &Arc<Record>,
    account: &Account,
    fault: Option<Fault>,
    call: &answer::Call<'_>,
    stream: bool,
) -> Result<(Vec<Value>, Delivery), Box<Response>> {
    match fault {
        Some(Fault::StallBefore) => {
            generate(record, account, &call.asked.prompt);
            delivery::stall(record).await;
            Err(exchange::reset().into())
        }
        Some(Fault::NoModel) => Err(errors::no_model(call.model).into()),
        Some(Fault::Filter) => {
            account.bill(record, call.asked.prompt.input_tokens(), 0);
            Ok((vec![call.blocked("PROHIBITED_CONTENT")], Delivery::Whole))
        }
        Some(fault) => Err(faulty(fault, stream).into()),
        None => {
            let generated = generate(record, account, &call.asked.prompt);
            let delivery = generated.delivery;
            if stream {
                return Ok((call.chunks(&generated), delivery));
            }
            if generated.finish == Finish::Failed {
                return Err(errors::internal().into());
            }
            Ok((vec![call.whole(&generated)], delivery))
        }
    }
}

async fn image_answer(
    record: &Arc<Record>,
    account: &Account,
    fault: Option<Fault>,
    call: &answer::Call<'_>,
    image: &request::Image,
) -> Result<Value, Box<Response>> {
    match fault {
        Some(Fault::StallBefore) => {
            call.bill_image(record, account, 1);
            delivery::stall(record).await;
            Err(exchange::reset().into())
        }
        Some(Fault::NoModel) => Err(errors::no_model(call.model).into()),
        Some(Fault::Filter) => {
            account.bill(record, call.asked.prompt.input_tokens(), 0);
            Ok(call.no_image("IMAGE_SAFETY"))
        }
        Some(fault) => Err(faulty(fault, false).into()),
        None if account.scenario == Scenario::NoImage => {
            account.bill(record, call.asked.prompt.input_tokens(), 0);
            Ok(call.no_image("NO_IMAGE"))
        }
        None => {
            call.bill_image(record, account, 1);
            Ok(call.image(image, account.scenario))
        }
    }
}
