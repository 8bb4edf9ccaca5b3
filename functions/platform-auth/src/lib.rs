//! Routes of users and sessions: sign-in with two factors, passwords, authenticator apps, and the administration of
//! users; also the platform's health and the description of its API.

use std::sync::Arc;

use axum::extract::FromRef;
use axum::middleware::from_fn_with_state;
use jiff::tz::TimeZone;
use platform_session::SessionState;
use platform_store::PlatformStore;
use ports::{Clock, Mail, Need, Random};
use settings::Settings;
use url::Url;
use utoipa::OpenApi;
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa_axum::router::{OpenApiRouter, UtoipaMethodRouterExt};
use utoipa_axum::routes;
use vault::KeyRing;

mod account;
mod browser_session;
mod description;
mod errors;
mod factor;
mod guard;
mod health;
mod limits;
mod login;
mod mails;
mod password;
mod password_link;
mod password_page;
mod refresh_token;
mod reset;
mod sessions;
mod totp;
mod two_factor;
mod users;
mod wire;

/// Permissions that the function's policy grants.
pub const NEEDS: &[Need] = &[
    Need::PlatformItemsRead,
    Need::PlatformItemsWrite,
    Need::KeyRing,
    Need::SendMail,
];

/// Ports of the routes.
#[derive(Clone)]
pub struct Ports {
    /// The platform's records.
    pub store: PlatformStore,
    /// Signs tokens, hashes codes and seals secrets.
    pub keyring: Arc<KeyRing>,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// Randomness for codes and tokens.
    pub random: Arc<dyn Random>,
    /// Sends codes and links.
    pub mail: Arc<dyn Mail>,
    /// The settings, which may name the agency that writes the mails.
    pub settings: Settings,
    /// The platform's public address; links in mails begin with it.
    pub base_url: Url,
    /// Time zone of days and of the times that people read.
    pub zone: TimeZone,
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

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Pauta",
        description = "A content platform for agencies: people, sites, posts, approval by the client, and publication."
    ),
    components(schemas(platform_http::ErrorBody, platform_http::IssueBody))
)]
struct Base;

/// The routes, with their full paths.
pub fn api(ports: Ports) -> OpenApiRouter {
    let mut base = Base::openapi();
    let bearer = HttpBuilder::new()
        .scheme(HttpAuthScheme::Bearer)
        .bearer_format("JWT")
        .build();
    base.components
        .get_or_insert_default()
        .add_security_scheme("bearer", SecurityScheme::Http(bearer));
    let once = from_fn_with_state(SessionState::from_ref(&ports), platform_session::idempotent);
    OpenApiRouter::with_openapi(base)
        .routes(routes!(login::login))
        .routes(routes!(two_factor::two_factor))
        .routes(routes!(sessions::refresh_session))
        .routes(routes!(sessions::logout))
        .routes(routes!(
            browser_session::begin_browser_session,
            browser_session::end_browser_session
        ))
        .routes(routes!(browser_session::refresh_browser_session))
        .routes(routes!(account::get_me))
        .routes(routes!(password::change_password))
        .routes(routes!(totp::begin_totp, totp::remove_totp))
        .routes(routes!(totp::confirm_totp))
        .routes(routes!(reset::request_password_reset))
        .routes(routes!(reset::confirm_password_reset))
        .routes(routes!(users::list_users))
        .routes(routes!(users::create_user).layer(once))
        .routes(routes!(
            users::get_user,
            users::update_user,
            users::delete_user
        ))
        .routes(routes!(health::get_health))
        .routes(routes!(description::get_openapi))
        .route(
            password_link::PATH,
            axum::routing::get(password_page::show).post(password_page::submit),
        )
        .with_state(ports)
}
