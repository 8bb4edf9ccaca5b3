//! URLs of platform pages for e-mails and API responses.

use url::Url;

/// The client's page of the approval round with this token. Anyone who has the URL can answer the round.
pub fn approval_page(app_url: &Url, token: &str) -> Url {
    let mut page = app_url.clone();
    if let Ok(mut segments) = page.path_segments_mut() {
        segments.pop_if_empty().push("aprovacao").push(token);
    }
    page
}
