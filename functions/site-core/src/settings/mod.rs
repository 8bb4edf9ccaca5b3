//! Settings of the site
//! (docs/interface/site/settings.md). One table names each, says its shape and how it is read and
//! written.

mod table;

use std::sync::LazyLock;

use domain::site::Capability;
use serde_json::{Map, Value};
use site_rest::{Arg, Args, Endpoint, Reply, Resource, RestError, Route, Schema, codes};
use site_store::Settings;

use crate::app::Core;
use crate::failure::OrRefuse;
use crate::posts::{Answer, Ask};
use table::TABLE;

pub use table::encoded;

/// The settings as a resource.
static SETTINGS: LazyLock<Resource> = LazyLock::new(|| {
    let shape = TABLE.iter().fold(Schema::object(), |shape, one| {
        shape.with(one.name, (one.shape)())
    });
    Resource::new("settings", shape)
});

/// The route of settings.
pub fn routes() -> Vec<Route<Core>> {
    vec![
        Route::new("core/v2", "/settings")
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

/// Settings are for those who run the site.
///
/// # Errors
/// `rest_forbidden`.
async fn may(call: Ask) -> Result<(), RestError> {
    if call.caller().can(Capability::ManageOptions) {
        Ok(())
    } else {
        Err(RestError::new(&codes::FORBIDDEN))
    }
}

/// Answers all settings.
///
/// # Errors
/// Never.
async fn read(call: Ask, (): ()) -> Answer {
    Ok(Reply::json(shown(&call, &call.caller().store.settings())))
}

/// Changes those that are named; `null` brings one back to its default. What a setting cannot take is
/// turned into something it can, or leaves it as it is.
///
/// # Errors
/// The store fails.
async fn update(call: Ask, (): ()) -> Answer {
    let asked: Vec<_> = TABLE
        .iter()
        .filter_map(|one| Some((one.write, call.params().value(one.name)?.clone())))
        .collect();
    let blank = Settings::default();
    let settings = call
        .caller()
        .store
        .update_settings(|settings| {
            for (write, value) in &asked {
                write(settings, value, &blank);
            }
        })
        .await
        .or_refuse()?;
    Ok(Reply::json(shown(&call, &settings)))
}

fn shown(call: &Ask, settings: &Settings) -> Value {
    let members: Map<String, Value> = TABLE
        .iter()
        .map(|one| (one.name.to_owned(), (one.read)(settings, call.site())))
        .collect();
    Value::Object(members)
}
