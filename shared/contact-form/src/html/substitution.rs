//! Puts the controls of fields into a sanitised template.
//!
//! The template is sanitised as a whole, with a mark in place of each field, so that elements around fields stay whole.
//! A mark that ends up within a tag is dropped: a control would break out of the attribute.

use crate::tag::{FormTag, Piece, pieces};

/// Around the number of a field in the sanitised template: private-use characters, which are removed from the rest.
const OPEN: char = '\u{e0f0}';
const CLOSE: char = '\u{e0f1}';

/// A field with its place.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place<'a> {
    /// The field.
    pub tag: &'a FormTag,
    /// Whether it stands within a label.
    pub is_labelled: bool,
}

/// A sanitised template, and the fields that its marks stand for.
pub(super) struct Template {
    html: String,
    tags: Vec<FormTag>,
}

impl Template {
    /// Sanitises a template.
    pub(super) fn new(template: &str, sanitise: &dyn Fn(&str) -> String) -> Self {
        let mut marked = String::with_capacity(template.len());
        let mut tags = Vec::new();
        for piece in pieces(template) {
            match piece {
                Piece::Text(text) => marked.push_str(&text.replace([OPEN, CLOSE], "")),
                Piece::Tag(tag) => {
                    marked.push_str(&format!("{OPEN}{}{CLOSE}", tags.len()));
                    tags.push(*tag);
                }
            }
        }
        Self {
            html: sanitise(&marked),
            tags,
        }
    }

    /// The HTML with each field replaced by its control. Every field is asked for at most once.
    pub(super) fn fill(&self, control: &mut dyn FnMut(Place<'_>) -> String) -> String {
        let mut filled = String::with_capacity(self.html.len() * 2);
        let mut state = State::default();
        let mut rest = self.html.as_str();
        let mut used = vec![false; self.tags.len()];
        while let Some((before, after)) = rest.split_once(OPEN) {
            filled.push_str(before);
            state.read(before);
            let Some((number, behind)) = after.split_once(CLOSE) else {
                rest = after;
                continue;
            };
            rest = behind;
            let number: Option<usize> = number.parse().ok();
            let tag = number.and_then(|number| self.tags.get(number));
            let own = number.and_then(|number| used.get_mut(number));
            if let (Some(tag), Some(own)) = (tag, own)
                && !*own
                && !state.in_tag
            {
                *own = true;
                filled.push_str(&control(Place {
                    tag,
                    is_labelled: state.labels > 0,
                }));
            }
        }
        filled.push_str(rest);
        filled
    }
}

/// Where in the HTML the filling is.
#[derive(Default)]
struct State {
    in_tag: bool,
    quote: Option<char>,
    labels: usize,
    name: String,
}

impl State {
    fn read(&mut self, html: &str) {
        for character in html.chars() {
            match (self.in_tag, self.quote) {
                (false, _) if character == '<' => {
                    self.in_tag = true;
                    self.name.clear();
                }
                (false, _) => {}
                (true, Some(quote)) => {
                    if character == quote {
                        self.quote = None;
                    }
                }
                (true, None) => match character {
                    '"' | '\'' => self.quote = Some(character),
                    '>' => self.close(),
                    c if self.name.len() < 8 => self.name.push(c.to_ascii_lowercase()),
                    _ => {}
                },
            }
        }
    }

    fn close(&mut self) {
        self.in_tag = false;
        if self.name == "/label" {
            self.labels = self.labels.saturating_sub(1);
        } else if self.name == "label" || self.name.starts_with("label ") {
            self.labels += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn filled(template: &str) -> String {
        Template::new(template, &|html| html.to_owned()).fill(&mut |place| {
            format!(
                "#{}{}",
                place.tag.name,
                if place.is_labelled { "!" } else { "" }
            )
        })
    }

    #[test]
    fn fields_are_replaced_where_they_stand() {
        assert_eq!(
            filled("<p>[text a]</p><label class=\"x\">B [text b]</label>[text c]"),
            "<p>#a</p><label class=\"x\">B #b!</label>#c"
        );
        assert_eq!(filled("<labels>[text a]</labels>"), "<labels>#a</labels>");
    }

    #[test]
    fn a_field_within_a_tag_is_dropped() {
        assert_eq!(
            filled("<p title=\"[text a]\">[text b]</p>"),
            "<p title=\"\">#b</p>"
        );
        assert_eq!(
            filled("<p title=\"a>b[text a]\">x</p>"),
            "<p title=\"a>b\">x</p>"
        );
    }

    #[test]
    fn marks_cannot_be_written() {
        assert_eq!(filled("\u{e0f0}0\u{e0f1}[text a]"), "0#a");
        let doubled = Template::new("[text a]", &|html| format!("{html}{html}"));
        assert_eq!(doubled.fill(&mut |_| "x".to_owned()), "x");
    }

    #[test]
    fn the_template_is_sanitised_as_a_whole() {
        let template = Template::new("<label>[text a]</label><script>", &|html| {
            html.replace("<script>", "")
        });
        assert_eq!(template.fill(&mut |_| "x".to_owned()), "<label>x</label>");
    }

    proptest! {
        #[test]
        fn any_template_is_filled(template in "(<|>|\"|[ab]|label|\\[text a\\]|\u{e0f0}|\u{e0f1}|0){0,30}") {
            let html = filled(&template);
            prop_assert!(!html.contains([OPEN, CLOSE]));
        }
    }
}
