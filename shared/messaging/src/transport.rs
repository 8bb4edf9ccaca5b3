//! The port of messages, over the channel of the settings.

use async_trait::async_trait;
use outbound::Outbound;
use ports::{ClientMessage, MessageSendError, Messages};
use settings::Settings;

use crate::{MessageError, MessageFailure, Messenger};

/// Attempts of a message that was certainly not sent.
const ATTEMPTS: u32 = 3;
/// Attempts of a message that failed for a fault of the provider, which advises one repetition.
const ATTEMPTS_AFTER_FAULT: u32 = 2;

/// Sends each message through the channel that is set when it is sent.
#[derive(Debug, Clone)]
pub struct SavedChannelMessages {
    settings: Settings,
    outbound: Outbound,
}

impl SavedChannelMessages {
    /// The channel of `settings`, which is called through `outbound`.
    pub const fn new(settings: Settings, outbound: Outbound) -> Self {
        Self { settings, outbound }
    }

    async fn channel(&self) -> Result<Messenger, MessageSendError> {
        let settings = self
            .settings
            .read()
            .await
            .map_err(|error| {
                tracing::error!(target: "messaging", %error, "the settings of the channel could not be read");
                MessageSendError::Temporary {
                    words: "As configurações não puderam ser lidas.".to_owned(),
                    attempts: ATTEMPTS,
                    retry_after: None,
                }
            })?;
        let lacking = |words: &str| MessageSendError::NotConfigured(words.to_owned());
        Messenger::of_settings(&settings, self.outbound.clone())
            .map_err(|_| lacking("A configuração do WhatsApp está incompleta."))?
            .ok_or_else(|| lacking("O WhatsApp não está configurado na Pauta."))
    }
}

#[async_trait]
impl Messages for SavedChannelMessages {
    async fn send(&self, message: &ClientMessage) -> Result<String, MessageSendError> {
        let accepted = self.channel().await?.send(message).await?;
        Ok(accepted.message_id)
    }
}

impl From<MessageError> for MessageSendError {
    fn from(error: MessageError) -> Self {
        let words = error.explanation();
        let again = |attempts| Self::Temporary {
            words: words.clone(),
            attempts,
            retry_after: error.retry_after,
        };
        match error.failure {
            MessageFailure::RateLimited | MessageFailure::Unreachable | MessageFailure::Timeout => {
                again(ATTEMPTS)
            }
            MessageFailure::ProviderFailed => again(ATTEMPTS_AFTER_FAULT),
            MessageFailure::UnknownOutcome | MessageFailure::BadPayload => {
                Self::UnknownOutcome(words)
            }
            MessageFailure::InvalidKey
            | MessageFailure::NoPermission
            | MessageFailure::NotOnWhatsapp
            | MessageFailure::WindowClosed
            | MessageFailure::HeldBack
            | MessageFailure::Picture
            | MessageFailure::Template
            | MessageFailure::BadRequest => Self::Refused(words),
        }
    }
}
