//! Quiz fields: a question of a list, and a keyed fingerprint of its answer that the form carries.

use serde_json::{Map, Value, json};
use subtle::ConstantTimeEq;

use super::fingerprint::fingerprint;
use crate::form::ContactForm;
use crate::submission::Submission;
use crate::tag::{FormTag, Kind};

/// Before the name of a quiz field: the fingerprint of its answer.
pub const ANSWER: &str = "_contactform_quiz_answer_";

/// A question with the fingerprint of its answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Question {
    /// The name of the field.
    pub field: String,
    /// The question.
    pub question: String,
    /// 32 hexadecimal characters.
    pub answer_hash: String,
}

fn answer_hash(key: &[u8], form_id: Option<u64>, field: &str, answer: &str) -> String {
    let id = form_id.unwrap_or_default().to_string();
    fingerprint(key, &["quiz", &id, field, &answer.trim().to_lowercase()])
}

/// A question of a quiz field; `pick` chooses a position below the given number.
pub fn question(
    form: &ContactForm,
    tag: &FormTag,
    key: &[u8],
    pick: &mut dyn FnMut(usize) -> usize,
) -> Question {
    let number = match tag.pipes.len() {
        0 => 0,
        length => pick(length) % length,
    };
    let (question, answer) = match tag.pipes.get(number) {
        Some((question, answer)) => (question.as_str(), answer.as_str()),
        None => ("1+1=?", "2"),
    };
    Question {
        field: tag.name.clone(),
        question: question.to_owned(),
        answer_hash: answer_hash(key, form.id, &tag.name, answer),
    }
}

/// Whether the answer in a submission is the one whose fingerprint it carries. Blanks around it and upper case do not
/// matter.
pub fn is_answered(form: &ContactForm, tag: &FormTag, sent: &Submission, key: &[u8]) -> bool {
    let Some(carried) = sent.hidden(&format!("{ANSWER}{}", tag.name)) else {
        return false;
    };
    let own = answer_hash(key, form.id, &tag.name, sent.value(&tag.name));
    sent.is_filled(&tag.name) && bool::from(own.as_bytes().ct_eq(carried.as_bytes()))
}

/// A new question for every quiz field by its name; none for a form without one.
pub fn questions(
    form: &ContactForm,
    key: &[u8],
    pick: &mut dyn FnMut(usize) -> usize,
) -> Option<Value> {
    let mut found = Map::new();
    for tag in form.tags().iter().filter(|tag| tag.kind == Kind::Quiz) {
        let one = question(form, tag, key, pick);
        found.insert(one.field, json!([one.question, one.answer_hash]));
    }
    (!found.is_empty()).then_some(Value::Object(found))
}

/// The answer of the refill route.
pub fn refill(form: &ContactForm, key: &[u8], pick: &mut dyn FnMut(usize) -> usize) -> Value {
    match questions(form, key, pick) {
        Some(questions) => json!({"quiz": questions}),
        None => json!([]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::form::template::{Site, new_form};
    use crate::submission::Part;

    fn form(template: &str) -> ContactForm {
        let mut form = new_form(&Site {
            domain: "loja.example",
            locale: "pt_BR",
        });
        form.form = template.to_owned();
        form.id = Some(12);
        form
    }

    fn sent(answer: &str, hash: Option<&str>) -> Submission {
        let text = |name: &str, value: &str| Part::Text {
            name: name.to_owned(),
            value: value.to_owned(),
        };
        let mut parts = vec![text("q", answer)];
        parts.extend(hash.map(|hash| text("_contactform_quiz_answer_q", hash)));
        Submission::read(parts, &[])
    }

    const TWO: &str = r#"[quiz q "1+1=?|dois" "Capital do Brasil?|Brasília"]"#;

    #[test]
    fn the_answer_of_the_shown_question_is_right() {
        let form = form(TWO);
        let tag = form.tags().remove(0);
        let asked = question(&form, &tag, b"k", &mut |length| length - 1);
        assert_eq!(asked.question, "Capital do Brasil?");
        assert_eq!(asked.answer_hash.len(), 32);
        let right =
            |answer: &str, hash: Option<&str>| is_answered(&form, &tag, &sent(answer, hash), b"k");
        let hash = Some(asked.answer_hash.as_str());
        assert!(right(" BRASÍLIA ", hash));
        assert!(!right("dois", hash));
        assert!(!right("Brasília", None));
        assert!(!right("Brasília", Some("")));
        assert!(!right("", hash));
    }

    #[test]
    fn an_answer_of_another_form_or_key_is_wrong() {
        let own = form(TWO);
        let mut other = own.clone();
        other.id = Some(13);
        let tag = own.tags().remove(0);
        let asked = question(&other, &tag, b"k", &mut |_| 0);
        assert!(!is_answered(
            &own,
            &tag,
            &sent("dois", Some(&asked.answer_hash)),
            b"k"
        ));
        assert!(!is_answered(
            &other,
            &tag,
            &sent("dois", Some(&asked.answer_hash)),
            b"j"
        ));
        assert!(is_answered(
            &other,
            &tag,
            &sent("dois", Some(&asked.answer_hash)),
            b"k"
        ));
    }

    #[test]
    fn refill_names_every_quiz() {
        assert_eq!(refill(&form("[text a]"), b"k", &mut |_| 0), json!([]));
        let body = refill(&form(&format!("{TWO}[quiz r]")), b"k", &mut |_| 7);
        assert_eq!(body["quiz"]["q"][0], "Capital do Brasil?");
        assert_eq!(body["quiz"]["r"][0], "1+1=?");
        assert_eq!(body["quiz"]["r"][1].as_str().unwrap().len(), 32);
    }
}
