//! Background work: a publication, a notification, generations, and ticks that find nothing.

use std::time::Duration;

use domain::site::Kind;
use http::Method;
use local::site;
use pauta_tests::costs::Cost;
use pauta_tests::prepared_app::PreparedApp;
use ports::WorkMessage;
use serde_json::{Value, json};
use site_store::{ContentChange, ContentFilter, Freshness, Search, Tenant};

use super::Measuring;

/// A publication from its message to its end.
async fn publication() -> Cost {
    let prepared = PreparedApp::new().await;
    prepared.of_post("publish", Value::Null).await;
    let message = prepared.app.parts.queue.try_next().unwrap();
    let WorkMessage::Publication { job_id } = message else {
        panic!("{message:?}");
    };
    let workers = prepared.workers();
    prepared.app.platform_cost();
    publication_worker::work(&workers.publication, job_id)
        .await
        .unwrap();
    let cost = prepared.app.platform_cost();
    assert_eq!(prepared.state().await, "success");
    cost
}

/// A notification from its message to its mail.
async fn notification() -> Cost {
    let prepared = PreparedApp::new().await;
    prepared.of_post("request-approval", Value::Null).await;
    let message = prepared.app.parts.queue.try_next().unwrap();
    let WorkMessage::Notification { notification_id } = message else {
        panic!("{message:?}");
    };
    let workers = prepared.workers();
    prepared.app.platform_cost();
    let outcome = notification_worker::process(&workers.notification, &notification_id).await;
    assert_eq!(outcome.unwrap(), notification_worker::Outcome::Sent);
    prepared.app.platform_cost()
}

/// A generation from its message to its end.
async fn generation(path: &str, body: Value) -> Cost {
    let prepared = PreparedApp::new().await;
    prepared.with_provider().await;
    let begun = prepared.ask(Method::POST, path, body).await.json;
    let message = prepared.app.parts.queue.try_next().unwrap();
    let WorkMessage::Generation { generation_id } = message else {
        panic!("{message:?}");
    };
    let mut worker = prepared.workers().generation;
    // On a slow machine the calls could otherwise take so long that their progress is stored meanwhile.
    worker.times.text_every = Duration::from_hours(1);
    worker.times.pulse_every = Duration::from_hours(1);
    // A worker that has served before knows the settings.
    worker.settings.read().await.unwrap();
    prepared.app.platform_cost();
    generation_worker::process(&worker, generation_id)
        .await
        .unwrap();
    let cost = prepared.app.platform_cost();
    let path = format!("/generations/{}", begun["id"]);
    let ended = prepared.ask(Method::GET, &path, Value::Null).await.json;
    assert_eq!(ended["state"], "done", "{ended}");
    cost
}

async fn article() -> Cost {
    let wanted = json!({ "site_id": 1, "prompt": "Pão" });
    generation("/posts/generate-content", wanted).await
}

async fn image() -> Cost {
    let wanted = json!({ "content_id": 1, "prompt": "Um pão" });
    generation("/media/generate", wanted).await
}

async fn publishing_tick() -> Cost {
    let prepared = PreparedApp::new().await;
    let workers = prepared.workers();
    // The first tick of a day also looks for files without record.
    publishing_tick::run(&workers.publishing).await.unwrap();
    prepared.app.platform_cost();
    let report = publishing_tick::run(&workers.publishing).await.unwrap();
    assert_eq!(report, publishing_tick::Report::default());
    prepared.app.platform_cost()
}

/// An hour in which no clearing waits, after the day's purge.
async fn log_tick() -> Cost {
    let prepared = PreparedApp::new().await;
    let workers = prepared.workers();
    // It is five o'clock in the platform's time zone.
    let first = log_tick::run(&workers.logs).await.unwrap();
    assert!(first.purge_done, "{first:?}");
    prepared.app.platform_cost();
    let report = log_tick::run(&workers.logs).await.unwrap();
    assert_eq!(
        report,
        log_tick::Report {
            purge_done: true,
            ..Default::default()
        }
    );
    prepared.app.platform_cost()
}

async fn site_tick() -> Cost {
    let prepared = PreparedApp::new().await;
    let workers = prepared.workers();
    // The first tick of a process also looks for snapshots of other versions.
    site_tick::run(&workers.site).await.unwrap();
    prepared.app.site_cost();
    let report = site_tick::run(&workers.site).await.unwrap();
    assert_eq!(report, site_tick::Report::default());
    prepared.app.site_cost()
}

/// A site with some changes, all but the last of which are in a snapshot.
async fn with_snapshot() -> PreparedApp {
    let prepared = PreparedApp::new().await;
    let site = site::records(&prepared.app.parts)
        .site(&Tenant::main())
        .unwrap();
    site.refresh(Freshness::Asked).await.unwrap();
    let change = ContentChange {
        title: Some("a".into()),
        ..ContentChange::default()
    };
    for _ in 0..20 {
        site.create(Kind::Post, 1, &change).await.unwrap();
    }
    site.make_snapshot().await.unwrap().unwrap();
    site.create(Kind::Post, 1, &change).await.unwrap();
    prepared.app.site_cost();
    prepared
}

/// A new process builds its read model from the log.
async fn cold_model() -> Cost {
    let prepared = with_snapshot().await;
    let sites = site::records(&prepared.app.parts);
    let site = sites.site(&Tenant::main()).unwrap();
    site.refresh(Freshness::Asked).await.unwrap();
    prepared.app.site_cost()
}

/// The first search of a process whose read model was loaded from a snapshot.
async fn cold_search() -> Cost {
    let prepared = with_snapshot().await;
    let sites = site::records(&prepared.app.parts);
    let site = sites.site(&Tenant::main()).unwrap();
    site.refresh(Freshness::Asked).await.unwrap();
    prepared.app.site_cost();
    let search = Search {
        text: "a".into(),
        columns: Vec::new(),
        exact: false,
    };
    let filter = ContentFilter {
        search: Some(search),
        ..ContentFilter::all(Kind::Post)
    };
    site.list(&filter).await.unwrap();
    prepared.app.site_cost()
}

async fn snapshot() -> Cost {
    let prepared = with_snapshot().await;
    let sites = site::records(&prepared.app.parts);
    let made = sites.site(&Tenant::main()).unwrap().make_snapshot().await;
    assert_eq!(made.unwrap().unwrap().texts_bytes, None);
    prepared.app.site_cost()
}

/// All measurements.
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
            "work: article, from message to end".into(),
            Box::pin(article()),
        ),
        ("work: image, from message to end".into(), Box::pin(image())),
        (
            "work: publishing tick, idle".into(),
            Box::pin(publishing_tick()),
        ),
        ("work: site tick, idle".into(), Box::pin(site_tick())),
        ("work: log tick, idle".into(), Box::pin(log_tick())),
        ("work: site snapshot".into(), Box::pin(snapshot())),
        ("site model, cold".into(), Box::pin(cold_model())),
        (
            "site model, cold, first search".into(),
            Box::pin(cold_search()),
        ),
    ]
}
