//! The monthly quota of images.

use domain::platform::access::Role;
use http::{Method, StatusCode};
use platform_testkit::{TestApi, TestUser};
use serde_json::{Value, json};

use crate::app::TestApp;

/// Ten seconds before December in São Paulo.
const END_OF_MONTH: &str = "2026-12-01T02:59:50Z";

async fn app(start: &str) -> TestApp {
    let environment = [
        ("OPENAI_API_KEY", "sk-canario-9d71"),
        ("AI_IMAGE_MONTHLY_QUOTA", "10"),
    ];
    TestApp::at(start, &environment).await
}

async fn quotas(app: &TestApp, user: &TestUser) -> Value {
    let answer = app
        .send(user, Method::GET, "/quotas", Value::Null, &[])
        .await;
    answer.expect(200).json
}

#[tokio::test]
async fn fifty_parallel_requests_get_the_ten_images_of_the_month() {
    let app = app("2026-11-23T15:00:00Z").await;
    let post = app.draft(&app.writer).await;
    let body = json!({ "content_id": post.0 });
    let requests = (0..50).map(|_| app.post("/media/generate", body.clone()));
    let answers = futures_util::future::join_all(requests).await;
    let (accepted, refused): (Vec<_>, Vec<_>) = answers
        .into_iter()
        .partition(|answer| answer.status == StatusCode::ACCEPTED);
    assert_eq!((accepted.len(), refused.len()), (10, 40));
    for answer in refused {
        answer.assert_error(429, "image_quota_reached");
        assert_eq!(
            answer.json["message"],
            "Você já usou as 10 gerações de imagem deste mês. Um administrador pode aumentar o limite."
        );
        // Noon of 23 November until midnight of 1 December in São Paulo.
        assert_eq!(answer.retry_after(), (7 * 24 + 12) * 3_600);
    }
    let mut sent = 0;
    while app.queue.try_next().is_some() {
        sent += 1;
    }
    assert_eq!(sent, 10);
    let images = &quotas(&app, &app.writer).await["images"];
    assert_eq!(images["used"], 10);
    assert_eq!(images["remaining"], 0);
}

#[tokio::test]
async fn the_message_fits_the_number_of_images() {
    for (quota, message) in [
        (
            "0",
            "A geração de imagens está desligada: o limite por mês é zero. Um administrador pode aumentar o limite.",
        ),
        (
            "1",
            "Você já usou a única geração de imagem deste mês. Um administrador pode aumentar o limite.",
        ),
    ] {
        let environment = [
            ("OPENAI_API_KEY", "sk-canario-9d71"),
            ("AI_IMAGE_MONTHLY_QUOTA", quota),
        ];
        let app = TestApp::at(END_OF_MONTH, &environment).await;
        let post = app.draft(&app.writer).await;
        let body = json!({ "content_id": post.0 });
        if quota == "1" {
            app.post("/media/generate", body.clone()).await.expect(202);
        }
        let refused = app.post("/media/generate", body).await;
        refused.assert_error(429, "image_quota_reached");
        assert_eq!(refused.json["message"], message);
    }
}

#[tokio::test]
async fn each_user_has_a_quota_and_administrators_see_all() {
    let app = app("2026-11-23T15:00:00Z").await;
    let admin = app.create_user("ada", Role::Admin).await;
    let gerente = app.create_user("gil", Role::Gerente).await;
    let post = app.draft(&app.writer).await;
    for (user, times) in [(&app.writer, 2), (&app.editor, 1)] {
        for _ in 0..times {
            let body = json!({ "content_id": post.0 });
            let answer = app
                .send(user, Method::POST, "/media/generate", body, &[])
                .await;
            answer.expect(202);
        }
    }
    for (user, used) in [(&app.writer, 2), (&app.editor, 1), (&gerente, 0)] {
        let images = json!({ "used": used, "allowed": 10, "remaining": 10 - used, "users": null });
        assert_eq!(quotas(&app, user).await["images"], images);
    }
    let all = &quotas(&app, &admin).await["images"];
    let users = json!([
        { "user_id": app.editor.id.0, "used": 1 },
        { "user_id": app.writer.id.0, "used": 2 },
    ]);
    let page = json!({ "items": users, "page": 1, "per_page": 20, "total": 2 });
    assert_eq!((&all["used"], &all["users"]), (&json!(0), &page));
    let path = "/quotas?per_page=1&page=2";
    let second = app.send(&admin, Method::GET, path, Value::Null, &[]).await;
    let second = &second.expect(200).json["images"]["users"];
    let page = json!({ "items": [users[1]], "page": 2, "per_page": 1, "total": 2 });
    assert_eq!(*second, page);
    let path = "/quotas?per_page=0";
    let refused = app
        .send(&app.writer, Method::GET, path, Value::Null, &[])
        .await;
    refused.assert_error(422, "invalid_parameter");
}

#[tokio::test]
async fn the_quota_begins_anew_with_the_month_of_the_time_zone() {
    let app = app(END_OF_MONTH).await;
    let post = app.draft(&app.writer).await;
    let body = json!({ "content_id": post.0 });
    for _ in 0..10 {
        app.post("/media/generate", body.clone()).await.expect(202);
    }
    let refused = app.post("/media/generate", body.clone()).await;
    refused.assert_error(429, "image_quota_reached");
    assert_eq!(refused.retry_after(), 10);
    assert_eq!(quotas(&app, &app.writer).await["month"], "2026-11");
    app.clock.advance(jiff::SignedDuration::from_secs(10));
    let december = quotas(&app, &app.writer).await;
    assert_eq!(december["month"], "2026-12");
    assert_eq!(december["images"]["used"], 0);
    app.post("/media/generate", body).await.expect(202);
}

#[tokio::test]
async fn a_refused_request_is_not_kept_under_its_key() {
    let app = app(END_OF_MONTH).await;
    let post = app.draft(&app.writer).await;
    let body = json!({ "content_id": post.0 });
    for _ in 0..10 {
        app.post("/media/generate", body.clone()).await.expect(202);
    }
    let key = [("idempotency-key", "imagem-11")];
    let refused = app.post_with("/media/generate", body.clone(), &key).await;
    refused.assert_error(429, "image_quota_reached");
    app.clock.advance(jiff::SignedDuration::from_secs(10));
    app.post_with("/media/generate", body, &key)
        .await
        .expect(202);
}
