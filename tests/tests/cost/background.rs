//! Work that nobody waits for: a publication, a notification, and ticks that find nothing.

use local::work::Workers;
use pauta_tests::costs::Cost;
use pauta_tests::stage::Stage;
use ports::WorkMessage;
use serde_json::Value;

use super::Measuring;

/// A publication from its message to its end.
async fn publication() -> Cost {
    let stage = Stage::new().await;
    stage.of_post("publish", Value::Null).await;
    let message = stage.agency.parts.queue.try_next().unwrap();
    let WorkMessage::Publication { job_id } = message else {
        panic!("{message:?}");
    };
    let workers = Workers::of(&stage.agency.parts);
    stage.agency.platform_cost();
    publication_worker::work(&workers.publication, job_id)
        .await
        .unwrap();
    let cost = stage.agency.platform_cost();
    assert_eq!(stage.state().await, "success");
    cost
}

/// A notification from its message to its mail.
async fn notification() -> Cost {
    let stage = Stage::new().await;
    stage.of_post("request-approval", Value::Null).await;
    let message = stage.agency.parts.queue.try_next().unwrap();
    let WorkMessage::Notification { notification_id } = message else {
        panic!("{message:?}");
    };
    let workers = Workers::of(&stage.agency.parts);
    stage.agency.platform_cost();
    let outcome = notification_worker::process(&workers.notification, &notification_id).await;
    assert_eq!(outcome.unwrap(), notification_worker::Outcome::Sent);
    stage.agency.platform_cost()
}

async fn publishing_tick() -> Cost {
    let stage = Stage::new().await;
    let workers = Workers::of(&stage.agency.parts);
    stage.agency.platform_cost();
    let report = publishing_tick::run(&workers.publishing).await.unwrap();
    assert_eq!(report, publishing_tick::Report::default());
    stage.agency.platform_cost()
}

async fn site_tick() -> Cost {
    let stage = Stage::new().await;
    let workers = Workers::of(&stage.agency.parts);
    stage.agency.site_cost();
    let report = site_tick::run(&workers.site).await.unwrap();
    assert_eq!(report, site_tick::Report::default());
    stage.agency.site_cost()
}

/// All of it.
pub fn all() -> Vec<(String, Measuring)> {
    vec![
        (
            "work: publication, from message to done".into(),
            Box::pin(publication()),
        ),
        (
            "work: notification, from message to mail".into(),
            Box::pin(notification()),
        ),
        (
            "work: publishing tick, idle".into(),
            Box::pin(publishing_tick()),
        ),
        ("work: site tick, idle".into(), Box::pin(site_tick())),
    ]
}
