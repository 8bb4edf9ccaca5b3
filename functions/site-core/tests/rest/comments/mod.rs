//! Comments: permissions, error codes, moderation, notes.

mod create;
mod list;
mod moderation;
mod notes;
mod on_files;
mod passwords;
mod spam;

use jiff::SignedDuration;
use serde_json::json;

use crate::support::{Site, Who};

/// Creates a published post of the author and returns its identifier.
async fn post(site: &Site) -> u64 {
    site.write(
        Who::Author,
        json!({"title": "Comentado", "status": "publish", "slug": "comentado"}),
    )
    .await
}

/// Advances the clock until the same author may comment again.
fn wait(site: &Site) {
    site.clock.advance(SignedDuration::from_secs(20));
}
