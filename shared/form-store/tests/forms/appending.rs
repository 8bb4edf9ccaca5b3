//! Storing submissions once.

use std::sync::Arc;

use form_store::{FormStoreError, SubmissionFilter, SubmissionStatus};
use ports::Clock;

use crate::support::{TestSite, submission, with_files};

async fn count(site: &TestSite) -> usize {
    let all = SubmissionFilter::default();
    let page = site.forms.submissions(&all, None, 100).await.unwrap();
    page.submissions.len()
}

#[tokio::test]
async fn a_submission_is_stored_with_everything_that_belongs_to_it() {
    let site = TestSite::new().await;
    let staged = site.staged(&["planta1", "planta2"]).await;
    let new = with_files(3, " Ana@Leitora.Example", &staged);
    let appended = site
        .forms
        .append(new.clone(), Some("k1"), Some(&staged))
        .await
        .unwrap();
    assert!(appended.is_new);
    let id = appended.id.unwrap();
    let stored = site.forms.submission(id).await.unwrap().unwrap();
    assert_eq!(
        (stored.id, stored.form, stored.at),
        (id, 3, site.clock.now())
    );
    assert_eq!(
        (&stored.form_title, stored.status),
        (&new.form_title, SubmissionStatus::Queued)
    );
    assert_eq!(
        (&stored.fields, &stored.uploads),
        (&new.fields, &new.uploads)
    );
    assert_eq!((&stored.spam, &stored.consents), (&new.spam, &new.consents));
    assert_eq!(
        (&stored.facts, &stored.mails),
        (&new.facts, &appended.mails)
    );
    assert_eq!(stored.people, ["ana@leitora.example"]);
    let mail = site
        .forms
        .mails
        .read(&stored.mails[0])
        .await
        .unwrap()
        .unwrap();
    assert_eq!(mail.submission, Some(id));
    // The staged files stay.
    site.advance(10_000);
    site_mail::PrivateFiles::sweep(&site.parts, 10)
        .await
        .unwrap();
    assert_eq!(site.blobs.keys().len(), 2);
    assert_eq!(site.of("horta").submission(id).await.unwrap(), None);
}

#[tokio::test]
async fn a_repeated_key_stores_nothing() {
    let site = TestSite::new().await;
    let staged = site.staged(&["planta1"]).await;
    let new = with_files(3, "ana@leitora.example", &staged);
    let first = site
        .forms
        .append(new, Some("k1"), Some(&staged))
        .await
        .unwrap();
    let again = site.staged(&["planta1"]).await;
    let new = with_files(3, "ana@leitora.example", &again);
    let second = site
        .forms
        .append(new, Some("k1"), Some(&again))
        .await
        .unwrap();
    assert_eq!(
        (second.id, &second.mails, second.is_new),
        (first.id, &first.mails, false)
    );
    assert_eq!(count(&site).await, 1);
    // The key of another form, another key, and no key are other submissions.
    for (form, key) in [(4, Some("k1")), (3, Some("k2")), (3, None), (3, None)] {
        let other = submission(form, "ana@leitora.example");
        assert!(site.forms.append(other, key, None).await.unwrap().is_new);
    }
    assert_eq!(count(&site).await, 5);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_concurrent_repetitions_one_is_stored() {
    let site = Arc::new(TestSite::new().await);
    let mut running = tokio::task::JoinSet::new();
    for _ in 0..8 {
        let site = site.clone();
        running.spawn(async move {
            let new = submission(3, "ana@leitora.example");
            site.forms.append(new, Some("k1"), None).await.unwrap()
        });
    }
    let appended = running.join_all().await;
    assert_eq!(appended.iter().filter(|one| one.is_new).count(), 1);
    assert!(appended.iter().all(|one| one.id == appended[0].id));
    assert_eq!(count(&site).await, 1);
}

#[tokio::test]
async fn a_submission_whose_files_are_being_removed_is_not_stored() {
    let site = TestSite::new().await;
    let staged = site.staged(&["planta1"]).await;
    site.advance(3_600);
    site_mail::PrivateFiles::sweep(&site.parts, 10)
        .await
        .unwrap();
    let new = with_files(3, "ana@leitora.example", &staged);
    let late = site.forms.append(new, Some("k1"), Some(&staged)).await;
    assert!(matches!(late, Err(FormStoreError::Store(error)) if error.is_conflict()));
    assert_eq!(count(&site).await, 0);
}

#[tokio::test]
async fn what_no_record_or_transaction_takes_is_refused() {
    let site = TestSite::new().await;
    let mut many = submission(3, "ana@leitora.example");
    many.addresses = (0..21).map(|n| format!("ana{n}@leitora.example")).collect();
    let refused = site.forms.append(many.clone(), None, None).await;
    assert!(matches!(refused, Err(FormStoreError::TooMany)));
    // The same address in other letters counts once, and a text that is none does not count.
    many.addresses.truncate(20);
    many.addresses
        .extend(["ANA1@leitora.example".to_owned(), "ana".to_owned()]);
    let stored = site.forms.append(many, None, None).await.unwrap();
    let id = stored.id.unwrap();
    let stored = site.forms.submission(id).await.unwrap().unwrap();
    assert_eq!(stored.people.len(), 20);
    let mut large = submission(3, "ana@leitora.example");
    let random: String = (0..40_000)
        .map(|_| site.parts.random.uuid().to_string())
        .collect();
    large.facts.insert("agent".to_owned(), random);
    let refused = site.forms.append(large, None, None).await;
    assert!(matches!(refused, Err(FormStoreError::TooLarge { .. })));
    assert_eq!(count(&site).await, 1);
}
