//! Texts with keys of the deployment's own, counted per site and month.

use jiff::tz::TimeZone;
use seo::ai::failure::Failure;
use seo::ai::ledger::Ledger;
use seo::ai::suggestions::Request;
use seo_services::Writer;
use serde_json::Value;
use site_api::ApiCall;

use crate::{documents, stop};

/// Why nothing was generated.
type Stop = stop::Stop<Failure>;

/// Suggestions for a title or description. The request is counted before a provider is called, and taken back when certainly
/// nothing was billed.
///
/// # Errors
/// [`Stop`].
pub async fn suggestions(
    call: &ApiCall,
    writer: &Writer,
    request: &Request,
) -> Result<Vec<String>, Stop> {
    connected(writer).await?;
    let month = month(call);
    let limit = writer.monthly_limit();
    let admitted = documents::change_ledger(call, |ledger| ledger.begin(&month, limit));
    if !admitted.await? {
        return Err(over_limit().into());
    }
    let name = call.caller().store.settings().title.clone();
    let written = writer.suggestions(&name, request).await;
    let recorded = documents::change_ledger(call, |ledger| {
        if written.certainly_free {
            ledger.take_back(&month);
        } else {
            ledger.add_tokens(&month, written.tokens);
        }
    });
    if let Err(error) = recorded.await {
        // The text is there and was paid for.
        error.log_fault();
    }
    Ok(written.result?)
}

/// How much of the month's requests is used.
///
/// # Errors
/// [`Stop`].
pub async fn usage(call: &ApiCall, writer: &Writer) -> Result<Value, Stop> {
    connected(writer).await?;
    let ledger: Ledger = documents::ledger(call).await?;
    Ok(ledger.body(&month(call), writer.monthly_limit()))
}

async fn connected(writer: &Writer) -> Result<(), Failure> {
    if writer.has_key().await? {
        Ok(())
    } else {
        Err(Failure::unavailable(
            "No service for generated texts is connected.",
        ))
    }
}

fn month(call: &ApiCall) -> String {
    let now = call.app().now().to_zoned(TimeZone::UTC);
    now.strftime("%Y-%m").to_string()
}

fn over_limit() -> Failure {
    Failure {
        status: 429,
        message: "The site's generated texts of this month are used up.".to_owned(),
        identifier: "USAGE_LIMIT_REACHED".to_owned(),
        missing_licenses: Vec::new(),
    }
}
