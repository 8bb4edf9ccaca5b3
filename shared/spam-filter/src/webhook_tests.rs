use serde_json::json;

use super::*;

fn check(comments: Value) -> Result<Vec<Entry>, MalformedWebhook> {
    webhook_entries(&json!({ "key": "k", "endpoint": "comment-check", "comments": comments }))
}

fn result(spam: Option<bool>) -> Entry {
    Entry {
        guid: "g1".to_owned(),
        spam,
        post: None,
        parent: None,
        email: None,
    }
}

#[test]
fn entries_are_read_and_those_without_a_guid_left_out() {
    let entries = check(json!([
        { "guid": "g1", "result": "true", "comment_post_ID": 54, "comment_parent": "7", "comment_author_email": "a@b.example" },
        { "guid": "", "result": "true" },
        { "result": "true" },
        "text",
        { "guid": "g2", "result": true },
    ]));
    let first = Entry {
        guid: "g1".to_owned(),
        spam: Some(true),
        post: Some("54".to_owned()),
        parent: Some("7".to_owned()),
        email: Some("a@b.example".to_owned()),
    };
    let second = Entry {
        guid: "g2".to_owned(),
        ..result(None)
    };
    assert_eq!(entries, Ok(vec![first, second]));
}

#[test]
fn a_check_needs_a_list_and_other_endpoints_need_nothing() {
    for wrong in [json!(null), json!("x"), json!(5)] {
        assert_eq!(check(wrong), Err(MalformedWebhook));
    }
    assert_eq!(
        webhook_entries(&json!({ "endpoint": "comment-check" })),
        Err(MalformedWebhook)
    );
    assert_eq!(check(json!([])), Ok(Vec::new()));
    for endpoint in [
        json!(null),
        json!("submit-ham"),
        json!("submit-spam"),
        json!("x"),
        json!(5),
    ] {
        let body = json!({ "endpoint": endpoint, "comments": [{ "guid": "g1" }] });
        assert_eq!(webhook_entries(&body), Ok(Vec::new()));
    }
    assert_eq!(webhook_entries(&json!([])), Ok(Vec::new()));
}

#[test]
fn members_of_an_entry_narrow_the_search() {
    let entry = Entry {
        post: Some("54".to_owned()),
        parent: Some("0".to_owned()),
        email: Some("a@b.example".to_owned()),
        ..result(Some(true))
    };
    assert!(entry.is_about(54, 0, "a@b.example"));
    assert!(!entry.is_about(55, 0, "a@b.example"));
    assert!(!entry.is_about(54, 1, "a@b.example"));
    assert!(!entry.is_about(54, 0, "c@b.example"));
    assert!(result(None).is_about(1, 2, "x"));
    let text = Entry {
        post: Some("x".to_owned()),
        ..result(None)
    };
    assert!(!text.is_about(0, 0, ""));
}

/// Checks the outcome of a result for each status and author of the last change.
fn check_table(spam: bool, cases: &[(CommentState, bool, Change, Option<History>)]) {
    for (state, by_filter, change, history) in cases.iter().copied() {
        let outcome = webhook(&result(Some(spam)), LookUp::One { state, by_filter });
        let expected = Outcome {
            change,
            history,
            release_mail: !spam,
            answer: Ok(()),
        };
        assert_eq!(outcome, expected, "{spam} {state:?} {by_filter}");
    }
}

#[test]
fn spam_replaces_the_filters_own_decisions_and_those_of_people_stay() {
    use CommentState::{Approved, Pending, Spam, Trash};
    let marked = Some(History::WebhookSpam);
    let ignored = Some(History::WebhookSpamNoaction);
    check_table(
        true,
        &[
            (Approved, true, Change::MarkSpam, marked),
            (Approved, false, Change::None, ignored),
            (Pending, true, Change::MarkSpam, marked),
            (Pending, false, Change::None, ignored),
            (Trash, false, Change::None, ignored),
            (Spam, true, Change::None, None),
            (Spam, false, Change::None, None),
        ],
    );
}

#[test]
fn ham_replaces_the_filters_own_decisions_and_those_of_people_stay() {
    use CommentState::{Approved, Pending, Spam, Trash};
    let cleared = Some(History::WebhookHam);
    let ignored = Some(History::WebhookHamNoaction);
    check_table(
        false,
        &[
            (Spam, true, Change::Restore, cleared),
            (Spam, false, Change::None, ignored),
            (Pending, true, Change::ApproveIfAllowed, cleared),
            (Pending, false, Change::None, ignored),
            (Approved, true, Change::None, None),
            (Approved, false, Change::None, None),
            (Trash, false, Change::None, None),
        ],
    );
}

#[test]
fn other_results_do_nothing_and_missing_comments_are_errors() {
    let one = LookUp::One {
        state: CommentState::Spam,
        by_filter: true,
    };
    let outcome = webhook(&result(None), one);
    assert_eq!(
        (outcome.change, outcome.history, outcome.answer),
        (Change::None, None, Ok(()))
    );
    assert!(!outcome.release_mail);
    for spam in [Some(true), Some(false), None] {
        assert_eq!(
            webhook(&result(spam), LookUp::None).answer,
            Err("Could not find matching comment.")
        );
        assert!(webhook(&result(spam), LookUp::Several).answer.is_err());
    }
}
