//! Return from the provider's page: exchanges the code for tokens and stores the connection.

use axum::extract::{Query, State};
use axum::response::Response;
use domain::platform::access::{Actor, Permission};
use domain::platform::id::SiteId;
use http::Method;
use items::ItemsError;
use search_access::AccessError;
use search_console::{Grant, Scope, SearchError};
use secrecy::SecretString;
use serde::Deserialize;
use utoipa::IntoParams;

use crate::callback_page::{Outcome, page};
use crate::state::{AuthorizationState, StateError};
use crate::{Ports, errors};

/// What the provider sends back.
#[derive(Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct CallbackQuery {
    /// State of the authorization request.
    #[param(max_length = 4000)]
    state: Option<String>,
    /// Code that is exchanged for tokens.
    #[param(max_length = 4000)]
    code: Option<String>,
    /// Why the provider gave no code, such as `access_denied`.
    #[param(max_length = 4000)]
    error: Option<String>,
}

/// Complete a connection to the search console.
///
/// The provider sends people here. The page tells the result to the window that opened it, if its origin is that of the
/// platform, and closes itself. A request without a state that this installation signed changes nothing, and a state is
/// accepted once.
#[utoipa::path(
    get,
    path = "/api/v1/search-provider/callback",
    tag = "search-provider",
    params(CallbackQuery),
    responses(
        (status = 200, description = "The site is connected", body = String, content_type = "text/html"),
        (status = 400, description = "The site is not connected", body = String, content_type = "text/html"),
        (status = 502, description = "The provider failed", body = String, content_type = "text/html"),
        errors::Callback,
    ),
    extensions(("x-permission" = json!("public"))),
)]
pub(crate) async fn search_callback(
    State(ports): State<Ports>,
    method: Method,
    query: Result<Query<CallbackQuery>, axum::extract::rejection::QueryRejection>,
) -> Response {
    // A HEAD has no effect.
    let (outcome, site) = match query {
        Ok(Query(query)) if method == Method::GET => received(&ports, query).await,
        _ => (Outcome::InvalidState, None),
    };
    if outcome != Outcome::Connected {
        let site = site.map(|site| site.0);
        tracing::warn!(target: "search", site, outcome = outcome.code(), "a site was not connected to the search console");
    }
    page(outcome, site, &ports.app_url)
}

/// The outcome, and the site of the state once its signature was verified.
async fn received(ports: &Ports, query: CallbackQuery) -> (Outcome, Option<SiteId>) {
    let now = ports.clock.now_seconds();
    let text = query.state.as_deref().unwrap_or_default();
    let state = match AuthorizationState::verify(text, &ports.keyring, now) {
        Ok(state) => state,
        Err(StateError::Invalid) => return (Outcome::InvalidState, None),
        Err(StateError::Expired) => return (Outcome::ExpiredState, None),
    };
    let site = state.site_id;
    let outcome = match use_once(ports, &state).await {
        Ok(true) => connect(ports, &state, query.code, query.error.as_deref()).await,
        Ok(false) => Ok(Outcome::UsedState),
        Err(error) => Err(error.into()),
    };
    let outcome = outcome.unwrap_or_else(|error: AccessError| outcome_of(&error));
    (outcome, Some(site))
}

async fn use_once(ports: &Ports, state: &AuthorizationState) -> Result<bool, ItemsError> {
    let store = &ports.store;
    store
        .use_search_state(&state.nonce, state.expires_at())
        .await
}

async fn connect(
    ports: &Ports,
    state: &AuthorizationState,
    code: Option<String>,
    error: Option<&str>,
) -> Result<Outcome, AccessError> {
    let code = match (code, error) {
        (Some(code), None) => SecretString::from(code),
        (_, Some("access_denied")) => return Ok(Outcome::Denied),
        _ => return Ok(Outcome::ProviderRefused),
    };
    if !may_connect(ports, state).await? {
        return Ok(Outcome::NotAllowed);
    }
    let client = ports.access.client().await?;
    let asked = ports.clock.now_seconds();
    let console = &ports.access.console;
    let grant = console
        .exchange_code(&client, &code, &ports.redirect_uri())
        .await?;
    if !has_scopes(&grant, ports.indexing.enabled) {
        return Ok(Outcome::MissingScope);
    }
    let email = account_email(ports, &grant).await;
    let connected = ports
        .access
        .connect(state.site_id, state.user_id, &grant, email, asked)
        .await;
    match connected {
        Ok(_) => Ok(Outcome::Connected),
        // The site was removed meanwhile.
        Err(AccessError::Items(ItemsError::Conflict { .. })) => Ok(Outcome::NotAllowed),
        Err(error) => Err(error),
    }
}

/// Whether the user who began the connection may still change the site.
async fn may_connect(ports: &Ports, state: &AuthorizationState) -> Result<bool, ItemsError> {
    let users = ports.store.users_by_id(&[state.user_id]).await?;
    let user = users.into_iter().flatten().find(|user| user.active);
    let Some(user) = user else {
        return Ok(false);
    };
    let actor = Actor {
        id: user.id,
        role: user.role,
        own_sites: ports.store.own_site_ids(user.id).await?,
    };
    let permitted = actor.may_on_site(Permission::SitesEdit, state.site_id);
    Ok(permitted.is_ok() && ports.store.site(state.site_id).await?.is_some())
}

/// Whether everything was granted that the platform uses: a person can untick permissions.
fn has_scopes(grant: &Grant, indexing: bool) -> bool {
    grant.scopes.contains(&Scope::Webmasters)
        && (!indexing || grant.scopes.contains(&Scope::Indexing))
}

/// The account's e-mail address, which is only shown: the site is connected without it, too.
async fn account_email(ports: &Ports, grant: &Grant) -> Option<String> {
    if grant.account_email.is_some() {
        return grant.account_email.clone();
    }
    let asked = ports.access.console.account_email(&grant.access.secret);
    asked
        .await
        .inspect_err(|error| {
            tracing::warn!(target: "search", %error, "the account's e-mail address is not known");
        })
        .ok()
}

fn outcome_of(error: &AccessError) -> Outcome {
    match error {
        AccessError::NotConfigured => Outcome::NotConfigured,
        AccessError::Provider(error) => {
            if let SearchError::InvalidClient { code, .. } = error {
                tracing::error!(target: "search", severity = "critical", code, "the search provider refuses the OAuth client");
            }
            match error {
                SearchError::NoRefreshToken => Outcome::NoRefreshToken,
                SearchError::InvalidGrant { .. } => Outcome::InvalidCode,
                SearchError::InvalidClient { .. } => Outcome::InvalidClient,
                SearchError::Refused { .. } => Outcome::ProviderRefused,
                _ => Outcome::ProviderFailed,
            }
        }
        error => {
            tracing::error!(target: "search", %error, "a connection to the search console was not stored");
            Outcome::NotStored
        }
    }
}
