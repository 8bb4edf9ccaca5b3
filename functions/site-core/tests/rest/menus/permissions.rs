//! Permissions to read and to manage menus, menu items and menu locations.

use serde_json::json;

use super::{item, menu};
use crate::support::{Answer, Site, Who};

#[tokio::test]
async fn rights_to_read_and_manage_menus() {
    let site = Site::new().await;
    let menu = menu(&site, "m").await;
    let id = item(&site, json!({"title": "x", "url": "/a", "menus": menu}))
        .await
        .id();
    let draft = item(&site, json!({"title": "y", "url": "/a", "status": "draft"}))
        .await
        .id();
    for who in Who::ALL {
        let refused = if who == Who::Anonymous { 401 } else { 403 };
        for path in [
            "/menus".to_owned(),
            format!("/menus/{menu}"),
            "/menu-items".to_owned(),
            format!("/menu-items/{id}"),
        ] {
            let answer = site.get(who, &path).await;
            if who >= Who::Contributor {
                assert_eq!(answer.status, 200, "{who:?} {path}");
            } else {
                assert_eq!(
                    answer.refusal(),
                    (refused, "rest_cannot_view".to_owned()),
                    "{path}"
                );
            }
            let edit = site.get(who, &format!("{path}?context=edit")).await;
            if who == Who::Admin {
                assert_eq!(edit.status, 200, "{path}");
            } else {
                assert_eq!(
                    edit.refusal(),
                    (refused, "rest_forbidden_context".to_owned()),
                    "{path}"
                );
            }
        }
        let locations = site.get(who, "/menu-locations").await;
        let hidden = site.get(who, &format!("/menu-items/{draft}")).await;
        let create = site
            .post(who, "/menus", json!({"name": format!("{who:?}")}))
            .await;
        if who == Who::Admin {
            assert_eq!(
                (locations.status, hidden.status, create.status),
                (200, 200, 201)
            );
            let names: Vec<String> = locations
                .json()
                .as_object()
                .unwrap()
                .keys()
                .cloned()
                .collect();
            assert_eq!(names, ["footer", "primary"]);
            continue;
        }
        assert_eq!(
            locations.refusal(),
            (refused, "rest_cannot_view".to_owned())
        );
        assert_eq!(
            hidden.refusal(),
            (refused, "rest_forbidden".to_owned()),
            "{who:?}"
        );
        assert_eq!(create.refusal(), (refused, "rest_cannot_create".to_owned()));
        let change = site
            .post(who, &format!("/menus/{menu}"), json!({"name": "n"}))
            .await;
        assert_eq!(change.refusal(), (refused, "rest_cannot_update".to_owned()));
        let write = item_as(&site, who).await;
        assert_eq!(write.refusal(), (refused, "rest_cannot_create".to_owned()));
    }
}

async fn item_as(site: &Site, who: Who) -> Answer {
    site.post(who, "/menu-items", json!({"title": "x", "url": "/a"}))
        .await
}
