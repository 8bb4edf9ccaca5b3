//! Clients that do not read their answers, and what hangs at the end.

use super::*;

/// A route whose answer no buffers of the system hold.
fn with_big() -> Router {
    let big = || async { vec![b'x'; 64 * 1024 * 1024] };
    router().route("/big", get(big))
}

const BIG: &str = "GET /big HTTP/1.1\r\nHost: a\r\n\r\n";

/// A client that asks for the big answer and takes its beginning.
async fn with_answer_begun(server: &Server) -> TcpStream {
    let mut stream = server.send(BIG).await;
    until(&mut stream, "\r\n").await;
    stream
}

#[tokio::test]
async fn a_client_that_does_not_read_gives_its_place_to_another() {
    let limits = Limits {
        connections: 1,
        answer: SHORT,
        ..LIMITS
    };
    let server = Server::start(limits, with_big()).await;
    let silent = with_answer_begun(&server).await;
    let mut other = server.send(GET).await;
    until(&mut other, "here").await;
    assert!(rest(silent).await.len() < 64 * 1024 * 1024);
    server.stop().await;
}

#[tokio::test]
async fn clients_that_do_not_read_are_few_of_a_network() {
    let limits = Limits {
        // They are known as silent after a tenth of it.
        answer: Duration::from_secs(10),
        ..FEW
    };
    let server = Server::start(limits, with_big()).await;
    let mut silent = Vec::new();
    for _ in 0..FEW.connections {
        silent.push(with_answer_begun(&server).await);
    }
    let mut other = server.send(GET).await;
    until(&mut other, "here").await;
    server.stop().await;
}

#[tokio::test]
async fn answers_that_clients_do_not_take_are_limited_in_all() {
    let limits = Limits {
        unsent: 8 * 1024 * 1024,
        ..LIMITS
    };
    let server = Server::start(limits, with_big()).await;
    let silent = with_answer_begun(&server).await;
    let mut refused = 0;
    loop {
        let mut stream = server.send(GET).await;
        if until(&mut stream, "\r\n").await.contains(" 200 ") {
            break;
        }
        refused += 1;
    }
    assert!(refused > 0);
    assert!(rest(silent).await.len() < 64 * 1024 * 1024);
    // One that reads gets everything.
    let close = BIG.replace("Host: a", "Host: a\r\nConnection: close");
    let whole = rest(server.send(&close).await).await;
    assert!(whole.len() > 64 * 1024 * 1024);
    server.stop().await;
}

#[tokio::test]
async fn the_end_does_not_wait_for_clients_that_hang() {
    let (slow, begun, _go_on) = slow_route();
    let limits = Limits {
        end: SHORT,
        ..LIMITS
    };
    let server = Server::start(limits, with_big().route("/slow", slow)).await;
    let silent = with_answer_begun(&server).await;
    let unfinished = server
        .send("POST /read HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nhi")
        .await;
    let waiting = server.send("GET /slow HTTP/1.1\r\nHost: a\r\n\r\n").await;
    begun.acquire().await.unwrap().forget();
    server.stop().await;
    drop((silent, unfinished, waiting));
}

#[tokio::test]
async fn the_end_of_what_a_client_sends_may_come_with_its_request() {
    let length = |body: Bytes| async move { format!("{} bytes", body.len()) };
    let router = Router::new().route("/", get(|| async { "0 bytes" }).post(length));
    let server = Server::start(LIMITS, router).await;
    for length in [0, 1, 1_000, 30_000, 400_000] {
        let method = if length == 0 { "GET" } else { "POST" };
        let head = format!("{method} / HTTP/1.1\r\nHost: a\r\nContent-Length: {length}\r\n\r\n");
        let mut stream = server.send(&(head + &"a".repeat(length))).await;
        stream.shutdown().await.unwrap();
        let answered = rest(stream).await;
        assert!(
            answered.ends_with(&format!("{length} bytes")),
            "{length}: {answered}"
        );
    }
    server.stop().await;
}

#[tokio::test]
async fn a_client_that_sends_no_more_gets_its_answer() {
    let (slow, begun, go_on) = slow_route();
    let server = Server::start(LIMITS, Router::new().route("/", slow)).await;
    let mut stream = server.send(GET).await;
    stream.shutdown().await.unwrap();
    begun.acquire().await.unwrap().forget();
    go_on.add_permits(1);
    assert!(rest(stream).await.ends_with("finished"));
    // One that does not end in time is given up, for its client may have gone.
    let mut stream = server.send(GET).await;
    stream.shutdown().await.unwrap();
    begun.acquire().await.unwrap().forget();
    assert_eq!(rest(stream).await, "");
    server.stop().await;
}
