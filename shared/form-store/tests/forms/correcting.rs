//! Verdicts of people.

use form_store::{Lesson, NewSubmission, Submission, SubmissionStatus};
use futures_util::future::join_all;
use items::{Condition, Entry, Write};
use site_mail::Awaited;
use site_store::{Tenant, submission_report};

use crate::support::{Server, TestSite, by_ana, mail, with_files};

/// A submission that was judged to be spam, with two held mails and a file.
async fn spam(site: &TestSite) -> Submission {
    let staged = site.staged(&["planta1"]).await;
    let new = with_files(3, "ana@leitora.example", &staged);
    let new = NewSubmission {
        status: SubmissionStatus::Spam,
        held: vec![mail(&staged), mail(&staged)],
        mails: Vec::new(),
        ..new
    };
    let appended = site.forms.append(new, None, Some(&staged)).await.unwrap();
    assert!(appended.mails.is_empty());
    stored(site, appended.id.unwrap()).await
}

async fn stored(site: &TestSite, id: u64) -> Submission {
    site.forms.submission(id).await.unwrap().unwrap()
}

#[tokio::test]
async fn held_mails_are_queued_once_by_the_first_verdict_that_it_is_no_spam() {
    let site = TestSite::new().await;
    let submission = spam(&site).await;
    let (ham, spam) = (by_ana(false), by_ana(true));
    let corrections = (0..4).map(|_| site.forms.correct(submission.id, &ham));
    let mut released = Vec::new();
    for corrected in join_all(corrections).await {
        released.extend(corrected.unwrap().unwrap().released);
    }
    assert_eq!(released.len(), 2);
    let now = stored(&site, submission.id).await;
    assert_eq!(
        (now.status, &now.mails),
        (SubmissionStatus::Queued, &released)
    );
    assert!(now.held.is_empty());
    for mail in &released {
        site.forms
            .mails
            .work_off(mail, &Server::Accepts)
            .await
            .unwrap();
    }
    assert_eq!(
        site.forms.mails.outcome(&released).await.unwrap(),
        Awaited::Sent
    );
    assert_eq!(
        stored(&site, submission.id).await.status,
        SubmissionStatus::Sent
    );

    // Later changes of mind send nothing again, and the status follows from the mails.
    for (correction, status) in [
        (&spam, SubmissionStatus::Spam),
        (&ham, SubmissionStatus::Sent),
    ] {
        let corrected = site.forms.correct(submission.id, correction).await;
        let corrected = corrected.unwrap().unwrap();
        assert!(corrected.released.is_empty());
        assert_eq!(corrected.submission.status, status);
    }
}

#[tokio::test]
async fn the_filter_learns_each_change_of_mind_and_no_repetition() {
    let site = TestSite::new().await;
    let id = spam(&site).await.id;
    let lesson = |is_spam, before| Some(Lesson { is_spam, before });
    for (is_spam, expected) in [
        (true, lesson(true, None)),
        (true, None),
        (false, lesson(false, Some(true))),
        (false, None),
        (true, lesson(true, Some(false))),
    ] {
        let corrected = site.forms.correct(id, &by_ana(is_spam)).await.unwrap();
        assert_eq!(corrected.unwrap().lesson, expected, "{is_spam}");
    }
    let mut silent = by_ana(false);
    silent.teaches = false;
    let corrected = site.forms.correct(id, &silent).await.unwrap().unwrap();
    assert_eq!(corrected.lesson, None);
    assert_eq!(corrected.submission.learned_spam, Some(true));
}

#[tokio::test]
async fn a_report_is_stored_with_a_changed_verdict_and_deleted_with_its_submission() {
    let site = TestSite::new().await;
    let id = spam(&site).await.id;
    let key = submission_report(&Tenant::main(), id);
    let report = Entry::new(key.clone(), &"relato").unwrap();
    let is_there = async || {
        let found: Option<String> = site.parts.table.get(&key).await.unwrap();
        found.is_some()
    };
    let with_report = |is_spam| form_store::Correction {
        report: Some(Write::Put(report.clone(), Condition::Any)),
        ..by_ana(is_spam)
    };
    site.forms.correct(id, &with_report(true)).await.unwrap();
    assert!(!is_there().await);
    site.forms.correct(id, &with_report(false)).await.unwrap();
    assert!(is_there().await);
    assert!(site.forms.delete_submission(id).await.unwrap());
    assert!(!is_there().await);
    let gone = site.forms.correct(id, &with_report(true)).await.unwrap();
    assert!(gone.is_none() && !is_there().await);
}
