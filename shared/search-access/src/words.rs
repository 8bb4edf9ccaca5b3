//! Failures of the search provider in Portuguese, for people.

use search_console::SearchError;

use crate::error::AccessError;

fn what(error: &SearchError) -> &'static str {
    match error {
        SearchError::InvalidGrant { .. } => "O acesso ao buscador foi retirado ou venceu.",
        SearchError::InvalidClient { .. } => {
            "O buscador não reconhece o cliente OAuth desta instalação."
        }
        SearchError::NoRefreshToken => "O buscador não concedeu um acesso duradouro.",
        SearchError::Unauthorized { .. } => "O buscador não aceita o acesso deste site.",
        SearchError::Refused { .. } => "O buscador recusou o pedido.",
        SearchError::RateLimited { .. } => "O buscador recebeu pedidos demais em pouco tempo.",
        SearchError::QuotaExhausted { .. } => "A cota do buscador para hoje foi usada.",
        SearchError::Unavailable { .. } => "O buscador está fora do ar.",
        SearchError::TimedOut { .. } => "O buscador não respondeu a tempo.",
        SearchError::BadPayload => "O buscador respondeu de um modo inesperado.",
    }
}

/// The failure with the provider's own words, which contain no token, behind it.
pub fn described(error: &SearchError) -> String {
    match error
        .message()
        .map(str::trim)
        .filter(|words| !words.is_empty())
    {
        Some(words) => format!("{} Resposta do buscador: {words}", what(error)),
        None => what(error).to_owned(),
    }
}

impl AccessError {
    /// What happened, in Portuguese for people.
    pub fn words(&self) -> String {
        match self {
            Self::NotConfigured => {
                "O cliente OAuth do buscador não está configurado nesta instalação.".to_owned()
            }
            Self::NotConnected => "O site não está conectado ao buscador.".to_owned(),
            Self::Revoked => {
                "O acesso ao buscador foi retirado. Conecte o site de novo.".to_owned()
            }
            Self::Paused { last_error, .. } => last_error.clone(),
            Self::Busy => "A conexão com o buscador está sendo renovada.".to_owned(),
            Self::NoProperty => {
                "A conta conectada não tem no buscador uma propriedade deste site.".to_owned()
            }
            Self::Provider(error) => described(error),
            Self::Items(_) => "O armazenamento do sistema não respondeu.".to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_providers_words_follow_the_failure() {
        let refused = SearchError::Refused {
            status: 403,
            reason: Some("forbidden".into()),
            message: Some(" User does not have access ".into()),
        };
        assert_eq!(
            described(&refused),
            "O buscador recusou o pedido. Resposta do buscador: User does not have access"
        );
        let blank = SearchError::QuotaExhausted {
            message: Some("  ".into()),
        };
        assert_eq!(described(&blank), "A cota do buscador para hoje foi usada.");
    }
}
