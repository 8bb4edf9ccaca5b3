//! Text of an item as readers see it: with media at the places of their shortcodes, addresses of the source of an import
//! changed to those of the site, and the styles of its authors as classes.

mod addresses;
mod embeds;
mod media;
mod pictures;
mod presets;

use heavy_work::in_place;
use markup::class_styles;
use markup::render::PageBody;
use site_blocks::Renderer;
use site_remote::RemoteFeeds;
use site_store::Content;
use site_urls::address;
use url::Url;

use crate::page_request::{PageRequest, PageResult};
use crate::style;
use crate::text::embeds::Embeds;
use crate::text::pictures::Files;

/// Where the rules of a text apply: stronger than those of the page.
const SCOPE: &str = "#conteudo";

/// A text before its places are filled.
pub struct Text {
    /// Its HTML with places.
    pub body: PageBody,
    /// HTML of its media, by their positions.
    pub media: Vec<String>,
    /// Style sheet of its blocks and styles; empty without any.
    pub css: String,
}

/// The text of an item for a page, with the sizes of its pictures.
///
/// # Errors
/// The store fails.
pub async fn of(request: &PageRequest, item: &Content) -> PageResult<Text> {
    let files = Files::of(request, &item.content).await?;
    let feeds = request.feeds();
    with(request, item, &files, &feeds).await
}

/// The text of an item for a feed, with absolute addresses, because programs show it at other places. They choose no sizes, so
/// the files of its pictures are not read. Blocks show feeds of other sites from the cache: a feed that called others would make
/// its readers wait for them, and two sites that show each other's feeds would call each other.
///
/// # Errors
/// The store fails.
pub async fn for_feed(request: &PageRequest, item: &Content) -> PageResult<Text> {
    let feeds = request.cached_feeds();
    let text = with(request, item, &Files::default(), &feeds).await?;
    let link = address::item(item, &request.store, &request.home)?;
    let Ok(base) = Url::parse(&link) else {
        return Ok(text);
    };
    let length = item.content.len();
    let body = in_place(length, || {
        text.body.changed(|html| addresses::absolute(&base, html))
    })
    .await?;
    Ok(Text { body, ..text })
}

async fn with(
    request: &PageRequest,
    item: &Content,
    files: &Files,
    feeds: &RemoteFeeds<'_>,
) -> PageResult<Text> {
    let mut sheet = String::new();
    let length = item.content.len();
    let options = request.render_options();
    let body = if site_blocks::may_contain(&item.content) {
        let blocks = Renderer::new(&request.store, &request.home)
            .feeds(feeds)
            .query(request.parts.uri.query().unwrap_or_default());
        let parts = blocks.body(&item.content, Some(item)).await?;
        in_place(length, || options.page_body_of_parts(&parts)).await?
    } else {
        in_place(length, || options.page_body(&item.content)).await?
    };
    let embeds = Embeds::of(request, &item.content).await?;
    let body = in_place(length, || {
        body.changed(|html| {
            let html = media::with_embeds(&addresses::own(request, html));
            let html = embeds.linked(&html);
            let html = files.sized(request, &html);
            let (html, own) = class_styles::classed(&html, SCOPE);
            sheet = presets::sheet(&html, &request.styles, SCOPE) + &own;
            html
        })
    })
    .await?;
    let media = media::of(request, item, &body).await?;
    let mut css = style::BLOCKS.to_owned();
    css.push_str(&sheet);
    Ok(Text { body, media, css })
}
