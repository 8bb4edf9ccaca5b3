//! The description of the platform's API, merged from the functions. It is kept in the repository
//! (docs/openapi.json), where a change of the contract is seen in review, and served from there.

use crate::parts::Parts;
use crate::platform;
use crate::start_error::StartError;

/// The document, as it is kept in the repository.
pub async fn document() -> Result<String, StartError> {
    let parts = Parts::memory().await?;
    let (_, api) = platform::assemble(&parts);
    let mut text = api.to_pretty_json().map_err(StartError::other)?;
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
