//! The XML form of oEmbed responses (<https://oembed.com/#section2.3.4.2>).

use markup::escape;
use serde_json::Value;

/// Element of the whole and of each element of a list.
const ELEMENT: &str = "oembed";

/// The document with the members of `body`.
pub fn of(body: &Value) -> String {
    let mut xml = String::from("<?xml version=\"1.0\"?>\n");
    write(ELEMENT, body, &mut xml);
    xml.push('\n');
    xml
}

/// Names are those of our schemas, or parameters, and may stand in XML as they are.
fn write(name: &str, value: &Value, xml: &mut String) {
    xml.push_str(&format!("<{name}>"));
    match value {
        Value::Object(members) => {
            for (name, value) in members {
                write(name, value, xml);
            }
        }
        Value::Array(elements) => {
            for element in elements {
                write(ELEMENT, element, xml);
            }
        }
        // A title is HTML in JSON and plain text in XML.
        Value::String(text) if name == "title" => xml.push_str(&plain(&escape::decode(text))),
        Value::String(text) => xml.push_str(&plain(text)),
        other => xml.push_str(&other.to_string()),
    }
    xml.push_str(&format!("</{name}>"));
}

/// Text without the control characters that XML does not allow, escaped.
fn plain(text: &str) -> String {
    let allowed = |one: &char| !one.is_control() || matches!(one, '\t' | '\n' | '\r');
    escape::text(&text.chars().filter(allowed).collect::<String>())
}
