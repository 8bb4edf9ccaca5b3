//! Addresses in the blocks of embeds: a post of the site becomes a link with its title, any other address a link.

use std::collections::HashMap;

use markup::escape;
use site_urls::{address, at};

use crate::link::titled;
use crate::page_request::{PageRequest, PageResult};

/// Where the address of an embed block stands.
const WRAPPER: &str = "wp-block-embed__wrapper\">";

/// Most items of the site that a text embeds.
const MOST: usize = 20;

/// Link to an item of the site.
struct Own {
    href: String,
    /// Title as HTML.
    title: String,
}

/// The items of the site that a text embeds, by the addresses in it.
#[derive(Default)]
pub(super) struct Embeds(HashMap<String, Own>);

impl Embeds {
    /// Reads the embedded items that everyone may read, in one request to the store; in none for a text without any.
    ///
    /// # Errors
    /// The store fails.
    pub(super) async fn of(request: &PageRequest, text: &str) -> PageResult<Self> {
        let mut named = Vec::new();
        for part in text.split(WRAPPER).skip(1).take(MOST) {
            let Some(written) = address_in(part) else {
                continue;
            };
            let found = at::url(&request.store, &request.home, &written)?;
            if let Some(item) = found.filter(|item| !item.is_protected)
                && request.store.is_public(&item)?
            {
                named.push((written, item.id));
            }
        }
        if named.is_empty() {
            return Ok(Self::default());
        }
        let ids: Vec<u64> = named.iter().map(|(_, id)| *id).collect();
        let items = request.store.get_many(&ids).await?;
        let mut embeds = HashMap::new();
        for (written, id) in named {
            if let Some(item) = items.iter().find(|item| item.id == id) {
                let own = Own {
                    href: address::item(&**item, &request.store, &request.home)?,
                    title: titled(&item.title, request.words),
                };
                embeds.insert(written, own);
            }
        }
        Ok(Self(embeds))
    }

    /// The text with links in place of the addresses of its embed blocks.
    pub(super) fn linked(&self, html: &str) -> String {
        let mut parts = html.split(WRAPPER);
        let mut out = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            out.push_str(WRAPPER);
            match (address_in(part), part.find('<')) {
                (Some(written), Some(end)) => {
                    out.push_str(&self.link(&written));
                    out.push_str(part.get(end..).unwrap_or_default());
                }
                _ => out.push_str(part),
            }
        }
        out
    }

    fn link(&self, written: &str) -> String {
        match self.0.get(written) {
            Some(own) => format!(
                "<blockquote class=\"wp-embedded-content\"><a href=\"{}\">{}</a></blockquote>",
                escape::text(&own.href),
                own.title
            ),
            None => {
                let link = escape::text(written);
                format!("<a href=\"{link}\">{link}</a>")
            }
        }
    }
}

/// The address of the web that fills the beginning of a text up to its first element.
fn address_in(text: &str) -> Option<String> {
    let (inner, _) = text.split_once('<')?;
    let written = escape::decode(inner.trim());
    let is_web = written.starts_with("https://") || written.starts_with("http://");
    (is_web && !written.contains(char::is_whitespace)).then_some(written)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_embed_blocks_become_links() {
        let wrapped = |inner: &str| format!("<div class=\"{WRAPPER}{inner}</div>x");
        let embeds = Embeds::default();
        assert_eq!(
            embeds.linked(&wrapped("\nhttps://a.example/?a=1&#038;b=\"2\n")),
            wrapped(
                "<a href=\"https://a.example/?a=1&amp;b=&quot;2\">https://a.example/?a=1&amp;b=&quot;2</a>"
            )
        );
        for html in [
            wrapped("javascript:alert(1)"),
            wrapped("https://a.example/ e mais"),
            wrapped("<iframe src=\"https://a.example/\"></iframe>"),
            "<p>https://a.example/</p>".to_owned(),
        ] {
            assert_eq!(embeds.linked(&html), html);
        }
    }
}
