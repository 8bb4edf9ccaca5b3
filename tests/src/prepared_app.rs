//! A test application with a record for every path parameter, and the state and request with which each operation
//! succeeds.

use domain::platform::access::Role;
use domain::platform::id::{MediaId, PostId, SiteId};
use domain::platform::media::UPLOADS;
use http::{Method, header};
use image::ImageFormat;
use local::work::Workers;
use ports::{Blob, WorkMessage};
use secrecy::ExposeSecret;
use serde_json::{Value, json};

use crate::app::{
    Objects, Operation, PASSWORD, RequestBody, SignedInUser, TestApp, TestRequest, TestResponse,
    sample_request,
};
use crate::pictures::picture;

/// Publication date of scheduled posts.
const SCHEDULED: &str = "2027-02-01T10:00:00Z";
/// Password that replaces an earlier one.
pub const NEW_PASSWORD: &str = "outra-senha-de-teste-comprida";
/// Password of a host login that the host refuses.
pub const WRONG_HOST_PASSWORD: &str = "errada errada errada";

/// API key of a provider.
pub const API_KEY: &str = "sk-proj-canario-2c61";
/// Password on the mail server of the settings.
pub const SAVED_MAIL_PASSWORD: &str = "canário & senha salva=83e5";

/// Secret of the OAuth client of the search provider.
pub const SEARCH_CLIENT_SECRET: &str = "GOCSPX-canario-52ac";
/// Code that the search provider sends back.
pub const SEARCH_CODE: &str = "4-canario-0b61";

/// Settings of a mail server that nothing listens on.
fn mail_server() -> Value {
    json!({
        "SMTP_HOST": "127.0.0.1",
        "SMTP_PORT": "9",
        "SMTP_TLS": "none",
        "SMTP_USER": "pauta",
        "SMTP_PASSWORD": SAVED_MAIL_PASSWORD,
    })
}

/// A test application with a record for every path parameter.
pub struct PreparedApp {
    /// The application.
    pub app: TestApp,
    /// An administrator with a password.
    pub admin: SignedInUser,
    /// The connected site, a post on it that meets every requirement, its picture, and a second user.
    pub objects: Objects,
}

impl PreparedApp {
    /// Prepares a new application.
    pub async fn new() -> Self {
        Self::of(TestApp::new().await).await
    }

    /// Prepares this application.
    pub async fn of(app: TestApp) -> Self {
        let admin = app.signed_in_user("chefe", Role::Admin).await;
        let (post, media) = app.ready_post(&admin, 1).await;
        let upload = app.upload_of(admin.user.id, PostId(post)).await;
        let objects = Objects {
            site: SiteId(1),
            post: PostId(post),
            media: MediaId(media),
            user: app.user("colega", Role::Redator).await.id,
            upload,
            generation: app.generation_of(admin.user.id, SiteId(1)).await,
            log: app.log_entry().await,
        };
        Self {
            app,
            admin,
            objects,
        }
    }

    /// Sends a request of the administrator that must succeed.
    pub async fn ask(&self, method: Method, path: &str, body: Value) -> TestResponse {
        let call = TestRequest::json(method, format!("/api/v1{path}"), body);
        let answer = self.app.ask(Some(&self.admin), call).await;
        assert!(answer.status.is_success(), "{path}: {}", answer.text);
        answer
    }

    /// Sends a request about the post.
    pub async fn of_post(&self, route: &str, body: Value) -> TestResponse {
        let path = format!("/posts/{}/{route}", self.objects.post);
        self.ask(Method::POST, &path, body).await
    }

    /// The workers and ticks, with a read model of their own.
    pub fn workers(&self) -> Workers {
        let parts = &self.app.parts;
        Workers::of(parts, &local::site::records(parts))
    }

    /// Runs workers and ticks until nothing is due.
    pub async fn work(&self) {
        let workers = self.workers();
        while let Some(message) = self.app.parts.queue.try_next() {
            match message {
                WorkMessage::Publication { job_id } => {
                    publication_worker::work(&workers.publication, job_id)
                        .await
                        .unwrap();
                }
                WorkMessage::Notification { notification_id } => {
                    notification_worker::process(&workers.notification, &notification_id)
                        .await
                        .unwrap();
                }
                WorkMessage::SiteMail { tenant, mail_id } => {
                    let ports = &workers.notification;
                    notification_worker::send_site_mail(ports, &tenant, &mail_id)
                        .await
                        .unwrap();
                }
                WorkMessage::Generation { generation_id } => {
                    generation_worker::process(&workers.generation, generation_id)
                        .await
                        .unwrap();
                }
                WorkMessage::Search { post_id, job_id } => {
                    search_worker::process(&workers.search, post_id, job_id)
                        .await
                        .unwrap();
                }
                WorkMessage::SearchRenewal { site_id } => {
                    search_worker::renew(&workers.search, site_id)
                        .await
                        .unwrap();
                }
            }
        }
    }

    /// State of the post's publication.
    pub async fn state(&self) -> Value {
        let path = format!("/posts/{}/checklist", self.objects.post);
        self.ask(Method::GET, &path, Value::Null).await.json["state"].clone()
    }

    /// Requests the client's approval; returns the path of the client's page.
    pub async fn client_page(&self) -> String {
        let round = self.of_post("request-approval", Value::Null).await;
        let link = round.json["link"].as_str().unwrap().to_owned();
        let (_, token) = link.split_once("/aprovacao/").unwrap();
        format!("/aprovacao/{token}")
    }

    fn email(&self) -> &str {
        &self.admin.user.email
    }

    async fn refresh_token(&self) -> Value {
        let tokens = self.app.tokens(self.email(), PASSWORD).await;
        json!({ "refresh_token": tokens["refresh_token"] })
    }

    /// The cookie of a browser that signed in.
    async fn browser_cookie(&self) -> String {
        let tokens = self.app.tokens(self.email(), PASSWORD).await;
        format!(
            "pauta-session={}",
            tokens["refresh_token"].as_str().unwrap()
        )
    }

    async fn totp_code(&self) -> Value {
        let begun = self.ask(Method::POST, "/auth/totp", Value::Null).await;
        let secret = begun.json["secret"].as_str().unwrap().to_owned();
        json!({ "code": self.app.shown_code(&secret) })
    }

    /// Input of a site with the host's login.
    fn site(&self) -> Value {
        let login = &self.app.site_login;
        json!({
            "name": "Outro",
            "url": self.app.parts.site_url,
            "host_user": login.user,
            "host_password": login.password.expose_secret(),
        })
    }

    /// Saves the key of a provider of texts and images.
    pub async fn with_provider(&self) {
        let key = json!({ "OPENAI_API_KEY": API_KEY });
        self.ask(Method::PUT, "/settings/api-keys", key).await;
    }

    /// Saves the OAuth client of the search provider.
    async fn with_search_client(&self) {
        let client = json!({
            "SEARCH_PROVIDER_CLIENT_ID": "cliente.apps.example",
            "SEARCH_PROVIDER_CLIENT_SECRET": SEARCH_CLIENT_SECRET,
        });
        self.ask(Method::PUT, "/settings/search-provider", client)
            .await;
    }

    /// The path to which the search provider sends a person back who connects the site.
    async fn search_callback(&self) -> String {
        self.with_search_client().await;
        let path = format!("/search-provider/connect?site_id={}", self.objects.site);
        let begun = self.ask(Method::GET, &path, Value::Null).await.json;
        let url = begun["authorization_url"].as_str().unwrap();
        let (_, state) = url.split_once("&state=").unwrap();
        let state = state.split('&').next().unwrap();
        format!("/search-provider/callback?state={state}&code={SEARCH_CODE}")
    }

    /// Connects the site to the search console.
    pub async fn search_connected(&self) {
        let callback = self.search_callback().await;
        self.ask(Method::GET, &callback, Value::Null).await;
    }

    /// Ends the generation with an article, and adds a generated image to the post.
    async fn generated(&self) {
        self.with_provider().await;
        let image = json!({ "content_id": self.objects.post, "prompt": "Um pão" });
        self.ask(Method::POST, "/media/generate", image).await;
        let worker = self.workers().generation;
        generation_worker::process(&worker, self.objects.generation)
            .await
            .unwrap();
        self.work().await;
    }

    /// Makes the publication fail permanently.
    async fn parked(&self) {
        let wrong = json!({ "host_password": WRONG_HOST_PASSWORD });
        self.ask(Method::PUT, "/sites/1", wrong).await;
        self.of_post("publish", Value::Null).await;
        self.work().await;
        assert_eq!(self.state().await, "failed");
        let login = &self.app.site_login;
        let right = json!({ "host_password": login.password.expose_secret() });
        self.ask(Method::PUT, "/sites/1", right).await;
    }

    /// Stores the file of the upload where its completion expects it.
    async fn staged(&self) {
        let key = format!("{UPLOADS}{}", self.objects.upload);
        let blob = Blob {
            bytes: picture(ImageFormat::Jpeg, 640, 400),
            content_type: "image/jpeg".to_owned(),
        };
        self.app.parts.blobs.put(&key, blob).await.unwrap();
    }

    async fn edited(&self) {
        let path = format!("/posts/{}", self.objects.post);
        let edit = json!({ "title": "Pão de fermentação lenta" });
        self.ask(Method::PUT, &path, edit).await;
    }

    /// Publishes the post.
    pub async fn published(&self) {
        self.of_post("publish", Value::Null).await;
        self.work().await;
        assert_eq!(self.state().await, "success");
    }

    /// Prepares the state in which the operation succeeds. Returns its body if it differs from the sample request's.
    async fn prepare(&self, name: &str) -> Option<Value> {
        if name.contains("/search-provider") {
            return self.prepare_search(name).await;
        }
        let body = match name {
            "POST /auth/login" => json!({ "email": self.email(), "password": PASSWORD }),
            "POST /auth/two-factor" | "POST /auth/browser-session" => {
                let first = self.app.log_in(self.email(), PASSWORD).await.json;
                json!({ "challenge": first["challenge"], "code": self.app.mailed_code() })
            }
            "POST /auth/refresh" | "POST /auth/logout" => self.refresh_token().await,
            "POST /auth/password-reset" => json!({ "email": self.email() }),
            "POST /auth/password-reset/confirm" => {
                let body = json!({ "email": self.email() });
                self.ask(Method::POST, "/auth/password-reset", body).await;
                json!({ "token": self.app.mailed_token(), "new_password": NEW_PASSWORD })
            }
            "PUT /auth/password" => {
                json!({ "current_password": PASSWORD, "new_password": NEW_PASSWORD })
            }
            "POST /auth/totp/confirm" => self.totp_code().await,
            "DELETE /auth/totp" => {
                let code = self.totp_code().await;
                self.ask(Method::POST, "/auth/totp/confirm", code).await;
                return None;
            }
            // Simulates a tick that has run, as in any deployment older than a minute.
            "GET /health" => {
                let workers = self.workers();
                publishing_tick::run(&workers.publishing).await.unwrap();
                return None;
            }
            "POST /sites" => self.site(),
            "PUT /settings/api-keys" => json!({ "OPENAI_API_KEY": API_KEY }),
            "PUT /settings/notifications" => mail_server(),
            "PUT /settings/ai-defaults"
            | "GET /settings/api-keys"
            | "POST /settings/api-keys/test"
            | "POST /posts/generate-content"
            | "POST /posts/improve-content"
            | "POST /posts/generate-faq"
            | "POST /posts/generate-seo-title"
            | "POST /posts/generate-meta-description"
            | "POST /media/generate"
            | "POST /media/{id}/generate-alt-text" => {
                self.with_provider().await;
                return None;
            }
            "GET /generations/{id}" | "GET /tokens/summary" | "GET /quotas" => {
                self.generated().await;
                return None;
            }
            "POST /media/remote" => {
                json!({ "content_id": self.objects.post, "url": self.app.fakes.photo() })
            }
            "GET /media/stock" | "POST /media/stock" => {
                let key = json!({ "PEXELS_API_KEY": API_KEY });
                self.ask(Method::PUT, "/settings/api-keys", key).await;
                return None;
            }
            "GET /settings/notifications" => {
                self.ask(Method::PUT, "/settings/notifications", mail_server())
                    .await;
                return None;
            }
            "GET /sites/{id}/words" | "DELETE /sites/{id}/words/{word}" => {
                self.ask(Method::PUT, "/sites/1/words/kombucha", Value::Null)
                    .await;
                return None;
            }
            "POST /media/uploads/{id}/complete" => {
                self.staged().await;
                return None;
            }
            _ => {
                self.prepare_post(name).await;
                return None;
            }
        };
        Some(body)
    }

    /// The same for the operations of the search console.
    async fn prepare_search(&self, name: &str) -> Option<Value> {
        match name {
            "PUT /settings/search-provider" => {
                return Some(json!({
                    "SEARCH_PROVIDER_CLIENT_ID": "cliente.apps.example",
                    "SEARCH_PROVIDER_CLIENT_SECRET": SEARCH_CLIENT_SECRET,
                }));
            }
            "GET /search-provider/connect" => self.with_search_client().await,
            "GET /search-provider/status"
            | "POST /search-provider/disconnect"
            | "POST /search-provider/detect-sitemap" => self.search_connected().await,
            "GET /search-provider/performance" | "POST /search-provider/reindex" => {
                self.search_connected().await;
                self.published().await;
            }
            _ => {}
        }
        None
    }

    async fn prepare_post(&self, name: &str) {
        let Some(route) = name.split_once("/posts/{id}/").map(|(_, route)| route) else {
            return;
        };
        match route {
            "restore" => {
                let path = format!("/posts/{}", self.objects.post);
                self.ask(Method::DELETE, &path, Value::Null).await;
            }
            "cancel-schedule" => {
                let when = json!({ "scheduled_at": SCHEDULED });
                self.of_post("schedule", when).await;
                self.work().await;
            }
            "retry" => self.parked().await,
            "checklist" | "events" => self.published().await,
            "approvals" => {
                self.client_page().await;
            }
            "autosave" => {
                let path = format!("/posts/{}/autosave", self.objects.post);
                let copy = json!({ "version": 1, "content": { "title": "Pão de milho" } });
                self.ask(Method::PUT, &path, copy).await;
            }
            route if route.starts_with("versions") => self.edited().await,
            _ => {}
        }
    }

    /// Prepares the state in which the operation succeeds, and returns its request.
    pub async fn ready_request(&mut self, operation: &Operation) -> TestRequest {
        let name = operation.name().replace("/api/v1", "");
        let body = self.prepare(&name).await;
        if name == "DELETE /sites/{id}" {
            // A site without posts.
            let made = self.ask(Method::POST, "/sites", self.site()).await;
            self.objects.site = SiteId(made.json["id"].as_u64().unwrap());
        }
        let mut call = sample_request(operation, &self.objects, 1).unwrap();
        call.path = call.path.replace("/diff/1", "/diff/2");
        if name == "GET /search-provider/callback" {
            call.path = format!("/api/v1{}", self.search_callback().await);
        }
        if name.contains("/auth/browser-session") && !operation.takes_body {
            call = call.header(header::COOKIE, &self.browser_cookie().await);
        }
        if let Some(body) = body {
            call.body = RequestBody::Json(body);
        }
        call
    }
}
