//! Failures of steps: a message for people, and whether a retry can succeed.

use std::time::Duration;

use domain::platform::host_origin::HostOrigin;
use domain::platform::publication::Cause;
use host_access::AccessError;
use host_client::{HostError, Unreachable};
use items::{Contention, ItemsError};
use jiff::SignedDuration;
use ports::BlobError;

/// A step that did not succeed.
#[derive(Debug)]
pub enum StepError {
    /// The step failed; the checklist shows the failure.
    Failed(Failure),
    /// The store failed: the attempt ends as after a crash, and a later attempt continues.
    Items(ItemsError),
    /// Another request or worker has taken the job over.
    Lost,
}

/// A failure as the checklist shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// Description, with the host's own message where it sent one.
    pub message: String,
    /// Whether a later attempt may succeed.
    pub retryable: bool,
    /// Whether it may pass within seconds, so that the same attempt retries.
    pub brief: bool,
    /// Delay that the host asked for.
    pub wait: Option<SignedDuration>,
    /// Kind of cause.
    pub cause: Cause,
}

impl Failure {
    /// A failure that only a person can resolve.
    pub fn lasting(message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            retryable: false,
            brief: false,
            wait: None,
            cause: Cause::Other,
        }
    }

    /// A failure that a correction of the site's record resolves.
    pub fn access(message: impl Into<String>) -> Self {
        Self {
            cause: Cause::Access,
            ..Self::lasting(message)
        }
    }

    /// The post changed after the client's approval; a person decides whether it is published.
    pub fn unapproved() -> Self {
        Self {
            cause: Cause::Approval,
            ..Self::lasting(
                "O conteúdo mudou depois da aprovação do cliente e não foi enviado ao site.",
            )
        }
    }

    /// The step needs an identifier of another host than the site's present one.
    pub fn host_moved(what: &str, former: &HostOrigin, present: &HostOrigin) -> Self {
        Self {
            cause: Cause::HostMoved,
            ..Self::lasting(format!(
                "{what} em {former}, e o endereço do site agora é {present}. Nada foi enviado, para não alterar \
                 o que é de outro site. Se o endereço antigo é o certo, corrija o cadastro do site; se o site \
                 mudou mesmo, publique ou agende como novo."
            ))
        }
    }

    /// The host took the picture in none of its forms. The usual reason is an extension that its server lacks, which
    /// the host's own words do not name.
    pub fn picture_not_taken(error: &HostError) -> Self {
        let message = "O site não aceitou a imagem em nenhum formato. Em geral falta no servidor do site a extensão \
                       do PHP que trata imagens: Imagick, ou GD com suporte a WebP.";
        tracing::warn!(target: "publication", %error, "the host took the picture in no format");
        Self {
            cause: Cause::Host,
            ..Self::lasting(with_host_words(message, error))
        }
    }

    /// The post is online, and the host does not tell at which address.
    pub fn without_address() -> Self {
        Self::passing("O site não informou o endereço do conteúdo publicado.")
    }

    /// A failure that may pass without intervention.
    pub fn passing(message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            retryable: true,
            brief: false,
            wait: None,
            cause: Cause::Other,
        }
    }
}

/// `message` with the host's own words behind it.
fn with_host_words(message: &str, error: &HostError) -> String {
    match error.host_message() {
        Some(words) => format!("{message} O site respondeu: “{words}”"),
        None => message.to_owned(),
    }
}

impl From<Failure> for StepError {
    fn from(failure: Failure) -> Self {
        Self::Failed(failure)
    }
}

impl From<ItemsError> for StepError {
    fn from(error: ItemsError) -> Self {
        Self::Items(error)
    }
}

impl From<Contention> for StepError {
    fn from(_: Contention) -> Self {
        Self::Failed(Failure::passing("O conteúdo está sendo alterado agora."))
    }
}

impl From<BlobError> for StepError {
    fn from(error: BlobError) -> Self {
        tracing::error!(target: "publication", %error, "a picture could not be read");
        Self::Failed(Failure::passing(
            "A imagem não pôde ser lida do nosso armazenamento.",
        ))
    }
}

impl From<AccessError> for StepError {
    fn from(error: AccessError) -> Self {
        match error {
            AccessError::NotConnected => Self::Failed(Failure::access(
                "O site não está conectado. Informe usuário e senha de aplicativo e teste a conexão.",
            )),
            AccessError::Sealed(error) => {
                tracing::error!(target: "publication", severity = "critical", %error, "a host password cannot be opened");
                Self::Failed(Failure::access(
                    "A senha de aplicativo guardada não pôde ser lida. Informe-a novamente no cadastro do site.",
                ))
            }
            AccessError::Items(error) => Self::Items(error),
        }
    }
}

impl From<HostError> for StepError {
    fn from(error: HostError) -> Self {
        Self::Failed(Failure::from(error))
    }
}

impl From<HostError> for Failure {
    fn from(error: HostError) -> Self {
        tracing::warn!(target: "publication", %error, "a step failed on the host");
        let said = |lead: &str| with_host_words(lead, &error);
        let message = match &error {
            HostError::Unreachable(Unreachable::Dns) => {
                "O endereço do site não foi encontrado.".to_owned()
            }
            HostError::Unreachable(Unreachable::Connect) => {
                "O site não aceitou a conexão.".to_owned()
            }
            HostError::Unreachable(Unreachable::Tls) => {
                "O certificado de segurança do site não é válido.".to_owned()
            }
            HostError::Unreachable(Unreachable::Timeout) => {
                "O site demorou demais para responder.".to_owned()
            }
            HostError::Refused(_) => "O endereço do site não é permitido.".to_owned(),
            HostError::CredentialsRefused { .. } => {
                said("O site recusou o usuário ou a senha de aplicativo.")
            }
            HostError::CredentialsIgnored { .. } => said("O site não reconheceu o acesso."),
            HostError::ApplicationPasswordsDisabled => {
                "As senhas de aplicativo estão desativadas no site.".to_owned()
            }
            HostError::RestBlocked { status, .. } => said(&format!(
                "A interface REST do site está bloqueada ou não existe (HTTP {status})."
            )),
            HostError::MissingPermission { .. } => {
                said("O usuário do site não tem permissão para isso.")
            }
            HostError::Rejected { status, .. } => {
                said(&format!("O site recusou o envio (HTTP {status})."))
            }
            HostError::RateLimited { .. } => {
                "O site pediu para enviar mais devagar (HTTP 429).".to_owned()
            }
            HostError::HostFailure { status, .. } => {
                said(&format!("O site falhou (HTTP {status})."))
            }
            HostError::BadPayload { .. } => {
                "O site respondeu algo que não é a interface REST.".to_owned()
            }
            HostError::AnswerLost => "A resposta do site se perdeu no caminho.".to_owned(),
            HostError::Redirected { .. } => {
                "O site redireciona para outro endereço. Atualize o endereço no cadastro."
                    .to_owned()
            }
        };
        let wait = match &error {
            HostError::RateLimited { retry_after } | HostError::HostFailure { retry_after, .. } => {
                retry_after.and_then(|wait: Duration| wait.try_into().ok())
            }
            _ => None,
        };
        Self {
            message,
            retryable: error.retryable(),
            brief: brief(&error),
            wait,
            cause: cause(&error),
        }
    }
}

/// Whether the same call may succeed within seconds. A time-out has taken its time already, and a host
/// that fails by itself (500) fails again.
const fn brief(error: &HostError) -> bool {
    matches!(
        error,
        HostError::Unreachable(Unreachable::Dns | Unreachable::Connect)
            | HostError::AnswerLost
            | HostError::RateLimited { .. }
            | HostError::HostFailure {
                status: 502..=504,
                ..
            }
    )
}

const fn cause(error: &HostError) -> Cause {
    match error {
        HostError::Refused(_)
        | HostError::CredentialsRefused { .. }
        | HostError::CredentialsIgnored { .. }
        | HostError::ApplicationPasswordsDisabled
        | HostError::RestBlocked { .. }
        | HostError::MissingPermission { .. }
        | HostError::Redirected { .. } => Cause::Access,
        HostError::Unreachable(_)
        | HostError::RateLimited { .. }
        | HostError::HostFailure { .. }
        | HostError::BadPayload { .. }
        | HostError::AnswerLost => Cause::Host,
        HostError::Rejected { .. } => Cause::Other,
    }
}
