//! Parses templates: YAML with CloudFormation's short tags, as plain JSON.

use std::path::PathBuf;

use serde_json::{Map, Value, json};
use serde_yaml_ng::Value as Yaml;

/// The root of the repository.
pub fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .unwrap()
        .to_owned()
}

/// A template of infra/, with `!Ref x` as `{"Ref": "x"}` and `!Name x` as `{"Fn::Name": x}`.
pub fn template(name: &str) -> Value {
    let text = std::fs::read_to_string(root().join("infra").join(name)).unwrap();
    plain(serde_yaml_ng::from_str(&text).unwrap())
}

fn plain(yaml: Yaml) -> Value {
    match yaml {
        Yaml::Tagged(tagged) => {
            let name = tagged.tag.to_string();
            let name = match name.trim_start_matches('!') {
                "Ref" => "Ref".to_owned(),
                other => format!("Fn::{other}"),
            };
            json!({ name: plain(tagged.value) })
        }
        Yaml::Mapping(mapping) => {
            let members = mapping
                .into_iter()
                .map(|(key, value)| (key.as_str().unwrap().to_owned(), plain(value)));
            Value::Object(members.collect::<Map<_, _>>())
        }
        Yaml::Sequence(items) => Value::Array(items.into_iter().map(plain).collect()),
        other => serde_json::to_value(other).unwrap(),
    }
}

/// The resources of one type, by logical name.
pub fn of_type<'a>(template: &'a Value, kind: &str) -> Vec<(&'a str, &'a Value)> {
    let resources = template["Resources"].as_object().unwrap();
    let found: Vec<_> = resources
        .iter()
        .filter(|(_, resource)| resource["Type"] == kind)
        .map(|(name, resource)| (name.as_str(), &resource["Properties"]))
        .collect();
    assert!(!found.is_empty(), "the template has no {kind}");
    found
}

/// The name in `{"Ref": name}`.
pub fn referred(value: &Value) -> &str {
    value["Ref"]
        .as_str()
        .unwrap_or_else(|| panic!("not a !Ref: {value}"))
}

/// The resource in `{"Fn::GetAtt": "resource.attribute"}`.
pub fn attribute_of<'a>(value: &'a Value, attribute: &str) -> &'a str {
    value["Fn::GetAtt"]
        .as_str()
        .and_then(|path| path.strip_suffix(attribute)?.strip_suffix('.'))
        .unwrap_or_else(|| panic!("not a !GetAtt of {attribute}: {value}"))
}
