//! Global styles.

use http::Method;
use serde_json::{Value, json};

use crate::support::{Site, Who};

/// The path of the styles, as the theme links to them.
pub async fn path(site: &Site) -> String {
    let theme = site.get(Who::Contributor, "/themes/pauta").await.json();
    let href = theme["_links"]["core:user-global-styles"][0]["href"]
        .as_str()
        .unwrap()
        .to_owned();
    href.split_once("/core/v2").unwrap().1.to_owned()
}

#[tokio::test]
async fn reading_stores_nothing() {
    let site = Site::new().await;
    // The first use of a password each day records its time, which is a write.
    site.get(Who::Admin, "/users/me").await;
    let path = path(&site).await;
    site.was_written();
    let empty = site.get(Who::Contributor, &path).await.json();
    assert_eq!(
        (&empty["settings"], &empty["styles"]),
        (&json!({}), &json!({}))
    );
    let revisions = site.get(Who::Admin, &format!("{path}/revisions")).await;
    assert_eq!(
        revisions.refusal(),
        (404, "rest_global_styles_not_found".to_owned())
    );
    assert!(!site.was_written());
}

#[tokio::test]
async fn changes_are_kept_with_revisions() {
    let site = Site::new().await;
    // The first use of a password each day records its time, which is a write.
    site.get(Who::Admin, "/users/me").await;
    let path = path(&site).await;
    let write = |body: Value| site.call(Who::Admin, Method::PUT, &path, body);
    let first = json!({"styles": {"color": {"text": "#222222"}, "zzz": 1}, "settings": {"color": {"custom": false}}});
    let changed = write(first).await;
    assert_eq!(changed.status, 200);
    insta::assert_json_snapshot!("global_styles", changed.json());
    let second = write(json!({"styles": {"color": {"text": "#333333"}}}))
        .await
        .json();
    assert_eq!(second["settings"], json!({"color": {"custom": false}}));
    // A list is an object whose members are unknown.
    for list in [json!([]), json!([1])] {
        let third = write(json!({"settings": list})).await.json();
        assert_eq!(
            (&third["settings"], &third["styles"]),
            (&json!({}), &second["styles"])
        );
    }
    let same = write(json!({"styles": null, "settings": null, "title": null})).await;
    assert_eq!(same.json()["styles"], second["styles"]);
    let named = write(json!({"title": "Azul"})).await.json();
    assert_eq!(
        (&named["title"]["raw"], &named["styles"]),
        (&json!("Azul"), &second["styles"])
    );
    let list = site.get(Who::Admin, &format!("{path}/revisions")).await;
    assert_eq!(list.header("x-wp-total"), "4");
    let list = list.json();
    assert_eq!(list[3]["styles"], json!({"color": {"text": "#222222"}}));
    let id = &list[3]["id"];
    let one = site
        .get(Who::Admin, &format!("{path}/revisions/{id}"))
        .await
        .json();
    assert_eq!(one, list[3]);
    let members: Vec<&String> = one.as_object().unwrap().keys().collect();
    assert_eq!(
        members,
        [
            "settings",
            "styles",
            "author",
            "date",
            "date_gmt",
            "id",
            "modified",
            "modified_gmt",
            "parent"
        ]
    );
    // The identifier of the styles is outside the sequence of items.
    assert!(site.write(Who::Author, json!({"title": "x"})).await < 1000);
}

#[tokio::test]
async fn simultaneous_changes_keep_each_other() {
    let site = Site::new().await;
    let path = path(&site).await;
    let bodies = (0..32).map(|number| match number % 4 {
        0 => json!({}),
        1 => json!({"title": format!("Título {number}")}),
        2 => json!({"styles": {"color": {"text": "#222222"}}}),
        _ => json!({"settings": {"color": {"custom": false}}}),
    });
    let calls = bodies.map(|body| site.call(Who::Admin, Method::POST, &path, body));
    for answer in futures_util::future::join_all(calls).await {
        assert_eq!(answer.status, 200);
    }
    let left = site.get(Who::Admin, &path).await.json();
    assert_eq!(
        (&left["styles"], &left["settings"]),
        (
            &json!({"color": {"text": "#222222"}}),
            &json!({"color": {"custom": false}})
        )
    );
    assert!(
        left["title"]["raw"]
            .as_str()
            .unwrap()
            .starts_with("Título ")
    );
}

#[tokio::test]
async fn the_theme_and_its_variations() {
    let site = Site::new().await;
    let theme = site
        .get(Who::Contributor, "/global-styles/themes/pauta")
        .await
        .json();
    assert_eq!(
        theme["settings"]["color"]["palette"]["theme"][0]["slug"],
        "paper"
    );
    assert_eq!(
        theme["styles"]["elements"]["heading"]["typography"]["fontWeight"],
        "700"
    );
    let all = site
        .get(Who::Contributor, "/global-styles/themes/pauta/variations")
        .await
        .json();
    assert_eq!(all.as_array().unwrap().len(), 4);
    assert_eq!(
        (&all[0]["title"], &all[0]["version"]),
        (&json!("Ardósia"), &json!(3))
    );
    for wrong in [
        "/global-styles/themes/outro",
        "/global-styles/themes/outro/variations",
    ] {
        assert_eq!(
            site.get(Who::Admin, wrong).await.refusal(),
            (404, "rest_theme_not_found".to_owned())
        );
    }
}

#[tokio::test]
async fn invalid_writes_change_nothing() {
    let site = Site::new().await;
    // The first use of a password each day records its time, which is a write.
    site.get(Who::Admin, "/users/me").await;
    let path = path(&site).await;
    let mut deep = json!("x");
    for _ in 0..30 {
        deep = json!({"color": deep});
    }
    for (body, code) in [
        (
            json!({"styles": {"css": "</style><script>"}}),
            "rest_custom_css_illegal_markup",
        ),
        (
            json!({"styles": {"blocks": {"core/quote": {"css": "<p>"}}}}),
            "rest_custom_css_illegal_markup",
        ),
        (json!({"styles": "azul"}), "rest_invalid_param"),
        (json!({"styles": deep}), "rest_invalid_param"),
        (
            json!({"styles": {"color": {"text": "a".repeat(200_001)}}}),
            "rest_invalid_param",
        ),
    ] {
        site.was_written();
        let answer = site.call(Who::Admin, Method::POST, &path, body).await;
        assert_eq!(answer.refusal(), (400, code.to_owned()));
        assert!(!site.was_written());
    }
    for (member, value) in [("styles", json!("azul")), ("settings", json!(7))] {
        let body = json!({member: value});
        let answer = site
            .call(Who::Admin, Method::POST, &path, body)
            .await
            .json();
        let details = &answer["data"]["details"][member];
        assert_eq!(details["code"], "rest_invalid_type");
        assert_eq!(
            answer["data"]["params"],
            json!({member: format!("{member} não é do tipo object.")})
        );
    }
    for wrong in ["/global-styles/1", "/global-styles/x"] {
        let answer = site
            .call(Who::Admin, Method::PUT, wrong, json!({"title": "x"}))
            .await;
        assert_eq!(
            answer.refusal(),
            (404, "rest_global_styles_not_found".to_owned())
        );
    }
    assert_eq!(
        site.get(Who::Admin, &path).await.json()["styles"],
        json!({})
    );
}
