//! Behaviour of each port that callers rely on, tested with the local adapter, and with the AWS adapter
//! when `PAUTA_CLOUD_URL` names an emulated cloud (tests/cloud/run.sh sets it).

#![expect(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod blobs;
mod emulator;
mod messages;

use std::time::Duration;

use cloud::{Connection, Environment, StoredSecret};
use embedded::secrets::MemorySecrets;
use ports::Secrets;
use serde_json::json;

use crate::emulator::emulated;

#[tokio::test]
async fn the_secret_document_is_read_completely() {
    let document =
        json!({ "active": "k1", "keys": { "k1": "chave + barra / igual =" } }).to_string();
    assert_eq!(
        MemorySecrets(document.clone()).document().await.unwrap(),
        document
    );
    if let Some((connection, _)) = emulated() {
        let client = aws_sdk_secretsmanager::Client::new(connection.sdk());
        client
            .create_secret()
            .name("contract")
            .secret_string(&document)
            .send()
            .await
            .unwrap();
        assert_eq!(
            StoredSecret::new(&connection, "contract")
                .document()
                .await
                .unwrap(),
            document
        );
        StoredSecret::new(&connection, "contract-unknown")
            .document()
            .await
            .unwrap_err();
    }
}

// Time is paused except for the timeouts themselves, so the test does not wait.
#[tokio::test(start_paused = true)]
async fn timeouts_end_calls_to_a_hanging_service() {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let environment: Environment = [
        ("AWS_REGION".to_owned(), "sa-east-1".to_owned()),
        ("AWS_ENDPOINT_URL".to_owned(), url),
    ]
    .into_iter()
    .collect();
    let connection = Connection::new(&environment)
        .unwrap()
        .with_credentials("test", "test");
    let secret = StoredSecret::new(&connection, "hangs");
    // The listener's backlog accepts the connection, and no response ever arrives.
    tokio::time::timeout(Duration::from_secs(9), secret.document())
        .await
        .unwrap()
        .unwrap_err();
}
