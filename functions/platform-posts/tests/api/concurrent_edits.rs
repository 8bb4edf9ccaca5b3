//! Any order of two users' reads and edits: with `If-Match`, an edit is accepted exactly when it
//! was made from the present text, so what was accepted once is never overwritten unseen.

use http::Method;
use platform_testkit::TestApi;
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::app::TestApp;

#[derive(Debug, Clone, Copy)]
enum Act {
    Read,
    Edit,
    Revert,
}

fn acts() -> impl Strategy<Value = Vec<(usize, Act)>> {
    let act = prop_oneof![
        3 => Just(Act::Read),
        4 => Just(Act::Edit),
        1 => Just(Act::Revert),
    ];
    prop::collection::vec((0..2_usize, act), 1..24)
}

/// The version that one user edits.
#[derive(Clone)]
struct Editing {
    tag: String,
    body: String,
}

async fn play(acts: Vec<(usize, Act)>) {
    let app = TestApp::open().await;
    let id = app.draft_of(&app.editor, app.site).await;
    let path = format!("/posts/{id}");
    let begun = app.get(&app.editor, &path).await;
    let mut present = Editing {
        tag: begun.etag(),
        body: begun.json["body"].as_str().unwrap().to_owned(),
    };
    let first = present.body.clone();
    let mut edits = [present.clone(), present.clone()];
    let people = [&app.editor, &app.gerente];
    for (turn, (who, act)) in acts.into_iter().enumerate() {
        let editing = edits[who].clone();
        let headers = [("if-match", editing.tag.as_str())];
        let (answer, wanted) = match act {
            Act::Read => {
                let seen = app.get(people[who], &path).await;
                assert_eq!(seen.json["body"], json!(present.body));
                edits[who] = Editing {
                    tag: seen.etag(),
                    body: present.body.clone(),
                };
                continue;
            }
            Act::Edit => {
                let wanted = format!("{}<p>{who}-{turn}</p>", editing.body);
                let body = json!({ "body": wanted });
                let method = Method::PUT;
                let answer = app.request_with(people[who], method, &path, body, &headers);
                (answer.await, wanted)
            }
            Act::Revert => {
                let revert = format!("{path}/versions/1/revert");
                let answer =
                    app.request_with(people[who], Method::POST, &revert, Value::Null, &headers);
                (answer.await, first.clone())
            }
        };
        if editing.tag == present.tag {
            assert_eq!(answer.status, 200, "{:?}", answer.json);
            present = Editing {
                tag: answer.etag(),
                body: wanted,
            };
            edits[who] = present.clone();
        } else {
            assert_eq!(answer.error(), (412, "precondition_failed"));
        }
        let seen = app.get(people[who], &path).await;
        assert_eq!(
            (seen.etag(), &seen.json["body"]),
            (present.tag.clone(), &json!(present.body))
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn nothing_accepted_is_overwritten_unseen(acts in acts()) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(play(acts));
    }
}
