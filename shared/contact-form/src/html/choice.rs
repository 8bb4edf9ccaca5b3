//! Controls of several values: boxes, buttons, lists.

use super::attributes::Element;
use super::control::Field;
use crate::tag::Kind;

impl Field<'_> {
    /// Whether the value at a position is chosen.
    fn is_chosen(&self, position: usize, value: &str) -> bool {
        match self.sent.filter(|_| self.is_defined()) {
            Some(sent) => {
                let mut values = sent.values(&self.tag.name).iter();
                let free = self.tag.has("free_text") && position == self.tag.values.len();
                values.any(|own| own == value || (free && own.starts_with(&format!("{value} "))))
            }
            None => self.tag.default_positions().contains(&position),
        }
    }

    /// A drop-down list.
    pub(super) fn select(&self) -> String {
        let multiple = self.tag.has("multiple");
        let blank = self.tag.has("include_blank") || self.tag.values.is_empty();
        let mut options = String::new();
        if blank {
            options.push_str(&Element::new("option").with("value", "").around_text("—"));
        }
        for (at, (label, value)) in self.tag.labels.iter().zip(&self.tag.values).enumerate() {
            let is_label = at == 0 && !blank && self.tag.has("first_as_label");
            let option = Element::new("option")
                .with("value", if is_label { "" } else { value })
                .flag("selected", !is_label && self.is_chosen(at + 1, value));
            options.push_str(&option.around_text(label));
        }
        let spoken = (!self.is_labelled && !self.is_referred).then(|| self.spoken());
        let name = match multiple {
            true => format!("{}[]", self.tag.name),
            false => self.tag.name.clone(),
        };
        let element = Element::new("select")
            .with("name", &name)
            .with("id", &self.id())
            .with("class", &self.classes())
            .with_some("aria-label", spoken.as_deref())
            .with_some("autocomplete", self.tag.option("autocomplete"))
            .with("aria-invalid", &self.error().is_some().to_string())
            .flag("multiple", multiple)
            .flag("required", self.tag.is_required());
        self.wrapped(&self.described(element).around(&options))
    }

    /// Boxes or buttons in a group.
    pub(super) fn group(&self) -> String {
        let is_radio = self.tag.kind == Kind::Radio;
        let items = self.tag.labels.iter().zip(&self.tag.values).enumerate();
        let items: Vec<String> = items
            .map(|(at, (label, value))| self.item(at, label, value))
            .collect();
        let invalid = self.error().is_some().to_string();
        let mut group = Element::new("span")
            .with("class", &self.classes())
            .with("id", &self.id())
            .with("role", if is_radio { "radiogroup" } else { "group" })
            .with("aria-label", &self.spoken())
            .with("tabindex", "-1");
        if is_radio {
            group = group
                .with("aria-required", "true")
                .with("aria-invalid", &invalid);
        }
        self.wrapped(&self.described(group).around(&items.concat()))
    }

    fn item(&self, at: usize, label: &str, value: &str) -> String {
        let is_radio = self.tag.kind == Kind::Radio;
        let is_list = !is_radio && !self.tag.has("exclusive");
        let name = match is_list {
            true => format!("{}[]", self.tag.name),
            false => self.tag.name.clone(),
        };
        // A label within a label is not allowed; the control then carries its name itself.
        let spoken = self.is_labelled.then_some(label);
        let invalid = self.error().is_some().to_string();
        let input = Element::new("input")
            .with("type", if is_radio { "radio" } else { "checkbox" })
            .with("name", &name)
            .with("value", value)
            .with_some("aria-label", spoken)
            .with_some("aria-invalid", (!is_radio).then_some(invalid.as_str()))
            .flag("data-exclusive", self.tag.has("exclusive"))
            .flag("checked", self.is_chosen(at + 1, value))
            .void();
        let text = Element::new("span")
            .with("class", "contactform-list-item-label")
            .around_text(label);
        let inner = match self.tag.has("label_first") {
            true => format!("{text} {input}"),
            false => format!("{input} {text}"),
        };
        let inner = match self.is_labelled {
            true => inner,
            false => Element::new("label").around(&inner),
        };
        let last = at + 1 == self.tag.values.len();
        let free = (last && self.tag.has("free_text")).then(|| self.free_text(label));
        let place = match (at, last) {
            (0, true) => " first last",
            (0, false) => " first",
            (_, true) => " last",
            _ => "",
        };
        Element::new("span")
            .with("class", &format!("contactform-list-item{place}"))
            .around(&format!("{inner}{}", free.unwrap_or_default()))
    }

    fn free_text(&self, label: &str) -> String {
        let name = format!("_contactform_free_text_{}", self.tag.name);
        let value = self
            .sent
            .and_then(|sent| sent.hidden(&name))
            .unwrap_or_default();
        let input = Element::new("input")
            .with("type", "text")
            .with("name", &name)
            .with("class", "contactform-free-text")
            .with("aria-label", label)
            .with("value", value);
        format!(" {}", input.void())
    }
}
