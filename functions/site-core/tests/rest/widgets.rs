//! A site without widgets and sidebars.

use http::Method;
use serde_json::{Value, json};

use crate::support::{Site, Who};

#[tokio::test]
async fn there_are_none() {
    let site = Site::new().await;
    for path in [
        "/sidebars",
        "/widgets",
        "/widgets?sidebar=rodape",
        "/widget-types",
    ] {
        assert_eq!(site.get(Who::Admin, path).await.json(), json!([]), "{path}");
    }
}

#[tokio::test]
async fn requests_for_one_are_refused() {
    let site = Site::new().await;
    // The first use of a password is noted.
    site.get(Who::Admin, "/widgets").await;
    site.was_written();
    let (get, post) = (Method::GET, Method::POST);
    for (method, path, body, refusal) in [
        (
            get.clone(),
            "/sidebars/rodape",
            Value::Null,
            (404, "rest_sidebar_not_found"),
        ),
        (
            post.clone(),
            "/sidebars/rodape",
            json!({"widgets": ["block-2"]}),
            (404, "rest_sidebar_not_found"),
        ),
        (
            get.clone(),
            "/widgets/block-2",
            Value::Null,
            (404, "rest_widget_not_found"),
        ),
        (
            Method::PUT,
            "/widgets/block-2",
            json!({"sidebar": "rodape"}),
            (404, "rest_widget_not_found"),
        ),
        (
            Method::DELETE,
            "/widgets/block-2?force=true",
            Value::Null,
            (404, "rest_widget_not_found"),
        ),
        (
            post.clone(),
            "/widgets",
            json!({"sidebar": "rodape", "id_base": "block"}),
            (400, "rest_invalid_widget"),
        ),
        (
            post.clone(),
            "/widgets",
            json!({}),
            (400, "rest_invalid_widget"),
        ),
        (
            get,
            "/widget-types/block",
            Value::Null,
            (404, "rest_widget_type_invalid"),
        ),
        (
            post.clone(),
            "/widget-types/block/encode",
            json!({"instance": {}}),
            (404, "rest_widget_type_invalid"),
        ),
        (
            post,
            "/widget-types/block/render",
            json!({"instance": 5}),
            (400, "rest_invalid_param"),
        ),
    ] {
        let answer = site.call(Who::Admin, method, path, body).await;
        let (status, code) = answer.refusal();
        assert_eq!((status, code.as_str()), refusal, "{path}");
    }
    assert!(!site.was_written());
    for (who, status) in [(Who::Anonymous, 401), (Who::Subscriber, 403)] {
        let answer = site.post(who, "/widgets", json!({})).await;
        let code = "rest_cannot_manage_widgets".to_owned();
        assert_eq!(answer.refusal(), (status, code));
    }
}
