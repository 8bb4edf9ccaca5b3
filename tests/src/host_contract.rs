//! The platform's requirements on a host, as one test suite: the project's own site and a vendor's host pass the same
//! checks. Every check uses the client that production uses.
//!
//! Each check creates posts, pictures and tags under unique names, so checks may run in any order and concurrently,
//! and a host may be reused.

use std::future::Future;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use host_client::{Basic, Host, HostClient, PostDraft, PostStatus};
use http::{HeaderName, HeaderValue};
use outbound::{Outbound, Policy, Request};
use ports::Clock;
use serde_json::Value;
use url::Url;

use crate::proxy::Proxy;

mod causes;
mod connection;
mod losses;
mod media;
mod moved;
mod posts;
mod schedule;
mod terms;
mod texts;

/// A host under test, with the facts that the suite depends on.
pub struct HostUnderTest {
    /// URL of the site.
    pub url: String,
    /// Login of a user with all rights.
    pub admin: Basic,
    /// Login of a user who may publish only posts of their own.
    pub author: Option<Basic>,
    /// Login of a user without write permissions.
    pub reader: Option<Basic>,
    /// Whether the host stores the FAQ of posts.
    pub keeps_faq: bool,
    /// Whether the host reports wrong credentials; plain deployed hosts treat them as absent.
    pub names_wrong_credentials: bool,
    /// The host's clock.
    pub clock: Arc<dyn Clock>,
    /// Distinguishes runs against the same host.
    pub run: String,
    /// Distinguishes names within one run.
    pub counter: AtomicU64,
}

/// A check that failed.
#[derive(Debug)]
pub struct Failed {
    /// Name of the check.
    pub check: &'static str,
    /// Message of the failure.
    pub why: String,
}

/// A check of the suite.
pub type Check = fn(Arc<HostUnderTest>) -> Pin<Box<dyn Future<Output = ()> + Send>>;

macro_rules! checks {
    ($($group:ident :: $name:ident),+ $(,)?) => {
        /// All checks by name.
        pub const CHECKS: &[(&str, Check)] = &[
            $((
                concat!(stringify!($group), "::", stringify!($name)),
                |host| Box::pin(async move { $group::$name(&host).await }),
            ),)+
        ];
    };
}

checks! {
    connection::the_interface_is_found,
    connection::the_credentials_are_proved,
    connection::rights_are_distinguished,
    causes::a_wrong_password_is_named,
    causes::an_unknown_user_is_named,
    causes::a_login_that_was_stripped_is_named,
    causes::a_missing_interface_is_named,
    causes::a_page_in_place_of_json_is_named,
    causes::a_request_for_fewer_requests_is_diagnosed,
    causes::a_missing_right_is_named,
    causes::what_is_not_there_is_rejected,
    terms::categories_have_readable_names,
    terms::a_tag_is_made_once,
    terms::authors_include_the_user,
    media::a_picture_is_uploaded_described_and_found,
    media::a_text_is_not_a_picture,
    posts::a_draft_is_found_by_its_marker,
    posts::a_post_is_published_whole,
    posts::the_same_change_twice_leaves_the_same_post,
    posts::faq_support_is_reported_correctly,
    texts::hostile_texts_read_as_written,
    moved::a_post_of_another_host_is_published_as_new,
    schedule::a_schedule_is_kept_and_taken_back,
    schedule::a_date_that_has_passed_publishes,
    schedule::a_scheduled_post_can_go_online_now,
    losses::a_lost_answer_leaves_one_post,
    losses::a_lost_request_leaves_one_post,
    losses::a_cut_answer_leaves_one_post,
    losses::a_lost_upload_leaves_one_picture,
}

/// Runs all checks one after the other and reports each outcome to `tell`.
pub async fn run(
    host: Arc<HostUnderTest>,
    mut tell: impl FnMut(&'static str, bool),
) -> Vec<Failed> {
    let mut failed = Vec::new();
    for (check, perform) in CHECKS {
        // A separate task, so that a panicking check does not end the suite.
        let outcome = tokio::spawn(perform(host.clone())).await;
        tell(check, outcome.is_ok());
        if let Err(error) = outcome {
            let panic = error.into_panic();
            let why = panic
                .downcast_ref::<String>()
                .cloned()
                .or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned()))
                .unwrap_or_default();
            failed.push(Failed { check, why });
        }
    }
    failed
}

/// The client that production uses, with loopback addresses allowed.
pub(crate) fn client() -> HostClient {
    HostClient::new(Outbound::new(Policy::local()).expect("TLS is there"))
}

impl HostUnderTest {
    /// The host with a login.
    pub(crate) async fn host_as(&self, credentials: Basic) -> Host {
        let found = client()
            .discover(&self.url)
            .await
            .expect("the host answers");
        Host {
            rest_root: found.rest_root,
            namespace: found.namespace,
            credentials,
        }
    }

    /// The host with the administrator's login.
    pub(crate) async fn host(&self) -> Host {
        self.host_as(self.admin.clone()).await
    }

    /// The host behind a proxy that can damage calls.
    pub(crate) async fn damaged(&self) -> (Host, Proxy) {
        let mut host = self.host().await;
        let name = host.rest_root.host_str().expect("a host has a name");
        let port = host.rest_root.port_or_known_default().expect("a port");
        let address: SocketAddr = tokio::net::lookup_host((name, port))
            .await
            .expect("the host's name is known")
            .next()
            .expect("an address");
        let proxy = Proxy::before(address).await.expect("a free port");
        host.rest_root
            .set_ip_host(proxy.address().ip())
            .expect("an address");
        host.rest_root
            .set_port(Some(proxy.address().port()))
            .expect("a port");
        (host, proxy)
    }

    /// A word that nothing else on the host contains: letters and digits only, so that it is the same in a title, a
    /// slug and a search.
    pub(crate) fn word(&self, stem: &str) -> String {
        let number = self.counter.fetch_add(1, Ordering::Relaxed);
        format!("{stem}{}x{number}", self.run)
    }

    /// A draft with a unique marker.
    pub(crate) fn draft(&self, stem: &str) -> PostDraft {
        let word = self.word(stem);
        PostDraft {
            title: format!("Rascunho {word}"),
            content: "<p>Texto de rascunho.</p>".into(),
            status: PostStatus::Draft,
            slug: format!("pauta-{word}"),
            more: host_client::PostChange::default(),
        }
    }

    /// Number of items of a collection that a search finds, whatever their status.
    pub(crate) async fn count(&self, host: &Host, route: &str, search: &str) -> usize {
        let outbound = Outbound::new(Policy::local()).expect("TLS is there");
        count(&outbound, host, route, search).await
    }
}

/// Number of items of a collection that a search finds, whatever their status.
pub(crate) async fn count(outbound: &Outbound, host: &Host, route: &str, search: &str) -> usize {
    let status = if route == "media" {
        "inherit"
    } else {
        "publish,future,draft,pending,private"
    };
    let mut url: Url = host.rest_root.clone();
    url.path_segments_mut()
        .expect("an address with a path")
        .pop_if_empty()
        .extend(host.namespace.split('/'))
        .push(route);
    url.query_pairs_mut()
        .append_pair("search", search)
        .append_pair("status", status)
        .append_pair("context", "edit")
        .append_pair("per_page", "100");
    let request = Request::get(url)
        .header(
            HeaderName::from_static("accept"),
            HeaderValue::from_static("application/json"),
        )
        .credentials(Some(host.credentials.clone()));
    let answer = outbound.send(request).await.expect("the host answers");
    let found: Value = serde_json::from_slice(&answer.body).expect("a list");
    found.as_array().expect("a list").len()
}
