//! Mails to the people of the agency who work on a post, or to others in the author's place.

use ports::MailMessage;

use super::client::SUBJECT_TITLE;
use super::{Recipient, RenderError, templates};
use crate::wording;

/// The longest answer of a host in a mail, in characters.
const HOST_WORDS: usize = 500;

/// What the client chose.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    /// Approved.
    Approved,
    /// Asked for changes.
    Adjustments,
    /// Rejected.
    Rejected,
}

/// What follows from the client's answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FollowUp {
    /// The post is online.
    Online,
    /// The post is on its way to the site.
    Publishing,
    /// The post goes online at this moment, in words.
    Scheduled(String),
    /// The post was approved but cannot be published yet, for these reasons.
    NeedsAttention(Vec<String>),
    /// The author takes up the post again.
    Revise,
    /// The post stays a draft.
    StaysDraft,
}

/// Tells the author what the client answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClientDecision {
    /// The name of the person who is told.
    pub recipient: String,
    /// Whether that person is told in the place of the author, who can no longer sign in.
    pub author_gone: bool,
    /// The client's site.
    pub site: String,
    /// The post's title.
    pub title: String,
    /// The answer.
    pub answer: Answer,
    /// What the client wrote.
    pub comment: Option<String>,
    /// When, in words.
    pub answered_at: String,
    /// What happens now.
    pub follow_up: FollowUp,
}

/// What a publication job was to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Goal {
    /// Put the post online.
    Publish,
    /// Hand it to the site for a later time.
    Schedule,
    /// Take a schedule back.
    CancelSchedule,
}

/// Tells the author that a publication stopped and waits for a person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublicationParked {
    /// The name of the person who is told.
    pub recipient: String,
    /// Whether that person is told in the place of the author, who can no longer sign in.
    pub author_gone: bool,
    /// The client's site.
    pub site: String,
    /// The post's title.
    pub title: String,
    /// What was to be done.
    pub goal: Goal,
    /// How often it was tried.
    pub attempts: u32,
    /// What went wrong, with the host's own words if it said anything.
    pub host_words: Option<String>,
    /// What the author can do.
    pub advice: String,
}

/// Tells a person of the agency that a scheduled post goes online without the changes that were made
/// after the client's approval.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChangesHeld {
    /// The person's name.
    pub person: String,
    /// The client's site.
    pub site: String,
    /// The post's title.
    pub title: String,
    /// When it goes online, in words.
    pub moment: String,
}

templates!(
    ChangesHeld,
    "changes_held/subject.txt",
    "changes_held/text.txt",
    "changes_held/body.html"
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

/// Why a person of the agency gets a mail about a post.
const fn reason(author_gone: bool) -> &'static str {
    if author_gone {
        "Você recebeu esta mensagem porque quem escreveu este post não tem mais acesso à Pauta."
    } else {
        "Você recebeu esta mensagem porque é responsável por este post na Pauta."
    }
}

impl ClientDecision {
    /// The message for `to`.
    pub fn message(&self, to: Recipient, message_id: String) -> Result<MailMessage, RenderError> {
        Ok(self.render()?.to(to, message_id))
    }

    fn first_name(&self) -> String {
        wording::first_name(&self.recipient)
    }

    const fn reason(&self) -> &'static str {
        reason(self.author_gone)
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
            Answer::Approved => "Aprovado",
            Answer::Adjustments => "Ajustes",
            Answer::Rejected => "Rejeitado",
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
            FollowUp::Online => "O post já está no ar.".to_owned(),
            FollowUp::Publishing => "O post já está a caminho do site.".to_owned(),
            FollowUp::Scheduled(moment) => format!("O post será publicado em {moment}."),
            FollowUp::NeedsAttention(_) => {
                "O post foi aprovado, mas a publicação precisa da sua atenção. Resolva o que falta \
                 e publique pela Pauta:"
                    .to_owned()
            }
            FollowUp::Revise => {
                "Faça os ajustes na Pauta e, quando o post estiver pronto, peça uma nova aprovação."
                    .to_owned()
            }
            FollowUp::StaysDraft => {
                "Nada será publicado: o post continua guardado na Pauta, como rascunho.".to_owned()
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

impl ChangesHeld {
    /// The message for `to`.
    pub fn message(&self, to: Recipient, message_id: String) -> Result<MailMessage, RenderError> {
        Ok(self.render()?.to(to, message_id))
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
    /// The message for `to`.
    pub fn message(&self, to: Recipient, message_id: String) -> Result<MailMessage, RenderError> {
        Ok(self.render()?.to(to, message_id))
    }

    fn first_name(&self) -> String {
        wording::first_name(&self.recipient)
    }

    const fn reason(&self) -> &'static str {
        reason(self.author_gone)
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
