//! Whether a site's client can be asked for approval.

use axum::extract::State;
use domain::platform::access::Permission;
use domain::platform::approval::{ApprovalChannel, NotAskable};
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
    fn of(site: &Site, has_mail: bool, has_messaging: bool) -> Self {
        let (cause, message, hint) = match ApprovalChannel::of_site(site, has_mail, has_messaging) {
            Ok(channel) => {
                let channels = channel.deliveries().iter();
                return Self::Possible(ApprovalBody {
                    ok: true,
                    channels: channels.map(|&channel| channel.into()).collect(),
                });
            }
            Err(NotAskable::NoContact) => (
                Cause::NoContact,
                "O site não tem e-mail nem WhatsApp do cliente.",
                "Informe o e-mail ou o WhatsApp do cliente no cadastro do site.",
            ),
            Err(NotAskable::MailNotConfigured) => (
                Cause::MailNotConfigured,
                "O envio de e-mail não está configurado na Pauta.",
                "Peça a um administrador que configure o servidor de e-mail (SMTP).",
            ),
            Err(NotAskable::MessagingNotConfigured) => (
                Cause::MessagingNotConfigured,
                "O site só tem o WhatsApp do cliente, e o envio por WhatsApp não está configurado.",
                "Peça a um administrador que configure o canal em Configurações → Notificações, ou cadastre o e-mail \
                 do cliente.",
            ),
        };
        Self::Failed(DiagnosisBody::new(cause, message, hint))
    }
}

/// Check whether a site's client can be asked for approval.
///
/// Requires a contact, and for an e-mail address a mail server, for a number the messaging channel. `channels` are those
/// on which the client is asked.
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
    let has_messaging = match site.whatsapp {
        None => false,
        Some(_) => {
            let settings = ports.settings.read().await.map_err(ItemsError::from)?;
            messaging::is_configured(&settings)
        }
    };
    Ok(Json(ApprovalAnswer::of(&site, has_mail, has_messaging)))
}
