//! E-mails to users of the agency about a post: to its author, or to other users in place of a former
//! author.

use ports::MailMessage;
use settings::Agency;
use url::Url;

use super::client::SUBJECT_TITLE;
use super::{Recipient, RenderError, require_web, templates};
use crate::wording;

/// Longest host message in an e-mail, in characters.
const HOST_WORDS: usize = 500;

/// Why a user is told about a post.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RecipientRole {
    /// The author of the post.
    Author,
    /// The user who started the action that failed, and who is not the author.
    Requester,
    /// A user in place of the author, who can no longer sign in.
    StandIn,
}

/// The client's decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    /// Approved.
    Approved,
    /// Asked for changes.
    Adjustments,
    /// Rejected.
    Rejected,
}

/// Consequence of the client's decision.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FollowUp {
    /// The post is online.
    Online,
    /// The post is being published.
    Publishing,
    /// The post will be published at this time, formatted for readers.
    Scheduled(String),
    /// The post was approved but cannot be published, for these reasons.
    NeedsAttention(Vec<String>),
    /// The author must revise the post.
    Revise,
    /// The post remains a draft.
    StaysDraft,
}

/// Informs the author of the client's decision.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClientDecision {
    /// Name of the recipient.
    pub recipient: String,
    /// Why the recipient is told.
    pub role: RecipientRole,
    /// Name of the client's site.
    pub site: String,
    /// Title of the post.
    pub title: String,
    /// The decision.
    pub answer: Answer,
    /// The client's comment.
    pub comment: Option<String>,
    /// Time of the decision, formatted for readers.
    pub answered_at: String,
    /// Consequence of the decision.
    pub follow_up: FollowUp,
    /// The panel's page of the post.
    pub page: Url,
}

/// Purpose of a publication job.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Goal {
    /// Publish the post.
    Publish,
    /// Schedule the post on the site.
    Schedule,
    /// Cancel a schedule.
    CancelSchedule,
}

/// Informs the author that a publication job is parked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublicationParked {
    /// Name of the recipient.
    pub recipient: String,
    /// Why the recipient is told.
    pub role: RecipientRole,
    /// Name of the client's site.
    pub site: String,
    /// Title of the post.
    pub title: String,
    /// Purpose of the job.
    pub goal: Goal,
    /// Number of attempts.
    pub attempts: u32,
    /// Error of the last attempt, with the host's own message if it sent one.
    pub host_words: Option<String>,
    /// Advice for the author.
    pub advice: String,
    /// The panel's page of the post.
    pub page: Url,
}

/// A message to the client.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClientMessageKind {
    /// The request for approval.
    ApprovalRequest,
    /// The notice of the publication.
    PublicationNotice,
}

/// Informs a user that a message to the client was not delivered on one channel.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClientNotReached {
    /// Name of the recipient.
    pub recipient: String,
    /// Why the recipient is told.
    pub role: RecipientRole,
    /// Name of the client's site.
    pub site: String,
    /// Title of the post.
    pub title: String,
    /// What the client was sent.
    pub kind: ClientMessageKind,
    /// Name of the channel, such as `e-mail`.
    pub channel: String,
    /// Whether the message may have been sent all the same.
    pub uncertain: bool,
    /// Reason, with the words of the mail server or provider.
    pub words: Option<String>,
    /// Name of the other channel, on which the message was sent.
    pub sent_by: Option<String>,
    /// The panel's page of the post.
    pub page: Url,
}

/// Informs a user that a scheduled post will be published without the changes made after the client's
/// approval.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChangesHeld {
    /// Name of the recipient.
    pub person: String,
    /// Name of the client's site.
    pub site: String,
    /// Title of the post.
    pub title: String,
    /// Publication date, formatted for readers.
    pub moment: String,
    /// The panel's page of the post.
    pub page: Url,
}

templates!(
    ChangesHeld,
    "changes_held/subject.txt",
    "changes_held/text.txt",
    "changes_held/body.html"
);
templates!(
    ClientNotReached,
    "client_not_reached/subject.txt",
    "client_not_reached/text.txt",
    "client_not_reached/body.html"
);
templates!(
    ClientDecision,
    "client_decision/subject.txt",
    "client_decision/text.txt",
    "client_decision/body.html"
);
templates!(
    PublicationParked,
    "publication_parked/subject.txt",
    "publication_parked/text.txt",
    "publication_parked/body.html"
);

impl RecipientRole {
    /// Sentence that explains why the recipient gets an e-mail about the post.
    const fn reason(self) -> &'static str {
        match self {
            Self::Author => {
                "Você recebeu esta mensagem porque é responsável por este conteúdo na Pauta."
            }
            Self::Requester => {
                "Você recebeu esta mensagem porque foi você que pediu esta ação na Pauta."
            }
            Self::StandIn => {
                "Você recebeu esta mensagem porque quem escreveu este conteúdo não tem mais acesso à Pauta."
            }
        }
    }
}

impl ClientDecision {
    /// Renders the message for `to`; fails if the page is not an http or https URL.
    pub fn message(
        &self,
        agency: Option<&Agency>,
        to: Recipient,
        message_id: String,
    ) -> Result<MailMessage, RenderError> {
        require_web(&self.page)?;
        Ok(self.render(agency)?.to(agency, to, message_id))
    }

    fn first_name(&self) -> String {
        wording::first_name(&self.recipient)
    }

    const fn reason(&self) -> &'static str {
        self.role.reason()
    }

    fn site(&self) -> String {
        wording::single_line(&self.site)
    }

    fn title(&self) -> String {
        wording::single_line(&self.title)
    }

    fn short_title(&self) -> String {
        wording::shortened(&self.title, SUBJECT_TITLE)
    }

    const fn decision(&self) -> &'static str {
        match self.answer {
            Answer::Approved => "aprovou",
            Answer::Adjustments => "pediu ajustes",
            Answer::Rejected => "rejeitou",
        }
    }

    const fn headline(&self) -> &'static str {
        match self.answer {
            Answer::Approved => "O cliente aprovou",
            Answer::Adjustments => "O cliente pediu ajustes",
            Answer::Rejected => "O cliente rejeitou",
        }
    }

    const fn tone(&self) -> &'static str {
        match self.answer {
            Answer::Approved => "#1b6e3c",
            Answer::Adjustments => "#8a5200",
            Answer::Rejected => "#a3261d",
        }
    }

    fn comment(&self) -> Option<&str> {
        self.comment
            .as_deref()
            .map(str::trim)
            .filter(|comment| !comment.is_empty())
    }

    fn comment_lines(&self) -> Vec<&str> {
        self.comment()
            .map(|comment| comment.lines().collect())
            .unwrap_or_default()
    }

    fn next(&self) -> String {
        match &self.follow_up {
            FollowUp::Online => "O conteúdo já está no ar.".to_owned(),
            FollowUp::Publishing => "O conteúdo já está a caminho do site.".to_owned(),
            FollowUp::Scheduled(moment) => format!("O conteúdo será publicado em {moment}."),
            FollowUp::NeedsAttention(_) => {
                "O conteúdo foi aprovado, mas a publicação precisa da sua atenção. Resolva o que falta \
                 e publique pela Pauta:"
                    .to_owned()
            }
            FollowUp::Revise => {
                "Faça os ajustes na Pauta e, quando o conteúdo estiver pronto, peça uma nova aprovação."
                    .to_owned()
            }
            FollowUp::StaysDraft => {
                "Nada será publicado: o conteúdo continua guardado na Pauta, como rascunho.".to_owned()
            }
        }
    }

    fn reasons(&self) -> &[String] {
        match &self.follow_up {
            FollowUp::NeedsAttention(reasons) => reasons,
            _ => &[],
        }
    }
}

impl ClientNotReached {
    /// Renders the message for `to`; fails if the page is not an http or https URL.
    pub fn message(
        &self,
        agency: Option<&Agency>,
        to: Recipient,
        message_id: String,
    ) -> Result<MailMessage, RenderError> {
        require_web(&self.page)?;
        Ok(self.render(agency)?.to(agency, to, message_id))
    }

    fn first_name(&self) -> String {
        wording::first_name(&self.recipient)
    }

    const fn reason(&self) -> &'static str {
        self.role.reason()
    }

    fn site(&self) -> String {
        wording::single_line(&self.site)
    }

    fn title(&self) -> String {
        wording::single_line(&self.title)
    }

    fn short_title(&self) -> String {
        wording::shortened(&self.title, SUBJECT_TITLE)
    }

    const fn subject_name(&self) -> &'static str {
        match self.kind {
            ClientMessageKind::ApprovalRequest => "pedido de aprovação",
            ClientMessageKind::PublicationNotice => "aviso de publicação",
        }
    }

    fn headline(&self) -> String {
        let (name, channel) = (self.subject_name(), &self.channel);
        if self.uncertain {
            format!("Não se sabe se o {name} por {channel} chegou")
        } else {
            format!("O {name} por {channel} não foi enviado")
        }
    }

    fn situation(&self) -> String {
        let (name, channel, site) = (self.subject_name(), &self.channel, self.site());
        if self.uncertain {
            format!(
                "O {name} por {channel} ao cliente do site {site} foi entregue ao serviço de envio, mas a \
                 confirmação se perdeu. Ele pode ter chegado, e não será repetido, para que o cliente não o receba \
                 duas vezes."
            )
        } else {
            format!("O {name} por {channel} ao cliente do site {site} não pôde ser enviado.")
        }
    }

    fn other_channel(&self) -> Option<String> {
        let channel = self.sent_by.as_deref()?;
        Some(format!("Por {channel} ele foi enviado normalmente."))
    }

    const fn advice(&self) -> &'static str {
        match (self.kind, self.uncertain) {
            (ClientMessageKind::ApprovalRequest, false) => {
                "O pedido continua aberto. Abra o conteúdo na Pauta: lá você pode copiar o link da página do cliente e \
                 enviá-lo por outro meio, ou corrigir o contato no cadastro do site e pedir a aprovação de novo."
            }
            (ClientMessageKind::ApprovalRequest, true) => {
                "O pedido continua aberto. Confirme com o cliente se ele o recebeu; se não, abra o conteúdo na Pauta e \
                 copie o link da página do cliente para enviá-lo por outro meio."
            }
            (ClientMessageKind::PublicationNotice, _) => {
                "O conteúdo está no ar, e nada precisa ser feito no site. Se quiser, avise o cliente por outro meio e \
                 confira o contato no cadastro do site."
            }
        }
    }

    fn words(&self) -> Option<String> {
        let words = wording::shortened(self.words.as_deref()?, HOST_WORDS);
        (!words.is_empty()).then_some(words)
    }
}

impl ChangesHeld {
    /// Renders the message for `to`; fails if the page is not an http or https URL.
    pub fn message(
        &self,
        agency: Option<&Agency>,
        to: Recipient,
        message_id: String,
    ) -> Result<MailMessage, RenderError> {
        require_web(&self.page)?;
        Ok(self.render(agency)?.to(agency, to, message_id))
    }

    fn person(&self) -> String {
        wording::first_name(&self.person)
    }

    fn site(&self) -> String {
        wording::single_line(&self.site)
    }

    fn title(&self) -> String {
        wording::single_line(&self.title)
    }

    fn short_title(&self) -> String {
        wording::shortened(&self.title, SUBJECT_TITLE)
    }
}

impl PublicationParked {
    /// Renders the message for `to`; fails if the page is not an http or https URL.
    pub fn message(
        &self,
        agency: Option<&Agency>,
        to: Recipient,
        message_id: String,
    ) -> Result<MailMessage, RenderError> {
        require_web(&self.page)?;
        Ok(self.render(agency)?.to(agency, to, message_id))
    }

    fn first_name(&self) -> String {
        wording::first_name(&self.recipient)
    }

    const fn reason(&self) -> &'static str {
        self.role.reason()
    }

    fn site(&self) -> String {
        wording::single_line(&self.site)
    }

    fn title(&self) -> String {
        wording::single_line(&self.title)
    }

    fn short_title(&self) -> String {
        wording::shortened(&self.title, SUBJECT_TITLE)
    }

    const fn headline(&self) -> &'static str {
        match self.goal {
            Goal::Publish => "A publicação parou",
            Goal::Schedule => "O agendamento parou",
            Goal::CancelSchedule => "O cancelamento parou",
        }
    }

    fn situation(&self) -> String {
        let site = self.site();
        match self.goal {
            Goal::Publish => format!("ainda não está no ar no site {site}."),
            Goal::Schedule => format!("ainda não está agendado no site {site}."),
            Goal::CancelSchedule => {
                format!("continua agendado no site {site} e pode ir ao ar na data marcada.")
            }
        }
    }

    fn tries(&self) -> String {
        let verb = match self.goal {
            Goal::Publish => "publicar",
            Goal::Schedule => "agendar",
            Goal::CancelSchedule => "cancelar o agendamento",
        };
        match self.attempts {
            0 | 1 => format!("Tentamos {verb}, mas não deu certo."),
            2 => format!("Tentamos {verb} duas vezes, mas não deu certo."),
            3 => format!("Tentamos {verb} três vezes, mas não deu certo."),
            many => format!("Tentamos {verb} {many} vezes, mas não deu certo."),
        }
    }

    fn host_words(&self) -> Option<String> {
        let words = wording::shortened(self.host_words.as_deref()?, HOST_WORDS);
        (!words.is_empty()).then_some(words)
    }
}
