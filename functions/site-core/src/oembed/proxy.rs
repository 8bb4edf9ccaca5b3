//! Others' pages, for editors of this site.

use domain::site::Capability;
use markup::{escape, sanitise};
use serde_json::{Map, Value};
use site_rest::{Call, Reply, RestError, codes};
use url::Url;

use super::fetch::{self, Described, Wish};
use super::kept;
use super::{WIDTH, embed};
use crate::app::Core;

/// For those who write.
///
/// # Errors
/// `rest_forbidden`.
pub async fn may_proxy(call: Call<Core>) -> Result<(), RestError> {
    if call.caller().can(Capability::EditPosts) {
        Ok(())
    } else {
        Err(RestError::new(&codes::FORBIDDEN))
    }
}

/// Describes a page of this or another site.
///
/// # Errors
/// `oembed_invalid_url`.
pub async fn proxy(call: Call<Core>, (): ()) -> Result<Reply, RestError> {
    let params = call.params();
    let text = params.text("url").unwrap_or_default();
    let asked = |name: &str| Some(embed::pixels(params.get(name))).filter(|pixels| *pixels > 0);
    let width = embed::pixels(params.get("maxwidth"));
    let own = embed::describe(&call, text, width.clamp(200, 600)).await?;
    if let Some(own) = own {
        return Ok(Reply::json(own));
    }
    let unknown = || RestError::new(&codes::OEMBED_INVALID_URL);
    let url = Url::parse(text).map_err(|_| unknown())?;
    let wish = Wish {
        url,
        width: asked("maxwidth").unwrap_or(WIDTH).min(10_000),
        height: asked("maxheight").map(|height| height.min(10_000)),
        discover: params.truth("discover").unwrap_or(true),
    };
    let asked = format!(
        "{}\n{}\n{:?}\n{}",
        wish.url, wish.width, wish.height, wish.discover
    );
    let key = kept::key(&call.site().site, &asked);
    let (table, now) = (call.app().table(), call.app().now());
    match kept::read(table, &key, now).await {
        Ok(Some(answer)) => return Ok(Reply::json(answer)),
        Ok(None) => {}
        Err(error) => {
            tracing::warn!(target: "site", %error, "a kept description could not be read")
        }
    }
    let described = fetch::describe(call.app().outbound(), &wish).await;
    let answer = described
        .and_then(|described| clean(described, &wish.url))
        .ok_or_else(unknown)?;
    if let Err(error) = kept::write(table, key, &answer, now).await {
        tracing::warn!(target: "site", %error, "a description could not be kept");
    }
    Ok(Reply::json(answer))
}

/// A provider's members, its `html` made safe or made up from the rest; none for what is no description.
fn clean(described: Described, url: &Url) -> Option<Value> {
    let Described {
        mut members,
        trusted,
    } = described;
    let html = html(&members, url)?;
    let html = sanitise::embedded(&html, trusted);
    if html.trim().is_empty() {
        return None;
    }
    members.insert("html".to_owned(), Value::String(html));
    Some(Value::Object(members))
}

fn html(members: &Map<String, Value>, url: &Url) -> Option<String> {
    let text = |name: &str| members.get(name).and_then(Value::as_str);
    let size = |name: &str| match members.get(name) {
        Some(Value::Number(number)) => number.as_u64(),
        Some(Value::String(text)) => text.parse().ok(),
        _ => None,
    };
    let title = escape::text(text("title").unwrap_or_default());
    match text("type")? {
        "photo" => {
            let src = escape::text(text("url")?);
            let (width, height) = (size("width")?, size("height")?);
            Some(format!(
                "<a href=\"{}\"><img src=\"{src}\" alt=\"{title}\" width=\"{width}\" height=\"{height}\"></a>",
                escape::text(url.as_str())
            ))
        }
        "video" | "rich" => Some(text("html")?.to_owned()),
        "link" if !title.is_empty() => Some(format!(
            "<a href=\"{}\">{title}</a>",
            escape::text(url.as_str())
        )),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn cleaned(members: &Value, trusted: bool) -> Option<Value> {
        let members = members.as_object().unwrap().clone();
        let url = Url::parse("https://v.example/1?a=1&b=2").unwrap();
        clean(Described { members, trusted }, &url)
    }

    #[test]
    fn what_each_kind_becomes() {
        let photo = json!({"type": "photo", "url": "https://v.example/1.jpg", "width": 30, "height": "20", "title": "Ipê"});
        assert_eq!(
            cleaned(&photo, true).unwrap()["html"],
            "<a href=\"https://v.example/1?a=1&amp;b=2\" rel=\"noopener\"><img src=\"https://v.example/1.jpg\" alt=\"Ipê\" width=\"30\" height=\"20\"></a>"
        );
        let rich = json!({"type": "rich", "html": "<iframe src=\"https://v.example/f\"></iframe><script>x</script>", "width": 5});
        let answer = cleaned(&rich, false).unwrap();
        assert_eq!(
            answer["html"],
            "<iframe src=\"https://v.example/f\" sandbox=\"allow-scripts\"></iframe>"
        );
        assert_eq!(answer["width"], 5);
        for nothing in [
            json!({"type": "rich"}),
            json!({"html": "<b>x</b>"}),
            json!({"type": "rich", "html": "<script>x</script>"}),
            json!({"type": "photo", "url": "https://v.example/1.jpg"}),
        ] {
            assert_eq!(cleaned(&nothing, true), None, "{nothing}");
        }
    }
}
