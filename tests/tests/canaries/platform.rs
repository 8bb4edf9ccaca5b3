//! Every operation of the platform.

use domain::platform::access::Role;
use futures_util::future::join_all;
use pauta_tests::app::{
    Operation, SignedInUser, TestApp, TestRequest, TestResponse, sample_request,
};
use pauta_tests::canaries::FailureSwitches;
use pauta_tests::prepared_app::PreparedApp;

use super::{STRAY_TOKEN, Walk, Walking, prepared, searched, spoilt};

/// More store operations than any request makes.
const MOST_OPERATIONS: i64 = 60;

/// Number of kinds of refusal by the mail server.
const REFUSALS: usize = 4;

async fn ask(prepared: &PreparedApp, operation: &Operation, call: TestRequest) -> TestResponse {
    let person = operation.secured.then_some(&prepared.admin);
    prepared.app.ask(person, call).await
}

/// Lets the store fail at each operation of the request in turn.
async fn with_a_failing_store(
    prepared: &PreparedApp,
    failures: &FailureSwitches,
    operation: &Operation,
    call: &TestRequest,
) {
    for operations in 0..MOST_OPERATIONS {
        failures.store_fails_after(operations);
        let answer = ask(prepared, operation, call.clone()).await;
        failures.store_works();
        if !answer.status.is_server_error() {
            return;
        }
    }
    panic!("{}: too many store operations", operation.name());
}

/// Lets mail and queues fail.
async fn with_failing_messages(
    prepared: &PreparedApp,
    failures: &FailureSwitches,
    operation: &Operation,
    call: &TestRequest,
) {
    let mails = matches!(
        operation.path.as_str(),
        "/api/v1/auth/login"
            | "/api/v1/users"
            | "/api/v1/auth/password-reset"
            | "/api/v1/settings/notifications/test"
    );
    failures.mail_fails(true);
    failures.queue_fails(true);
    for turn in 0..if mails { REFUSALS } else { 1 } {
        // A user is invited only once, so each request invites another one.
        let another = operation.name() == "POST /api/v1/users";
        let call = match sample_request(operation, &prepared.objects, turn + 2) {
            Some(call) if another => call,
            _ => call.clone(),
        };
        ask(prepared, operation, call).await;
    }
    failures.mail_fails(false);
    failures.queue_fails(false);
}

/// Sends the request without permission, and malformed variants of it.
async fn by_other_callers(prepared: &PreparedApp, operation: &Operation, call: &TestRequest) {
    let app = &prepared.app;
    let stranger = app.signed_in_user("estranha", Role::Redator).await;
    let unknown = SignedInUser {
        token: STRAY_TOKEN.to_owned(),
        ..stranger.clone()
    };
    for person in [None, Some(&unknown), Some(&stranger)] {
        app.ask(person, call.clone()).await;
    }
    let chief = operation.secured.then_some(&prepared.admin);
    let headers = spoilt::headers().map(|header| (call.clone(), vec![header]));
    let variants = spoilt::variants(call).into_iter();
    let mut calls: Vec<_> = headers.into();
    calls.extend(variants.map(|call| (call, Vec::new())));
    // Concurrently, because some responses take long. The walks of the process share its limits of heavy work, and their
    // administrators have the same identifier: the walk beside this one needs the last place of a caller.
    while !calls.is_empty() {
        let some = calls.split_off(calls.len().saturating_sub(4)).into_iter();
        join_all(some.map(async |(call, headers)| app.ask_with(chief, call, &headers).await)).await;
    }
}

/// All failures of an operation, one after the other.
async fn walk(operation: Operation) -> Walk {
    let (mut prepared, failures) = prepared().await;
    let call = prepared.ready_request(&operation).await;
    with_a_failing_store(&prepared, &failures, &operation, &call).await;
    with_failing_messages(&prepared, &failures, &operation, &call).await;
    by_other_callers(&prepared, &operation, &call).await;
    searched(operation.name(), &prepared.app, &failures).await
}

/// Only failing messages, for requests that succeed once.
async fn walk_of_messages(operation: Operation) -> Walk {
    let (mut prepared, failures) = prepared().await;
    let call = prepared.ready_request(&operation).await;
    with_failing_messages(&prepared, &failures, &operation, &call).await;
    searched(operation.name(), &prepared.app, &failures).await
}

/// All walks of this module.
pub async fn walks() -> Vec<Walking> {
    let mut walks: Vec<Walking> = Vec::new();
    for operation in TestApp::new().await.operations() {
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
