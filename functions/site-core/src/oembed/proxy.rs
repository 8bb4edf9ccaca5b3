//! oEmbed descriptions of other sites' pages, for editors of this site.

use site_api::{ApiCall, HandlerResult};
use site_contract::oembed::WIDTH;
use site_contract::oembed::codes;
use site_remote::cache;
use site_rest::{Reply, RestError};
use url::Url;

use crate::oembed::fetch::EmbedRequest;
use crate::oembed::{clean, embed, fetch};

/// How long a description is cached, in seconds.
const CACHED: i64 = 24 * 60 * 60;

/// Describes a page of this or another site.
///
/// # Errors
/// `oembed_invalid_url`.
pub async fn proxy(call: ApiCall, (): ()) -> HandlerResult {
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
    let request = EmbedRequest {
        url,
        width: asked("maxwidth").unwrap_or(WIDTH).min(10_000),
        height: asked("maxheight").map(|height| height.min(10_000)),
        discover: params.truth("discover").unwrap_or(true),
    };
    let key = cache::key(&call.site().site, "OEMBED", &request).map_err(RestError::internal)?;
    let (table, now) = (call.app().table(), call.app().now());
    if let Some(answer) = cache::read(table, &key, now).await {
        return Ok(Reply::json(answer));
    }
    let described = fetch::describe(call.app().outbound(), &request).await;
    let answer = described
        .and_then(|described| clean::description(described, &request.url))
        .ok_or_else(unknown)?;
    cache::write(table, key, &answer, now, CACHED).await;
    Ok(Reply::json(answer))
}
