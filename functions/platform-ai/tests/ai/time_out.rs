//! Providers that do not answer in time.

use std::time::Duration;

use settings::AiProvider;

use crate::app::TestApp;

/// Time for the calls of a request whose provider never answers.
const SHORT: Duration = Duration::from_millis(400);

#[tokio::test]
async fn a_silent_provider_ends_in_504_and_its_tokens_are_estimated() {
    for provider in AiProvider::ALL {
        for scenario in ["stall", "stall-before"] {
            let keys = [(provider, scenario)];
            let mut app = TestApp::with_keys(&keys).await;
            app.ports.answer_time = SHORT;
            let refused = app.title().await;
            refused.assert_error(504, "provider_timed_out");
            let message = format!("{} não respondeu a tempo.", provider.title());
            assert_eq!(refused.json["message"], message);
            assert_eq!(app.asked(provider), 1);
            let (used, billed) = (app.used().await, app.billed(&keys));
            assert_eq!((used.calls, used.estimated_calls), (1, 1));
            assert_eq!(used.input_tokens, billed.input_tokens);
            assert!(used.output_tokens <= billed.output_tokens, "{used:?}");
        }
    }
}

#[tokio::test]
async fn without_time_for_another_call_an_unreadable_answer_is_not_asked_for_again() {
    let keys = [(AiProvider::OpenAi, "truncated")];
    let mut app = TestApp::with_keys(&keys).await;
    app.ports.answer_time = Duration::from_secs(4);
    app.title().await.assert_error(502, "provider_failed");
    assert_eq!(app.asked(AiProvider::OpenAi), 1);
    assert_eq!(app.used().await, app.billed(&keys));
}
