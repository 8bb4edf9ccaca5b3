//! Test application: records and files in memory, signed-in people and their posts.

use std::io::Cursor;
use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use domain::platform::access::Role;
use domain::platform::id::{PostId, SiteId, UserId};
use domain::platform::post::{Post, PostFields, PostVersion};
use domain::platform::site_record::Site;
use embedded::blobs::MemoryBlobs;
use embedded::clock::SettableClock;
use embedded::dynamo::Engine;
use embedded::random::SeededRandom;
use embedded::signed_urls::LocalUrls;
use http::{HeaderMap, Method, Request, StatusCode, header};
use http_body_util::BodyExt;
use image::{DynamicImage, ImageFormat, RgbImage};
use jiff::Timestamp;
use outbound::{Outbound, Policy};
use platform_http::layers::{MiddlewareConfig, wrap};
use platform_media::{Ports, api};
use platform_testkit::{access_token, begin_session, new_user};
use ports::Clock;
use secrecy::SecretString;
use serde_json::Value;
use tower::ServiceExt;
use vault::KeyRing;

pub struct TestApp {
    pub ports: Ports,
    pub clock: Arc<SettableClock>,
    pub blobs: Arc<MemoryBlobs>,
    urls: LocalUrls,
    random: Arc<SeededRandom>,
}

/// Somebody who is signed in.
#[derive(Debug, Clone)]
pub struct Person {
    pub id: UserId,
    role: Role,
    session: String,
}

#[derive(Debug, Clone)]
pub struct Answer {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub bytes: bytes::Bytes,
    pub text: String,
    pub json: Value,
}

impl Answer {
    pub fn code(&self) -> &str {
        self.json["code"].as_str().unwrap_or_default()
    }

    pub fn issue_fields(&self) -> Vec<String> {
        let issues = self.json["issues"].as_array().cloned().unwrap_or_default();
        issues
            .iter()
            .map(|issue| issue["field"].as_str().unwrap().to_owned())
            .collect()
    }
}

impl TestApp {
    pub async fn new() -> Self {
        let start = Timestamp::from_second(1_900_000_000).unwrap();
        let clock = Arc::new(SettableClock::at(start));
        let random = Arc::new(SeededRandom::new(7));
        let blobs = Arc::new(MemoryBlobs::default());
        let keyring = Arc::new(KeyRing::generate(random.as_ref()));
        let base = "http://localhost".parse().unwrap();
        let urls = LocalUrls::new(base, keyring.clone(), blobs.clone(), clock.clone());
        Self {
            ports: Ports {
                store: platform_testkit::store(&Engine::memory().unwrap()).await,
                keyring,
                blobs: blobs.clone(),
                urls: Arc::new(urls.clone()),
                outbound: Outbound::new(Policy::local()).unwrap(),
                clock: clock.clone(),
            },
            clock,
            blobs,
            urls,
            random,
        }
    }

    fn router(&self) -> Router {
        let (router, _) = api(self.ports.clone()).split_for_parts();
        let middleware = MiddlewareConfig {
            random: self.random.clone(),
            clock: self.clock.clone(),
            debug: true,
        };
        wrap(router.merge(self.urls.clone().router()), middleware)
    }

    pub async fn person(&self, name: &str, role: Role) -> Person {
        let Ports { store, keyring, .. } = &self.ports;
        let now = self.clock.now();
        let user = store
            .create_user(new_user(name, role), None, now)
            .await
            .unwrap();
        let session = format!("session-{name}");
        begin_session(store, keyring, user.id, &session, now).await;
        Person {
            id: user.id,
            role,
            session,
        }
    }

    fn token(&self, person: &Person) -> String {
        let (keyring, now) = (&self.ports.keyring, self.clock.now());
        access_token(keyring, person.id, person.role, &person.session, now)
    }

    /// A request of `person`, with a body unless it is null.
    pub async fn ask(&self, person: &Person, method: Method, path: &str, body: Value) -> Answer {
        self.ask_with(person, method, path, body, &[]).await
    }

    pub async fn ask_with(
        &self,
        person: &Person,
        method: Method,
        path: &str,
        body: Value,
        headers: &[(&str, &str)],
    ) -> Answer {
        let mut request = Request::builder()
            .method(method)
            .uri(format!("/api/v1{path}"))
            .header(
                header::AUTHORIZATION,
                format!("Bearer {}", self.token(person)),
            );
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let body = if body.is_null() {
            Body::empty()
        } else {
            request = request.header(header::CONTENT_TYPE, "application/json");
            Body::from(body.to_string())
        };
        self.send(request.body(body).unwrap()).await
    }

    pub async fn send(&self, request: Request<Body>) -> Answer {
        let response = self.router().oneshot(request).await.unwrap();
        let (status, headers) = (response.status(), response.headers().clone());
        let body = response.into_body().collect().await.unwrap().to_bytes();
        let text = String::from_utf8_lossy(&body).into_owned();
        Answer {
            status,
            headers,
            json: serde_json::from_str(&text).unwrap_or_default(),
            bytes: body,
            text,
        }
    }

    /// Puts a file at the address of an upload, the way its answer says.
    pub async fn put(&self, upload: &Value, bytes: &[u8]) -> StatusCode {
        let mut request = Request::builder()
            .method(upload["method"].as_str().unwrap())
            .uri(upload["url"].as_str().unwrap())
            .header(header::CONTENT_LENGTH, bytes.len());
        for (name, value) in upload["headers"].as_object().unwrap() {
            request = request.header(name, value.as_str().unwrap());
        }
        let request = request.body(Body::from(bytes.to_vec())).unwrap();
        self.send(request).await.status
    }

    /// A site of `owner` at `url`, connected to its host.
    pub async fn site(&self, owner: &Person, url: &str) -> SiteId {
        let store = &self.ports.store;
        let id = store.next_site_id().await.unwrap();
        let now = self.clock.now();
        let context = host_access::password_context(id);
        let password = SecretString::from(PASSWORD);
        let keyring = &self.ports.keyring;
        let sealed = keyring
            .seal(&context, &password, self.random.as_ref())
            .unwrap();
        let site = Site {
            rest_root: Some(format!("{url}/rest/")),
            rest_namespace: Some("core/v2".into()),
            host_user: Some("redacao".into()),
            host_password_set: true,
            ..platform_testkit::site(id, owner.id, url, now)
        };
        store.create_site(&site, Some(sealed)).await.unwrap();
        id
    }

    /// A post of `owner` on `site`.
    pub async fn post(&self, owner: &Person, site: SiteId) -> PostId {
        let store = &self.ports.store;
        let id = store.next_post_id().await.unwrap();
        let now = self.clock.now();
        let post = Post::draft(id, owner.id, site, PostFields::default(), 0, now);
        let version = PostVersion {
            number: 1,
            title: String::new(),
            body: String::new(),
            user_id: owner.id,
            created_at: now,
        };
        store.create_post(&post, &version, &[]).await.unwrap();
        id
    }

    /// Uploads a form of texts and, if given, a file.
    pub async fn upload(
        &self,
        person: &Person,
        texts: &[(&str, &str)],
        file: Option<(&str, &[u8])>,
    ) -> Answer {
        self.upload_with(person, texts, file, &[]).await
    }

    pub async fn upload_with(
        &self,
        person: &Person,
        texts: &[(&str, &str)],
        file: Option<(&str, &[u8])>,
        headers: &[(&str, &str)],
    ) -> Answer {
        let mut body = Vec::new();
        for (name, text) in texts {
            let part = format!(
                "--limite\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{text}\r\n"
            );
            body.extend_from_slice(part.as_bytes());
        }
        if let Some((name, bytes)) = file {
            let part = format!(
                "--limite\r\nContent-Disposition: form-data; name=\"file\"; filename=\"{name}\"\r\nContent-Type: text/html\r\n\r\n"
            );
            body.extend_from_slice(part.as_bytes());
            body.extend_from_slice(bytes);
            body.extend_from_slice(b"\r\n");
        }
        body.extend_from_slice(b"--limite--\r\n");
        let mut request = Request::post("/api/v1/media")
            .header(
                header::AUTHORIZATION,
                format!("Bearer {}", self.token(person)),
            )
            .header(header::CONTENT_TYPE, "multipart/form-data; boundary=limite");
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        self.send(request.body(Body::from(body)).unwrap()).await
    }
}

/// The host password of every site; no answer may carry it.
pub const PASSWORD: &str = "canario abcd efgh";

/// A small picture of a kind.
pub fn picture(format: ImageFormat) -> Vec<u8> {
    let image = RgbImage::from_fn(60, 40, |x, y| image::Rgb([x as u8 * 4, y as u8 * 6, 90]));
    let mut bytes = Cursor::new(Vec::new());
    DynamicImage::ImageRgb8(image)
        .write_to(&mut bytes, format)
        .unwrap();
    bytes.into_inner()
}
