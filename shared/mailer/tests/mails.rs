//! Snapshots of every e-mail, and rules that all e-mails obey.

#![expect(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use bytes::Bytes;
use mailer::mails::{
    Answer, ApprovalRequest, ChangesHeld, ClientDecision, ClientMessageKind, ClientNotReached,
    FollowUp, Goal, Invitation, PasswordReset, Picture, PostPublished, PublicationParked,
    Recipient, RecipientRole, SignInCode, TestMessage,
};
use mailer::{Revision, Writer, wording};
use ports::MailMessage;
use url::Url;

fn brasilia() -> jiff::tz::TimeZone {
    jiff::tz::TimeZone::get("America/Sao_Paulo").unwrap()
}

fn url(text: &str) -> Url {
    text.parse().unwrap()
}

fn moment(text: &str) -> String {
    wording::moment(text.parse().unwrap(), &brasilia())
}

fn author() -> Recipient {
    Recipient::named("ana@agencia.com.br", "Ana Souza")
}

fn client() -> Recipient {
    Recipient::address("contato@padariabompao.com.br")
}

fn request() -> ApprovalRequest {
    ApprovalRequest {
        site: "Padaria Bom Pão".into(),
        author: Writer::new(Some("Ana Souza")),
        title: "Como escolher o pão certo para cada refeição".into(),
        lead: "Do café da manhã ao jantar, cada pão tem a sua hora. Veja como combinar fermentação, \
               casca e miolo com o que vai à mesa, e por que o pão de ontem pode ser o melhor de hoje."
            .into(),
        picture: Some(Picture {
            mime_type: "image/jpeg".into(),
            bytes: Bytes::from_static(b"\xff\xd8\xff\xe0 picture"),
            alt: "Pães de fermentação natural sobre uma mesa de madeira".into(),
        }),
        scheduled: Some(moment("2026-11-25T12:30:00Z")),
        page: url("https://pauta.agencia.com.br/aprovacao/5f0c8f6e-6a0e-4d3c-9a57-0d8f4b8f2a11"),
        revision: None,
    }
}

fn page() -> Url {
    url("https://pauta.agencia.com.br/painel/conteudos/7")
}

fn decision(answer: Answer, comment: Option<&str>, follow_up: FollowUp) -> ClientDecision {
    ClientDecision {
        recipient: "Ana Souza".into(),
        role: RecipientRole::Author,
        site: "Padaria Bom Pão".into(),
        title: "Como escolher o pão certo para cada refeição".into(),
        answer,
        comment: comment.map(Into::into),
        answered_at: moment("2026-11-21T17:05:00Z"),
        follow_up,
        page: page(),
    }
}

fn parked() -> PublicationParked {
    PublicationParked {
        recipient: "Ana Souza".into(),
        role: RecipientRole::Author,
        site: "Padaria Bom Pão".into(),
        title: "Como escolher o pão certo para cada refeição".into(),
        goal: Goal::Publish,
        attempts: 3,
        host_words: Some("HTTP 500: Erro ao gravar o anexo no disco.".into()),
        advice: "Espere alguns minutos e veja se o site abre normalmente. Se o erro continuar, mostre esta \
                 mensagem a quem cuida da hospedagem."
            .into(),
        page: page(),
    }
}

fn shown(message: &MailMessage) -> String {
    format!(
        "Para: {}\nAssunto: {}\n\n{}",
        message.to, message.subject, message.text
    )
}

/// The Message-ID of every mail.
fn id() -> String {
    "mensagem-1".to_owned()
}

/// Mails about an account.
fn account_mails() -> Vec<(&'static str, MailMessage)> {
    vec![
        (
            "sign_in_code",
            SignInCode {
                name: "Ana Souza".into(),
                code: "402918".into(),
                valid_minutes: 10,
            }
            .message(None, author(), id())
            .unwrap(),
        ),
        (
            "invitation",
            Invitation {
                name: "Ana Souza".into(),
                invited_by: "Rui Prado".into(),
                link: url("https://pauta.agencia.com.br/convite?token=3q2-7w"),
                valid_minutes: 7 * 24 * 60,
            }
            .message(None, author(), id())
            .unwrap(),
        ),
        (
            "password_reset",
            PasswordReset {
                name: "Ana Souza".into(),
                link: url("https://pauta.agencia.com.br/senha?token=3q2-7w"),
                valid_minutes: 60,
            }
            .message(None, author(), id())
            .unwrap(),
        ),
        (
            "test_message",
            TestMessage {
                asked_at: moment("2026-11-21T17:05:00Z"),
            }
            .message(None, author(), id())
            .unwrap(),
        ),
    ]
}

/// Mails about an approval round.
fn approval_mails() -> Vec<(&'static str, MailMessage)> {
    vec![
        (
            "approval_request",
            request().message(None, client(), id()).unwrap(),
        ),
        (
            "approval_request_bare",
            ApprovalRequest {
                picture: None,
                scheduled: None,
                lead: String::new(),
                ..request()
            }
            .message(None, client(), id())
            .unwrap(),
        ),
        (
            "approval_request_again",
            ApprovalRequest {
                revision: Some(
                    Revision::new("Troquem a foto\ne o preço, por favor.").comparing(
                        ("O pão certo", "<p>O pão custa dez reais.</p><p>Fim.</p>"),
                        (
                            "O pão certo",
                            "<p>O pão custa doze reais.</p><p>Feito de trigo.</p>",
                        ),
                    ),
                ),
                ..request()
            }
            .message(None, client(), id())
            .unwrap(),
        ),
        (
            "decision_approved",
            decision(
                Answer::Approved,
                None,
                FollowUp::Scheduled(moment("2026-11-25T12:30:00Z")),
            )
            .message(None, author(), id())
            .unwrap(),
        ),
        (
            "decision_approved_at_once",
            decision(Answer::Approved, Some("Ficou ótimo!"), FollowUp::Publishing)
                .message(None, author(), id())
                .unwrap(),
        ),
        (
            "decision_approved_attention",
            decision(
                Answer::Approved,
                None,
                FollowUp::NeedsAttention(vec!["Envie uma imagem de destaque.".into()]),
            )
            .message(None, author(), id())
            .unwrap(),
        ),
        (
            "decision_adjustments",
            decision(
                Answer::Adjustments,
                Some("Troquem a foto, por favor.\nE o nome certo é \"Pão da Vó\"."),
                FollowUp::Revise,
            )
            .message(None, author(), id())
            .unwrap(),
        ),
        (
            "decision_rejected",
            decision(
                Answer::Rejected,
                Some("Não combina com a nossa marca."),
                FollowUp::StaysDraft,
            )
            .message(None, author(), id())
            .unwrap(),
        ),
    ]
}

fn not_reached(kind: ClientMessageKind) -> ClientNotReached {
    ClientNotReached {
        recipient: "Ana Souza".into(),
        role: RecipientRole::Author,
        site: "Padaria Bom Pão".into(),
        title: "Como escolher o pão certo para cada refeição".into(),
        kind,
        channel: "WhatsApp".into(),
        uncertain: false,
        words: Some(
            "O serviço Z-API não pôde entregar a mensagem: este número não está no WhatsApp. <b>"
                .into(),
        ),
        sent_by: Some("e-mail".into()),
        page: page(),
    }
}

/// Mails about a publication, and the test message.
fn publication_mails() -> Vec<(&'static str, MailMessage)> {
    vec![
        (
            "publication_parked",
            parked().message(None, author(), id()).unwrap(),
        ),
        (
            "cancellation_parked",
            PublicationParked {
                goal: Goal::CancelSchedule,
                attempts: 1,
                host_words: None,
                ..parked()
            }
            .message(None, author(), id())
            .unwrap(),
        ),
        (
            "publication_parked_author_gone",
            PublicationParked {
                recipient: "Olga Lima".into(),
                role: RecipientRole::StandIn,
                ..parked()
            }
            .message(
                None,
                Recipient::named("olga@agencia.com.br", "Olga Lima"),
                id(),
            )
            .unwrap(),
        ),
        (
            "approval_request_not_sent",
            not_reached(ClientMessageKind::ApprovalRequest)
                .message(None, author(), id())
                .unwrap(),
        ),
        (
            "publication_notice_uncertain",
            ClientNotReached {
                role: RecipientRole::Requester,
                uncertain: true,
                words: None,
                sent_by: None,
                ..not_reached(ClientMessageKind::PublicationNotice)
            }
            .message(
                None,
                Recipient::named("rita@agencia.com.br", "Rita Lima"),
                id(),
            )
            .unwrap(),
        ),
        (
            "changes_held",
            ChangesHeld {
                person: "Ana Souza".into(),
                site: "Padaria Bom Pão".into(),
                title: "Como escolher o pão certo para cada refeição".into(),
                moment: moment("2026-11-25T12:30:00Z"),
                page: page(),
            }
            .message(None, author(), id())
            .unwrap(),
        ),
        (
            "post_published",
            PostPublished {
                site: "Padaria Bom Pão".into(),
                title: "Como escolher o pão certo para cada refeição".into(),
                link: url("https://padariabompao.com.br/como-escolher-o-pao-certo/"),
            }
            .message(None, client(), id())
            .unwrap(),
        ),
    ]
}

fn all() -> Vec<(&'static str, MailMessage)> {
    [account_mails(), approval_mails(), publication_mails()].concat()
}

#[test]
fn every_mail_word_for_word() {
    for (name, message) in all() {
        insta::assert_snapshot!(format!("{name}.txt"), shown(&message));
        insta::assert_snapshot!(format!("{name}.html"), message.html);
    }
}

/// The plain text must be sufficient: it contains every link of the HTML.
#[test]
fn the_text_holds_every_link_of_the_html() {
    for (name, message) in all() {
        for link in message.html.split("href=\"").skip(1) {
            let link = link.split('"').next().unwrap();
            assert!(
                message.text.contains(link),
                "{name}: {link} is missing in the text"
            );
        }
    }
}

#[test]
fn no_mail_loads_remote_content() {
    for (name, message) in all() {
        for attribute in ["src=\"http", "url(", "<link", "@import", "<script"] {
            assert!(
                !message.html.contains(attribute),
                "{name} holds {attribute}"
            );
        }
    }
}

/// Texts that a browser would run if they stood unescaped in HTML.
const HOSTILE: [&str; 6] = [
    "<script>alert(1)</script>",
    "\"><img src=x onerror=alert(1)>",
    "<svg/onload=alert(1)>",
    "</style><iframe src=javascript:alert(1)>",
    "' onmouseover='alert(1)",
    "<a href=\"javascript:alert(1)\">clique</a>",
];

/// Mails in which each text of a user or a host is `words`.
fn mails_quoting(words: &str) -> [MailMessage; 5] {
    let own = || words.to_owned();
    [
        SignInCode {
            name: own(),
            code: own(),
            valid_minutes: 10,
        }
        .message(None, author(), own())
        .unwrap(),
        ApprovalRequest {
            site: own(),
            author: Writer::new(Some(words)),
            title: own(),
            lead: own(),
            scheduled: Some(own()),
            picture: Some(Picture {
                mime_type: own(),
                bytes: Bytes::new(),
                alt: own(),
            }),
            revision: Some(Revision::new(words).comparing(("", ""), (words, words))),
            ..request()
        }
        .message(None, client(), own())
        .unwrap(),
        ClientDecision {
            recipient: own(),
            role: RecipientRole::StandIn,
            site: own(),
            title: own(),
            comment: Some(own()),
            answered_at: own(),
            answer: Answer::Approved,
            follow_up: FollowUp::NeedsAttention(vec![own()]),
            page: page(),
        }
        .message(None, author(), own())
        .unwrap(),
        ChangesHeld {
            person: own(),
            site: own(),
            title: own(),
            moment: own(),
            page: page(),
        }
        .message(None, author(), own())
        .unwrap(),
        PublicationParked {
            recipient: own(),
            role: RecipientRole::StandIn,
            site: own(),
            title: own(),
            host_words: Some(own()),
            advice: own(),
            goal: Goal::Schedule,
            attempts: 1,
            page: page(),
        }
        .message(None, author(), own())
        .unwrap(),
    ]
}

#[test]
fn no_title_or_name_changes_the_order_of_a_subject() {
    let plain = mails_quoting("aprovado: pão");
    let reordered = mails_quoting("\u{202e}aprovado\u{2066}: \u{202c}pão\u{2069}");
    for (message, expected) in reordered.iter().zip(plain) {
        assert_eq!(message.subject, expected.subject);
    }
}

#[test]
fn text_of_users_and_hosts_is_escaped() {
    for words in HOSTILE {
        for message in mails_quoting(words) {
            assert!(!message.html.contains(words), "{words} is unescaped");
            for tag in [
                "<script",
                "<iframe",
                "<svg",
                "<a href=\"javascript:",
                "<img src=x",
            ] {
                assert!(!message.html.contains(tag), "{words} made {tag}");
            }
        }
    }
}

#[test]
fn links_that_run_code_are_rejected() {
    let mail = PostPublished {
        site: "s".into(),
        title: "t".into(),
        link: url("javascript:alert(1)"),
    };
    assert!(mail.message(None, client(), "1".into()).is_err());
    let mail = ApprovalRequest {
        page: url("data:text/html,x"),
        ..request()
    };
    assert!(mail.message(None, client(), "1".into()).is_err());
}

#[test]
fn a_long_title_is_shortened_in_the_subject_only() {
    let title = "palavra ".repeat(60);
    let message = ApprovalRequest {
        title: title.clone(),
        ..request()
    }
    .message(None, client(), "1".into())
    .unwrap();
    assert!(message.subject.chars().count() <= 120);
    assert!(message.text.contains(title.trim()));
}
