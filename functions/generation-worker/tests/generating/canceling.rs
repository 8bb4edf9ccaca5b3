//! Cancellations between two steps of the worker.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use domain::platform::generation::GenerationState;
use domain::platform::id::GenerationId;
use generation_worker::{Outcome, Ports, process};
use jiff::Timestamp;
use platform_store::PlatformStore;
use ports::Sleeper;
use settings::AiProvider::{Gemini, OpenAi};
use settings::{Changes, Saved, Settings, SettingsError, SettingsStore};
use tokio::sync::Notify;

use crate::app::{TestApp, key};

/// Cancels a generation when the worker reads the settings, which it does before its first call.
struct CancelAtReading {
    store: PlatformStore,
    id: GenerationId,
    now: Timestamp,
}

#[async_trait]
impl SettingsStore for CancelAtReading {
    async fn load(&self) -> Result<Saved, SettingsError> {
        let canceled = self
            .store
            .cancel_generation(self.id, self.now)
            .await
            .unwrap();
        assert!(canceled.unwrap().settled, "nothing was asked");
        Ok(Saved::default())
    }

    async fn save(&self, _: &Saved, _: &Changes) -> Result<(), SettingsError> {
        Err(SettingsError::Conflict)
    }
}

#[tokio::test]
async fn a_generation_that_is_canceled_before_its_first_call_calls_nobody() {
    for kind in ["article", "image"] {
        let app = TestApp::new(&[(OpenAi, "ok"), (Gemini, "ok")]).await;
        let id = if kind == "image" {
            app.image().await
        } else {
            app.article().await
        };
        let canceling = CancelAtReading {
            store: app.ports.store.clone(),
            id,
            now: app.now(),
        };
        let ports = Ports {
            settings: Settings::new(Arc::new(canceling), |name| {
                (name == "OPENAI_API_KEY").then(|| key(OpenAi, "ok"))
            }),
            ..app.ports.clone()
        };
        let outcome = process(&ports, id).await.unwrap();
        assert_eq!(outcome, Outcome::Ended(GenerationState::Canceled));
        let generation = app.generation(id).await;
        assert!(generation.settled && generation.calls.is_empty());
        assert_eq!((app.asked(OpenAi), app.asked(Gemini)), (0, 0));
        assert_eq!((app.counted().await.calls, app.images_used().await), (0, 0));
        app.assert_no_picture().await;
    }
}

/// Pauses never end; it is told when one begins.
#[derive(Default)]
struct Endless(Notify);

#[async_trait]
impl Sleeper for Endless {
    async fn sleep(&self, _: Duration) {
        self.0.notify_one();
        std::future::pending().await
    }
}

#[tokio::test]
async fn a_cancellation_ends_a_pause_and_costs_nothing() {
    for kind in ["article", "image"] {
        let mut app = TestApp::new(&[(OpenAi, "overload"), (Gemini, "ok")]).await;
        app.store_every_piece();
        let endless = Arc::new(Endless::default());
        app.ports.ai = app.ports.ai.clone().with_sleeper(endless.clone());
        let id = if kind == "image" {
            app.image().await
        } else {
            app.article().await
        };
        let ports = app.ports.clone();
        let worker = tokio::spawn(async move { process(&ports, id).await.unwrap() });
        endless.0.notified().await;
        let store = &app.ports.store;
        store.cancel_generation(id, app.now()).await.unwrap();
        assert_eq!(
            worker.await.unwrap(),
            Outcome::Ended(GenerationState::Canceled)
        );
        let generation = app.generation(id).await;
        assert!(generation.settled && generation.calls.is_empty());
        assert_eq!((app.asked(OpenAi), app.asked(Gemini)), (1, 0));
        assert_eq!(
            app.images_used().await,
            0,
            "a refused call was certainly free"
        );
    }
}
