//! Blocks of text: paragraphs, headings, quotations, code and preformatted text, and the line between them.

use scraper::{ElementRef, Node};

use super::attributes::{Attributes, attribute, own, own_classes};
use super::container::Converter;
use super::serialise::{holds_phrasing, inner, is_blank};

impl Converter<'_> {
    /// `core/paragraph`.
    pub(super) fn paragraph(&mut self, element: ElementRef<'_>) -> bool {
        if let Some(frame) = only_child(element, "iframe") {
            return element.value().attrs().next().is_none() && self.frame(frame, None);
        }
        let (Some(own), true) = (own(element, &["dir"]), holds_phrasing(element)) else {
            return false;
        };
        let mut attributes = Attributes::new();
        let direction = element.value().attr("dir");
        match direction {
            None => {}
            Some("ltr" | "rtl") => {
                attributes.push(("direction", direction.into()));
            }
            Some(_) => return false,
        }
        own.note(&mut attributes);
        self.open("paragraph", &attributes);
        self.out.push_str("<p");
        own.write(&[], &mut self.out);
        if let Some(direction) = direction {
            attribute("dir", direction, &mut self.out);
        }
        self.out.push('>');
        inner(element, &mut self.out);
        self.out.push_str("</p>");
        self.close("paragraph");
        true
    }

    /// `core/heading`.
    pub(super) fn heading(&mut self, element: ElementRef<'_>, level: u8) -> bool {
        let (Some(own), true) = (own(element, &[]), holds_phrasing(element)) else {
            return false;
        };
        let mut attributes = Attributes::new();
        // The second level is the block's default, which the editor does not write.
        if level != 2 {
            attributes.push(("level", level.into()));
        }
        own.note(&mut attributes);
        self.open("heading", &attributes);
        let name = element.value().name();
        self.out.push('<');
        self.out.push_str(name);
        own.write(&["wp-block-heading"], &mut self.out);
        self.out.push('>');
        inner(element, &mut self.out);
        self.out.push_str("</");
        self.out.push_str(name);
        self.out.push('>');
        self.close("heading");
        true
    }

    /// `core/quote`, with the blocks inside of it. A source at its end is the block's citation.
    pub(super) fn quote(&mut self, element: ElementRef<'_>) -> bool {
        let Some(own) = own(element, &[]) else {
            return false;
        };
        let mut content: Vec<_> = element.children().collect();
        while content.last().is_some_and(|node| is_blank(*node)) {
            content.pop();
        }
        let citation = content
            .last()
            .and_then(|node| ElementRef::wrap(*node))
            .filter(|last| {
                last.value().name() == "cite"
                    && last.value().attrs().next().is_none()
                    && holds_phrasing(*last)
            });
        if citation.is_some() {
            content.pop();
        }
        if content.iter().all(|node| is_blank(*node)) {
            return false;
        }
        let mark = self.mark();
        let mut attributes = Attributes::new();
        own.note(&mut attributes);
        self.open("quote", &attributes);
        self.out.push_str("<blockquote");
        own.write(&["wp-block-quote"], &mut self.out);
        self.out.push('>');
        let is_inside = self.inside(|converter| {
            converter.blocks(content.into_iter());
            true
        });
        if !is_inside {
            self.take_back(&mark);
            return false;
        }
        if let Some(citation) = citation {
            self.out.push_str("<cite>");
            inner(citation, &mut self.out);
            self.out.push_str("</cite>");
        }
        self.out.push_str("</blockquote>");
        self.close("quote");
        true
    }

    /// `core/code` for preformatted code, else `core/preformatted`.
    pub(super) fn preformatted(&mut self, element: ElementRef<'_>) -> bool {
        let (Some(mut own), true) = (own(element, &[]), holds_phrasing(element)) else {
            return false;
        };
        let mut attributes = Attributes::new();
        let Some(code) = only_child(element, "code") else {
            own.note(&mut attributes);
            self.open("preformatted", &attributes);
            self.out.push_str("<pre");
            own.write(&["wp-block-preformatted"], &mut self.out);
            self.out.push('>');
            let start = self.out.len();
            inner(element, &mut self.out);
            if self
                .out
                .get(start..)
                .is_some_and(|text| text.starts_with('\n'))
            {
                // The parser drops the first line break of such a text.
                self.out.insert(start, '\n');
            }
            self.out.push_str("</pre>");
            self.close("preformatted");
            return true;
        };
        // The block has no place for the name of the language but its own classes, where scripts that colour code look too.
        if code.value().attrs().any(|(name, _)| name != "class") {
            return false;
        }
        let language = own_classes(code.value().attr("class").unwrap_or_default());
        if !language.is_empty() {
            if !own.classes.is_empty() {
                own.classes.push(' ');
            }
            own.classes.push_str(&language);
        }
        own.note(&mut attributes);
        self.open("code", &attributes);
        self.out.push_str("<pre");
        own.write(&["wp-block-code"], &mut self.out);
        self.out.push_str("><code>");
        let mut html = String::new();
        inner(code, &mut html);
        as_code(&html, &mut self.out);
        self.out.push_str("</code></pre>");
        self.close("code");
        true
    }

    /// `core/separator`.
    pub(super) fn separator(&mut self, element: ElementRef<'_>) -> bool {
        let Some(own) = own(element, &[]) else {
            return false;
        };
        let mut attributes = Attributes::new();
        own.note(&mut attributes);
        self.open("separator", &attributes);
        self.out.push_str("<hr");
        own.write(
            &["wp-block-separator", "has-alpha-channel-opacity"],
            &mut self.out,
        );
        self.out.push_str("/>");
        self.close("separator");
        true
    }
}

/// The only child of an element, white space aside, if it is an element of this name.
pub(super) fn only_child<'n>(element: ElementRef<'n>, name: &str) -> Option<ElementRef<'n>> {
    // Line breaks around code are part of it.
    let counts = |node: &ego_tree::NodeRef<'n, Node>| name == "code" || !is_blank(*node);
    let mut children = element.children().filter(counts);
    let only = children.next().and_then(ElementRef::wrap)?;
    (only.value().name() == name && children.next().is_none()).then_some(only)
}

/// Writes code so that the host runs no shortcode in it and embeds no address that is alone on its line, as the editor does.
fn as_code(html: &str, out: &mut String) {
    for (number, line) in html.split('\n').enumerate() {
        if number > 0 {
            out.push('\n');
        }
        let address = line.trim_ascii();
        let scheme = ["https:", "http:"].into_iter().find(|scheme| {
            address
                .strip_prefix(scheme)
                .is_some_and(|rest| rest.starts_with("//"))
        });
        let is_alone = !address.contains(|c: char| c.is_whitespace() || "<>\"".contains(c));
        for (part, text) in line.split('[').enumerate() {
            if part > 0 {
                out.push_str("&#91;");
            }
            match scheme.filter(|_| is_alone && part == 0) {
                Some(scheme) => out.push_str(&text.replacen(
                    &format!("{scheme}//"),
                    &format!("{scheme}&#47;&#47;"),
                    1,
                )),
                None => out.push_str(text),
            }
        }
    }
}
