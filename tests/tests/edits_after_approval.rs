//! A scheduled post that is rewritten after the client's approval, with the real worker, tick and content site.

use pauta_tests::faults::rewritten;

#[test]
fn what_the_client_did_not_approve_goes_out_only_when_a_person_confirms_it() {
    for story in rewritten() {
        let story = story.unwrap();
        let (approved, rewritten) = (&story.approved, &story.rewritten);
        assert_ne!(approved, rewritten);
        assert_eq!(
            (&story.after_edit.title, story.after_edit.is_online),
            (approved, false),
            "the tick holds the edit back"
        );
        assert_eq!(story.mails_early, []);
        let subject = format!("Alterações sem aprovação: {rewritten}");
        let told = ["ana@agencia.example", "gil@agencia.example"];
        let told = told.map(|person| (person.to_owned(), subject.clone()));
        assert_eq!(story.mails_an_hour_before, told, "author and requester");
        assert_eq!(
            (&story.at_the_date.title, story.at_the_date.is_online),
            (approved, true),
            "the date brings what was approved"
        );
        assert!(story.is_marked_changed && story.is_approved);
        assert_eq!(
            (&story.confirmed.title, story.confirmed.is_online),
            (rewritten, true)
        );
    }
}
