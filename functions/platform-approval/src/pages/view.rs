//! View models of the client's pages. Every text is escaped by the template engine; only HTML is inserted as it is: the
//! post's body, which was sanitised when it was stored and is sanitised again before it comes here, and
//! the lead and the answers of the FAQ, plain texts that were encoded with their line breaks.

use askama::Template;
use domain::platform::approval::Decision;
use domain::platform::id::MediaId;
use mailer::{Revision, Writer};
use markup::diff::Kind;
use settings::Agency;

/// The post as the pages show it.
#[derive(Debug, Clone)]
pub struct PostView {
    /// The round's token, the last part of the page's address.
    pub token: String,
    /// The client's site.
    pub site: String,
    /// Who wrote the post.
    pub author: Writer,
    /// Title.
    pub title: String,
    /// Sanitised HTML.
    pub body: String,
    /// The featured picture.
    pub picture: Option<PictureView>,
    /// The FAQ, if it is on the page.
    pub faq: Option<FaqView>,
    /// What an approval leads to, in one sentence.
    pub consequence: String,
    /// When the request was sent, if the text changed after that.
    pub changed_since: Option<String>,
    /// The version of title and body shown; an answer about another version is refused.
    pub version: u64,
    /// The client's last answer and what changed since, when this is a new version.
    pub revision: Option<Revision>,
    /// What else is published with the text; only with the whole text.
    pub details: Option<DetailsView>,
}

/// What is published beside the text.
#[derive(Debug, Clone)]
pub struct DetailsView {
    /// When the post is published, in words.
    pub date: String,
    /// Names of the categories, separated by commas; empty without any whose name is known.
    pub categories: String,
    /// Tags, separated by commas; empty without any.
    pub tags: String,
    /// Title in the results of search engines.
    pub search_title: String,
    /// Description in the results of search engines; empty when none was written.
    pub search_description: String,
    /// Address of the post, or of the site while the post has none.
    pub address: String,
}

/// The featured picture.
#[derive(Debug, Clone)]
pub struct PictureView {
    /// Identifier.
    pub id: MediaId,
    /// Text for those who do not see it.
    pub alt: String,
    /// Caption.
    pub caption: String,
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
}

/// The FAQ section.
#[derive(Debug, Clone)]
pub struct FaqView {
    /// Heading.
    pub title: String,
    /// Lead: HTML made of plain text.
    pub description: String,
    /// Questions.
    pub items: Vec<FaqItemView>,
}

/// A question and its answer.
#[derive(Debug, Clone)]
pub struct FaqItemView {
    /// Question.
    pub question: String,
    /// Answer: HTML made of plain text.
    pub answer: String,
}

/// One of the three choices, with its words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Choice {
    /// `aprovar`.
    Approve,
    /// `ajustes`.
    Adjustments,
    /// `rejeitar`.
    Reject,
}

impl Choice {
    /// The choice under this part of the address.
    pub fn from_path(part: &str) -> Option<Self> {
        match part {
            "aprovar" => Some(Self::Approve),
            "ajustes" => Some(Self::Adjustments),
            "rejeitar" => Some(Self::Reject),
            _ => None,
        }
    }

    /// The decision it stands for.
    pub const fn decision(self) -> Decision {
        match self {
            Self::Approve => Decision::Approve,
            Self::Adjustments => Decision::Adjustments,
            Self::Reject => Decision::Reject,
        }
    }

    const fn question(self) -> &'static str {
        match self {
            Self::Approve => "Aprovar este post?",
            Self::Adjustments => "O que precisa mudar?",
            Self::Reject => "Rejeitar este post?",
        }
    }

    const fn confirmation(self) -> &'static str {
        match self {
            Self::Approve => "Sim, aprovar",
            Self::Adjustments => "Enviar pedido de ajustes",
            Self::Reject => "Sim, rejeitar",
        }
    }

    const fn style(self) -> &'static str {
        match self {
            Self::Approve => "approve",
            Self::Adjustments => "adjust",
            Self::Reject => "reject strong",
        }
    }

    /// Whether the form has a field for a comment.
    pub const fn takes_comment(self) -> bool {
        !matches!(self, Self::Approve)
    }

    const fn needs_comment(self) -> bool {
        self.decision().needs_comment()
    }

    const fn comment_label(self) -> &'static str {
        match self {
            Self::Adjustments => "Seus ajustes",
            Self::Approve | Self::Reject => "Quer contar o motivo? (opcional)",
        }
    }
}

/// A link of a notice.
#[derive(Debug, Clone)]
pub struct Link {
    /// Address.
    pub href: String,
    /// Words.
    pub label: &'static str,
}

/// What the client wrote, shown for reading and copying.
#[derive(Debug, Clone)]
pub struct Quote {
    /// Heading.
    pub label: &'static str,
    /// The client's words.
    pub text: String,
}

/// The form of an answer that could not be recorded, to send it again.
#[derive(Debug, Clone)]
pub struct Retry {
    choice: Choice,
    comment: String,
    version: Option<u64>,
}

impl Retry {
    /// The form with what was sent.
    pub fn of(choice: Choice, comment: &str, version: Option<u64>) -> Self {
        Self {
            choice,
            comment: comment.to_owned(),
            version,
        }
    }
}

/// A notice.
#[derive(Debug, Clone)]
pub struct Notice {
    /// Heading and title.
    pub title: String,
    /// Title of the post that it is about, for those who may see it.
    pub subject: Option<String>,
    /// Text.
    pub paragraphs: Vec<String>,
    /// What the client wrote.
    pub quotes: Vec<Quote>,
    /// Where to go on.
    pub link: Option<Link>,
    /// The form to send the answer again.
    pub retry: Option<Retry>,
    /// Last line.
    pub foot: &'static str,
}

/// The post and the three choices.
#[derive(Template)]
#[template(path = "post.html")]
pub struct PostPage<'a> {
    /// Nonce of the page's style element.
    pub nonce: &'a str,
    /// The agency, if it has a name.
    pub agency: Option<&'a Agency>,
    /// The post.
    pub post: &'a PostView,
}

/// The confirmation of a choice.
#[derive(Template)]
#[template(path = "confirm.html")]
pub struct ConfirmPage<'a> {
    /// Nonce of the page's style element.
    pub nonce: &'a str,
    /// The agency, if it has a name.
    pub agency: Option<&'a Agency>,
    /// The post.
    pub post: &'a PostView,
    /// The choice.
    pub choice: Choice,
    /// What the client wrote before.
    pub comment: &'a str,
    /// What was wrong with it.
    pub error: Option<&'a str>,
}

/// A page that shows a notice.
#[derive(Template)]
#[template(path = "notice.html")]
pub struct NoticePage<'a> {
    /// Nonce of the page's style element.
    pub nonce: &'a str,
    /// The agency, if it has a name.
    pub agency: Option<&'a Agency>,
    /// The notice.
    pub notice: &'a Notice,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn post() -> PostView {
        PostView {
            token: "5f0c8f6e-6a0e-4d3c-9a57-0d8f4b8f2a11".into(),
            site: "Padaria Bom Pão".into(),
            author: Writer::new(Some("Ana Souza")),
            title: "Como escolher o pão certo para cada refeição".into(),
            body: "<p>Do café da manhã ao jantar, cada pão tem a sua hora. Veja como combinar fermentação, casca \
                   e miolo com o que vai à mesa.</p>\n<h2>No café da manhã</h2>\n<p>Pães macios pedem manteiga. \
                   <a href=\"https://exemplo.com.br/paes\">Veja a lista completa</a>.</p>\n<ul><li>Pão de leite</li>\
                   <li>Brioche</li></ul>\n<h3>E o de ontem?</h3>\n<blockquote><p>Pão de ontem é torrada de hoje.</p>\
                   </blockquote>\n<table><thead><tr><th>Pão</th><th>Refeição</th></tr></thead><tbody><tr><td>Italiano\
                   </td><td>Jantar</td></tr></tbody></table>"
                .into(),
            picture: Some(PictureView {
                id: MediaId(77),
                alt: "Pães de fermentação natural sobre uma mesa".into(),
                caption: "Foto: Ana Souza".into(),
                width: 900,
                height: 500,
            }),
            faq: Some(FaqView {
                title: "Perguntas frequentes".into(),
                description: String::new(),
                items: vec![FaqItemView {
                    question: "Posso congelar o pão?".into(),
                    answer: "<p>Pode, por até três meses.</p>".into(),
                }],
            }),
            consequence: "Com a sua aprovação, o post será publicado em 25 de novembro de 2026, às 9h30 (horário de \
                          Brasília)."
                .into(),
            changed_since: Some("20 de novembro de 2026, às 10h (horário de Brasília)".into()),
            version: 4,
            revision: Some(Revision::new("Troquem a foto.").comparing(
                ("Pão", "<p>O pão custa dez reais.</p><p>Fim.</p><p>Some.</p>"),
                ("Pão", "<p>O pão custa doze reais.</p><p>Fim.</p><p>De trigo.</p>"),
            )),
            details: Some(DetailsView {
                date: "25 de novembro de 2026, às 9h30 (horário de Brasília)".into(),
                categories: "Receitas, Feitos à mão".into(),
                tags: "pão, café".into(),
                search_title: "Qual pão escolher?".into(),
                search_description: "Fermentação, casca e miolo para cada refeição.".into(),
                address: "https://bompao.example/como-escolher-o-pao/".into(),
            }),
        }
    }

    #[test]
    fn every_page_word_for_word() {
        let post = post();
        insta::assert_snapshot!(
            "post",
            PostPage {
                nonce: "abc",
                agency: None,
                post: &post
            }
            .render()
            .unwrap()
        );
        for (name, choice, error) in [
            ("approve", Choice::Approve, None),
            ("adjustments", Choice::Adjustments, None),
            (
                "adjustments_again",
                Choice::Adjustments,
                Some("Escreva o que precisa mudar."),
            ),
            ("reject", Choice::Reject, None),
        ] {
            let page = ConfirmPage {
                nonce: "abc",
                agency: None,
                post: &post,
                choice,
                comment: "",
                error,
            };
            insta::assert_snapshot!(name, page.render().unwrap());
        }
        let notice = Notice {
            title: "Post aprovado".into(),
            subject: Some("Como escolher o pão".into()),
            paragraphs: vec!["Agradecemos a sua resposta! Ana Souza já foi avisada.".into()],
            quotes: vec![Quote {
                label: "O seu comentário",
                text: "Duas\nlinhas".into(),
            }],
            link: Some(Link {
                href: "https://bompao.example/como-escolher-o-pao/".into(),
                label: "Ver o post no site",
            }),
            retry: Some(Retry::of(Choice::Reject, "Não <gostei>", Some(4))),
            foot: "Pode fechar esta página.",
        };
        insta::assert_snapshot!(
            "notice",
            NoticePage {
                nonce: "abc",
                agency: None,
                notice: &notice
            }
            .render()
            .unwrap()
        );
    }

    #[test]
    fn what_people_write_is_text_outside_the_body() {
        let words = "</textarea></title><script>alert(1)</script>\"><img src=x onerror=alert(1)>";
        let mut post = post();
        post.site = words.into();
        post.author = Writer::new(Some(words));
        post.title = words.into();
        post.consequence = words.into();
        post.changed_since = Some(words.into());
        let revision = Revision::new(words).comparing((words, ""), ("", "<p>a</p>"));
        post.revision = Some(revision);
        if let Some(picture) = &mut post.picture {
            picture.alt = words.into();
            picture.caption = words.into();
        }
        if let Some(details) = &mut post.details {
            details.categories = words.into();
            details.tags = words.into();
            details.search_title = words.into();
            details.search_description = words.into();
            details.address = words.into();
        }
        let shown = PostPage {
            nonce: "abc",
            agency: None,
            post: &post,
        }
        .render()
        .unwrap();
        let asked = ConfirmPage {
            nonce: "abc",
            agency: None,
            post: &post,
            choice: Choice::Reject,
            comment: words,
            error: Some(words),
        }
        .render()
        .unwrap();
        let notice = Notice {
            title: words.into(),
            subject: Some(words.into()),
            paragraphs: vec![words.into()],
            quotes: vec![Quote {
                label: "",
                text: words.into(),
            }],
            link: None,
            retry: Some(Retry::of(Choice::Adjustments, words, None)),
            foot: "",
        };
        let told = NoticePage {
            nonce: "abc",
            agency: None,
            notice: &notice,
        }
        .render()
        .unwrap();
        for page in [shown, asked, told] {
            assert!(!page.contains("<script") && !page.contains("<img src=x"));
        }
    }
}
