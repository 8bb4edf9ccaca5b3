//! Whether a site's host accepts FAQs.

use axum::extract::State;
use domain::platform::access::Permission;
use domain::platform::id::SiteId;
use host_client::FaqSupport;
use platform_http::{ApiError, Json, Path};
use platform_session::{Caller, authorize_site};
use platform_store::HostAnswer;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::diagnosis::{Cause, DiagnosisBody};
use crate::host::{Failure, cache, host, in_time};
use crate::{Ports, errors};

/// Lifetime of a cached positive result, in seconds (docs/interface/platform/sites.md#caches-of-host-data).
const POSITIVE_CACHE_SECONDS: i64 = 60 * 60;
/// Lifetime of a cached negative result, in seconds (docs/interface/platform/sites.md#caches-of-host-data).
const NEGATIVE_CACHE_SECONDS: i64 = 5 * 60;

/// Host that accepts FAQs.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub(crate) struct FaqCapabilityBody {
    /// Always true.
    pub ok: bool,
    /// Whether the host announces the plug-in that shows FAQs.
    pub plugin: bool,
    /// Whether the host accepts FAQs over its REST interface.
    pub bridge: bool,
}

/// Positive result, or a diagnosis.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(untagged)]
pub(crate) enum FaqAnswer {
    /// FAQs are taken.
    Supported(FaqCapabilityBody),
    /// Why not.
    Failed(DiagnosisBody),
}

impl FaqAnswer {
    fn of(support: FaqSupport) -> Self {
        let FaqSupport { plugin, bridge } = support;
        if support.supported() {
            Self::Supported(FaqCapabilityBody {
                ok: true,
                plugin,
                bridge,
            })
        } else if plugin {
            Self::Failed(DiagnosisBody::new(
                Cause::BridgeMissing,
                "O site mostra perguntas frequentes, mas não as recebe pela interface REST.",
                "Instale ou ative no site do cliente a extensão que registra os campos de perguntas frequentes.",
            ))
        } else {
            Self::Failed(DiagnosisBody::new(
                Cause::PluginMissing,
                "O site não tem a extensão de perguntas frequentes.",
                "Instale e ative a extensão de perguntas frequentes no site do cliente.",
            ))
        }
    }
}

/// Check whether a site's host accepts FAQs.
///
/// A positive result is cached for one hour, a negative one for five minutes. A negative result is returned
/// with status 200 as a cause with a hint.
#[utoipa::path(
    get,
    path = "/api/v1/sites/{id}/faq-capability",
    operation_id = "get_faq_capability",
    tag = "sites",
    params(("id" = u64, Path, description = "Identifier of the site")),
    responses(
        (status = 200, description = "Result, or a diagnosis", body = FaqAnswer),
        errors::GetFaqCapability,
    ),
    security(("bearer" = [])),
    extensions(("x-permission" = json!("sites.read")), ("x-object" = json!("site"))),
)]
pub(crate) async fn get_faq_capability(
    State(ports): State<Ports>,
    caller: Caller,
    Path(id): Path<SiteId>,
) -> Result<Json<FaqAnswer>, ApiError> {
    let site = authorize_site(&ports.store, &caller, Permission::SitesRead, id).await?;
    let now = ports.clock.now_seconds();
    if let Some(cached) = ports.store.host_answer(&site, HostAnswer::Faq, now).await? {
        return Ok(Json(cached));
    }
    let support = in_time(async {
        let host = host(&ports, &site).await?;
        Ok(ports.hosts().faq_support(&host).await?)
    })
    .await;
    let answer = match support {
        Ok(support) => FaqAnswer::of(support),
        // The host was not called, so there is no result to cache.
        Err(failure @ Failure::NotConnected) => {
            return Ok(Json(FaqAnswer::Failed(failure.diagnosis(&site)?)));
        }
        Err(failure) => FaqAnswer::Failed(failure.diagnosis(&site)?),
    };
    let seconds = match answer {
        FaqAnswer::Supported(_) => POSITIVE_CACHE_SECONDS,
        FaqAnswer::Failed(_) => NEGATIVE_CACHE_SECONDS,
    };
    cache(&ports, &site, HostAnswer::Faq, &answer, seconds).await;
    Ok(Json(answer))
}
