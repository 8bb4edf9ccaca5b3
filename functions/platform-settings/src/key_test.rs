//! The test of an API key.

use axum::extract::State;
use domain::platform::access::Permission;
use platform_http::{ApiError, Json};
use platform_session::Caller;
use secrecy::{ExposeSecret, SecretString};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;
use settings::{ApiProvider, SettingKey};
use utoipa::ToSchema;

use crate::change::current;
use crate::key_check::{Failure, Fault, check};
use crate::{Ports, errors};

/// Which key to test.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub(crate) struct KeyTestInput {
    /// Name of an API key, such as `OPENAI_API_KEY`.
    #[schema(max_length = 100)]
    pub key: String,
    /// Value to test before it is stored. Without it, the value in effect is tested.
    #[serde(default)]
    #[schema(value_type = Option<String>, write_only, max_length = 1000)]
    pub value: Option<SentKey>,
}

/// A key on its way in. What is no text is refused without repeating it.
#[derive(Debug, Clone)]
pub(crate) struct SentKey(SecretString);

impl<'de> Deserialize<'de> for SentKey {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match Value::deserialize(deserializer)? {
            Value::String(text) => Ok(Self(SecretString::from(text.trim()))),
            _ => Err(D::Error::custom("a key must be a text")),
        }
    }
}

/// The sent key, if it could be stored.
///
/// # Errors
/// 422 as the storing of the key would answer.
fn judged(sent: SentKey, key: SettingKey) -> Result<SecretString, ApiError> {
    match key.fault(sent.0.expose_secret()) {
        None => Ok(sent.0),
        Some(expected) => Err(ApiError::field("invalid_value", "value", expected)),
    }
}

/// Why a key cannot be used.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum KeyCause {
    /// The provider does not know the key.
    InvalidKey,
    /// The key or the account may not use the service.
    NoPermission,
    /// The account has no balance or quota left.
    QuotaExhausted,
    /// Too many requests at the moment.
    RateLimited,
    /// The provider has a fault or is overloaded.
    ProviderFailed,
    /// The provider did not answer in time.
    TimedOut,
    /// There is no connection to the provider.
    Unreachable,
    /// The response is not one of the provider's interface.
    UnexpectedResponse,
}

/// Result of the test of a key.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct KeyTestBody {
    /// Whether the provider accepts the key.
    pub ok: bool,
    /// Name of the key.
    #[schema(value_type = String)]
    pub key: &'static str,
    /// Why not; null when it does.
    pub cause: Option<KeyCause>,
    /// Explanation for people, in Portuguese; null when the provider accepts the key.
    pub message: Option<String>,
    /// The provider's own words, if any.
    pub provider_message: Option<String>,
}

/// Cause and explanation of a failure.
fn described(fault: Fault, provider: &str) -> (KeyCause, String) {
    let (cause, message) = match fault {
        Fault::InvalidKey => (
            KeyCause::InvalidKey,
            "não reconhece esta chave. Confira se foi copiada inteira.",
        ),
        Fault::NoPermission => (
            KeyCause::NoPermission,
            "não permite o uso com esta chave. Confira as permissões da chave e da conta.",
        ),
        Fault::QuotaExhausted => (
            KeyCause::QuotaExhausted,
            "aceita a chave, mas a conta está sem saldo ou sem cota.",
        ),
        Fault::RateLimited => (
            KeyCause::RateLimited,
            "recebeu pedidos demais com esta chave. Tente de novo em alguns minutos.",
        ),
        Fault::ProviderFailed => (
            KeyCause::ProviderFailed,
            "está com falha no momento. Tente de novo mais tarde.",
        ),
        Fault::TimedOut => (
            KeyCause::TimedOut,
            "demorou demais para responder. Tente de novo.",
        ),
        Fault::Unreachable => (KeyCause::Unreachable, "não pôde ser contatado pela Pauta."),
        Fault::UnexpectedResponse => (
            KeyCause::UnexpectedResponse,
            "respondeu de forma inesperada. Confira o endereço configurado.",
        ),
    };
    (cause, format!("{provider} {message}"))
}

/// Test an API key.
///
/// Asks the provider with the key that was sent, or else with the one in effect, by a call that generates nothing. Nothing is
/// stored. A refused key is a result with status 200.
#[utoipa::path(
    post,
    path = "/api/v1/settings/api-keys/test",
    operation_id = "test_api_key",
    tag = "settings",
    request_body = KeyTestInput,
    responses(
        (status = 200, description = "Result", body = KeyTestBody),
        errors::TestApiKey,
    ),
    security(("bearer" = [])),
    extensions(("x-permission" = json!("settings.manage")), ("x-object" = json!("none"))),
)]
pub(crate) async fn test_api_key(
    State(ports): State<Ports>,
    caller: Caller,
    input: Result<Json<KeyTestInput>, ApiError>,
) -> Result<Json<KeyTestBody>, ApiError> {
    caller.actor.may(Permission::SettingsManage)?;
    let Json(input) = input?;
    let asked = SettingKey::of_name(&input.key);
    let provider = ApiProvider::ALL
        .into_iter()
        .find(|provider| Some(provider.key()) == asked)
        .ok_or_else(|| {
            ApiError::field("unknown_key", "key", "Não há chave de API com este nome.")
        })?;
    let settings = current(&ports).await?;
    let sent = input.value.map(|sent| judged(sent, provider.key()));
    let sent = sent.transpose()?;
    let Some(secret) = sent.as_ref().or_else(|| settings.secret(provider.key())) else {
        let message = "Esta chave ainda não foi cadastrada.";
        return Err(ApiError::field("not_configured", "key", message));
    };
    let checked = check(&ports.outbound, &ports.providers, provider, secret).await;
    let key = provider.key().name();
    Ok(Json(match checked {
        Ok(()) => KeyTestBody {
            ok: true,
            key,
            cause: None,
            message: None,
            provider_message: None,
        },
        Err(Failure { fault, words }) => {
            tracing::info!(target: "settings", key, ?fault, "an API key was tested and cannot be used");
            let (cause, message) = described(fault, provider.title());
            KeyTestBody {
                ok: false,
                key,
                cause: Some(cause),
                message: Some(message),
                provider_message: words,
            }
        }
    }))
}
