//! A head as HTML and as JSON.

use std::fmt::Write;

use markup::escape;
use serde_json::{Map, Value, json};

use super::entries::{Content, Entry, Image};

/// The tags, one per line.
pub fn html(entries: &[Entry], graph: &Value) -> String {
    let mut html = String::from("<!-- SEO head -->\n");
    for entry in entries {
        tags(&mut html, &entry.name, &entry.content);
    }
    let _ = writeln!(
        html,
        "<script type=\"application/ld+json\" class=\"seo-schema-graph\">{}</script>",
        script_json(graph)
    );
    html.push_str("<!-- / SEO head -->");
    html
}

fn tags(html: &mut String, name: &str, content: &Content) {
    match content {
        Content::Title(text) => {
            let _ = writeln!(html, "<title>{}</title>", escape::text(text));
        }
        Content::Name(value) => meta(html, "name", name, value),
        Content::Property(value) => meta(html, "property", name, value),
        Content::Link(value) => {
            let (rel, href) = (escape::text(name), escape::text(value));
            let _ = writeln!(html, "<link rel=\"{rel}\" href=\"{href}\" />");
        }
        Content::Robots(directives) => {
            let values: Vec<_> = directives.iter().map(|(_, value)| *value).collect();
            meta(html, "name", name, &values.join(", "));
        }
        Content::Image(image) => {
            meta(html, "property", name, &image.url);
            if let Some((width, height, mime)) = &image.about {
                meta(html, "property", "og:image:width", &width.to_string());
                meta(html, "property", "og:image:height", &height.to_string());
                if !mime.is_empty() {
                    meta(html, "property", "og:image:type", mime);
                }
            }
        }
        Content::Labels(labels) => {
            for (at, (label, value)) in labels.iter().enumerate() {
                let number = at + 1;
                meta(html, "name", &format!("twitter:label{number}"), label);
                meta(html, "name", &format!("twitter:data{number}"), value);
            }
        }
    }
}

fn meta(html: &mut String, attribute: &str, name: &str, value: &str) {
    let (name, value) = (escape::text(name), escape::text(value));
    let _ = writeln!(html, "<meta {attribute}=\"{name}\" content=\"{value}\" />");
}

/// JSON that cannot end the script element that it stands in, nor begin a comment or another element.
fn script_json(value: &Value) -> String {
    let mut written = String::new();
    for one in value.to_string().chars() {
        match one {
            '<' | '>' | '&' | '\'' | '\u{2028}' | '\u{2029}' => {
                let _ = write!(written, "\\u{:04x}", u32::from(one));
            }
            other => written.push(other),
        }
    }
    written
}

/// The values by name.
pub fn json(entries: &[Entry], graph: &Value) -> Value {
    let mut all = Map::new();
    for entry in entries {
        let value = match &entry.content {
            Content::Title(text)
            | Content::Name(text)
            | Content::Property(text)
            | Content::Link(text) => json!(text),
            Content::Robots(directives) => {
                by_name(directives.iter().map(|(name, value)| (*name, *value)))
            }
            Content::Image(image) => json!([image_json(image)]),
            Content::Labels(labels) => {
                by_name(labels.iter().map(|(label, value)| (*label, value.as_str())))
            }
        };
        let is_empty = value.as_str().is_some_and(str::is_empty);
        if !is_empty {
            all.insert(entry.name.replace([':', '.'], "_"), value);
        }
    }
    all.insert("schema".to_owned(), graph.clone());
    Value::Object(all)
}

fn by_name<'a>(pairs: impl Iterator<Item = (&'a str, &'a str)>) -> Value {
    pairs
        .map(|(name, value)| (name.to_owned(), Value::from(value)))
        .collect::<Map<_, _>>()
        .into()
}

fn image_json(image: &Image) -> Value {
    match &image.about {
        Some((width, height, mime)) => {
            json!({ "width": width, "height": height, "url": image.url, "type": mime })
        }
        None => json!({ "url": image.url, "type": "", "width": "", "height": "" }),
    }
}
