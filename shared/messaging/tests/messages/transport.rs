//! The port: what becomes of a message for each kind of failure.

use std::time::Duration;

use messaging::{MessageError, MessageFailure, MessagingProvider, SavedChannelMessages};
use outbound::{Outbound, Policy};
use ports::{MessagePurpose, MessageSendError, Messages};
use serde_json::json;
use wiremock::matchers::any;
use wiremock::{Mock, MockServer, ResponseTemplate};

use crate::channel::{TOKEN, all_settings, message};

fn transport(values: &[(&str, &str)]) -> SavedChannelMessages {
    let outbound = Outbound::new(Policy::local()).unwrap();
    SavedChannelMessages::new(all_settings(values), outbound)
}

#[tokio::test]
async fn a_message_leaves_through_the_channel_that_is_set() {
    let server = MockServer::start().await;
    let answer = ResponseTemplate::new(201).set_body_json(json!({ "key": { "id": "3EB0" } }));
    Mock::given(any()).respond_with(answer).mount(&server).await;
    let url = server.uri();
    let values = [("URL", url.as_str()), ("TOKEN", TOKEN), ("INSTANCE", "1")];
    let message = message(MessagePurpose::PostPublished);
    let id = transport(&values).send(&message).await.unwrap();
    assert_eq!(id, "3EB0");
    for values in [&[][..], &values[..2]] {
        let error = transport(values).send(&message).await.unwrap_err();
        assert!(
            matches!(error, MessageSendError::NotConfigured(_)),
            "{error}"
        );
    }
    assert_eq!(server.received_requests().await.unwrap().len(), 1);
}

#[test]
fn each_failure_has_its_consequence() {
    use MessageFailure as F;
    let attempts_after = |failure: F| {
        let error = MessageError {
            provider: MessagingProvider::Cloud,
            failure,
            message: Some("Motivo".into()),
            retry_after: Some(Duration::from_secs(7)),
        };
        let shown = error.explanation();
        assert!(shown.ends_with("Resposta: Motivo"), "{shown}");
        let uncertain = error.may_have_been_sent();
        let converted = MessageSendError::from(error);
        assert_eq!(converted.to_string(), shown);
        let is_uncertain = matches!(converted, MessageSendError::UnknownOutcome(_));
        assert_eq!(is_uncertain, uncertain, "{failure:?}");
        match converted {
            MessageSendError::Temporary {
                attempts,
                retry_after,
                ..
            } => {
                assert_eq!(retry_after, Some(Duration::from_secs(7)));
                attempts
            }
            _ => 1,
        }
    };
    for (failures, attempts) in [
        (&[F::RateLimited, F::Unreachable, F::Timeout][..], 3),
        (&[F::ProviderFailed], 2),
        (
            &[
                F::InvalidKey,
                F::NoPermission,
                F::NotOnWhatsapp,
                F::WindowClosed,
                F::HeldBack,
                F::Picture,
                F::Template,
                F::BadRequest,
                F::UnknownOutcome,
                F::BadPayload,
            ],
            1,
        ),
    ] {
        for failure in failures {
            assert_eq!(attempts_after(*failure), attempts, "{failure:?}");
        }
    }
}
