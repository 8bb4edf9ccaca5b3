//! Menu locations, each of which shows one menu.

use serde_json::json;
use site_store::MenuLocation;

use crate::support::{Site, Who};

#[tokio::test]
async fn a_location_shows_one_menu() {
    let site = Site::new().await;
    site.store
        .update_settings(|settings| {
            for name in ["topo", "rodape"] {
                let place = MenuLocation {
                    description: name.to_owned(),
                    menu: 0,
                };
                settings.menu_locations.insert(name.to_owned(), place);
            }
        })
        .await
        .unwrap();
    let first = site
        .post(
            Who::Admin,
            "/menus",
            json!({"name": "a", "locations": ["topo", "rodape"]}),
        )
        .await;
    assert_eq!(first.json()["locations"], json!(["rodape", "topo"]));
    let unknown = site
        .post(
            Who::Admin,
            "/menus",
            json!({"name": "x", "locations": ["lado"]}),
        )
        .await
        .json();
    assert_eq!(
        unknown["data"]["details"]["locations"]["data"],
        json!({"location": "lado"})
    );
    let second = site
        .post(
            Who::Admin,
            "/menus",
            json!({"name": "b", "locations": ["topo"]}),
        )
        .await
        .id();
    let path = format!("/menus/{}", first.id());
    assert_eq!(
        site.get(Who::Admin, &path).await.json()["locations"],
        json!(["rodape"])
    );
    insta::assert_json_snapshot!(
        "menu_location",
        site.get(Who::Admin, "/menu-locations/topo").await.json()
    );
    let moved = site
        .post(Who::Admin, &path, json!({"locations": []}))
        .await
        .json();
    assert_eq!(moved["locations"], json!([]));
    site.delete(Who::Admin, &format!("/menus/{second}?force=true"))
        .await;
    let all = site.get(Who::Admin, "/menu-locations").await.json();
    assert_eq!(
        (&all["topo"]["menu"], &all["rodape"]["menu"]),
        (&json!(0), &json!(0))
    );
    let missing = site.get(Who::Admin, "/menu-locations/lado").await;
    assert_eq!(
        missing.refusal(),
        (404, "rest_menu_location_invalid".to_owned())
    );
}
