//! Bodies that do not all fit into memory.

use axum::extract::DefaultBodyLimit;

use super::*;

const LENGTH: usize = 20 * 1024 * 1024;

fn head(fields: &str) -> String {
    format!("POST /read HTTP/1.1\r\nHost: a\r\nContent-Length: {LENGTH}\r\n{fields}\r\n")
}

#[tokio::test]
async fn a_body_that_comes_too_slowly_gives_its_place_to_another() {
    let limits = Limits {
        received: LENGTH,
        body: Duration::from_secs(60),
        ..LIMITS
    };
    let router = router().layer(DefaultBodyLimit::disable());
    let server = Server::start(limits, router).await;
    let asks = head("Expect: 100-continue\r\n");
    let mut slow = server.send_from("127.0.2.1", &asks).await;
    until(&mut slow, "100 Continue\r\n\r\n").await;
    slow.write_all(b"a").await.unwrap();
    let mut whole = server.send_from("127.0.3.1", &head("")).await;
    whole.write_all(&vec![b'x'; LENGTH]).await.unwrap();
    let answer = until(&mut whole, &LENGTH.to_string()).await;
    assert!(answer.contains(" 200 "), "{answer}");
    assert_eq!(rest(slow).await, "");
    server.stop().await;
}
