//! The form of the body: plain HTML unless the host's people write in blocks or the site chooses them, and for ever on a post that
//! was published as plain HTML.

use domain::platform::body_form::{BodyForm, BodyFormChoice};
use domain::platform::id::MediaId;
use domain::platform::media::Media;
use domain::platform::post::PostStatus;
use domain::platform::publication::{JobKind, JobState};
use jiff::SignedDuration;
use platform_store::PostChange;
use platform_testkit::change_site;

use crate::app::TestApp;
use crate::pictures::with_picture;

const HTML: &str = "<p>Horta</p>";
const BLOCKS: &str = "<!-- wp:paragraph -->\n<p>Horta</p>\n<!-- /wp:paragraph -->";

impl TestApp {
    async fn with_form(choice: BodyFormChoice, uses_blocks: Option<bool>) -> Self {
        let app = Self::new().await;
        app.host_accepts("publish").await;
        app.form_is(choice, uses_blocks).await;
        app
    }

    async fn form_is(&self, choice: BodyFormChoice, uses_blocks: Option<bool>) {
        change_site(&self.ports.store, self.post.site_id, |site| {
            site.body_form = choice;
            site.host_uses_blocks = uses_blocks;
        })
        .await;
    }

    /// Publishes the post, and returns the body that the host has then.
    async fn published_body(&self) -> String {
        let job = self.request(JobKind::Publish).await;
        let job = self.attempt(&job).await;
        assert_eq!(job.state, JobState::Done, "{:?}", job.error());
        let sent = self.update().await.unwrap();
        sent.get("content").unwrap().as_str().unwrap().to_owned()
    }

    async fn form(&self) -> Option<BodyForm> {
        self.reread().await.host_body_form
    }
}

#[tokio::test]
async fn blocks_are_sent_where_the_host_uses_them_or_the_site_chooses_them() {
    use BodyFormChoice::{Automatic, Blocks, Html};
    for (choice, uses_blocks, sent) in [
        (Automatic, None, HTML),
        (Automatic, Some(false), HTML),
        (Automatic, Some(true), BLOCKS),
        (Blocks, None, BLOCKS),
        (Blocks, Some(false), BLOCKS),
        (Html, Some(true), HTML),
    ] {
        let app = TestApp::with_form(choice, uses_blocks).await;
        assert_eq!(
            app.published_body().await,
            sent,
            "{choice:?}, {uses_blocks:?}"
        );
        // The draft had the same form: the host keeps it as a revision.
        let requests = app.host.received_requests().await.unwrap();
        let created = requests.iter().find(|request| {
            request.method.as_str() == "POST" && request.url.path() == "/rest/core/v2/posts"
        });
        let draft: serde_json::Value = created.unwrap().body_json().unwrap();
        assert_eq!(draft["content"], sent, "{choice:?}, {uses_blocks:?}");
        let form = if sent == HTML {
            BodyForm::Html
        } else {
            BodyForm::Blocks
        };
        assert_eq!(app.form().await, Some(form), "{choice:?}, {uses_blocks:?}");
    }
}

#[tokio::test]
async fn a_post_that_was_published_as_plain_html_stays_so_for_ever() {
    let app = TestApp::with_form(BodyFormChoice::Html, Some(true)).await;
    app.published_body().await;
    for choice in [BodyFormChoice::Automatic, BodyFormChoice::Blocks] {
        app.form_is(choice, Some(true)).await;
        app.edit("<p>Jardim</p>").await;
        assert_eq!(app.published_body().await, "<p>Jardim</p>", "{choice:?}");
        assert_eq!(app.form().await, Some(BodyForm::Html));
    }
}

#[tokio::test]
async fn a_post_that_an_earlier_release_published_counts_as_plain() {
    let app = TestApp::with_form(BodyFormChoice::Blocks, Some(true)).await;
    app.published_body().await;
    let change = PostChange::of(&app.reread().await, |post| post.host_body_form = None);
    app.ports.store.save_post(change).await.unwrap();
    assert_eq!(app.published_body().await, HTML);
    assert_eq!(app.form().await, Some(BodyForm::Html));
}

#[tokio::test]
async fn blocks_stay_until_the_site_chooses_plain_html() {
    let app = TestApp::with_form(BodyFormChoice::Automatic, Some(true)).await;
    assert_eq!(app.published_body().await, BLOCKS);
    // The latest posts of the host are others now.
    app.form_is(BodyFormChoice::Automatic, Some(false)).await;
    assert_eq!(app.published_body().await, BLOCKS);
    app.form_is(BodyFormChoice::Html, Some(true)).await;
    assert_eq!(app.published_body().await, HTML);
    app.form_is(BodyFormChoice::Blocks, Some(true)).await;
    assert_eq!(app.published_body().await, HTML);
}

#[tokio::test]
async fn a_scheduled_post_keeps_the_form_in_which_the_host_publishes_it() {
    let app = TestApp::new().await;
    let job = app.schedule_in(SignedDuration::from_hours(1)).await;
    assert_eq!(job.state, JobState::Done, "{:?}", job.error());
    assert_eq!(app.form().await, Some(BodyForm::Html));
    app.form_is(BodyFormChoice::Blocks, Some(true)).await;
    app.edit("<p>Jardim</p>").await;
    let at = app.now() + SignedDuration::from_hours(1);
    let job = app.request(JobKind::Schedule { at }).await;
    app.attempt(&job).await;
    assert_eq!(app.update().await.unwrap()["content"], "<p>Jardim</p>");
    assert_eq!(app.reread().await.status, PostStatus::Scheduled);
}

#[tokio::test]
async fn a_picture_has_its_identifier_on_the_host() {
    let app = TestApp::new().await;
    app.host_publishes_with(57, &with_picture(57)).await;
    app.form_is(BodyFormChoice::Blocks, None).await;
    let store = &app.ports.store;
    let cover = store.media(MediaId(1)).await.unwrap().unwrap();
    let inside = Media {
        id: MediaId(2),
        in_text: true,
        ..cover
    };
    store.add_media(&inside).await.unwrap();
    app.edit("<figure><img src=\"/api/v1/media/2/webp\" alt=\"Vasos\" width=\"48\" height=\"32\"></figure>")
        .await;
    assert_eq!(
        app.published_body().await,
        "<!-- wp:image {\"id\":57,\"sizeSlug\":\"full\",\"linkDestination\":\"none\"} -->\n<figure class=\"wp-block-image size-full\"><img src=\"https://cliente.example/a.webp\" alt=\"Vasos\" class=\"wp-image-57\"/></figure>\n<!-- /wp:image -->"
    );
}
