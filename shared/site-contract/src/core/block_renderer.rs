//! Rendering of single blocks.

use std::sync::LazyLock;

use serde_json::json;
use site_rest::schema::EDIT;
use site_rest::{Arg, Args, Resource, RouteSpec, Schema};

use super::NAMESPACE;
use crate::fields::TEXT;

/// The resource of a rendered block.
pub static RENDERED_BLOCK: LazyLock<Resource> = LazyLock::new(|| {
    let html = Schema::string()
        .about("HTML of the block.")
        .shown_in(EDIT)
        .required();
    Resource::new("rendered-block", Schema::object().with("rendered", html))
});

fn args() -> Args {
    let name = Schema::string().about("Name of the block type, with its namespace.");
    let context = Schema::string()
        .about("Scope of the request; blocks are rendered for editing only.")
        .choices(["edit"])
        .default_to("view");
    let attributes = Schema::object()
        .about("Attributes of the block, as its type declares them.")
        .bytes_at_most(TEXT)
        .default_to(json!([]));
    let post = Schema::integer().about("Item that the block shows or stands in.");
    Args::none()
        .arg("name", name)
        .arg("context", context)
        // The type of the block decides what is valid.
        .with(Arg::new("attributes", attributes).unchecked())
        .arg("post_id", post)
}

/// Route of a rendered block.
pub fn route() -> RouteSpec {
    RouteSpec::new(NAMESPACE, "/block-renderer/(?P<name>[a-z0-9-]+/[a-z0-9-]+)")
        .ask(args())
        .of(&RENDERED_BLOCK)
}

/// The routes, in the order of the index.
pub fn routes() -> [RouteSpec; 1] {
    [route()]
}

/// Error codes of this resource, and those of the whole interface.
pub mod codes {
    use site_rest::Status;
    pub use site_rest::codes::*;

    site_rest::error_codes! {
        BLOCK_INVALID = "block_invalid", Status::Fixed(404), "O bloco não existe ou não é mostrado pelo site.", "The block does not exist or is not rendered by the site.";
        BLOCK_CANNOT_READ = "block_cannot_read", Status::Authorization, "Você não tem permissão para ver blocos.", "You may not see blocks.";
        BLOCK_CANNOT_READ_OF_POST = "block_cannot_read", Status::Authorization, "Você não tem permissão para ver blocos deste conteúdo.", "You may not see blocks of this item.";
    }
}
