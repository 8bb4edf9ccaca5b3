//! Responses whose body is read piece by piece, from loopback servers.
#![expect(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::net::Ipv4Addr;
use std::time::Duration;

use http::StatusCode;
use outbound::{Outbound, OutboundError, Policy, Refused, Request};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use url::Url;

const HEAD: &str = "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\nx-kind: test\r\n\r\n";

fn outbound() -> Outbound {
    Outbound::new(Policy::local()).unwrap()
}

/// Serves one connection: writes `first` as soon as a request came, and `rest` when the test says so; without a word of
/// the test it closes.
async fn server(first: String, rest: &'static str) -> (Request, oneshot::Sender<()>) {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
    let url = format!("http://{}/", listener.local_addr().unwrap());
    let (go_on, told) = oneshot::channel();
    tokio::spawn(async move {
        let (mut stream, _) = listener.accept().await.unwrap();
        let mut head = [0; 4096];
        let _ = stream.read(&mut head).await;
        stream.write_all(first.as_bytes()).await.unwrap();
        if told.await.is_ok() {
            let _ = stream.write_all(rest.as_bytes()).await;
        }
    });
    (Request::post(Url::parse(&url).unwrap()), go_on)
}

#[tokio::test]
async fn a_piece_is_there_before_the_rest_is_sent() {
    let first = format!("{HEAD}3\r\num \r\n");
    let (request, go_on) = server(first, "4\r\ndois\r\n0\r\n\r\n").await;
    let mut response = outbound().open(request).await.unwrap();
    assert_eq!(response.status, StatusCode::OK);
    assert_eq!(response.header("x-kind"), Some("test"));
    assert_eq!(response.chunk().await.unwrap().unwrap(), "um ");
    go_on.send(()).unwrap();
    assert_eq!(response.chunk().await.unwrap().unwrap(), "dois");
    assert_eq!(response.chunk().await.unwrap(), None);
    assert_eq!(response.chunk().await.unwrap(), None);
}

#[tokio::test]
async fn the_deadline_covers_the_body() {
    let (request, _go_on) = server(format!("{HEAD}3\r\num \r\n"), "").await;
    let request = request.deadline(Duration::from_millis(300));
    let mut response = outbound().open(request).await.unwrap();
    assert_eq!(response.chunk().await.unwrap().unwrap(), "um ");
    assert_eq!(response.chunk().await, Err(OutboundError::Timeout));
}

#[tokio::test]
async fn the_deadline_covers_the_wait_for_the_head() {
    let (request, _go_on) = server(String::new(), "").await;
    let request = request.deadline(Duration::from_millis(50));
    let error = outbound().open(request).await.unwrap_err();
    assert_eq!(error, OutboundError::Timeout);
}

#[tokio::test]
async fn a_broken_connection_is_an_error_after_what_came() {
    let (request, go_on) = server(format!("{HEAD}3\r\num \r\n"), "").await;
    let mut response = outbound().open(request).await.unwrap();
    assert_eq!(response.chunk().await.unwrap().unwrap(), "um ");
    drop(go_on);
    assert_eq!(response.chunk().await, Err(OutboundError::Interrupted));
}

#[tokio::test]
async fn a_long_body_is_an_error_or_truncated() {
    let answer = || format!("{HEAD}6\r\nabcdef\r\n0\r\n\r\n");
    let (request, _go_on) = server(answer(), "").await;
    let mut response = outbound().open(request.max_bytes(4)).await.unwrap();
    let error = response.chunk().await.unwrap_err();
    assert_eq!(error, OutboundError::TooLarge { limit: 4 });

    let (request, _go_on) = server(answer(), "").await;
    let response = outbound().open(request.first_bytes(4)).await.unwrap();
    let whole = response.whole().await.unwrap();
    assert_eq!((whole.body.as_ref(), whole.cut), (b"abcd".as_slice(), true));

    let announced = "HTTP/1.1 200 OK\r\ncontent-length: 6\r\n\r\nabcdef".to_owned();
    let (request, _go_on) = server(announced, "").await;
    let error = outbound().open(request.max_bytes(4)).await.unwrap_err();
    assert_eq!(error, OutboundError::TooLarge { limit: 4 });
}

#[tokio::test]
async fn the_guard_and_the_rule_for_redirects_hold() {
    let answer = "HTTP/1.1 302 Found\r\nlocation: /next\r\ncontent-length: 0\r\n\r\n";
    let (request, _go_on) = server(answer.to_owned(), "").await;
    let error = outbound().open(request).await.unwrap_err();
    assert!(
        matches!(error, OutboundError::Redirected { .. }),
        "{error:?}"
    );

    let private = Request::get(Url::parse("http://10.0.0.1/").unwrap());
    let error = outbound().open(private).await.unwrap_err();
    assert!(matches!(error, OutboundError::Refused(Refused::Address(_))));
}
