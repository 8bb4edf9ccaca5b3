//! Keys and statistics.

use serde_json::json;
use spam_service::KeyState;

use crate::setup::{KEY, key, setup};

const BLOG: &str = "https://site.example/";

#[tokio::test]
async fn a_key_is_verified_for_a_site() {
    let setup = setup().await;
    let answer = setup.service.verify_key(&key(), BLOG, None).await.unwrap();
    assert_eq!((answer.value, answer.alert), (KeyState::Valid, None));
    assert_eq!(setup.sent(), json!({ "key": KEY, "blog": BLOG }));
    let other = "zzzzzzzzzzzz".into();
    setup
        .service
        .verify_key(&other, BLOG, Some(&key()))
        .await
        .unwrap();
    assert_eq!(
        setup.sent(),
        json!({ "key": "zzzzzzzzzzzz", "blog": BLOG, "api_key": KEY })
    );
    assert_eq!(setup.fakes.violations(), Vec::<String>::new());
}

#[tokio::test]
async fn an_unknown_key_is_no_failure_and_stays_out_of_the_words_about_it() {
    let setup = setup().await;
    for wrong in ["", "bad456789012", "abc", "0123456789abc"] {
        let answer = setup
            .service
            .verify_key(&wrong.into(), BLOG, None)
            .await
            .unwrap();
        let KeyState::Invalid { debug_help } = answer.value else {
            panic!("{wrong} is valid");
        };
        let help = debug_help.unwrap();
        assert!(help.starts_with("We were unable to find the key"), "{help}");
        assert!(wrong.is_empty() || !help.contains(wrong), "{help}");
    }
}

#[tokio::test]
async fn the_alert_of_a_verification_is_read() {
    let setup = setup().await;
    setup
        .fakes
        .set_spam_alert(Some(("10010", "Plano inadequado")));
    let answer = setup.service.verify_key(&key(), BLOG, None).await.unwrap();
    assert_eq!(answer.value, KeyState::Valid);
    assert_eq!(answer.alert.unwrap().code, "10010");
}

#[tokio::test]
async fn statistics_are_asked_for_without_a_key_too() {
    let setup = setup().await;
    let none = setup
        .service
        .statistics(None, BLOG, "60-days")
        .await
        .unwrap();
    assert_eq!(none.value, None);
    assert_eq!(
        setup.sent(),
        json!({ "blog": BLOG, "key": "0", "from": "60-days" })
    );
    let some = setup
        .service
        .statistics(Some(&key()), BLOG, "6-months")
        .await
        .unwrap();
    assert_eq!(some.value.unwrap()["spam"], 0);
    assert_eq!(
        setup.sent(),
        json!({ "blog": BLOG, "key": KEY, "from": "6-months", "api_key": KEY })
    );
}
