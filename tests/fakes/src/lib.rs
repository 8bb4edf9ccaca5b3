//! Stateful fakes of outside services over HTTP, strict about the wire format.
//!
//! One server on a loopback port answers for every service below a path of its own. A scenario is chosen by the value
//! of the key that a call carries (the README lists them), so the code under test needs no path of its own. The fakes
//! record calls, what a real service would bill, and violations of the services' terms of use.

mod answers;
mod anthropic;
mod delivery;
mod exchange;
mod gemini;
mod generation;
mod openai;
mod pictures;
mod prompt;
mod record;
mod scenario;
mod schema;
mod server;
mod service;
mod sse;
mod stock;
mod strict;

use std::sync::Arc;

use axum::Router;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

pub use crate::record::{Billed, Call};
pub use crate::service::Service;

use crate::record::Record;

/// The running fakes. A server of their own stops when the value is dropped.
pub struct FakeServices {
    record: Arc<Record>,
    task: Option<JoinHandle<()>>,
}

impl Drop for FakeServices {
    fn drop(&mut self) {
        if let Some(task) = &self.task {
            task.abort();
        }
    }
}

impl FakeServices {
    /// Starts the fakes on a free loopback port.
    ///
    /// # Errors
    /// When no port can be opened.
    pub async fn start() -> std::io::Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let (mut fakes, router) = Self::beside(format!("http://{}", listener.local_addr()?));
        fakes.task = Some(tokio::spawn(server::serve(listener, router)));
        Ok(fakes)
    }

    /// The fakes as routes that another server answers at `origin`, a URL without a slash at the end. Such a server
    /// answers 200 without a body where a scenario closes the connection without a response.
    pub fn beside(origin: String) -> (Self, Router) {
        let record = Arc::new(Record::new(origin));
        let router = Router::new()
            .nest("/openai", openai::router(&record))
            .nest("/anthropic", anthropic::router(&record))
            .nest("/gemini", gemini::router(&record))
            .nest("/unsplash", stock::unsplash::router(&record))
            .nest("/pexels", stock::pexels::router(&record))
            .merge(stock::files::router(&record));
        (Self { record, task: None }, router)
    }

    /// Base address of a service, without a slash at the end.
    #[must_use]
    pub fn url(&self, service: Service) -> String {
        format!("{}/{}", self.record.origin, service.prefix())
    }

    /// Environment variables that direct clients to the fakes.
    #[must_use]
    pub fn environment(&self) -> Vec<(&'static str, String)> {
        Service::ALL
            .into_iter()
            .map(|service| (service.variable(), self.url(service)))
            .collect()
    }

    /// Queues the text of the next answer of a service, in place of the default. For a structured answer it is the JSON.
    pub fn answer_with(&self, service: Service, text: impl Into<String>) {
        self.record.queue_answer(service, text.into());
    }

    /// The calls that a service received, in order.
    #[must_use]
    pub fn calls(&self, service: Service) -> Vec<Call> {
        self.record.calls(service)
    }

    /// Waits until a service has received `count` calls.
    pub async fn wait_for_calls(&self, service: Service, count: usize) {
        self.record.wait_for_calls(service, count).await;
    }

    /// What a real service would have billed to a key.
    #[must_use]
    pub fn billed(&self, service: Service, key: &str) -> Billed {
        self.record.billed(service, key)
    }

    /// Number of calls to a photo's `download_location` at Unsplash.
    #[must_use]
    pub fn downloads(&self, photo: &str) -> u64 {
        self.record.downloads(photo)
    }

    /// Requests that a service accepts although they break its terms or the rules of a careful client: stored answers,
    /// keys in URLs, sampling parameters, credentials sent to a file server.
    #[must_use]
    pub fn violations(&self) -> Vec<String> {
        self.record.violations()
    }

    /// Lets slow answers send `parts` more events; an answer without a stream is one part.
    pub fn go_on(&self, parts: usize) {
        self.record.pace.add_permits(parts);
    }

    /// Waits until `count` answers wait: stalled ones, accepted ones that never come, and slow ones before their next
    /// part.
    pub async fn wait_for_waiting(&self, count: usize) {
        delivery::wait_for_waiting(&self.record.waiting, count).await;
    }

    /// Forgets calls, bills, attempts, queued answers, downloads, violations and unused permits.
    pub fn clear(&self) {
        self.record.clear();
    }
}
