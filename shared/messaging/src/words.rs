//! Failures in Portuguese, for people of the agency.

use crate::failure::{MessageError, MessageFailure};

impl MessageError {
    /// What happened and what can be done, with the provider's own words. Contains no secret and no number.
    pub fn explanation(&self) -> String {
        let words = self.message.as_deref();
        let words = words.map_or_else(String::new, |words| format!(" Resposta: {words}"));
        let title = self.provider.title();
        format!("O serviço {title} {}{words}", self.failure.words())
    }
}

impl MessageFailure {
    const fn words(self) -> &'static str {
        match self {
            Self::InvalidKey => "não reconhece a chave de acesso. Confira o token e a instância.",
            Self::NoPermission => "não permite este envio com a conta ou o número configurado.",
            Self::RateLimited => "recebeu mensagens demais. Tente de novo em alguns minutos.",
            Self::NotOnWhatsapp => {
                "não pôde entregar a mensagem: este número não está no WhatsApp."
            }
            Self::WindowClosed => {
                "só entrega texto livre a quem escreveu nas últimas 24 horas. Configure os modelos aprovados em \
                 WHATSAPP_API_TEMPLATE e WHATSAPP_API_TEMPLATE_PUBLISHED, ou peça que a pessoa escreva ao número \
                 da agência."
            }
            Self::HeldBack => {
                "está retendo mensagens para esta pessoa. Espere ao menos 24 horas antes de enviar outra."
            }
            Self::Picture => "não aceitou a imagem da mensagem.",
            Self::Template => {
                "recusou o modelo de mensagem. Confira o nome, o idioma e a aprovação do modelo, que deve ter imagem \
                 no cabeçalho e as variáveis descritas na ajuda."
            }
            Self::BadRequest => "recusou a mensagem.",
            Self::ProviderFailed => "está com falha no momento. Tente de novo mais tarde.",
            Self::Unreachable => {
                "não pôde ser contatado pela Pauta. Confira o endereço configurado."
            }
            Self::Timeout => "demorou demais para atender. Nada foi enviado; tente de novo.",
            Self::UnknownOutcome => "não confirmou o envio, e a mensagem pode ter sido enviada.",
            Self::BadPayload => "respondeu de forma inesperada. Confira o endereço configurado.",
        }
    }
}
