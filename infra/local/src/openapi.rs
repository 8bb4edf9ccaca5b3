//! OpenAPI document of the platform, merged from the functions' documents. It is committed as
//! docs/openapi.json, where reviews see changes of the contract, and served from there.

use serde_json::Value;

use crate::parts::Parts;
use crate::platform;
use crate::start_error::StartError;

/// Sorts the extensions (`x-…`) of every object to its end. They come from a hash map, and the
/// committed document must be reproducible.
fn settle_extensions(value: &mut Value) {
    match value {
        Value::Object(members) => {
            let mut names: Vec<String> = members
                .keys()
                .filter(|name| name.starts_with("x-"))
                .cloned()
                .collect();
            names.sort();
            for name in names {
                if let Some(extension) = members.shift_remove(&name) {
                    members.insert(name, extension);
                }
            }
            members.values_mut().for_each(settle_extensions);
        }
        Value::Array(members) => members.iter_mut().for_each(settle_extensions),
        _ => {}
    }
}

/// The document in the form in which it is committed.
pub async fn document() -> Result<String, StartError> {
    let parts = Parts::memory().await?;
    let (_, api) = platform::assemble(&parts);
    let mut description = serde_json::to_value(&api).map_err(StartError::other)?;
    settle_extensions(&mut description);
    let mut text = serde_json::to_string_pretty(&description).map_err(StartError::other)?;
    // The generator spells the formats with a hyphen; their registered names are uint32 and uint64.
    text = text.replace(r#""format": "u-int"#, r#""format": "uint"#);
    text.push('\n');
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn the_committed_description_is_that_of_the_functions() {
        let committed = include_str!("../../../docs/openapi.json");
        assert!(
            document().await.unwrap() == committed,
            "generate it again: cargo run -q -- openapi > docs/openapi.json"
        );
    }

    #[tokio::test]
    async fn numbers_have_the_range_that_is_read() {
        let document: serde_json::Value = serde_json::from_str(&document().await.unwrap()).unwrap();
        let page = &document["paths"]["/api/v1/users"]["get"]["parameters"][0]["schema"];
        assert_eq!(page["format"], "uint32");
        let id = &document["components"]["schemas"]["UserBody"]["properties"]["id"];
        assert_eq!(id["format"], "uint64");
    }
    #[tokio::test]
    async fn every_operation_is_below_the_version() {
        let document: serde_json::Value = serde_json::from_str(&document().await.unwrap()).unwrap();
        let paths = document["paths"].as_object().unwrap();
        let elsewhere: Vec<_> = paths
            .keys()
            .filter(|path| !path.starts_with("/api/v1/"))
            .collect();
        assert!(elsewhere.is_empty(), "{elsewhere:?}");
    }
}
