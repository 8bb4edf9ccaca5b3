//! Writes HTML elements with escaped attributes.

use markup::escape;

/// An element that is written attribute by attribute.
pub(super) struct Element {
    name: &'static str,
    html: String,
}

impl Element {
    /// Starts an element.
    pub(super) fn new(name: &'static str) -> Self {
        Self {
            name,
            html: format!("<{name}"),
        }
    }

    /// Adds an attribute.
    pub(super) fn with(mut self, name: &str, value: &str) -> Self {
        self.html
            .push_str(&format!(" {name}=\"{}\"", escape::text(value)));
        self
    }

    /// Adds an attribute that has a value.
    pub(super) fn with_some(self, name: &str, value: Option<&str>) -> Self {
        match value {
            Some(value) => self.with(name, value),
            None => self,
        }
    }

    /// Adds an attribute without a value when it applies.
    pub(super) fn flag(mut self, name: &str, applies: bool) -> Self {
        if applies {
            self.html.push_str(&format!(" {name}"));
        }
        self
    }

    /// The element without content and without an end tag.
    pub(super) fn void(self) -> String {
        self.html + ">"
    }

    /// The element around HTML.
    pub(super) fn around(self, html: &str) -> String {
        format!("{}>{html}</{}>", self.html, self.name)
    }

    /// The element around plain text.
    pub(super) fn around_text(self, text: &str) -> String {
        let text = escape::text(text);
        self.around(&text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_and_texts_are_escaped() {
        let html = Element::new("a")
            .with("title", "\"><b>")
            .with_some("id", None)
            .flag("hidden", true)
            .flag("open", false)
            .around_text("<i>");
        assert_eq!(
            html,
            "<a title=\"&quot;&gt;&lt;b&gt;\" hidden>&lt;i&gt;</a>"
        );
        assert_eq!(Element::new("br").void(), "<br>");
    }
}
