//! Mails: addresses, headers and bodies with what people wrote.

use contact_form::mail::{self, MailContext, Site, Values, compose};
use jiff::Timestamp;
use mailer::{Revision, Sender, wording};
use ports::MailMessage;
use site_formats::email;

use super::forms::{form, sent};
use super::{Work, done, work};

pub const ALL: &[Work] = &[
    work("contact_form::mail::mailbox::list", |text| {
        done(mail::mailbox::list(text));
    }),
    work("contact_form::mail::tags::parts", |text| {
        done(mail::tags::parts(text).len());
    }),
    work("contact_form::mail::compose", |text| {
        let mut form = form(text);
        text.clone_into(&mut form.mail.subject);
        text.clone_into(&mut form.mail.additional_headers);
        let sent = sent(text, &form);
        let values = Values::new(&form, &sent, &CONTEXT);
        done(compose(&form.mail, "pt_BR", &values, &sent).is_ok());
    })
    .bytes(1_024),
    work("mailer::to_raw", |text| {
        let message = MailMessage {
            to: "ana@a.example".to_owned(),
            to_name: Some(text.to_owned()),
            from_name: Some(text.to_owned()),
            reply_to: None,
            subject: text.to_owned(),
            text: text.to_owned(),
            html: text.to_owned(),
            inline: Vec::new(),
            message_id: "1".to_owned(),
        };
        if let Ok(sender) = Sender::new("pauta@a.example", None) {
            done(mailer::to_raw(&message, &sender, Timestamp::UNIX_EPOCH));
        }
    })
    .bytes(256),
    work("mailer::ascii_address", |text| {
        done(mailer::ascii_address(text));
    }),
    work("mailer::wording::single_line", |text| {
        done(wording::single_line(text));
        done(wording::shortened(text, 60));
    }),
    work("mailer::Revision::new", |text| {
        done(Revision::new(text).asked_lines().len());
    }),
    work("site_formats::email::is_email", |text| {
        done(email::is_email(text));
    }),
];

const CONTEXT: MailContext<'_> = MailContext {
    site: Site {
        title: "Padaria",
        description: "",
        url: "https://a.example",
        domain: "a.example",
        admin_email: "a@a.example",
        date_format: "j/m/Y",
        time_format: "H:i",
    },
    post: None,
    user: None,
    now: jiff::civil::datetime(2027, 1, 15, 9, 0, 0, 0),
    names: None,
    remote_ip: "203.0.113.7",
    user_agent: "a",
    url: "https://a.example/",
    serial_number: None,
    invalid_fields: 0,
};
