//! What the block editor asks beside the content itself.

use std::sync::LazyLock;

use site_rest::schema::VIEW_EDIT_EMBED;
use site_rest::{Arg, Args, Format, Resource, RouteSpec, Schema};

/// The namespace.
pub const NAMESPACE: &str = "core-block-editor/v1";

fn address(about: &'static str) -> Schema {
    Schema::string().about(about).format(Format::Uri).readonly()
}

/// What a page says of itself.
pub static URL_DETAILS: LazyLock<Resource> = LazyLock::new(|| {
    let schema = Schema::object()
        .with(
            "title",
            Schema::string().about("Title of the page.").readonly(),
        )
        .with("icon", address("Address of the page's icon."))
        .with(
            "description",
            Schema::string()
                .about("Description of the page.")
                .readonly(),
        )
        .with(
            "image",
            address("Address of the picture that stands for the page."),
        );
    Resource::new("url-details", schema)
});

/// The route that describes a page of another site.
pub fn url_details_route() -> RouteSpec {
    let url = Schema::string()
        .about("Address of the page.")
        .format(Format::Uri);
    RouteSpec::new(NAMESPACE, "/url-details")
        // The schema alone would take a word for the name of a host.
        .read(Args::default().with(Arg::new("url", url).unchecked().required()))
        .of(&URL_DETAILS)
}

/// The navigation that a navigation block without one of its own shows.
pub static NAVIGATION_FALLBACK: LazyLock<Resource> = LazyLock::new(|| {
    let id = Schema::integer()
        .about("Identifier of the navigation.")
        .shown_in(VIEW_EDIT_EMBED)
        .readonly();
    Resource::new("navigation-fallback", Schema::object().with("id", id))
});

/// The route of that navigation.
pub fn navigation_fallback_route() -> RouteSpec {
    RouteSpec::new(NAMESPACE, "/navigation-fallback")
        .read(Args::none())
        .of(&NAVIGATION_FALLBACK)
}

/// The routes, in the order of the index.
pub fn routes() -> [RouteSpec; 2] {
    [url_details_route(), navigation_fallback_route()]
}

/// Error codes of this namespace, and those of the whole interface.
pub mod codes {
    use site_rest::Status;
    pub use site_rest::codes::*;

    site_rest::error_codes! {
        CANNOT_VIEW_URL_DETAILS = "rest_cannot_view_url_details", Status::Authorization, "Você não tem permissão para consultar páginas de outros sites.", "You may not look up pages of other sites.";
        NO_FALLBACK_MENU = "no_fallback_menu", Status::Fixed(404), "O site ainda não tem uma navegação.", "The site has no navigation yet.";
        NO_RESPONSE = "no_response", Status::Fixed(404), "A página não respondeu. Confira o endereço.", "The page did not answer. Check the address.";
    }
}
