//! What an author can do about a parked job, by what stopped it and at which step.

use domain::platform::publication::{Cause, Job, Step};

/// Advice in one or two sentences, valid for every message of the host, which the mail shows beside it.
pub fn after(job: &Job) -> &'static str {
    match job.cause {
        Some(Cause::Access) => {
            "No cadastro do site, use o teste de conexão: ele mostra se o usuário e a senha de aplicativo ainda \
             valem e se o site aceita publicações."
        }
        Some(Cause::Host) => {
            "Espere alguns minutos e veja se o site abre normalmente. Se o erro continuar, mostre esta mensagem a \
             quem cuida da hospedagem do site."
        }
        Some(Cause::Approval) => {
            "Peça uma nova aprovação ao cliente ou, se as alterações puderem ir ao ar assim mesmo, publique ou agende \
             confirmando as alterações."
        }
        Some(Cause::HostMoved) => {
            "Confira o endereço no cadastro do site. Se o site mudou mesmo para um novo endereço, publique ou agende \
             o conteúdo como novo: ele será criado lá, e o que está no endereço antigo fica como está."
        }
        Some(Cause::Other) | None => at(job.next_step()),
    }
}

const fn at(step: Option<Step>) -> &'static str {
    match step {
        Some(Step::Media | Step::MediaTexts) => {
            "O site não guardou a imagem de destaque. Envie outra imagem, de preferência menor."
        }
        Some(Step::Create | Step::Update | Step::Withdraw) => {
            "Confira no conteúdo o que o site recusou, como categorias, autor ou endereço. Se nada parecer errado, use \
             o teste de conexão no cadastro do site."
        }
        Some(Step::Confirm | Step::Settle) => {
            "Abra o painel do site e veja como o conteúdo está lá: ele pode ter sido mudado, apagado ou retido por \
             alguma extensão."
        }
        Some(Step::Record | Step::Notify) | None => {
            "Não há nada a corrigir no conteúdo nem no site: basta tentar de novo."
        }
    }
}

#[cfg(test)]
mod tests {
    use domain::platform::id::{JobId, PostId};
    use domain::platform::publication::JobKind;
    use jiff::Timestamp;

    use super::*;

    fn stopped(cause: Cause) -> Job {
        let mut job = Job::new(
            JobId(1),
            PostId(1),
            JobKind::Publish,
            None,
            true,
            Timestamp::UNIX_EPOCH,
        );
        job.cause = Some(cause);
        job
    }

    #[test]
    fn a_refused_login_is_not_blamed_on_the_picture() {
        let said = after(&stopped(Cause::Access));
        assert!(said.contains("teste de conexão") && !said.contains("imagem"));
        let said = after(&stopped(Cause::Host));
        assert!(said.contains("hospedagem") && !said.contains("imagem"));
        let said = after(&stopped(Cause::Approval));
        assert!(said.contains("nova aprovação") && !said.contains("imagem"));
        let said = after(&stopped(Cause::HostMoved));
        assert!(said.contains("como novo") && !said.contains("imagem"));
        assert!(after(&stopped(Cause::Other)).contains("imagem"));
    }
}
