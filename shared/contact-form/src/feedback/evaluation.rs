//! Evaluates a submission in the order of the interface: fields and files, acceptance, spam.

use super::outcome::{InvalidField, Outcome, Status};
use super::quiz;
use super::suspicion::is_spam;
use crate::form::ContactForm;
use crate::form::messages::subscribers_only;
use crate::submission::Submission;
use crate::tag::{FormTag, Kind};
use crate::validation::Schema;

/// What is known of a request beside its parts.
#[derive(Debug, Clone, Copy)]
pub struct Circumstances<'a> {
    /// The rules of the form today.
    pub schema: &'a Schema,
    /// The key of quiz answers.
    pub key: &'a [u8],
    /// Whether the visitor is signed in.
    pub signed_in: bool,
    /// The user agent; empty without one.
    pub user_agent: &'a str,
    /// The visitor's network address.
    pub remote_ip: &'a str,
    /// The disallowed words of the site.
    pub disallowed: &'a [String],
}

/// How a submission goes on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// It is refused.
    Refused(Outcome),
    /// It is a case for the spam filter, and then for the mail.
    Accepted {
        /// Whether a mail is sent; not in demo mode or with `skip_mail`.
        mail: bool,
    },
}

/// Evaluates a submission up to the point where the spam filter is asked.
pub fn evaluate(form: &ContactForm, sent: &Submission, circumstances: &Circumstances<'_>) -> Step {
    let settings = form.settings();
    if settings.subscribers_only() && !circumstances.signed_in {
        return Step::Refused(Outcome::refused(
            Status::Error,
            subscribers_only(&form.locale),
        ));
    }
    let tags = form.tags();
    let invalid_fields = invalid_fields(form, &tags, sent, circumstances);
    if !invalid_fields.is_empty() {
        return Step::Refused(Outcome {
            invalid_fields,
            ..Outcome::refused(Status::ValidationFailed, form.message("validation_error"))
        });
    }
    if tags.iter().any(|tag| lacks_acceptance(tag, sent)) {
        let message = form.message("accept_terms");
        return Step::Refused(Outcome::refused(Status::AcceptanceMissing, message));
    }
    if is_spam(
        sent,
        circumstances.user_agent,
        circumstances.remote_ip,
        circumstances.disallowed,
    ) {
        return Step::Refused(Outcome::spam(form));
    }
    Step::Accepted {
        mail: !(settings.demo_mode() || settings.skip_mail()),
    }
}

/// The first error of each field: by the rules in their order, then quiz and acceptance fields in the form's order.
fn invalid_fields(
    form: &ContactForm,
    tags: &[FormTag],
    sent: &Submission,
    circumstances: &Circumstances<'_>,
) -> Vec<InvalidField> {
    let mut found: Vec<InvalidField> = Vec::new();
    for rule in &circumstances.schema.rules {
        let known = found.iter().any(|one| one.field == rule.field);
        if !known && !rule.passes(sent) {
            found.push(InvalidField {
                field: rule.field.clone(),
                message: rule.error.clone(),
                idref: None,
            });
        }
    }
    let counts = form.settings().acceptance_as_validation();
    for tag in tags {
        let message = match tag.kind {
            Kind::Quiz if !quiz::is_answered(form, tag, sent, circumstances.key) => {
                "quiz_answer_not_correct"
            }
            Kind::Acceptance if counts && lacks_acceptance(tag, sent) => "accept_terms",
            _ => continue,
        };
        if !found.iter().any(|one| one.field == tag.name) {
            found.push(InvalidField {
                field: tag.name.clone(),
                message: form.message(message).to_owned(),
                idref: tag.option("id").map(str::to_owned),
            });
        }
    }
    found
}

/// Whether an acceptance that is needed was not given. An inverted one must not be ticked.
fn lacks_acceptance(tag: &FormTag, sent: &Submission) -> bool {
    if tag.kind != Kind::Acceptance || tag.has("optional") {
        return false;
    }
    let value = sent.value(&tag.name).trim();
    let given = !matches!(value, "" | "0");
    given == tag.has("invert")
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;
    use crate::form::template::{Site, new_form};
    use crate::submission::Part;
    use crate::validation::schema;

    struct Case {
        form: ContactForm,
        parts: Vec<Part>,
        signed_in: bool,
        user_agent: &'static str,
    }

    fn case(template: &str, values: &[(&str, &str)]) -> Case {
        let mut form = new_form(&Site {
            domain: "loja.example",
            locale: "en_US",
        });
        form.form = template.to_owned();
        let part = |(name, value): &(&str, &str)| Part::Text {
            name: (*name).to_owned(),
            value: (*value).to_owned(),
        };
        Case {
            form,
            parts: values.iter().map(part).collect(),
            signed_in: false,
            user_agent: "Firefox",
        }
    }

    impl Case {
        fn with_settings(mut self, settings: &str) -> Self {
            self.form.additional_settings = settings.to_owned();
            self
        }

        fn with_file(mut self, field: &str, name: &str, bytes: &[u8]) -> Self {
            self.parts.push(Part::File {
                name: field.to_owned(),
                file_name: name.to_owned(),
                bytes: bytes.to_vec(),
            });
            self
        }

        fn step(self) -> Step {
            let sent = Submission::read(self.parts, &self.form.tags());
            let schema = schema(&self.form, date(2024, 5, 31), "6.1");
            let circumstances = Circumstances {
                schema: &schema,
                key: b"k",
                signed_in: self.signed_in,
                user_agent: self.user_agent,
                remote_ip: "192.0.2.1",
                disallowed: &["cassino".to_owned()],
            };
            evaluate(&self.form, &sent, &circumstances)
        }

        fn refused(self) -> Outcome {
            match self.step() {
                Step::Refused(outcome) => outcome,
                Step::Accepted { .. } => panic!("accepted"),
            }
        }
    }

    fn fields(outcome: &Outcome) -> Vec<(&str, &str)> {
        outcome
            .invalid_fields
            .iter()
            .map(|one| (one.field.as_str(), one.message.as_str()))
            .collect()
    }

    #[test]
    fn a_valid_submission_goes_on() {
        let step = case("[text* nome]", &[("nome", "Ana")]).step();
        assert_eq!(step, Step::Accepted { mail: true });
        for settings in ["demo_mode: on", "skip_mail: on"] {
            let step = case("[text* nome]", &[("nome", "Ana")])
                .with_settings(settings)
                .step();
            assert_eq!(step, Step::Accepted { mail: false }, "{settings}");
        }
    }

    #[test]
    fn each_field_has_its_first_error_in_the_order_of_the_rules() {
        let outcome = case(
            "[quiz q \"1+1|2\"][textarea* m][email* e][number n min:5][radio r \"a\"]",
            &[("e", "sem arroba"), ("n", "3"), ("m", " ")],
        )
        .refused();
        assert_eq!(outcome.status, Status::ValidationFailed);
        assert_eq!(
            fields(&outcome),
            [
                ("r", "Please fill out this field."),
                ("n", "This field has a too small number."),
                ("e", "Please enter an email address."),
                ("m", "Please fill out this field."),
                ("q", "The answer to the quiz is incorrect."),
            ]
        );
        assert_eq!(outcome.posted_data_hash.as_deref(), Some(""));
    }

    #[test]
    fn a_value_that_is_not_offered_is_refused() {
        let outcome = case(
            r#"[select s "Vendas|v@loja.example"]"#,
            &[("s", "v@loja.example")],
        )
        .refused();
        assert_eq!(
            fields(&outcome),
            [("s", "Undefined value was submitted through this field.")]
        );
        let outcome = case(
            r#"[checkbox c exclusive "a" "b"]"#,
            &[("c[]", "a"), ("c[]", "b")],
        )
        .refused();
        assert_eq!(fields(&outcome), [("c", "Too many items are selected.")]);
        let step = case(r#"[checkbox c free_text "a"]"#, &[("c[]", "z")]).step();
        assert_eq!(step, Step::Accepted { mail: true });
    }

    #[test]
    fn acceptance_comes_behind_validation() {
        let outcome = case("[acceptance t][text* a]", &[]).refused();
        assert_eq!(outcome.status, Status::ValidationFailed);
        let outcome = case("[acceptance t][text* a]", &[("a", "x")]).refused();
        assert_eq!(outcome.status, Status::AcceptanceMissing);
        assert!(outcome.message.starts_with("You must accept"));
        assert!(outcome.invalid_fields.is_empty());
    }

    #[test]
    fn what_counts_as_acceptance() {
        for (tag, given, accepted) in [
            ("[acceptance t]", Some("1"), true),
            ("[acceptance t]", Some("0"), false),
            ("[acceptance t]", None, false),
            ("[acceptance t optional]", None, true),
            ("[acceptance t invert]", Some("1"), false),
            ("[acceptance t invert]", None, true),
        ] {
            let values: Vec<(&str, &str)> = given.map(|value| ("t", value)).into_iter().collect();
            let step = case(tag, &values).step();
            assert_eq!(
                matches!(step, Step::Accepted { .. }),
                accepted,
                "{tag} {given:?}"
            );
        }
    }

    #[test]
    fn acceptance_can_be_a_validation() {
        let outcome = case("[acceptance t id:termos]", &[])
            .with_settings("acceptance_as_validation: on")
            .refused();
        assert_eq!(outcome.status, Status::ValidationFailed);
        let field = outcome.invalid_fields.first().unwrap();
        assert_eq!(
            (field.field.as_str(), field.idref.as_deref()),
            ("t", Some("termos"))
        );
    }

    #[test]
    fn spam_comes_behind_acceptance() {
        let mut without_agent = case("[acceptance t]", &[]);
        without_agent.user_agent = "";
        assert_eq!(without_agent.refused().status, Status::AcceptanceMissing);
        let outcome = case("[text a]", &[("a", "Cassino online")]).refused();
        assert_eq!(outcome.status, Status::Spam);
        assert!(outcome.message.starts_with("There was an error"));
    }

    #[test]
    fn forms_for_signed_in_users() {
        let form = || case("[text* a]", &[]).with_settings("subscribers_only: on");
        let outcome = form().refused();
        assert_eq!(
            (outcome.status, outcome.posted_data_hash.clone()),
            (Status::Error, None)
        );
        let mut signed_in = form();
        signed_in.signed_in = true;
        assert_eq!(signed_in.refused().status, Status::ValidationFailed);
    }

    #[test]
    fn a_required_file_is_missed_only_when_its_part_is_sent() {
        let outcome = case("[file* foto]", &[])
            .with_file("foto", "", b"")
            .refused();
        assert_eq!(fields(&outcome), [("foto", "Please fill out this field.")]);
        assert_eq!(
            case("[file* foto]", &[]).step(),
            Step::Accepted { mail: true }
        );
        let as_text = case("[file* foto]", &[("foto", "x")]).step();
        assert_eq!(as_text, Step::Accepted { mail: true });
    }

    #[test]
    fn files_are_judged_by_type_and_size() {
        let png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR";
        let fails = |name: &str, bytes: &[u8]| {
            let outcome = case("[file foto limit:20 filetypes:png]", &[])
                .with_file("foto", name, bytes)
                .refused();
            outcome.invalid_fields.first().unwrap().message.clone()
        };
        assert!(fails("a.php", png).contains("of this type"));
        assert!(fails("a.png", b"<?php echo 1;").contains("of this type"));
        let large = [png.as_slice(), &[0; 20]].concat();
        assert!(fails("a.png", &large).contains("too large"));
        let step = case("[file foto limit:20 filetypes:png]", &[])
            .with_file("foto[]", "a.png", png)
            .step();
        assert_eq!(step, Step::Accepted { mail: true });
    }
}
