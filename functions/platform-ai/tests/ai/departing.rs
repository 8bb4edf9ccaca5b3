//! A client that goes away: its call is billed, so it is recorded.

use settings::AiProvider;

use crate::app::TestApp;

#[tokio::test]
async fn the_usage_is_recorded_although_the_request_is_dropped() {
    for provider in AiProvider::ALL {
        let keys = [(provider, "slow")];
        let app = TestApp::with_keys(&keys).await;
        tokio::select! {
            answer = app.title() => panic!("{}", answer.text),
            () = app.fakes.wait_for_waiting(1) => {}
        }
        assert_eq!(app.used().await.calls, 0);
        app.fakes.go_on(1_000);
        let mut used = app.used().await;
        for _ in 0..10_000 {
            if used.calls > 0 {
                break;
            }
            used = app.used().await;
        }
        assert_eq!((used, used.calls), (app.billed(&keys), 1));
    }
}
