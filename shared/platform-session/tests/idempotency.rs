//! A POST that is repeated under one key is carried out once.
#![expect(
    clippy::unwrap_used,
    reason = "a test may panic on an unexpected result"
)]

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use axum::Router;
use axum::body::Body;
use axum::extract::{FromRef, State};
use axum::http::{Request, Response, StatusCode, header};
use axum::middleware::from_fn_with_state;
use axum::response::IntoResponse;
use axum::routing::post;
use domain::platform::access::Role;
use domain::platform::id::{SiteId, UserId};
use domain::platform::site_record::Site;
use domain::platform::user::User;
use embedded::clock::SettableClock;
use embedded::dynamo::Engine;
use embedded::random::SeededRandom;
use items::Table;
use jiff::{SignedDuration, Timestamp};
use platform_session::{Caller, SessionState};
use platform_store::{
    Begun, Challenge, FactorUse, NewSession, NewUser, PlatformStore, RequestIdentity, SignIn, Work,
};
use ports::Clock;
use secrecy::{ExposeSecret, SecretString};
use tower::ServiceExt;
use vault::keyring::KeyRing;
use vault::session_token::{self, Claims};

#[derive(Clone)]
struct App {
    session: SessionState,
    clock: Arc<SettableClock>,
    runs: Arc<AtomicUsize>,
}

impl FromRef<App> for SessionState {
    fn from_ref(app: &App) -> Self {
        app.session.clone()
    }
}

async fn app() -> App {
    let clock = Arc::new(SettableClock::at(
        Timestamp::from_second(1_800_000_000).unwrap(),
    ));
    let table = Table::new(Engine::memory().unwrap().client(), "platform");
    table.create().await.unwrap();
    App {
        session: SessionState {
            store: PlatformStore::new(table),
            keyring: Arc::new(KeyRing::generate(&SeededRandom::new(1))),
            clock: clock.clone(),
        },
        clock,
        runs: Arc::default(),
    }
}

impl App {
    async fn create_user(&self, name: &str, role: Role) -> (User, String) {
        let SessionState { store, keyring, .. } = &self.session;
        let now = self.clock.now();
        let new = NewUser {
            name: name.to_owned(),
            email: format!("{name}@agencia.test"),
            role,
            active: true,
        };
        let user = store.create_user(new, None, now).await.unwrap();
        let account = store.account(user.id).await.unwrap().unwrap();
        let challenge = Challenge::new(format!("challenge-{name}"), &account, None, now);
        store.create_challenge(&challenge).await.unwrap();
        let session = NewSession {
            id: format!("session-{name}"),
            refresh: keyring.token_hash("refresh", &SecretString::from("token")),
        };
        let done = store
            .sign_in(&challenge, &account, FactorUse::Challenge, session, now)
            .await
            .unwrap();
        assert_eq!(done, SignIn::Done);
        (
            user.clone(),
            self.token(user.id, &format!("session-{name}")),
        )
    }

    fn token(&self, user: UserId, session: &str) -> String {
        let claims = Claims::issued_now(user.to_string(), "admin", session, self.clock.now());
        let token = session_token::issue(&self.session.keyring, &claims).unwrap();
        token.expose_secret().to_owned()
    }

    fn router(&self) -> Router {
        Router::new()
            .route("/work", post(work))
            .route("/other", post(work))
            .layer(from_fn_with_state(
                self.session.clone(),
                platform_session::idempotent,
            ))
            .with_state(self.clone())
    }

    async fn ask(&self, path: &str, token: &str, key: &str, body: &str) -> Response<Body> {
        let mut request = Request::post(path);
        if !token.is_empty() {
            request = request.header(header::AUTHORIZATION, format!("Bearer {token}"));
        }
        if !key.is_empty() {
            request = request.header("Idempotency-Key", key);
        }
        let request = request.body(Body::from(body.to_owned())).unwrap();
        self.router().oneshot(request).await.unwrap()
    }
}

/// Responds with the status in the request's body and the number of the run.
async fn work(State(app): State<App>, caller: Caller, body: String) -> impl IntoResponse {
    let run = app.runs.fetch_add(1, Ordering::SeqCst) + 1;
    let status = body.split(' ').next().unwrap().parse().unwrap();
    (
        StatusCode::from_u16(status).unwrap(),
        [("x-run", run.to_string())],
        format!("{} {run} {body}", caller.user.name),
    )
}

async fn text(response: Response<Body>) -> String {
    let bytes = axum::body::to_bytes(response.into_body(), usize::MAX)
        .await
        .unwrap();
    String::from_utf8(bytes.to_vec()).unwrap()
}

fn replayed(response: &Response<Body>) -> bool {
    response.headers().contains_key("idempotency-replayed")
}

#[tokio::test]
async fn the_first_answer_is_given_again() {
    let app = app().await;
    let (_, ana) = app.create_user("ana", Role::Admin).await;
    let first = app.ask("/work", &ana, "k", "201 a").await;
    assert!(!replayed(&first));
    let second = app.ask("/work", &ana, "k", "201 a").await;
    assert!(replayed(&second));
    assert_eq!(second.status(), StatusCode::CREATED);
    assert_eq!(second.headers()["x-run"], "1");
    assert_eq!(
        second.headers()[header::CONTENT_TYPE],
        first.headers()[header::CONTENT_TYPE]
    );
    assert_eq!(text(second).await, text(first).await);
    assert_eq!(app.runs.load(Ordering::SeqCst), 1);
}

#[tokio::test]
async fn caller_path_key_and_no_key_are_different_requests() {
    let app = app().await;
    let (_, ana) = app.create_user("ana", Role::Admin).await;
    let (_, bia) = app.create_user("bia", Role::Redator).await;
    for (path, token, key) in [
        ("/work", &ana, "k"),
        ("/work", &bia, "k"),
        ("/other", &ana, "k"),
        ("/work", &ana, "K"),
        ("/work", &ana, ""),
        ("/work", &ana, ""),
    ] {
        assert!(!replayed(&app.ask(path, token, key, "200").await));
    }
    assert_eq!(app.runs.load(Ordering::SeqCst), 6);
}

#[tokio::test]
async fn another_body_is_refused() {
    let app = app().await;
    let (_, ana) = app.create_user("ana", Role::Admin).await;
    app.ask("/work", &ana, "k", "200 a").await;
    let other = app.ask("/work", &ana, "k", "200 b").await;
    assert_eq!(other.status(), StatusCode::UNPROCESSABLE_ENTITY);
    assert!(text(other).await.contains("idempotency_key_reused"));
    let bad = app.ask("/work", &ana, &"k".repeat(256), "200 a").await;
    assert!(text(bad).await.contains("invalid_idempotency_key"));
    assert_eq!(app.runs.load(Ordering::SeqCst), 1);
}

#[tokio::test]
async fn refusals_are_kept_and_failures_run_again() {
    let app = app().await;
    let (_, ana) = app.create_user("ana", Role::Admin).await;
    for (status, runs) in [(422, 1), (409, 1), (401, 2), (429, 2), (500, 2), (502, 2)] {
        app.runs.store(0, Ordering::SeqCst);
        let body = status.to_string();
        let key = format!("key-{status}");
        app.ask("/work", &ana, &key, &body).await;
        app.ask("/work", &ana, &key, &body).await;
        assert_eq!(app.runs.load(Ordering::SeqCst), runs, "{status}");
    }
}

#[tokio::test]
async fn answers_are_kept_for_a_day_and_only_for_the_signed_in() {
    let app = app().await;
    let (user, ana) = app.create_user("ana", Role::Admin).await;
    app.create_user("eva", Role::Admin).await;
    app.ask("/work", &ana, "k", "200").await;
    app.clock.advance(SignedDuration::from_hours(23));
    let later = app.token(user.id, "session-ana");
    assert!(replayed(&app.ask("/work", &later, "k", "200").await));
    app.clock.advance(SignedDuration::from_hours(1));
    let day = app.token(user.id, "session-ana");
    assert!(!replayed(&app.ask("/work", &day, "k", "200").await));
    app.session
        .store
        .change_user(user.id, |user| user.active = false)
        .await
        .unwrap();
    let refused = app.ask("/work", &day, "k", "200").await;
    assert_eq!(refused.status(), StatusCode::UNAUTHORIZED);
    assert_eq!(refused.headers()[header::WWW_AUTHENTICATE], "Bearer");
    let anonymous = app.ask("/work", "", "k", "200").await;
    assert_eq!(anonymous.status(), StatusCode::UNAUTHORIZED);
}

#[tokio::test]
async fn a_large_answer_is_kept_in_parts() {
    let app = app().await;
    let (_, ana) = app.create_user("ana", Role::Admin).await;
    let body = format!("200 {}", "çã€ ".repeat(120_000));
    let first = text(app.ask("/work", &ana, "k", &body).await).await;
    let second = app.ask("/work", &ana, "k", &body).await;
    assert!(replayed(&second));
    assert!(text(second).await == first);
}

#[tokio::test]
async fn a_first_request_that_vanished_frees_the_key_after_a_minute() {
    let app = app().await;
    let store = &app.session.store;
    let identity = || RequestIdentity::new(1, "POST", "/work", "k", "body".to_owned());
    let now = app.clock.now();
    let Begun::Start(vanished) = store.begin_request(identity(), now).await.unwrap() else {
        panic!("the key was taken");
    };
    let during = now + SignedDuration::from_secs(59);
    assert!(matches!(
        store.begin_request(identity(), during).await.unwrap(),
        Begun::InProgress { retry_after: 1 }
    ));
    let after = now + SignedDuration::from_secs(60);
    let Begun::Start(second) = store.begin_request(identity(), after).await.unwrap() else {
        panic!("the key was not freed");
    };
    // The first claim comes back late: it may neither store its response nor release the second one's key.
    store.free_request(&vanished).await.unwrap();
    let answer = platform_store::SavedAnswer {
        status: 200,
        headers: Vec::new(),
        body: String::new(),
    };
    assert!(store.keep_answer(&second, &answer, after).await.unwrap());
    assert!(matches!(
        store.begin_request(identity(), after).await.unwrap(),
        Begun::Replay(replay) if replay == answer
    ));
}

/// Stores a site, as an example of a request's work.
fn site(app: &App, id: SiteId, owner: UserId) -> Site {
    let now = app.clock.now();
    Site {
        name: "Cliente".into(),
        url: "https://cliente.example".into(),
        ..Site::new(id, owner, now)
    }
}

#[tokio::test]
async fn work_is_recorded_with_its_transaction_and_found_by_the_key() {
    let app = app().await;
    let (user, _) = app.create_user("ana", Role::Admin).await;
    let store = &app.session.store;
    let identity = || RequestIdentity::new(1, "POST", "/work", "k", "body".to_owned());
    let now = app.clock.now();
    let begin = async |at| match store.begin_request(identity(), at).await.unwrap() {
        Begun::Start(claim) => claim,
        other => panic!("{other:?}"),
    };
    let slow = begin(now).await;
    assert_eq!(slow.earlier(), None);
    let later = now + SignedDuration::from_secs(60);
    let second = begin(later).await;
    let (first_site, other_site) = (
        site(&app, SiteId(7), user.id),
        site(&app, SiteId(8), user.id),
    );
    store
        .create_site_under(&second, &first_site, None)
        .await
        .unwrap();
    // The first claim was only slow: it may no longer do the work, release the key or store a response.
    assert!(
        store
            .create_site_under(&slow, &other_site, None)
            .await
            .is_err()
    );
    assert!(store.site(other_site.id).await.unwrap().is_none());
    store.free_request(&slow).await.unwrap();
    let answer = |body: &str| platform_store::SavedAnswer {
        status: 201,
        headers: Vec::new(),
        body: body.to_owned(),
    };
    assert!(
        !store
            .keep_answer(&slow, &answer("slow"), later)
            .await
            .unwrap()
    );
    // One claim does one work, and a later failure does not erase recorded work.
    assert!(
        store
            .create_site_under(&second, &other_site, None)
            .await
            .is_err()
    );
    store.free_request(&second).await.unwrap();
    let resumed = begin(later).await;
    assert_eq!(resumed.earlier(), Some(Work::Site(first_site.id)));
    assert!(
        store
            .keep_answer(&resumed, &answer("made"), later)
            .await
            .unwrap()
    );
    assert!(
        !store
            .keep_answer(&second, &answer("late"), later)
            .await
            .unwrap()
    );
    assert!(matches!(
        store.begin_request(identity(), later).await.unwrap(),
        Begun::Replay(kept) if kept == answer("made")
    ));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_many_at_once_one_works() {
    let app = app().await;
    let (_, ana) = app.create_user("ana", Role::Admin).await;
    let asked: Vec<_> = (0..20)
        .map(|_| {
            let (app, ana) = (app.clone(), ana.clone());
            tokio::spawn(async move { app.ask("/work", &ana, "k", "201").await.status() })
        })
        .collect();
    for answer in asked {
        let status = answer.await.unwrap();
        assert!(
            status == StatusCode::CREATED || status == StatusCode::CONFLICT,
            "{status}"
        );
    }
    assert_eq!(app.runs.load(Ordering::SeqCst), 1);
}
