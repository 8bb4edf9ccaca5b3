//! Routes of posts: content, versions, and requests for publication.
//!
//! This function never calls a host. It stores a job in one transaction with the post and sends the job's message;
//! the publication worker carries it out.

mod access;
mod content;
mod errors;
mod faq;
mod long_text;
mod outcome;
mod plain;
mod publication;
mod report_csv;
mod routes;
mod schedule_date;
mod wire;

use std::sync::Arc;

use axum::extract::FromRef;
use axum::middleware::from_fn_with_state;
use jiff::tz::TimeZone;
use platform_http::{ErrorBody, IssueBody};
use platform_session::SessionState;
use platform_store::PlatformStore;
use ports::{Clock, Need, Random, WorkQueue};
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use vault::keyring::KeyRing;

use crate::routes::{
    autosave, filters, history, legacy, publish, queue, read, report, summary, trash, versions,
    write,
};

/// Ports of the routes.
#[derive(Clone)]
pub struct Ports {
    /// The platform's records.
    pub store: PlatformStore,
    /// Verifies sessions.
    pub keyring: Arc<KeyRing>,
    /// Queue of publications.
    pub publications: Arc<dyn WorkQueue>,
    /// Time zone of the months of reports.
    pub zone: TimeZone,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// Generates the markers of posts on their hosts.
    pub random: Arc<dyn Random>,
}

impl FromRef<Ports> for SessionState {
    fn from_ref(ports: &Ports) -> Self {
        Self {
            store: ports.store.clone(),
            keyring: ports.keyring.clone(),
            clock: ports.clock.clone(),
        }
    }
}

/// Permissions that the function's policy grants.
pub const NEEDS: &[Need] = &[
    Need::PlatformItemsRead,
    Need::PlatformItemsWrite,
    Need::BlobsRead,
    Need::SendPublication,
    Need::KeyRing,
];

#[derive(OpenApi)]
#[openapi(components(schemas(ErrorBody, IssueBody, filters::LabelFilter)))]
struct Shared;

/// The routes with their description.
pub fn api(ports: Ports) -> OpenApiRouter {
    let session = SessionState::from_ref(&ports);
    let triggers = OpenApiRouter::new()
        .routes(routes!(write::create_post))
        .routes(routes!(trash::restore_post))
        .routes(routes!(versions::revert_post))
        .routes(routes!(publish::publish_post))
        .routes(routes!(publish::schedule_post))
        .routes(routes!(publish::retry_publication))
        .routes(routes!(publish::cancel_schedule))
        .routes(routes!(legacy::publish_now))
        .routes(routes!(legacy::publish_schedule))
        .route_layer(from_fn_with_state(session, platform_session::idempotent));
    OpenApiRouter::with_openapi(Shared::openapi())
        .routes(routes!(read::list_posts))
        .routes(routes!(summary::summarize_posts))
        .routes(routes!(
            read::get_post,
            write::update_post,
            trash::delete_post
        ))
        .routes(routes!(
            autosave::get_working_copy,
            autosave::keep_working_copy,
            autosave::drop_working_copy
        ))
        .routes(routes!(read::validate_post))
        .routes(routes!(read::get_checklist))
        .routes(routes!(read::list_events))
        .routes(routes!(versions::list_versions))
        .routes(routes!(versions::get_version))
        .routes(routes!(versions::diff_versions))
        .routes(routes!(history::list_history))
        .routes(routes!(history::list_history_years))
        .routes(routes!(history::clear_history))
        .routes(routes!(queue::list_queue))
        .routes(routes!(report::get_monthly_report))
        .merge(triggers)
        .with_state(ports)
}
