//! The table of error codes, from which responses, the API description and docs/errors.md are generated.

use http::StatusCode;
use tracing::Level;

macro_rules! codes {
    ($($variant:ident $status:literal $level:ident $name:literal $message:literal;)+) => {
        /// A stable error code.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum Code { $(#[doc = $name] $variant,)+ }

        impl Code {
            /// Every code, in table order.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)+];

            /// The code on the wire.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)+ }
            }

            /// The HTTP status of responses with this code, as a number.
            pub const fn number(self) -> u16 {
                match self { $(Self::$variant => $status,)+ }
            }

            /// The level at which it is logged.
            pub const fn level(self) -> Level {
                match self { $(Self::$variant => Level::$level,)+ }
            }

            /// The message for users, in Portuguese.
            pub const fn message(self) -> &'static str {
                match self { $(Self::$variant => $message,)+ }
            }
        }
    };
}

codes! {
    InvalidJson 400 INFO "invalid_json" "O corpo da requisição não é um JSON válido.";
    InvalidMultipart 400 INFO "invalid_multipart" "O formulário enviado não pôde ser lido.";
    MalformedRequest 400 INFO "malformed_request" "A requisição não segue o protocolo HTTP.";
    Unauthenticated 401 INFO "unauthenticated" "Entre na sua conta para continuar.";
    InvalidCredentials 401 INFO "invalid_credentials" "E-mail ou senha incorretos.";
    InvalidCode 401 INFO "invalid_code" "Código incorreto ou vencido.";
    InvalidRefreshToken 401 INFO "invalid_refresh_token" "A sessão terminou. Entre novamente.";
    WrongPassword 403 INFO "wrong_password" "Senha incorreta";
    Forbidden 403 INFO "forbidden" "Seu perfil não permite esta ação.";
    ForeignOrigin 403 INFO "foreign_origin" "O pedido veio de uma página de outro endereço. Abra o painel e tente de novo.";
    NotFound 404 INFO "not_found" "Não encontramos o que você pediu.";
    MethodNotAllowed 405 INFO "method_not_allowed" "Este endereço não aceita este método.";
    RequestTimeout 408 INFO "request_timeout" "O envio demorou demais e foi interrompido. Tente de novo.";
    Conflict 409 INFO "conflict" "Outra pessoa alterou este registro ao mesmo tempo. Recarregue e tente de novo.";
    WorkingCopyOutdated 409 INFO "working_copy_outdated" "Você já salvou uma versão mais nova deste conteúdo. Recarregue-a antes de continuar.";
    LastAdmin 409 INFO "last_admin" "Este é o último administrador ativo: não pode ser desativado nem excluído, nem perder o perfil de administrador.";
    OwnsSites 409 INFO "owns_sites" "Esta pessoa é responsável por sites. Passe os sites a outra pessoa antes de excluí-la.";
    EmailTaken 409 INFO "email_taken" "Já existe uma pessoa com este e-mail.";
    TotpAlreadyEnabled 409 INFO "totp_already_enabled" "O aplicativo autenticador já está ativado.";
    TotpNotEnabled 409 INFO "totp_not_enabled" "O aplicativo autenticador não está ativado.";
    TotpNotStarted 409 INFO "totp_not_started" "Comece a ativação do aplicativo autenticador antes de confirmar o código.";
    SiteInUse 409 INFO "site_in_use" "Este site ainda tem conteúdos. Exclua ou mova os conteúdos antes.";
    SiteNotConnected 409 INFO "site_not_connected" "O site ainda não está conectado: informe usuário e senha de aplicativo e teste a conexão.";
    ChangedAfterApproval 409 INFO "changed_after_approval" "O conteúdo mudou depois da aprovação do cliente. Peça uma nova aprovação ou confirme as alterações para seguir.";
    PublicationInProgress 409 INFO "publication_in_progress" "Uma publicação deste conteúdo está em andamento. Aguarde o fim para continuar.";
    AlreadyPublished 409 INFO "already_published" "Este conteúdo já está publicado e não pode ser agendado.";
    SiteNotMovable 409 INFO "site_not_movable" "Este conteúdo já foi enviado ao site atual. Crie outro conteúdo para o novo site.";
    NotScheduled 409 INFO "not_scheduled" "Este conteúdo não está agendado.";
    NothingToRetry 409 INFO "nothing_to_retry" "Não há etapa com falha para repetir.";
    NotDeleted 409 INFO "not_deleted" "Este conteúdo não está na lixeira.";
    PostDeleted 409 INFO "post_deleted" "Este conteúdo está na lixeira. Restaure-o antes de alterar.";
    UploadMissing 409 INFO "upload_missing" "O arquivo ainda não chegou. Envie-o para o endereço recebido e conclua de novo.";
    NotDraft 409 INFO "not_draft" "Só um rascunho pode ser enviado para aprovação. Cancele o agendamento antes, se houver.";
    NoContact 409 INFO "no_contact" "O site não tem e-mail nem WhatsApp do cliente. Cadastre um contato para pedir aprovação.";
    MailNotConfigured 409 WARN "mail_not_configured" "O envio de e-mail não está configurado. Peça a um administrador que configure o SMTP.";
    MessagingNotConfigured 409 WARN "messaging_not_configured" "O envio por WhatsApp não está configurado. Peça a um administrador que configure o canal em Configurações → Notificações.";
    NotConfigured 409 WARN "not_configured" "Falta uma chave de API para este recurso. Peça a um administrador que a cadastre em Configurações → Chaves de API.";
    LogStatusFixed 409 INFO "log_status_fixed" "Um registro resolvido ou limpo não volta à situação anterior.";
    LogClearingInProgress 409 INFO "log_clearing_in_progress" "Limpezas anteriores ainda estão em andamento. Tente de novo mais tarde.";
    NotPublished 409 INFO "not_published" "Este conteúdo ainda não foi publicado. Publique-o antes.";
    SearchNotConnected 409 INFO "search_not_connected" "O site não está conectado ao buscador. Conecte-o em Sites → Buscador.";
    SearchRevoked 409 INFO "search_revoked" "O acesso ao buscador foi retirado. Conecte o site de novo.";
    SearchNoProperty 409 INFO "search_no_property" "A conta conectada não tem no buscador uma propriedade deste site. Verifique o site no buscador, ou conecte outra conta.";
    IndexingOff 409 INFO "indexing_off" "Os pedidos de indexação estão desligados nesta instalação.";
    IdempotencyInProgress 409 INFO "idempotency_in_progress" "A primeira requisição com esta chave ainda está em andamento.";
    PreconditionFailed 412 INFO "precondition_failed" "O conteúdo mudou desde que você o abriu. Recarregue para ver a versão atual.";
    PayloadTooLarge 413 INFO "payload_too_large" "O envio passa do tamanho permitido.";
    UnsupportedMediaType 415 INFO "unsupported_media_type" "Envie o corpo no formato esperado (application/json).";
    MisdirectedRequest 421 INFO "misdirected_request" "O sistema não atende por este nome de endereço.";
    InvalidFields 422 INFO "invalid_fields" "Há campos para corrigir.";
    InvalidParameter 422 INFO "invalid_parameter" "Há um parâmetro inválido no endereço.";
    IncompleteContent 422 INFO "incomplete_content" "Conteúdo incompleto";
    InvalidScheduleDate 422 INFO "invalid_schedule_date" "Data de agendamento inválida. Informe uma data futura, por exemplo 2027-03-01T09:00:00-03:00.";
    InvalidSiteAddress 422 INFO "invalid_site_address" "O endereço do site não é permitido.";
    StatusNotEditable 422 INFO "status_not_editable" "A situação do conteúdo não muda pela edição. Use publicar, agendar ou cancelar agendamento.";
    WeakPassword 422 INFO "weak_password" "Escolha uma senha com pelo menos 12 caracteres, diferente do seu e-mail.";
    InvalidResetToken 422 INFO "invalid_reset_token" "Este link já foi usado ou venceu. Peça um novo.";
    InvalidImage 422 INFO "invalid_image" "O arquivo não é uma imagem JPEG, PNG, GIF ou WebP íntegra.";
    ContentRefused 422 INFO "content_refused" "O provedor recusou este pedido.";
    WebpUnavailable 422 ERROR "webp_unavailable" "A conversão para WebP falhou: o suporte a WebP (libwebp) não está disponível.";
    IdempotencyKeyReused 422 INFO "idempotency_key_reused" "Esta chave de idempotência já foi usada com outro conteúdo.";
    InvalidIdempotencyKey 422 INFO "invalid_idempotency_key" "A chave de idempotência deve ter de 1 a 255 caracteres visíveis.";
    ImageQuotaReached 429 INFO "image_quota_reached" "Você já usou todas as gerações de imagem deste mês.";
    IndexingQuotaReached 429 INFO "indexing_quota_reached" "Os pedidos de indexação de hoje já foram usados. Tente de novo amanhã.";
    TooManyRequests 429 WARN "too_many_requests" "Muitas tentativas. Aguarde um pouco e tente de novo.";
    Internal 500 ERROR "internal" "Ocorreu um erro inesperado. Tente de novo; se continuar, informe o código da requisição.";
    Unavailable 503 ERROR "unavailable" "O serviço está indisponível ou sobrecarregado. Tente de novo em instantes.";
    StorageFull 503 ERROR "storage_full" "O armazenamento do sistema está cheio: nada foi gravado. Peça a quem opera o sistema que libere espaço e tente de novo.";
    MailFailed 502 WARN "mail_failed" "O e-mail não pôde ser enviado agora. Tente de novo em instantes.";
    HostFailed 502 WARN "host_failed" "O site do cliente não respondeu como esperado.";
    HostTimedOut 504 WARN "host_timed_out" "O site do cliente demorou demais para responder.";
    ProviderFailed 502 WARN "provider_failed" "O serviço externo não respondeu como esperado.";
    ProviderTimedOut 504 WARN "provider_timed_out" "O serviço externo demorou demais para responder.";
}

impl Code {
    /// The HTTP status of responses with this code.
    pub fn status(self) -> StatusCode {
        StatusCode::from_u16(self.number()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_has_its_own_name_a_status_and_a_sentence() {
        let names: std::collections::BTreeSet<_> =
            Code::ALL.iter().map(|code| code.name()).collect();
        assert_eq!(names.len(), Code::ALL.len());
        for code in Code::ALL {
            assert!(
                code.name()
                    .chars()
                    .all(|c| c.is_ascii_lowercase() || c == '_'),
                "{code:?}"
            );
            assert!((400..600).contains(&code.number()), "{code:?}");
            assert!(!code.message().is_empty(), "{code:?}");
            assert_eq!(
                code.number() == 500 || code.number() == 503,
                code.level() == Level::ERROR && *code != Code::WebpUnavailable,
                "{code:?}"
            );
        }
    }
}
