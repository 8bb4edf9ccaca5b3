//! Replaces mail tags by their values.

use jiff::civil::DateTime;
use site_formats::date::format_date;

use super::special::MailContext;
use super::tags::{Part, parts};
use crate::form::ContactForm;
use crate::submission::Submission;
use crate::tag::{FormTag, Kind, dates};

/// Where a value is put, which determines what is done to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Target {
    /// Plain text of several lines: a value stays as it is.
    Text,
    /// HTML: a value is escaped.
    Html,
    /// One line: control characters become blanks.
    Line,
    /// Addresses: as in a line, and what separates addresses becomes a blank, so that a visitor adds none.
    Addresses,
}

/// What the tags of a mail stand for.
#[derive(Debug, Clone)]
pub struct Values<'a> {
    form: &'a ContactForm,
    tags: Vec<FormTag>,
    sent: &'a Submission,
    mail_context: &'a MailContext<'a>,
}

/// A value with its source.
struct Value {
    text: String,
    /// Whether an editor chose the text: an administration's address, or the part behind the bar of a chosen value.
    is_trusted: bool,
}

impl<'a> Values<'a> {
    /// The values of a submission.
    pub fn new(
        form: &'a ContactForm,
        sent: &'a Submission,
        mail_context: &'a MailContext<'a>,
    ) -> Self {
        Self {
            form,
            tags: form.tags(),
            sent,
            mail_context,
        }
    }

    /// A template with its tags replaced. A tag that is none of the form stays as it is.
    pub fn replace(&self, template: &str, target: Target) -> String {
        let shown = parts(template).into_iter().map(|part| match part {
            Part::Text(text) => text.to_owned(),
            Part::Tag {
                written,
                name,
                argument,
            } => match self.value(name, argument) {
                Some(value) => fitted(value, target),
                None => written.to_owned(),
            },
        });
        shown.collect()
    }

    /// The body of a mail: as [`replace`](Self::replace), line by line. With `exclude_blank`, a line is left out when it
    /// has tags and all of them are empty.
    pub fn replace_lines(&self, template: &str, target: Target, exclude_blank: bool) -> String {
        let template = template.replace("\r\n", "\n");
        let is_blank = |line: &str| {
            let mut values = parts(line).into_iter().filter_map(|part| match part {
                Part::Text(_) => None,
                Part::Tag { name, argument, .. } => Some(self.value(name, argument)),
            });
            let is_empty =
                |value: Option<Value>| value.is_some_and(|value| value.text.trim().is_empty());
            match values.next() {
                None => false,
                Some(first) => is_empty(first) && values.all(is_empty),
            }
        };
        let lines: Vec<String> = template
            .split('\n')
            .filter(|line| !(exclude_blank && is_blank(line)))
            .map(|line| self.replace(line, target))
            .collect();
        lines.join("\n")
    }

    /// One of the form's messages with its tags replaced.
    pub fn message(&self, key: &str) -> String {
        self.replace(self.form.message(key), Target::Text)
    }

    fn value(&self, name: &str, argument: Option<&str>) -> Option<Value> {
        if let Some(text) = self.mail_context.special(name, &self.form.title) {
            let is_trusted = name == "_site_admin_email";
            return Some(Value { text, is_trusted });
        }
        if let Some(tag) = name.strip_prefix("_raw_").and_then(|name| self.tag(name)) {
            let text = self.sent.values(&tag.name).join(", ");
            return Some(Value {
                text,
                is_trusted: false,
            });
        }
        if let Some(tag) = name
            .strip_prefix("_format_")
            .and_then(|name| self.tag(name))
        {
            return Some(Value {
                text: self.formatted(tag, argument),
                is_trusted: false,
            });
        }
        self.tag(name).map(|tag| self.field(tag))
    }

    fn tag(&self, name: &str) -> Option<&FormTag> {
        let name = name.replace('.', "_");
        let mut tags = self.tags.iter();
        tags.find(|tag| tag.name == name && tag.kind.is_input())
    }

    /// The value of a date field in PHP's letters; the value itself when it is no day.
    fn formatted(&self, tag: &FormTag, form: Option<&str>) -> String {
        let value = self.sent.value(&tag.name);
        match (form, dates::calendar_day(value)) {
            (Some(form), Some(day)) => {
                let at = DateTime::from_parts(day, jiff::civil::Time::midnight());
                format_date(form, at, self.mail_context.names)
            }
            _ => value.to_owned(),
        }
    }

    fn field(&self, tag: &FormTag) -> Value {
        let sent = self.sent.values(&tag.name);
        match tag.kind {
            Kind::File => {
                let names: Vec<&str> = self
                    .sent
                    .uploads_of(&tag.name)
                    .map(|file| file.file_name.as_str())
                    .collect();
                Value {
                    text: names.join(", "),
                    is_trusted: false,
                }
            }
            Kind::Acceptance => Value {
                text: consent(tag, self.sent),
                is_trusted: false,
            },
            kind if kind.is_choice() => {
                let texts: Vec<&str> = sent.iter().map(|value| tag.piped(value)).collect();
                Value {
                    text: texts.join(", "),
                    is_trusted: !sent.is_empty()
                        && sent.iter().all(|value| tag.values.contains(value)),
                }
            }
            _ => Value {
                text: sent.join(", "),
                is_trusted: false,
            },
        }
    }
}

fn consent(tag: &FormTag, sent: &Submission) -> String {
    let written = match tag.content.is_empty() {
        true => tag.values.first().map(String::as_str).unwrap_or_default(),
        false => tag.content.as_str(),
    };
    let text = markup::text::plain(written);
    let word = match sent.value(&tag.name).trim() {
        "" | "0" => "Not consented",
        _ => "Consented",
    };
    format!("{word}: {text}")
}

fn fitted(value: Value, target: Target) -> String {
    let separates = |c: char| matches!(c, ',' | ';' | '<' | '>' | '"' | '(' | ')');
    match target {
        Target::Text => value.text,
        Target::Html => markup::escape::text(&value.text),
        Target::Line => value.text.replace(char::is_control, " "),
        Target::Addresses if value.is_trusted => value.text.replace(char::is_control, " "),
        Target::Addresses => {
            let text = value
                .text
                .replace(|c: char| c.is_control() || separates(c), " ");
            text.trim().to_owned()
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::special::tests::mail_context;
    use super::*;
    use crate::form::template;
    use crate::submission;

    /// A form with this template.
    pub fn form(body: &str) -> ContactForm {
        let mut form = template::new_form(&template::Site {
            domain: "loja.example",
            locale: "pt_BR",
        });
        form.form = body.to_owned();
        form
    }

    /// A submission of these values.
    pub fn sent(form: &ContactForm, values: &[(&str, &str)]) -> Submission {
        let part = |(name, value): &(&str, &str)| submission::Part::Text {
            name: (*name).to_owned(),
            value: (*value).to_owned(),
        };
        Submission::read(values.iter().map(part).collect(), &form.tags())
    }

    fn replaced(body: &str, values: &[(&str, &str)], template: &str, target: Target) -> String {
        let form = form(body);
        let sent = sent(&form, values);
        let mail_context = mail_context();
        Values::new(&form, &sent, &mail_context).replace(template, target)
    }

    #[test]
    fn fields_and_unknown_tags() {
        let shown = replaced(
            "[text nome][text n2]",
            &[("nome", "Ana")],
            "[nome]|[n2]|[outro]|[_outra]",
            Target::Text,
        );
        assert_eq!(shown, "Ana||[outro]|[_outra]");
    }

    #[test]
    fn lists_are_joined() {
        let shown = replaced(
            r#"[checkbox c "a" "b"][text t]"#,
            &[("c[]", "a"), ("c[]", "b"), ("t[]", "1"), ("t[]", "2")],
            "[c] [t]",
            Target::Text,
        );
        assert_eq!(shown, "a, b 1, 2");
    }

    #[test]
    fn pipes_and_raw_values() {
        let shown = replaced(
            r#"[select s "Vendas|v@loja.example"]"#,
            &[("s", "Vendas")],
            "[s] [_raw_s]",
            Target::Text,
        );
        assert_eq!(shown, "v@loja.example Vendas");
    }

    #[test]
    fn dates_are_formatted() {
        let shown = |value| {
            replaced(
                "[date dia]",
                &[("dia", value)],
                "[_format_dia \"d/m/Y\"] [dia]",
                Target::Text,
            )
        };
        assert_eq!(shown("2024-05-31"), "31/05/2024 2024-05-31");
        assert_eq!(shown("nunca"), "nunca nunca");
    }

    #[test]
    fn acceptance_says_what_was_accepted() {
        let shown = |values: &[(&str, &str)]| {
            replaced(
                "[acceptance t]Li os <a href=\"/t\">termos</a>[/acceptance]",
                values,
                "[t]",
                Target::Text,
            )
        };
        assert_eq!(shown(&[("t", "1")]), "Consented: Li os termos");
        assert_eq!(shown(&[]), "Not consented: Li os termos");
    }

    #[test]
    fn values_fit_their_place() {
        let value = [("nome", "<b>Ana</b>,\r\nBcc: x@y.zz")];
        let shown = |target| replaced("[text nome]", &value, "[nome]", target);
        assert_eq!(shown(Target::Text), "<b>Ana</b>,\r\nBcc: x@y.zz");
        assert_eq!(
            shown(Target::Html),
            "&lt;b&gt;Ana&lt;/b&gt;,\r\nBcc: x@y.zz"
        );
        assert_eq!(shown(Target::Line), "<b>Ana</b>,  Bcc: x@y.zz");
        assert!(!shown(Target::Addresses).contains([',', '<', '\r', '\n']));
    }

    #[test]
    fn an_editors_list_of_addresses_stays() {
        let shown = replaced(
            r#"[select s "Todos|a@b.co, c@d.co"]"#,
            &[("s", "Todos")],
            "[s]",
            Target::Addresses,
        );
        assert_eq!(shown, "a@b.co, c@d.co");
    }

    #[test]
    fn lines_of_empty_tags_are_left_out() {
        let form = form("[text a][text b]");
        let sent = sent(&form, &[("a", "1")]);
        let mail_context = mail_context();
        let values = Values::new(&form, &sent, &mail_context);
        let template = "A: [a]\r\nB: [b]\n\nAB: [a][b]\nX: [x]\n[b] [b]";
        assert_eq!(
            values.replace_lines(template, Target::Text, true),
            "A: 1\n\nAB: 1\nX: [x]"
        );
        assert_eq!(
            values.replace_lines(template, Target::Text, false),
            "A: 1\nB: \n\nAB: 1\nX: [x]\n "
        );
    }

    #[test]
    fn messages_have_tags_too() {
        let mut form = form("[text nome]");
        form.messages = crate::form::messages::Messages::from_write(
            &serde_json::json!({"mail_sent_ok": "Enviado, [nome]!"}),
        );
        let sent = sent(&form, &[("nome", "Ana")]);
        let mail_context = mail_context();
        assert_eq!(
            Values::new(&form, &sent, &mail_context).message("mail_sent_ok"),
            "Enviado, Ana!"
        );
    }
}
