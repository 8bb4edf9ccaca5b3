//! The mail about a new version.

use domain::platform::approval::Decision;
use domain::platform::post::PostVersion;
use notification_worker::process;
use platform_store::PostChange;
use platform_testkit::first_version;

use crate::app::TestApp;

#[tokio::test]
async fn a_new_version_quotes_the_request_and_shows_what_changed() {
    let app = TestApp::new().await;
    app.answer(Decision::Adjustments, "Falem do almoço.", false)
        .await;
    app.clock.advance(jiff::SignedDuration::from_mins(2));
    let post = app.ports.store.post(app.post).await.unwrap().unwrap();
    let mut change = PostChange::of(&post, |post| post.version += 1);
    change.version = Some(PostVersion {
        number: change.post.version,
        ..first_version(&change.post, "<p>Do café da manhã ao almoço.</p>")
    });
    app.ports.store.save_post(change).await.unwrap();
    let (_, request) = app.request_approval().await;
    app.sent();
    process(&app.ports, &request).await.unwrap();
    let mail = app.sent().remove(0);
    assert_eq!(
        mail.subject,
        "Nova versão para sua aprovação: Como escolher o pão"
    );
    for part in [
        "> Falem do almoço.",
        "- Antes: Do café da manhã ao jantar.\n+ Agora: Do café da manhã ao almoço.",
    ] {
        assert!(mail.text.contains(part), "{part}: {}", mail.text);
    }
    assert!(mail.html.contains(">jantar</del>") && mail.html.contains(">almoço</ins>"));
}
