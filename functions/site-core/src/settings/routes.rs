//! The route of the settings.

use std::sync::LazyLock;

use super::permissions::may;
use super::read::read;
use super::table::TABLE;
use super::write::update;
use crate::namespace::route;

use site_api::SiteApp;
use site_rest::{Arg, Args, Endpoint, Resource, Route, Schema};

/// The settings as a resource.
static SETTINGS: LazyLock<Resource> = LazyLock::new(|| {
    let shape = TABLE.iter().fold(Schema::object(), |shape, one| {
        shape.with(one.name, (one.shape)())
    });
    Resource::new("settings", shape)
});

/// The route of settings.
pub fn routes() -> Vec<Route<SiteApp>> {
    vec![
        route("/settings")
            .on(Endpoint::read(Args::none(), may, read))
            .on(Endpoint::edit(
                // `null` brings a setting back to its default.
                SETTINGS
                    .update_args()
                    .iter()
                    .cloned()
                    .map(Arg::keeping_null)
                    .collect(),
                may,
                update,
            ))
            .of(&SETTINGS),
    ]
}
