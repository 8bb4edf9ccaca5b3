//! The form that a creation starts from.

use super::mail::MailTemplate;
use super::messages::Messages;
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
pub const FIRST_TITLE: &str = "Contact form 1";

/// Name, e-mail, subject and message with a button.
const FORM: &str = "<label> Your name\n    [text* your-name autocomplete:name] </label>\n\n\
<label> Your email\n    [email* your-email autocomplete:email] </label>\n\n\
<label> Subject\n    [text* your-subject] </label>\n\n\
<label> Your message (optional)\n    [textarea your-message] </label>\n\n\
[submit \"Submit\"]";

const BODY: &str = "From: [your-name] [your-email]\nSubject: [your-subject]\n\nMessage Body:\n[your-message]\n\n-- \n\
This message was sent through a contact form on [_site_title] ([_site_url]).";

const COPY: &str = "Message Body:\n[your-message]\n\n-- \n\
This is a copy of the message that you sent to [_site_title] ([_site_url]). \
If it was not you, please disregard it.";

/// A form as a creation without members shows it.
pub fn new_form(site: &Site<'_>) -> ContactForm {
    let subject = "[_site_title] \"[your-subject]\"".to_owned();
    let sender = format!("[_site_title] <wordpress@{}>", site.domain);
    let mail = MailTemplate {
        written: false,
        active: true,
        subject,
        sender,
        recipient: "[_site_admin_email]".to_owned(),
        body: BODY.to_owned(),
        additional_headers: "Reply-To: [your-email]".to_owned(),
        ..MailTemplate::default()
    };
    let mail_2 = MailTemplate {
        active: false,
        recipient: "[your-email]".to_owned(),
        body: COPY.to_owned(),
        additional_headers: "Reply-To: [_site_admin_email]".to_owned(),
        ..mail.clone()
    };
    ContactForm {
        id: None,
        slug: None,
        hash: String::new(),
        title: UNTITLED.to_owned(),
        locale: site.locale.to_owned(),
        form: FORM.to_owned(),
        mail,
        mail_2,
        messages: Messages::defaults(),
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
}
