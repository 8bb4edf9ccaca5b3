//! A proxy that damages calls on purpose. It handles HTTP/1.1 at the byte level, so that it can simulate a broken
//! network: lost requests, lost, truncated and delayed responses.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Notify, watch};
use tokio::task::JoinHandle;

/// Longest message head, in bytes.
const HEAD_BYTES: usize = 64 * 1024;

/// The fault applied to a call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Damage {
    /// Nothing.
    None,
    /// The connection breaks before the host gets the request.
    LoseRequest,
    /// The host processes the request; the connection breaks before the response.
    LoseAnswer,
    /// The host processes the request; half of the response arrives.
    CutAnswer,
    /// The host never gets the request; the caller waits until its timeout.
    Hang,
    /// The host processes the request; the caller waits until its timeout.
    HangAfter,
    /// The host processes the request after the caller's timeout.
    Late,
    /// The host never gets the request; the proxy sends this response.
    Answer(Canned),
    /// The host processes the request; the proxy replaces its response by this one.
    AnswerAfter(Canned),
    /// The proxy sends this response at once, as a gateway does after its timeout; the host processes the request
    /// only after the second following call.
    AnswerBefore(Canned),
    /// The caller's process dies before the host gets the request.
    Crash,
    /// The caller's process dies after the host processed the request.
    CrashAfter,
    /// The host gets the request without its credentials, as behind some web servers.
    StripLogin,
}

/// A response of the proxy itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Canned {
    /// Status.
    pub status: u16,
    /// Headers besides media type and length.
    pub headers: Vec<(&'static str, String)>,
    /// Media type.
    pub content_type: &'static str,
    /// Body.
    pub body: String,
}

impl Canned {
    /// An error response of the interface.
    #[must_use]
    pub fn error(status: u16, code: &str, message: &str) -> Self {
        let body = serde_json::json!({
            "code": code, "message": message, "data": { "status": status },
        });
        Self {
            status,
            headers: Vec::new(),
            content_type: "application/json",
            body: body.to_string(),
        }
    }

    /// An HTML page in place of JSON.
    #[must_use]
    pub fn page(status: u16, title: &str) -> Self {
        Self {
            status,
            headers: Vec::new(),
            content_type: "text/html; charset=utf-8",
            body: format!("<!doctype html><title>{title}</title><p>{title}</p>"),
        }
    }

    /// Adds a header.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.headers.push((name, value.into()));
        self
    }

    fn bytes(&self) -> Vec<u8> {
        let mut head = format!(
            "HTTP/1.1 {} Canned\r\nContent-Type: {}\r\nContent-Length: {}\r\nConnection: close\r\n",
            self.status,
            self.content_type,
            self.body.len(),
        );
        for (name, value) in &self.headers {
            head.push_str(&format!("{name}: {value}\r\n"));
        }
        head.push_str("\r\n");
        head.push_str(&self.body);
        head.into_bytes()
    }
}

/// A call, as the plan sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Call {
    /// Number of the call under the current plan, from 0.
    pub number: usize,
    /// Method.
    pub method: String,
    /// Path and query.
    pub target: String,
}

/// Chooses the fault of each call.
pub type Plan = Box<dyn FnMut(&Call) -> Damage + Send>;

struct Shared {
    target: SocketAddr,
    plan: Mutex<(Plan, Vec<Call>)>,
    /// Requests that the host will process later, each with the number of calls to wait for.
    late: Mutex<Vec<(usize, Message)>>,
    crash: Notify,
    /// Number of unfinished calls, including delayed ones.
    under_way: watch::Sender<usize>,
}

/// The proxy. It stops when the value is dropped.
pub struct Proxy {
    shared: Arc<Shared>,
    address: SocketAddr,
    task: JoinHandle<()>,
}

impl Drop for Proxy {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl Proxy {
    /// A proxy for `target` on a free loopback port, without faults yet.
    pub async fn before(target: SocketAddr) -> std::io::Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let address = listener.local_addr()?;
        let shared = Arc::new(Shared {
            target,
            plan: Mutex::new((Box::new(|_| Damage::None), Vec::new())),
            late: Mutex::default(),
            crash: Notify::new(),
            under_way: watch::Sender::new(0),
        });
        let task = tokio::spawn(accept(listener, shared.clone()));
        Ok(Self {
            shared,
            address,
            task,
        })
    }

    /// Address on which the proxy listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Replaces the plan and resets the recorded calls.
    pub fn plan(&self, plan: impl FnMut(&Call) -> Damage + Send + 'static) {
        *self.shared.plan() = (Box::new(plan), Vec::new());
    }

    /// The calls under the current plan.
    #[must_use]
    pub fn calls(&self) -> Vec<Call> {
        self.shared.plan().1.clone()
    }

    /// Waits until every call is finished, including those whose caller has gone. Minutes pass between two attempts
    /// at a publication; a test that only advances the clock must let the host finish first.
    pub async fn quiet(&self) {
        self.shared.finish_late(true).await;
        let mut under_way = self.shared.under_way.subscribe();
        // The sender lives as long as the proxy, so waiting cannot fail.
        let _ = under_way.wait_for(|calls| *calls == 0).await;
    }

    /// Discards delayed requests.
    pub fn forget_late(&self) {
        self.shared.late().clear();
    }

    /// Waits until a call reports the death of its caller.
    pub async fn crash(&self) {
        self.shared.crash.notified().await;
    }
}

impl Shared {
    fn plan(&self) -> MutexGuard<'_, (Plan, Vec<Call>)> {
        self.plan.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn late(&self) -> MutexGuard<'_, Vec<(usize, Message)>> {
        self.late.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Processes delayed requests: all of them, or those whose number of calls has passed.
    async fn finish_late(&self, all: bool) {
        let due: Vec<_> = {
            let mut late = self.late();
            for (calls, _) in &mut *late {
                *calls = if all { 0 } else { *calls - 1 };
            }
            late.extract_if(.., |(calls, _)| *calls == 0).collect()
        };
        for (_, message) in due {
            // The caller has its response already, so a failure here is ignored.
            let _ = message.forward(self.target, true).await;
        }
    }

    fn decide(&self, method: &str, target: &str) -> Damage {
        let mut plan = self.plan();
        let call = Call {
            number: plan.1.len(),
            method: method.to_owned(),
            target: target.to_owned(),
        };
        plan.1.push(call.clone());
        (plan.0)(&call)
    }
}

async fn accept(listener: TcpListener, shared: Arc<Shared>) {
    let mut connections = tokio::task::JoinSet::new();
    while let Ok((stream, _)) = listener.accept().await {
        let shared = shared.clone();
        shared.under_way.send_modify(|calls| *calls += 1);
        connections.spawn(async move {
            // A caller that disconnects is not a failure of the proxy.
            let _ = serve(stream, &shared).await;
            shared.under_way.send_modify(|calls| *calls -= 1);
        });
        while connections.try_join_next().is_some() {}
    }
}

/// A complete request.
struct Message {
    method: String,
    target: String,
    head: Vec<String>,
    body: Vec<u8>,
}

impl Message {
    async fn read(stream: &mut TcpStream) -> std::io::Result<Option<Self>> {
        let mut bytes = Vec::new();
        let end = loop {
            if let Some(end) = bytes.windows(4).position(|four| four == b"\r\n\r\n") {
                break end;
            }
            if bytes.len() > HEAD_BYTES || stream.read_buf(&mut bytes).await? == 0 {
                return Ok(None);
            }
        };
        let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
        let mut lines = head.split("\r\n").map(str::to_owned);
        let first = lines.next().unwrap_or_default();
        let mut words = first.split(' ').map(str::to_owned);
        let (method, target) = (
            words.next().unwrap_or_default(),
            words.next().unwrap_or_default(),
        );
        let head: Vec<String> = lines.collect();
        let length: usize = head
            .iter()
            .find_map(|line| field(line, "content-length"))
            .and_then(|value| value.parse().ok())
            .unwrap_or(0);
        let mut body = bytes.split_off(end + 4);
        while body.len() < length {
            if stream.read_buf(&mut body).await? == 0 {
                return Ok(None);
            }
        }
        Ok(Some(Self {
            method,
            target,
            head,
            body,
        }))
    }

    /// Forwards the request to `host` and reads the complete response.
    async fn forward(&self, host: SocketAddr, with_login: bool) -> std::io::Result<Vec<u8>> {
        let mut text = format!("{} {} HTTP/1.1\r\n", self.method, self.target);
        for line in &self.head {
            let dropped = field(line, "connection").is_some()
                || (!with_login && field(line, "authorization").is_some());
            if !dropped {
                text.push_str(line);
                text.push_str("\r\n");
            }
        }
        text.push_str("Connection: close\r\n\r\n");
        let mut stream = TcpStream::connect(host).await?;
        stream.write_all(text.as_bytes()).await?;
        stream.write_all(&self.body).await?;
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).await?;
        Ok(answer)
    }
}

fn field<'a>(line: &'a str, name: &str) -> Option<&'a str> {
    let (found, value) = line.split_once(':')?;
    found.eq_ignore_ascii_case(name).then(|| value.trim())
}

/// Handles one call. The response closes the connection, so the next call opens a new one.
async fn serve(mut stream: TcpStream, shared: &Shared) -> std::io::Result<()> {
    let Some(message) = Message::read(&mut stream).await? else {
        return Ok(());
    };
    let host = shared.target;
    shared.finish_late(false).await;
    match shared.decide(&message.method, &message.target) {
        Damage::None => {
            let answer = message.forward(host, true).await?;
            stream.write_all(&answer).await?;
        }
        Damage::StripLogin => {
            let answer = message.forward(host, false).await?;
            stream.write_all(&answer).await?;
        }
        Damage::LoseRequest => {}
        Damage::LoseAnswer => {
            message.forward(host, true).await?;
        }
        Damage::CutAnswer => {
            let answer = message.forward(host, true).await?;
            stream.write_all(&answer[..answer.len() / 2]).await?;
        }
        Damage::Hang => gone(&mut stream).await,
        Damage::HangAfter => {
            message.forward(host, true).await?;
            gone(&mut stream).await;
        }
        Damage::Late => {
            gone(&mut stream).await;
            message.forward(host, true).await?;
        }
        Damage::Answer(canned) => stream.write_all(&canned.bytes()).await?,
        Damage::AnswerAfter(canned) => {
            message.forward(host, true).await?;
            stream.write_all(&canned.bytes()).await?;
        }
        Damage::AnswerBefore(canned) => {
            shared.late().push((2, message));
            stream.write_all(&canned.bytes()).await?;
        }
        Damage::Crash => {
            shared.crash.notify_one();
            gone(&mut stream).await;
        }
        Damage::CrashAfter => {
            message.forward(host, true).await?;
            shared.crash.notify_one();
            gone(&mut stream).await;
        }
    }
    stream.shutdown().await
}

/// Waits until the caller disconnects.
async fn gone(stream: &mut TcpStream) {
    let mut rest = [0; 1024];
    let waiting = async { while stream.read(&mut rest).await.is_ok_and(|read| read > 0) {} };
    let _ = tokio::time::timeout(Duration::from_secs(60), waiting).await;
}
