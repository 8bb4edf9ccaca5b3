//! Composes the mail of a submission.

use super::document::document;
use super::mailbox::{self, Mailbox};
use super::tags::{Part, parts};
use super::values::{Target, Values};
use crate::form::mail::MailTemplate;
use crate::submission::{Submission, Upload};

/// Headers that the composer or the mailer sets.
const OWN_HEADERS: [&str; 14] = [
    "from",
    "to",
    "cc",
    "bcc",
    "reply-to",
    "subject",
    "date",
    "message-id",
    "mime-version",
    "content-type",
    "content-transfer-encoding",
    "sender",
    "return-path",
    "received",
];

/// Why a mail cannot be sent; the submission ends as `mail_failed`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ComposeError {
    /// The sender is no address.
    #[error("the sender of the mail is no address")]
    Sender,
    /// No recipient is an address.
    #[error("the mail has no recipient")]
    Recipient,
}

/// The body of a mail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Body {
    /// Plain text.
    Text(String),
    /// A full HTML document.
    Html(String),
}

/// A mail as the mailer takes it. No member holds a line break but the body.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mail<'a> {
    /// The sender.
    pub sender: Mailbox,
    /// The recipients; at least one.
    pub recipients: Vec<Mailbox>,
    /// Recipients of a copy.
    pub cc: Vec<Mailbox>,
    /// Recipients that the others do not see.
    pub bcc: Vec<Mailbox>,
    /// Where answers go.
    pub reply_to: Vec<Mailbox>,
    /// Further headers by name.
    pub headers: Vec<(String, String)>,
    /// The subject.
    pub subject: String,
    /// The body.
    pub body: Body,
    /// The files of the fields that the template attaches.
    pub attachments: Vec<&'a Upload>,
    /// Paths that the template attaches, as written.
    pub paths: Vec<String>,
}

/// Composes one of a form's mails. `locale` is the form's.
pub fn compose<'a>(
    template: &MailTemplate,
    locale: &str,
    values: &Values<'_>,
    sent: &'a Submission,
) -> Result<Mail<'a>, ComposeError> {
    let sender = values.replace(&template.sender, Target::Addresses);
    let recipients = values.replace(&one_line(&template.recipient), Target::Addresses);
    let recipients = mailbox::usable(&recipients);
    if recipients.is_empty() {
        return Err(ComposeError::Recipient);
    }
    let subject = values
        .replace(&one_line(&template.subject), Target::Line)
        .trim()
        .to_owned();
    let target = match template.use_html {
        true => Target::Html,
        false => Target::Text,
    };
    let body = values.replace_lines(&template.body, target, template.exclude_blank);
    let body = match template.use_html {
        true => Body::Html(document(locale, &subject, &body)),
        false => Body::Text(body),
    };
    let mut mail = Mail {
        sender: Mailbox::parse(&one_line(&sender)).ok_or(ComposeError::Sender)?,
        recipients,
        cc: Vec::new(),
        bcc: Vec::new(),
        reply_to: Vec::new(),
        headers: Vec::new(),
        subject,
        body,
        attachments: Vec::new(),
        paths: Vec::new(),
    };
    for line in template.additional_headers.lines() {
        header(&mut mail, line, values);
    }
    attach(&mut mail, &template.attachments, sent);
    Ok(mail)
}

fn one_line(text: &str) -> String {
    text.replace(char::is_control, " ")
}

/// Reads a line of the additional headers. A line that is none is left out, and so is a header with an empty value.
fn header(mail: &mut Mail<'_>, line: &str, values: &Values<'_>) {
    let Some((name, value)) = line.split_once(':') else {
        return;
    };
    let name = name.trim();
    let is_token = !name.is_empty()
        && name
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_');
    if !is_token {
        return;
    }
    let lower = name.to_ascii_lowercase();
    let addresses = || mailbox::usable(&values.replace(&one_line(value), Target::Addresses));
    match lower.as_str() {
        "cc" => mail.cc.extend(addresses()),
        "bcc" => mail.bcc.extend(addresses()),
        "reply-to" => mail.reply_to.extend(addresses()),
        own if OWN_HEADERS.contains(&own) => {}
        _ => {
            let value = values
                .replace(&one_line(value), Target::Line)
                .trim()
                .to_owned();
            if !value.is_empty() {
                mail.headers.push((name.to_owned(), value));
            }
        }
    }
}

/// Attaches the files of the named fields, each once; other lines are paths.
fn attach<'a>(mail: &mut Mail<'a>, template: &str, sent: &'a Submission) {
    let mut fields: Vec<String> = Vec::new();
    for line in template.lines() {
        let mut path = String::new();
        for part in parts(line) {
            match part {
                Part::Text(text) => path.push_str(text),
                Part::Tag { name, .. } => fields.push(name.replace('.', "_")),
            }
        }
        if !path.trim().is_empty() {
            mail.paths.push(path.trim().to_owned());
        }
    }
    mail.attachments = sent
        .uploads()
        .iter()
        .filter(|file| fields.contains(&file.field))
        .collect();
}

#[cfg(test)]
mod tests {
    use super::super::special::tests::mail_context;
    use super::super::values::tests::{form, sent};
    use super::*;
    use crate::submission::Part as Sent;

    const FORM: &str = "[text* nome][email* e][textarea m][file foto][file cv]";

    fn template() -> MailTemplate {
        MailTemplate {
            written: true,
            active: true,
            subject: "[_site_title]: [nome]".to_owned(),
            sender: "[_site_title] <site@loja.example>".to_owned(),
            recipient: "[_site_admin_email], vendas@loja.example".to_owned(),
            body: "De [nome]\n\n[m]".to_owned(),
            additional_headers: "Reply-To: [e]\nX-Form: [nome]".to_owned(),
            attachments: String::new(),
            use_html: false,
            exclude_blank: false,
        }
    }

    fn composed(template: &MailTemplate, values: &[(&str, &str)]) -> Result<String, ComposeError> {
        let form = form(FORM);
        let sent = sent(&form, values);
        let mail_context = mail_context();
        let values = Values::new(&form, &sent, &mail_context);
        compose(template, "pt_BR", &values, &sent).map(|mail| format!("{mail:#?}"))
    }

    fn with(
        values: &[(&str, &str)],
        change: impl FnOnce(&mut MailTemplate),
        check: impl FnOnce(Mail<'_>),
    ) {
        let form = form(FORM);
        let sent = sent(&form, values);
        let mail_context = mail_context();
        let mut template = template();
        change(&mut template);
        check(
            compose(
                &template,
                "pt_BR",
                &Values::new(&form, &sent, &mail_context),
                &sent,
            )
            .unwrap(),
        );
    }

    fn addresses(boxes: &[Mailbox]) -> Vec<&str> {
        boxes.iter().map(|one| one.address.as_str()).collect()
    }

    #[test]
    fn a_plain_mail() {
        with(
            &[
                ("nome", "Ana"),
                ("e", "ana@casa.example"),
                ("m", "Oi\r\nTchau"),
            ],
            |_| {},
            |mail| {
                assert_eq!(mail.sender.name, "Loja & Cia");
                assert_eq!(mail.sender.address, "site@loja.example");
                assert_eq!(
                    addresses(&mail.recipients),
                    ["admin@loja.example", "vendas@loja.example"]
                );
                assert_eq!(addresses(&mail.reply_to), ["ana@casa.example"]);
                assert_eq!(mail.subject, "Loja & Cia: Ana");
                assert_eq!(mail.headers, [("X-Form".to_owned(), "Ana".to_owned())]);
                assert_eq!(mail.body, Body::Text("De Ana\n\nOi\r\nTchau".to_owned()));
            },
        );
    }

    #[test]
    fn visitors_add_no_headers_and_no_recipients() {
        let evil = "Ana\r\nBcc: alvo@x.example, <alvo@x.example>";
        with(
            &[("nome", evil), ("e", "ana@casa.example")],
            |_| {},
            |mail| {
                assert!(!mail.subject.contains(['\r', '\n']));
                assert!(!format!("{:?}", mail.headers).contains("\\n"));
                assert!(mail.bcc.is_empty());
                assert_eq!(mail.recipients.len(), 2);
            },
        );
        let change = |template: &mut MailTemplate| {
            template.recipient = "[nome]".to_owned();
            template.additional_headers = "Cc: [nome]".to_owned();
        };
        with(&[("nome", "a@b.co")], change, |mail| {
            assert_eq!(
                (addresses(&mail.recipients), addresses(&mail.cc)),
                (vec!["a@b.co"], vec!["a@b.co"])
            );
        });
        let mut template = template();
        change(&mut template);
        assert_eq!(
            composed(&template, &[("nome", "a@b.co, c@d.co")]),
            Err(ComposeError::Recipient)
        );
    }

    #[test]
    fn headers_of_the_mailer_cannot_be_set() {
        let change = |template: &mut MailTemplate| {
            template.additional_headers =
                "From: x@y.zz\nContent-Type: text/html\nbad name: 1\nsem dois pontos\nX-Um: 1\nX-Vazio: [m]\nBCC: b@c.co".to_owned();
        };
        with(&[("nome", "Ana")], change, |mail| {
            assert_eq!(mail.headers, [("X-Um".to_owned(), "1".to_owned())]);
            assert_eq!(addresses(&mail.bcc), ["b@c.co"]);
            assert_eq!(mail.sender.address, "site@loja.example");
        });
    }

    #[test]
    fn html_mails_escape_what_visitors_wrote() {
        let change = |template: &mut MailTemplate| {
            template.use_html = true;
            template.exclude_blank = true;
            template.body = "<b>De</b> [nome]\n[m]\nFim".to_owned();
        };
        with(&[("nome", "<script>1</script>")], change, |mail| {
            let Body::Html(html) = mail.body else {
                panic!("plain");
            };
            assert!(
                html.contains("<p><b>De</b> &lt;script&gt;1&lt;/script&gt;<br />\nFim</p>"),
                "{html}"
            );
            assert!(html.contains("<title>Loja &amp; Cia: &lt;script&gt;1&lt;/script&gt;</title>"));
        });
    }

    #[test]
    fn a_mail_without_addresses_cannot_be_sent() {
        let mut template = template();
        template.sender = "[nome]".to_owned();
        assert_eq!(
            composed(&template, &[("nome", "Ana")]),
            Err(ComposeError::Sender)
        );
        template.recipient = "ninguém".to_owned();
        assert_eq!(
            composed(&template, &[("nome", "Ana")]),
            Err(ComposeError::Recipient)
        );
    }

    #[test]
    fn files_of_named_fields_are_attached() {
        let form = form(FORM);
        let file = |field: &str, name: &str| Sent::File {
            name: field.to_owned(),
            file_name: name.to_owned(),
            bytes: b"x".to_vec(),
        };
        let sent = Submission::read(
            vec![
                file("foto[]", "a.png"),
                file("foto[]", "b.png"),
                file("cv", "c.pdf"),
            ],
            &form.tags(),
        );
        let mail_context = mail_context();
        let mut template = template();
        template.attachments = "[foto][foto]\nuploads/lista.pdf\n".to_owned();
        template.body = "[foto] [cv]".to_owned();
        let mail = compose(
            &template,
            "pt_BR",
            &Values::new(&form, &sent, &mail_context),
            &sent,
        )
        .unwrap();
        let names: Vec<&str> = mail
            .attachments
            .iter()
            .map(|file| file.file_name.as_str())
            .collect();
        assert_eq!(names, ["a.png", "b.png"]);
        assert_eq!(mail.paths, ["uploads/lista.pdf"]);
        assert_eq!(mail.body, Body::Text("a.png, b.png c.pdf".to_owned()));
    }
}
