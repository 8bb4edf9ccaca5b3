//! Diagnoses of host failures on the wire: a cause, a message and a hint.

use host_access::{HostCause, HostDiagnosis};
use host_client::{HostError, Unreachable};
use platform_http::{ApiError, Code};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Cause of a failure; a closed list.
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
    /// What is meant is on another host than the site's present one.
    HostMoved,
    /// The host has nothing that shows FAQs.
    PluginMissing,
    /// The host does not take FAQs over the REST interface.
    BridgeMissing,
    /// No contact of the client is known.
    NoContact,
    /// Mail cannot leave the platform.
    MailNotConfigured,
    /// Messages cannot leave the platform.
    MessagingNotConfigured,
}

/// Diagnosis of a failure.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = Diagnosis)]
pub(crate) struct DiagnosisBody {
    /// Always false.
    pub ok: bool,
    /// Cause.
    pub cause: Cause,
    /// Problem, in Portuguese, with the host's message if there is one.
    pub message: String,
    /// Suggested action, in Portuguese.
    pub hint: String,
}

impl DiagnosisBody {
    pub(crate) fn new(cause: Cause, message: impl Into<String>, hint: impl Into<String>) -> Self {
        Self {
            ok: false,
            cause,
            message: message.into(),
            hint: hint.into(),
        }
    }
}

impl From<HostDiagnosis> for DiagnosisBody {
    fn from(diagnosis: HostDiagnosis) -> Self {
        let cause = match diagnosis.cause {
            HostCause::NotConnected => Cause::NotConnected,
            HostCause::Unreachable => Cause::HostUnreachable,
            HostCause::CredentialsRefused => Cause::CredentialsRefused,
            HostCause::RestBlocked => Cause::RestBlocked,
            HostCause::PermissionMissing => Cause::PermissionMissing,
            HostCause::HostMoved => Cause::HostMoved,
        };
        Self::new(cause, diagnosis.message, diagnosis.hint)
    }
}

/// The failure of a route that has no place for a diagnosis: 504 when the host took too long, else
/// 502, with the same words.
pub(crate) fn host_failure(error: &HostError) -> ApiError {
    let code = match error {
        HostError::Unreachable(Unreachable::Timeout) => Code::HostTimedOut,
        _ => Code::HostFailed,
    };
    let HostDiagnosis { message, hint, .. } = error.into();
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
}
