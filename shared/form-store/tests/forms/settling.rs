//! Status of a submission.

use form_store::{SpamVerdict, SubmissionStatus};
use site_mail::Awaited;

use crate::support::{Server, TestSite, with_files};

async fn queued(site: &TestSite) -> form_store::Appended {
    let staged = site.staged(&["planta1"]).await;
    let new = with_files(3, "ana@leitora.example", &staged);
    site.forms.append(new, None, Some(&staged)).await.unwrap()
}

#[tokio::test]
async fn the_status_follows_the_mails() {
    let site = TestSite::new().await;
    for (accepts, status, awaited) in [
        (true, SubmissionStatus::Sent, Awaited::Sent),
        (false, SubmissionStatus::Failed, Awaited::Failed),
    ] {
        let appended = queued(&site).await;
        let before = site.forms.settle(appended.id).await.unwrap();
        assert_eq!(before, Some(SubmissionStatus::Queued));
        let server = Server { accepts };
        site.forms
            .mails
            .work_off(&appended.mails[0], &server)
            .await
            .unwrap();
        assert_eq!(
            site.forms.mails.outcome(&appended.mails).await.unwrap(),
            awaited
        );
        for _ in 0..2 {
            assert_eq!(site.forms.settle(appended.id).await.unwrap(), Some(status));
        }
        let stored = site.forms.submission(appended.id).await.unwrap().unwrap();
        assert_eq!(stored.status, status);
        // The files stay with the submission.
        let file = site
            .forms
            .files
            .read(&stored.uploads[0].blob)
            .await
            .unwrap();
        assert_eq!(&*file.unwrap().bytes, b"planta1");
    }
    assert_eq!(site.forms.settle(9_999).await.unwrap(), None);
}

#[tokio::test]
async fn a_verdict_of_a_moderator_is_not_overwritten_by_the_mails() {
    let site = TestSite::new().await;
    let appended = queued(&site).await;
    let verdict = SpamVerdict {
        is_spam: true,
        judged_by: "ana".to_owned(),
        reason: "propaganda".to_owned(),
    };
    let status = SubmissionStatus::Spam;
    let judged = site
        .forms
        .judge(appended.id, &verdict, status)
        .await
        .unwrap()
        .unwrap();
    assert_eq!(
        (judged.spam, judged.status),
        (Some(verdict.clone()), status)
    );
    let server = Server { accepts: true };
    site.forms
        .mails
        .work_off(&appended.mails[0], &server)
        .await
        .unwrap();
    assert_eq!(site.forms.settle(appended.id).await.unwrap(), Some(status));
    assert!(
        site.forms
            .judge(9_999, &verdict, status)
            .await
            .unwrap()
            .is_none()
    );
}
