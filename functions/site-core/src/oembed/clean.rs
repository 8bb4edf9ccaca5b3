//! Sanitises the oEmbed description of another site for an editor's page: texts become plain text, addresses must be
//! http or https, and `html` may contain links, quotations, images and frames only.
//!
//! Unknown members are sanitised too, because clients display what they find.

use markup::{escape, sanitise, text};
use serde_json::{Map, Value};
use url::Url;

use crate::oembed::fetch::Described;

/// Suffixes of the names of members that contain addresses.
const ADDRESSES: [&str; 4] = ["url", "uri", "href", "src"];

/// Longest text of a member, in characters.
const TEXT_CHARS: usize = 1_000;

/// Sanitises a provider's members and derives `html`; `None` for an invalid description.
pub fn description(described: Described, url: &Url) -> Option<Value> {
    let Described { members, trusted } = described;
    let given = members.get("html").and_then(Value::as_str);
    let given = given.map(str::to_owned);
    let mut members = members_of(members);
    let html = html(&members, given, url)?;
    let html = sanitise::embedded(&html, trusted);
    if html.trim().is_empty() {
        return None;
    }
    members.insert("html".to_owned(), Value::String(html));
    Some(Value::Object(members))
}

/// Sanitises members in their order and drops the unsafe ones. Names are sanitised like texts.
fn members_of(members: Map<String, Value>) -> Map<String, Value> {
    let clean = |(name, value): (String, Value)| {
        let value = member(&name, value)?;
        Some((plain(&name), value))
    };
    members.into_iter().filter_map(clean).collect()
}

/// Sanitises the value of the member `name`; `None` for an unsafe address.
fn member(name: &str, value: Value) -> Option<Value> {
    Some(match value {
        Value::String(value) if is_address(name) => Value::String(address(&value)?),
        Value::String(value) => Value::String(plain(&value)),
        Value::Array(values) => {
            let values = values.into_iter();
            Value::Array(values.filter_map(|value| member(name, value)).collect())
        }
        Value::Object(members) => Value::Object(members_of(members)),
        Value::Null | Value::Bool(_) | Value::Number(_) => value,
    })
}

fn is_address(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    ADDRESSES.iter().any(|ending| name.ends_with(ending))
}

/// An http or https address in its parsed form, which contains no character that ends an attribute.
fn address(text: &str) -> Option<String> {
    let url = Url::parse(text.trim()).ok()?;
    let safe = matches!(url.scheme(), "http" | "https") && url.has_host();
    safe.then(|| String::from(url).replace('\'', "%27"))
}

/// The visible text of `html`, without any `<` that would begin a tag where the text is shown as HTML.
pub fn plain(html: &str) -> String {
    let seen = text::plain(html);
    // Decoded entities can form tags again, so those are removed too.
    let seen = if seen.contains('<') {
        text::plain(&seen)
    } else {
        seen
    };
    let mut kept = Vec::new();
    // Backwards, so that the character that follows each `<` is known.
    for sign in seen.chars().filter(|sign| !sign.is_control()).rev() {
        let begins_tag =
            |next: &char| next.is_ascii_alphabetic() || matches!(next, '/' | '!' | '?');
        if sign != '<' || !kept.last().is_some_and(begins_tag) {
            kept.push(sign);
        }
    }
    kept.into_iter().rev().take(TEXT_CHARS).collect()
}

/// The HTML to embed: the provider's own `html` for `video` and `rich`, otherwise built from sanitised members.
fn html(members: &Map<String, Value>, given: Option<String>, url: &Url) -> Option<String> {
    let text = |name: &str| members.get(name).and_then(Value::as_str);
    let size = |name: &str| match members.get(name) {
        Some(Value::Number(number)) => number.as_u64(),
        Some(Value::String(text)) => text.parse().ok(),
        _ => None,
    };
    let title = escape::text(text("title").unwrap_or_default());
    match text("type")? {
        "photo" => {
            let src = escape::text(text("url")?);
            let (width, height) = (size("width")?, size("height")?);
            Some(format!(
                "<a href=\"{}\"><img src=\"{src}\" alt=\"{title}\" width=\"{width}\" height=\"{height}\"></a>",
                escape::text(url.as_str())
            ))
        }
        "video" | "rich" => given,
        "link" if !title.is_empty() => Some(format!(
            "<a href=\"{}\">{title}</a>",
            escape::text(url.as_str())
        )),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn cleaned(members: &Value, trusted: bool) -> Option<Value> {
        let members = members.as_object().unwrap().clone();
        let url = Url::parse("https://v.example/1?a=1&b=2").unwrap();
        description(Described { members, trusted }, &url)
    }

    #[test]
    fn what_each_kind_becomes() {
        let photo = json!({"type": "photo", "url": "https://v.example/1.jpg", "width": 30, "height": "20", "title": "Ipê"});
        assert_eq!(
            cleaned(&photo, true).unwrap()["html"],
            "<a href=\"https://v.example/1?a=1&amp;b=2\" rel=\"noopener\"><img src=\"https://v.example/1.jpg\" alt=\"Ipê\" width=\"30\" height=\"20\"></a>"
        );
        let rich = json!({"type": "rich", "html": "<iframe src=\"https://v.example/f\"></iframe><script>x</script>", "width": 5});
        let answer = cleaned(&rich, false).unwrap();
        assert_eq!(
            answer["html"],
            "<iframe src=\"https://v.example/f\" sandbox=\"allow-scripts\"></iframe>"
        );
        assert_eq!(answer["width"], 5);
        for nothing in [
            json!({"type": "rich"}),
            json!({"html": "<b>x</b>"}),
            json!({"type": "rich", "html": "<script>x</script>"}),
            json!({"type": "photo", "url": "https://v.example/1.jpg"}),
            json!({"type": "photo", "url": "javascript:x()", "width": 1, "height": 1}),
        ] {
            assert_eq!(cleaned(&nothing, true), None, "{nothing}");
        }
    }

    /// A value of its own for every member of the format, and for some unknown members.
    fn full() -> Value {
        json!({
            "type": "video", "version": "1.0", "title": "5 < 10 & a casa > o jardim", "author_name": "Ana d'Ávila",
            "author_url": "https://v.example/ana?a=1&b=2", "provider_name": "Vídeos", "provider_url": "http://v.example/",
            "cache_age": 86400, "thumbnail_url": "https://v.example/1.jpg", "thumbnail_width": 480,
            "thumbnail_height": 360, "url": "https://v.example/1", "width": 640, "height": "480",
            "html": "<p>Olá</p>", "description": "Um vídeo", "upload_date": "2024-01-02", "is_plus": true,
            "more": {"name": "Um", "image_src": "https://v.example/2.jpg", "tags": ["a", "b"]},
        })
    }

    #[test]
    fn a_harmless_description_stays_as_it_is() {
        assert_eq!(cleaned(&full(), true).unwrap(), full());
    }

    /// Every text in a value, with the name of its member.
    fn texts<'a>(name: &'a str, value: &'a Value, found: &mut Vec<(&'a str, &'a str)>) {
        match value {
            Value::String(text) => found.push((name, text.as_str())),
            Value::Array(values) => values.iter().for_each(|value| texts(name, value, found)),
            Value::Object(members) => {
                for (name, value) in members {
                    found.push(("", name.as_str()));
                    texts(name, value, found);
                }
            }
            _ => {}
        }
    }

    /// `value` with each text preceded by `hostile`, except those that make it a valid description.
    fn spoilt(name: &str, value: &Value, hostile: &str) -> Value {
        match value {
            Value::String(text) if name != "type" => Value::String(format!("{hostile}{text}")),
            Value::Array(values) => values
                .iter()
                .map(|one| spoilt(name, one, hostile))
                .collect(),
            Value::Object(members) => {
                let spoilt =
                    |(name, value): (&String, &Value)| (name.clone(), spoilt(name, value, hostile));
                Value::Object(members.iter().map(spoilt).collect())
            }
            other => other.clone(),
        }
    }

    #[test]
    fn no_member_carries_a_tag_or_an_address_that_runs() {
        for hostile in [
            "<script>alert(1)</script>",
            "<img src=x onerror=alert(1)>",
            "&lt;img src=x onerror=alert(1)&gt;",
            "&amp;lt;svg onload=alert(1)&amp;gt;",
            "\"><svg onload=alert(1)>",
            "<<b>script>alert(1)<</b>/script>",
            "javascript:alert(1)//",
            "data:text/html,<script>alert(1)</script>",
            " vbscript:x\u{1}",
            "java\tscript:alert(1)//",
            "//evil.example/",
            "https://v.example/\" onmouseover='alert(1)' x=\"",
        ] {
            let Some(answer) = cleaned(&spoilt("", &full(), hostile), false) else {
                continue;
            };
            let mut found = Vec::new();
            texts("", &answer, &mut found);
            for (name, text) in found.into_iter().filter(|(name, _)| *name != "html") {
                let mut after = text.split('<').skip(1);
                assert!(
                    after.all(|after| !after.starts_with(|sign: char| {
                        sign.is_ascii_alphabetic() || matches!(sign, '/' | '!' | '?')
                    })),
                    "{name}: {text}"
                );
                assert!(!text.contains(char::is_control), "{name}: {text}");
                if is_address(name) {
                    assert!(text.starts_with("http"), "{name}: {text}");
                    assert!(!text.contains(['"', '\'', ' ']), "{name}: {text}");
                }
            }
            let html = answer["html"].as_str().unwrap();
            for tag in html.split('<').skip(1) {
                let tag = tag.split('>').next().unwrap();
                let name = tag.split(' ').next().unwrap();
                assert!(["p", "/p", "img"].contains(&name), "{html}");
                assert!(!tag.contains("onerror"), "{html}");
            }
        }
    }

    #[test]
    fn a_name_of_a_member_is_text_too() {
        let members =
            json!({"type": "rich", "html": "<p>x</p>", "<script>x</script>": "y", "a<b": 1});
        let answer = cleaned(&members, true).unwrap();
        let names: Vec<&String> = answer.as_object().unwrap().keys().collect();
        assert!(names.iter().all(|name| !name.contains('<')), "{names:?}");
    }

    #[test]
    fn a_text_that_has_no_end_is_cut() {
        let members = json!({"type": "rich", "html": "<p>x</p>", "title": "a".repeat(100_000)});
        let title = cleaned(&members, true).unwrap()["title"].clone();
        assert_eq!(title.as_str().unwrap().len(), TEXT_CHARS);
    }
}
