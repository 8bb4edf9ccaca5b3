//! Texts of the pages that show a notice.

use domain::platform::approval::{Approval, ApprovalStatus};
use jiff::tz::TimeZone;
use mailer::wording;

use super::view::{Choice, Notice};
use crate::decide::Consequence;

const CLOSE: &str = "Pode fechar esta página.";

fn notice(title: &str, paragraphs: impl IntoIterator<Item = String>) -> Notice {
    Notice {
        title: title.to_owned(),
        subject: None,
        paragraphs: paragraphs.into_iter().collect(),
        back: None,
        foot: CLOSE,
    }
}

/// The answer was recorded.
pub fn thanks(
    choice: Choice,
    title: Option<String>,
    author: &str,
    consequence: &Consequence,
) -> Notice {
    Notice {
        subject: title,
        ..thanks_for(choice, author, consequence)
    }
}

fn thanks_for(choice: Choice, author: &str, consequence: &Consequence) -> Notice {
    let mail = format!("{author} recebe a sua resposta por e-mail.");
    match choice {
        Choice::Approve => {
            let next = match consequence {
                Consequence::Scheduled(moment) => format!("O post será publicado em {moment}."),
                Consequence::Publishing => "O post será publicado em instantes.".to_owned(),
                Consequence::NeedsAttention => format!("{author} vai cuidar da publicação."),
                Consequence::Recorded => {
                    "O post já estava publicado ou agendado no site.".to_owned()
                }
            };
            notice(
                "Post aprovado",
                ["Obrigado pela resposta!".to_owned(), next, mail],
            )
        }
        Choice::Adjustments => notice(
            "Pedido de ajustes enviado",
            [
                "Obrigado pela resposta!".to_owned(),
                format!(
                    "{author} recebe o seu comentário por e-mail, faz os ajustes e pede uma nova aprovação."
                ),
            ],
        ),
        Choice::Reject => notice(
            "Post rejeitado",
            [
                "Obrigado pela resposta! O post não será publicado.".to_owned(),
                mail,
            ],
        ),
    }
}

/// The round was answered before.
pub fn used(approval: &Approval, zone: &TimeZone) -> Notice {
    let answer = match approval.status {
        ApprovalStatus::Approved => "a aprovação do post",
        ApprovalStatus::Adjustments => "um pedido de ajustes",
        ApprovalStatus::Rejected => "a rejeição do post",
        ApprovalStatus::Pending | ApprovalStatus::Superseded => "uma resposta",
    };
    let sentence = match approval.closed_at {
        Some(at) => format!("Já registramos {answer} em {}.", wording::moment(at, zone)),
        None => format!("Já registramos {answer}."),
    };
    notice(
        "Este pedido já foi respondido",
        [
            sentence,
            "Cada pedido aceita uma resposta só. Se você mudou de ideia, fale com a pessoa que cuida do seu \
             conteúdo."
                .to_owned(),
        ],
    )
}

/// A newer round superseded it.
pub fn superseded() -> Notice {
    notice(
        "Há um pedido mais novo",
        ["Enviamos outro pedido de aprovação deste post. Procure a mensagem mais recente na sua caixa de entrada \
          e responda por ela."
            .to_owned()],
    )
}

/// The agency published or scheduled the post without the answer.
pub fn not_awaited() -> Notice {
    notice(
        "Este pedido foi encerrado",
        [
            "A equipe seguiu com a publicação deste post, e ele não espera mais a sua resposta."
                .to_owned(),
            "Se você quer mudar alguma coisa, fale com a pessoa que cuida do seu conteúdo."
                .to_owned(),
        ],
    )
}

/// No round has this address.
pub fn unknown() -> Notice {
    notice(
        "Não encontramos este pedido",
        [
            "Confira se o endereço está completo: abra o link direto da mensagem que enviamos."
                .to_owned(),
        ],
    )
}

/// The post was deleted.
pub fn withdrawn() -> Notice {
    notice(
        "Este post foi retirado",
        ["Ele não está mais à espera da sua aprovação. Você não precisa fazer nada.".to_owned()],
    )
}

/// The text changed between showing and answering.
pub fn changed(token: &str) -> Notice {
    Notice {
        back: Some(format!("../{token}")),
        foot: "A sua resposta ainda não foi registrada.",
        ..notice(
            "O texto mudou enquanto você lia",
            ["Para você não responder sobre um texto que não viu, leia a versão atual e responda de novo.".to_owned()],
        )
    }
}

/// The answer was too large to be read.
pub fn too_large(token: &str) -> Notice {
    Notice {
        back: Some(format!("../{token}")),
        foot: "A sua resposta ainda não foi registrada.",
        ..notice(
            "O comentário é longo demais",
            ["Escreva até 5.000 caracteres e envie de novo.".to_owned()],
        )
    }
}

/// An internal error occurred.
pub fn unavailable() -> Notice {
    Notice {
        foot: "A sua resposta ainda não foi registrada.",
        ..notice(
            "Tivemos um problema por aqui",
            [
                "Espere um minuto e tente de novo. Os links da mensagem continuam valendo."
                    .to_owned(),
            ],
        )
    }
}
