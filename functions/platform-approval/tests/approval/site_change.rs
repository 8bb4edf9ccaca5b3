//! A post that moves to another site loses the approval of its former client.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use axum::http::{Method, StatusCode};
use domain::platform::id::{PostId, SiteId};
use embedded::dynamo::{Engine, FaultInjector, InjectedFault};
use items::Table;
use platform_store::{PlatformStore, PostChange};

use crate::app::TestApp;

const NEW_CLIENT: &str = "contato@floricultura.example";

impl TestApp {
    /// A second site with another client.
    async fn second_site(&self) -> SiteId {
        let store = &self.ports.store;
        let mut site = store.site(SiteId(1)).await.unwrap().unwrap();
        site.id = SiteId(2);
        site.email = Some(NEW_CLIENT.into());
        store.create_site(&site, None).await.unwrap();
        site.id
    }
}

async fn move_post(store: &PlatformStore, post: PostId, site: SiteId) {
    let post = store.post(post).await.unwrap().unwrap();
    let change = PostChange::of(&post, |post| post.move_to_site(site));
    store.save_post(change).await.unwrap();
}

/// Moves the post just before the first transaction takes effect, as another process would.
fn moving(engine: &Engine, post: PostId, site: SiteId) -> FaultInjector {
    let (engine, moved) = (engine.clone(), AtomicBool::new(false));
    Arc::new(move |operation| {
        if operation == "TransactWriteItems" && !moved.swap(true, Ordering::SeqCst) {
            let store = PlatformStore::new(Table::new(engine.client(), "platform"));
            let other = std::thread::spawn(move || {
                let runtime = tokio::runtime::Builder::new_current_thread()
                    .enable_all()
                    .build()
                    .unwrap();
                runtime.block_on(move_post(&store, post, site));
            });
            other.join().unwrap();
        }
        InjectedFault::None
    })
}

#[tokio::test]
async fn a_post_that_moves_while_the_client_is_being_asked_asks_the_new_client() {
    let mut app = TestApp::new().await;
    let site = app.second_site().await;
    let token = app.token(&app.author).await;
    let client = app
        .engine
        .client_with_faults(moving(&app.engine, app.post, site));
    app.ports.store = PlatformStore::new(Table::new(client, "platform"));
    app.reroute();
    let path = format!("/api/v1/posts/{}/request-approval", app.post);
    let page = app.call(Method::POST, &path, Some(&token), "").await;
    assert_eq!(page.status, StatusCode::ACCEPTED, "{}", page.text);
    assert_eq!(app.reread().await.site_id, site);
    let rounds = app.rounds().await;
    let asked: Vec<_> = rounds
        .iter()
        .map(|round| (round.site_id, round.contacts.as_slice()))
        .collect();
    assert_eq!(asked, [(site, [NEW_CLIENT.to_owned()].as_slice())]);
}

#[tokio::test]
async fn rounds_flags_and_comments_of_the_former_client_stay_behind() {
    let app = TestApp::new().await;
    let site = app.second_site().await;
    let asked = app.request_approval().await;
    app.post(&format!("{asked}/ajustes"), "comment=Troquem+a+foto")
        .await;
    let token = app.token(&app.author).await;
    let path = format!("/api/v1/posts/{}/approvals", app.post);
    let list = app.call(Method::GET, &path, Some(&token), "").await.json;
    assert_eq!(list["total"], 1);
    move_post(&app.ports.store, app.post, site).await;
    let page = app.call(Method::GET, &path, Some(&token), "").await;
    assert_eq!(page.json["total"], 0);
    assert!(!page.text.contains("Troquem a foto"));
    assert_eq!(app.reread().await.approval_label(), None);
    app.clock.advance(jiff::SignedDuration::from_mins(1));
    app.request_approval().await;
    let list = app.call(Method::GET, &path, Some(&token), "").await.json;
    assert_eq!(list["total"], 1);
    assert_eq!(list["items"][0]["status"], "pending");
    assert_eq!(list["items"][0]["contacts"][0], "c•••@floricultura.example");
}
