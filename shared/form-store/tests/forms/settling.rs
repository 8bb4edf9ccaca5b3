//! Status of a submission.

use form_store::{NewSubmission, Submission, SubmissionStatus};
use site_mail::{Awaited, MailState};

use crate::support::{Server, TestSite, by_ana, mail, with_files};

async fn queued(site: &TestSite, more: impl FnOnce(&mut NewSubmission)) -> Submission {
    let staged = site.staged(&["planta1"]).await;
    let mut new = with_files(3, "ana@leitora.example", &staged);
    more(&mut new);
    let appended = site.forms.append(new, None, Some(&staged)).await.unwrap();
    stored(site, appended.id.unwrap()).await
}

async fn stored(site: &TestSite, id: u64) -> Submission {
    site.forms.submission(id).await.unwrap().unwrap()
}

#[tokio::test]
async fn the_status_follows_the_mail_in_the_transaction_that_ends_it() {
    let site = TestSite::new().await;
    for (server, status, awaited) in [
        (Server::Accepts, SubmissionStatus::Sent, Awaited::Sent),
        (Server::Refuses, SubmissionStatus::Failed, Awaited::Failed),
        (
            Server::Loses,
            SubmissionStatus::Uncertain,
            Awaited::Uncertain,
        ),
    ] {
        let submission = queued(&site, |_| ()).await;
        assert_eq!(submission.status, SubmissionStatus::Queued);
        let mails = &site.forms.mails;
        for _ in 0..2 {
            mails.work_off(&submission.mails[0], &server).await.unwrap();
            let now = stored(&site, submission.id).await;
            assert_eq!((now.status, now.outcomes.len()), (status, 1));
        }
        assert_eq!(mails.outcome(&submission.mails).await.unwrap(), awaited);
        // The files stay with the submission.
        let blob = &submission.uploads[0].blob;
        let file = site.forms.files.read(blob).await.unwrap();
        assert_eq!(&*file.unwrap().bytes, b"planta1");
    }
}

#[tokio::test]
async fn a_withdrawn_mail_leaves_no_queued_submission() {
    let site = TestSite::new().await;
    let submission = queued(&site, |_| ()).await;
    let withdrawn = site.forms.mails.withdraw(&submission.mails[0]).await;
    assert_eq!(withdrawn.unwrap(), Some(MailState::Failed));
    // Nothing else happens: the request that withdrew the mail may have ended here.
    let now = stored(&site, submission.id).await;
    assert_eq!(now.status, SubmissionStatus::Failed);
    let error = now.outcomes[&submission.mails[0]].error.clone();
    assert_eq!(error.as_deref(), Some("the mail was withdrawn"));
}

#[tokio::test]
async fn of_several_mails_the_worst_outcome_is_that_of_the_submission() {
    let site = TestSite::new().await;
    let cases = [
        (
            [Server::Accepts, Server::Accepts],
            [SubmissionStatus::Queued, SubmissionStatus::Sent],
        ),
        (
            [Server::Loses, Server::Accepts],
            [SubmissionStatus::Queued, SubmissionStatus::Uncertain],
        ),
        (
            [Server::Refuses, Server::Accepts],
            [SubmissionStatus::Failed, SubmissionStatus::Failed],
        ),
        (
            [Server::Loses, Server::Refuses],
            [SubmissionStatus::Queued, SubmissionStatus::Failed],
        ),
    ];
    for (servers, expected) in cases {
        let staged = site.staged(&[]).await;
        let submission = queued(&site, |new| new.mails.push(mail(&staged))).await;
        for (place, server) in servers.iter().enumerate() {
            let id = &submission.mails[place];
            site.forms.mails.work_off(id, server).await.unwrap();
            let now = stored(&site, submission.id).await;
            assert_eq!(now.status, expected[place]);
        }
    }
}

#[tokio::test]
async fn concurrent_mails_of_a_submission_both_leave_their_outcome() {
    let site = TestSite::new().await;
    let staged = site.staged(&[]).await;
    let submission = queued(&site, |new| {
        for _ in 0..3 {
            new.mails.push(mail(&staged));
        }
    })
    .await;
    let work = submission.mails.iter().map(async |id| {
        let worked = site.forms.mails.work_off(id, &Server::Accepts).await;
        worked.unwrap();
    });
    futures_util::future::join_all(work).await;
    let now = stored(&site, submission.id).await;
    assert_eq!(
        (now.status, now.outcomes.len()),
        (SubmissionStatus::Sent, 4)
    );
}

#[tokio::test]
async fn a_verdict_of_a_moderator_is_not_overwritten_by_the_mails() {
    let site = TestSite::new().await;
    let submission = queued(&site, |_| ()).await;
    let status = SubmissionStatus::Spam;
    let judge = async |id| site.forms.correct(id, &by_ana(true)).await.unwrap();
    let judged = judge(submission.id).await.unwrap().submission;
    let verdict = judged.spam.unwrap();
    assert_eq!((verdict.is_spam, judged.status), (true, status));
    let mails = &site.forms.mails;
    mails
        .work_off(&submission.mails[0], &Server::Accepts)
        .await
        .unwrap();
    let now = stored(&site, submission.id).await;
    assert_eq!((now.status, now.outcomes.len()), (status, 1));
    assert!(judge(9_999).await.is_none());
}
