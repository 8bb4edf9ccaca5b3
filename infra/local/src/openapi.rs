//! The description of the platform's API, merged from the functions. It is kept in the repository
//! (docs/openapi.json), where a change of the contract is seen in review, and served from there.

use serde_json::Value;

use crate::parts::Parts;
use crate::platform;
use crate::start_error::StartError;

/// Puts the extensions (`x-…`) of every object last and in the order of their names. They come out of
/// a hash map, and a document that is kept must not change from one run to the next.
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

/// The document, as it is kept in the repository.
pub async fn document() -> Result<String, StartError> {
    let parts = Parts::memory().await?;
    let (_, api) = platform::assemble(&parts);
    let mut description = serde_json::to_value(&api).map_err(StartError::other)?;
    settle_extensions(&mut description);
    let mut text = serde_json::to_string_pretty(&description).map_err(StartError::other)?;
    // The formats are known as uint32 and uint64; the generator spells them with a hyphen.
    text = text.replace(r#""format": "u-int"#, r#""format": "uint"#);
    text.push('\n');
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn the_kept_description_is_the_one_of_the_functions() {
        let kept = include_str!("../../../docs/openapi.json");
        assert!(
            document().await.unwrap() == kept,
            "write it anew: cargo run -q -- openapi > docs/openapi.json"
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
}
