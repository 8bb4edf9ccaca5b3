//! oEmbed: descriptions of this site's pages for other sites, and of other sites' pages for editors.

use site_rest::{Arg, Args, Format, RouteSpec, Schema};

/// The namespace.
pub const NAMESPACE: &str = "oembed/1.0";

/// Default width of an embedded item, in pixels.
pub const WIDTH: i64 = 600;

fn url() -> Arg {
    let schema = Schema::string()
        .about("URL of the resource to embed.")
        .format(Format::Uri);
    Arg::new("url", schema).required()
}

/// `format` and `width` are not validated; a width that is not a number counts as absent.
fn embed_args() -> Args {
    Args::default()
        .with(url())
        .with(
            Arg::new(
                "format",
                Schema::any().default_to("json").bytes_at_most(200),
            )
            .unchecked(),
        )
        .with(
            Arg::new(
                "maxwidth",
                Schema::any().default_to(WIDTH).bytes_at_most(200),
            )
            .unchecked(),
        )
}

fn proxy_args() -> Args {
    Args::default()
        .with(url())
        .with(Arg::new(
            "format",
            Schema::string()
                .about("Format to request from the provider.")
                .choices(["json", "xml"])
                .default_to("json"),
        ))
        .with(
            Arg::new(
                "maxwidth",
                Schema::integer()
                    .about("Maximum width, in pixels.")
                    .default_to(WIDTH),
            )
            .unchecked(),
        )
        .with(
            Arg::new(
                "maxheight",
                Schema::integer().about("Maximum height, in pixels."),
            )
            .unchecked(),
        )
        .with(Arg::new(
            "discover",
            Schema::boolean()
                .about("Whether to discover the provider of a URL that no known provider covers.")
                .default_to(true),
        ))
}

/// The route that describes a page of this site.
pub fn embed_route() -> RouteSpec {
    RouteSpec::new(NAMESPACE, "/embed").read(embed_args())
}

/// The route that describes a page of another site.
pub fn proxy_route() -> RouteSpec {
    RouteSpec::new(NAMESPACE, "/proxy").read(proxy_args())
}

/// The routes, in the order of the index.
pub fn routes() -> [RouteSpec; 2] {
    [embed_route(), proxy_route()]
}

/// Error codes of this resource, and those of the whole interface.
pub mod codes {
    use site_rest::Status;
    pub use site_rest::codes::*;

    site_rest::error_codes! {
        OEMBED_INVALID_URL = "oembed_invalid_url", Status::Fixed(404), "Nada que se possa incorporar foi encontrado neste endereço.", "Nothing that can be embedded was found at this address.";
    }
}
