//! The answer to a submission.

use serde_json::{Map, Value, json};

use super::outcome::{Outcome, Status};
use crate::submission::Submission;

/// Name of the hidden member that says where the form stands.
const UNIT_TAG: &str = "_contactform_unit_tag";

/// Where on its page the form stands, for example `contactform-f12-p34-o1`: letters, digits, `-` and `_` of what was
/// sent; none when nothing is left.
pub fn unit_tag(sent: &Submission) -> Option<String> {
    let written = sent.hidden(UNIT_TAG)?;
    let kept = |c: &char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    let cleaned: String = written.chars().filter(kept).collect();
    (!cleaned.is_empty()).then_some(cleaned)
}

/// What an answer is made of.
#[derive(Debug, Clone)]
pub struct Answer<'a> {
    /// The form's number.
    pub form_id: u64,
    /// Where the form stands.
    pub unit_tag: &'a str,
    /// The result.
    pub outcome: &'a Outcome,
    /// Whether the form is in demo mode.
    pub demo_mode: bool,
    /// New questions, for a form with quiz fields.
    pub quiz: Option<Value>,
    /// The numbers of the entries that the submission was kept as.
    pub leads: &'a [u64],
}

impl Answer<'_> {
    /// The body. The order of its members depends on the result.
    pub fn body(&self) -> Value {
        let outcome = self.outcome;
        let mut body = Map::new();
        let mut put = |name: &str, value: Value| {
            body.insert(name.to_owned(), value);
        };
        if outcome.status.is_accepted() && !self.leads.is_empty() {
            let lead = |id: &u64| json!({"type": "save_lead", "data": {"lead_id": id}});
            put("save_lead", self.leads.iter().map(lead).collect());
        }
        put("contact_form_id", json!(self.form_id));
        put("status", json!(outcome.status.name()));
        put("message", json!(outcome.message));
        if self.demo_mode {
            put("demo_mode", json!(true));
        }
        if outcome.status == Status::ValidationFailed {
            put("invalid_fields", self.invalid_fields());
        }
        if let Some(hash) = &outcome.posted_data_hash {
            put("posted_data_hash", json!(hash));
        }
        put("into", json!(format!("#{}", self.unit_tag)));
        if outcome.status != Status::ValidationFailed {
            put("invalid_fields", self.invalid_fields());
        }
        if let Some(quiz) = &self.quiz {
            put("quiz", quiz.clone());
        }
        Value::Object(body)
    }

    fn invalid_fields(&self) -> Value {
        let shown = self.outcome.invalid_fields.iter().map(|one| {
            json!({
                "field": one.field,
                "message": one.message,
                "idref": one.idref,
                "error_id": format!("{}-ve-{}", self.unit_tag, one.field),
            })
        });
        Value::Array(shown.collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::feedback::InvalidField;
    use crate::submission::Part;

    fn body(outcome: &Outcome, demo_mode: bool, quiz: Option<Value>, leads: &[u64]) -> Value {
        Answer {
            form_id: 12,
            unit_tag: "contactform-f12-o1",
            outcome,
            demo_mode,
            quiz,
            leads,
        }
        .body()
    }

    fn names(value: &Value) -> Vec<&str> {
        value
            .as_object()
            .unwrap()
            .keys()
            .map(String::as_str)
            .collect()
    }

    #[test]
    fn a_sent_mail() {
        let outcome = Outcome::mail_sent("Obrigado".to_owned(), "ab".to_owned());
        let body = body(&outcome, true, Some(json!({"q": ["1+1", "cd"]})), &[7]);
        assert_eq!(
            names(&body),
            [
                "save_lead",
                "contact_form_id",
                "status",
                "message",
                "demo_mode",
                "posted_data_hash",
                "into",
                "invalid_fields",
                "quiz"
            ]
        );
        assert_eq!(
            body["save_lead"],
            json!([{"type": "save_lead", "data": {"lead_id": 7}}])
        );
        assert_eq!(
            (&body["contact_form_id"], &body["status"]),
            (&json!(12), &json!("mail_sent"))
        );
        assert_eq!(
            (&body["message"], &body["posted_data_hash"]),
            (&json!("Obrigado"), &json!("ab"))
        );
        assert_eq!(
            (&body["into"], &body["invalid_fields"]),
            (&json!("#contactform-f12-o1"), &json!([]))
        );
    }

    #[test]
    fn failed_validation_names_its_fields_before_the_hash() {
        let outcome = Outcome {
            invalid_fields: vec![InvalidField {
                field: "your-email".to_owned(),
                message: "Não é e-mail".to_owned(),
                idref: None,
            }],
            ..Outcome::refused(Status::ValidationFailed, "Há erros")
        };
        assert_eq!(
            body(&outcome, false, None, &[7]).to_string(),
            json!({
                "contact_form_id": 12,
                "status": "validation_failed",
                "message": "Há erros",
                "invalid_fields": [{
                    "field": "your-email",
                    "message": "Não é e-mail",
                    "idref": null,
                    "error_id": "contactform-f12-o1-ve-your-email",
                }],
                "posted_data_hash": "",
                "into": "#contactform-f12-o1",
            })
            .to_string()
        );
    }

    #[test]
    fn an_error_has_no_hash() {
        let outcome = Outcome::refused(Status::Error, "Só para assinantes");
        assert_eq!(
            names(&body(&outcome, false, None, &[])),
            [
                "contact_form_id",
                "status",
                "message",
                "into",
                "invalid_fields"
            ]
        );
    }

    #[test]
    fn spam_is_not_kept_as_an_entry() {
        let outcome = Outcome::refused(Status::Spam, "x");
        let body = body(&outcome, false, None, &[7]);
        assert!(body.get("save_lead").is_none());
        assert_eq!(body["posted_data_hash"], "");
    }

    #[test]
    fn unit_tags_are_cleaned() {
        let sent = |value: &str| {
            let part = Part::Text {
                name: UNIT_TAG.to_owned(),
                value: value.to_owned(),
            };
            unit_tag(&Submission::read(vec![part], &[]))
        };
        assert_eq!(
            sent("contactform-f1_\"><b>").as_deref(),
            Some("contactform-f1_b")
        );
        assert_eq!(sent("\"><"), None);
        assert_eq!(unit_tag(&Submission::default()), None);
    }
}
