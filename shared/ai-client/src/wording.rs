//! Failures as people read them.

use settings::{AiKind, AiProvider};

use crate::failure::{Failure, FailureKind};

impl FailureKind {
    /// Stable identifier, in snake case.
    pub const fn code(self) -> &'static str {
        match self {
            Self::NoProvider => "not_configured",
            Self::InvalidKey => "invalid_key",
            Self::NoPermission => "no_permission",
            Self::QuotaExhausted => "quota_exhausted",
            Self::RateLimited => "rate_limited",
            Self::Overloaded => "overloaded",
            Self::ContentRefused => "content_refused",
            Self::BadRequest => "bad_request",
            Self::ModelNotFound => "model_not_found",
            Self::Timeout => "timeout",
            Self::Unreachable => "unreachable",
            Self::Interrupted => "interrupted",
            Self::BadPayload => "bad_payload",
            Self::Stopped => "stopped",
        }
    }
}

/// What a person reads when no provider of `kind` has an API key.
pub fn no_provider(kind: AiKind) -> String {
    let thing = match kind {
        AiKind::Text => "textos",
        AiKind::Image => "imagens",
    };
    let keys: Vec<&str> = AiProvider::ALL
        .into_iter()
        .filter(|one| one.makes(kind))
        .map(|one| one.key().name())
        .collect();
    let keys = match keys.split_last() {
        Some((last, others)) => format!("{} ou {last}", others.join(", ")),
        None => String::new(),
    };
    format!(
        "Nenhum provedor de {thing} tem chave de API. Cadastre uma em Configurações → Chaves de API (PUT \
         /api/v1/settings/api-keys), ou na variável de ambiente {keys}."
    )
}

impl Failure {
    /// What a person reads, in Portuguese, with the provider's own words if there are any.
    pub fn explanation(&self, kind: AiKind) -> String {
        let provider = self.provider.map_or("O provedor", AiProvider::title);
        let sentence = match self.kind {
            FailureKind::NoProvider => return no_provider(kind),
            FailureKind::InvalidKey => {
                "não aceitou a chave de API. Um administrador deve conferir a chave nas configurações."
            }
            FailureKind::NoPermission => "não permite este uso à conta da chave de API.",
            FailureKind::QuotaExhausted => "informou que o crédito ou o limite da conta acabou.",
            FailureKind::RateLimited => {
                "recebeu pedidos demais em pouco tempo. Tente de novo em instantes."
            }
            FailureKind::Overloaded => {
                "está sobrecarregado ou com falha. Tente de novo em instantes."
            }
            FailureKind::ContentRefused => "recusou o assunto deste pedido.",
            FailureKind::BadRequest => "não aceitou o pedido.",
            FailureKind::ModelNotFound => {
                "não conhece o modelo configurado. Um administrador deve conferir o nome do modelo."
            }
            FailureKind::Timeout => "não respondeu a tempo.",
            FailureKind::Unreachable => "não pôde ser alcançado. Tente de novo em instantes.",
            FailureKind::Interrupted => "interrompeu a resposta. Tente de novo em instantes.",
            FailureKind::BadPayload => "deu uma resposta que não pôde ser lida. Tente de novo.",
            FailureKind::Stopped => "foi interrompido, porque a geração foi cancelada.",
        };
        match &self.message {
            Some(words) => format!("{provider} {sentence} Resposta do provedor: “{words}”"),
            None => format!("{provider} {sentence}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn failure(kind: FailureKind, message: Option<&str>) -> Failure {
        Failure {
            kind,
            provider: Some(AiProvider::Gemini),
            message: message.map(str::to_owned),
            retry_after: None,
            certainly_free: true,
        }
    }

    #[test]
    fn an_explanation_has_the_words_of_the_provider() {
        let refused = failure(FailureKind::InvalidKey, Some("API key not valid."));
        assert_eq!(
            refused.explanation(AiKind::Text),
            "Google Gemini não aceitou a chave de API. Um administrador deve conferir a chave nas configurações. \
             Resposta do provedor: “API key not valid.”"
        );
        let late = failure(FailureKind::Timeout, None);
        assert_eq!(
            late.explanation(AiKind::Image),
            "Google Gemini não respondeu a tempo."
        );
    }

    #[test]
    fn a_missing_key_is_named() {
        let none = no_provider(AiKind::Image);
        assert!(none.contains("OPENAI_API_KEY ou GEMINI_API_KEY"), "{none}");
        assert!(!none.contains("ANTHROPIC"), "{none}");
        assert!(no_provider(AiKind::Text).contains("ANTHROPIC_API_KEY ou GEMINI_API_KEY"));
    }
}
