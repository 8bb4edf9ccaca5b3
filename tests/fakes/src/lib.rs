//! Stateful fakes of outside services over HTTP, strict about the wire format.
//!
//! One server on a loopback port answers for every service below a path of its own. A scenario is chosen by the value
//! of the key that a call carries (the README lists them), so the code under test needs no path of its own. The fakes
//! record calls, what a real service would bill, and violations of the services' terms of use.

mod accounts;
mod akismet;
mod answers;
mod anthropic;
mod browser;
mod callback;
mod consent;
mod delivery;
mod evolution;
mod exchange;
mod faults;
mod gemini;
mod generation;
mod google;
mod graph;
mod indexnow;
mod keyword_accounts;
mod keyword_research;
mod mail_server;
mod mailed;
mod messages;
mod microsoft;
mod openai;
mod pictures;
mod prompt;
mod rank_tracker;
mod record;
mod routing;
mod scenario;
mod schema;
mod seo_texts;
mod server;
mod service;
mod sse;
mod stock;
mod strict;
mod zapi;

use std::sync::Arc;

use axum::Router;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

pub use crate::accounts::Consent;
pub use crate::google::{Level, SearchRow};
pub use crate::mail_server::{MailServer, ReceivedMail};
pub use crate::mailed::MailedMessage;
pub use crate::messages::{MessageTemplate, SentMessage, SentPicture, TemplateStatus};
pub use crate::record::{Billed, Call};
pub use crate::service::Service;

use crate::record::Record;

/// The running fakes. A server of their own stops when the value is dropped.
pub struct FakeServices {
    record: Arc<Record>,
    task: Option<JoinHandle<()>>,
}

impl Drop for FakeServices {
    fn drop(&mut self) {
        if let Some(task) = &self.task {
            task.abort();
        }
    }
}

impl FakeServices {
    /// Starts the fakes on a free loopback port.
    ///
    /// # Errors
    /// When no port can be opened.
    pub async fn start() -> std::io::Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let (mut fakes, router) = Self::beside(format!("http://{}", listener.local_addr()?));
        fakes.task = Some(tokio::spawn(server::serve(listener, router)));
        Ok(fakes)
    }

    /// The fakes as routes that another server answers at `origin`, a URL without a slash at the end. Such a server
    /// answers 200 without a body where a scenario closes the connection without a response.
    pub fn beside(origin: String) -> (Self, Router) {
        let record = Arc::new(Record::new(origin));
        let router = Router::new()
            .nest("/openai", openai::router(&record))
            .nest("/anthropic", anthropic::router(&record))
            .nest("/gemini", gemini::router(&record))
            .nest("/unsplash", stock::unsplash::router(&record))
            .nest("/pexels", stock::pexels::router(&record))
            .merge(stock::files::router(&record))
            .nest("/graph", graph::router(&record))
            .nest("/evolution", evolution::router(&record))
            .nest("/zapi", zapi::router(&record))
            .nest("/google-oauth", google::oauth::router(&record))
            .nest("/gsc", google::search_console::router(&record))
            .nest("/indexing", google::indexing::router(&record))
            .nest("/indexnow", indexnow::router(&record))
            .nest("/akismet", akismet::router(&record))
            .nest("/gmail", google::gmail::router(&record))
            .nest("/microsoft-login", microsoft::login::router(&record))
            .nest("/microsoft-graph", microsoft::graph::router(&record))
            .nest("/seo-texts", seo_texts::router(&record))
            .nest("/keyword-research", keyword_research::router(&record))
            .nest("/rank-tracker", rank_tracker::router(&record));
        (Self { record, task: None }, router)
    }

    /// Base address of a service, without a slash at the end.
    #[must_use]
    pub fn url(&self, service: Service) -> String {
        format!("{}/{}", self.record.origin, service.prefix())
    }

    /// Environment variables that direct clients to the fakes.
    #[must_use]
    pub fn environment(&self) -> Vec<(&'static str, String)> {
        Service::ALL
            .into_iter()
            .flat_map(|service| {
                service
                    .variables()
                    .iter()
                    .map(move |found| (service, found))
            })
            .map(|(service, (name, path))| (*name, self.url(service) + path))
            .collect()
    }

    /// Queues the text of the next answer of a service, in place of the default. For a structured answer it is the JSON.
    pub fn answer_with(&self, service: Service, text: impl Into<String>) {
        self.record.queue_answer(service, text.into());
    }

    /// The calls that a service received, in order.
    #[must_use]
    pub fn calls(&self, service: Service) -> Vec<Call> {
        self.record.calls(service)
    }

    /// Waits until a service has received `count` calls.
    pub async fn wait_for_calls(&self, service: Service, count: usize) {
        self.record.wait_for_calls(service, count).await;
    }

    /// What a real service would have billed to a key.
    #[must_use]
    pub fn billed(&self, service: Service, key: &str) -> Billed {
        self.record.billed(service, key)
    }

    /// Address of a JPEG file on a file server.
    #[must_use]
    pub fn photo(&self) -> String {
        format!(
            "{}/cdn/pexels/pexels-photo-3020901.jpeg",
            self.record.origin
        )
    }

    /// Number of calls to a photo's `download_location` at Unsplash.
    #[must_use]
    pub fn downloads(&self, photo: &str) -> u64 {
        self.record.downloads(photo)
    }

    /// Requests that a service accepts although they break its terms or the rules of a careful client: stored answers,
    /// keys in URLs, sampling parameters, credentials sent to a file server.
    #[must_use]
    pub fn violations(&self) -> Vec<String> {
        self.record.violations()
    }

    /// Lets slow answers send `parts` more events; an answer without a stream is one part.
    pub fn go_on(&self, parts: usize) {
        self.record.pace.add_permits(parts);
    }

    /// Waits until `count` answers wait: stalled ones, accepted ones that never come, and slow ones before their next
    /// part.
    pub async fn wait_for_waiting(&self, count: usize) {
        delivery::wait_for_waiting(&self.record.waiting, count).await;
    }

    /// Queues a fault for the next request to a service of messages or searches; the README lists the names. With
    /// `after:` before the name the request takes effect, and only its response is replaced.
    pub fn fail_next(&self, service: Service, fault: &str) {
        self.record.queue_fault(service, fault);
    }

    /// The messages that a service accepted, in order.
    #[must_use]
    pub fn messages(&self, service: Service) -> Vec<SentMessage> {
        let mut sent = self.record.messages.sent();
        sent.retain(|message| message.service == service);
        sent
    }

    /// Number of pictures that were uploaded to the Cloud API.
    #[must_use]
    pub fn uploads(&self) -> usize {
        self.record.messages.uploads()
    }

    /// Adds a message template to the Cloud API, or replaces the one of its name and language.
    pub fn add_template(&self, template: MessageTemplate) {
        self.record.messages.add_template(template);
    }

    /// Signs another account in to Google and Microsoft; its address is on later consents.
    pub fn sign_in(&self, email: &str) {
        self.record.microsoft.sign_in(email);
        self.record.google.sign_in(email);
    }

    /// Queues what the person does on the next consent screen of Google and of Microsoft, in place of allowing everything.
    pub fn consent_next(&self, consent: Consent) {
        self.record.microsoft.queue_consent(consent.clone());
        self.record.google.queue_consent(consent);
    }

    /// Opens a consent screen as a person's browser does, and returns the address of the client that it is sent back to; none
    /// when the provider shows an error in its place.
    ///
    /// # Errors
    /// The server of the fakes does not answer.
    pub async fn consent_at(&self, screen: &url::Url) -> std::io::Result<Option<url::Url>> {
        browser::redirected(screen).await
    }

    /// Removes the access of every client from the accounts, as a person can do at Google and Microsoft.
    pub fn revoke_grants(&self) {
        self.record.microsoft.revoke_grants();
        self.record.google.revoke_grants();
    }

    /// Lets all access tokens expire.
    pub fn expire_access_tokens(&self) {
        self.record.microsoft.expire_access_tokens();
        self.record.google.expire_access_tokens();
    }

    /// Number of refresh tokens that are alive.
    #[must_use]
    pub fn live_grants(&self) -> usize {
        self.record.google.live_grants() + self.record.microsoft.live_grants()
    }

    /// The mails that a service of mailboxes accepted, in order.
    #[must_use]
    pub fn mailed(&self, service: Service) -> Vec<MailedMessage> {
        self.record.mailed.of(service)
    }

    /// Adds a property (`sc-domain:…`, or an address that ends with a slash), or changes its level.
    pub fn add_property(&self, url: &str, level: Level) {
        self.record.google.add_property(url, level);
    }

    /// Adds appearances in searches to a property.
    pub fn add_rows(&self, property: &str, rows: Vec<SearchRow>) {
        self.record.google.add_rows(property, rows);
    }

    /// The sitemaps that were submitted to a property, in order.
    #[must_use]
    pub fn sitemaps(&self, property: &str) -> Vec<String> {
        self.record.google.sitemaps(property)
    }

    /// The notifications that the Indexing API accepted, in order: address and type.
    #[must_use]
    pub fn notifications(&self) -> Vec<(String, String)> {
        self.record.google.notifications()
    }

    /// Uses up the day's notifications of the Indexing API.
    pub fn use_up_notifications(&self) {
        self.record.google.use_up_notifications();
    }

    /// Begins a new day of the Indexing API.
    pub fn begin_day(&self) {
        self.record.google.begin_day();
    }

    /// Publishes a host's key file for IndexNow at an address of the host.
    pub fn add_key_file(&self, location: &str, key: &str) {
        self.record.key_files.add(location, key);
    }

    /// The addresses that IndexNow accepted, in order.
    #[must_use]
    pub fn submitted(&self) -> Vec<String> {
        self.record.key_files.submitted()
    }

    /// Sets the alert (code and message) that Akismet adds to its answers, or removes it.
    pub fn set_spam_alert(&self, alert: Option<(&str, &str)>) {
        self.record.akismet.set_alert(alert);
    }

    /// Lets the next tokens of the service of generated titles and descriptions end at this second since 1970.
    pub fn issue_text_tokens_until(&self, second: i64) {
        self.record.seo_texts.issue_until(second);
    }

    /// Ends all tokens of the service of generated titles and descriptions.
    pub fn revoke_text_tokens(&self) {
        self.record.seo_texts.revoke();
    }

    /// Number of users to whom the service of generated titles and descriptions gave tokens that are alive.
    #[must_use]
    pub fn text_grants(&self) -> usize {
        self.record.seo_texts.grants()
    }

    /// The owner of an account of keyword research allows access and gets this code.
    #[must_use]
    pub fn allow_research(&self) -> String {
        let code = self.record.identifier("code_");
        let service = Service::KeywordResearch;
        self.record.keywords.add_code(service, code.clone(), None);
        code
    }

    /// The owner of an account of rank tracking opens the address of an authorisation, allows access and gets this code; `None`
    /// when the address is wrong.
    #[must_use]
    pub fn allow_tracking(&self, address: &str) -> Option<String> {
        rank_tracker::allow(&self.record, address)
    }

    /// The owner of an account of keyword research or rank tracking withdraws access.
    pub fn withdraw_access(&self, service: Service) {
        self.record.keywords.revoke(service);
    }

    /// The phrases that rank tracking tracks.
    #[must_use]
    pub fn tracked_phrases(&self) -> Vec<String> {
        self.record.tracker.tracked()
    }

    /// Offers a campaign to the account of rank tracking.
    pub fn offer_campaign(&self, campaign: serde_json::Value) {
        self.record.tracker.offer(campaign);
    }

    /// Forgets calls, bills, attempts, queued answers, downloads, violations, unused permits, queued faults and
    /// consents, messages, mails, uploads, sitemaps, notifications, and what Akismet and the services of titles and keywords
    /// know. Templates, grants, properties and key files stay.
    pub fn clear(&self) {
        self.record.clear();
    }
}
