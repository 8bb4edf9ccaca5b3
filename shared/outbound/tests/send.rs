//! Requests on the wire and their responses, tested against loopback servers.
#![expect(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::collections::HashMap;
use std::io;
use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use bytes::Bytes;
use http::{HeaderValue, Method, StatusCode, header};
use outbound::{
    AddressClass, Basic, Body, Outbound, OutboundError, Part, Policy, Redirects, Refused, Request,
    Resolver,
};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use url::Url;
use wiremock::matchers::{body_json, body_string_contains, header as has_header, method, path};
use wiremock::{Mock, MockServer, ResponseTemplate};

struct Fixed(HashMap<&'static str, IpAddr>);

#[async_trait]
impl Resolver for Fixed {
    async fn lookup(&self, name: &str) -> io::Result<Vec<IpAddr>> {
        self.0
            .get(name)
            .map(|address| vec![*address])
            .ok_or(io::ErrorKind::NotFound.into())
    }
}

fn outbound() -> Outbound {
    Outbound::new(Policy::local()).unwrap()
}

fn url(server: &MockServer, path: &str) -> Url {
    Url::parse(&format!("{}{path}", server.uri())).unwrap()
}

fn login() -> Option<Basic> {
    Some(Basic {
        user: "ana".into(),
        password: "abcd efgh".into(),
    })
}

async fn redirect(server: &MockServer, from: &str, status: u16, to: &str) {
    let answer = ResponseTemplate::new(status).insert_header("location", to);
    Mock::given(path(from))
        .respond_with(answer)
        .mount(server)
        .await;
}

/// Serves one connection: reads the head of a request, writes `answer`, closes.
async fn raw_server(answer: &'static [u8]) -> Url {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move {
        let (mut stream, _) = listener.accept().await.unwrap();
        let mut head = [0; 4096];
        let _ = stream.read(&mut head).await;
        let _ = stream.write_all(answer).await;
    });
    Url::parse(&format!("http://{address}/")).unwrap()
}

#[tokio::test]
async fn a_call_sends_credentials_user_agent_and_body_but_no_cookie() {
    let server = MockServer::start().await;
    let body = serde_json::json!({ "title": "Olá" });
    let answer = ResponseTemplate::new(201)
        .insert_header("set-cookie", "session=1")
        .set_body_json(serde_json::json!({ "id": 7 }));
    Mock::given(method("POST"))
        .and(body_json(&body))
        .respond_with(answer)
        .mount(&server)
        .await;

    let outbound = outbound();
    for _ in 0..2 {
        let request = Request::post(url(&server, "/posts"))
            .body(Body::Json(body.clone()))
            .credentials(login());
        let response = outbound.send(request).await.unwrap();
        assert_eq!(response.status, StatusCode::CREATED);
        assert_eq!(response.json::<serde_json::Value>().unwrap()["id"], 7);
    }

    for request in server.received_requests().await.unwrap() {
        assert_eq!(
            request.headers["authorization"],
            "Basic YW5hOmFiY2QgZWZnaA=="
        );
        assert!(
            request.headers["user-agent"]
                .to_str()
                .unwrap()
                .starts_with("Pauta/")
        );
        assert!(!request.headers.contains_key("cookie"));
    }
}

#[tokio::test]
async fn a_multipart_body_keeps_names_types_and_bytes() {
    let server = MockServer::start().await;
    Mock::given(body_string_contains(
        "name=\"file\"; filename=\"foto.webp\"",
    ))
    .and(body_string_contains("Content-Type: image/webp"))
    .and(body_string_contains("PICTURE"))
    .and(body_string_contains("name=\"alt_text\""))
    .respond_with(ResponseTemplate::new(201))
    .expect(1)
    .mount(&server)
    .await;
    let parts = vec![
        Part {
            name: "file".into(),
            file_name: Some("foto.webp".into()),
            content_type: Some("image/webp".into()),
            bytes: Bytes::from_static(b"PICTURE"),
        },
        Part {
            name: "alt_text".into(),
            file_name: None,
            content_type: None,
            bytes: Bytes::from_static(b"texto"),
        },
    ];
    let request = Request::post(url(&server, "/media")).body(Body::Multipart(parts));
    assert_eq!(
        outbound().send(request).await.unwrap().status,
        StatusCode::CREATED
    );
}

#[tokio::test]
async fn the_connection_uses_the_checked_address() {
    let server = MockServer::start().await;
    Mock::given(method("GET"))
        .respond_with(ResponseTemplate::new(204))
        .mount(&server)
        .await;
    let names = HashMap::from([("cliente.example", IpAddr::from(Ipv4Addr::LOCALHOST))]);
    let outbound = Outbound::with_resolver(Policy::local(), Arc::new(Fixed(names))).unwrap();
    let mut address = url(&server, "/");
    address.set_host(Some("cliente.example")).unwrap();
    assert_eq!(
        outbound.send(Request::get(address)).await.unwrap().status,
        StatusCode::NO_CONTENT
    );
}

#[tokio::test]
async fn credentials_and_headers_are_not_sent_to_another_origin() {
    let (first, second) = (MockServer::start().await, MockServer::start().await);
    redirect(&first, "/a", 302, &format!("{}/b", second.uri())).await;
    redirect(&second, "/b", 302, &format!("{}/c", first.uri())).await;
    Mock::given(path("/c"))
        .respond_with(ResponseTemplate::new(200))
        .mount(&first)
        .await;

    let request = Request::get(url(&first, "/a"))
        .header(
            "x-api-key".parse().unwrap(),
            HeaderValue::from_static("chave"),
        )
        .header(header::ACCEPT, HeaderValue::from_static("application/json"))
        .credentials(login())
        .redirects(Redirects::Anywhere(3));
    let response = outbound().send(request).await.unwrap();
    assert_eq!(response.url, url(&first, "/c"));

    let of_first = first.received_requests().await.unwrap();
    assert!(of_first[0].headers.contains_key("authorization"));
    assert!(
        !of_first[1].headers.contains_key("authorization"),
        "the way back is not trusted"
    );
    let of_second = second.received_requests().await.unwrap();
    assert!(!of_second[0].headers.contains_key("authorization"));
    assert!(!of_second[0].headers.contains_key("x-api-key"));
    assert_eq!(of_second[0].headers["accept"], "application/json");
}

#[tokio::test]
async fn redirects_follow_the_rule() {
    let (server, other) = (MockServer::start().await, MockServer::start().await);
    redirect(&server, "/loop", 302, "/loop").await;
    redirect(&server, "/relative", 301, "target").await;
    redirect(&server, "/away", 307, &format!("{}/x?key=1", other.uri())).await;
    Mock::given(path("/target"))
        .and(has_header("authorization", "Basic YW5hOmFiY2QgZWZnaA=="))
        .respond_with(ResponseTemplate::new(200))
        .mount(&server)
        .await;
    let outbound = outbound();
    let send = async |from: &str, method: Method, redirects| {
        let request = Request::new(method, url(&server, from));
        outbound
            .send(request.credentials(login()).redirects(redirects))
            .await
    };

    let reached = send("/relative", Method::GET, Redirects::SameOrigin(1))
        .await
        .unwrap();
    assert_eq!(reached.url, url(&server, "/target"));
    let looped = send("/loop", Method::GET, Redirects::SameOrigin(3)).await;
    assert_eq!(looped.unwrap_err(), OutboundError::TooManyRedirects);
    let unwanted = send("/relative", Method::GET, Redirects::Never)
        .await
        .unwrap_err();
    assert!(matches!(unwanted, OutboundError::Redirected { .. }));
    let away = send("/away", Method::GET, Redirects::SameOrigin(3))
        .await
        .unwrap_err();
    assert_eq!(
        away,
        OutboundError::Redirected {
            status: StatusCode::TEMPORARY_REDIRECT,
            to: Box::new(url(&other, "/x")),
        }
    );
    for method in [Method::POST, Method::PUT, Method::DELETE] {
        let replayed = send("/away", method, Redirects::Anywhere(3))
            .await
            .unwrap_err();
        assert!(matches!(replayed, OutboundError::Redirected { .. }));
        assert!(replayed.may_have_happened());
    }
    assert!(other.received_requests().await.unwrap().is_empty());
}

#[tokio::test]
async fn each_hop_is_checked_again() {
    let server = MockServer::start().await;
    for (from, to, expected) in [
        (
            "/private",
            "http://10.0.0.1/",
            Refused::Address(AddressClass::Private),
        ),
        (
            "/meta",
            "http://169.254.169.254/latest",
            Refused::Address(AddressClass::Metadata),
        ),
        (
            "/mapped",
            "http://[::ffff:10.0.0.1]/",
            Refused::Address(AddressClass::WrappedV4),
        ),
        ("/file", "file:///etc/passwd", Refused::Scheme),
        ("/user", "http://a:b@cliente.example/", Refused::UserInfo),
        ("/local", "http://printer.local/", Refused::LocalName),
    ] {
        redirect(&server, from, 302, to).await;
        let request = Request::get(url(&server, from)).redirects(Redirects::Anywhere(5));
        assert_eq!(
            outbound().send(request).await.unwrap_err(),
            expected.into(),
            "{to}"
        );
    }
}

#[tokio::test]
async fn a_long_response_is_rejected_or_truncated() {
    let server = MockServer::start().await;
    Mock::given(method("GET"))
        .respond_with(ResponseTemplate::new(200).set_body_bytes(vec![b'x'; 1_000]))
        .mount(&server)
        .await;
    let outbound = outbound();
    let refused = outbound
        .send(Request::get(url(&server, "/")).max_bytes(999))
        .await;
    assert_eq!(refused.unwrap_err(), OutboundError::TooLarge { limit: 999 });
    let whole = outbound
        .send(Request::get(url(&server, "/")).max_bytes(1_000))
        .await
        .unwrap();
    assert_eq!((whole.body.len(), whole.cut), (1_000, false));
    let cut = outbound
        .send(Request::get(url(&server, "/")).first_bytes(10))
        .await
        .unwrap();
    assert_eq!((cut.body.len(), cut.cut), (10, true));
}

#[tokio::test]
async fn a_long_response_of_unknown_length_is_rejected() {
    let chunks = b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nabcde\r\n5\r\nfghij\r\n0\r\n\r\n";
    let error = outbound()
        .send(Request::get(raw_server(chunks).await).max_bytes(8))
        .await;
    assert_eq!(error.unwrap_err(), OutboundError::TooLarge { limit: 8 });
}

#[tokio::test]
async fn a_slow_response_ends_at_the_deadline() {
    let server = MockServer::start().await;
    let slow = ResponseTemplate::new(200).set_delay(Duration::from_secs(30));
    Mock::given(method("POST"))
        .respond_with(slow)
        .mount(&server)
        .await;
    let request = Request::post(url(&server, "/")).deadline(Duration::from_millis(100));
    let error = outbound().send(request).await.unwrap_err();
    assert_eq!(error, OutboundError::Timeout);
    assert!(error.may_have_happened());
}

#[tokio::test]
async fn transport_failures_are_distinguished() {
    let outbound = outbound();

    let free = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
    let closed = Url::parse(&format!("http://{}/", free.local_addr().unwrap())).unwrap();
    drop(free);
    let error = outbound.send(Request::post(closed)).await.unwrap_err();
    assert_eq!(error, OutboundError::Connect { timed_out: false });
    assert!(!error.may_have_happened());

    // A server without TLS where TLS is expected: it responds, or closes the connection.
    for answer in [&b"HTTP/1.1 400 Bad Request\r\n\r\n"[..], b""] {
        let mut plain = raw_server(answer).await;
        plain.set_scheme("https").unwrap();
        let error = outbound.send(Request::post(plain)).await.unwrap_err();
        assert_eq!(error, OutboundError::Tls);
        assert!(!error.may_have_happened());
    }

    for (answer, expected) in [
        (&b""[..], OutboundError::Interrupted),
        (
            b"HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf",
            OutboundError::Interrupted,
        ),
        (b"SSH-2.0-OpenSSH_9.9\r\n\r\n", OutboundError::Protocol),
    ] {
        let error = outbound
            .send(Request::post(raw_server(answer).await))
            .await
            .unwrap_err();
        assert_eq!(error, expected);
        assert!(error.may_have_happened());
    }
}

/// A server that accepts no connection: its queue of connections is full. The connections are held open.
async fn full_listener() -> (TcpListener, Vec<TcpStream>, Url) {
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind((Ipv4Addr::LOCALHOST, 0).into()).unwrap();
    let listener = socket.listen(1).unwrap();
    let address = listener.local_addr().unwrap();
    let mut held = Vec::new();
    while let Ok(connection) =
        tokio::time::timeout(Duration::from_millis(100), TcpStream::connect(address)).await
    {
        held.push(connection.unwrap());
    }
    let url = Url::parse(&format!("http://{address}/")).unwrap();
    (listener, held, url)
}

#[tokio::test(start_paused = true)]
async fn connecting_takes_five_seconds_at_most() {
    let (_listener, _held, url) = full_listener().await;
    let outbound = outbound();
    let begun = tokio::time::Instant::now();
    let request = Request::post(url).deadline(Duration::from_secs(60));
    let error = outbound.send(request).await.unwrap_err();
    assert_eq!(error, OutboundError::Connect { timed_out: true });
    assert!(!error.may_have_happened());
    assert_eq!(begun.elapsed().as_secs(), 5);
}

#[tokio::test]
async fn invalid_requests_are_rejected() {
    let server = MockServer::start().await;
    let part = Part {
        name: "file".into(),
        file_name: None,
        content_type: Some("not a type".into()),
        bytes: Bytes::new(),
    };
    let request = Request::post(url(&server, "/")).body(Body::Multipart(vec![part]));
    assert_eq!(
        outbound().send(request).await.unwrap_err(),
        Refused::NotSendable.into()
    );
}

#[test]
fn debug_output_contains_no_secrets() {
    let address = Url::parse("https://api.example/v1/key-in-path?key=key-in-query").unwrap();
    let request = Request::get(address)
        .header(
            header::AUTHORIZATION,
            HeaderValue::from_static("Bearer token"),
        )
        .credentials(login());
    let printed = format!("{request:?}");
    for secret in ["key-in", "token", "abcd"] {
        assert!(!printed.contains(secret), "{printed}");
    }
}
