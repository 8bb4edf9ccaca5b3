//! Icons for the block `core/icon`, and their collection.

use std::sync::LazyLock;

use site_rest::schema::VIEW_EDIT_EMBED;
use site_rest::{Args, Resource, RouteSpec, Schema};

use super::NAMESPACE;
use crate::fields::{context, paging, search};

/// Form of the name of a collection, and of an icon without its collection.
macro_rules! slug {
    () => {
        "[a-z0-9](?:[a-z0-9_-]*[a-z0-9])?"
    };
}

fn text(about: &'static str) -> Schema {
    Schema::string()
        .about(about)
        .readonly()
        .shown_in(VIEW_EDIT_EMBED)
}

/// The resource of an icon.
pub static ICON: LazyLock<Resource> = LazyLock::new(|| {
    let schema = Schema::object()
        .with("name", text("Unique name, with its collection."))
        .with("label", text("Display name."))
        .with("content", text("The icon as SVG."))
        .with("collection", text("Name of the icon's collection."));
    Resource::new("icon", schema)
});

/// The resource of a collection of icons.
pub static COLLECTION: LazyLock<Resource> = LazyLock::new(|| {
    let schema = Schema::object()
        .with("slug", text("Unique name."))
        .with("label", text("Display name."))
        .with("description", text("Description of the collection."));
    Resource::new("icon-collection", schema)
});

fn collection_arg() -> Schema {
    Schema::string()
        .about("Only icons of this collection.")
        .matching("^[a-z0-9]([a-z0-9_-]*[a-z0-9])?$")
}

/// The parameters of lists. All icons are listed on one page, as on deployed systems.
fn list_args() -> Args {
    Args::none().with(context()).and(paging(10)).with(search())
}

/// Route of the list of icons.
pub fn list_route() -> RouteSpec {
    RouteSpec::new(NAMESPACE, "/icons")
        .read(list_args().arg("collection", collection_arg()))
        .of(&ICON)
}

/// Route of the icons of a collection.
pub fn collection_list_route() -> RouteSpec {
    let args = Args::none()
        .arg("collection", collection_arg())
        .and(list_args());
    RouteSpec::new(NAMESPACE, concat!("/icons/(?P<collection>", slug!(), ")"))
        .read(args)
        .of(&ICON)
}

/// Route of one icon.
pub fn item_route() -> RouteSpec {
    let name = Schema::string().about("Name of the icon, with its collection.");
    let path = concat!("/icons/(?P<name>", slug!(), "/", slug!(), ")");
    RouteSpec::new(NAMESPACE, path)
        .read(Args::none().arg("name", name).with(context()))
        .of(&ICON)
}

/// Route of the list of collections.
pub fn collections_route() -> RouteSpec {
    RouteSpec::new(NAMESPACE, "/icon-collections")
        .read(list_args())
        .of(&COLLECTION)
}

/// Route of one collection.
pub fn collection_route() -> RouteSpec {
    let slug = Schema::string().about("Name of the collection.");
    RouteSpec::new(
        NAMESPACE,
        concat!("/icon-collections/(?P<slug>", slug!(), ")"),
    )
    .read(Args::none().arg("slug", slug).with(context()))
    .of(&COLLECTION)
}

/// The routes, in the order of the index.
pub fn routes() -> [RouteSpec; 5] {
    [
        list_route(),
        collection_list_route(),
        item_route(),
        collections_route(),
        collection_route(),
    ]
}

/// Error codes of this resource, and those of the whole interface.
pub mod codes {
    use site_rest::Status;
    pub use site_rest::codes::*;

    site_rest::error_codes! {
        ICON_NOT_FOUND = "rest_icon_not_found", Status::Fixed(404), "O ícone não existe.", "The icon does not exist.";
        COLLECTION_NOT_FOUND = "rest_icon_collection_not_found", Status::Fixed(404), "A coleção de ícones não existe.", "The collection of icons does not exist.";
    }
}
