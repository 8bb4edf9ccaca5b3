//! What changed since the client's last answer.

use domain::platform::post::PostVersion;
use http::StatusCode;
use platform_store::PostChange;
use platform_testkit::first_version;

use crate::app::TestApp;

impl TestApp {
    /// Edits title and body of the post.
    async fn edit(&self, title: &str, body: &str) {
        let post = self.reread().await;
        let mut change = PostChange::of(&post, |post| {
            post.fields.title = title.to_owned();
            post.version += 1;
        });
        change.version = Some(PostVersion {
            number: change.post.version,
            ..first_version(&change.post, body)
        });
        self.ports.store.save_post(change).await.unwrap();
    }

    async fn answer(&self, page: &str, choice: &str) {
        let answer = self
            .post(&format!("{page}/{choice}"), "comment=Troquem")
            .await;
        assert_eq!(answer.status, StatusCode::OK);
        self.clock.advance(jiff::SignedDuration::from_mins(2));
    }
}

const CHANGED: &str = "O que mudou desde a sua resposta";

#[tokio::test]
async fn a_new_version_shows_what_changed_since_the_answer() {
    let app = TestApp::new().await;
    app.edit("O pão", "<p>Custa dez reais.</p><p>Fica.</p>")
        .await;
    let first = app.request_approval().await;
    assert!(!app.get(&first).await.text.contains(CHANGED));
    // The client answers about this text, not about that of the request.
    app.edit("O pão", "<p>Custa <b>onze</b> reais.</p><p>Fica.</p>")
        .await;
    app.answer(&first, "ajustes").await;
    app.edit("O pão", "<p>Custa x reais.</p>").await;
    app.edit("O pão & mel", "<p>Custa doze reais.</p><p>Fica.</p>")
        .await;
    let second = app.get(&app.request_approval().await).await.text;
    for part in [
        CHANGED,
        "<details class=\"changes\" open>",
        "O pão<ins> &#38; mel</ins>",
        "Custa <del>onze</del><ins>doze</ins> reais.",
    ] {
        assert!(second.contains(part), "{part}: {second}");
    }
    assert_eq!(second.matches("<p>Fica.</p>").count(), 1, "{second}");
}

#[tokio::test]
async fn a_new_version_with_the_same_words_says_so() {
    let app = TestApp::new().await;
    app.edit("O pão", "<p>Custa dez reais.</p>").await;
    let first = app.request_approval().await;
    app.answer(&first, "rejeitar").await;
    app.edit("O pão", "<p>Custa <b>dez</b> reais.</p>").await;
    let second = app.get(&app.request_approval().await).await.text;
    assert!(second.contains("As palavras do texto são as mesmas"));
    assert!(!second.contains(CHANGED));
}

#[tokio::test]
async fn a_text_that_was_accepted_is_compared_and_no_older_request_is_quoted() {
    let app = TestApp::new().await;
    app.edit("O pão", "<p>Custa dez reais.</p>").await;
    let first = app.request_approval().await;
    app.answer(&first, "ajustes").await;
    let second = app.request_approval().await;
    // Nothing is published, as the text is too short now.
    app.alter(|post| post.body_chars = 1).await;
    app.answer(&second, "aprovar").await;
    app.alter(|post| post.body_chars = 400).await;
    app.edit("O pão", "<p>Custa doze reais.</p>").await;
    let third = app.get(&app.request_approval().await).await.text;
    assert!(third.contains("<del>dez</del><ins>doze</ins>"), "{third}");
    assert!(!third.contains("O que você pediu"));
}
