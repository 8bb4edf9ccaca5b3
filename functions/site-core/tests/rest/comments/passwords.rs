//! Comments of items that are protected by a password.

use serde_json::json;

use crate::support::{Site, Who};

#[tokio::test]
async fn the_password_of_an_item_protects_its_comments() {
    let site = Site::new().await;
    let id = site
        .write(
            Who::Author,
            json!({"title": "x", "status": "publish", "password": "abc"}),
        )
        .await;
    site.post(
        Who::Admin,
        "/comments",
        json!({"post": id, "content": "um"}),
    )
    .await
    .id();
    assert_eq!(
        site.get(Who::Anonymous, "/comments/1").await.refusal(),
        (401, "rest_cannot_read".to_owned())
    );
    assert_eq!(
        site.get(Who::Anonymous, "/comments/1?password=abc")
            .await
            .status,
        200
    );
    assert_eq!(
        site.get(Who::Anonymous, &format!("/comments?post={id}"))
            .await
            .refusal(),
        (401, "rest_cannot_read_post".to_owned())
    );
    assert_eq!(
        site.get(Who::Anonymous, &format!("/comments?post={id}&password=abc"))
            .await
            .ids(),
        [1]
    );
    let all = site.get(Who::Anonymous, "/comments?password=abc").await;
    assert_eq!((all.ids().len(), all.header("x-wp-total")), (0, "1"));
}
