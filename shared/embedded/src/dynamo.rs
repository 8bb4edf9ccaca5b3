//! Embedded DynamoDB behind the AWS SDK client: the client's HTTP connector calls the engine in process, so
//! that tests run the same code as the cloud.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::config::retry::RetryConfig;
use aws_sdk_dynamodb::config::{BehaviorVersion, Credentials, Region};
use aws_smithy_runtime_api::client::http::{
    HttpConnector, HttpConnectorFuture, SharedHttpConnector, http_client_fn,
};
use aws_smithy_runtime_api::client::orchestrator::{HttpRequest, HttpResponse};
use aws_smithy_runtime_api::client::result::ConnectorError;
use aws_smithy_runtime_api::http::StatusCode;
use aws_smithy_types::body::SdkBody;
use durable_files::HeldFile;
use dynoxide::{Database, DynoxideError};

use crate::acknowledged::Acknowledged;
use crate::deleted_data;
use crate::engine_errors::{LOST, is_full, is_lost, no_room};
use crate::engine_operations::{Answer, call, is_write};
use crate::group_commit::GroupCommit;
use crate::record_repair::Repair;
use crate::reserve::Reserve;
use crate::store_file::{StoreFault, beside, message};

/// The engine could not be opened.
#[derive(Debug, thiserror::Error)]
#[error("the embedded store could not be opened: {0}")]
pub struct OpenError(String);

/// The engine, in memory or persisted in one file.
#[derive(Clone)]
pub struct Engine {
    db: Database,
    /// Performs the operations on a file, and repairs it.
    file: Option<(GroupCommit, Arc<Repair>)>,
    /// The file and its write-ahead log.
    held: Arc<[HeldFile]>,
}

impl std::fmt::Debug for Engine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Engine")
    }
}

impl Engine {
    /// An engine in memory.
    pub fn memory() -> Result<Self, OpenError> {
        let db = Database::memory().map_err(|error| OpenError(error.to_string()))?;
        Ok(Self {
            db,
            file: None,
            held: Arc::default(),
        })
    }

    /// An engine persisted in `file`: acknowledged writes survive a killed process. Writes that wait for the disk together are
    /// made durable together.
    pub fn open(file: &Path) -> Result<Self, OpenError> {
        Self::open_with(file, None)
    }

    /// Like [`Self::open`]; when the disk is full, writes that are essential use the reserve.
    pub fn open_with(file: &Path, reserve: Option<Reserve>) -> Result<Self, OpenError> {
        let path = file
            .to_str()
            .ok_or_else(|| OpenError("the path is not UTF-8".to_owned()))?;
        let db = with_reserve(reserve.as_ref(), true, || Database::new(path))
            .map_err(|error| OpenError(error.to_string()))?;
        let failed = |error: std::io::Error| OpenError(error.to_string());
        deleted_data::clear_former(file);
        let acknowledged = Acknowledged::open(file, |operation, body| {
            with_reserve(reserve.as_ref(), true, || call(&db, operation, body))
        });
        let acknowledged = acknowledged.map_err(failed)?;
        let (own, repair) = (db.clone(), Arc::new(Repair::of(file)));
        let files = [file.to_owned(), beside(file, "-wal")].into_iter();
        let held: Arc<[HeldFile]> = files
            .map(HeldFile::new)
            .collect::<Result<_, _>>()
            .map_err(failed)?;
        let checked = Arc::clone(&held);
        let (file, repairs, given) = (file.to_owned(), repair.clone(), reserve.clone());
        let perform = move |operation: &str, body: &[u8], is_essential: bool| {
            // Files that are open take writes after their folder was removed.
            durable_files::check_held(&file)
                .and_then(|()| checked.iter().try_for_each(HeldFile::check))
                .map_err(|error| DynoxideError::InternalServerError(format!("{LOST}: {error}")))?;
            let performed = with_reserve(given.as_ref(), is_essential, || {
                repairs.around(|| call(&own, operation, body))
            });
            if performed.is_ok() && is_write(operation) {
                repairs.forget_deleted(operation, body);
            }
            performed
        };
        let file = GroupCommit::start(perform, Some(acknowledged), reserve).map_err(failed)?;
        Ok(Self {
            db,
            file: Some((file, repair)),
            held,
        })
    }

    /// Checks that the file and its write-ahead log are where they were opened. Writes check it themselves.
    ///
    /// # Errors
    /// One of them was removed, moved or replaced.
    pub fn check_held(&self) -> std::io::Result<()> {
        self.held.iter().try_for_each(HeldFile::check)
    }

    /// Removes what remains of deleted records in the file and its write-ahead log.
    ///
    /// # Errors
    /// The file cannot be read or written, or its folder was moved.
    pub fn clear_deleted(&self) -> Result<(), StoreFault> {
        let Some((_, repair)) = &self.file else {
            return Ok(());
        };
        durable_files::check_held(repair.file())
            .map_err(|error| StoreFault::Unreadable(error.to_string()))?;
        repair.forget_old()?;
        deleted_data::clear(repair.file())
    }

    /// Reads all records, and restores or sets aside those that a disk damaged. It takes as long as reading the file; other
    /// operations go on meanwhile.
    ///
    /// # Errors
    /// [`StoreFault`] when the file cannot be read or is not the one that is held.
    pub fn inspect(&self) -> Result<(), StoreFault> {
        let Some((_, repair)) = &self.file else {
            return Ok(());
        };
        durable_files::check_held(repair.file())
            .map_err(|error| StoreFault::Unreadable(error.to_string()))?;
        repair.inspect()
    }

    /// A client for this engine.
    pub fn client(&self) -> Client {
        Client::from_conf(self.config(None).build())
    }

    /// A client with fault injection: `inject` is called for each operation with its name (`GetItem`, …),
    /// including the SDK's retries, which happen without delay. For tests of failures of the store, or of
    /// the caller, at a given point.
    pub fn client_with_faults(&self, inject: FaultInjector) -> Client {
        let at_once = RetryConfig::standard().with_initial_backoff(Duration::from_millis(1));
        Client::from_conf(self.config(Some(inject)).retry_config(at_once).build())
    }

    fn config(&self, inject: Option<FaultInjector>) -> aws_sdk_dynamodb::config::Builder {
        let connector = SharedHttpConnector::new(Connector {
            engine: self.clone(),
            inject,
        });
        aws_sdk_dynamodb::Config::builder()
            .behavior_version(BehaviorVersion::latest())
            .region(Region::new("local"))
            .credentials_provider(Credentials::new("local", "local", None, None, "embedded"))
            .endpoint_url("http://embedded.invalid")
            .http_client(http_client_fn(move |_, _| connector.clone()))
    }

    /// Deletes expired records; the engine does not do so by itself.
    pub fn sweep(&self) -> Result<usize, OpenError> {
        let sweep = || self.db.sweep_ttl();
        let swept = match &self.file {
            Some((_, repair)) => repair.around(sweep),
            None => sweep(),
        };
        swept.map_err(|error| OpenError(error.to_string()))
    }
}

/// Performs an operation, again with the space of the reserve when the disk is full and the operation is essential.
fn with_reserve<T>(
    reserve: Option<&Reserve>,
    is_essential: bool,
    perform: impl Fn() -> Result<T, DynoxideError>,
) -> Result<T, DynoxideError> {
    loop {
        match perform() {
            Err(error) if is_full(&error) && reserve.is_some_and(|it| it.give(is_essential)) => {}
            performed => return performed,
        }
    }
}

/// Fault that a test injects into one operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InjectedFault {
    /// No fault.
    None,
    /// The engine does not receive the request; the connection breaks.
    LoseRequest,
    /// The engine processes the request; the connection breaks before the response.
    LoseAnswer,
    /// The engine rejects the request as throttled.
    Throttle,
    /// The disk is full: the engine rejects writes and processes reads.
    Full,
    /// The engine does not receive the request, and the response never arrives.
    Hang,
    /// The engine processes the request, and the response never arrives.
    HangAfter,
    /// The engine processes the request, and the response takes this time, as over a network. Requests that were sent
    /// together wait together.
    Delay(Duration),
}

/// Selects the fault of an operation by its name.
pub type FaultInjector = Arc<dyn Fn(&str) -> InjectedFault + Send + Sync>;

struct Connector {
    engine: Engine,
    inject: Option<FaultInjector>,
}

impl std::fmt::Debug for Connector {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Connector")
    }
}

fn answer(status: u16, body: Vec<u8>) -> Result<HttpResponse, ConnectorError> {
    StatusCode::try_from(status)
        .map(|status| HttpResponse::new(status, SdkBody::from(body)))
        .map_err(|error| ConnectorError::other(error.into(), None))
}

/// An error that the client does not retry: its back-off is too short for space to become free.
fn full(error: &DynoxideError) -> Result<HttpResponse, ConnectorError> {
    lasting(items::STORAGE_FULL, error)
}

/// An error that the client does not retry.
fn lasting(code: &str, error: &DynoxideError) -> Result<HttpResponse, ConnectorError> {
    let body = serde_json::json!({
        "__type": format!("pauta.embedded#{code}"),
        "message": error.to_string(),
    });
    answer(400, body.to_string().into_bytes())
}

/// The response to an operation.
fn response(performed: Answer) -> Result<HttpResponse, ConnectorError> {
    match performed {
        Ok(body) => answer(200, body),
        Err(error) if is_full(&error) => full(&error),
        Err(error) if is_lost(&error) => lasting(items::STORAGE_LOST, &error),
        // The adapter's own text of the error would hold the statement.
        Err(DynoxideError::SqliteError(error)) => {
            let error = DynoxideError::InternalServerError(message(&error));
            answer(error.status_code(), error.to_json().into_bytes())
        }
        Err(error) => answer(error.status_code(), error.to_json().into_bytes()),
    }
}

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
        let broken = || Err(ConnectorError::io("the connection broke".into()));
        let operation = target.rsplit('.').next().unwrap_or_default();
        if let (Some((file, _)), None) = (&self.engine.file, &self.inject) {
            let performed = file.perform(operation, body);
            return HttpConnectorFuture::new(async move {
                match performed.await {
                    Some(performed) => response(performed),
                    None => Err(ConnectorError::io("the store has ended".into())),
                }
            });
        }
        let perform = || response(call(&self.engine.db, operation, body));
        let disturbance = self
            .inject
            .as_ref()
            .map_or(InjectedFault::None, |inject| inject(operation));
        match disturbance {
            InjectedFault::None => HttpConnectorFuture::ready(perform()),
            InjectedFault::LoseRequest => HttpConnectorFuture::ready(broken()),
            InjectedFault::LoseAnswer => {
                let _lost = perform();
                HttpConnectorFuture::ready(broken())
            }
            InjectedFault::Throttle => {
                let error = DynoxideError::ProvisionedThroughputExceededException(
                    "the store is overloaded".to_owned(),
                );
                HttpConnectorFuture::ready(answer(
                    error.status_code(),
                    error.to_json().into_bytes(),
                ))
            }
            InjectedFault::Full if is_write(operation) => {
                HttpConnectorFuture::ready(full(&no_room()))
            }
            InjectedFault::Full => HttpConnectorFuture::ready(perform()),
            InjectedFault::Hang => HttpConnectorFuture::new(std::future::pending()),
            InjectedFault::HangAfter => {
                let _lost = perform();
                HttpConnectorFuture::new(std::future::pending())
            }
            InjectedFault::Delay(time) => {
                let answer = perform();
                HttpConnectorFuture::new(async move {
                    tokio::time::sleep(time).await;
                    answer
                })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use aws_sdk_dynamodb::types::{
        AttributeDefinition, AttributeValue, BillingMode, KeySchemaElement, KeyType,
        ScalarAttributeType,
    };

    use super::*;

    async fn engine() -> Engine {
        let engine = Engine::memory().unwrap();
        let name = AttributeDefinition::builder()
            .attribute_name("pk")
            .attribute_type(ScalarAttributeType::S);
        let key = KeySchemaElement::builder()
            .attribute_name("pk")
            .key_type(KeyType::Hash);
        engine
            .client()
            .create_table()
            .table_name("counters")
            .billing_mode(BillingMode::PayPerRequest)
            .attribute_definitions(name.build().unwrap())
            .key_schema(key.build().unwrap())
            .send()
            .await
            .unwrap();
        engine
    }

    /// Increments a counter with these faults and returns its value afterwards.
    async fn counted(faults: Vec<InjectedFault>) -> (bool, usize, String) {
        let engine = engine().await;
        let seen = Arc::new(Mutex::new(0));
        let inject: FaultInjector = {
            let seen = seen.clone();
            Arc::new(move |operation| {
                assert_eq!(operation, "UpdateItem");
                let mut seen = seen.lock().unwrap();
                *seen += 1;
                faults
                    .get(*seen - 1)
                    .copied()
                    .unwrap_or(InjectedFault::None)
            })
        };
        let add = engine
            .client_with_faults(inject)
            .update_item()
            .table_name("counters")
            .key("pk", AttributeValue::S("a".into()))
            .update_expression("ADD n :one")
            .expression_attribute_values(":one", AttributeValue::N("1".into()))
            .send();
        let answered = tokio::time::timeout(Duration::from_millis(300), add).await;
        let answered = answered.is_ok_and(|answer| answer.is_ok());
        let got = engine
            .client()
            .get_item()
            .table_name("counters")
            .key("pk", AttributeValue::S("a".into()))
            .send()
            .await
            .unwrap();
        let n = got.item.and_then(|item| item["n"].as_n().ok().cloned());
        let seen = *seen.lock().unwrap();
        (answered, seen, n.unwrap_or_default())
    }

    #[test]
    fn recognises_the_engines_message_for_a_full_disk() {
        // The engine's message when a write statement fails.
        let error = DynoxideError::InternalServerError("backend: database or disk is full".into());
        assert!(is_full(&error));
        let other = DynoxideError::InternalServerError("backend: disk I/O error".into());
        assert!(!is_full(&other));
    }

    #[tokio::test]
    async fn faults_take_effect_before_or_after_the_operation() {
        use InjectedFault::{Delay, Hang, HangAfter, LoseAnswer, LoseRequest, Throttle};
        for (faults, expected) in [
            (vec![], (true, 1, "1")),
            (vec![LoseRequest], (true, 2, "1")),
            (vec![Throttle], (true, 2, "1")),
            (vec![LoseAnswer], (true, 2, "2")),
            (vec![LoseRequest; 3], (false, 3, "")),
            (vec![Hang], (false, 1, "")),
            (vec![HangAfter], (false, 1, "1")),
            (vec![Delay(Duration::from_millis(1))], (true, 1, "1")),
        ] {
            let (answered, seen, n) = counted(faults.clone()).await;
            assert_eq!((answered, seen, n.as_str()), expected, "{faults:?}");
        }
    }

    #[cfg(unix)]
    #[tokio::test]
    #[expect(clippy::disallowed_methods, reason = "as a person does")]
    async fn a_store_whose_file_was_removed_or_replaced_takes_nothing() {
        for name in ["store.db", "store.db-wal"] {
            let folder = tempfile::tempdir().unwrap();
            let (file, lost) = (folder.path().join("store.db"), folder.path().join(name));
            let engine = Engine::open(&file).unwrap();
            let table = items::Table::new(engine.client(), "platform");
            table.create().await.unwrap();
            let put = async || {
                let entry = items::Entry::new(items::Key::new("p", "a"), &1).unwrap();
                table.put(entry, items::Condition::Any).await
            };
            put().await.unwrap();
            engine.check_held().unwrap();
            let kept = folder.path().join("kept");
            std::fs::hard_link(&lost, &kept).unwrap();
            std::fs::remove_file(&lost).unwrap();
            assert!(put().await.is_err() && engine.check_held().is_err());
            std::fs::copy(&kept, &lost).unwrap();
            assert!(put().await.is_err(), "a copy is another file");
            std::fs::remove_file(&lost).unwrap();
            std::fs::hard_link(&kept, &lost).unwrap();
            put().await.unwrap();
        }
    }

    #[cfg(unix)]
    #[tokio::test]
    async fn a_store_whose_folder_was_moved_takes_nothing_until_it_is_back() {
        let place = tempfile::tempdir().unwrap();
        let (folder, moved) = (place.path().join("data"), place.path().join("moved"));
        std::fs::create_dir(&folder).unwrap();
        let lock = std::fs::File::create(folder.join("lock")).unwrap();
        let _held = durable_files::HeldFolder::new(&folder, "lock", lock).unwrap();
        let engine = Engine::open(&folder.join("store.db")).unwrap();
        let table = items::Table::new(engine.client(), "platform");
        table.create().await.unwrap();
        let put = async |key: &str| {
            let entry = items::Entry::new(items::Key::new("p", key), &1).unwrap();
            table.put(entry, items::Condition::Any).await
        };
        put("a").await.unwrap();
        #[expect(clippy::disallowed_methods, reason = "as a person does")]
        std::fs::rename(&folder, &moved).unwrap();
        let refused = put("b").await.unwrap_err();
        assert!(
            matches!(refused, items::ItemsError::Unavailable(_)),
            "{refused}"
        );
        assert!(!folder.exists());
        #[expect(clippy::disallowed_methods, reason = "as a person does")]
        std::fs::rename(&moved, &folder).unwrap();
        put("c").await.unwrap();
    }
}
