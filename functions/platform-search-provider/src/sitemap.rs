//! The address of a site's sitemap: detected, or saved by a person.

use axum::extract::State;
use domain::platform::access::Permission;
use domain::platform::id::SiteId;
use domain::platform::site_record::Site;
use host_access::{address_fault, callable_address};
use items::retry_on_conflict;
use platform_http::{ApiError, Code, Json};
use platform_session::{Caller, authorize_site_id};
use platform_store::{SecretChange, SiteWriteError};
use search_console::{SitemapDetectionError, SitemapForm, detect_sitemap};
use serde::{Deserialize, Serialize};
use url::Url;
use utoipa::ToSchema;

use crate::status::SiteInput;
use crate::{Ports, errors};

/// Address of a sitemap.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub(crate) struct SitemapInput {
    /// Identifier of the site.
    #[schema(value_type = u64, minimum = 1)]
    site_id: SiteId,
    /// Public http or https address; null removes it.
    // With a function of its own, the member must be sent: without it, nothing is removed.
    #[serde(deserialize_with = "Option::deserialize")]
    #[schema(required = true, max_length = 2048)]
    sitemap_url: Option<String>,
}

/// Address of a sitemap.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Sitemap)]
pub(crate) struct SitemapBody {
    /// Identifier of the site.
    site_id: u64,
    /// Address of the sitemap.
    sitemap_url: Option<String>,
}

/// Form of a sitemap.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum FormName {
    /// A list of sitemaps.
    Index,
    /// A list of pages.
    Pages,
}

/// Why no sitemap was found.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum DetectionCause {
    /// The site serves no sitemap under the usual names.
    NotFound,
    /// The site's address may not be called.
    NotPermitted,
    /// The site cannot be reached.
    Unreachable,
    /// The site did not answer in time.
    TimedOut,
}

/// Result of a detection.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SitemapDetection)]
pub(crate) struct DetectionBody {
    /// Identifier of the site.
    site_id: u64,
    /// Whether a sitemap was found; it is saved in the site then.
    ok: bool,
    /// Address of the sitemap in the site's record: the detected one, or the one saved before.
    sitemap_url: Option<String>,
    /// Form of the detected sitemap.
    form: Option<FormName>,
    /// Why none was found.
    cause: Option<DetectionCause>,
    /// What happened, in Portuguese.
    message: String,
    /// What a person can do, in Portuguese.
    hint: Option<String>,
}

impl DetectionCause {
    const fn of(error: &SitemapDetectionError) -> Self {
        match error {
            SitemapDetectionError::NotPermitted => Self::NotPermitted,
            SitemapDetectionError::Unreachable => Self::Unreachable,
            SitemapDetectionError::TimedOut => Self::TimedOut,
        }
    }

    const fn words(self) -> (&'static str, &'static str) {
        match self {
            Self::NotFound => (
                "O site não tem um sitemap nos endereços habituais.",
                "Ative o sitemap no site, ou informe o endereço dele.",
            ),
            Self::NotPermitted => (
                "O endereço do site não pode ser acessado.",
                "Confira o endereço do site.",
            ),
            Self::Unreachable => (
                "Não foi possível conectar ao site.",
                "Confira o endereço do site e tente de novo.",
            ),
            Self::TimedOut => (
                "O site demorou demais para responder.",
                "Tente de novo em instantes, ou informe o endereço do sitemap.",
            ),
        }
    }
}

/// Find the sitemap of a site.
///
/// Looks below the site's address for `sitemap_index.xml`, `sitemap.xml`, `wp-sitemap.xml` and `post-sitemap.xml`, in this
/// order, and saves the first one that is a sitemap. Without one, the site stays as it is.
#[utoipa::path(
    post,
    path = "/api/v1/search-provider/detect-sitemap",
    operation_id = "detect_sitemap",
    tag = "search-provider",
    request_body = SiteInput,
    responses((status = 200, description = "Result", body = DetectionBody), errors::SaveSitemap),
    security(("bearer" = [])),
    extensions(("x-permission" = json!("sites.edit")), ("x-object" = json!("site"))),
)]
pub(crate) async fn detect_site_sitemap(
    State(ports): State<Ports>,
    caller: Caller,
    input: Result<Json<SiteInput>, ApiError>,
) -> Result<Json<DetectionBody>, ApiError> {
    caller.actor.may(Permission::SitesEdit)?;
    let Json(SiteInput { site_id }) = input?;
    let site = authorize_site_id(&ports.store, &caller, Permission::SitesEdit, site_id).await?;
    let detected = match Url::parse(&site.url) {
        Ok(home) => detect_sitemap(&ports.outbound, &home).await,
        Err(_) => Err(SitemapDetectionError::NotPermitted),
    };
    let cause = match detected {
        Ok(Some(found)) => {
            let sitemap_url = String::from(found.url);
            save(&ports, site.id, Some(&sitemap_url)).await?;
            return Ok(Json(DetectionBody {
                site_id: site.id.0,
                ok: true,
                sitemap_url: Some(sitemap_url),
                form: Some(match found.form {
                    SitemapForm::Index => FormName::Index,
                    SitemapForm::Pages => FormName::Pages,
                }),
                cause: None,
                message: "O sitemap foi encontrado.".to_owned(),
                hint: None,
            }));
        }
        Ok(None) => DetectionCause::NotFound,
        Err(error) => DetectionCause::of(&error),
    };
    let (message, hint) = cause.words();
    Ok(Json(DetectionBody {
        site_id: site.id.0,
        ok: false,
        sitemap_url: site.sitemap_url,
        form: None,
        cause: Some(cause),
        message: message.to_owned(),
        hint: Some(hint.to_owned()),
    }))
}

/// Save the address of a site's sitemap.
///
/// The address is not called. Null removes it.
#[utoipa::path(
    put,
    path = "/api/v1/search-provider/sitemap",
    operation_id = "save_sitemap",
    tag = "search-provider",
    request_body = SitemapInput,
    responses((status = 200, description = "Address", body = SitemapBody), errors::SaveSitemap),
    security(("bearer" = [])),
    extensions(("x-permission" = json!("sites.edit")), ("x-object" = json!("site"))),
)]
pub(crate) async fn save_site_sitemap(
    State(ports): State<Ports>,
    caller: Caller,
    input: Result<Json<SitemapInput>, ApiError>,
) -> Result<Json<SitemapBody>, ApiError> {
    caller.actor.may(Permission::SitesEdit)?;
    let Json(input) = input?;
    let permission = Permission::SitesEdit;
    let site = authorize_site_id(&ports.store, &caller, permission, input.site_id).await?;
    let sitemap_url = match input.sitemap_url.as_deref() {
        Some(text) => Some(checked(&ports, text).await?),
        None => None,
    };
    save(&ports, site.id, sitemap_url.as_deref()).await?;
    Ok(Json(SitemapBody {
        site_id: site.id.0,
        sitemap_url,
    }))
}

/// The address in its one form.
async fn checked(ports: &Ports, text: &str) -> Result<String, ApiError> {
    let mut url = callable_address(ports.outbound.guard(), text)
        .await
        .map_err(|refused| {
            ApiError::field("invalid_address", "sitemap_url", address_fault(refused))
        })?;
    url.set_fragment(None);
    Ok(url.into())
}

/// Saves the address in the site's record.
async fn save(ports: &Ports, site: SiteId, sitemap_url: Option<&str>) -> Result<(), ApiError> {
    retry_on_conflict(|| async move {
        let before: Site = ports.store.site(site).await?.ok_or(Code::NotFound)?;
        if before.sitemap_url.as_deref() == sitemap_url {
            return Ok(Some(()));
        }
        let after = Site {
            sitemap_url: sitemap_url.map(str::to_owned),
            updated_at: ports.clock.now_seconds(),
            version: before.version + 1,
            ..before.clone()
        };
        let secret = SecretChange::Keep;
        match ports.store.update_site(&before, &after, secret).await {
            Ok(()) => Ok(Some(())),
            Err(SiteWriteError::Stale) => Ok(None),
            Err(SiteWriteError::Items(error)) => Err(error.into()),
            Err(error) => Err(ApiError::internal(error)),
        }
    })
    .await
}
