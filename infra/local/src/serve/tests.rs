//! A listener under slow, silent, ambiguous and foreign requests.

use std::sync::atomic::{AtomicUsize, Ordering};

use axum::routing::{MethodRouter, get, post};
use bytes::Bytes;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpSocket;
use tokio::sync::{Barrier, Notify};
use tokio::task::JoinHandle;

use platform_http::layers;

use super::*;

mod long_bodies;
mod unread_answers;

/// Expires during a test, but is long enough for an immediate response.
const SHORT: Duration = Duration::from_millis(200);
const LONG: Duration = Duration::from_secs(600);

const LIMITS: Limits = Limits {
    connections: 64,
    half_open: 64,
    head: LONG,
    body: LONG,
    answer: LONG,
    unsent: 1024 * 1024 * 1024,
    received: 1024 * 1024 * 1024,
    end: LONG,
};

struct Server {
    address: SocketAddr,
    end: watch::Sender<bool>,
    task: JoinHandle<()>,
}

impl Server {
    async fn start(limits: Limits, router: Router) -> Self {
        Self::start_with(limits, router, request_body::bare).await
    }

    async fn start_with(limits: Limits, router: Router, late: Late) -> Self {
        let listener = listen("a test", "", "127.0.0.1:0".parse().unwrap());
        let listener = listener.await.unwrap();
        let address = listener.local_addr().unwrap();
        let (end, ended) = watch::channel(false);
        let a = HostNames::new(address.ip(), &[url::Host::Domain("a".to_owned())]);
        let served = Served {
            router,
            refusing: refusal::bare(),
            late,
            names: a,
        };
        let task = tokio::spawn(serve(listener, served, limits, ended));
        Self { address, end, task }
    }

    /// Opens a connection from another address of this machine, and sends `text`.
    async fn send_from(&self, from: &str, text: &str) -> TcpStream {
        let socket = TcpSocket::new_v4().unwrap();
        socket.bind(format!("{from}:0").parse().unwrap()).unwrap();
        let mut stream = socket.connect(self.address).await.unwrap();
        stream.write_all(text.as_bytes()).await.unwrap();
        stream
    }

    /// Opens a connection and sends `text`.
    async fn send(&self, text: &str) -> TcpStream {
        let mut stream = TcpStream::connect(self.address).await.unwrap();
        stream.write_all(text.as_bytes()).await.unwrap();
        stream
    }

    async fn stop(self) {
        self.end.send(true).unwrap();
        self.task.await.unwrap();
    }
}

/// One route that reads bodies, one that does not.
fn router() -> Router {
    Router::new()
        .route("/", get(|| async { "here" }))
        .route(
            "/read",
            post(|body: Bytes| async move { body.len().to_string() }),
        )
        .route("/unread", post(|| async { "no, thanks" }))
}

/// Received text until the server closes the connection, in lower case.
async fn rest(mut stream: TcpStream) -> String {
    let mut text = Vec::new();
    // A client that is disconnected while sending may receive a reset instead of an end of stream.
    let _ = stream.read_to_end(&mut text).await;
    String::from_utf8(text).unwrap().to_lowercase()
}

/// Received text up to and including `end`.
async fn until(stream: &mut TcpStream, end: &str) -> String {
    let mut text = Vec::new();
    while !text.ends_with(end.as_bytes()) {
        text.push(stream.read_u8().await.unwrap());
    }
    String::from_utf8(text).unwrap().to_lowercase()
}

#[tokio::test]
async fn a_head_that_does_not_end_ends_the_connection() {
    let limits = Limits {
        head: SHORT,
        ..LIMITS
    };
    let server = Server::start(limits, router()).await;
    for begun in ["", "GET / HT", "GET / HTTP/1.1\r\nHost: a\r\nX-Slow: "] {
        let stream = server.send(begun).await;
        assert!(!rest(stream).await.contains("here"), "{begun}");
    }
    // An idle connection is closed after its response too.
    let stream = server.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n").await;
    assert!(rest(stream).await.ends_with("here"));
    server.stop().await;
}

#[tokio::test]
async fn a_client_that_leaves_ends_its_request() {
    /// Notes that the future which holds it was dropped.
    struct Noted(Arc<Notify>);
    impl Drop for Noted {
        fn drop(&mut self) {
            self.0.notify_one();
        }
    }
    let (begun, ended) = (Arc::<Notify>::default(), Arc::<Notify>::default());
    let (began, noted) = (Arc::clone(&begun), Arc::clone(&ended));
    let handler = move |_: Bytes| {
        let (began, noted) = (Arc::clone(&began), Noted(Arc::clone(&noted)));
        async move {
            let _noted = noted;
            began.notify_one();
            std::future::pending::<()>().await;
        }
    };
    let router = Router::new().route("/", post(handler));
    let server = Server::start(LIMITS, router).await;
    let request = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc";
    let stream = server.send(request).await;
    begun.notified().await;
    drop(stream);
    ended.notified().await;
    server.stop().await;
}

#[tokio::test]
async fn a_body_that_does_not_arrive_is_answered_408() {
    let limits = Limits {
        body: SHORT,
        ..LIMITS
    };
    let server = Server::start(limits, router()).await;
    for begun in [
        "POST /read HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nabc",
        "POST /read HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n",
    ] {
        let answer = rest(server.send(begun).await).await;
        assert!(answer.starts_with("http/1.1 408 "), "{answer}");
        assert!(answer.contains("\r\nconnection: close\r\n"), "{answer}");
    }
    server.stop().await;
}

#[tokio::test]
async fn the_platform_answers_a_late_body_with_its_envelope() {
    let limits = Limits {
        body: SHORT,
        ..LIMITS
    };
    let router = router().layer(axum::middleware::map_response(|mut response: Response| {
        let id = HeaderValue::from_static("the-id");
        response.headers_mut().insert("x-request-id", id);
        std::future::ready(response)
    }));
    let server = Server::start_with(limits, router, layers::late_body).await;
    let begun = "POST /read HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nabc";
    let answer = rest(server.send(begun).await).await;
    assert!(answer.starts_with("http/1.1 408 "), "{answer}");
    assert!(answer.contains("\r\nx-request-id: the-id\r\n"), "{answer}");
    let body: serde_json::Value =
        serde_json::from_str(answer.split_once("\r\n\r\n").unwrap().1).unwrap();
    assert_eq!(body["code"], "request_timeout");
    assert_eq!(body["request_id"], "the-id");
    assert_eq!(
        body["message"],
        "o envio demorou demais e foi interrompido. tente de novo."
    );
    server.stop().await;
}

#[tokio::test]
async fn a_body_that_trickles_has_no_more_time() {
    let limits = Limits {
        body: SHORT,
        ..LIMITS
    };
    let server = Server::start(limits, router()).await;
    let head = "POST /read HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\n";
    let (read, mut write) = server.send(head).await.into_split();
    // Sends a byte at intervals until the server gives up.
    let trickle = tokio::spawn(async move {
        let mut pause = tokio::time::interval(SHORT / 10);
        while write.write_all(b"x").await.is_ok() {
            pause.tick().await;
        }
    });
    let mut read = read;
    let mut answer = [0; 13];
    read.read_exact(&mut answer).await.unwrap();
    assert_eq!(&answer, b"HTTP/1.1 408 ");
    drop(read);
    trickle.await.unwrap();
    server.stop().await;
}

#[tokio::test]
async fn a_connection_with_an_unread_body_is_closed_and_any_other_goes_on() {
    let server = Server::start(LIMITS, router()).await;
    let unread = "POST /unread HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\nabc";
    let answer = rest(server.send(unread).await).await;
    assert!(answer.contains("\r\nconnection: close\r\n"), "{answer}");
    assert!(answer.ends_with("no, thanks"), "{answer}");
    // A request inside the unread body is not answered.
    let inner = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";
    let smuggled = format!(
        "POST /unread HTTP/1.1\r\nHost: a\r\nContent-Length: {}\r\n\r\n{inner}",
        inner.len() + 1
    );
    let answer = rest(server.send(&smuggled).await).await;
    assert_eq!(answer.matches("http/1.1 ").count(), 1, "{answer}");

    let mut stream = server.send("").await;
    for (request, body) in [
        ("GET / HTTP/1.1\r\nHost: a\r\n\r\n", "here"),
        (
            "POST /read HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc",
            "\r\n3",
        ),
        (
            "POST /read HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n0\r\n\r\n",
            "\r\n2",
        ),
        ("GET / HTTP/1.1\r\nHost: a\r\n\r\n", "here"),
    ] {
        stream.write_all(request.as_bytes()).await.unwrap();
        let answer = until(&mut stream, body).await;
        assert!(answer.starts_with("http/1.1 200 "), "{answer}");
        assert!(!answer.contains("connection: close"), "{answer}");
    }
    server.stop().await;
}

#[tokio::test]
async fn no_more_connections_are_served_at_once_than_there_are_places() {
    let limits = Limits {
        connections: 2,
        ..LIMITS
    };
    let (now, most) = (Arc::<AtomicUsize>::default(), Arc::<AtomicUsize>::default());
    let pair = Arc::new(Barrier::new(2));
    let counted = {
        let (now, most, pair) = (now.clone(), most.clone(), pair.clone());
        move || async move {
            most.fetch_max(now.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
            // Two requests are served together; any further connection would be counted meanwhile.
            pair.wait().await;
            for _ in 0..200 {
                tokio::task::yield_now().await;
            }
            now.fetch_sub(1, Ordering::SeqCst);
            "counted"
        }
    };
    let router = Router::new().route("/", get(counted));
    let server = Server::start(limits, router).await;
    let mut asked = JoinSet::new();
    for _ in 0..12 {
        let request = "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";
        let stream = server.send(request).await;
        asked.spawn(rest(stream));
    }
    for answer in asked.join_all().await {
        assert!(answer.ends_with("counted"), "{answer}");
    }
    assert_eq!(most.load(Ordering::SeqCst), 2);
    server.stop().await;
}

#[tokio::test]
async fn silent_connections_give_their_places_up() {
    let limits = Limits {
        connections: 2,
        head: SHORT,
        ..LIMITS
    };
    let server = Server::start(limits, router()).await;
    let silent = [server.send("").await, server.send("GET /").await];
    let stream = server.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n").await;
    assert!(rest(stream).await.ends_with("here"));
    drop(silent);
    server.stop().await;
}

/// A route that responds when the second semaphore has a permit, and adds one to the first when it is called.
fn slow_route() -> (MethodRouter, Arc<Semaphore>, Arc<Semaphore>) {
    let (begun, go_on) = (Arc::new(Semaphore::new(0)), Arc::new(Semaphore::new(0)));
    let slow = {
        let (begun, go_on) = (begun.clone(), go_on.clone());
        move || async move {
            begun.add_permits(1);
            go_on.acquire().await.unwrap().forget();
            "finished"
        }
    };
    (get(slow), begun, go_on)
}

#[tokio::test]
async fn what_was_begun_is_finished_before_the_end() {
    let (slow, begun, go_on) = slow_route();
    let server = Server::start(LIMITS, Router::new().route("/", slow)).await;
    let idle = server.send("").await;
    let stream = server.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n").await;
    begun.acquire().await.unwrap().forget();
    server.end.send(true).unwrap();
    assert_eq!(rest(idle).await, "");
    go_on.add_permits(1);
    assert!(rest(stream).await.ends_with("finished"));
    server.task.await.unwrap();
}

const GET: &str = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";

/// Few enough connections that those of one address could hold all places.
const FEW: Limits = Limits {
    connections: 8,
    half_open: 2,
    ..LIMITS
};

/// Expects that all `silent` connections of 127.0.0.2 but the newest two, which it returns, are closed, and that this and another
/// address are answered.
async fn closed_but_newest(server: &Server, mut silent: Vec<TcpStream>) -> Vec<TcpStream> {
    let kept = silent.split_off(silent.len() - 2);
    for stream in silent {
        assert_eq!(rest(stream).await, "");
    }
    for from in ["127.0.0.3", "127.0.0.2"] {
        let mut stream = server.send_from(from, GET).await;
        assert!(until(&mut stream, "here").await.starts_with("http/1.1 200"));
    }
    kept
}

#[tokio::test]
async fn half_open_connections_of_one_address_leave_places_for_others() {
    let server = Server::start(FEW, router()).await;
    let mut silent = Vec::new();
    for begun in ["", "GET / HT", "GET / HTTP/1.1\r\nHost: a\r\n"].repeat(8) {
        silent.push(server.send_from("127.0.0.2", begun).await);
    }
    let kept = closed_but_newest(&server, silent).await;
    drop(kept);
    server.stop().await;
}

#[tokio::test]
async fn bodies_of_one_address_that_do_not_arrive_leave_places_for_others() {
    let server = Server::start(FEW, router()).await;
    let mut silent = Vec::new();
    for begun in ["", "a", "abcdefgh"].repeat(8) {
        let text = format!("POST /read HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n{begun}");
        silent.push(server.send_from("127.0.0.2", &text).await);
    }
    let mut kept = closed_but_newest(&server, silent).await;
    // A body that goes on is read.
    let mut newest = kept.pop().unwrap();
    newest.write_all(b"i").await.unwrap();
    assert!(until(&mut newest, "\r\n").await.starts_with("http/1.1 200"));
    server.stop().await;
}

#[tokio::test]
async fn an_idle_connection_gives_way_and_a_busy_one_does_not() {
    let (slow, begun, go_on) = slow_route();
    let limits = Limits {
        half_open: 1,
        ..LIMITS
    };
    let server = Server::start(limits, router().route("/slow", slow)).await;
    let mut busy = server.send("GET /slow HTTP/1.1\r\nHost: a\r\n\r\n").await;
    begun.acquire().await.unwrap().forget();
    let mut idle = server.send(GET).await;
    until(&mut idle, "here").await;
    let newest = server.send("").await;
    assert_eq!(rest(idle).await, "");
    go_on.add_permits(1);
    assert!(
        until(&mut busy, "finished")
            .await
            .starts_with("http/1.1 200")
    );
    // Idle now, it is the newest and displaces the silent one.
    assert_eq!(rest(newest).await, "");
    busy.write_all(GET.as_bytes()).await.unwrap();
    until(&mut busy, "here").await;
    server.stop().await;
}

#[tokio::test]
async fn a_request_with_two_lengths_is_answered_400_and_the_connection_closed() {
    let server = Server::start(LIMITS, router()).await;
    for head in [
        "Transfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n",
        "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n",
    ] {
        for before in ["", GET] {
            let text = format!(
                "{before}POST /read HTTP/1.1\r\nHost: a\r\n{head}3\r\nabc\r\n0\r\n\r\n{GET}"
            );
            let answer = rest(server.send(&text).await).await;
            let (_, refused) = answer.split_at(answer.rfind("http/1.1 ").unwrap());
            assert!(refused.starts_with("http/1.1 400 "), "{answer}");
            assert!(refused.contains("\r\nconnection: close\r\n"), "{answer}");
            let answers = answer.matches("http/1.1 ").count();
            assert_eq!(answers, 1 + usize::from(!before.is_empty()), "{answer}");
        }
    }
    server.stop().await;
}

#[tokio::test]
async fn other_host_names_are_refused() {
    let server = Server::start(LIMITS, router()).await;
    for (head, status) in [
        ("GET / HTTP/1.1\r\nHost: evil.test\r\n\r\n", "421"),
        ("GET /none HTTP/1.1\r\nHost: evil.test\r\n\r\n", "421"),
        ("OPTIONS * HTTP/1.1\r\nHost: evil.test\r\n\r\n", "421"),
        ("GET http://evil.test/ HTTP/1.1\r\nHost: a\r\n\r\n", "421"),
        ("GET http://a/ HTTP/1.1\r\nHost: a\r\n\r\n", "200"),
        ("GET / HTTP/1.1\r\n\r\n", "400"),
        ("GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n", "400"),
        ("GET / HTTP/1.0\r\n\r\n", "200"),
    ] {
        let mut stream = server.send(head).await;
        let answer = until(&mut stream, "\r\n").await;
        assert!(answer.contains(status), "{head}: {answer}");
    }
    server.stop().await;
}
