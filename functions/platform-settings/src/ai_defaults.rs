//! The default providers of generated texts and images.

use axum::extract::State;
use domain::platform::access::Permission;
use platform_http::{ApiError, Json};
use platform_session::Caller;
use secrecy::SecretString;
use serde::{Deserialize, Serialize};
use settings::{AiKind, AiProvider, Changes, Snapshot};
use utoipa::ToSchema;

use crate::change::{current, store};
use crate::{Ports, errors};

/// What is generated.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Kind {
    /// Texts.
    Text,
    /// Images.
    Image,
}

impl From<Kind> for AiKind {
    fn from(kind: Kind) -> Self {
        match kind {
            Kind::Text => Self::Text,
            Kind::Image => Self::Image,
        }
    }
}

/// Provider of generated texts or images.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Provider {
    /// OpenAI.
    OpenAi,
    /// Anthropic.
    Anthropic,
    /// Google Gemini.
    Gemini,
}

impl From<Provider> for AiProvider {
    fn from(provider: Provider) -> Self {
        match provider {
            Provider::OpenAi => Self::OpenAi,
            Provider::Anthropic => Self::Anthropic,
            Provider::Gemini => Self::Gemini,
        }
    }
}

impl From<AiProvider> for Provider {
    fn from(provider: AiProvider) -> Self {
        match provider {
            AiProvider::OpenAi => Self::OpenAi,
            AiProvider::Anthropic => Self::Anthropic,
            AiProvider::Gemini => Self::Gemini,
        }
    }
}

/// Provider that can be selected.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct ProviderBody {
    /// Provider.
    pub provider: Provider,
    /// Name for people.
    pub name: String,
}

/// Default provider of one kind.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct AiDefaultBody {
    /// Provider that is asked first: the selected one, otherwise the first with an API key; null without any.
    pub provider: Option<Provider>,
    /// Whether the provider was selected.
    pub selected: bool,
    /// Providers with an API key that generate this kind.
    pub providers: Vec<ProviderBody>,
}

impl AiDefaultBody {
    fn of(settings: &Snapshot, kind: AiKind) -> Self {
        let providers = settings.providers(kind).into_iter();
        Self {
            provider: settings.default_provider(kind).map(Into::into),
            selected: settings.selected_provider(kind).is_some(),
            providers: providers
                .map(|one| ProviderBody {
                    provider: one.into(),
                    name: one.title().to_owned(),
                })
                .collect(),
        }
    }
}

/// Default providers.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct AiDefaultsBody {
    /// Of texts.
    pub text: AiDefaultBody,
    /// Of images.
    pub image: AiDefaultBody,
}

impl AiDefaultsBody {
    fn of(settings: &Snapshot) -> Self {
        Self {
            text: AiDefaultBody::of(settings, AiKind::Text),
            image: AiDefaultBody::of(settings, AiKind::Image),
        }
    }
}

/// Selection of a default provider.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
pub(crate) struct AiDefaultInput {
    /// What it generates.
    pub kind: Kind,
    /// Provider with an API key.
    pub provider: Provider,
}

/// Get the default providers of generated texts and images.
///
/// Lists only providers that have an API key and generate the kind.
#[utoipa::path(
    get,
    path = "/api/v1/settings/ai-defaults",
    operation_id = "get_ai_defaults",
    tag = "settings",
    responses(
        (status = 200, description = "Default providers, and those that can be selected", body = AiDefaultsBody),
        errors::GetAiDefaults,
    ),
    security(("bearer" = [])),
    extensions(("x-permission" = json!("settings.manage")), ("x-object" = json!("none"))),
)]
pub(crate) async fn get_ai_defaults(
    State(ports): State<Ports>,
    caller: Caller,
) -> Result<Json<AiDefaultsBody>, ApiError> {
    caller.actor.may(Permission::SettingsManage)?;
    Ok(Json(AiDefaultsBody::of(&current(&ports).await?)))
}

/// Select the default provider of generated texts or images.
///
/// Takes effect at once.
#[utoipa::path(
    put,
    path = "/api/v1/settings/ai-defaults",
    operation_id = "update_ai_default",
    tag = "settings",
    request_body = AiDefaultInput,
    responses(
        (status = 200, description = "Default providers, and those that can be selected", body = AiDefaultsBody),
        errors::UpdateAiDefault,
    ),
    security(("bearer" = [])),
    extensions(("x-permission" = json!("settings.manage")), ("x-object" = json!("none"))),
)]
pub(crate) async fn update_ai_default(
    State(ports): State<Ports>,
    caller: Caller,
    input: Result<Json<AiDefaultInput>, ApiError>,
) -> Result<Json<AiDefaultsBody>, ApiError> {
    caller.actor.may(Permission::SettingsManage)?;
    let Json(input) = input?;
    let (kind, provider) = (AiKind::from(input.kind), AiProvider::from(input.provider));
    if !provider.makes(kind) {
        let message = format!("{} não gera imagens.", provider.title());
        return Err(ApiError::field("unsupported", "provider", message));
    }
    let name = SecretString::from(provider.name());
    let changes = Changes::from([(kind.default_key(), Some(name))]);
    let settings = store(&ports, &changes, |before| {
        let settings = ports.settings.with(before.clone());
        if settings.providers(kind).contains(&provider) {
            return Ok(());
        }
        let message = format!(
            "{} ainda não tem chave de API. Cadastre a chave antes de escolher.",
            provider.title()
        );
        Err(ApiError::field("not_configured", "provider", message))
    })
    .await?;
    Ok(Json(AiDefaultsBody::of(&settings)))
}
