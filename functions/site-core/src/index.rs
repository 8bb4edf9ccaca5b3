//! The site's part of the index: name, home address, time zone, icon.

use domain::site::Capability;
use pictures::sizes::{RULES, SCALED_SIDE};
use serde_json::{Map, Value, json};
use site_api::format::encoded_quoted;
use site_api::{ApiCall, OrRefuse, links};
use site_rest::index::Head;
use site_rest::{Link, Links, RestError};

use crate::themes::permissions::edits_content;
use crate::themes::view as theme;

/// Width and height of the square site icon, in pixels.
const ICON: u32 = 512;

/// Bits per channel up to which a picture is taken as it is: no format has more.
const MOST_BITS: u8 = 16;

/// The index's members besides namespaces and routes.
///
/// # Errors
/// The store fails.
pub async fn head(call: ApiCall) -> Result<Head, RestError> {
    let store = &call.caller().store;
    let settings = store.settings();
    let site = call.site();
    let mut before = Map::new();
    let mut put = |name: &str, value: Value| {
        before.insert(name.to_owned(), value);
    };
    put("name", json!(encoded_quoted(&settings.title)));
    put("description", json!(encoded_quoted(&settings.description)));
    put("url", json!(site.home));
    put("home", json!(site.home));
    put("gmt_offset", gmt_offset(&call));
    put("timezone_string", json!(settings.timezone));
    put("page_for_posts", json!(settings.page_for_posts));
    put("page_on_front", json!(settings.page_on_front));
    put("show_on_front", json!(settings.show_on_front));
    let authentication = if call.app().takes_passwords(site) {
        let authorization = format!("{}/authorize-application", site.home);
        json!({"application-passwords": {"endpoints": {"authorization": authorization}}})
    } else {
        json!([])
    };
    let mut after = uploads(&call);
    after.insert("site_logo".to_owned(), json!(settings.site_logo));
    after.insert("site_icon".to_owned(), json!(settings.site_icon));
    after.insert("site_icon_url".to_owned(), icon(&call).await?);
    // The link relation of the interface's documentation.
    let help = Link::to(format!("{}/rels/help", site.home));
    let mut links = Links::new().link("help", help);
    if edits_content(&call) {
        links.add("core:active-theme", Link::to(theme::address(site)));
    }
    for (kind, id) in [
        ("site_logo", settings.site_logo),
        ("site_icon", settings.site_icon),
    ] {
        if id > 0 {
            let link = Link::to(site.url(&format!("/core/v2/media/{id}")))
                .with("type", kind)
                .embeddable();
            links.add("core:featuredmedia", link);
        }
    }
    after.insert("_links".to_owned(), links.into_value(site));
    Ok(Head {
        before,
        authentication,
        after,
    })
}

/// What editors that resize pictures before an upload need to know; only for callers who may upload
/// (docs/interface/site/media.md#members-of-the-file).
fn uploads(call: &ApiCall) -> Map<String, Value> {
    let mut out = Map::new();
    if !call.caller().can(Capability::UploadFiles) {
        return out;
    }
    let mut put = |name: &str, value: Value| {
        out.insert(name.to_owned(), value);
    };
    let sizes = RULES.map(|rule| {
        let height = rule.height.unwrap_or(0);
        let size = json!({"width": rule.width, "height": height, "crop": rule.crop});
        (rule.name.to_owned(), size)
    });
    put("image_sizes", Value::Object(Map::from_iter(sizes)));
    put("image_size_threshold", json!(SCALED_SIDE));
    put("image_strip_meta", json!(true));
    put("image_max_bit_depth", json!(MOST_BITS));
    put("image_output_formats", json!({}));
    for format in ["jpeg", "png", "gif"] {
        put(&format!("{format}_interlaced"), json!(false));
    }
    out
}

/// The address of the site's icon: the smallest size of its picture that fills the square, otherwise the original.
/// Empty when none is chosen; `false` when the picture no longer exists, as in deployed systems, and when
/// the caller may not read it.
async fn icon(call: &ApiCall) -> Result<Value, RestError> {
    let store = &call.caller().store;
    let id = store.settings().site_icon;
    if id == 0 {
        return Ok(json!(""));
    }
    let item = store.media_item(&call.caller().access, id).await;
    let item = item.or_refuse()?;
    let Some(file) = item.as_ref().and_then(|item| item.media.as_ref()) else {
        return Ok(json!(false));
    };
    Ok(json!(links::file(&file.smallest_square(ICON), call.site())))
}

/// The current offset from GMT in hours, as an integer when it is a whole number of hours.
fn gmt_offset(call: &ApiCall) -> Value {
    let seconds = call
        .caller()
        .store
        .zone()
        .to_offset(call.app().now())
        .seconds();
    if seconds % 3600 == 0 {
        json!(seconds / 3600)
    } else {
        json!(f64::from(seconds) / 3600.0)
    }
}
