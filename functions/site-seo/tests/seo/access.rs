//! Access rights: every route, method and role.

use domain::site::Kind;
use http::Method;
use serde_json::{Value, json};
use site_store::ContentChange;

use crate::support::{Site, Who};

/// The least role that a route needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Least {
    Everyone,
    Subscriber,
    Contributor,
    Author,
    Editor,
    Admin,
}

impl Least {
    fn includes(self, who: Who) -> bool {
        let rank = |who: Who| Who::ALL.iter().position(|one| *one == who).unwrap();
        let least = match self {
            Self::Everyone => Who::Anonymous,
            Self::Subscriber => Who::Subscriber,
            Self::Contributor => Who::Contributor,
            Self::Author => Who::Author,
            Self::Editor => Who::Editor,
            Self::Admin => Who::Admin,
        };
        rank(who) >= rank(least)
    }
}

/// A method of a route, with a query and a JSON body that are valid, and the status for those who may.
struct Asked {
    method: Method,
    path: &'static str,
    body: Value,
    status: u16,
    least: Least,
}

fn get(path: &'static str, status: u16, least: Least) -> Asked {
    Asked {
        method: Method::GET,
        path,
        body: Value::Null,
        status,
        least,
    }
}

fn post(path: &'static str, least: Least, body: Value) -> Asked {
    Asked {
        method: Method::POST,
        path,
        body,
        status: 200,
        least,
    }
}

/// Every method of every route.
fn requests() -> Vec<Asked> {
    [reads(), writes(), services(), index()]
        .into_iter()
        .flatten()
        .collect()
}

fn reads() -> Vec<Asked> {
    use Least::{Admin, Author, Contributor, Editor, Everyone};
    vec![
        get("", 200, Everyone),
        get("/file_size?url=x", 404, Admin),
        get("/video_embed_permission", 200, Contributor),
        get("/get_head?url=https://exemplo.com.br/", 200, Everyone),
        get("/available_posts", 200, Admin),
        get("/configuration/check_capability?user_id=9", 200, Admin),
        get("/configuration/get_configuration_state", 200, Admin),
        get("/workouts", 200, Editor),
        get(
            "/keyword-research/related_keyphrases?keyphrase=pao&country_code=br",
            400,
            Contributor,
        ),
        get("/rank-tracker/authorization-url", 400, Author),
        get("/rank-tracker/account/limit", 400, Author),
        get("/rank-tracker/account/upgrade-campaign", 400, Author),
        Asked {
            method: Method::DELETE,
            ..get("/rank-tracker/keyphrases/untrack", 400, Author)
        },
        // Without the item it is refused to all; its own test follows.
        get("/meta/search", 403, Admin),
    ]
}

fn writes() -> Vec<Asked> {
    use Least::{Admin, Contributor, Editor};
    let dismissed = "/new-content-type-visibility/dismiss-post-type";
    let dismissed_taxonomy = "/new-content-type-visibility/dismiss-taxonomy";
    let seen = "/introductions/google-docs-addon-upsell/seen";
    let alert = json!({"key": "webinar-promo-notification"});
    let organisation = json!({"company_or_person": "company"});
    let steps = json!({"finishedSteps": ["a"]});
    let service = json!({"active": true, "integration": "algolia"});
    vec![
        post(dismissed, Contributor, json!({})),
        post(dismissed_taxonomy, Contributor, json!({})),
        post(seen, Contributor, json!({})),
        post(
            "/video_embed_permission",
            Contributor,
            json!({"value": true}),
        ),
        post("/alerts/dismiss", Contributor, alert),
        post("/configuration/site_representation", Admin, organisation),
        post("/configuration/social_profiles", Admin, json!({})),
        post(
            "/configuration/enable_tracking",
            Admin,
            json!({"tracking": true}),
        ),
        post("/configuration/save_configuration_state", Admin, steps),
        post("/integrations/set_active", Admin, service),
        post("/workouts", Editor, json!({})),
    ]
}

/// The index, its statistics and scores.
fn index() -> Vec<Asked> {
    use Least::{Admin, Contributor, Subscriber};
    let jobs = [
        "/indexing/posts",
        "/indexing/terms",
        "/indexing/post-type-archives",
        "/indexing/general",
        "/indexing/prepare",
        "/indexing/indexables-complete",
        "/indexing/complete",
        "/link-indexing/posts",
        "/link-indexing/terms",
    ];
    let mut asked = vec![
        get("/statistics", 200, Subscriber),
        get("/readability_scores?contentType=post", 200, Admin),
        get("/seo_scores?contentType=page", 200, Admin),
    ];
    asked.extend(jobs.map(|path| post(path, Contributor, json!({}))));
    asked
}

/// Routes that answer with failures, because no service is connected.
fn services() -> Vec<Asked> {
    use Least::{Admin, Author, Contributor, Everyone};
    let failing = |path, status, least, body| Asked {
        status,
        ..post(path, least, body)
    };
    let tokens =
        json!({"access_jwt": "a", "refresh_jwt": "b", "code_challenge": "c", "user_id": 1});
    let code = json!({"code": "abc", "websiteId": 7});
    let phrases = json!({"keyphrases": ["pão"]});
    let asked = json!({
        "type": "seo-title", "prompt_content": "Pão", "focus_keyphrase": "pão", "language": "pt_BR",
        "platform": "Google", "editor": "gutenberg",
    });
    vec![
        failing("/ai_generator/callback", 401, Everyone, tokens.clone()),
        failing("/ai_generator/refresh_callback", 401, Everyone, tokens),
        failing("/ai_generator/get_suggestions", 403, Contributor, asked),
        failing("/ai_generator/get_usage", 403, Contributor, json!({})),
        post(
            "/ai_generator/consent",
            Contributor,
            json!({"consent": false}),
        ),
        post(
            "/ai_generator/bust_subscription_cache",
            Contributor,
            json!({}),
        ),
        post("/ai/free_sparks", Contributor, json!({})),
        failing(
            "/keyword-research/authenticate",
            401,
            Contributor,
            code.clone(),
        ),
        post(
            "/keyword-research/country_code",
            Contributor,
            json!({"country_code": "br"}),
        ),
        failing("/rank-tracker/authenticate", 401, Author, code),
        failing(
            "/rank-tracker/keyphrases/track",
            400,
            Author,
            phrases.clone(),
        ),
        failing("/rank-tracker/keyphrases", 400, Author, phrases),
        post("/import/aioseo/general_settings", Admin, json!({})),
    ]
}

#[tokio::test]
async fn every_route_has_its_rights() {
    let site = Site::new().await;
    let mut wrong = Vec::new();
    for Asked {
        method,
        path,
        body,
        status,
        least,
    } in requests()
    {
        let uri = format!("/rest/seo/v1{path}");
        for who in Who::ALL {
            let answer = if method == Method::POST {
                site.call(who, method.clone(), &uri, &body).await
            } else {
                site.ask(who, method.clone(), &uri).await
            };
            let may = least.includes(who);
            let expected = match who {
                _ if may => status,
                Who::Anonymous => 401,
                _ => 403,
            };
            if answer.status != expected {
                wrong.push(format!("{method} {uri} {who:?}: {}", answer.status));
            }
            if !may && answer.refusal().1 != "rest_forbidden" {
                wrong.push(format!("{method} {uri} {who:?}: {:?}", answer.refusal()));
            }
            if !may && site.was_written() {
                wrong.push(format!("{method} {uri} {who:?}: refused, but written"));
            }
        }
        site.was_written();
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[tokio::test]
async fn every_endpoint_of_the_contract_is_among_the_requests() {
    for spec in site_contract::seo::routes() {
        let path = spec.path().strip_prefix("/seo/v1").unwrap();
        let path = path
            .replace(r"(?P<introduction_id>[\w-]+)", "google-docs-addon-upsell")
            .replace(
                r"(?P<plugin>[\w-]+)/(?P<type>[\w-]+)",
                "aioseo/general_settings",
            );
        for endpoint in spec.endpoints() {
            for method in endpoint.methods() {
                let is_asked = requests().iter().any(|asked| {
                    asked.method == *method && asked.path.split('?').next() == Some(path.as_str())
                });
                assert!(is_asked, "{method} {path}");
            }
        }
    }
}

#[tokio::test]
async fn meta_is_for_those_who_edit_the_type_of_the_item() {
    let site = Site::new().await;
    let change = ContentChange {
        title: Some("Pão".to_owned()),
        ..ContentChange::default()
    };
    let post = site.create(Kind::Post, change.clone()).await;
    let page = site.create(Kind::Page, change).await;
    for (id, least) in [
        (post.to_string(), Some(Least::Contributor)),
        (page.to_string(), Some(Least::Editor)),
        ("99999".to_owned(), None),
        ("x".to_owned(), None),
        (String::new(), None),
    ] {
        for who in Who::ALL {
            let uri = format!("/rest/seo/v1/meta/search?post_id={id}");
            let answer = site.ask(who, Method::GET, &uri).await;
            let expected = match who {
                _ if least.is_some_and(|least| least.includes(who)) => 200,
                Who::Anonymous => 401,
                _ => 403,
            };
            assert_eq!(answer.status, expected, "{who:?} {id:?}");
        }
    }
}

#[tokio::test]
async fn parameters_are_checked_before_rights() {
    let site = Site::new().await;
    for (path, body, code) in [
        ("/alerts/dismiss", json!({}), "rest_missing_callback_param"),
        ("/alerts/dismiss", json!({"key": "x"}), "rest_invalid_param"),
        (
            "/configuration/enable_tracking",
            json!({"tracking": "talvez"}),
            "rest_invalid_param",
        ),
        (
            "/new-content-type-visibility/dismiss-taxonomy",
            json!({"taxonomyName": "x"}),
            "rest_invalid_param",
        ),
    ] {
        let uri = format!("/rest/seo/v1{path}");
        let answer = site.call(Who::Anonymous, Method::POST, &uri, &body).await;
        assert_eq!(answer.refusal(), (400, code.to_owned()), "{path}");
        assert!(!site.was_written());
    }
}

#[tokio::test]
async fn allow_lists_what_the_caller_may_do() {
    let site = Site::new().await;
    for (who, path, allow) in [
        (Who::Contributor, "/video_embed_permission", "GET, POST"),
        (Who::Editor, "/workouts", "GET, POST"),
        (Who::Author, "/workouts", ""),
        (Who::Admin, "/alerts/dismiss", "POST"),
        (Who::Admin, "/meta/search", ""),
        (Who::Admin, "/available_posts", "GET"),
        (Who::Anonymous, "/available_posts", ""),
    ] {
        let uri = format!("/rest/seo/v1{path}");
        let answer = site.ask(who, Method::OPTIONS, &uri).await;
        let answered = (answer.status, answer.header("allow"));
        assert_eq!(answered, (200, allow), "{who:?} {uri}");
    }
}
