//! A client that shows the bytes of responses as they arrive.

use axum::body::Body;
use bytes::Bytes;
use http::{HeaderMap, Request, StatusCode};
use http_body_util::BodyExt;
use hyper::body::Incoming;
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use serde_json::{Value, json};
use service_fakes::{FakeServices, Service};
use tokio::net::TcpStream;

/// A response whose body is not read yet.
pub struct Answer {
    pub status: StatusCode,
    pub headers: HeaderMap,
    body: Incoming,
}

impl Answer {
    /// The next piece; `None` at the end, an error where the connection breaks.
    pub async fn piece(&mut self) -> Option<hyper::Result<Bytes>> {
        let frame = self.body.frame().await?;
        Some(frame.map(|frame| frame.into_data().unwrap_or_default()))
    }

    /// The pieces up to the end of the body.
    pub async fn pieces(mut self) -> Vec<Bytes> {
        let mut pieces = Vec::new();
        while let Some(piece) = self.piece().await {
            pieces.push(piece.unwrap());
        }
        pieces
    }

    pub async fn bytes(self) -> Vec<u8> {
        self.pieces().await.concat()
    }

    pub async fn text(self) -> String {
        String::from_utf8(self.bytes().await).unwrap()
    }

    pub async fn json(self) -> Value {
        serde_json::from_slice(&self.bytes().await).unwrap()
    }
}

/// Sends a request with a text on a connection of its own.
pub async fn send(
    method: &str,
    url: &str,
    headers: &[(&str, &str)],
    body: &str,
) -> hyper::Result<Answer> {
    send_bytes(method, url, headers, body.as_bytes().to_vec()).await
}

/// Sends a request on a connection of its own.
pub async fn send_bytes(
    method: &str,
    url: &str,
    headers: &[(&str, &str)],
    body: Vec<u8>,
) -> hyper::Result<Answer> {
    let rest = url.strip_prefix("http://").unwrap();
    let (host, path) = rest.split_once('/').unwrap();
    let stream = TcpStream::connect(host).await.unwrap();
    let (mut sender, connection) = http1::handshake(TokioIo::new(stream)).await.unwrap();
    tokio::spawn(connection);
    let mut request = Request::builder()
        .method(method)
        .uri(format!("/{path}"))
        .header("host", host);
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    let request = request.body(Body::from(body)).unwrap();
    let response = sender.send_request(request).await?;
    let (head, body) = response.into_parts();
    Ok(Answer {
        status: head.status,
        headers: head.headers,
        body,
    })
}

/// The path of a request for a text.
fn path(service: Service, stream: bool) -> &'static str {
    match (service, stream) {
        (Service::OpenAi, _) => "/v1/responses",
        (Service::Anthropic, _) => "/v1/messages",
        (_, false) => "/v1beta/models/gemini-3.8-flash:generateContent",
        (_, true) => "/v1beta/models/gemini-3.8-flash:streamGenerateContent?alt=sse",
    }
}

/// Sends a request for a text as JSON with the service's headers.
pub async fn ask(
    fakes: &FakeServices,
    service: Service,
    key: &str,
    body: &Value,
    stream: bool,
) -> hyper::Result<Answer> {
    post(fakes, service, path(service, stream), key, body).await
}

/// Posts JSON with the service's headers.
pub async fn post(
    fakes: &FakeServices,
    service: Service,
    path: &str,
    key: &str,
    body: &Value,
) -> hyper::Result<Answer> {
    let url = format!("{}{path}", fakes.url(service));
    let bearer = format!("Bearer {key}");
    let mut headers = vec![("content-type", "application/json")];
    match service {
        Service::OpenAi => headers.push(("authorization", &bearer)),
        Service::Anthropic => {
            headers.push(("x-api-key", key));
            headers.push(("anthropic-version", "2023-06-01"));
        }
        _ => headers.push(("x-goog-api-key", key)),
    }
    send("POST", &url, &headers, &body.to_string()).await
}

/// The providers of texts.
pub const PROVIDERS: [Service; 3] = [Service::OpenAi, Service::Anthropic, Service::Gemini];

/// A valid request for a text.
pub fn request(service: Service, text: &str, schema: Option<&Value>, stream: bool) -> Value {
    let mut request = match service {
        Service::OpenAi => json!({
            "model": "gpt-6-luna", "instructions": "Responda em português.", "input": text,
            "max_output_tokens": 8000, "store": false, "reasoning": { "effort": "low" },
        }),
        Service::Anthropic => json!({
            "model": "claude-haiku-5-5", "max_tokens": 8000, "system": "Responda em português.",
            "messages": [{ "role": "user", "content": text }],
        }),
        _ => json!({
            "systemInstruction": { "parts": [{ "text": "Responda em português." }] },
            "contents": [{ "role": "user", "parts": [{ "text": text }] }],
            "generationConfig": { "maxOutputTokens": 8000 },
        }),
    };
    if stream && service != Service::Gemini {
        request["stream"] = json!(true);
    }
    if let Some(schema) = schema {
        match service {
            Service::OpenAi => {
                let format = json!({
                    "type": "json_schema", "name": "answer", "strict": true, "schema": schema,
                });
                request["text"] = json!({ "format": format });
            }
            Service::Anthropic => {
                let format = json!({ "type": "json_schema", "schema": schema });
                request["output_config"] = json!({ "effort": "low", "format": format });
            }
            _ => {
                let config = &mut request["generationConfig"];
                config["responseMimeType"] = json!("application/json");
                config["responseJsonSchema"] = schema.clone();
            }
        }
    }
    request
}

/// Schema of questions and answers.
pub fn questions() -> Value {
    let pair = json!({
        "type": "object", "additionalProperties": false, "required": ["question", "answer"],
        "properties": { "question": { "type": "string" }, "answer": { "type": "string" } },
    });
    json!({
        "type": "object", "additionalProperties": false, "required": ["items"],
        "properties": { "items": { "type": "array", "items": pair } },
    })
}

/// The text of a whole answer, without thoughts.
pub fn text_of(service: Service, answer: &Value) -> String {
    let text = match service {
        Service::OpenAi => {
            let mut output = answer["output"].as_array().unwrap().iter();
            let message = output.find(|item| item["type"] == "message");
            message.map(|message| message["content"][0]["text"].clone())
        }
        Service::Anthropic => {
            let mut content = answer["content"].as_array().unwrap().iter();
            let block = content.find(|block| block["type"] == "text");
            block.map(|block| block["text"].clone())
        }
        _ => Some(answer["candidates"][0]["content"]["parts"][0]["text"].clone()),
    };
    text.unwrap_or_default()
        .as_str()
        .unwrap_or_default()
        .to_owned()
}

/// Input and output tokens that an answer reports.
pub fn usage_of(service: Service, answer: &Value) -> (u64, u64) {
    let sum = |usage: &Value, names: &[&str]| {
        names
            .iter()
            .map(|name| usage[*name].as_u64().unwrap_or_default())
            .sum()
    };
    match service {
        Service::OpenAi => {
            let usage = &answer["usage"];
            (
                sum(usage, &["input_tokens"]),
                sum(usage, &["output_tokens"]),
            )
        }
        Service::Anthropic => {
            let usage = &answer["usage"];
            let cache = ["cache_creation_input_tokens", "cache_read_input_tokens"];
            let input: u64 = sum(usage, &cache);
            (
                input + sum(usage, &["input_tokens"]),
                sum(usage, &["output_tokens"]),
            )
        }
        _ => {
            let usage = &answer["usageMetadata"];
            let output = ["candidatesTokenCount", "thoughtsTokenCount"];
            (sum(usage, &["promptTokenCount"]), sum(usage, &output))
        }
    }
}
