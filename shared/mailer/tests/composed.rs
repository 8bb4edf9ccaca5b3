//! Mails with chosen senders, recipients, header lines and files, all of which may come from visitors.

#![expect(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use bytes::Bytes;
use mailer::{EncodedMail, FromLine, MimeError, Sender, composed_for_mailbox, composed_to_raw};
use ports::{ComposedMail, MailAttachment};
use proptest::prelude::*;

fn mail() -> ComposedMail {
    ComposedMail {
        message_id: "4b1d".into(),
        from: "Jardim <site@jardim.example>".into(),
        to: vec![
            "\"Souza, Ana\" <ana@jardim.example>, bia@jardim.example".into(),
            "caio@jardim.example".into(),
        ],
        headers: vec![
            ("Reply-To".into(), "Davi <davi@leitor.example>".into()),
            ("X-Form".into(), "Contato: ipê".into()),
        ],
        subject: "[Jardim] Mudas de ipê".into(),
        body: "Gostaria de três mudas.\n.\nObrigado".into(),
        is_html: false,
        attachments: Vec::new(),
    }
}

fn encoded(mail: &ComposedMail, line: FromLine) -> Result<EncodedMail, MimeError> {
    let transport: Sender = "Agência <correio@agencia.example>".parse().unwrap();
    composed_to_raw(
        mail,
        &transport,
        line,
        "2026-11-21T17:05:00Z".parse().unwrap(),
    )
}

fn raw(mail: &ComposedMail, line: FromLine) -> String {
    String::from_utf8(encoded(mail, line).unwrap().raw).unwrap()
}

/// The names of the header lines.
fn names(raw: &str) -> Vec<&str> {
    let (head, _) = raw.split_once("\r\n\r\n").unwrap();
    head.split("\r\n")
        .filter(|line| !line.starts_with([' ', '\t']))
        .map(|line| line.split_once(':').unwrap().0)
        .collect()
}

fn line<'a>(raw: &'a str, name: &str) -> &'a str {
    let beginning = format!("{name}: ");
    raw.split("\r\n")
        .find_map(|line| line.strip_prefix(&beginning))
        .unwrap_or_default()
}

#[test]
fn subjects_and_names_are_shown_in_the_order_in_which_they_are_written() {
    let attached = |name: &str| MailAttachment {
        file_name: name.into(),
        content_type: "image/png".into(),
        bytes: Bytes::from_static(b"x"),
    };
    let plain = ComposedMail {
        attachments: vec![attached("recibo.png")],
        ..mail()
    };
    let mut reordered = ComposedMail {
        from: "Jar\u{2066}dim\u{2069} <site@jardim.example>".into(),
        subject: "\u{202e}[Jardim]\u{202c} Mudas de \u{202d}ipê".into(),
        attachments: vec![attached("recibo\u{202e}.png")],
        ..mail()
    };
    reordered.to[0] = "\"Souza, \u{202b}Ana\" <ana@jardim.example>, bia@jardim.example".into();
    reordered.headers[0].1 = "\u{2067}Davi <davi@leitor.example>".into();
    reordered.headers[1].1 = "Contato: \u{2068}ipê\u{202a}".into();
    for from in [FromLine::Mail, FromLine::Transport] {
        assert_eq!(raw(&reordered, from), raw(&plain, from));
    }
}

#[test]
fn senders_recipients_and_lines_are_those_of_the_mail() {
    let raw = raw(&mail(), FromLine::Mail);
    assert_eq!(line(&raw, "From"), "Jardim <site@jardim.example>");
    assert_eq!(line(&raw, "Reply-To"), "Davi <davi@leitor.example>");
    assert_eq!(line(&raw, "Message-ID"), "<4b1d@agencia.example>");
    assert!(
        line(&raw, "X-Form").starts_with("Contato: =?utf-8?b?"),
        "{raw}"
    );
    assert!(
        line(&raw, "Content-Type").starts_with("text/plain"),
        "{raw}"
    );
    let recipients = encoded(&mail(), FromLine::Mail).unwrap().recipients;
    let recipients: Vec<&str> = recipients.iter().map(AsRef::as_ref).collect();
    assert_eq!(
        recipients,
        [
            "ana@jardim.example",
            "bia@jardim.example",
            "caio@jardim.example"
        ]
    );
}

#[test]
fn a_service_with_one_sender_gets_it_and_replies_go_to_the_mails_own() {
    let own = ComposedMail {
        headers: Vec::new(),
        ..mail()
    };
    let raw = raw(&own, FromLine::Transport);
    assert_eq!(line(&raw, "From"), "Jardim <correio@agencia.example>");
    assert_eq!(line(&raw, "Reply-To"), "Jardim <site@jardim.example>");
    let named = self::raw(&mail(), FromLine::Transport);
    assert_eq!(line(&named, "Reply-To"), "Davi <davi@leitor.example>");
}

#[test]
fn hidden_recipients_receive_it_and_are_not_named() {
    let hidden = ComposedMail {
        headers: vec![
            ("CC".into(), "eva@jardim.example, ana@jardim.example".into()),
            ("bcc".into(), "fabio@jardim.example".into()),
        ],
        is_html: true,
        ..mail()
    };
    let encoded = encoded(&hidden, FromLine::Mail).unwrap();
    let raw = String::from_utf8(encoded.raw).unwrap();
    let recipients: Vec<&str> = encoded.recipients.iter().map(AsRef::as_ref).collect();
    assert_eq!(recipients.len(), 5, "{recipients:?}");
    assert!(recipients.contains(&"fabio@jardim.example"));
    assert!(line(&raw, "Cc").contains("eva@jardim.example"), "{raw}");
    assert!(!raw.contains("fabio"), "{raw}");
    assert!(line(&raw, "Content-Type").starts_with("text/html"), "{raw}");
}

#[test]
fn malformed_senders_and_recipients_are_refused() {
    let broken = [
        ComposedMail {
            from: "Jardim".into(),
            ..mail()
        },
        ComposedMail {
            to: vec!["ana".into()],
            ..mail()
        },
        ComposedMail {
            to: vec![" , ".into()],
            ..mail()
        },
        ComposedMail {
            headers: vec![("Bcc".into(), "eva@".into())],
            ..mail()
        },
    ];
    for broken in broken {
        assert!(matches!(
            encoded(&broken, FromLine::Mail),
            Err(MimeError::Address)
        ));
    }
    let replies = ComposedMail {
        headers: vec![("Reply-To".into(), "davi".into())],
        ..mail()
    };
    assert!(!raw(&replies, FromLine::Mail).contains("Reply-To"));
}

#[test]
fn files_are_attached_with_their_names_and_types() {
    let files = ComposedMail {
        attachments: vec![
            MailAttachment {
                file_name: "../muda\r\nBcc: x@y.example\".txt".into(),
                content_type: "text/plain\r\nX-Evil: 1".into(),
                bytes: Bytes::from_static(b"--=_mixed-4b1d--\r\ntr\xc3\xaas mudas"),
            },
            MailAttachment {
                file_name: "foto.png".into(),
                content_type: "image/png".into(),
                bytes: Bytes::from_static(b"\x89PNG"),
            },
        ],
        ..mail()
    };
    let raw = raw(&files, FromLine::Mail);
    assert!(
        line(&raw, "Content-Type").starts_with("multipart/mixed"),
        "{raw}"
    );
    assert_eq!(raw.matches("\r\n--=_mixed-4b1d").count(), 4, "{raw}");
    assert_eq!(
        raw.matches("Content-Disposition: attachment").count(),
        2,
        "{raw}"
    );
    assert!(raw.contains("Content-Type: image/png"), "{raw}");
    assert!(raw.contains("\r\niVBORw==\r\n"), "{raw}");
    for injected in ["\r\nBcc:", "\r\nX-Evil:", "filename=\"../"] {
        assert!(!raw.contains(injected), "{injected}: {raw}");
    }
}

/// Texts in which line breaks, separators and parts of headers are frequent.
fn text() -> impl Strategy<Value = String> {
    let part = prop_oneof![
        "\\PC{0,12}",
        Just("\r\n".to_owned()),
        Just("\n".to_owned()),
        Just("\r\n\r\n".to_owned()),
        Just("Bcc: x@y.example".to_owned()),
        Just("\",<>;:\u{2028}\u{0}".to_owned()),
    ];
    prop::collection::vec(part, 0..8).prop_map(|parts| parts.concat())
}

proptest! {
    #[test]
    fn no_text_adds_a_header_line_or_a_recipient(
        subject in text(),
        name in text(),
        value in text(),
        line in text(),
        reply in text(),
    ) {
        let composed = ComposedMail {
            from: format!("{name} <site@jardim.example>"),
            to: vec!["ana@jardim.example".into()],
            headers: vec![("X-Form".into(), value), (line, "valor".into()), ("Reply-To".into(), reply)],
            subject,
            ..mail()
        };
        let Ok(encoded) = encoded(&composed, FromLine::Mail) else {
            return Ok(());
        };
        prop_assert_eq!(encoded.recipients.len(), 1);
        let raw = String::from_utf8(encoded.raw).unwrap();
        let known = [
            "From", "To", "Subject", "Date", "Message-ID", "Reply-To", "X-Form", "MIME-Version",
            "Content-Type", "Content-Transfer-Encoding",
        ];
        let chosen = composed.headers[1].0.trim();
        for name in names(&raw) {
            prop_assert!(known.contains(&name) || name == chosen, "{}: {}", name, raw);
        }
        for name in ["Bcc", "Cc"] {
            prop_assert!(!names(&raw).contains(&name), "{}", raw);
        }
        for line in raw.split("\r\n") {
            prop_assert!(line.len() < 998 && !line.contains(['\r', '\n']), "{}", raw);
        }
    }
}

#[test]
fn a_mailbox_reads_hidden_recipients_from_the_message() {
    let mailbox: Sender = "Agência <correio@agencia.example>".parse().unwrap();
    let mut mail = mail();
    mail.headers = vec![
        (
            "Bcc".into(),
            "Oculta <oculta@exemplo.com>, b@exemplo.com".into(),
        ),
        ("Reply-To".into(), "visitante@exemplo.com".into()),
    ];
    mail.from = "Jardim <jardim@exemplo.com>".into();
    let date = "2026-11-21T17:05:00Z".parse().unwrap();
    let raw = composed_for_mailbox(&mail, &mailbox, date).unwrap();
    let raw = String::from_utf8(raw).unwrap();
    assert_eq!(line(&raw, "From"), "Jardim <correio@agencia.example>");
    assert_eq!(line(&raw, "Reply-To"), "visitante@exemplo.com");
    assert_eq!(
        line(&raw, "Bcc"),
        "Oculta <oculta@exemplo.com>, b@exemplo.com"
    );
    mail.headers.clear();
    let raw = composed_for_mailbox(&mail, &mailbox, date).unwrap();
    let raw = String::from_utf8(raw).unwrap();
    assert_eq!(line(&raw, "Reply-To"), "Jardim <jardim@exemplo.com>");
    assert!(!names(&raw).contains(&"Bcc"));
}

/// Texts that look like encoded words. Readers would decode the first one to a line break and a recipient.
const ENCODED_WORDS: [&str; 7] = [
    "=?utf-8?q?=0D=0ABcc:_e@e.test?=",
    "=?UTF-8?B?DQpCY2M6IGVAZS50ZXN0?=",
    "antes=?utf-8?q?=0D=0ABcc:_e@e.test?=depois",
    "duas =?utf-8?q?=0D?= =?utf-8?q?=0A?= palavras",
    "=?utf-8?q?com espaço=0D=0A?= ipê",
    "=?utf-8*pt?q?=0D=0A?=",
    "=?",
];

/// The text of a line as a reader shows it.
fn shown(message: &mail_parser::Message<'_>, name: &'static str) -> String {
    let lines = message.header_as(name, mail_parser::HeaderForm::Text);
    lines.first().unwrap().as_text().unwrap().to_owned()
}

#[test]
fn texts_like_encoded_words_are_shown_as_they_are() {
    for text in ENCODED_WORDS {
        let mail = ComposedMail {
            to: vec!["ana@jardim.example".into()],
            subject: text.into(),
            from: format!("{text} <site@jardim.example>"),
            headers: vec![
                ("X-Name".into(), text.into()),
                (
                    "Reply-To".into(),
                    format!("\"{text}\" <davi@leitor.example>"),
                ),
            ],
            attachments: vec![MailAttachment {
                file_name: format!("{text}.pdf"),
                content_type: "application/pdf".into(),
                bytes: Bytes::from_static(b"%PDF"),
            }],
            ..mail()
        };
        let raw = raw(&mail, FromLine::Mail);
        let (head, _) = raw.split_once("\r\n\r\n").unwrap();
        assert!(!head.to_lowercase().contains("?q?"), "{head}");
        let read = mail_parser::MessageParser::default().parse(&raw).unwrap();
        assert_eq!(read.subject(), Some(text));
        assert_eq!(read.from().unwrap().first().unwrap().name(), Some(text));
        assert_eq!(read.reply_to().unwrap().first().unwrap().name(), Some(text));
        assert_eq!(shown(&read, "X-Name"), text);
        let file = read.attachments().next().unwrap();
        let name = format!("{text}.pdf");
        assert_eq!(
            mail_parser::MimeHeaders::attachment_name(file),
            Some(name.as_str())
        );
        assert!(!raw.contains("filename=\"=?"), "{raw}");
        assert!(raw.split("\r\n").all(|line| line.len() <= 998), "{raw}");
    }
}

#[test]
fn addresses_like_encoded_words_are_malformed() {
    let hostile = "=?utf-8?q?=0D=0ABcc=3A_e=40e.test?=@e.test";
    let recipient = ComposedMail {
        to: vec![hostile.into()],
        ..mail()
    };
    let refused = encoded(&recipient, FromLine::Mail);
    assert!(matches!(refused, Err(MimeError::Address)));
    let reply = ComposedMail {
        headers: vec![("Reply-To".into(), hostile.into())],
        ..mail()
    };
    let raw = raw(&reply, FromLine::Mail);
    assert!(!names(&raw).contains(&"Reply-To"), "{raw}");
    assert!(!raw.contains("=?utf-8?q?"), "{raw}");
}

proptest! {
    #[test]
    fn every_reader_sees_the_text(text in "([a-zé ]{0,6}(=\\?(utf-8|us-ascii)\\?[qQbB]\\?[=0-9A-F_]{0,12}\\?=|=|\\?)){0,6}") {
        let words: Vec<&str> = text.split(' ').filter(|word| !word.is_empty()).collect();
        let text = words.join(" ");
        prop_assume!(!text.is_empty());
        let hostile = ComposedMail { subject: text.clone(), headers: vec![("X-Name".into(), text.clone())], ..mail() };
        let raw = raw(&hostile, FromLine::Mail);
        let read = mail_parser::MessageParser::default().parse(&raw).unwrap();
        prop_assert_eq!(read.subject(), Some(text.as_str()));
        prop_assert_eq!(shown(&read, "X-Name"), text.as_str());
        // What a reader shows has no characters of another line.
        prop_assert!(!read.subject().unwrap().contains(['\r', '\n']));
    }
}
