//! Menus, menu items and menu locations.

mod auto_add;
mod deletion;
mod items;
mod locations;
mod names;
mod permissions;

use serde_json::{Value, json};

use crate::support::{Answer, Site, Who};

async fn menu(site: &Site, name: &str) -> u64 {
    site.post(Who::Admin, "/menus", json!({"name": name}))
        .await
        .id()
}

async fn item(site: &Site, body: Value) -> Answer {
    site.post(Who::Admin, "/menu-items", body).await
}
