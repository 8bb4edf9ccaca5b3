//! Publication requests of the tests.

use domain::platform::id::PostId;
use jiff::Timestamp;
use platform_testkit::TestResponse;
use serde_json::{Value, json};

use crate::app::TestApp;

pub const DATE: &str = "2027-03-01T09:00:00-03:00";

pub fn date() -> Timestamp {
    DATE.parse().unwrap()
}

impl TestApp {
    pub async fn act(&self, id: PostId, action: &str) -> TestResponse {
        self.post(&self.editor, &format!("/posts/{id}/{action}"), Value::Null)
            .await
    }

    pub async fn schedule(&self, id: PostId) -> TestResponse {
        let body = json!({ "scheduled_at": DATE });
        self.post(&self.editor, &format!("/posts/{id}/schedule"), body)
            .await
    }
}
