//! An embedded DynamoDB behind the real SDK client: the client's HTTP connection is replaced by a
//! call into the engine, so that the code under test is the code that runs in the cloud.

use std::path::Path;

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::config::{BehaviorVersion, Credentials, Region};
use aws_smithy_runtime_api::client::http::{
    HttpConnector, HttpConnectorFuture, SharedHttpConnector, http_client_fn,
};
use aws_smithy_runtime_api::client::orchestrator::{HttpRequest, HttpResponse};
use aws_smithy_runtime_api::client::result::ConnectorError;
use aws_smithy_runtime_api::http::StatusCode;
use aws_smithy_types::body::SdkBody;
use dynoxide::{Database, DynoxideError};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Why the engine could not be opened.
#[derive(Debug, thiserror::Error)]
#[error("the embedded store could not be opened: {0}")]
pub struct OpenError(String);

/// The engine: in memory, or durable in one file.
#[derive(Clone)]
pub struct Engine(Database);

impl std::fmt::Debug for Engine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Engine")
    }
}

impl Engine {
    /// An engine that forgets everything with the process.
    pub fn memory() -> Result<Self, OpenError> {
        Database::memory()
            .map(Self)
            .map_err(|error| OpenError(error.to_string()))
    }

    /// An engine that keeps everything in `file`: what was answered survives a killed process.
    pub fn open(file: &Path) -> Result<Self, OpenError> {
        let path = file
            .to_str()
            .ok_or_else(|| OpenError("the path is not UTF-8".to_owned()))?;
        Database::new(path)
            .map(Self)
            .map_err(|error| OpenError(error.to_string()))
    }

    /// A client of this engine.
    pub fn client(&self) -> Client {
        let connector = SharedHttpConnector::new(Connector(self.clone()));
        let config = aws_sdk_dynamodb::Config::builder()
            .behavior_version(BehaviorVersion::latest())
            .region(Region::new("local"))
            .credentials_provider(Credentials::new("local", "local", None, None, "embedded"))
            .endpoint_url("http://embedded.invalid")
            .http_client(http_client_fn(move |_, _| connector.clone()))
            .build();
        Client::from_conf(config)
    }

    /// Removes records whose time has passed; the embedded engine does not do so by itself.
    pub fn sweep(&self) -> Result<usize, OpenError> {
        self.0
            .sweep_ttl()
            .map_err(|error| OpenError(error.to_string()))
    }

    fn call(&self, target: &str, body: &[u8]) -> Result<Vec<u8>, DynoxideError> {
        fn run<Q: DeserializeOwned, A: Serialize>(
            body: &[u8],
            operation: impl FnOnce(Q) -> dynoxide::Result<A>,
        ) -> Result<Vec<u8>, DynoxideError> {
            let question = serde_json::from_slice(body)
                .map_err(|error| DynoxideError::SerializationException(error.to_string()))?;
            serde_json::to_vec(&operation(question)?)
                .map_err(|error| DynoxideError::InternalServerError(error.to_string()))
        }
        let db = &self.0;
        match target.rsplit('.').next().unwrap_or_default() {
            "GetItem" => run(body, |q| db.get_item(q)),
            "PutItem" => run(body, |q| db.put_item(q)),
            "UpdateItem" => run(body, |q| db.update_item(q)),
            "DeleteItem" => run(body, |q| db.delete_item(q)),
            "Query" => run(body, |q| db.query(q)),
            "Scan" => run(body, |q| db.scan(q)),
            "BatchGetItem" => run(body, |q| db.batch_get_item(q)),
            "BatchWriteItem" => run(body, |q| db.batch_write_item(q)),
            "TransactWriteItems" => run(body, |q| db.transact_write_items(q)),
            "TransactGetItems" => run(body, |q| db.transact_get_items(q)),
            "CreateTable" => run(body, |q| db.create_table(q)),
            "DescribeTable" => run(body, |q| db.describe_table(q)),
            "UpdateTimeToLive" => run(body, |q| db.update_time_to_live(q)),
            other => Err(DynoxideError::ValidationException(format!(
                "unknown operation {other}"
            ))),
        }
    }
}

#[derive(Debug)]
struct Connector(Engine);

impl HttpConnector for Connector {
    fn call(&self, request: HttpRequest) -> HttpConnectorFuture {
        let target = request
            .headers()
            .get("x-amz-target")
            .unwrap_or_default()
            .to_owned();
        let Some(body) = request.body().bytes() else {
            let error = ConnectorError::user("a streaming body cannot reach the engine".into());
            return HttpConnectorFuture::ready(Err(error));
        };
        let (status, body) = match self.0.call(&target, body) {
            Ok(body) => (200, body),
            Err(error) => (error.status_code(), error.to_json().into_bytes()),
        };
        let answer = StatusCode::try_from(status)
            .map(|status| HttpResponse::new(status, SdkBody::from(body)))
            .map_err(|error| ConnectorError::other(error.into(), None));
        HttpConnectorFuture::ready(answer)
    }
}
