//! Abilities: actions of the site that programs find by their descriptions and run (docs/interface/site/abilities.md).

mod ability;
mod categories;
mod list;
mod permissions;
mod posts;
mod read;
pub mod routes;
mod run;
mod site_info;
mod table;
mod user_info;
mod view;
