//! Rules of contact forms, without any I/O: form tags, the record and its writes, configuration errors, validation,
//! the evaluation of submissions, mails, the HTML of public pages, and the export of entries.
//!
//! A function that takes a submission goes through four steps: it reads the parts of the request, evaluates them
//! against the rules of the form, composes the mail, and answers. Time, randomness, keys and everything that has to be
//! looked up are parameters.
//!
//! ```
//! use contact_form::feedback::{self, Answer, Circumstances, Outcome, Step};
//! use contact_form::form::template::{self, new_form};
//! use contact_form::mail::{self, Site, MailContext, Values};
//! use contact_form::submission::{Part, Submission};
//! use contact_form::validation::schema;
//! use jiff::civil::date;
//!
//! let mut form = new_form(&template::Site { domain: "loja.example", locale: "pt_BR" });
//! form.form = "[text* nome] [email* e-mail] [submit]".to_owned();
//! form.mail.subject = "Contato de [nome]".to_owned();
//! form.store_as(12, |_| "contato".to_owned(), b"bytes from ports::Random");
//!
//! // 1. Read the parts of the multipart body.
//! let text = |name: &str, value: &str| Part::Text { name: name.to_owned(), value: value.to_owned() };
//! let parts = vec![
//!     text("_contactform_unit_tag", "contactform-f12-o1"),
//!     text("nome", "Ana"),
//!     text("e-mail", "ana@casa.example"),
//! ];
//! let sent = Submission::read(parts, &form.tags());
//! let unit_tag = feedback::unit_tag(&sent).ok_or(contact_form::refusal::UNIT_TAG_NOT_FOUND)?;
//!
//! // 2. Check it: rules of the fields, acceptance, spam.
//! let rules = schema(&form, date(2024, 5, 31), "6.1");
//! let step = feedback::evaluate(&form, &sent, &Circumstances {
//!     schema: &rules,
//!     key: b"the site's key",
//!     signed_in: false,
//!     user_agent: "Firefox",
//!     remote_ip: "192.0.2.7",
//!     disallowed: &[],
//! });
//!
//! // 3. Compose the mail, which the notification queue sends.
//! let mail_context = MailContext {
//!     site: Site { title: "Loja", admin_email: "admin@loja.example", ..Site::default() },
//!     post: None,
//!     user: None,
//!     now: date(2024, 5, 31).at(9, 30, 0, 0),
//!     names: None,
//!     remote_ip: "192.0.2.7",
//!     user_agent: "Firefox",
//!     url: "https://loja.example/contato/",
//!     serial_number: None,
//!     invalid_fields: 0,
//! };
//! let outcome = match step {
//!     Step::Refused(outcome) => outcome,
//!     Step::Accepted { .. } => {
//!         let values = Values::new(&form, &sent, &mail_context);
//!         let hash = feedback::posted_data_hash(b"the site's key", &form, &sent, "192.0.2.7");
//!         match mail::compose(&form.mail, &form.locale, &values, &sent) {
//!             Ok(mail) => {
//!                 assert_eq!(mail.subject, "Contato de Ana");
//!                 Outcome::mail_sent(values.message("mail_sent_ok"), hash)
//!             }
//!             Err(_) => Outcome::mail_failed(values.message("mail_sent_ng"), hash),
//!         }
//!     }
//! };
//!
//! // 4. Answer.
//! let answer = Answer {
//!     form_id: 12,
//!     unit_tag: &unit_tag,
//!     outcome: &outcome,
//!     demo_mode: form.settings().demo_mode(),
//!     quiz: None,
//!     leads: &[],
//! };
//! assert_eq!(answer.body()["status"], "mail_sent");
//! # Ok::<(), contact_form::refusal::Refusal>(())
//! ```

#![warn(missing_docs)]

pub mod config_errors;
pub mod export;
pub mod feedback;
pub mod form;
pub mod html;
pub mod mail;
pub mod refusal;
pub mod submission;
pub mod tag;
pub mod validation;
