//! Names of menus, which are unique.

use serde_json::json;

use super::menu;
use crate::support::{Site, Who};

#[tokio::test]
async fn menu_names_are_unique() {
    let site = Site::new().await;
    let main = menu(&site, "Principal").await;
    let again = site
        .post(Who::Admin, "/menus", json!({"name": "Principal"}))
        .await;
    assert_eq!(again.refusal(), (400, "menu_exists".to_owned()));
    assert_eq!(again.json()["data"]["term_id"], main);
    assert_eq!(again.json()["additional_data"], json!([main]));
    let other = site
        .post(
            Who::Admin,
            "/menus",
            json!({"name": "Outro", "slug": "dado", "auto_add": true}),
        )
        .await;
    assert_eq!(
        (&other.json()["slug"], &other.json()["auto_add"]),
        (&json!("outro"), &json!(true))
    );
    let path = format!("/menus/{}", other.id());
    let taken = site
        .post(Who::Admin, &path, json!({"name": "principal"}))
        .await;
    assert_eq!(taken.refusal(), (500, "menu_exists".to_owned()));
    let kept = site
        .post(Who::Admin, &path, json!({"description": "d"}))
        .await
        .json();
    assert_eq!(
        (&kept["name"], &kept["description"], &kept["auto_add"]),
        (&json!("Outro"), &json!("d"), &json!(true))
    );
    let renamed = json!({"name": "Rodapé do site", "slug": "dado"});
    let renamed = site.post(Who::Admin, &path, renamed).await.json();
    assert_eq!(renamed["slug"], "rodape-do-site", "it follows the name");
    for (body, code) in [
        (json!({"name": ""}), "empty_term_name"),
        (json!({}), "rest_missing_callback_param"),
        (
            json!({"name": "z", "parent": 1}),
            "rest_taxonomy_not_hierarchical",
        ),
        (
            json!({"name": "z", "locations": ["topo"]}),
            "rest_invalid_param",
        ),
    ] {
        let answer = site.post(Who::Admin, "/menus", body.clone()).await;
        assert_eq!(answer.refusal(), (400, code.to_owned()), "{body}");
    }
    assert_eq!(
        site.delete(Who::Admin, &path).await.refusal(),
        (501, "rest_trash_not_supported".to_owned())
    );
    let gone = site
        .delete(Who::Admin, &format!("{path}?force=true"))
        .await
        .json();
    assert_eq!(gone["previous"]["name"], "Rodapé do site");
    assert_eq!(
        site.get(Who::Admin, &path).await.refusal(),
        (404, "rest_term_invalid".to_owned())
    );
}
