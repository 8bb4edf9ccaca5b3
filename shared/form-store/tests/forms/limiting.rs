//! Limit on submissions of one address to one form.

use form_store::SubmissionLimit;
use jiff::SignedDuration;

use crate::support::TestSite;

#[tokio::test]
async fn addresses_and_forms_are_counted_apart() {
    let site = TestSite::new().await;
    let limit = SubmissionLimit {
        submissions: 2,
        window: SignedDuration::from_secs(60),
    };
    let count = async |form, network| {
        let counted = site.forms.count_submission(limit, form, network);
        counted.await.unwrap()
    };
    for _ in 0..2 {
        assert_eq!(count(3, "192.0.2.7").await, None);
    }
    assert_eq!(count(3, "192.0.2.7").await, Some(60));
    assert_eq!(count(4, "192.0.2.7").await, None);
    assert_eq!(count(3, "192.0.2.8").await, None);
    let other = site.of("horta");
    let elsewhere = other.count_submission(limit, 3, "192.0.2.7").await;
    assert_eq!(elsewhere.unwrap(), None);
    site.advance(60);
    assert_eq!(count(3, "192.0.2.7").await, None);
}
