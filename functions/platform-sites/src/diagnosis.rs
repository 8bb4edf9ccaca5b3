//! Why a host does not serve, in words that tell a person what to mend.

use host_client::{HostError, Unreachable};
use outbound::Refused;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use web::{ApiError, Code};

use crate::address;

/// The closed list of causes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Cause {
    /// The site has no login or password yet.
    NotConnected,
    /// The host does not answer, or answers with an error of its own.
    HostUnreachable,
    /// The host does not accept the login or the password.
    CredentialsRefused,
    /// The REST interface is missing, blocked, or answered by something else.
    RestBlocked,
    /// The host's user may not do what is needed.
    PermissionMissing,
    /// The host has nothing that shows FAQs.
    PluginMissing,
    /// The host does not take FAQs over the REST interface.
    BridgeMissing,
    /// No contact of the client is known.
    NoContact,
    /// Mail cannot leave the platform.
    MailNotConfigured,
}

/// What is wrong, and what to do.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub(crate) struct Diagnosis {
    /// Always false.
    pub ok: bool,
    /// The cause.
    pub cause: Cause,
    /// What is wrong, in Portuguese, with the host's own words where it gave any.
    pub message: String,
    /// What to do, in Portuguese.
    pub hint: String,
}

impl Diagnosis {
    pub(crate) fn new(cause: Cause, message: impl Into<String>, hint: impl Into<String>) -> Self {
        Self {
            ok: false,
            cause,
            message: message.into(),
            hint: hint.into(),
        }
    }

    pub(crate) fn not_connected() -> Self {
        Self::new(
            Cause::NotConnected,
            "O site ainda não tem usuário e senha de aplicativo.",
            "Cadastre no site da plataforma o usuário e a senha de aplicativo criados no site do cliente.",
        )
    }
}

const ASK_HOSTING: &str =
    "Tente de novo em alguns minutos. Se continuar, fale com a hospedagem do site.";

impl From<&HostError> for Diagnosis {
    fn from(error: &HostError) -> Self {
        let (cause, message, hint) = told(error);
        let message = match error.host_words() {
            Some(words) => format!("{message} Resposta do site: “{words}”"),
            None => message.to_owned(),
        };
        Self::new(cause, message, hint)
    }
}

fn told(error: &HostError) -> (Cause, &'static str, String) {
    use Cause::{CredentialsRefused, HostUnreachable, PermissionMissing, RestBlocked};
    let (cause, message, hint) = match error {
        HostError::Unreachable(Unreachable::Dns) => (
            HostUnreachable,
            "O endereço do site não foi encontrado na internet.",
            "Confira se o endereço está escrito certo e se o domínio está ativo.",
        ),
        HostError::Unreachable(Unreachable::Connect) => (
            HostUnreachable,
            "O site não aceitou a conexão.",
            "Veja se o site abre no navegador e se algum firewall bloqueia o acesso de servidores.",
        ),
        HostError::Unreachable(Unreachable::Tls) => (
            HostUnreachable,
            "Não foi possível abrir uma conexão segura com o site.",
            "O certificado do site pode estar vencido ou incompleto. Peça à hospedagem que o corrija.",
        ),
        HostError::Unreachable(Unreachable::Timeout) => (
            HostUnreachable,
            "O site demorou demais para responder.",
            ASK_HOSTING,
        ),
        HostError::AnswerLost => (
            HostUnreachable,
            "A conexão com o site caiu antes do fim da resposta.",
            ASK_HOSTING,
        ),
        HostError::HostFailure { .. } => (
            HostUnreachable,
            "O site respondeu com um erro interno.",
            ASK_HOSTING,
        ),
        HostError::RateLimited { .. } => (
            HostUnreachable,
            "O site recebeu pedidos demais e pediu para esperar.",
            "Aguarde alguns minutos e tente de novo.",
        ),
        HostError::Refused(reason) => return refused(*reason),
        HostError::CredentialsRefused { .. } => (
            CredentialsRefused,
            "O site recusou o usuário ou a senha de aplicativo.",
            "Confira o usuário e, se preciso, crie uma nova senha de aplicativo no perfil dele, no site do cliente.",
        ),
        HostError::CredentialsIgnored { .. } => (
            CredentialsRefused,
            "O site não reconheceu o usuário e a senha de aplicativo.",
            "Confira os dois. Se estiverem certos, a hospedagem pode estar descartando o cabeçalho Authorization: peça que o deixe passar.",
        ),
        HostError::ApplicationPasswordsDisabled => (
            CredentialsRefused,
            "As senhas de aplicativo estão desativadas no site.",
            "Ative as senhas de aplicativo no site do cliente; em geral elas exigem que o site use https.",
        ),
        HostError::RestBlocked { .. } => (
            RestBlocked,
            "A interface REST do site não existe ou está bloqueada.",
            "Libere a interface REST nos plugins de segurança, no firewall e na hospedagem do site, e confira se o endereço é o da página inicial.",
        ),
        HostError::BadPayload { .. } => (
            RestBlocked,
            "A resposta do site não veio da interface REST.",
            "Um plugin, um cache ou um firewall pode estar trocando a resposta. Peça a quem cuida do site que verifique.",
        ),
        HostError::Rejected { .. } => (
            RestBlocked,
            "O site recusou a consulta.",
            "Atualize o site do cliente e desative o que altera a interface REST; depois teste a conexão de novo.",
        ),
        HostError::Redirected { to } => return redirected(to.as_deref()),
        HostError::MissingPermission { .. } => (
            PermissionMissing,
            "O usuário do site não tem a permissão necessária.",
            "Use um usuário com perfil de editor ou administrador no site do cliente.",
        ),
    };
    (cause, message, hint.to_owned())
}

fn refused(reason: Refused) -> (Cause, &'static str, String) {
    (
        Cause::HostUnreachable,
        "O endereço do site não pode ser usado.",
        address::sentence(reason).to_owned(),
    )
}

fn redirected(to: Option<&url::Url>) -> (Cause, &'static str, String) {
    let hint = match to {
        Some(to) => format!(
            "Se o site mudou de endereço, cadastre o novo: {}",
            to.origin().ascii_serialization()
        ),
        None => "Os redirecionamentos do site não terminam. Peça a quem cuida dele que os corrija."
            .to_owned(),
    };
    (
        Cause::RestBlocked,
        "O site manda as chamadas para outro endereço.",
        hint,
    )
}

/// The failure of a route that has no place for a diagnosis: 504 when the host took too long, else
/// 502, with the same words.
pub(crate) fn host_failure(error: &HostError) -> ApiError {
    let code = match error {
        HostError::Unreachable(Unreachable::Timeout) => Code::HostTimedOut,
        _ => Code::HostFailed,
    };
    let Diagnosis { message, hint, .. } = Diagnosis::from(error);
    ApiError::new(code)
        .message(format!("{message} {hint}"))
        .debug(error)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_host_that_took_too_long_is_a_504() {
        for (error, code) in [
            (
                HostError::Unreachable(Unreachable::Timeout),
                Code::HostTimedOut,
            ),
            (
                HostError::Unreachable(Unreachable::Connect),
                Code::HostFailed,
            ),
            (HostError::AnswerLost, Code::HostFailed),
            (HostError::BadPayload { status: None }, Code::HostFailed),
        ] {
            assert_eq!(host_failure(&error).code(), code, "{error}");
        }
    }

    #[test]
    fn the_hosts_words_stand_in_the_message_and_never_a_path_of_its_address() {
        let error = HostError::RestBlocked {
            status: 403,
            message: Some("Bloqueado".into()),
        };
        let told = Diagnosis::from(&error);
        assert_eq!(
            told.message,
            "A interface REST do site não existe ou está bloqueada. Resposta do site: “Bloqueado”"
        );
        let to = url::Url::parse("https://novo.example/segredo/?chave=1").unwrap();
        let moved = HostError::Redirected {
            to: Some(Box::new(to)),
        };
        assert!(
            Diagnosis::from(&moved)
                .hint
                .ends_with("https://novo.example")
        );
    }
}
