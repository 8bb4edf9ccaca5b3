//! The routes of oEmbed.

use site_api::SiteApp;
use site_rest::{Arg, Args, Endpoint, Format, Route, Schema};

use super::{embed, permissions, proxy};

const NAMESPACE: &str = "oembed/1.0";

/// Default width of an embedded item in pixels.
pub const WIDTH: i64 = 600;

/// The routes.
pub fn routes() -> Vec<Route<SiteApp>> {
    vec![
        Route::new(NAMESPACE, "/embed").on(Endpoint::read(
            embed_args(),
            permissions::may_embed,
            embed::embed,
        )),
        Route::new(NAMESPACE, "/proxy").on(Endpoint::read(
            proxy_args(),
            permissions::may_proxy,
            proxy::proxy,
        )),
    ]
}

fn url() -> Arg {
    let shape = Schema::string()
        .about("Address of what is to be embedded.")
        .format(Format::Uri);
    Arg::new("url", shape).required()
}

/// Format and width are taken as they come; text that is no number is none.
fn embed_args() -> Args {
    Args::default()
        .with(url())
        .with(Arg::new("format", Schema::any().default_to("json")).unchecked())
        .with(Arg::new("maxwidth", Schema::any().default_to(WIDTH)).unchecked())
}

fn proxy_args() -> Args {
    Args::default()
        .with(url())
        .with(Arg::new(
            "format",
            Schema::string()
                .about("Format in which the provider is asked.")
                .choices(["json", "xml"])
                .default_to("json"),
        ))
        .with(
            Arg::new(
                "maxwidth",
                Schema::integer()
                    .about("Most pixels across.")
                    .default_to(WIDTH),
            )
            .unchecked(),
        )
        .with(Arg::new("maxheight", Schema::integer().about("Most pixels down.")).unchecked())
        .with(Arg::new(
            "discover",
            Schema::boolean()
                .about("Whether an address of no known provider is asked who describes it.")
                .default_to(true),
        ))
}
