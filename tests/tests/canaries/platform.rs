//! Every operation of the platform.

use domain::platform::access::Role;
use futures_util::future::join_all;
use pauta_tests::agency::{Agency, Answer, Call, Operation, Person};
use pauta_tests::canaries::Moods;
use pauta_tests::stage::Stage;

use super::{STRAY_TOKEN, Walk, Walking, searched, spoilt, stage};

/// More store operations than any call makes.
const MOST_OPERATIONS: i64 = 60;

/// The mail server has this many ways to refuse.
const REFUSALS: usize = 4;

async fn ask(stage: &Stage, operation: &Operation, call: Call) -> Answer {
    let person = operation.secured.then_some(&stage.chief);
    stage.agency.ask(person, call).await
}

/// The store fails at each operation of the call, until it is not asked that often.
async fn with_a_failing_store(stage: &Stage, moods: &Moods, operation: &Operation, call: &Call) {
    for operations in 0..MOST_OPERATIONS {
        moods.store_fails_after(operations);
        let answer = ask(stage, operation, call.clone()).await;
        moods.store_works();
        if !answer.status.is_server_error() {
            return;
        }
    }
    panic!("{}: too many store operations", operation.name());
}

/// Mail and queues fail.
async fn with_failing_messages(stage: &Stage, moods: &Moods, operation: &Operation, call: &Call) {
    let mails = matches!(
        operation.path.as_str(),
        "/api/v1/auth/login" | "/api/v1/users" | "/api/v1/auth/password-reset"
    );
    moods.mail_fails(true);
    moods.queue_fails(true);
    for turn in 0..if mails { REFUSALS } else { 1 } {
        // A person is invited once; another one each time.
        let another = operation.name() == "POST /api/v1/users";
        let call = match operation.call(&stage.objects, turn + 2) {
            Some(call) if another => call,
            _ => call.clone(),
        };
        ask(stage, operation, call).await;
    }
    moods.mail_fails(false);
    moods.queue_fails(false);
}

/// Asked by those who may not, and asked wrongly.
async fn by_everybody(stage: &Stage, operation: &Operation, call: &Call) {
    let agency = &stage.agency;
    let stranger = agency.person("estranha", Role::Redator).await;
    let nobody = Person {
        token: STRAY_TOKEN.to_owned(),
        ..stranger.clone()
    };
    for person in [None, Some(&nobody), Some(&stranger)] {
        agency.ask(person, call.clone()).await;
    }
    let chief = operation.secured.then_some(&stage.chief);
    // Together, as some answers take their time.
    let headers = spoilt::headers().map(|header| (call.clone(), vec![header]));
    let variants = spoilt::variants(call).into_iter();
    let calls = headers
        .into_iter()
        .chain(variants.map(|call| (call, Vec::new())));
    join_all(calls.map(async |(call, headers)| agency.ask_with(chief, call, &headers).await)).await;
}

/// Everything, one after the other.
async fn walk(operation: Operation) -> Walk {
    let (mut stage, moods) = stage().await;
    let call = stage.ready_call(&operation).await;
    with_a_failing_store(&stage, &moods, &operation, &call).await;
    with_failing_messages(&stage, &moods, &operation, &call).await;
    by_everybody(&stage, &operation, &call).await;
    searched(operation.name(), &stage.agency, &moods).await
}

/// Failing messages alone, where the call succeeds only once.
async fn walk_of_messages(operation: Operation) -> Walk {
    let (mut stage, moods) = stage().await;
    let call = stage.ready_call(&operation).await;
    with_failing_messages(&stage, &moods, &operation, &call).await;
    searched(operation.name(), &stage.agency, &moods).await
}

/// All of it.
pub async fn walks() -> Vec<Walking> {
    let mut walks: Vec<Walking> = Vec::new();
    for operation in Agency::open().await.operations() {
        let name = operation.name();
        if ["publish", "schedule", "retry", "approval"]
            .iter()
            .any(|word| name.starts_with("POST") && name.contains(word))
        {
            walks.push(Box::pin(walk_of_messages(operation.clone())));
        }
        walks.push(Box::pin(walk(operation)));
    }
    walks
}
