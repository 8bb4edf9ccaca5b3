//! Texts of the pages that show a notice.

use domain::platform::approval::{Approval, ApprovalStatus};
use domain::platform::post::{Post, PostStatus};
use jiff::tz::TimeZone;
use mailer::{Writer, wording};
use url::Url;

use super::view::{Choice, Link, Notice, Quote, Retry};
use crate::decide::Consequence;

const CLOSE: &str = "Pode fechar esta página.";

fn notice(title: &str, paragraphs: impl IntoIterator<Item = String>) -> Notice {
    Notice {
        title: title.to_owned(),
        subject: None,
        paragraphs: paragraphs.into_iter().collect(),
        quotes: Vec::new(),
        link: None,
        retry: None,
        foot: CLOSE,
    }
}

impl Notice {
    /// Names the post, and links to it once it is online.
    pub fn about(mut self, post: &Post) -> Self {
        self.subject = Some(post.fields.title.clone());
        let online = post.status == PostStatus::Published;
        let address = post.host_post_url.as_deref().filter(|_| online);
        self.link = address
            .and_then(|address| Url::parse(address).ok())
            .filter(|address| matches!(address.scheme(), "http" | "https"))
            .map(|address| Link {
                href: address.into(),
                label: "Ver o post no site",
            });
        self
    }

    /// Shows the comment of an answer that was not recorded, so that it can be copied.
    pub fn with_unsent(mut self, comment: &str) -> Self {
        if !comment.trim().is_empty() {
            self.quotes.push(Quote {
                label: "O que você escreveu agora, e que não foi enviado",
                text: comment.to_owned(),
            });
        }
        self
    }
}

/// The answer was recorded.
pub fn thanks(
    choice: Choice,
    title: Option<String>,
    author: &Writer,
    consequence: &Consequence,
) -> Notice {
    Notice {
        subject: title,
        ..thanks_for(choice, author, consequence)
    }
}

fn thanks_for(choice: Choice, author: &Writer, consequence: &Consequence) -> Notice {
    let person = author.at_start();
    let mail = format!("{person} recebe a sua resposta por e-mail.");
    match choice {
        Choice::Approve => {
            let next = match consequence {
                Consequence::Scheduled(moment) => format!("O post será publicado em {moment}."),
                Consequence::Publishing => "O post será publicado em instantes.".to_owned(),
                Consequence::NeedsAttention => format!("{person} vai cuidar da publicação."),
                Consequence::Recorded => {
                    "O post já estava publicado ou agendado no site.".to_owned()
                }
            };
            notice(
                "Post aprovado",
                ["Agradecemos a sua resposta!".to_owned(), next, mail],
            )
        }
        Choice::Adjustments => notice(
            "Pedido de ajustes enviado",
            [
                "Agradecemos a sua resposta!".to_owned(),
                format!(
                    "{person} recebe o seu comentário por e-mail, faz os ajustes e pede uma nova aprovação."
                ),
            ],
        ),
        Choice::Reject => notice(
            "Post rejeitado",
            [
                "Agradecemos a sua resposta! O post não será publicado.".to_owned(),
                mail,
            ],
        ),
    }
}

/// The round was answered before. The post's author is `author`.
pub fn used(approval: &Approval, author: &Writer, zone: &TimeZone) -> Notice {
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
    let mut notice = notice(
        "Este pedido já foi respondido",
        [
            sentence,
            format!(
                "Cada pedido aceita uma única resposta. Se você mudou de ideia, fale com {}.",
                author.inside()
            ),
        ],
    );
    let comment = approval.comment.as_deref().map(str::trim);
    notice.quotes = comment
        .filter(|comment| !comment.is_empty())
        .map(|comment| Quote {
            label: "O seu comentário",
            text: comment.to_owned(),
        })
        .into_iter()
        .collect();
    notice
}

/// A newer round superseded it. The post's author is `author`.
pub fn superseded(author: &Writer) -> Notice {
    notice(
        "Há um pedido mais novo",
        [
            "Enviamos outro pedido de aprovação deste post. Procure a mensagem mais recente na sua caixa de entrada \
             e responda por ela."
                .to_owned(),
            format!("Se você não encontrar a mensagem, fale com {}.", author.inside()),
        ],
    )
}

/// The agency published or scheduled the post without the answer. The post's author is `author`.
pub fn not_awaited(author: &Writer) -> Notice {
    notice(
        "Este pedido foi encerrado",
        [
            "A equipe seguiu com a publicação deste post, e ele não espera mais a sua resposta."
                .to_owned(),
            format!(
                "Se você quer mudar alguma coisa, fale com {}.",
                author.inside()
            ),
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
pub const CHANGED: &str = "O texto mudou enquanto você lia. Leia a nova versão e, se concordar, confirme de novo: a sua resposta \
     ainda não foi registrada.";
/// As [`CHANGED`], with a comment in the form.
pub const CHANGED_WITH_COMMENT: &str = "O texto mudou enquanto você lia. Leia a nova versão e envie de novo: o seu comentário continua no formulário, e \
     a sua resposta ainda não foi registrada.";

/// The answer was too large to be read.
pub fn too_large(token: &str) -> Notice {
    Notice {
        link: Some(Link {
            href: format!("../{token}"),
            label: "Ver o texto",
        }),
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

/// An internal error occurred while an answer was recorded.
pub fn not_recorded(retry: Retry) -> Notice {
    Notice {
        retry: Some(retry),
        foot: "A sua resposta ainda não foi registrada.",
        ..notice(
            "Tivemos um problema por aqui",
            [
                "Não conseguimos registrar a sua resposta agora. Espere um minuto e envie de novo."
                    .to_owned(),
            ],
        )
    }
}
