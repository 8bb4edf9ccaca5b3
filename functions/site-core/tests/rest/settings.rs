//! Settings.

use serde_json::json;

use crate::support::{Site, Who};

#[tokio::test]
async fn for_administrators_only() {
    let site = Site::new().await;
    for who in Who::ALL {
        let status = match who {
            Who::Anonymous => 401,
            Who::Admin => 200,
            _ => 403,
        };
        assert_eq!(site.get(who, "/settings").await.status, status, "{who:?}");
        let write = site.post(who, "/settings", json!({})).await;
        assert_eq!(write.status, status, "{who:?}");
    }
    assert_eq!(
        site.get(Who::Editor, "/settings").await.refusal(),
        (403, "rest_forbidden".to_owned())
    );
}

#[tokio::test]
async fn all_settings() {
    let site = Site::new().await;
    insta::assert_json_snapshot!(site.get(Who::Admin, "/settings").await.json());
}

#[tokio::test]
async fn unusable_values_are_converted_or_ignored() {
    let site = Site::new().await;
    let body = json!({
        "title": "A & \"B\" <c>", "timezone": "Nowhere/X", "posts_per_page": 0,
        "start_of_week": -3, "unknown": 1,
    });
    let answer = site.post(Who::Admin, "/settings", body).await;
    assert_eq!(answer.status, 200);
    let shown = answer.json();
    assert_eq!(shown["title"], "A &amp; &quot;B&quot; &lt;c&gt;");
    assert_eq!(shown["timezone"], "America/Sao_Paulo");
    assert_eq!(
        (&shown["posts_per_page"], &shown["start_of_week"]),
        (&json!(1), &json!(3))
    );
    assert_eq!(shown.get("unknown"), None);
    // A response can be sent back unchanged.
    let again = site
        .post(Who::Admin, "/settings", json!({"title": shown["title"]}))
        .await;
    assert_eq!(again.json(), shown);
}

#[tokio::test]
async fn null_resets_to_the_default() {
    let site = Site::new().await;
    site.post(
        Who::Admin,
        "/settings",
        json!({"posts_per_page": 7, "site_icon": 3}),
    )
    .await;
    let answer = site
        .post(
            Who::Admin,
            "/settings",
            json!({"posts_per_page": null, "site_icon": null}),
        )
        .await
        .json();
    assert_eq!(
        (&answer["posts_per_page"], &answer["site_icon"]),
        (&json!(10), &json!(0))
    );
}

#[tokio::test]
async fn wrong_types_are_refused_and_nothing_is_written() {
    let site = Site::new().await;
    let body = json!({"email": "x", "default_comment_status": "maybe", "title": "Novo"});
    let answer = site.post(Who::Admin, "/settings", body).await;
    assert_eq!(answer.refusal(), (400, "rest_invalid_param".to_owned()));
    let details = &answer.json()["data"]["details"];
    assert_eq!(details["email"]["code"], "rest_invalid_email");
    assert_eq!(
        details["default_comment_status"]["code"],
        "rest_not_in_enum"
    );
    assert_eq!(
        site.get(Who::Admin, "/settings").await.json()["title"],
        "Exemplo"
    );
}

#[tokio::test]
async fn they_take_effect() {
    let site = Site::new().await;
    let body = json!({"default_comment_status": "closed", "timezone": "Europe/Lisbon"});
    site.post(Who::Admin, "/settings", body).await;
    let id = site
        .write(Who::Author, json!({"title": "x", "status": "publish"}))
        .await;
    let post = site
        .get(Who::Anonymous, &format!("/posts/{id}"))
        .await
        .json();
    assert_eq!(post["comment_status"], "closed");
    assert!(
        post["date"].as_str().unwrap().starts_with("2024-05-01T11:"),
        "{post}"
    );
}

#[tokio::test]
async fn emoticons_become_emoji_if_the_setting_says_so() {
    let site = Site::new().await;
    let body = json!({"title": ":)", "content": "oi :)", "excerpt": ":(", "status": "publish"});
    let path = format!("/posts/{}", site.write(Who::Author, body).await);
    let shown = async |query: &str| {
        let post = site
            .get(Who::Anonymous, &format!("{path}{query}"))
            .await
            .json();
        ["title", "content", "excerpt"]
            .map(|text| post[text]["rendered"].as_str().unwrap().to_owned())
    };
    let drawn = [":)", "<p>oi 🙂</p>\n", "<p>🙁</p>\n"];
    assert_eq!(shown("").await, drawn);
    assert_eq!(shown("?excerpt_length=3").await, drawn);
    let settings = json!({"use_smilies": false});
    assert_eq!(
        site.post(Who::Admin, "/settings", settings).await.status,
        200
    );
    assert_eq!(shown("").await, [":)", "<p>oi :)</p>\n", "<p>:(</p>\n"]);
}

#[tokio::test]
async fn the_address_is_that_of_the_deployment() {
    let site = Site::new().await;
    let other = json!({"url": "https://outro.example", "title": "Outro"});
    let refused = site.post(Who::Admin, "/settings", other).await;
    assert_eq!(refused.refusal(), (400, "rest_invalid_param".to_owned()));
    let details = &refused.json()["data"]["details"];
    assert_eq!(details["url"]["code"], "rest_not_in_enum");
    let present = site.get(Who::Admin, "/settings").await.json();
    assert_ne!(present["title"], "Outro");
    let same = json!({"url": format!("{}/", present["url"].as_str().unwrap()), "title": "Novo"});
    let kept = site.post(Who::Admin, "/settings", same).await.json();
    assert_eq!(
        (&kept["url"], &kept["title"]),
        (&present["url"], &json!("Novo"))
    );
}
