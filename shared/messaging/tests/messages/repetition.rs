//! Which requests are sent again.

use std::io;
use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use messaging::{MessageError, MessageFailure, Messenger};
use outbound::{Outbound, Policy, Resolver};
use serde_json::json;
use wiremock::matchers::any;
use wiremock::{Mock, MockServer, ResponseTemplate};

use crate::channel::{TOKEN, messenger, phone, settings};

/// A resolver that fails a number of times, and then knows that every name is on loopback.
struct Fails(AtomicUsize);

#[async_trait::async_trait]
impl Resolver for Fails {
    async fn lookup(&self, _: &str) -> io::Result<Vec<IpAddr>> {
        let left = |left: usize| left.checked_sub(1);
        match self
            .0
            .fetch_update(Ordering::SeqCst, Ordering::SeqCst, left)
        {
            Ok(_) => Err(io::ErrorKind::NotFound.into()),
            Err(_) => Ok(vec![Ipv4Addr::LOCALHOST.into()]),
        }
    }
}

/// Sends a message through a server whose name is resolved after `failures`, and counts its requests.
async fn after(failures: usize) -> (Result<String, MessageError>, usize) {
    let server = MockServer::start().await;
    let answer = ResponseTemplate::new(201).set_body_json(json!({ "key": { "id": "3EB0" } }));
    Mock::given(any()).respond_with(answer).mount(&server).await;
    let port = server.address().port();
    let url = format!("http://mensagens.example:{port}");
    let values = [("URL", url.as_str()), ("TOKEN", TOKEN), ("INSTANCE", "1")];
    let resolver = Arc::new(Fails(AtomicUsize::new(failures)));
    let outbound = Outbound::with_resolver(Policy::local(), resolver).unwrap();
    let messenger = Messenger::of_settings(&settings(&values), outbound);
    let sent = messenger.unwrap().unwrap().send_text(&phone(), "Oi").await;
    let requests = server.received_requests().await.unwrap().len();
    (sent.map(|accepted| accepted.message_id), requests)
}

#[tokio::test]
async fn a_request_that_never_left_is_sent_again() {
    assert_eq!(after(2).await, (Ok("3EB0".to_owned()), 1));
    let (sent, requests) = after(9).await;
    let error = sent.unwrap_err();
    assert_eq!((error.failure, requests), (MessageFailure::Unreachable, 0));
    assert!(!error.may_have_been_sent());
}

#[tokio::test]
async fn a_request_that_left_is_not_sent_again() {
    for status in [400, 429, 500, 502, 503] {
        let server = MockServer::start().await;
        let answer = ResponseTemplate::new(status);
        Mock::given(any()).respond_with(answer).mount(&server).await;
        for provider in ["cloud", "evolution", "zapi"] {
            let messenger = messenger(&server, provider, &[]);
            messenger.send_text(&phone(), "Oi").await.unwrap_err();
        }
        assert_eq!(server.received_requests().await.unwrap().len(), 3);
    }
}
