//! The form below the questions of a post, by which readers ask another one. It is no stored form: its mail goes to the
//! contact of the site, and nothing of it is kept.

use contact_form::form::ContactForm;
use contact_form::form::template::{Site, new_form};
use site_forms::domain;
use site_store::Content;

use crate::faq;
use crate::page_request::PageRequest;

/// Number of the form; stored ones begin at one.
pub(super) const NUMBER: u64 = 0;

/// Texts of the form in one language. The names of its fields are the same in all.
struct Texts {
    title: &'static str,
    form: &'static str,
    subject: &'static str,
    body: &'static str,
}

const PORTUGUESE: Texts = Texts {
    title: "Faça uma pergunta",
    form: "<label> Sua pergunta\n    [textarea* question maxlength:1000] </label>\n\n\
<label> Seu e-mail\n    [email* email maxlength:100 autocomplete:email] </label>\n\n\
[submit \"Enviar pergunta\"]",
    subject: "Pergunta sobre \"[_post_title]\"",
    body: "[question]\n\nDe: [email]\nPágina: [_post_url]\n\n-- \n\
Esta pergunta chegou pelo formulário das perguntas frequentes de [_site_title] ([_site_url]).",
};

const ENGLISH: Texts = Texts {
    title: "Ask a question",
    form: "<label> Your question\n    [textarea* question maxlength:1000] </label>\n\n\
<label> Your email\n    [email* email maxlength:100 autocomplete:email] </label>\n\n\
[submit \"Send question\"]",
    subject: "Question about \"[_post_title]\"",
    body: "[question]\n\nFrom: [email]\nPage: [_post_url]\n\n-- \n\
This question came through the form below the questions and answers of [_site_title] ([_site_url]).",
};

/// The form of an item; none where the item's questions ask for none, or where the site has no contact.
pub(super) fn of(request: &PageRequest, item: &Content) -> Option<ContactForm> {
    let is_wanted = faq::of(item).is_some_and(|faq| faq.form);
    if !is_wanted || request.settings.email.is_empty() {
        return None;
    }
    let texts = if request.words.is_portuguese() {
        PORTUGUESE
    } else {
        ENGLISH
    };
    let mut form = new_form(&Site {
        domain: domain(&request.home),
        locale: &request.settings.language,
    });
    form.id = Some(NUMBER);
    texts.title.clone_into(&mut form.title);
    texts.form.clone_into(&mut form.form);
    form.mail.subject = format!("[_site_title] {}", texts.subject);
    texts.body.clone_into(&mut form.mail.body);
    "Reply-To: [email]".clone_into(&mut form.mail.additional_headers);
    "do_not_store: on".clone_into(&mut form.additional_settings);
    Some(form)
}
