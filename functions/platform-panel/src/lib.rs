//! The panel: one HTML shell for all screens and its assets, embedded when the crate is built.

use ports::Need;
use utoipa_axum::router::OpenApiRouter;

mod bundle;
mod serve;

pub use bundle::{Asset, Bundle};

/// Permissions that the function's policy grants: none.
pub const NEEDS: &[Need] = &[];

/// Path of the shell.
pub const PATH: &str = "/";

/// The routes, with their full paths. They are not part of the API's description.
pub fn api() -> OpenApiRouter {
    OpenApiRouter::from(router(Bundle::embedded()))
}

/// The routes over a bundle.
pub fn router(bundle: Bundle) -> axum::Router {
    serve::router(bundle)
}
