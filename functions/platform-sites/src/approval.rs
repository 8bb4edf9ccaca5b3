//! Whether a site's client can be asked for approval.

use axum::extract::State;
use domain::platform::access::Permission;
use domain::platform::id::SiteId;
use domain::platform::site_record::Site;
use items::ItemsError;
use platform_http::{ApiError, Json, Path};
use platform_session::{Caller, authorize_site};
use serde::Serialize;
use utoipa::ToSchema;

use crate::diagnosis::{Cause, DiagnosisBody};
use crate::wire::Channel;
use crate::{Ports, errors};

/// Result for a client who can be asked for approval.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct ApprovalBody {
    /// Always true.
    pub ok: bool,
    /// Channels of the request.
    pub channels: Vec<Channel>,
}

/// Positive result, or a diagnosis.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(untagged)]
pub(crate) enum ApprovalAnswer {
    /// The client can be asked.
    Possible(ApprovalBody),
    /// Why not.
    Failed(DiagnosisBody),
}

impl ApprovalAnswer {
    fn of(site: &Site, mail_configured: bool) -> Self {
        let has = |contact: &Option<String>| contact.as_ref().is_some_and(|c| !c.trim().is_empty());
        let hint = "Cadastre o e-mail do cliente nos dados do site.";
        if !has(&site.email) {
            let message = if has(&site.whatsapp) {
                "O site só tem o WhatsApp do cliente, e o pedido de aprovação vai por e-mail."
            } else {
                "O site não tem e-mail nem WhatsApp do cliente."
            };
            Self::Failed(DiagnosisBody::new(Cause::NoContact, message, hint))
        } else if !mail_configured {
            Self::Failed(DiagnosisBody::new(
                Cause::MailNotConfigured,
                "O envio de e-mail da plataforma não está configurado.",
                "Peça a um administrador que configure o servidor de e-mail (SMTP).",
            ))
        } else {
            Self::Possible(ApprovalBody {
                ok: true,
                channels: vec![Channel::Email],
            })
        }
    }
}

/// Check whether a site's client can be asked for approval.
///
/// Requires a contact and a mail server.
#[utoipa::path(
    get,
    path = "/api/v1/sites/{id}/approval-capability",
    operation_id = "get_approval_capability",
    tag = "sites",
    params(("id" = u64, Path, description = "Identifier of the site")),
    responses(
        (status = 200, description = "Result, or a diagnosis", body = ApprovalAnswer),
        errors::GetApprovalCapability,
    ),
    security(("bearer" = [])),
    extensions(("x-permission" = json!("sites.read")), ("x-object" = json!("site"))),
)]
pub(crate) async fn get_approval_capability(
    State(ports): State<Ports>,
    caller: Caller,
    Path(id): Path<SiteId>,
) -> Result<Json<ApprovalAnswer>, ApiError> {
    let site = authorize_site(&ports.store, &caller, Permission::SitesRead, id).await?;
    let has_mail = ports.settings.has_mail(ports.mail_configured).await;
    let has_mail = has_mail.map_err(ItemsError::from)?;
    Ok(Json(ApprovalAnswer::of(&site, has_mail)))
}
