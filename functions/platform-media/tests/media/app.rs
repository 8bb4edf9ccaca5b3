//! Test application: records and files in memory, signed-in users and their posts.

use std::io::Cursor;
use std::sync::Arc;

use axum::Router;
use bytes::Bytes;
use domain::platform::id::{PostId, SiteId};
use domain::platform::post::{Post, PostFields};
use domain::platform::site_record::Site;
use embedded::clock::SettableClock;
use embedded::dynamo::Engine;
use embedded::memory_blobs::MemoryBlobs;
use embedded::random::SeededRandom;
use embedded::signed_urls::LocalUrls;
use http::{Method, StatusCode, header};
use image::{DynamicImage, ImageFormat, RgbImage};
use jiff::Timestamp;
use outbound::{Outbound, Policy};
use platform_media::{Ports, api};
use platform_store::PlatformStore;
use platform_testkit::{
    RequestBody, TestApi, TestRequest, TestResponse, TestUser, first_version, with_middleware,
};
use ports::Clock;
use secrecy::SecretString;
use serde_json::Value;
use settings::{ProviderAddresses, SealedSettings, Settings};
use vault::KeyRing;

pub struct TestApp {
    pub ports: Ports,
    pub clock: Arc<SettableClock>,
    pub blobs: Arc<MemoryBlobs>,
    urls: LocalUrls,
    random: Arc<SeededRandom>,
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
        let store = platform_testkit::store(&Engine::memory().unwrap()).await;
        let saved = SealedSettings::new(store.table().clone(), keyring.clone(), random.clone());
        Self {
            ports: Ports {
                store,
                settings: Settings::new(Arc::new(saved), |_| None),
                providers: ProviderAddresses::of(|_| Some("http://127.0.0.1:9".to_owned()))
                    .unwrap(),
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

    /// Replaces the providers of stock photos by one at `address`, with keys for those that `keys` names.
    pub fn ask_providers_at(&mut self, address: &str, keys: &[&str]) {
        self.ports.providers = ProviderAddresses::of(|_| Some(address.to_owned())).unwrap();
        let table = self.ports.store.table().clone();
        let saved = SealedSettings::new(table, self.ports.keyring.clone(), self.random.clone());
        self.ports.settings = Settings::new(Arc::new(saved), |name| {
            keys.contains(&name).then(|| PROVIDER_KEY.to_owned())
        });
    }

    /// Sends a file to the URL of an upload, with the method and headers that the upload requires.
    pub async fn put(&self, upload: &Value, bytes: &[u8]) -> StatusCode {
        let method = upload["method"].as_str().unwrap().parse().unwrap();
        let mut request = TestRequest::new(method, upload["url"].as_str().unwrap())
            .header(header::CONTENT_LENGTH, &bytes.len().to_string());
        for (name, value) in upload["headers"].as_object().unwrap() {
            request = request.headers(&[(name, value.as_str().unwrap())]);
        }
        let body = Bytes::copy_from_slice(bytes);
        let request = request.body(RequestBody::Raw("application/octet-stream", body));
        request.send(&self.router()).await.status
    }

    /// A site of `owner` at `url`, connected to its host.
    pub async fn site(&self, owner: &TestUser, url: &str) -> SiteId {
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
    pub async fn post(&self, owner: &TestUser, site: SiteId) -> PostId {
        let store = &self.ports.store;
        let id = store.next_post_id().await.unwrap();
        let now = self.clock.now();
        let post = Post::draft(id, owner.id, site, PostFields::default(), 0, now);
        let version = first_version(&post, "");
        store.create_post(&post, &version, &[]).await.unwrap();
        id
    }

    /// Uploads a form of texts and, if given, a file.
    pub async fn upload(
        &self,
        user: &TestUser,
        texts: &[(&str, &str)],
        file: Option<(&str, &[u8])>,
    ) -> TestResponse {
        self.upload_with(user, texts, file, &[]).await
    }

    pub async fn upload_with(
        &self,
        user: &TestUser,
        texts: &[(&str, &str)],
        file: Option<(&str, &[u8])>,
        headers: &[(&str, &str)],
    ) -> TestResponse {
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
        TestRequest::new(Method::POST, "/api/v1/media")
            .body(RequestBody::Multipart(body.into()))
            .bearer(&user.token(&self.ports.keyring, self.clock.now()))
            .headers(headers)
            .send(&self.router())
            .await
    }
}

impl TestApi for TestApp {
    fn store(&self) -> &PlatformStore {
        &self.ports.store
    }

    fn keyring(&self) -> &KeyRing {
        &self.ports.keyring
    }

    fn clock(&self) -> &SettableClock {
        &self.clock
    }

    fn router(&self) -> Router {
        let (api, _) = api(self.ports.clone()).split_for_parts();
        let routes = api.merge(self.urls.clone().router());
        with_middleware(routes, self.random.clone(), self.clock.clone(), true)
    }
}

/// The host password of every site; no response may contain it.
pub const PASSWORD: &str = "canario abcd efgh";

/// The key of every provider; no response may contain it.
pub const PROVIDER_KEY: &str = "canario-chave-91b7c2";

/// A small picture of a kind.
pub fn picture(format: ImageFormat) -> Vec<u8> {
    let image = RgbImage::from_fn(60, 40, |x, y| image::Rgb([x as u8 * 4, y as u8 * 6, 90]));
    let mut bytes = Cursor::new(Vec::new());
    DynamicImage::ImageRgb8(image)
        .write_to(&mut bytes, format)
        .unwrap();
    bytes.into_inner()
}
