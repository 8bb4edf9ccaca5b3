//! Diagnoses host errors: maps them to a cause and to Portuguese instructions for users.

use domain::platform::host_origin::HostOrigin;
use host_client::{HostError, Unreachable};
use outbound::Refused;

/// Cause of a host error, at the level of what a user can do about it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HostCause {
    /// The site has no login or password yet.
    NotConnected,
    /// The host does not respond, or responds with a server error.
    Unreachable,
    /// The host rejects the login or the password.
    CredentialsRefused,
    /// The REST interface is missing, blocked, or replaced by another response.
    RestBlocked,
    /// The host's user lacks a permission.
    PermissionMissing,
    /// The object is on a former host of the site.
    HostMoved,
}

impl HostCause {
    /// The name on the wire.
    pub const fn name(self) -> &'static str {
        match self {
            Self::NotConnected => "not_connected",
            Self::Unreachable => "host_unreachable",
            Self::CredentialsRefused => "credentials_refused",
            Self::RestBlocked => "rest_blocked",
            Self::PermissionMissing => "permission_missing",
            Self::HostMoved => "host_moved",
        }
    }
}

/// Diagnosis of a host error, with texts in Portuguese. It contains the host's own message if there is one,
/// and never URLs, paths or credentials.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HostDiagnosis {
    /// Cause of the error.
    pub cause: HostCause,
    /// Description of the error.
    pub message: String,
    /// Instruction for the user.
    pub hint: String,
}

impl HostDiagnosis {
    /// The object is on the host `former`, and the site's URL now leads to another one.
    pub fn host_moved(former: &HostOrigin) -> Self {
        Self {
            cause: HostCause::HostMoved,
            message: format!("A imagem está em {former}, e o endereço do site agora é outro."),
            hint: "Se o endereço antigo é o certo, corrija o cadastro do site; se o site mudou mesmo, publique o conteúdo como novo.".to_owned(),
        }
    }

    /// The site has no login or password yet.
    pub fn not_connected() -> Self {
        Self {
            cause: HostCause::NotConnected,
            message: "O site ainda não tem usuário e senha de aplicativo.".to_owned(),
            hint: "Informe, no cadastro do site na Pauta, o usuário e a senha de aplicativo criados no site do cliente.".to_owned(),
        }
    }
}

const ASK_HOSTING: &str =
    "Tente de novo em alguns minutos. Se continuar, fale com a hospedagem do site.";

impl From<&HostError> for HostDiagnosis {
    fn from(error: &HostError) -> Self {
        let (cause, message, hint) = describe(error);
        let message = match error.host_message() {
            Some(words) => format!("{message} Resposta do site: “{words}”"),
            None => message.to_owned(),
        };
        Self {
            cause,
            message,
            hint,
        }
    }
}

fn describe(error: &HostError) -> (HostCause, &'static str, String) {
    use HostCause::{CredentialsRefused, PermissionMissing, RestBlocked, Unreachable as Silent};
    let (cause, message, hint) = match error {
        HostError::Unreachable(Unreachable::Dns) => (
            Silent,
            "O endereço do site não foi encontrado na internet.",
            "Confira se o endereço está escrito certo e se o domínio está ativo.",
        ),
        HostError::Unreachable(Unreachable::Connect) => (
            Silent,
            "O site não aceitou a conexão.",
            "Veja se o site abre no navegador e se algum firewall bloqueia o acesso de servidores.",
        ),
        HostError::Unreachable(Unreachable::Tls) => (
            Silent,
            "Não foi possível abrir uma conexão segura com o site.",
            "O certificado do site pode estar vencido ou incompleto. Peça à hospedagem que o corrija.",
        ),
        HostError::Unreachable(Unreachable::Timeout) => {
            (Silent, "O site demorou demais para responder.", ASK_HOSTING)
        }
        HostError::AnswerLost => (
            Silent,
            "A conexão com o site caiu antes do fim da resposta.",
            ASK_HOSTING,
        ),
        HostError::HostFailure { .. } => {
            (Silent, "O site respondeu com um erro interno.", ASK_HOSTING)
        }
        HostError::RateLimited { .. } => (
            Silent,
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
            "Libere a interface REST nas extensões de segurança, no firewall e na hospedagem do site, e confira se o endereço é o da página inicial.",
        ),
        HostError::BadPayload { .. } => (
            RestBlocked,
            "A resposta do site não veio da interface REST.",
            "Uma extensão, um cache ou um firewall pode estar trocando a resposta. Peça a quem cuida do site que verifique.",
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

fn refused(reason: Refused) -> (HostCause, &'static str, String) {
    (
        HostCause::Unreachable,
        "O endereço do site não pode ser usado.",
        address_fault(reason).to_owned(),
    )
}

fn redirected(to: Option<&url::Url>) -> (HostCause, &'static str, String) {
    match to {
        Some(to) => (
            HostCause::Unreachable,
            "O site manda as chamadas para outro endereço.",
            format!(
                "Se o site mudou de endereço, cadastre o novo: {}",
                to.origin().ascii_serialization()
            ),
        ),
        None => (
            HostCause::RestBlocked,
            "O site manda as chamadas de um endereço para outro, sem fim.",
            "Peça a quem cuida do site que corrija os redirecionamentos.".to_owned(),
        ),
    }
}

/// Describes to the user why a URL is not accepted.
pub const fn address_fault(reason: Refused) -> &'static str {
    match reason {
        Refused::Malformed | Refused::NotSendable => {
            "Informe o endereço completo, por exemplo https://www.cliente.com.br."
        }
        Refused::Scheme => "O endereço deve começar com https:// ou http://.",
        Refused::HttpsRequired => "O endereço deve começar com https://.",
        Refused::UserInfo => {
            "Tire o usuário e a senha do endereço e informe-os nos campos próprios."
        }
        Refused::LocalName | Refused::Address(_) => {
            "Este endereço leva a uma rede interna. Informe o endereço público do site."
        }
        Refused::TrailingDot => "Tire o ponto do fim do nome do site.",
        Refused::Port(_) => "Esta porta não é aceita para sites.",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_message_contains_the_hosts_message_and_no_path() {
        let error = HostError::RestBlocked {
            status: 403,
            message: Some("Bloqueado".into()),
        };
        let diagnosis = HostDiagnosis::from(&error);
        assert_eq!(
            diagnosis.message,
            "A interface REST do site não existe ou está bloqueada. Resposta do site: “Bloqueado”"
        );
        let to = url::Url::parse("https://novo.example/segredo/?chave=1").unwrap();
        let moved = HostError::Redirected {
            to: Some(Box::new(to)),
        };
        assert!(
            HostDiagnosis::from(&moved)
                .hint
                .ends_with("https://novo.example")
        );
    }
}
