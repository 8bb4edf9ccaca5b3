//! Lists of comments and their filters.

use serde_json::json;

use super::{post, wait};
use crate::support::{Site, Who};

#[tokio::test]
async fn reserved_filters_need_the_right_to_edit_posts() {
    let site = Site::new().await;
    let id = post(&site).await;
    for text in ["um", "dois", "três"] {
        site.post(
            Who::Editor,
            "/comments",
            json!({"post": id, "content": text}),
        )
        .await
        .id();
        wait(&site);
    }
    site.post(Who::Editor, "/comments/2", json!({"status": "hold"}))
        .await;
    let refused = site
        .get(Who::Anonymous, "/comments?status=hold&author=3")
        .await;
    assert_eq!(refused.refusal(), (401, "rest_forbidden_param".to_owned()));
    assert_eq!(
        site.get(Who::Anonymous, "/comments?status=approve&type=comment")
            .await
            .ids(),
        [3, 1]
    );
    assert_eq!(
        site.get(Who::Editor, "/comments?status=hold").await.ids(),
        [2]
    );
    assert_eq!(
        site.get(Who::Editor, "/comments?status=all&order=asc")
            .await
            .ids(),
        [1, 2, 3]
    );
    assert_eq!(
        site.get(Who::Editor, "/comments?search=tres").await.ids(),
        [3]
    );
    assert_eq!(
        site.get(Who::Anonymous, "/comments?exclude=1").await.ids(),
        [3]
    );
    assert_eq!(
        site.get(Who::Anonymous, "/comments?include=1,3&orderby=include")
            .await
            .ids(),
        [1, 3]
    );
    assert_eq!(
        site.get(Who::Anonymous, "/comments?post=999").await.ids(),
        [] as [u64; 0]
    );
    let page = site
        .get(Who::Anonymous, "/comments?per_page=1&page=2")
        .await;
    assert_eq!((page.ids(), page.header("x-wp-total")), (vec![1], "2"));
    let beyond = site.get(Who::Anonymous, "/comments?page=9").await;
    assert_eq!((beyond.ids().len(), beyond.header("x-wp-total")), (0, "2"));
    assert_eq!(
        site.get(Who::Author, "/comments?context=edit")
            .await
            .refusal(),
        (403, "rest_forbidden_context".to_owned())
    );
}
