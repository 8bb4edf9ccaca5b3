//! Texts of callers without the right to unfiltered HTML.

use std::fmt::Display;

use domain::site::Capability;
use heavy_work::{Budget, SHORT_BYTES};
use site_api::{Caller, not_computed};
use site_rest::{RestError, codes};

/// Steps for each byte of a text. Sanitising reads it in a few passes, and the first one can write a byte as a reference of six.
const STEPS_OF_BYTE: u64 = 40;

/// `html` as the caller may store it.
///
/// # Errors
/// `rest_busy` when too many computations wait, or the text cannot be made safe.
pub async fn safe(html: Option<String>, caller: &Caller) -> Result<Option<String>, RestError> {
    match html {
        Some(html) if !caller.can(Capability::UnfilteredHtml) => {
            if html.len() <= SHORT_BYTES {
                return Ok(Some(markup::sanitise::content(&html)));
            }
            let steps = STEPS_OF_BYTE * html.len() as u64;
            let work = move |budget: &Budget| markup::sanitise::content_within(&html, budget);
            let made = heavy_work::run(steps, work).await.map_err(not_computed)?;
            made.map(Some).map_err(failed)
        }
        kept => Ok(kept),
    }
}

fn failed(error: impl Display) -> RestError {
    tracing::error!(target: "site", %error, "a text was not made safe");
    RestError::new(&codes::INTERNAL)
}
