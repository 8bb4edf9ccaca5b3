//! MIME encoding: headers, parts, and protection against header injection.

#![expect(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use bytes::Bytes;
use mailer::{MimeError, Sender, to_raw};
use ports::{Inline, MailMessage};

fn message() -> MailMessage {
    MailMessage {
        to: "contato@exemplo.com.br".into(),
        to_name: Some("João Conceição".into()),
        from_name: None,
        reply_to: None,
        subject: "Para sua aprovação: pão".into(),
        text: "Olá!\nLinha dois = três.\n".into(),
        html: "<p>Olá!</p>\n".into(),
        inline: Vec::new(),
        message_id: "approval-request-1-1".into(),
    }
}

fn raw(message: &MailMessage) -> String {
    let from: Sender = "Agência <nao-responda@agencia.com.br>".parse().unwrap();
    let date = "2026-11-21T17:05:00Z".parse().unwrap();
    String::from_utf8(to_raw(message, &from, date).unwrap()).unwrap()
}

fn headers(raw: &str) -> Vec<&str> {
    raw.split("\r\n\r\n")
        .next()
        .unwrap()
        .split("\r\n")
        .filter(|line| !line.starts_with(' '))
        .collect()
}

#[test]
fn a_plain_message_word_for_word() {
    insta::assert_snapshot!(raw(&message()).replace("\r\n", "\n"));
}

#[test]
fn a_message_with_a_picture_word_for_word() {
    let picture = Inline {
        content_id: "imagem-do-post".into(),
        mime_type: "image/png".into(),
        bytes: Bytes::from_static(b"\x89PNG\r\n\x1a\n and so on"),
    };
    let message = MailMessage {
        inline: vec![picture],
        ..message()
    };
    insta::assert_snapshot!(raw(&message).replace("\r\n", "\n"));
}

#[test]
fn the_same_message_has_the_same_bytes() {
    assert_eq!(raw(&message()), raw(&message()));
}

#[test]
fn lines_are_short_and_ascii() {
    let long = "texto sem quebra ".repeat(400);
    let raw = raw(&MailMessage {
        text: long.clone(),
        html: format!("<p>{long}</p>"),
        ..message()
    });
    assert!(raw.is_ascii());
    assert!(
        raw.split("\r\n")
            .all(|line| line.len() <= 998 && !line.contains(['\r', '\n']))
    );
}

#[test]
fn header_injection_is_prevented() {
    let names: Vec<String> = headers(&raw(&message()))
        .iter()
        .map(|line| line.split(':').next().unwrap().to_owned())
        .collect();
    for attack in [
        "\r\nBcc: vitima@exemplo.com",
        "\nX-Mal: 1",
        "\rX-Mal: 1",
        "\u{2028}X-Mal: 1",
        "\0\r\n\r\ncorpo",
    ] {
        let hostile = MailMessage {
            to_name: Some(format!("João{attack}")),
            from_name: Some(format!("Agência{attack}")),
            subject: format!("Assunto{attack}"),
            message_id: format!("id{attack}"),
            inline: vec![Inline {
                content_id: format!("c{attack}"),
                mime_type: "image/png".into(),
                bytes: Bytes::from_static(b"x"),
            }],
            ..message()
        };
        let raw = raw(&hostile);
        let seen: Vec<String> = headers(&raw)
            .iter()
            .map(|line| line.split(':').next().unwrap().to_owned())
            .collect();
        assert_eq!(seen, names, "{attack:?}");
    }
}

#[test]
fn a_message_names_its_sender_and_where_replies_go() {
    let raw = raw(&MailMessage {
        from_name: Some("Varanda".into()),
        reply_to: Some("contato@Açaí.com.br".into()),
        ..message()
    });
    let lines = headers(&raw);
    assert!(
        lines.contains(&"From: Varanda <nao-responda@agencia.com.br>"),
        "{raw}"
    );
    assert!(
        lines.contains(&"Reply-To: contato@xn--aa-4iaz.com.br"),
        "{raw}"
    );
    let from: Sender = "nao-responda@agencia.com.br".parse().unwrap();
    let broken = MailMessage {
        reply_to: Some("a@b.com\r\nBcc: c@d.com".into()),
        ..message()
    };
    let refused = to_raw(&broken, &from, jiff::Timestamp::UNIX_EPOCH);
    assert!(matches!(refused, Err(MimeError::Address)));
}

#[test]
fn an_address_with_a_line_break_is_refused() {
    for address in [
        "a@b.com\r\nBcc: c@d.com",
        "a@b.com>\r\nBcc: <c@d.com",
        "",
        "sem-arroba",
        "a@b.com, c@d.com",
    ] {
        let from: Sender = "nao-responda@agencia.com.br".parse().unwrap();
        let message = MailMessage {
            to: address.into(),
            ..message()
        };
        let refused = to_raw(&message, &from, jiff::Timestamp::UNIX_EPOCH);
        assert!(matches!(refused, Err(MimeError::Address)), "{address:?}");
        assert!(address.parse::<Sender>().is_err(), "{address:?}");
    }
}

#[test]
fn domains_with_accents_are_converted_to_ascii() {
    let raw = raw(&MailMessage {
        to: "x@Açaí.com.br".into(),
        ..message()
    });
    assert!(raw.contains("<x@xn--aa-4iaz.com.br>"), "{raw}");
}

#[test]
fn a_text_cannot_contain_its_boundary() {
    let text = "antes\n--=_alternative-approval-request-1-1--\nX-Mal: 1\n\ndepois";
    let raw = raw(&MailMessage {
        text: text.into(),
        ..message()
    });
    assert_eq!(
        raw.matches("\r\n--=_alternative-approval-request-1-1--")
            .count(),
        1
    );
}

#[test]
fn only_jpeg_and_png_images_are_accepted() {
    let from: Sender = "nao-responda@agencia.com.br".parse().unwrap();
    let picture = Inline {
        content_id: "i".into(),
        mime_type: "image/webp".into(),
        bytes: Bytes::new(),
    };
    let message = MailMessage {
        inline: vec![picture],
        ..message()
    };
    assert!(matches!(
        to_raw(&message, &from, jiff::Timestamp::UNIX_EPOCH),
        Err(MimeError::Picture)
    ));
}

#[test]
fn texts_like_encoded_words_are_shown_as_they_are() {
    let text = "=?utf-8?q?=0D=0ABcc:_e@e.test?=";
    let raw = raw(&MailMessage {
        subject: format!("Para aprovação: {text}"),
        to_name: Some(text.into()),
        from_name: Some(text.into()),
        ..message()
    });
    let read = mail_parser::MessageParser::default().parse(&raw).unwrap();
    let subject = format!("Para aprovação: {text}");
    assert_eq!(read.subject(), Some(subject.as_str()));
    for addresses in [read.from(), read.to()] {
        assert_eq!(addresses.unwrap().first().unwrap().name(), Some(text));
    }
    let (head, _) = raw.split_once("\r\n\r\n").unwrap();
    assert!(!head.contains("?q?"), "{head}");
}
