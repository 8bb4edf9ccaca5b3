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
    text.push('\n');
    Ok(text)
}
