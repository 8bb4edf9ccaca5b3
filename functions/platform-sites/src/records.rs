//! The records of sites: list, add, show, change, remove.

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use domain::platform::access::{Permission, Scope};
use domain::platform::id::SiteId;
use domain::platform::site_record::Site;
use host_access::password_context;
use http::{HeaderValue, StatusCode, header};
use items::retry_on_conflict;
use platform_http::conditional::{IfMatch, tagged};
use platform_http::{ApiError, Code, Json, Listing, Paging, Path, Query};
use platform_session::{Caller, RequestClaim, authorize_site};
use platform_store::{SecretChange, SiteScope, SiteWriteError, Work};

use crate::input::{self, PasswordChange};
use crate::wire::{SiteBody, SiteInput};
use crate::{Ports, errors};

/// List the sites in the caller's scope.
#[utoipa::path(
    get,
    path = "/api/v1/sites",
    operation_id = "list_sites",
    tag = "sites",
    params(Paging),
    responses(
        (status = 200, description = "Sites in the order of their creation", body = Listing<SiteBody>),
        errors::ListSites,
    ),
    security(("bearer" = [])),
    extensions(("x-permission" = json!("sites.read")), ("x-object" = json!("none"))),
)]
pub(crate) async fn list_sites(
    State(ports): State<Ports>,
    caller: Caller,
    Query(paging): Query<Paging>,
) -> Result<Json<Listing<SiteBody>>, ApiError> {
    caller.actor.may(Permission::SitesRead)?;
    let paging = paging.checked()?;
    let scope = match caller.actor.scope(Permission::SitesRead) {
        Scope::All => SiteScope::All,
        _ => SiteScope::Own(caller.actor.id),
    };
    let (sites, total) = ports
        .store
        .sites(scope, paging.offset(), paging.per_page as usize)
        .await?;
    Ok(Json(Listing {
        items: sites.into_iter().map(Into::into).collect(),
        page: paging.page,
        per_page: paging.per_page,
        total,
    }))
}

/// Create a site.
///
/// The host password is sealed and never returned. An address in a private network is refused.
#[utoipa::path(
    post,
    path = "/api/v1/sites",
    operation_id = "create_site",
    tag = "sites",
    params(("Idempotency-Key" = Option<String>, Header, description = "Key that makes a repetition within 24 hours return the first response, 1 to 255 visible characters")),
    request_body = SiteInput,
    responses(
        (status = 201, description = "Created site", body = SiteBody,
            headers(("ETag" = String), ("Location" = String))),
        errors::CreateSite,
    ),
    security(("bearer" = [])),
    extensions(("x-permission" = json!("sites.create")), ("x-object" = json!("none"))),
)]
pub(crate) async fn create_site(
    State(ports): State<Ports>,
    caller: Caller,
    RequestClaim(claim): RequestClaim,
    Json(input): Json<SiteInput>,
) -> Result<Response, ApiError> {
    caller.actor.may(Permission::SitesCreate)?;
    if let Some(Work::Site(id)) = claim.earlier() {
        return created(authorize_site(&ports.store, &caller, Permission::SitesRead, id).await?);
    }
    let sound = input::judge(input, &caller.actor, ports.outbound.guard(), true).await?;
    let now = ports.clock.now_seconds();
    let mut site = Site::new(ports.store.next_site_id().await?, caller.actor.id, now);
    let sealed = match secret_change(&ports, site.id, sound.apply(&mut site))? {
        SecretChange::Set(sealed) => Some(sealed),
        SecretChange::Keep | SecretChange::Clear => None,
    };
    ports
        .store
        .create_site_under(&claim, &site, sealed)
        .await
        .map_err(|error| refusal(error, &site))?;
    created(site)
}

fn created(site: Site) -> Result<Response, ApiError> {
    let location =
        HeaderValue::from_str(&format!("/api/v1/sites/{}", site.id)).map_err(ApiError::internal)?;
    let headers = (tagged(site.version), [(header::LOCATION, location)]);
    Ok((
        StatusCode::CREATED,
        headers.0,
        headers.1,
        Json(SiteBody::from(site)),
    )
        .into_response())
}

/// Get a site.
#[utoipa::path(
    get,
    path = "/api/v1/sites/{id}",
    operation_id = "get_site",
    tag = "sites",
    params(("id" = u64, Path, description = "Identifier of the site")),
    responses(
        (status = 200, description = "Site", body = SiteBody, headers(("ETag" = String))),
        errors::GetSite,
    ),
    security(("bearer" = [])),
    extensions(("x-permission" = json!("sites.read")), ("x-object" = json!("site"))),
)]
pub(crate) async fn get_site(
    State(ports): State<Ports>,
    caller: Caller,
    Path(id): Path<SiteId>,
) -> Result<Response, ApiError> {
    let site = authorize_site(&ports.store, &caller, Permission::SitesRead, id).await?;
    Ok((tagged(site.version), Json(SiteBody::from(site))).into_response())
}

/// Update a site.
///
/// Members that are not sent stay as they are. Without `If-Match` the last writer wins, member by member. Only the site's
/// owner, gerente and admin change `member_ids`, `url`, `host_user` and `host_password`; others may send them back unchanged.
#[utoipa::path(
    put,
    path = "/api/v1/sites/{id}",
    operation_id = "update_site",
    tag = "sites",
    params(
        ("id" = u64, Path, description = "Identifier of the site"),
        ("If-Match" = Option<String>, Header, description = "Version on which the change is based, as in `ETag`"),
    ),
    request_body = SiteInput,
    responses(
        (status = 200, description = "Updated site", body = SiteBody, headers(("ETag" = String))),
        errors::UpdateSite,
    ),
    security(("bearer" = [])),
    extensions(("x-permission" = json!("sites.edit")), ("x-object" = json!("site"))),
)]
pub(crate) async fn update_site(
    State(ports): State<Ports>,
    caller: Caller,
    Path(id): Path<SiteId>,
    if_match: IfMatch,
    Json(input): Json<SiteInput>,
) -> Result<Response, ApiError> {
    let site = authorize_site(&ports.store, &caller, Permission::SitesEdit, id).await?;
    if_match.check(site.version)?;
    let sound = input::judge(input, &caller.actor, ports.outbound.guard(), false).await?;
    let mut loaded = Some(site);
    retry_on_conflict(|| {
        let loaded = loaded.take();
        let (ports, caller, if_match, sound) = (&ports, &caller, &if_match, &sound);
        async move {
            let before = match loaded {
                Some(site) => site,
                None => authorize_site(&ports.store, caller, Permission::SitesEdit, id).await?,
            };
            if_match.check(before.version)?;
            let mut after = before.clone();
            let password = sound.apply(&mut after);
            sound.check_administration(&caller.actor, &before, &after)?;
            let secret = secret_change(ports, id, password)?;
            after.updated_at = ports.clock.now_seconds();
            after.version += 1;
            match ports.store.update_site(&before, &after, secret).await {
                Ok(()) => Ok(Some(
                    (tagged(after.version), Json(SiteBody::from(after))).into_response(),
                )),
                Err(SiteWriteError::Stale) => Ok(None),
                Err(error) => Err(refusal(error, &after)),
            }
        }
    })
    .await
}

/// Delete a site without posts.
#[utoipa::path(
    delete,
    path = "/api/v1/sites/{id}",
    operation_id = "delete_site",
    tag = "sites",
    params(
        ("id" = u64, Path, description = "Identifier of the site"),
        ("If-Match" = Option<String>, Header, description = "Version to delete, as in `ETag`"),
    ),
    responses(
        (status = 204, description = "Deleted"),
        errors::DeleteSite,
    ),
    security(("bearer" = [])),
    extensions(("x-permission" = json!("sites.delete")), ("x-object" = json!("site"))),
)]
pub(crate) async fn delete_site(
    State(ports): State<Ports>,
    caller: Caller,
    Path(id): Path<SiteId>,
    if_match: IfMatch,
) -> Result<StatusCode, ApiError> {
    retry_on_conflict(|| async {
        let site = authorize_site(&ports.store, &caller, Permission::SitesDelete, id).await?;
        if_match.check(site.version)?;
        match ports.store.delete_site(&site).await {
            Ok(()) => Ok(Some(StatusCode::NO_CONTENT)),
            Err(SiteWriteError::Stale) => Ok(None),
            Err(error) => Err(refusal(error, &site)),
        }
    })
    .await
}

/// Seals a new password for its site.
fn secret_change(
    ports: &Ports,
    site: SiteId,
    change: PasswordChange,
) -> Result<SecretChange, ApiError> {
    Ok(match change {
        PasswordChange::Keep => SecretChange::Keep,
        PasswordChange::Clear => SecretChange::Clear,
        PasswordChange::Set(password) => SecretChange::Set(
            ports
                .keyring
                .seal(&password_context(site), &password, ports.random.as_ref())
                .map_err(ApiError::internal)?,
        ),
    })
}

fn refusal(error: SiteWriteError, site: &Site) -> ApiError {
    match error {
        SiteWriteError::Stale => Code::Conflict.into(),
        SiteWriteError::InUse => Code::SiteInUse.into(),
        SiteWriteError::UnknownPerson(user) => {
            let field = if user == site.user_id {
                "user_id"
            } else {
                "member_ids"
            };
            ApiError::field(
                "unknown_person",
                field,
                format!("A pessoa {user} não existe."),
            )
        }
        SiteWriteError::Items(error) => error.into(),
    }
}
