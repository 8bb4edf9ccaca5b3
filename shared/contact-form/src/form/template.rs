//! The form that a creation starts from.

use super::mail::MailTemplate;
use super::messages::{Messages, is_portuguese};
use super::{ContactForm, UNTITLED};

/// What the template takes from the site.
#[derive(Debug, Clone, Copy)]
pub struct Site<'a> {
    /// The host name without `www.`, for the sender.
    pub domain: &'a str,
    /// The locale of the site.
    pub locale: &'a str,
}

/// Title of the form that a new site has.
pub fn first_title(locale: &str) -> &'static str {
    if is_portuguese(locale) {
        "Formulário de contato 1"
    } else {
        "Contact form 1"
    }
}

/// The texts of a template in one language.
struct Texts {
    /// Name, e-mail, subject and message with a button.
    form: &'static str,
    /// The mail to the site.
    body: &'static str,
    /// The mail to the visitor.
    copy: &'static str,
}

const ENGLISH: Texts = Texts {
    form: "<label> Your name\n    [text* your-name autocomplete:name] </label>\n\n\
<label> Your email\n    [email* your-email autocomplete:email] </label>\n\n\
<label> Subject\n    [text* your-subject] </label>\n\n\
<label> Your message (optional)\n    [textarea your-message] </label>\n\n\
[submit \"Submit\"]",
    body: "From: [your-name] [your-email]\nSubject: [your-subject]\n\nMessage Body:\n[your-message]\n\n-- \n\
This message was sent through a contact form on [_site_title] ([_site_url]).",
    copy: "Message Body:\n[your-message]\n\n-- \n\
This is a copy of the message that you sent to [_site_title] ([_site_url]). \
If it was not you, please disregard it.",
};

/// The names of the fields are those of the English template, which mails and imported texts refer to.
const PORTUGUESE: Texts = Texts {
    form: "<label> Seu nome\n    [text* your-name autocomplete:name] </label>\n\n\
<label> Seu e-mail\n    [email* your-email autocomplete:email] </label>\n\n\
<label> Assunto\n    [text* your-subject] </label>\n\n\
<label> Sua mensagem (opcional)\n    [textarea your-message] </label>\n\n\
[submit \"Enviar\"]",
    body: "De: [your-name] [your-email]\nAssunto: [your-subject]\n\nMensagem:\n[your-message]\n\n-- \n\
Esta mensagem chegou pelo formulário de contato de [_site_title] ([_site_url]).",
    copy: "Mensagem:\n[your-message]\n\n-- \n\
Esta é uma cópia da mensagem que você enviou para [_site_title] ([_site_url]). \
Se não foi você, desconsidere este e-mail.",
};

/// A form as a creation without members shows it.
pub fn new_form(site: &Site<'_>) -> ContactForm {
    let texts = if is_portuguese(site.locale) {
        PORTUGUESE
    } else {
        ENGLISH
    };
    let subject = "[_site_title] \"[your-subject]\"".to_owned();
    let sender = format!("[_site_title] <wordpress@{}>", site.domain);
    let mail = MailTemplate {
        written: false,
        active: true,
        subject,
        sender,
        recipient: "[_site_admin_email]".to_owned(),
        body: texts.body.to_owned(),
        additional_headers: "Reply-To: [your-email]".to_owned(),
        ..MailTemplate::default()
    };
    let mail_2 = MailTemplate {
        active: false,
        recipient: "[your-email]".to_owned(),
        body: texts.copy.to_owned(),
        additional_headers: "Reply-To: [_site_admin_email]".to_owned(),
        ..mail.clone()
    };
    ContactForm {
        id: None,
        slug: None,
        hash: String::new(),
        title: UNTITLED.to_owned(),
        locale: site.locale.to_owned(),
        form: texts.form.to_owned(),
        mail,
        mail_2,
        messages: Messages::defaults(site.locale),
        additional_settings: String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_template_has_four_fields_and_a_button() {
        let form = new_form(&Site {
            domain: "loja.example",
            locale: "pt_BR",
        });
        let shown: Vec<(String, String)> = form
            .tags()
            .into_iter()
            .map(|tag| (tag.written_type, tag.name))
            .collect();
        let wanted = [
            ("text*", "your-name"),
            ("email*", "your-email"),
            ("text*", "your-subject"),
            ("textarea", "your-message"),
            ("submit", ""),
        ];
        assert_eq!(
            shown,
            wanted.map(|(kind, name)| (kind.to_owned(), name.to_owned()))
        );
        assert_eq!(form.mail.sender, "[_site_title] <wordpress@loja.example>");
        assert_eq!(
            (form.locale.as_str(), form.title.as_str()),
            ("pt_BR", "Untitled")
        );
        assert!(form.mail.active && !form.mail_2.active);
        assert_eq!(form.mail_2.recipient, "[your-email]");
    }

    #[test]
    fn the_language_is_that_of_the_locale() {
        let form = |locale| {
            new_form(&Site {
                domain: "loja.example",
                locale,
            })
        };
        let (own, english) = (form("pt_BR"), form("en_US"));
        assert!(own.form.contains("Seu e-mail") && own.mail.body.contains("Mensagem:"));
        assert_eq!(own.message("invalid_required"), "Preencha este campo.");
        assert!(english.form.contains("Your email") && form("fr_FR").form == english.form);
        let names = |form: &ContactForm| {
            form.tags()
                .into_iter()
                .map(|tag| tag.name)
                .collect::<Vec<_>>()
        };
        assert_eq!(names(&own), names(&english));
        assert_eq!(
            (first_title("pt_BR"), first_title("")),
            ("Formulário de contato 1", "Contact form 1")
        );
    }
}
