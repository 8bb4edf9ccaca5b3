//! Deletion, and the data of a person.

use form_store::{Erased, SubmissionFilter};
use items::{Key, Query};
use site_mail::WorkedOff;

use crate::support::{Server, TestSite, with_files};

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
    assert!(site.forms.delete_submission(appended.id).await.unwrap());
    assert!(!site.forms.delete_submission(appended.id).await.unwrap());
    assert_eq!(site.forms.submission(appended.id).await.unwrap(), None);
    assert_eq!(site.blobs.keys(), Vec::<String>::new());
    let server = Server { accepts: true };
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
    let elsewhere = other_site.append(new, None, None).await.unwrap().id;
    of_ana.reverse();

    let address = "ana@LEITORA.example ";
    let page = site
        .forms
        .submissions_of_person(address, None, 2)
        .await
        .unwrap();
    let rest = site
        .forms
        .submissions_of_person(address, page.next, 2)
        .await
        .unwrap();
    let found = page
        .submissions
        .iter()
        .chain(&rest.submissions)
        .map(|one| one.id);
    assert_eq!((found.collect::<Vec<_>>(), rest.next), (of_ana, None));

    let begun = site.forms.erase_person(address, 2).await.unwrap();
    assert_eq!(
        begun,
        Erased {
            submissions: 2,
            remaining: true
        }
    );
    let ended = site.forms.erase_person(address, 2).await.unwrap();
    assert_eq!(
        ended,
        Erased {
            submissions: 1,
            remaining: false
        }
    );
    assert_eq!(
        site.forms.erase_person(address, 2).await.unwrap(),
        Erased::default()
    );
    assert_eq!(
        site.forms.erase_person("ana", 2).await.unwrap(),
        Erased::default()
    );
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
