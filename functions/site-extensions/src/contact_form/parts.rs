//! The parts of a submission, as the rules of forms take them.

use contact_form::submission::Part;
use serde_json::Value;
use site_api::ApiCall;
use site_rest::Body;

/// Prefix of hidden members, and the one that forms of deployed systems use.
const PREFIX: &str = "_contactform";
const VENDOR_PREFIX: &str = "_wpcf7";

/// Texts and files of the body of a request.
pub fn parts(call: &ApiCall) -> Vec<Part> {
    let vendor_names = call.app().options().vendor_names;
    let named = |name: &str| match name.strip_prefix(VENDOR_PREFIX) {
        Some(rest) if vendor_names => format!("{PREFIX}{rest}"),
        _ => name.to_owned(),
    };
    let request = call.request();
    let mut parts = Vec::new();
    if let Body::Form(values) = &request.body {
        for (name, value) in values {
            add_texts(&named(name), value, &mut parts);
        }
    }
    parts.extend(request.uploads.iter().map(|upload| Part::File {
        name: named(&upload.field),
        file_name: upload.file_name.clone(),
        bytes: upload.bytes.to_vec(),
    }));
    parts
}

/// Adds a value; the elements of a list or map are texts of the same name with brackets.
fn add_texts(name: &str, value: &Value, parts: &mut Vec<Part>) {
    match value {
        Value::String(text) => parts.push(Part::Text {
            name: name.to_owned(),
            value: text.clone(),
        }),
        Value::Array(items) => add_list(name, items.iter(), parts),
        Value::Object(members) => add_list(name, members.values(), parts),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

fn add_list<'a>(name: &str, values: impl Iterator<Item = &'a Value>, parts: &mut Vec<Part>) {
    let name = if name.ends_with("[]") {
        name.to_owned()
    } else {
        format!("{name}[]")
    };
    for value in values {
        add_texts(&name, value, parts);
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn lists_and_maps_are_texts_with_brackets() {
        let mut parts = Vec::new();
        add_texts("a", &json!(["1", ["2"]]), &mut parts);
        add_texts("b", &json!({"x": "3"}), &mut parts);
        add_texts("c", &json!("4"), &mut parts);
        let shown: Vec<(String, String)> = parts
            .into_iter()
            .filter_map(|part| match part {
                Part::Text { name, value } => Some((name, value)),
                Part::File { .. } => None,
            })
            .collect();
        let expected = [("a[]", "1"), ("a[]", "2"), ("b[]", "3"), ("c", "4")];
        let expected = expected.map(|(name, value)| (name.to_owned(), value.to_owned()));
        assert_eq!(shown, expected);
    }
}
