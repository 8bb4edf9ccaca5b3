//! oEmbed (docs/interface/site/oembed.md): what this site's own pages are to others, and what others' are to editors.

mod clean;
mod embed;
mod fetch;
mod kept;
mod providers;
mod proxy;

use site_rest::{Arg, Args, Endpoint, Format, Route, Schema};

use crate::app::Core;

const NAMESPACE: &str = "oembed/1.0";

/// Pixels of an embedded item when nobody says otherwise.
const WIDTH: i64 = 600;

/// The routes.
pub fn routes() -> Vec<Route<Core>> {
    vec![
        Route::new(NAMESPACE, "/embed").on(Endpoint::read(
            embed_args(),
            embed::may_embed,
            embed::embed,
        )),
        Route::new(NAMESPACE, "/proxy").on(Endpoint::read(
            proxy_args(),
            proxy::may_proxy,
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
