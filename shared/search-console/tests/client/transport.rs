//! A provider that cannot be reached, or does not answer.

use std::io::Read;
use std::net::TcpListener;

use futures_util::future::join_all;
use outbound::{Outbound, Policy};
use search_console::{GoogleClient, SearchError};

use crate::provider::{Call, client_of, endpoints};

const fn unavailable(may_have_happened: bool) -> SearchError {
    SearchError::Unavailable {
        may_have_happened,
        retry_after: None,
    }
}

#[tokio::test]
async fn a_provider_that_cannot_be_called_gets_nothing() {
    let row = |(base, policy)| async move {
        let client = GoogleClient::new(Outbound::new(policy).unwrap(), endpoints(base));
        for call in [Call::Exchange, Call::Indexing] {
            let error = call.failed(&client).await;
            assert_eq!(error, unavailable(false), "{base}");
            assert!(error.is_transient() && !error.may_have_happened());
        }
    };
    let rows = [
        ("http://127.0.0.1:9", Policy::local()),
        ("https://127.0.0.1", Policy::cloud()),
        ("https://169.254.169.254", Policy::cloud()),
        ("https://provedor.internal", Policy::cloud()),
        ("http://provedor.example", Policy::cloud()),
    ];
    join_all(rows.map(row)).await;
}

#[tokio::test]
async fn a_connection_that_breaks_leaves_the_outcome_open() {
    for call in [Call::Exchange, Call::Indexing, Call::IndexNow] {
        // Closes the connection after the request; a second one would find no server.
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let base = format!("http://{}", listener.local_addr().unwrap());
        let served = std::thread::spawn(move || {
            let (mut stream, _) = listener.accept().unwrap();
            let mut bytes = [0; 8192];
            let read = stream.read(&mut bytes).unwrap();
            assert!(read > 0);
        });
        let error = call.failed(&client_of(&base)).await;
        served.join().unwrap();
        assert_eq!(error, unavailable(true), "{call:?}");
        assert!(error.is_transient() && error.may_have_happened());
    }
}

/// The clock stands still while a call waits for the network, and jumps to the next time limit.
#[tokio::test(start_paused = true)]
async fn a_provider_that_does_not_answer_is_left_after_the_time_limit() {
    for call in Call::ALL {
        // Accepts the connection by the backlog, and never answers.
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let base = format!("http://{}", listener.local_addr().unwrap());
        let client = client_of(&base);
        let started = tokio::time::Instant::now();
        let error = call.failed(&client).await;
        let limit = if call == Call::Performance { 20 } else { 10 };
        assert_eq!(
            error,
            SearchError::TimedOut {
                may_have_happened: true
            },
            "{call:?}"
        );
        assert_eq!(started.elapsed().as_secs(), limit, "{call:?}");
        // One connection, so the call was not repeated.
        listener.set_nonblocking(true).unwrap();
        assert!(listener.accept().is_ok() && listener.accept().is_err());
    }
}
