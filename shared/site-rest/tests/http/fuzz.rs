//! Random queries and bodies: every response has the declared form, and none is a 5xx.

use crate::support::Site;
use axum::body::Body;
use http::Request;
use proptest::prelude::*;

fn block_on<F: Future>(future: F) -> F::Output {
    tokio::runtime::Builder::new_current_thread()
        .build()
        .unwrap()
        .block_on(future)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn any_query(
        pairs in prop::collection::vec((
            prop::sample::select(vec!["page", "per_page", "order", "context", "_fields", "_embed", "_envelope", "status", "a[]", "page[x]", "_method", "_jsonp"]),
            prop_oneof![Just(String::new()), "[0-9]{1,20}", "[a-z.,]{0,8}", "(view|edit|asc|desc|DELETE|HEAD|GET)", "-?[0-9]\\.[0-9]"],
        ), 0..5),
    ) {
        let query: Vec<String> = pairs.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let site = Site::with(&["one", "two"]);
        let answer = block_on(site.get(&format!("/rest/notes/v1/notes?{}", query.join("&").replace(['[', ']'], "%5B"))));
        prop_assert!(answer.status < 500);
        if answer.status >= 400 && !answer.text.starts_with("/**/") && !answer.text.is_empty() {
            // A refused callback is answered as a script, which cannot read the status.
            let to_script = answer.code().starts_with("rest_callback");
            prop_assert!(to_script || answer.json()["data"]["status"].is_u64());
        }
    }

    #[test]
    fn any_json_body(text in prop_oneof!["[\\[\\]{}\":,a-z0-9 ]{0,40}", "\\{\"text\":(null|1|\"\"|\\[\\]|\\{\\}),\"tags\":(\"1,2\"|null|\\[\\]|\\[\"x\"\\])\\}"]) {
        let site = Site::with(&[]);
        let request = Request::post("/rest/notes/v1/notes")
            .header("authorization", "editor")
            .header("content-type", "application/json")
            .body(Body::from(text))
            .unwrap();
        let answer = block_on(site.send(request));
        prop_assert!(answer.status < 500);
    }
}
