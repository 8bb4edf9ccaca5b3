//! Two functions that serve one interface behind a gateway that routes by path.

use std::sync::Arc;

use axum::body::Body;
use http::{Method, Request};
use serde_json::{Value, json};
use site_rest::bind::everyone;
use site_rest::entry::rest_path;
use site_rest::names::{Name, Names, Place};
use site_rest::spec::Access;
use site_rest::{
    Api, Args, Call, Endpoint, Link, Links, Reply, RestError, Route, RouteSpec, Schema,
};

use crate::support::{Answer, Notes, Site, item_spec, list_spec, notes};

static NAMES: Names = Names {
    prefix: "/other",
    discovery: "https://other.example/",
    curie: "o",
    relations: "https://other.example/{rel}",
    rows: &[Name {
        place: Place::Namespace,
        ours: "tags/v1",
        theirs: "labels/v1",
    }],
};

fn tag_spec() -> RouteSpec {
    let name = Schema::string().required();
    RouteSpec::new("tags/v1", "/tags")
        .read(Args::none())
        .access(Access::Everyone)
        .create(Args::none().arg("name", name))
        .access(Access::Capability("add_tags"))
        .batchable()
}

fn all_spec() -> RouteSpec {
    RouteSpec::new("tags/v1", "/all")
        .delete(Args::none())
        .unlisted()
}

/// Succeeds without content.
async fn clear(_: Call<Notes>, (): ()) -> Result<Reply, RestError> {
    Ok(Reply::no_content())
}

fn contract() -> [RouteSpec; 4] {
    [list_spec(), item_spec(), tag_spec(), all_spec()]
}

async fn tags(call: Call<Notes>, (): ()) -> Result<Reply, RestError> {
    let note = Link::to(call.site().url("/notes/v1/notes/1")).embeddable();
    let links = Links::new().link("core:note", note).into_value(call.site());
    Ok(Reply::json(json!({"tags": ["a"], "_links": links})))
}

async fn add(call: Call<Notes>, (): ()) -> Result<Reply, RestError> {
    Ok(Reply::json(json!({"added": call.params().text("name")})))
}

/// The function of notes, the index and batches, and the function of tags.
struct Functions {
    first: Site,
    second: Site,
}

impl Functions {
    fn new() -> Self {
        let first = Site::with(&["one"]);
        let second = Api::of(contract()).bind([
            Route::bind(tag_spec())
                .read(Endpoint::new(everyone, tags))
                .create(Endpoint::new(everyone, add)),
            Route::bind(all_spec()).delete(Endpoint::new(everyone, clear)),
        ]);
        Self {
            second: first.over(Arc::new(second)),
            first: first.over(notes(Api::of(contract()))),
        }
    }

    /// Sends a request to the function that the gateway chooses by an exact comparison of the path.
    async fn send(&self, method: &Method, uri: &str, body: &Value) -> Answer {
        let is_second = uri.starts_with("/rest/tags/v1");
        let function = if is_second { &self.second } else { &self.first };
        let request = Request::builder()
            .method(method)
            .uri(uri)
            .header("authorization", "editor")
            .header("content-type", "application/json");
        let request = request.body(Body::from(body.to_string())).unwrap();
        function.send(request).await
    }

    /// Sends a request as a client that follows redirects with the same method and body.
    async fn follow(&self, method: &Method, uri: &str, body: &Value) -> Answer {
        let answer = self.send(method, uri, body).await;
        if answer.status != 307 {
            return answer;
        }
        let home = "https://exemplo.com.br";
        let next = answer.header("location").strip_prefix(home).unwrap();
        self.send(method, next, body).await
    }
}

#[tokio::test]
async fn each_function_describes_the_whole_interface() {
    let functions = Functions::new();
    let (first, second) = (&functions.first.api, &functions.second.api);
    let paths = |api: &Api<Notes>| -> Vec<String> {
        let routes = api.table().iter();
        routes.map(|route| route.spec().path().to_owned()).collect()
    };
    assert_eq!(paths(first), paths(second));
    assert_eq!(first.namespaces(), ["notes/v1", "tags/v1"]);
    assert_eq!(
        (first.served(), second.served()),
        (vec!["notes/v1"], vec!["tags/v1"])
    );
    for namespace in ["notes/v1", "tags/v1"] {
        let path = format!("/rest/{namespace}");
        let description = functions.first.get(&path).await.json();
        assert_eq!(description, functions.second.get(&path).await.json());
    }
    let index = functions.second.get("/rest/").await;
    assert_eq!(
        (index.status, index.code().as_str()),
        (500, "rest_internal_error")
    );
}

#[tokio::test]
async fn the_query_form_reaches_every_namespace_with_method_and_body() {
    let functions = Functions::new();
    let body = json!({"name": "pão"});
    for uri in [
        "/?rest_route=/tags/v1/tags",
        "/?rest_route=%2Ftags%2Fv1%2Ftags",
        "/rest/?rest_route=/tags/v1/tags",
        "/rest/TAGS/v1/tags",
        "/rest/tags%2Fv1/tags",
    ] {
        let added = functions.follow(&Method::POST, uri, &body).await;
        assert_eq!(added.json(), json!({"added": "pão"}), "{uri}");
        let read = functions.follow(&Method::GET, uri, &json!({})).await;
        assert_eq!(read.json()["tags"], json!(["a"]), "{uri}");
        let allowed = functions.follow(&Method::OPTIONS, uri, &json!({})).await;
        assert_eq!(allowed.header("allow"), "GET, POST", "{uri}");
    }
    let own = functions
        .send(&Method::GET, "/?rest_route=/notes/v1/notes/1", &json!({}))
        .await;
    assert_eq!(own.status, 200);
}

#[tokio::test]
async fn a_redirect_keeps_the_query_and_says_who_may_read_it() {
    let functions = Functions::new();
    let request = Request::get("/?a=1&rest_route=/tags/v1/tags&b=%20x&_method=POST")
        .header("origin", "https://a.b");
    let redirect = functions
        .first
        .send(request.body(Body::empty()).unwrap())
        .await;
    assert_eq!(
        (redirect.status, redirect.header("location")),
        (
            307,
            "https://exemplo.com.br/rest/tags/v1/tags?a=1&b=%20x&_method=POST"
        )
    );
    assert_eq!(
        (
            redirect.header("access-control-allow-origin"),
            redirect.header("cache-control"),
            redirect.text.as_str()
        ),
        ("https://a.b", "no-store", "")
    );
}

#[tokio::test]
async fn a_redirect_speaks_in_the_names_of_the_request() {
    let functions = Functions::new();
    let request = Request::get("/rest/labels/v1/tags?per_page=1");
    let request = request.body(Body::empty()).unwrap();
    let path = rest_path(request.uri(), "/rest").unwrap();
    let redirect = functions.first.send_as(path, Some(&NAMES), request).await;
    assert_eq!(
        (redirect.status, redirect.header("location")),
        (
            307,
            "https://exemplo.com.br/other/labels/v1/tags?per_page=1"
        )
    );
}

#[tokio::test]
async fn an_unlisted_route_stands_in_the_index_of_our_names_only() {
    let functions = Functions::new();
    let routes = async |site: &Site, uri: &str, names| {
        let request = Request::get(uri).body(Body::empty()).unwrap();
        let path = rest_path(request.uri(), "/rest").unwrap();
        let index = site.send_as(path, names, request).await.json();
        let routes = index["routes"].as_object().unwrap();
        routes.keys().cloned().collect::<Vec<_>>()
    };
    for (site, ours, theirs) in [
        (&functions.first, "/rest/", "/rest/"),
        (&functions.second, "/rest/tags/v1", "/rest/labels/v1"),
    ] {
        let listed = routes(site, ours, None).await;
        assert!(listed.contains(&"/tags/v1/all".to_owned()), "{listed:?}");
        let renamed = routes(site, theirs, Some(&NAMES)).await;
        assert!(renamed.contains(&"/labels/v1/tags".to_owned()));
        assert!(!renamed.contains(&"/labels/v1/all".to_owned()));
        // The answer to one client is not what the other one gets from the cache.
        assert_eq!(routes(site, ours, None).await, listed);
    }
    let request = Request::delete("/rest/labels/v1/all");
    let request = request.body(Body::empty()).unwrap();
    let path = rest_path(request.uri(), "/rest").unwrap();
    let cleared = functions.second.send_as(path, Some(&NAMES), request).await;
    assert_eq!(cleared.status, 204);
}

#[tokio::test]
async fn a_preflight_is_answered_where_it_arrives() {
    let functions = Functions::new();
    let request = Request::options("/?rest_route=/tags/v1/tags")
        .header("origin", "https://a.b")
        .header("access-control-request-method", "POST");
    let answer = functions
        .first
        .send(request.body(Body::empty()).unwrap())
        .await;
    assert_eq!(
        (answer.status, answer.header("access-control-allow-origin")),
        (200, "https://a.b")
    );
    assert_eq!(answer.json()["namespace"], "tags/v1");
}

#[tokio::test]
async fn what_exists_nowhere_is_no_route_at_each_function() {
    let functions = Functions::new();
    for function in [&functions.first, &functions.second] {
        for uri in ["/rest/tags/v1/nothing", "/rest/nothing"] {
            let answer = function.get(uri).await;
            assert_eq!(
                (answer.status, answer.code().as_str()),
                (404, "rest_no_route"),
                "{uri}"
            );
        }
        let request = Request::delete("/rest/tags/v1/tags");
        let answer = function.send(request.body(Body::empty()).unwrap()).await;
        assert_eq!(answer.code(), "rest_no_route");
    }
}

#[tokio::test]
async fn a_gateway_that_disagrees_with_the_contract_is_a_fault_and_no_endless_redirect() {
    let functions = Functions::new();
    for uri in ["/rest/tags/v1/tags", "/rest/tags/v1/tags?a=1"] {
        let answer = functions.first.get(uri).await;
        assert_eq!(
            (answer.status, answer.code().as_str()),
            (500, "rest_internal_error"),
            "{uri}"
        );
    }
}

#[tokio::test]
async fn a_batch_refuses_what_another_function_serves() {
    let functions = Functions::new();
    let body = json!({"requests": [
        {"path": "/tags/v1/tags", "body": {"name": "b"}},
        {"path": "/notes/v1/notes", "body": {"text": "two"}},
        {"path": "/tags/v1/tags"},
    ]});
    let path = "/rest/batch/v1";
    let answer = functions.send(&Method::POST, path, &body).await.json();
    let responses = answer["responses"].as_array().unwrap();
    let refusal_of = |at: usize| {
        let one = &responses[at];
        (one["status"].clone(), one["body"]["code"].clone())
    };
    let refused = (json!(400), json!("rest_batch_not_allowed"));
    assert_eq!((refusal_of(0), refusal_of(2)), (refused.clone(), refused));
    assert_eq!(responses[1]["status"], 201);
}

#[tokio::test]
async fn a_batch_says_what_the_caller_may_do_at_another_function() {
    let functions = Functions::new();
    let body = json!({"requests": [
        {"path": "/tags/v1/tags", "body": {"name": "b"}},
        {"path": "/tags/v1/all", "method": "DELETE"},
    ]});
    for (who, allow) in [("editor", "GET, POST"), ("reader", "GET")] {
        let request = Request::post("/rest/batch/v1")
            .header("authorization", who)
            .header("content-type", "application/json")
            .body(Body::from(body.to_string()))
            .unwrap();
        let answer = functions.first.send(request).await.json();
        assert_eq!(answer["responses"][0]["headers"]["Allow"], allow, "{who}");
        // The contract does not say who may delete.
        assert_eq!(answer["responses"][1]["headers"], json!([]), "{who}");
    }
}

#[tokio::test]
async fn a_response_without_content_has_no_body() {
    let functions = Functions::new();
    let send = async |uri: &str| functions.send(&Method::DELETE, uri, &json!({})).await;
    let answer = send("/rest/tags/v1/all").await;
    assert_eq!((answer.status, answer.text.len()), (204, 0));
    let enveloped = send("/rest/tags/v1/all?_envelope=1").await;
    assert_eq!(enveloped.status, 200);
    assert_eq!(enveloped.json()["status"], 204);
    assert_eq!(enveloped.json()["body"], Value::Null);
}

#[tokio::test]
async fn what_another_function_serves_is_linked_and_not_embedded() {
    let functions = Functions::new();
    let answer = functions.second.get("/rest/tags/v1/tags?_embed").await;
    let tags = answer.json();
    let link = &tags["_links"]["core:note"][0];
    assert_eq!(link["href"], "https://exemplo.com.br/rest/notes/v1/notes/1");
    assert!(tags.get("_embedded").is_none());
}
