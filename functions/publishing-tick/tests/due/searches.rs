//! Tasks for search engines whose message was lost, and renewals that are due.

use domain::platform::id::{JobId, PostId, SiteId, UserId};
use domain::platform::search_connection::{ConnectionStatus, SearchConnection};
use domain::platform::search_task::{LEASE, SearchTask};
use items::Condition;
use jiff::SignedDuration;
use platform_store::search_task_write;
use ports::WorkMessage;
use publishing_tick::{Report, run};

use super::{TestApp, app};

const POST: PostId = PostId(3);
const JOB: JobId = JobId(8);
const SITE: SiteId = SiteId(1);

impl TestApp {
    async fn published(&self) {
        let url = "https://cliente.example/pao/".to_owned();
        let task = SearchTask::new(POST, JOB, SITE, url, self.now());
        let write = search_task_write(&task).unwrap();
        let writes = vec![
            write,
            items::Write::Check(platform_store::site_key(SITE), Condition::Present),
        ];
        self.ports.store.table().transact(writes).await.unwrap();
    }

    async fn failing_connection(&self) {
        let now = self.now();
        let mut connection = SearchConnection {
            site_id: SITE,
            connected_by: UserId(1),
            account_email: None,
            sealed_access_token: "v1.k1.a".into(),
            sealed_refresh_token: "v1.k1.b".into(),
            token_expires_at: now,
            status: ConnectionStatus::Connected,
            last_error: None,
            failures: 0,
            retry_at: None,
            renewing_until: None,
            property: None,
            connected_at: now,
            updated_at: now,
            revision: 1,
        };
        connection.fail_renewal("503", now);
        let store = &self.ports.store;
        store.connect_search(&connection, None).await.unwrap();
    }
}

#[tokio::test]
async fn a_lost_message_of_a_search_task_is_sent_again() {
    let app = app().await;
    app.published().await;
    app.clock.advance(SignedDuration::from_secs(59));
    assert_eq!(run(&app.ports).await.unwrap(), Report::default());
    app.clock.advance(SignedDuration::from_secs(1));
    assert_eq!(run(&app.ports).await.unwrap().searches_sent, 1);
    let message = WorkMessage::Search {
        post_id: POST,
        job_id: JOB,
    };
    assert_eq!(app.searches.try_next(), Some(message));
    // A worker takes it and disappears.
    let store = &app.ports.store;
    let mut task = store.search_task(POST, JOB).await.unwrap().unwrap();
    let from = task.revision;
    task.begin(app.now()).unwrap();
    store
        .save_search_task(&task, from, Vec::new())
        .await
        .unwrap();
    assert_eq!(run(&app.ports).await.unwrap().searches_sent, 0);
    app.clock.advance(LEASE);
    assert_eq!(run(&app.ports).await.unwrap().searches_sent, 1);
}

#[tokio::test]
async fn a_renewal_that_failed_is_sent_when_it_is_due() {
    let app = app().await;
    app.failing_connection().await;
    assert_eq!(run(&app.ports).await.unwrap().search_renewals_sent, 0);
    app.clock.advance(SignedDuration::from_mins(1));
    assert_eq!(run(&app.ports).await.unwrap().search_renewals_sent, 1);
    let message = WorkMessage::SearchRenewal { site_id: SITE };
    assert_eq!(app.searches.try_next(), Some(message));
}
