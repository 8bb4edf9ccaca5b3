//! Alternative texts: the provider gets the picture.

use domain::platform::access::Role;
use http::Method;
use platform_testkit::TestApi;
use serde_json::Value;
use settings::AiProvider::{self, OpenAi};

use crate::app::TestApp;

#[tokio::test]
async fn the_provider_describes_the_picture() {
    for provider in AiProvider::ALL {
        // One that is small enough to be sent as it is stored, and one that is scaled down.
        for width in [60, 2_400] {
            let app = TestApp::with_keys(&[(provider, "")]).await;
            let post = app.draft(&app.writer).await;
            let media = app.picture(post, width).await;
            let route = format!("/media/{}/generate-alt-text", media.id);
            let answer = app.post(&route, Value::Null).await.expect(200).json;
            // The fake decodes the picture and describes its form and colour.
            let text = answer["text"].as_str().unwrap();
            assert!(
                text.contains("horizontal") && text.contains("azulad"),
                "{text}"
            );
            assert_eq!(answer["provider"], provider.name());
            assert_eq!(app.used().await, app.billed(&[(provider, "")]));
            assert_eq!(app.fakes.violations(), [] as [String; 0]);
            let stored = app.ports.store.media(media.id).await.unwrap().unwrap();
            assert_eq!(stored.texts.alt_text, "");
        }
    }
}

#[tokio::test]
async fn pictures_of_others_and_of_deleted_posts_are_not_described() {
    let app = TestApp::with_keys(&[(OpenAi, "")]).await;
    let stranger = app.create_user("ivo", Role::Editor).await;
    let post = app.draft(&app.editor).await;
    let media = app.picture(post, 60).await;
    let route = format!("/media/{}/generate-alt-text", media.id);
    for (user, path) in [
        (&app.writer, route.as_str()),
        (&stranger, route.as_str()),
        (&app.editor, "/media/99/generate-alt-text"),
    ] {
        let refused = app.send(user, Method::POST, path, Value::Null, &[]).await;
        refused.assert_error(404, "not_found");
    }
    app.delete(post).await;
    let refused = app
        .send(&app.editor, Method::POST, &route, Value::Null, &[])
        .await;
    refused.assert_error(409, "post_deleted");
    assert_eq!(app.asked(OpenAi), 0);
}

#[tokio::test]
async fn a_picture_without_its_file_is_not_found_and_a_broken_one_is_refused() {
    let app = TestApp::with_keys(&[(OpenAi, "")]).await;
    let post = app.draft(&app.writer).await;
    let media = app.picture(post, 2_400).await;
    let route = format!("/media/{}/generate-alt-text", media.id);
    let blob = ports::Blob {
        bytes: "isto não é uma imagem".into(),
        content_type: "image/webp".into(),
    };
    app.ports.blobs.put(&media.webp_key, blob).await.unwrap();
    app.post(&route, Value::Null)
        .await
        .assert_error(422, "invalid_image");
    app.ports.blobs.delete(&media.webp_key).await.unwrap();
    app.post(&route, Value::Null)
        .await
        .assert_error(404, "not_found");
    assert_eq!(app.asked(OpenAi), 0);
}

#[tokio::test]
async fn without_a_key_no_picture_is_described() {
    let app = TestApp::new().await;
    let post = app.draft(&app.writer).await;
    let media = app.picture(post, 60).await;
    let route = format!("/media/{}/generate-alt-text", media.id);
    app.post(&route, Value::Null)
        .await
        .assert_error(409, "not_configured");
}
