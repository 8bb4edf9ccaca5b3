//! The spam filter: key, settings, statistics, alert.

use http::{Method, Request};
use serde_json::{Value, json};
use service_fakes::Service;

use crate::support::{Answer, Site, Who};

const PATH: &str = "/rest/spam-filter/v1";
/// A key that the service accepts.
pub const KEY: &str = "0123456789ab";

impl Site {
    /// A request of the administrator without a body.
    pub async fn spam_filter(&self, method: Method, path: &str) -> Answer {
        self.ask(Who::Admin, method, &format!("{PATH}{path}")).await
    }

    /// A request of the administrator with a JSON body.
    pub async fn send_spam_filter(&self, method: Method, path: &str, body: Value) -> Answer {
        let uri = format!("{PATH}{path}");
        self.call(Who::Admin, method, &uri, &body).await
    }

    /// Stores the key.
    pub async fn store_spam_key(&self) {
        let stored = self
            .send_spam_filter(Method::POST, "/key", json!({ "key": KEY }))
            .await;
        assert_eq!(stored.ok(), json!(KEY));
    }
}

#[tokio::test]
async fn a_key_is_verified_stored_and_removed() {
    let site = Site::new().await;
    assert_eq!(
        site.spam_filter(Method::GET, "/key").await.ok(),
        json!(false)
    );
    assert_eq!(
        site.spam_filter(Method::DELETE, "/key").await.ok(),
        json!(true)
    );
    let with_blanks = json!({ "key": format!(" {KEY}\n") });
    for method in [Method::POST, Method::PUT, Method::PATCH] {
        let stored = site
            .send_spam_filter(method, "/key", with_blanks.clone())
            .await;
        assert_eq!(stored.ok(), json!(KEY));
    }
    assert_eq!(site.spam_filter(Method::GET, "/key").await.ok(), json!(KEY));
    let told = site.fakes.calls(Service::Akismet);
    assert_eq!(
        told.first().unwrap().body,
        Some(json!({ "key": KEY, "blog": "https://exemplo.com.br/" }))
    );
    assert_eq!(told.get(1).unwrap().body.as_ref().unwrap()["api_key"], KEY);
    assert_eq!(
        site.spam_filter(Method::DELETE, "/key").await.ok(),
        json!(true)
    );
    assert_eq!(
        site.spam_filter(Method::GET, "/key").await.ok(),
        json!(false)
    );
}

#[tokio::test]
async fn wrong_keys_leave_the_stored_one() {
    let site = Site::new().await;
    site.store_spam_key().await;
    for wrong in [
        json!(""),
        json!("  "),
        json!("abc"),
        json!("0123456789abc"),
        json!("badbadbadbad"),
        json!(5),
        json!(true),
        json!(false),
    ] {
        let refused = site
            .send_spam_filter(Method::POST, "/key", json!({ "key": wrong }))
            .await;
        assert_eq!(
            refused.refusal(),
            (400, "invalid_key".to_owned()),
            "{wrong}"
        );
    }
    for fault in ["500", "garbage", "reset"] {
        site.fakes.fail_next(Service::Akismet, fault);
        let refused = site
            .send_spam_filter(Method::POST, "/key", json!({ "key": "ba9876543210" }))
            .await;
        assert_eq!(
            refused.refusal(),
            (400, "invalid_key".to_owned()),
            "{fault}"
        );
    }
    for (body, code) in [
        (json!({}), "rest_missing_callback_param"),
        (json!({ "key": null }), "rest_missing_callback_param"),
        (json!({ "key": [KEY] }), "rest_invalid_param"),
        (json!({ "key": { "a": KEY } }), "rest_invalid_param"),
    ] {
        let refused = site
            .send_spam_filter(Method::POST, "/key", body.clone())
            .await;
        assert_eq!(refused.refusal(), (400, code.to_owned()), "{body}");
    }
    assert_eq!(site.spam_filter(Method::GET, "/key").await.ok(), json!(KEY));
}

#[tokio::test]
async fn a_key_of_the_configuration_stays() {
    let site = Site::with_fixed_key("fedcba987654").await;
    assert_eq!(
        site.spam_filter(Method::GET, "/key").await.ok(),
        json!("fedcba987654")
    );
    let refused = site
        .send_spam_filter(Method::POST, "/key", json!({ "key": KEY }))
        .await;
    assert_eq!(refused.refusal(), (409, "hardcoded_key".to_owned()));
    let refused = site.spam_filter(Method::DELETE, "/key").await;
    assert_eq!(refused.refusal(), (409, "hardcoded_key".to_owned()));
    assert_eq!(site.fakes.calls(Service::Akismet).len(), 0);
    assert!(!site.was_written());
}

fn settings(strictness: bool, shows: bool) -> Value {
    json!({
        "spamfilter_strictness": strictness,
        "spamfilter_show_user_comments_approved": shows,
    })
}

#[tokio::test]
async fn settings_are_changed_one_by_one() {
    let site = Site::new().await;
    let read = async || site.spam_filter(Method::GET, "/settings").await.ok();
    assert_eq!(read().await, settings(true, true));
    for (body, expected) in [
        (
            json!({ "spamfilter_strictness": "FALSE", "unknown": 1 }),
            settings(false, true),
        ),
        (
            json!({ "spamfilter_show_user_comments_approved": 0 }),
            settings(false, false),
        ),
        (
            json!({ "spamfilter_strictness": "1" }),
            settings(true, false),
        ),
        (json!({}), settings(true, false)),
    ] {
        let changed = site
            .send_spam_filter(Method::PATCH, "/settings", body.clone())
            .await;
        assert_eq!(changed.ok(), expected, "{body}");
        assert_eq!(read().await, expected, "{body}");
    }
    let by_query = site
        .spam_filter(Method::PUT, "/settings?spamfilter_strictness=false")
        .await;
    assert_eq!(by_query.ok(), settings(false, false));
    let form = site
        .request(Who::Admin, Method::POST, &format!("{PATH}/settings"))
        .header("content-type", "application/x-www-form-urlencoded")
        .body("spamfilter_strictness=true".into())
        .unwrap();
    assert_eq!(site.send(form).await.ok(), settings(true, false));
    site.was_written();
    for wrong in [
        json!(2),
        json!(""),
        json!("maybe"),
        json!(null),
        json!([true]),
        json!({ "a": 1 }),
    ] {
        let body = json!({ "spamfilter_strictness": wrong });
        let refused = site
            .send_spam_filter(Method::POST, "/settings", body.clone())
            .await;
        assert_eq!(
            refused.refusal(),
            (400, "rest_invalid_param".to_owned()),
            "{body}"
        );
    }
    assert!(!site.was_written());
}

#[tokio::test]
async fn statistics_come_from_the_service() {
    let site = Site::new().await;
    assert_eq!(
        site.spam_filter(Method::GET, "/stats").await.ok(),
        json!([])
    );
    let asked = site.fakes.calls(Service::Akismet);
    assert_eq!(asked.last().unwrap().body.as_ref().unwrap()["key"], "0");
    site.store_spam_key().await;
    for (query, interval) in [
        ("", "all"),
        ("?interval=60-days", "60-days"),
        ("?interval=%206-months%20", "6-months"),
        ("?interval=60", "all"),
        ("?interval=", "all"),
    ] {
        let answer = site
            .spam_filter(Method::GET, &format!("/stats{query}"))
            .await
            .ok();
        assert_eq!(answer[interval]["accuracy"], "99.5", "{query}: {answer}");
        let asked = site.fakes.calls(Service::Akismet);
        assert_eq!(
            asked.last().unwrap().body.as_ref().unwrap()["from"],
            interval
        );
    }
    let list = site.spam_filter(Method::GET, "/stats?interval[]=all").await;
    assert_eq!(list.refusal(), (400, "rest_invalid_param".to_owned()));
    let one = site.spam_filter(Method::GET, "/stats/a").await.ok();
    assert_eq!(one["a"]["time_saved"], 60);
    for path in ["/stats/all", "/stats/60-days"] {
        let unknown = site.spam_filter(Method::GET, path).await;
        assert_eq!(unknown.refusal(), (404, "rest_no_route".to_owned()));
    }
    site.fakes.fail_next(Service::Akismet, "html-502");
    assert_eq!(
        site.spam_filter(Method::GET, "/stats").await.ok(),
        json!([])
    );
}

#[tokio::test]
async fn alerts_follow_the_answers_of_the_service() {
    let site = Site::new().await;
    let none = json!({ "code": false, "message": false });
    site.fakes.set_spam_alert(Some(("10005", "Plano esgotado")));
    site.store_spam_key().await;
    let path = format!("/alert?key=%20{}%20", KEY.to_uppercase());
    let anyone = async |method: Method| {
        let uri = format!("{PATH}{path}");
        site.ask(Who::Anonymous, method, &uri).await.ok()
    };
    let alert = json!({ "code": "10005", "message": "Plano esgotado" });
    assert_eq!(anyone(Method::GET).await, alert);
    assert_eq!(anyone(Method::DELETE).await, none);
    assert_eq!(anyone(Method::GET).await, none);
    assert_eq!(anyone(Method::POST).await, alert);
    site.fakes.set_spam_alert(None);
    site.spam_filter(Method::GET, "/stats").await.ok();
    assert_eq!(
        anyone(Method::GET).await,
        none,
        "cleared by an answer without one"
    );
    site.fakes.set_spam_alert(Some(("1", "um")));
    assert_eq!(anyone(Method::PUT).await["code"], "1");
    site.fakes.fail_next(Service::Akismet, "reset");
    assert_eq!(
        anyone(Method::PATCH).await,
        none,
        "dropped before the service is asked"
    );
    // The key may come in a form as well.
    let form = Request::post(format!("{PATH}/alert"))
        .header("content-type", "application/x-www-form-urlencoded")
        .body(format!("key={KEY}").into())
        .unwrap();
    assert_eq!(site.send(form).await.ok()["message"], "um");
    let list = site
        .ask(
            Who::Anonymous,
            Method::GET,
            &format!("{PATH}/alert?key[]={KEY}"),
        )
        .await;
    assert_eq!(list.refusal(), (400, "rest_invalid_param".to_owned()));
}

#[tokio::test]
async fn names_of_deployed_systems() {
    let options = site_extensions::Options {
        vendor_names: true,
        ..site_extensions::Options::at(crate::support::HOME)
    };
    let site = Site::with(options).await;
    let uri = "/wp-json/akismet/v1/settings";
    let body = json!({ "akismet_strictness": false });
    let changed = site.call(Who::Admin, Method::POST, uri, &body).await.ok();
    assert_eq!(
        changed,
        json!({ "akismet_strictness": false, "akismet_show_user_comments_approved": true })
    );
}
