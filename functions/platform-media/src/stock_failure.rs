//! Responses about providers of stock photos.

use domain::platform::stock::StockProvider;
use pictures::PictureError;
use platform_http::{ApiError, Code};
use stock_client::{StockError, StockFailure, api};

use crate::kept::picture_refusal;

/// Where a key is set.
const PLACE: &str = "em Configurações → Chaves de API";

/// The response without a key of `provider`, or of any.
pub(crate) fn not_configured(provider: Option<StockProvider>) -> ApiError {
    let message = match provider {
        Some(provider) => {
            let (title, key) = (provider.title(), api(provider).key().name());
            format!(
                "Falta a chave de API do {title}. Cadastre-a {PLACE} ou na variável de ambiente {key}."
            )
        }
        None => {
            let [first, second] = StockProvider::ALL.map(|one| api(one).key().name());
            format!(
                "Nenhum banco de imagens tem chave de API. Cadastre a do Pexels ou a do Unsplash {PLACE}, \
                 ou nas variáveis de ambiente {first} e {second}."
            )
        }
    };
    ApiError::new(Code::NotConfigured).message(message)
}

/// The response to a search that failed.
pub(crate) fn search_failure(error: StockError) -> ApiError {
    match error.failure {
        StockFailure::BadQuery => {
            let text = format!(
                "não aceita esta busca. Tente outras palavras.{}",
                words(&error)
            );
            let message = format!("O {} {text}", error.provider.title());
            ApiError::new(Code::InvalidParameter).issue("refused", "query", message)
        }
        _ => failed(&error),
    }
    .debug(error)
}

/// The response to a choice that failed.
pub(crate) fn choice_failure(error: StockError) -> ApiError {
    let title = error.provider.title();
    match error.failure {
        StockFailure::NotFound | StockFailure::BadQuery => {
            let message = format!("Esta foto não está mais no {title}. Escolha outra.");
            ApiError::field("unknown_photo", "photo_id", message)
        }
        StockFailure::TooLarge => ApiError::new(Code::InvalidImage).message(format!(
            "O arquivo desta foto no {title} passa de 25 MB. Escolha outra."
        )),
        _ => failed(&error),
    }
    .debug(error)
}

/// The response to a file that cannot be stored.
pub(crate) fn file_failure(provider: StockProvider, error: PictureError) -> ApiError {
    match error {
        PictureError::Unsupported | PictureError::Broken => {
            let title = provider.title();
            ApiError::new(Code::ProviderFailed)
                .message(format!(
                    "O arquivo que o {title} enviou não é uma imagem íntegra. Tente de novo ou escolha outra foto."
                ))
                .debug(error)
        }
        error => picture_refusal(error),
    }
}

/// 502, or 504 after a time-out, with the provider's own words.
fn failed(error: &StockError) -> ApiError {
    let key = api(error.provider).key().name();
    let (code, text) = match error.failure {
        StockFailure::InvalidKey => (
            Code::ProviderFailed,
            format!("não reconhece a chave de API. Confira {key} {PLACE}."),
        ),
        StockFailure::NoPermission => (
            Code::ProviderFailed,
            format!("não permite o uso com esta chave de API. Confira {key} {PLACE}."),
        ),
        StockFailure::RateLimited => (
            Code::ProviderFailed,
            "não aceita mais pedidos por enquanto: a chave de API atingiu o limite. Tente de novo mais tarde.".to_owned(),
        ),
        StockFailure::ProviderFailed => (
            Code::ProviderFailed,
            "está com falha no momento. Tente de novo mais tarde.".to_owned(),
        ),
        StockFailure::Timeout => (
            Code::ProviderTimedOut,
            "demorou demais para responder. Tente de novo.".to_owned(),
        ),
        StockFailure::Unreachable => (
            Code::ProviderFailed,
            "não pôde ser contatado. Tente de novo mais tarde.".to_owned(),
        ),
        StockFailure::NotFound
        | StockFailure::BadQuery
        | StockFailure::BadPayload
        | StockFailure::TooLarge => (
            Code::ProviderFailed,
            "respondeu de forma inesperada. Tente de novo mais tarde.".to_owned(),
        ),
    };
    let title = error.provider.title();
    let refused = ApiError::new(code).message(format!("O {title} {text}{}", words(error)));
    match error.retry_after {
        Some(wait) => refused.retry_after(wait.as_secs()),
        None => refused,
    }
}

/// The provider's words as a further sentence; empty without any.
fn words(error: &StockError) -> String {
    let message = error.message.as_deref();
    message.map_or_else(String::new, |words| format!(" Resposta: {words}"))
}
