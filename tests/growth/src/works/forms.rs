//! Contact forms: their templates, and what visitors send.

use contact_form::config_errors::{Environment, File, config_errors};
use contact_form::export::{Entry, csv};
use contact_form::feedback::{Circumstances, evaluate, posted_data_hash};
use contact_form::form::ContactForm;
use contact_form::form::settings::Settings;
use contact_form::form::template::{Site, new_form};
use contact_form::html::{Page, Sanitise, Shown, form_html};
use contact_form::submission::{self, Part, Submission};
use contact_form::{tag, validation};
use jiff::civil::date;
use markup::{render, sanitise};

use super::{Work, done, work};

pub const ALL: &[Work] = &[
    work("contact_form::tag::tags", |text| done(tag::tags(text))),
    work("contact_form::html::form_html", |text| {
        done(shown(&form(text)));
    })
    .bytes(512),
    work("contact_form::config_errors::config_errors", |text| {
        let environment = Environment {
            domain: "a.example",
            documentation: "https://a.example/",
            upload_limit: 1_000,
            file: &|_| File::Missing,
        };
        done(config_errors(&form(text), &environment));
    })
    .bytes(1_024),
    work("contact_form::form::settings::Settings::parse", |text| {
        done(Settings::parse(text));
    }),
    work("contact_form::validation::schema", |text| {
        done(validation::schema(&form(text), date(2027, 1, 15), "6.1"));
    }),
    work("contact_form::submission::Submission::read", |text| {
        let parts = text.split(' ').map(|value| Part::Text {
            name: value.to_owned(),
            value: text.get(..20).unwrap_or_default().to_owned(),
        });
        let sent = Submission::read(parts.collect(), &form("[text a]").tags());
        done(sent.text());
    }),
    work("contact_form::feedback::evaluate", |text| {
        let form = form(text);
        let sent = sent(text, &form);
        let schema = validation::schema(&form, date(2027, 1, 15), "6.1");
        let circumstances = Circumstances {
            schema: &schema,
            key: b"a key",
            signed_in: false,
            user_agent: "a",
            remote_ip: "203.0.113.7",
            disallowed: &["casa".to_owned()],
        };
        done(evaluate(&form, &sent, &circumstances));
        done(posted_data_hash(b"a key", &form, &sent, "203.0.113.7"));
    }),
    work("contact_form::submission::safe", |text| {
        done(submission::safe(text));
    }),
    work("contact_form::export::csv", |text| {
        let entry = Entry {
            form_name: text.to_owned(),
            form_id: 1,
            record_date: String::new(),
            action_id: 1,
            lead_type: "contact".to_owned(),
            fields: text
                .split(' ')
                .map(|word| (word.to_owned(), vec![word.to_owned()]))
                .collect(),
        };
        done(csv(&[entry], &str::to_owned));
    })
    .bytes(1_024),
    work("spreadsheet::verbatim::verbatim", |text| {
        done(spreadsheet::verbatim::verbatim(text).len());
    }),
];

/// A form with this template, and the mail that it names the same fields in.
pub fn form(template: &str) -> ContactForm {
    let mut form = new_form(&Site {
        domain: "a.example",
        locale: "pt_BR",
    });
    template.clone_into(&mut form.form);
    template.clone_into(&mut form.mail.body);
    form
}

/// A submission of a form whose fields all have the beginning of `text`.
pub fn sent(text: &str, form: &ContactForm) -> Submission {
    let value: String = text.chars().take(20).collect();
    let tags = form.tags();
    let parts = tags.iter().map(|tag| Part::Text {
        name: tag.name.clone(),
        value: value.clone(),
    });
    Submission::read(parts.collect(), &tags)
}

fn shown(form: &ContactForm) -> String {
    let page = Page {
        form,
        unit_tag: "contactform-f1-o1",
        action: "/",
        endpoint: "/rest",
        container_post: 1,
        version: "1",
        submit_label: "Enviar",
        key: b"a key",
        shown: Shown::default(),
    };
    let sanitise = Sanitise {
        template: &|html| render::paragraphs(&sanitise::form_template(html)),
        inline: &sanitise::inline,
    };
    form_html(&page, sanitise, &mut |_| 0)
}
