//! The namespace as a whole: index, schema, names of deployed systems, unknown methods.

use http::Method;
use serde_json::{Value, json};
use site_extensions::Options;

use crate::support::{HOME, Site, Who};

#[tokio::test]
async fn the_index_lists_the_routes_in_order() {
    let site = Site::new().await;
    let index = site
        .ask(Who::Anonymous, Method::GET, "/rest/code-snippets/v1")
        .await
        .ok();
    let members: Vec<&String> = index.as_object().unwrap().keys().collect();
    assert_eq!(members, ["namespace", "routes", "_links"]);
    let routes = index["routes"].as_object().unwrap();
    let paths: Vec<&str> = routes.keys().map(String::as_str).collect();
    let item = r"/code-snippets/v1/snippets/(?P<id>[\d]+)";
    assert_eq!(
        paths,
        [
            "/code-snippets/v1",
            "/code-snippets/v1/snippets",
            item,
            "/code-snippets/v1/snippets/schema",
            &format!("{item}/activate"),
            &format!("{item}/deactivate"),
            &format!("{item}/export"),
            &format!("{item}/export-code"),
        ]
    );
    let endpoints = &routes["/code-snippets/v1/snippets"]["endpoints"];
    assert_eq!(endpoints[0]["args"], json!([]));
    let args = endpoints[1]["args"].as_object().unwrap();
    let names: Vec<&str> = args.keys().map(String::as_str).collect();
    assert_eq!(
        names.join(" "),
        "name desc code tags scope active priority network shared_network modified"
    );
    assert!(args.values().all(|arg| arg["required"] == json!(false)));
    assert!(
        endpoints
            .as_array()
            .unwrap()
            .iter()
            .all(|one| one.get("allow_batch").is_none())
    );
}

#[tokio::test]
async fn the_schema_is_that_of_the_description() {
    let site = Site::new().await;
    let path = "/rest/code-snippets/v1/snippets";
    let schema = site
        .ask(Who::Anonymous, Method::GET, &format!("{path}/schema"))
        .await
        .ok();
    assert_eq!(schema["$schema"], "http://json-schema.org/draft-04/schema#");
    assert_eq!(schema["title"], "snippet");
    let properties = schema["properties"].as_object().unwrap();
    let kinds: Vec<String> = properties
        .iter()
        .map(|(name, member)| format!("{name}:{}", member["type"].as_str().unwrap()))
        .collect();
    assert_eq!(
        kinds.join(" "),
        "id:integer name:string desc:string code:string tags:array scope:string active:boolean priority:integer \
         network:boolean shared_network:boolean modified:string"
    );
    assert_eq!(properties["id"]["readonly"], true);
    assert_eq!(properties["network"].get("default"), Some(&Value::Null));
    for path in [path.to_owned(), format!("{path}/1")] {
        let described = site.ask(Who::Anonymous, Method::OPTIONS, &path).await.ok();
        assert_eq!(described["schema"], schema, "{path}");
    }
}

#[tokio::test]
async fn undeclared_methods_are_unknown_routes() {
    let site = Site::new().await;
    for (method, path) in [
        (Method::PUT, "/snippets"),
        (Method::POST, "/snippets/schema"),
        (Method::GET, "/snippets/1/activate"),
        (Method::DELETE, "/snippets/1/export"),
        (Method::POST, ""),
        (Method::GET, "/snippets/x"),
    ] {
        let uri = format!("/rest/code-snippets/v1{path}");
        let answer = site.ask(Who::Admin, method, &uri).await;
        assert_eq!(answer.refusal(), (404, "rest_no_route".to_owned()), "{uri}");
    }
}

#[tokio::test]
async fn the_namespace_has_the_same_name_on_deployed_systems() {
    let options = Options {
        vendor_names: true,
        ..Options::at(HOME)
    };
    let site = Site::with(options).await;
    let read = async |path: &str| {
        let uri = format!("{path}/code-snippets/v1/snippets/1");
        site.ask(Who::Admin, Method::GET, &uri).await.ok()
    };
    assert_eq!(read("/wp-json").await, read("/rest").await);
    let index = site
        .ask(Who::Anonymous, Method::GET, "/wp-json/code-snippets/v1")
        .await
        .ok();
    let link = &index["routes"]["/code-snippets/v1/snippets"]["_links"]["self"][0]["href"];
    assert_eq!(link, &format!("{HOME}/wp-json/code-snippets/v1/snippets"));
}
