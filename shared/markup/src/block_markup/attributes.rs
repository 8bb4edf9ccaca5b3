//! Attributes of elements and of blocks.

use scraper::ElementRef;
use serde_json::Value;

/// Attributes of a block, which its opening comment holds as JSON, in the order in which the editor writes them.
pub(super) type Attributes = Vec<(&'static str, Value)>;

/// The attributes that every block can take from its element: CSS classes of the author's own, and an anchor.
#[derive(Debug, Default)]
pub(super) struct Own {
    /// Classes that no block makes itself, separated by blanks.
    pub classes: String,
    /// The element's `id`.
    pub anchor: Option<String>,
}

/// The attributes of `element` for its block; `None` when it has others than `class`, `id` and those of `known`, which no
/// block can express.
pub(super) fn own(element: ElementRef<'_>, known: &[&str]) -> Option<Own> {
    let mut own = Own::default();
    for (name, value) in element.value().attrs() {
        match name {
            "class" => own.classes = own_classes(value),
            "id" => own.anchor = Some(value.to_owned()),
            _ if known.contains(&name) => {}
            _ => return None,
        }
    }
    Some(own)
}

/// The classes that do not come from a block that is made here.
pub(super) fn own_classes(value: &str) -> String {
    let own: Vec<&str> = value
        .split_ascii_whitespace()
        .filter(|class| !is_of_block(class))
        .collect();
    own.join(" ")
}

/// Classes that the blocks which are made here write themselves. Those of other blocks stay, for their styles.
const OF_BLOCKS: [&str; 11] = [
    "has-alpha-channel-opacity",
    "wp-block-code",
    "wp-block-embed",
    "wp-block-heading",
    "wp-block-image",
    "wp-block-list",
    "wp-block-preformatted",
    "wp-block-quote",
    "wp-block-separator",
    "wp-block-table",
    "wp-element-caption",
];

/// Whether a block writes this class itself. The identifier of a picture that a class names is that of another host.
fn is_of_block(class: &str) -> bool {
    OF_BLOCKS.contains(&class) || class.starts_with("wp-image-")
}

impl Own {
    /// Notes the attributes in the block's, where the editor expects them.
    pub(super) fn note(&self, attributes: &mut Attributes) {
        if let Some(anchor) = &self.anchor {
            attributes.push(("anchor", anchor.clone().into()));
        }
        if !self.classes.is_empty() {
            attributes.push(("className", self.classes.clone().into()));
        }
    }

    /// Writes `class` and `id` of an element whose block writes the classes `block` itself.
    pub(super) fn write(&self, block: &[&str], out: &mut String) {
        let classes = block.iter().copied().chain([self.classes.as_str()]);
        let classes: Vec<&str> = classes.filter(|class| !class.is_empty()).collect();
        if !classes.is_empty() {
            attribute("class", &classes.join(" "), out);
        }
        if let Some(anchor) = &self.anchor {
            attribute("id", anchor, out);
        }
    }
}

/// Writes an attribute of an element, a blank before it.
pub(super) fn attribute(name: &str, value: &str, out: &mut String) {
    out.push(' ');
    out.push_str(name);
    out.push_str("=\"");
    escaped_value(value, out);
    out.push('"');
}

/// Writes the value of an attribute in double quotes.
pub(super) fn escaped_value(value: &str, out: &mut String) {
    for character in value.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '"' => out.push_str("&quot;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '\u{a0}' => out.push_str("&nbsp;"),
            other => out.push(other),
        }
    }
}

/// Writes the attributes of a block as JSON that no parser takes for the end of its comment.
pub(super) fn json(attributes: &Attributes, out: &mut String) {
    for (number, (name, value)) in attributes.iter().enumerate() {
        out.push(if number == 0 { '{' } else { ',' });
        out.push('"');
        out.push_str(name);
        out.push_str("\":");
        escaped_json(&value.to_string(), out);
    }
    out.push('}');
}

fn escaped_json(json: &str, out: &mut String) {
    let mut characters = json.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            '<' => out.push_str("\\u003c"),
            '>' => out.push_str("\\u003e"),
            '&' => out.push_str("\\u0026"),
            '-' if characters.peek() == Some(&'-') => {
                characters.next();
                out.push_str("\\u002d\\u002d");
            }
            '\\' => match characters.next() {
                Some('"') => out.push_str("\\u0022"),
                Some('\\') => out.push_str("\\u005c"),
                Some(other) => out.extend(['\\', other]),
                None => out.push('\\'),
            },
            other => out.push(other),
        }
    }
}
