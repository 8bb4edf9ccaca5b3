//! Mails of an agency with a name.

#![expect(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use mailer::mails::{ApprovalRequest, Recipient, TestMessage};
use mailer::{Revision, Writer};
use ports::MailMessage;
use settings::Agency;
use url::Url;

fn url(text: &str) -> Url {
    text.parse().unwrap()
}

fn agency() -> Agency {
    Agency {
        name: "Agência <Varanda>".into(),
        logo: None,
        reply_to: Some("contato@varanda.example".into()),
    }
}

fn with_logo() -> Agency {
    Agency {
        logo: Some(url("https://varanda.example/logo.png?a=1&b=2")),
        ..agency()
    }
}

fn request(author: Option<&str>, agency: Option<&Agency>) -> MailMessage {
    let request = ApprovalRequest {
        site: "Padaria Bom Pão".into(),
        author: Writer::new(author),
        title: "O pão certo".into(),
        lead: "Cada pão tem a sua hora.".into(),
        picture: None,
        scheduled: None,
        page: url("https://pauta.agencia.com.br/aprovacao/5f0c8f6e-6a0e-4d3c-9a57-0d8f4b8f2a11"),
        revision: Some(Revision::new("")),
    };
    let to = Recipient::address("contato@padaria.example");
    request.message(agency, to, "mensagem-1".into()).unwrap()
}

fn test_message(agency: Option<&Agency>) -> MailMessage {
    let to = Recipient::address("ana@varanda.example");
    let asked_at = "21 de novembro de 2026, às 14h05".into();
    let message = TestMessage { asked_at };
    message.message(agency, to, "mensagem-2".into()).unwrap()
}

#[test]
fn an_agency_is_the_sender_of_its_mails() {
    for message in [
        request(Some("Ana Souza"), Some(&agency())),
        request(None, Some(&with_logo())),
        test_message(Some(&agency())),
    ] {
        assert_eq!(message.from_name.as_deref(), Some("Agência <Varanda>"));
        let reply_to = message.reply_to.as_deref();
        assert_eq!(reply_to, Some("contato@varanda.example"));
        assert!(message.text.contains("--\nAgência <Varanda>\n"));
        assert!(message.html.contains("Agência &#60;Varanda&#62;"));
        assert!(!message.html.contains(">Pauta<"));
    }
    let own = request(Some("Ana Souza"), None);
    assert_eq!((own.from_name, own.reply_to), (None, None));
    assert!(own.html.contains(">Pauta<") && !own.html.contains(">Ana Souza<"));
}

#[test]
fn the_author_is_named_beside_the_agency() {
    let named = request(Some("Ana Souza"), Some(&agency()));
    assert!(named.html.contains(">Ana Souza<"), "{}", named.html);
    let team = request(None, Some(&agency()));
    assert!(team.text.contains("A equipe preparou uma nova versão"));
    assert!(!team.html.contains(">A equipe<"));
}

#[test]
fn the_logo_is_the_only_remote_content_and_stands_for_the_name() {
    let html = test_message(Some(&with_logo())).html;
    let logo =
        "src=\"https://varanda.example/logo.png?a=1&#38;b=2\" alt=\"Agência &#60;Varanda&#62;\"";
    assert!(html.contains(logo), "{html}");
    let rest = html.replacen("src=\"https://varanda.example", "", 1);
    for attribute in ["src=\"http", "url(", "<link", "@import", "<script"] {
        assert!(!rest.contains(attribute), "{attribute}");
    }
}
