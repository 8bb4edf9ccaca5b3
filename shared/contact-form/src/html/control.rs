//! Controls of one value: text, numbers, days, files, terms, questions, buttons.

use super::attributes::Element;
use crate::feedback::Outcome;
use crate::feedback::quiz::{ANSWER, Question};
use crate::form::messages::undefined_value;
use crate::submission::Submission;
use crate::tag::{FormTag, Kind};

/// Width of a line of text when its tag says nothing.
const COLUMNS: u64 = 40;

/// Height of several lines of text when their tag says nothing.
const ROWS: u64 = 10;

/// A field where it is shown.
pub(super) struct Field<'a> {
    /// The field.
    pub tag: &'a FormTag,
    /// Whether it stands within a label.
    pub is_labelled: bool,
    /// Whether a label elsewhere in the template refers to its identifier.
    pub is_referred: bool,
    /// Where the form stands.
    pub unit_tag: &'a str,
    /// How many fields of this name stand before it.
    pub repetition: usize,
    /// The locale of the form.
    pub locale: &'a str,
    /// What was sent, when the form is shown again.
    pub sent: Option<&'a Submission>,
    /// The result, when the form is shown again.
    pub outcome: Option<&'a Outcome>,
}

impl Field<'_> {
    /// The identifier of the control.
    pub(super) fn id(&self) -> String {
        match (self.tag.option("id"), self.repetition) {
            (Some(id), _) => id.to_owned(),
            (None, 0) => format!("{}-{}", self.unit_tag, self.tag.name),
            (None, number) => format!("{}-{}-r{number}", self.unit_tag, self.tag.name),
        }
    }

    /// The message about the value.
    pub(super) fn error(&self) -> Option<&str> {
        let mut invalid = self.outcome?.invalid_fields.iter();
        invalid
            .find(|one| one.field == self.tag.name)
            .map(|one| one.message.as_str())
    }

    fn error_id(&self) -> String {
        format!("{}-ve-{}", self.unit_tag, self.tag.name)
    }

    /// Whether this is the first control with an error, which takes the focus.
    fn takes_focus(&self) -> bool {
        let first = self
            .outcome
            .and_then(|outcome| outcome.invalid_fields.first());
        self.repetition == 0 && first.is_some_and(|first| first.field == self.tag.name)
    }

    /// What a person calls the field: its placeholder, or its name in words.
    pub(super) fn spoken(&self) -> String {
        let hint = self
            .tag
            .is_placeholder()
            .then(|| self.tag.values.first())
            .flatten();
        let name = || self.tag.name.replace(['-', '_', ':'], " ");
        hint.cloned().unwrap_or_else(name)
    }

    /// Classes of the control.
    pub(super) fn classes(&self) -> String {
        let mut classes = vec![
            "contactform-form-control".to_owned(),
            format!("contactform-{}", self.tag.basetype),
        ];
        if self.tag.is_required() {
            classes.push("contactform-validates-as-required".to_owned());
        }
        if self.error().is_some() {
            classes.push("contactform-not-valid".to_owned());
        }
        classes.extend(self.tag.all("class").map(str::to_owned));
        classes.join(" ")
    }

    /// Attributes about the error of a control or of a group.
    pub(super) fn described(&self, element: Element) -> Element {
        let error_id = self.error().map(|_| self.error_id());
        element
            .with_some("aria-describedby", error_id.as_deref())
            .flag("autofocus", self.takes_focus())
    }

    /// The attributes that every control of one value has.
    fn common(&self, element: Element) -> Element {
        let spoken = (!self.is_labelled && !self.is_referred).then(|| self.spoken());
        let invalid = self.error().is_some().to_string();
        let element = element
            .with("name", &self.tag.name)
            .with("id", &self.id())
            .with("class", &self.classes())
            .with_some("tabindex", self.tag.option("tabindex"))
            .with_some("aria-label", spoken.as_deref())
            .with("aria-invalid", &invalid)
            .flag("required", self.tag.is_required())
            .flag("readonly", self.tag.has("readonly"));
        self.described(element)
    }

    /// The value that is shown: what was sent, else the default of the tag.
    fn value(&self) -> &str {
        match self.sent {
            Some(sent) => sent.value(&self.tag.name),
            None if self.tag.is_placeholder() => "",
            None => self.tag.values.first().map_or("", String::as_str),
        }
    }

    fn placeholder(&self) -> Option<&str> {
        let hint = self.tag.is_placeholder().then(|| self.tag.values.first());
        hint.flatten().map(String::as_str)
    }

    /// A control with the message about its value.
    pub(super) fn wrapped(&self, control: &str) -> String {
        let message = self
            .error()
            .filter(|_| self.repetition == 0)
            .map(|message| {
                // Within a label the message would become part of the control's name; it stays its description.
                let hidden = self.is_labelled.then_some("true");
                Element::new("span")
                    .with("class", "contactform-not-valid-tip")
                    .with("id", &self.error_id())
                    .with_some("aria-hidden", hidden)
                    .around_text(message)
            });
        Element::new("span")
            .with("class", "contactform-form-control-wrap")
            .with("data-name", &self.tag.name)
            .around(&format!("{control}{}", message.unwrap_or_default()))
    }

    /// A line of text, an address, a number or a day.
    pub(super) fn input(&self) -> String {
        let kind = match self.tag.kind {
            Kind::Email => "email",
            Kind::Url => "url",
            Kind::Tel => "tel",
            Kind::Number => "number",
            Kind::Range => "range",
            Kind::Date => "date",
            _ => "text",
        };
        let mut element = self.common(Element::new("input").with("type", kind));
        if self.tag.kind.is_line() {
            let most = self.tag.maximum_length().unwrap_or(400).to_string();
            let least = self.tag.whole("minlength").map(|least| least.to_string());
            let columns = self
                .tag
                .size()
                .0
                .filter(|columns| *columns > 0)
                .unwrap_or(COLUMNS);
            element = element
                .with("size", &columns.to_string())
                .with("maxlength", &most)
                .with_some("minlength", least.as_deref());
        } else {
            for name in ["min", "max", "step"] {
                element = element.with_some(name, self.tag.option(name));
            }
        }
        let html = element
            .with_some("autocomplete", self.tag.option("autocomplete"))
            .with_some("placeholder", self.placeholder())
            .with("value", self.value())
            .void();
        self.wrapped(&html)
    }

    /// Several lines of text.
    pub(super) fn textarea(&self) -> String {
        let (columns, rows) = self.tag.size();
        let most = self.tag.maximum_length().unwrap_or(2000).to_string();
        let least = self.tag.whole("minlength").map(|least| least.to_string());
        let start = match (self.sent, self.tag.content.is_empty()) {
            (None, false) => &self.tag.content,
            _ => self.value(),
        };
        let html = self
            .common(Element::new("textarea"))
            .with(
                "cols",
                &columns
                    .filter(|number| *number > 0)
                    .unwrap_or(COLUMNS)
                    .to_string(),
            )
            .with(
                "rows",
                &rows
                    .filter(|number| *number > 0)
                    .unwrap_or(ROWS)
                    .to_string(),
            )
            .with("maxlength", &most)
            .with_some("minlength", least.as_deref())
            .with_some("autocomplete", self.tag.option("autocomplete"))
            .with_some("placeholder", self.placeholder())
            .around_text(&format!("\n{start}"));
        self.wrapped(&html)
    }

    /// A file.
    pub(super) fn file(&self) -> String {
        let accept = self.tag.file_types().join(",");
        let element = self.common(Element::new("input").with("type", "file"));
        self.wrapped(&element.with("accept", &accept).void())
    }

    /// Consent to terms. `content` is sanitised HTML.
    pub(super) fn acceptance(&self, content: &str) -> String {
        let kept = self.sent.map(|sent| sent.is_filled(&self.tag.name));
        let checked = kept.unwrap_or_else(|| self.tag.has("default:on"));
        let content = match content.is_empty() {
            true => markup::escape::text(self.tag.values.first().map_or("", String::as_str)),
            false => content.to_owned(),
        };
        let spoken = (content.is_empty() && !self.is_labelled).then(|| self.spoken());
        let invalid = self.error().is_some().to_string();
        let input = Element::new("input")
            .with("type", "checkbox")
            .with("name", &self.tag.name)
            .with("id", &self.id())
            .with("class", &self.classes())
            .with("value", "1")
            .with_some("aria-label", spoken.as_deref())
            .with("aria-invalid", &invalid)
            .flag("checked", checked)
            .flag(
                "required",
                !self.tag.has("optional") && !self.tag.has("invert"),
            );
        let text = Element::new("span")
            .with("class", "contactform-list-item-label")
            .around(&content);
        let inner = format!("{} {text}", self.described(input).void());
        let item = match self.is_labelled {
            true => inner,
            false => Element::new("label").around(&inner),
        };
        self.wrapped(
            &Element::new("span")
                .with("class", "contactform-list-item")
                .around(&item),
        )
    }

    /// A question.
    pub(super) fn quiz(&self, question: &Question) -> String {
        let input = Element::new("input")
            .with("type", "text")
            .with("name", &self.tag.name)
            .with("id", &self.id())
            .with("class", &self.classes())
            .with("size", &self.tag.size().0.unwrap_or(COLUMNS).to_string())
            .with("autocomplete", "off")
            .with("aria-invalid", &self.error().is_some().to_string())
            .flag("required", true);
        let input = self.described(input).void();
        let text = Element::new("span")
            .with("class", "contactform-quiz-label")
            .around_text(&question.question);
        let inner = format!("{text} {input}");
        let shown = match self.is_labelled {
            true => inner,
            false => Element::new("label").around(&inner),
        };
        let answer = Element::new("input")
            .with("type", "hidden")
            .with("name", &format!("{ANSWER}{}", self.tag.name))
            .with("value", &question.answer_hash)
            .void();
        self.wrapped(&format!("{shown}{answer}"))
    }

    /// A value that the form carries.
    pub(super) fn hidden(&self) -> String {
        Element::new("input")
            .with("type", "hidden")
            .with("name", &self.tag.name)
            .with("class", "contactform-form-control contactform-hidden")
            .with("value", self.value())
            .void()
    }

    /// The button.
    pub(super) fn submit(&self, label: &str) -> String {
        let label = self.tag.values.first().map_or(label, String::as_str);
        Element::new("button")
            .with("type", "submit")
            .with_some("id", self.tag.option("id"))
            .with("class", &self.classes())
            .around_text(label)
    }

    /// The number of characters typed so far, which a script renews.
    pub(super) fn count(&self, target: Option<&FormTag>) -> String {
        let most = target.and_then(FormTag::maximum_length);
        let down = self.tag.has("down");
        let start = match (down, most) {
            (true, Some(most)) => most.to_string(),
            _ => "0".to_owned(),
        };
        let direction = if down { "down" } else { "up" };
        Element::new("span")
            .with("class", &format!("contactform-character-count {direction}"))
            .with("data-target-name", &self.tag.name)
            .with_some(
                "data-maximum-value",
                most.map(|most| most.to_string()).as_deref(),
            )
            .around_text(&start)
    }

    /// The value of another field.
    pub(super) fn output(&self) -> String {
        Element::new("output")
            .with("class", "contactform-reflection")
            .with("data-reflection-of", &self.tag.name)
            .around_text(self.value())
    }

    /// Whether the sent values are worth showing again: not when they were none of the offered ones.
    pub(super) fn is_defined(&self) -> bool {
        self.error() != Some(undefined_value(self.locale))
    }
}
