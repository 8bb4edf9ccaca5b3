//! Deletion, and the data of a person.

use form_store::{Erased, Forwarded, SubmissionFilter};
use items::{Key, Query};
use site_mail::WorkedOff;

use crate::support::{Server, TestSite, mail, with_files};

async fn index(site: &TestSite, partition: &str) -> Vec<Key> {
    let query = Query::prefix(partition, "");
    site.parts.table.key_page(&query, None).await.unwrap().keys
}

#[tokio::test]
async fn a_deleted_submission_leaves_no_mail_file_or_index_record() {
    let site = TestSite::new().await;
    let staged = site.staged(&["planta1", "planta2"]).await;
    let new = with_files(3, "ana@leitora.example", &staged);
    let appended = site.forms.append(new, None, Some(&staged)).await.unwrap();
    let other = site.stored(3, "bia@leitora.example").await;
    let id = appended.id.unwrap();
    assert!(site.forms.delete_submission(id).await.unwrap());
    assert!(!site.forms.delete_submission(id).await.unwrap());
    assert_eq!(site.forms.submission(id).await.unwrap(), None);
    assert_eq!(site.blobs.keys(), Vec::<String>::new());
    let server = Server::Accepts;
    let worked = site
        .forms
        .mails
        .work_off(&appended.mails[0], &server)
        .await
        .unwrap();
    assert_eq!(worked, WorkedOff::Unknown);
    assert_eq!(index(&site, "main#SUBMISSIONS").await.len(), 1);
    assert_eq!(index(&site, "main#FORM_SUBMISSIONS#3").await.len(), 1);
    let all = SubmissionFilter::default();
    let page = site.forms.submissions(&all, None, 10).await.unwrap();
    let left: Vec<_> = page.submissions.iter().map(|one| one.id).collect();
    assert_eq!(left, [other]);
}

#[tokio::test]
async fn a_persons_submissions_are_exported_and_erased_over_all_forms() {
    let site = TestSite::new().await;
    let mut of_ana = Vec::new();
    for form in [3, 4, 3] {
        of_ana.push(site.stored(form, "Ana@Leitora.example").await);
        site.stored(form, "bia@leitora.example").await;
        site.advance(1);
    }
    let other_site = site.of("horta");
    let new = crate::support::submission(3, "ana@leitora.example");
    let elsewhere = other_site.append(new, None, None).await.unwrap();
    let elsewhere = elsewhere.id.unwrap();
    of_ana.reverse();

    let address = "ana@LEITORA.example ";
    let of_person = SubmissionFilter {
        address: Some(address.to_owned()),
        ..SubmissionFilter::default()
    };
    let page = site.forms.submissions(&of_person, None, 2).await.unwrap();
    let rest = site
        .forms
        .submissions(&of_person, page.next, 2)
        .await
        .unwrap();
    let found = page
        .submissions
        .iter()
        .chain(&rest.submissions)
        .map(|one| one.id);
    assert_eq!((found.collect::<Vec<_>>(), rest.next), (of_ana, None));

    let erased = |submissions, left| Erased {
        submissions,
        mails: 0,
        left,
    };
    for (address, expected) in [
        (address, erased(2, 1)),
        (address, erased(1, 0)),
        (address, erased(0, 0)),
        ("ana", erased(0, 0)),
    ] {
        let now = site.forms.erase_person(address, 2).await.unwrap();
        assert_eq!(now, expected);
    }
    let all = SubmissionFilter::default();
    let left = site
        .forms
        .submissions(&all, None, 10)
        .await
        .unwrap()
        .submissions;
    assert_eq!(left.len(), 3);
    assert!(left.iter().all(|one| one.people == ["bia@leitora.example"]));
    assert!(other_site.submission(elsewhere).await.unwrap().is_some());
}

#[tokio::test]
async fn mails_without_a_submission_are_erased_with_their_files() {
    let site = TestSite::new().await;
    let mut mails = Vec::new();
    for (key, address) in [
        ("k1", "Ana@Leitora.example"),
        ("k2", "ana@leitora.example"),
        ("k3", "bia@leitora.example"),
    ] {
        let staged = site.staged(&["planta1"]).await;
        let new = Forwarded {
            form: 3,
            addresses: vec![address.to_owned()],
            mails: vec![(mail(&staged), Some(staged))],
        };
        let stored = site.forms.forward(new, Some(key)).await.unwrap();
        assert_eq!((stored.id, stored.is_new), (None, true));
        mails.extend(stored.mails);
    }
    assert_eq!(site.blobs.keys().len(), 3);
    let erased = |mails, left| Erased {
        submissions: 0,
        mails,
        left,
    };
    for expected in [erased(1, 1), erased(1, 0), erased(0, 0)] {
        let address = "ana@leitora.example";
        let now = site.forms.erase_person(address, 1).await.unwrap();
        assert_eq!(now, expected);
    }
    assert_eq!(site.blobs.keys().len(), 1);
    for (place, id) in mails.iter().enumerate() {
        let is_left = site.forms.mails.read(id).await.unwrap().is_some();
        assert_eq!(is_left, place == 2);
    }
}
