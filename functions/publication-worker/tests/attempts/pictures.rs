//! The featured picture at a publication: uploaded once for each host, sent with the post, and explained when the host
//! takes it in no form.

use domain::platform::id::MediaId;
use domain::platform::media::Media;
use domain::platform::publication::{Cause, Job, JobKind, JobState, Step};
use serde_json::{Value, json};
use wiremock::Mock;
use wiremock::matchers::{method, path};

use crate::app::{TestApp, answer, shown};

impl TestApp {
    /// Lets the host take the picture as its attachment `id`, and publish the post as `post` shows it.
    pub async fn host_publishes_with(&self, id: u64, post: &Value) {
        let media = json!({ "id": id, "slug": "m", "source_url": "https://cliente.example/a.webp", "mime_type": "image/webp" });
        for route in [
            "/rest/core/v2/media".to_owned(),
            format!("/rest/core/v2/media/{id}"),
        ] {
            Mock::given(method("POST"))
                .and(path(route))
                .respond_with(answer(201, &media))
                .mount(&self.host)
                .await;
        }
        self.host_creates(answer(201, &shown("draft", "x")), 1)
            .await;
        for verb in ["POST", "GET"] {
            Mock::given(method(verb))
                .and(path("/rest/core/v2/posts/31"))
                .respond_with(answer(200, post))
                .mount(&self.host)
                .await;
        }
    }

    async fn publish(&self) -> Job {
        let job = self.request(JobKind::Publish).await;
        let job = self.attempt(&job).await;
        assert_eq!(job.state, JobState::Done, "{:?}", job.error());
        job
    }
}

/// The published post with `attachment` as its featured picture.
pub fn with_picture(attachment: u64) -> Value {
    let mut post = shown("publish", "horta");
    let members = post.as_object_mut().unwrap();
    members.insert("featured_media".to_owned(), json!(attachment));
    post
}

#[tokio::test]
async fn the_featured_picture_is_uploaded_once_and_sent_with_the_post() {
    let app = TestApp::new().await;
    app.host_publishes_with(57, &with_picture(57)).await;
    app.publish().await;
    assert_eq!(app.uploads().await, ["image/webp"]);
    assert_eq!(app.update().await.unwrap()["featured_media"], 57);
    let site = app
        .ports
        .store
        .site(app.post.site_id)
        .await
        .unwrap()
        .unwrap();
    let media = app.ports.store.media(MediaId(1)).await.unwrap().unwrap();
    assert_eq!(media.host_media_id, Some(57));
    assert_eq!(media.host_origin, Some(site.host_origin()));
    // The changed post is sent with the attachment that the host has.
    app.edit("<p>Jardim</p>").await;
    app.publish().await;
    let sent = app.update().await.unwrap();
    assert_eq!(
        (&sent["content"], &sent["featured_media"]),
        (&json!("<p>Jardim</p>"), &json!(57))
    );
    assert_eq!(app.uploads().await.len(), 1);
}

#[tokio::test]
async fn a_host_that_does_not_show_the_featured_picture_gets_it_once() {
    for hidden in [None, Some(Value::Null)] {
        let app = TestApp::new().await;
        let mut post = shown("publish", "horta");
        let members = post.as_object_mut().unwrap();
        members.remove("featured_media");
        members.extend(hidden.map(|hidden| ("featured_media".to_owned(), hidden)));
        app.host_publishes_with(57, &post).await;
        let job = app.publish().await;
        assert_eq!(job.findings.redone, []);
        assert_eq!(app.uploads().await.len(), 1);
    }
}

#[tokio::test]
async fn a_featured_picture_that_the_host_lost_is_uploaded_once_more() {
    let app = TestApp::new().await;
    app.host_publishes_with(57, &with_picture(0)).await;
    let job = app.publish().await;
    assert_eq!(job.findings.redone, [Step::Media]);
    assert_eq!(app.uploads().await.len(), 2);
}

#[tokio::test]
async fn a_host_that_takes_no_form_of_the_picture_is_told_the_missing_extension() {
    for (status, code) in [
        (400, "rest_upload_image_type_not_supported"),
        (500, "rest_upload_sideload_error"),
    ] {
        let app = TestApp::new().await;
        let refusal = json!({ "code": code, "message": "Tipo n&atilde;o permitido." });
        app.host_fails("POST", "/rest/core/v2/media", answer(status, &refusal), 9)
            .await;
        let job = app.request(JobKind::Publish).await;
        let job = app.attempt(&job).await;
        assert_eq!((job.state, job.attempts), (JobState::Parked, 1), "{code}");
        assert_eq!(job.cause, Some(Cause::Host), "{code}");
        let error = job.error().unwrap();
        for part in ["Imagick", "GD", "WebP", "“Tipo não permitido.”"] {
            assert!(error.contains(part), "{code}: {error}");
        }
        assert_eq!(app.uploads().await, ["image/webp", "image/jpeg"], "{code}");
        assert_eq!(app.creations().await, 0, "{code}");
    }
}

#[tokio::test]
async fn pictures_inside_the_text_are_uploaded_once_and_shown_from_the_host() {
    let app = TestApp::new().await;
    app.host_publishes_with(57, &with_picture(57)).await;
    let store = &app.ports.store;
    let cover = store.media(MediaId(1)).await.unwrap().unwrap();
    let inside = Media {
        id: MediaId(2),
        in_text: true,
        ..cover.clone()
    };
    store.add_media(&inside).await.unwrap();
    let body = "<p>Horta</p><figure><img src=\"/api/v1/media/2/webp\" alt=\"Vasos\"></figure>";
    app.edit(body).await;
    app.publish().await;
    assert_eq!(app.uploads().await.len(), 2);
    let shown =
        "<p>Horta</p><figure><img src=\"https://cliente.example/a.webp\" alt=\"Vasos\"></figure>";
    assert_eq!(app.update().await.unwrap()["content"], shown);
    let stored = store.media(MediaId(2)).await.unwrap().unwrap();
    assert_eq!(
        stored.host_url.as_deref(),
        Some("https://cliente.example/a.webp")
    );
    app.edit(&format!("{body}<p>Mais</p>")).await;
    app.publish().await;
    assert_eq!(app.uploads().await.len(), 2);
    assert_eq!(
        app.update().await.unwrap()["content"],
        format!("{shown}<p>Mais</p>")
    );
}

#[tokio::test]
async fn a_text_with_a_picture_of_another_post_is_not_published() {
    let app = TestApp::new().await;
    app.host_publishes_with(57, &with_picture(57)).await;
    app.edit("<p>Horta</p><img src=\"/api/v1/media/9/webp\" alt=\"x\">")
        .await;
    let job = app.request(JobKind::Publish).await;
    let job = app.attempt(&job).await;
    assert_eq!(job.state, JobState::Parked);
    let error = job.error().unwrap();
    assert!(error.contains("não existe mais"), "{error}");
    assert_eq!(app.update().await, None);
}
