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

/// The panel's page of the post with this identifier.
pub fn post_page(app_url: &Url, id: u64) -> Url {
    let mut page = app_url.clone();
    if let Ok(mut segments) = page.path_segments_mut() {
        segments
            .pop_if_empty()
            .extend(["painel", "conteudos", &id.to_string()]);
    }
    page
}
