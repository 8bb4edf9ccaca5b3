//! oEmbed descriptions of other sites' pages, for editors of this site.

use site_api::{ApiCall, HandlerResult};
use site_contract::oembed::WIDTH;
use site_contract::oembed::codes;
use site_rest::{Reply, RestError};
use url::Url;

use crate::oembed::fetch::EmbedRequest;
use crate::oembed::{cache, clean, embed, fetch};

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
    let key = cache::key(&call.site().site, &request).map_err(RestError::internal)?;
    let (table, now) = (call.app().table(), call.app().now());
    match cache::read(table, &key, now).await {
        Ok(Some(answer)) => return Ok(Reply::json(answer)),
        Ok(None) => {}
        Err(error) => {
            tracing::warn!(target: "site", %error, "a cached description could not be read")
        }
    }
    let described = fetch::describe(call.app().outbound(), &request).await;
    let answer = described
        .and_then(|described| clean::description(described, &request.url))
        .ok_or_else(unknown)?;
    if let Err(error) = cache::write(table, key, &answer, now).await {
        tracing::warn!(target: "site", %error, "a description could not be cached");
    }
    Ok(Reply::json(answer))
}
