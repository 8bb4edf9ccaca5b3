//! The report of a month counts each post once, when it is first online.

use domain::platform::month::Month;
use domain::platform::publication::{JobKind, JobState};
use domain::platform::report::MonthlyFigures;
use jiff::SignedDuration;

use crate::app::TestApp;

impl TestApp {
    async fn figures(&self, month: &str) -> MonthlyFigures {
        let month: Month = month.parse().unwrap();
        let site = self.post.site_id;
        self.ports.store.monthly_figures(site, month).await.unwrap()
    }
}

#[tokio::test]
async fn a_publication_counts_once_with_the_words_that_went_online() {
    let app = TestApp::new().await;
    app.edit("<p>Uma horta na varanda</p>").await;
    app.host_accepts("publish").await;
    let job = app.request(JobKind::Publish).await;
    let done = app.attempt(&job).await;
    assert_eq!(done.state, JobState::Done, "{:?}", done.error());
    let counted = MonthlyFigures {
        posts: 1,
        published: 1,
        words: 4,
        ..MonthlyFigures::default()
    };
    assert_eq!(app.figures("2027-01").await, counted);
    // The same message again, and an update of the published post in a later month.
    app.attempt(&done).await;
    app.edit("<p>Duas palavras</p>").await;
    app.wait(SignedDuration::from_hours(24 * 40));
    let job = app.request(JobKind::Publish).await;
    let again = app.attempt(&job).await;
    assert_eq!(again.state, JobState::Done, "{:?}", again.error());
    assert_eq!(app.figures("2027-01").await, counted);
    assert_eq!(app.figures("2027-02").await, MonthlyFigures::default());
}

#[tokio::test]
async fn a_schedule_counts_when_the_host_has_published_it() {
    let app = TestApp::new().await;
    let job = app.schedule_in(SignedDuration::from_hours(1)).await;
    assert_eq!(job.state, JobState::Done, "{:?}", job.error());
    assert_eq!(app.figures("2027-01").await.published, 0);
    app.wait(SignedDuration::from_hours(2));
    app.host.reset().await;
    app.host_turns("publish", "publish").await;
    let job = app.request(JobKind::Settle).await;
    let job = app.attempt(&job).await;
    assert_eq!(job.state, JobState::Done, "{:?}", job.error());
    let figures = app.figures("2027-01").await;
    assert_eq!((figures.published, figures.words), (1, 1));
}
