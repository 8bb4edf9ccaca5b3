//! Providers on loopback, and what is asked of them.

use std::net::Ipv4Addr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use ai_client::{
    AiClient, Candidate, Effort, Failure, Generated, GeneratedText, OutputFormat, Progress,
    Stopped, TextRequest,
};
use async_trait::async_trait;
use outbound::{Outbound, Policy};
use ports::Sleeper;
use serde_json::Value;
use settings::{AiProvider, ProviderAddresses};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;
use wiremock::matchers::method;
use wiremock::{Mock, MockServer, ResponseTemplate};

pub const DEADLINE: Duration = Duration::from_secs(30);
pub const KEY: &str = "sk-test-0123456789abcdef";

/// Records pauses instead of waiting.
#[derive(Default)]
pub struct Pauses(Mutex<Vec<Duration>>);

impl Pauses {
    pub fn all(&self) -> Vec<Duration> {
        self.0.lock().unwrap().clone()
    }
}

#[async_trait]
impl Sleeper for Pauses {
    async fn sleep(&self, pause: Duration) {
        self.0.lock().unwrap().push(pause);
    }
}

/// Records what it is told, and stops at a word.
#[derive(Default)]
pub struct Told {
    pub calls: Vec<(AiProvider, String)>,
    pub text: String,
    pub pulses: usize,
    pub stop_at_text: bool,
    pub stop_at_pulse: bool,
    pub stop_at_call: Option<usize>,
}

#[async_trait]
impl Progress for Told {
    async fn call(&mut self, provider: AiProvider, model: &str) -> Result<(), Stopped> {
        if self.stop_at_call == Some(self.calls.len()) {
            return Err(Stopped);
        }
        self.calls.push((provider, model.to_owned()));
        self.text.clear();
        Ok(())
    }

    async fn text(&mut self, piece: &str) -> Result<(), Stopped> {
        self.text.push_str(piece);
        self.pulses += usize::from(piece.is_empty());
        let stop = if piece.is_empty() {
            self.stop_at_pulse
        } else {
            self.stop_at_text
        };
        if stop { Err(Stopped) } else { Ok(()) }
    }
}

/// A provider's environment variable for its base address.
const fn variable(provider: AiProvider) -> &'static str {
    match provider {
        AiProvider::OpenAi => "OPENAI_BASE_URL",
        AiProvider::Anthropic => "ANTHROPIC_BASE_URL",
        AiProvider::Gemini => "GEMINI_BASE_URL",
    }
}

/// A client of providers at these addresses. Every other address is one where nothing listens.
pub fn client(bases: &[(AiProvider, String)]) -> (AiClient, Arc<Pauses>) {
    let addresses = ProviderAddresses::of(|name| {
        let base = bases.iter().find(|(one, _)| variable(*one) == name);
        Some(base.map_or("http://127.0.0.1:1".to_owned(), |(_, base)| base.clone()))
    });
    let pauses = Arc::new(Pauses::default());
    let outbound = Outbound::new(Policy::local()).unwrap();
    let client = AiClient::new(outbound, addresses.unwrap());
    (client.with_sleeper(pauses.clone()), pauses)
}

pub fn candidate(provider: AiProvider) -> Candidate {
    Candidate {
        provider,
        api_key: KEY.into(),
        model: format!("{}-model", provider.name()),
    }
}

pub fn text_request() -> TextRequest {
    TextRequest {
        instructions: "Escreva em português.".to_owned(),
        input: "Fale de café.".to_owned(),
        picture: None,
        output: OutputFormat::Text,
        effort: Effort::Low,
        max_output_tokens: 500,
    }
}

/// A provider that answers every request in this way.
pub async fn server(answer: ResponseTemplate) -> MockServer {
    let server = MockServer::start().await;
    Mock::given(method("POST"))
        .respond_with(answer)
        .mount(&server)
        .await;
    server
}

/// A provider that answers the first requests in one way and the others in another.
pub async fn changing_server(
    times: u64,
    first: ResponseTemplate,
    then: ResponseTemplate,
) -> MockServer {
    let server = MockServer::start().await;
    Mock::given(method("POST"))
        .respond_with(first)
        .up_to_n_times(times)
        .with_priority(1)
        .mount(&server)
        .await;
    Mock::given(method("POST"))
        .respond_with(then)
        .mount(&server)
        .await;
    server
}

pub async fn requests(server: &MockServer) -> usize {
    server.received_requests().await.unwrap().len()
}

/// A streamed answer with these events.
pub fn streamed(events: &[Value]) -> ResponseTemplate {
    ResponseTemplate::new(200).set_body_raw(frames(events), "text/event-stream; charset=utf-8")
}

pub fn frames(events: &[Value]) -> String {
    let frame = |event: &Value| match event["type"].as_str() {
        Some(kind) => format!("event: {kind}\ndata: {event}\n\n"),
        None => format!("data: {event}\n\n"),
    };
    events.iter().map(frame).collect()
}

/// Asks one provider.
pub async fn ask(provider: AiProvider, server: &MockServer) -> Generated<GeneratedText> {
    let (client, _) = client(&[(provider, server.uri())]);
    client
        .text(&[candidate(provider)], &text_request(), DEADLINE, &mut ())
        .await
}

/// Asks one provider that answers every request in this way, and returns its failure and the number of requests.
pub async fn failure(provider: AiProvider, answer: ResponseTemplate) -> (Failure, usize) {
    let server = server(answer).await;
    let generated = ask(provider, &server).await;
    let failure = generated.result.unwrap_err();
    assert_eq!(failure.certainly_free, generated.calls.is_empty());
    assert_eq!(failure.provider, Some(provider));
    (failure, requests(&server).await)
}

/// Serves each connection with `body` as a streamed answer that is not ended; then closes it, or leaves it open.
pub async fn unfinished(body: String, leave_open: bool) -> String {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
    let base = format!("http://{}", listener.local_addr().unwrap());
    tokio::spawn(async move {
        let mut open = Vec::new();
        while let Ok((mut stream, _)) = listener.accept().await {
            let mut head = [0; 16 * 1024];
            let _ = stream.read(&mut head).await;
            let answer = format!(
                "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n{:x}\r\n{body}\r\n",
                body.len()
            );
            let _ = stream.write_all(answer.as_bytes()).await;
            if leave_open {
                open.push(stream);
            }
        }
    });
    base
}
