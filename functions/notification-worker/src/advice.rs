//! What an author can do about a parked job, by the step that failed.

use domain::publication::{Job, Step};

/// Advice in one or two sentences. It holds whatever the host said, which stands beside it.
pub fn after(job: &Job) -> &'static str {
    match job.next_step() {
        Some(Step::Media | Step::MediaTexts) => {
            "O site não aceitou a imagem de destaque. Veja se ele abre normalmente e se ainda tem espaço; se o \
             erro continuar, envie outra imagem, de preferência menor."
        }
        Some(Step::Create | Step::Update | Step::Withdraw) => {
            "No cadastro do site, use o teste de conexão: ele mostra se o usuário e a senha de aplicativo ainda \
             valem e se o site aceita publicações."
        }
        Some(Step::Confirm | Step::Settle) => {
            "Abra o painel do site e veja como o post está lá: ele pode ter sido mudado, apagado ou retido por \
             algum plugin."
        }
        Some(Step::Record | Step::Notify) | None => {
            "Não há nada a corrigir no post nem no site: basta tentar de novo."
        }
    }
}
