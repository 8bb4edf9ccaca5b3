//! Errors in the templates of the mails.

use super::{Environment, Found, Kind, attachments};
use crate::form::ContactForm;
use crate::form::mail::{MailTemplate, Slot};
use crate::mail::mailbox;
use crate::mail::special::{is_address, is_always_filled};
use crate::mail::tags::{Part, parts};
use crate::tag::{FormTag, Kind as TagKind};

/// Headers that hold addresses.
const ADDRESSES: [&str; 3] = ["Reply-To", "Cc", "Bcc"];

const EXAMPLE_ADDRESS: &str = "someone@example.com";
const EXAMPLE_TEXT: &str = "text";

pub(super) fn check(
    form: &ContactForm,
    slot: Slot,
    environment: &Environment<'_>,
    found: &mut Found,
) {
    let template = match slot {
        Slot::First => &form.mail,
        Slot::Second => &form.mail_2,
    };
    let tags = form.tags();
    let section = |member: &str| format!("{}.{member}", slot.name());
    let blank = "There is a possible empty field.";
    if least(&template.subject, &tags).trim().is_empty() {
        found.add(section("subject"), Kind::MaybeEmpty, blank);
    }
    sender(template, &tags, environment, &section("sender"), found);
    recipient(template, &tags, &section("recipient"), found);
    headers(template, &tags, &section("additional_headers"), found);
    if least(&template.body, &tags).trim().is_empty() {
        found.add(section("body"), Kind::MaybeEmpty, blank);
    }
    attachments::check(
        &template.attachments,
        slot.name(),
        &tags,
        environment,
        found,
    );
}

/// A template with the least that its tags stand for: an example where a value is certain, nothing where it is not. A
/// tag that is none of the form stays.
fn least(template: &str, tags: &[FormTag]) -> String {
    let shown = parts(template).into_iter().map(|part| match part {
        Part::Text(text) => text,
        Part::Tag { written, name, .. } => {
            let field = name
                .strip_prefix("_raw_")
                .or(name.strip_prefix("_format_"))
                .unwrap_or(name);
            let tag = tags.iter().find(|tag| tag.name == field.replace('.', "_"));
            match tag {
                Some(tag) if !tag.is_required() => "",
                Some(tag) if tag.kind == TagKind::Email => EXAMPLE_ADDRESS,
                Some(_) => EXAMPLE_TEXT,
                None if is_address(name) => EXAMPLE_ADDRESS,
                None if is_always_filled(name) => EXAMPLE_TEXT,
                None if is_special(name) => "",
                None => written,
            }
        }
    });
    shown.collect()
}

fn is_special(name: &str) -> bool {
    ["_post_", "_user_", "_serial_number"]
        .iter()
        .any(|start| name.starts_with(start))
}

fn sender(
    template: &MailTemplate,
    tags: &[FormTag],
    environment: &Environment<'_>,
    section: &str,
    found: &mut Found,
) {
    let sender = least(&template.sender, tags);
    let Some(sender) = mailbox::Mailbox::parse(&sender) else {
        found.add(
            section,
            Kind::InvalidMailbox,
            "Invalid mailbox syntax is used.",
        );
        return;
    };
    let domain = environment.domain.to_ascii_lowercase();
    let domain = domain.strip_prefix("www.").unwrap_or(&domain);
    let host = sender
        .address
        .rsplit('@')
        .next()
        .unwrap_or_default()
        .to_ascii_lowercase();
    let belongs = host == domain
        || host
            .strip_suffix(domain)
            .is_some_and(|rest| rest.ends_with('.'));
    let is_admin = template.sender.trim().ends_with("[_site_admin_email]")
        || template.sender.contains("<[_site_admin_email]>");
    if !belongs && !is_admin {
        found.add(
            section,
            Kind::OutsideDomain,
            "Sender email address does not belong to the site domain.",
        );
    }
}

fn recipient(template: &MailTemplate, tags: &[FormTag], section: &str, found: &mut Found) {
    if mailbox::list(&least(&template.recipient, tags)).is_none() {
        found.add(
            section,
            Kind::InvalidMailbox,
            "Invalid mailbox syntax is used.",
        );
    }
    let is_visitors = |part: &Part<'_>| match part {
        Part::Text(_) => false,
        Part::Tag { name, .. } => tags
            .iter()
            .any(|tag| tag.kind == TagKind::Email && tag.name == *name),
    };
    let is_protected = tags.iter().any(|tag| tag.kind == TagKind::Quiz);
    if !is_protected && parts(&template.recipient).iter().any(is_visitors) {
        found.add(
            section,
            Kind::UnsafeEmail,
            "Unsafe email config is used without sufficient protection.",
        );
    }
}

fn headers(template: &MailTemplate, tags: &[FormTag], section: &str, found: &mut Found) {
    let mut has_invalid_line = false;
    for line in template
        .additional_headers
        .lines()
        .filter(|line| !line.trim().is_empty())
    {
        let Some((name, value)) = line.split_once(':') else {
            has_invalid_line = true;
            continue;
        };
        let known = ADDRESSES
            .iter()
            .find(|known| known.eq_ignore_ascii_case(name.trim()));
        if let Some(name) = known
            && mailbox::list(&least(value, tags)).is_none()
        {
            let message = format!("Invalid mailbox syntax is used in the {name} field.");
            found.add(section, Kind::InvalidMailbox, message);
        }
    }
    if has_invalid_line {
        found.add(
            section,
            Kind::InvalidMailHeader,
            "There are invalid mail header fields.",
        );
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{form, kinds};
    use crate::form::mail::MailTemplate;

    fn kinds_of(change: impl FnOnce(&mut MailTemplate)) -> Vec<String> {
        let mut form = form();
        form.form
            .push_str(r#"[select* setor "Vendas|v@loja.example"][text livre][email outro]"#);
        change(&mut form.mail);
        kinds(&form)
    }

    #[test]
    fn senders() {
        let of = |sender: &str| kinds_of(|mail| mail.sender = sender.to_owned());
        assert!(of("a@loja.example").is_empty());
        assert!(of("Loja <a@mail.loja.example>").is_empty());
        for bad in ["", "Loja", "[livre]"] {
            assert_eq!(of(bad), ["mail.sender invalid-mailbox-syntax"], "{bad}");
        }
        for bad in ["a@outra.example", "[your-email]", "a@malloja.example"] {
            assert_eq!(of(bad), ["mail.sender email-not-in-site-domain"], "{bad}");
        }
    }

    #[test]
    fn recipients() {
        let of = |recipient: &str| kinds_of(|mail| mail.recipient = recipient.to_owned());
        assert!(of("a@b.co, [_site_admin_email]").is_empty());
        for bad in ["", "ninguém", "[setor]", "[nada]"] {
            assert_eq!(of(bad), ["mail.recipient invalid-mailbox-syntax"], "{bad}");
        }
        assert_eq!(
            of("[your-email]"),
            ["mail.recipient unsafe-email-without-protection"]
        );
    }

    #[test]
    fn a_quiz_protects_a_recipient() {
        let mut form = form();
        form.form.push_str("[quiz q \"1+1|2\"]");
        form.mail.recipient = "[your-email]".to_owned();
        assert!(kinds(&form).is_empty());
    }

    #[test]
    fn subjects_and_bodies_that_may_be_empty() {
        assert_eq!(
            kinds_of(|mail| mail.subject = "[livre] ".to_owned()),
            ["mail.subject maybe-empty"]
        );
        assert_eq!(
            kinds_of(|mail| mail.body = "[livre]\n[_post_title]".to_owned()),
            ["mail.body maybe-empty"]
        );
        assert!(kinds_of(|mail| mail.subject = "[your-subject]".to_owned()).is_empty());
        assert!(kinds_of(|mail| mail.subject = "[livre] x".to_owned()).is_empty());
    }

    #[test]
    fn header_lines() {
        let of = |headers: &str| kinds_of(|mail| mail.additional_headers = headers.to_owned());
        assert!(of("X-Form: [livre]\n\nCc: a@b.co").is_empty());
        assert_eq!(
            of("sem dois pontos"),
            ["mail.additional_headers invalid-mail-header"]
        );
        for bad in ["Reply-To: [outro]", "cc: x", "Bcc: [nada]"] {
            assert_eq!(
                of(bad),
                ["mail.additional_headers invalid-mailbox-syntax"],
                "{bad}"
            );
        }
    }

    #[test]
    fn the_second_mail_counts_when_it_is_active() {
        let mut form = form();
        form.mail_2.subject = String::new();
        assert!(kinds(&form).is_empty());
        form.mail_2.active = true;
        assert_eq!(
            kinds(&form),
            [
                "mail_2.subject maybe-empty",
                "mail_2.recipient unsafe-email-without-protection"
            ]
        );
    }
}
