//! Addresses that users enter and the platform calls.

use std::time::Duration;

use outbound::{Guard, OutboundError, Refused};
use url::Url;

/// Time limit of the DNS lookup while an address is being stored. A name that does not resolve
/// may do so later, so it is stored; every call resolves it again.
const LOOKUP_LIMIT: Duration = Duration::from_secs(3);

/// An address that may be called. The name is looked up, so that one that leads into a private network is
/// refused at once.
///
/// # Errors
/// Why the address may not be called.
pub async fn callable_address(guard: &Guard, text: &str) -> Result<Url, Refused> {
    let url = guard.check_url(text.trim())?;
    let resolved = tokio::time::timeout(LOOKUP_LIMIT, guard.check_resolved(&url)).await;
    if let Ok(Err(OutboundError::Refused(reason))) = resolved {
        return Err(reason);
    }
    Ok(url)
}
