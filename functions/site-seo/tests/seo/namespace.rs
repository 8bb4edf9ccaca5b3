//! The namespace as a whole: index, names of deployed systems, unknown methods.

use http::Method;
use serde_json::json;
use site_seo::Options;

use crate::support::{HOME, Site, Who};

#[tokio::test]
async fn the_index_lists_every_route() {
    let site = Site::new().await;
    let index = site.ask(Who::Anonymous, Method::GET, "/rest/seo/v1").await;
    let index = index.ok();
    let members: Vec<&String> = index.as_object().unwrap().keys().collect();
    assert_eq!(members, ["namespace", "routes", "_links"]);
    let routes = index["routes"].as_object().unwrap();
    let paths: Vec<&str> = routes.keys().map(String::as_str).collect();
    let declared = site_contract::seo::routes();
    let mut expected = vec!["/seo/v1"];
    expected.extend(declared.iter().map(|route| route.path()));
    assert_eq!(paths, expected);
    let seen = r"/seo/v1/introductions/(?P<introduction_id>[\w-]+)/seen";
    assert_eq!(routes[seen].get("_links"), None);
    let video = &routes["/seo/v1/video_embed_permission"]["endpoints"];
    assert_eq!(video[0]["args"], json!([]));
    assert_eq!(video[1]["args"]["value"]["type"], "bool");
    assert_eq!(video[1]["args"]["value"]["default"], true);
}

#[tokio::test]
async fn undeclared_methods_are_unknown_routes() {
    let site = Site::new().await;
    for (method, path) in [
        (Method::PUT, "/video_embed_permission"),
        (Method::POST, "/available_posts"),
        (Method::GET, "/alerts/dismiss"),
        (Method::DELETE, "/workouts"),
        (Method::POST, ""),
        (Method::GET, "/nenhuma"),
    ] {
        let uri = format!("/rest/seo/v1{path}");
        let answer = site.ask(Who::Admin, method, &uri).await;
        assert_eq!(answer.refusal(), (404, "rest_no_route".to_owned()), "{uri}");
    }
}

#[tokio::test]
async fn deployed_systems_have_other_names() {
    let options = Options {
        vendor_names: true,
        ..Options::at(HOME)
    };
    let site = Site::with(options).await;
    let body =
        json!({"facebook_site": "https://rede.example/padaria", "twitter_site": "padaria_sol"});
    let uri = "/wp-json/yoast/v1/configuration/social_profiles";
    let saved = site.call(Who::Admin, Method::POST, uri, &body).await.ok();
    assert_eq!(saved, json!({"json": {"success": true, "status": 200}}));
    let index = site.ask(Who::Anonymous, Method::GET, "/wp-json/yoast/v1");
    let index = index.await.ok();
    assert_eq!(index["namespace"], "yoast/v1");
    let route = &index["routes"]["/yoast/v1/configuration/social_profiles"];
    let args = route["endpoints"][0]["args"].as_object().unwrap();
    // Parameters that are described here alone have no description in these names.
    assert_eq!(args["facebook_site"].get("description"), None);
    let size = &index["routes"]["/yoast/v1/file_size"]["endpoints"][0]["args"];
    assert!(size["url"]["description"].is_string());
    let names: Vec<&str> = args.keys().map(String::as_str).collect();
    assert_eq!(
        names,
        ["facebook_site", "twitter_site", "other_social_urls"]
    );
    let wrong = json!({"facebook_site": "nada", "twitter_site": "@sol"});
    let refused = site.call(Who::Admin, Method::POST, uri, &wrong).await.ok();
    let failures = &refused["json"]["failures"];
    assert_eq!(*failures, json!(["facebook_site", "twitter_site"]));
    let wrong = json!({"facebook_site": 5});
    let refused = site
        .call(Who::Admin, Method::POST, uri, &wrong)
        .await
        .json();
    let params = &refused["data"]["params"]["facebook_site"];
    assert!(params.as_str().unwrap().contains("facebook_site"));
    assert!(
        refused["message"]
            .as_str()
            .unwrap()
            .contains("facebook_site")
    );
    let video = "/wp-json/yoast/v1/wistia_embed_permission";
    site.ask(Who::Admin, Method::GET, video).await.ok();
    let cleanup = "/wp-json/yoast/v1/import/aioseo/cleanup";
    let cleanup = site.ask(Who::Admin, Method::POST, cleanup).await.ok();
    assert_eq!(cleanup["next_url"], "yoast/v1/import/aioseo/cleanup");
    let tracked = "/wp-json/yoast/v1/wincher/account/limit";
    assert_eq!(site.ask(Who::Admin, Method::GET, tracked).await.status, 400);
    let routes = index["routes"].as_object().unwrap();
    for route in [
        "/yoast/v1/wincher/account/limit",
        "/yoast/v1/semrush/country_code",
        "/yoast/v1/wistia_embed_permission",
    ] {
        assert!(routes.contains_key(route), "{route}");
    }
}
