//! Why a generation failed.

use serde::{Deserialize, Serialize};

use super::GenerationKind;

/// Code of a generation that ended without an outcome.
pub const INTERRUPTED: &str = "interrupted";
/// Code of a generation that no worker took in time.
pub const NOT_STARTED: &str = "not_started";

/// Why a generation failed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct GenerationError {
    /// Stable identifier, in snake case.
    pub code: String,
    /// Explanation for people, in Brazilian Portuguese.
    pub message: String,
    /// The provider's own words.
    #[serde(default)]
    pub provider_message: Option<String>,
}

impl GenerationError {
    fn new(code: &str, message: String) -> Self {
        Self {
            code: code.to_owned(),
            message,
            provider_message: None,
        }
    }

    /// The generation ended without an outcome; `asked` tells whether a call to a provider had begun, which may have
    /// been billed.
    pub fn interrupted(kind: GenerationKind, asked: bool) -> Self {
        let thing = match kind {
            GenerationKind::Content | GenerationKind::Improvement => "do texto",
            GenerationKind::Image => "da imagem",
        };
        let rest = if asked {
            "depois que o provedor já tinha sido acionado. Ele pode ter cobrado por ela, e por isso ela não é repetida \
             automaticamente. Se ainda precisar, peça uma nova geração."
        } else {
            "antes que o provedor fosse acionado. Nada foi cobrado. Peça uma nova geração."
        };
        Self::new(
            INTERRUPTED,
            format!("A geração {thing} foi interrompida {rest}"),
        )
    }

    /// No worker took the generation in time.
    pub(super) fn not_started() -> Self {
        let message = "A geração não começou dentro de uma hora e foi encerrada. Nada foi cobrado. Peça uma nova geração.";
        Self::new(NOT_STARTED, message.to_owned())
    }
}
