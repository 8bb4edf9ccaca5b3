//! Addresses of the platform's pages that go into mails and answers.

use url::Url;

/// The client's page of the approval round with this token. The address lets its holder answer.
pub fn approval_page(app_url: &Url, token: &str) -> Url {
    let mut page = app_url.clone();
    if let Ok(mut segments) = page.path_segments_mut() {
        segments.pop_if_empty().push("aprovacao").push(token);
    }
    page
}
