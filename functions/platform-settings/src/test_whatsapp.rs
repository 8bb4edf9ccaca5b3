//! Sends a test message through the messaging channel.

use domain::platform::phone::Phone;
use messaging::{MessageError, Messenger, NotReady, country};
use platform_http::{ApiError, Code};
use settings::SettingKey;

use crate::Ports;
use crate::change::current;

/// Where the channel is set.
const PLACE: &str = "em Configurações → Notificações";

/// Sends a message to the number `to` and returns the number with its country code.
///
/// # Errors
/// 422 without a valid number, 409 with the settings that are missing, 502 with the provider's own words.
pub(crate) async fn send(
    ports: &Ports,
    to: Option<&str>,
    asked_at: &str,
) -> Result<String, ApiError> {
    let to = to.map(str::trim).filter(|to| !to.is_empty());
    let to = to.ok_or_else(|| {
        let message = "Informe o número que receberá a mensagem, por exemplo +5511988887777.";
        ApiError::field("required", "to", message)
    })?;
    let settings = current(ports).await?;
    let phone = Phone::parse(to, country(&settings)).ok_or_else(|| {
        let message =
            "Informe um número válido com DDD e código do país, por exemplo +5511988887777.";
        ApiError::field("invalid_number", "to", message)
    })?;
    let messenger = Messenger::of_settings(&settings, ports.outbound.clone())
        .map_err(|error| not_ready(&error))?
        .ok_or_else(not_configured)?;
    let text = format!(
        "Se você está lendo isto, o envio de mensagens da Pauta está funcionando. O teste foi pedido em {asked_at}."
    );
    messenger
        .send_text(&phone, &text)
        .await
        .map_err(|error| failure(&error))?;
    Ok(phone.to_string())
}

/// The response without any setting of the channel.
fn not_configured() -> ApiError {
    let [provider, token, instance] = [
        SettingKey::MessagingProvider,
        SettingKey::MessagingToken,
        SettingKey::MessagingInstance,
    ]
    .map(SettingKey::name);
    ApiError::new(Code::NotConfigured).message(format!(
        "O WhatsApp não está configurado. Preencha {PLACE}: {provider}, {token} e {instance}."
    ))
}

/// The response with an incomplete channel.
fn not_ready(error: &NotReady) -> ApiError {
    let names = |keys: &[SettingKey]| {
        let names: Vec<&str> = keys.iter().map(|key| key.name()).collect();
        names.join(", ")
    };
    let mut message = "A configuração do WhatsApp está incompleta.".to_owned();
    if !error.missing.is_empty() {
        let missing = names(&error.missing);
        message.push_str(&format!(" Preencha {PLACE}: {missing}."));
    }
    if !error.invalid.is_empty() {
        let invalid = names(&error.invalid);
        message.push_str(&format!(
            " Corrija nas variáveis de ambiente, que têm valores inválidos: {invalid}."
        ));
    }
    ApiError::new(Code::NotConfigured).message(message)
}

/// The response for a message that was not accepted, with the provider's own words. They have no secret.
fn failure(error: &MessageError) -> ApiError {
    let failed = ApiError::new(Code::ProviderFailed)
        .message(error.explanation())
        .debug(error);
    match error.retry_after {
        Some(wait) => failed.retry_after(wait.as_secs()),
        None => failed,
    }
}
