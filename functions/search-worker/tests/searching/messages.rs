//! Messages of the queue.

use aws_lambda_events::event::sqs::{SqsEvent, SqsMessage};
use platform_testkit::SearchCall;
use search_worker::handle;

use crate::app::{SITE, TestApp};

fn message(id: &str, body: String) -> SqsMessage {
    let mut message = SqsMessage::default();
    message.message_id = Some(id.to_owned());
    message.body = Some(body);
    message
}

#[tokio::test]
async fn only_messages_that_failed_are_delivered_again() {
    let app = TestApp::new().await;
    let mut event = SqsEvent::default();
    event.records = vec![
        message(
            "task",
            format!(r#"{{"kind":"search","post_id":{},"job_id":5}}"#, app.post),
        ),
        message(
            "renewal",
            format!(r#"{{"kind":"search_renewal","site_id":{SITE}}}"#),
        ),
        message(
            "unknown",
            r#"{"kind":"search","post_id":77,"job_id":5}"#.to_owned(),
        ),
        message("foreign", r#"{"kind":"publication","job_id":5}"#.to_owned()),
        message("malformed", "not a work message".to_owned()),
    ];
    let response = handle(&app.ports, event).await;
    let mut failed: Vec<_> = response
        .batch_item_failures
        .into_iter()
        .map(|failure| failure.item_identifier)
        .collect();
    failed.sort();
    assert_eq!(failed, ["foreign", "malformed"]);
    assert_eq!(app.count(SearchCall::Indexing), 1);
}
