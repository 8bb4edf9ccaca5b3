//! oEmbed descriptions of this site's own pages.

use bytes::Bytes;
use domain::site::{Caller as Access, Kind};
use http::HeaderValue;
use markup::{escape, render};
use serde_json::{Map, Value, json};
use site_api::{ApiCall, HandlerResult, OrRefuse};
use site_contract::oembed::codes;
use site_rest::{Content as Body, Locale, Params, Reply, RestError};
use site_store::{Content, Media};
use site_urls::{address, at};

use crate::oembed::{clean, document};

/// Smallest and largest width of an embedded page, in pixels.
const WIDTHS: (i64, i64) = (200, 600);

/// Describes a page of this site.
///
/// # Errors
/// `oembed_invalid_url`.
pub async fn embed(call: ApiCall, (): ()) -> HandlerResult {
    let params = call.params();
    let url = params.text("url").unwrap_or_default();
    let found = describe(&call, url, width(params.get("maxwidth"))).await?;
    let described = found.ok_or_else(|| RestError::new(&codes::OEMBED_INVALID_URL))?;
    Ok(Reply::json(described))
}

/// The XML document, if the request asks for one.
pub fn xml(params: &Params, body: &Value) -> Option<Body> {
    (params.text("format") == Some("xml")).then(|| Body::Other {
        content_type: HeaderValue::from_static("text/xml; charset=UTF-8"),
        bytes: Bytes::from(document::of(body)),
    })
}

/// The requested width, limited to the allowed range.
fn width(asked: Option<&Value>) -> i64 {
    pixels(asked).clamp(WIDTHS.0, WIDTHS.1)
}

/// Parses a number of pixels. Text counts as 0, and the sign is ignored.
pub fn pixels(asked: Option<&Value>) -> i64 {
    let asked = match asked {
        Some(Value::Number(number)) => number.as_f64().map(|number| number as i64),
        Some(Value::String(text)) => leading_number(text),
        Some(Value::Bool(flag)) => Some(i64::from(*flag)),
        _ => None,
    };
    asked.unwrap_or_default().saturating_abs()
}

fn leading_number(text: &str) -> Option<i64> {
    let text = text.trim_start();
    let end = text
        .char_indices()
        .find(|(at, c)| !(c.is_ascii_digit() || (*at == 0 && matches!(c, '-' | '+'))))
        .map_or(text.len(), |(at, _)| at);
    text.get(..end)?.parse().ok()
}

/// The description of the page at `url`; `None` when it is not a public page of this site.
///
/// # Errors
/// The store fails.
pub async fn describe(call: &ApiCall, url: &str, width: i64) -> Result<Option<Value>, RestError> {
    let (store, site) = (&call.caller().store, call.site());
    let Some(found) = at::url(store, &site.home, url).or_refuse()? else {
        return Ok(None);
    };
    if !store.is_public(&found).or_refuse()? {
        return Ok(None);
    }
    let Some(item) = store.get(found.id).await.or_refuse()? else {
        return Ok(None);
    };
    let link = address::item(&*item, store, &site.home).or_refuse()?;
    let height = ((width * 9 + 15) / 16).max(WIDTHS.0);
    let settings = store.settings();
    let title = title(&item, site.locale);
    let author = store.user(item.author);
    let mut out = Map::new();
    let mut put = |name: &str, value: Value| {
        out.insert(name.to_owned(), value);
    };
    put("version", json!("1.0"));
    put("provider_name", json!(clean::plain(&settings.title)));
    put("provider_url", json!(site.home));
    put(
        "author_name",
        json!(clean::plain(
            author
                .as_ref()
                .map_or(&settings.title, |author| &author.name)
        )),
    );
    put(
        "author_url",
        json!(author.as_ref().map_or_else(
            || site.home.clone(),
            |author| address::author(author, &site.home)
        )),
    );
    put("title", json!(title));
    put("type", json!(kind(&item)));
    put("width", json!(width));
    put("height", json!(height));
    put(
        "html",
        json!(html(&link, &title, &settings.title, width, height)),
    );
    if let Some((address, width, height)) = thumbnail(call, &item, width).await? {
        put("thumbnail_url", json!(address));
        put("thumbnail_width", json!(width));
        put("thumbnail_height", json!(height));
    }
    Ok(Some(Value::Object(out)))
}

/// The title as readers see it.
fn title(item: &Content, locale: Locale) -> String {
    let title = render::title(&item.title);
    if item.password.is_empty() {
        return title;
    }
    match locale {
        Locale::PtBr => format!("Protegido: {title}"),
        Locale::En => format!("Protected: {title}"),
    }
}

fn kind(item: &Content) -> &'static str {
    let is_video = item
        .media
        .as_ref()
        .is_some_and(|file| file.mime_type.starts_with("video/"));
    if is_video { "video" } else { "rich" }
}

/// A quotation as fallback for clients without frames, and the frame with the page's card.
fn html(link: &str, title: &str, site: &str, width: i64, height: i64) -> String {
    let href = escape::text(link);
    let label = escape::text(&escape::decode(title));
    let site = escape::text(site);
    format!(
        "<blockquote class=\"embedded-content\"><a href=\"{href}\">{title}</a></blockquote>\
         <iframe sandbox=\"allow-scripts allow-top-navigation-by-user-activation\" security=\"restricted\" \
         src=\"{href}embed/\" width=\"{width}\" height=\"{height}\" title=\"“{label}” — {site}\" \
         frameborder=\"0\" marginwidth=\"0\" marginheight=\"0\" scrolling=\"no\" class=\"embedded-content\"></iframe>"
    )
}

/// Address, width and height of an item's featured image, if everyone may read its file.
async fn thumbnail(
    call: &ApiCall,
    item: &Content,
    width: i64,
) -> Result<Option<(String, u32, u32)>, RestError> {
    let store = &call.caller().store;
    let shown = match item.kind {
        Kind::Attachment => Some(item.id),
        _ => Some(item.featured_media).filter(|id| *id > 0),
    };
    let Some(id) = shown else { return Ok(None) };
    let file = store.media_item(&Access::anonymous(), id).await;
    let Some(file) = file.or_refuse()? else {
        return Ok(None);
    };
    let Some(media) = file.media.as_ref().filter(|media| media.is_image()) else {
        return Ok(None);
    };
    let home = &call.site().home;
    Ok(sized(media, u32::try_from(width).unwrap_or_default(), home))
}

/// The smallest uncropped size that is at least `width` wide, with the dimensions at which to show it.
fn sized(media: &Media, width: u32, home: &str) -> Option<(String, u32, u32)> {
    let (full_width, full_height) = (media.width?, media.height?);
    let whole = |size: &&site_store::SubSize| {
        let wanted = u64::from(size.width) * u64::from(full_height) / u64::from(full_width.max(1));
        size.width >= width && wanted.abs_diff(u64::from(size.height)) <= 1
    };
    let best = media
        .sizes
        .values()
        .filter(whole)
        .min_by_key(|size| size.width);
    let path = best.map_or_else(|| media.path.clone(), |size| media.beside(&size.file));
    let (own_width, own_height) =
        best.map_or((full_width, full_height), |size| (size.width, size.height));
    let address = address::file(&path, home);
    if own_width <= width {
        return Some((address, own_width, own_height));
    }
    let height = u64::from(own_height) * u64::from(width) / u64::from(own_width.max(1));
    Some((
        address,
        width,
        u32::try_from(height).unwrap_or(own_height).max(1),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widths() {
        for (asked, wanted) in [
            (json!(600), 600),
            (json!("400"), 400),
            (json!("-400px"), 400),
            (json!("larga"), 200),
            (json!(5), 200),
            (json!(9000), 600),
            (json!(""), 200),
        ] {
            assert_eq!(width(Some(&asked)), wanted, "{asked}");
        }
    }
}
