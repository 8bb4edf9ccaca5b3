//! What strangers get from the local process: requests that name other hosts, and addresses that users of the site have it
//! fetch.
#![expect(
    clippy::unwrap_used,
    reason = "a test may panic on an unexpected result"
)]

use std::net::SocketAddr;

use http::{HeaderValue, header};
use local::greeting;
use local::parts::Data;
use local::system::{Options, System};
use outbound::{Basic, Body, Outbound, Policy, Request, Response};
use serde_json::{Value, json};
use url::Url;

async fn system(platform: [u8; 4]) -> System {
    System::start(Options {
        platform: SocketAddr::from((platform, 0)),
        site: SocketAddr::from(([127, 0, 0, 1], 0)),
        host_names: vec![url::Host::Domain("mesa.example".to_owned())],
        data: Data::Memory,
    })
    .await
    .unwrap()
}

async fn send(request: Request) -> Response {
    let outbound = Outbound::new(Policy::local()).unwrap();
    outbound.send(request).await.unwrap()
}

async fn named(url: &str, host: &str) -> Response {
    let host = HeaderValue::from_str(host).unwrap();
    send(Request::get(url.parse().unwrap()).header(header::HOST, host)).await
}

#[tokio::test(flavor = "multi_thread")]
async fn no_route_answers_at_a_foreign_host_name() {
    let system = system([127, 0, 0, 1]).await;
    let (platform, site) = (system.platform_url(), system.site_url());
    let mailbox = system.mailbox_url().unwrap();
    for url in [
        mailbox.clone(),
        format!("{platform}/"),
        format!("{platform}/api/v1/health"),
        format!("{platform}/nada"),
    ] {
        let answer = named(&url, "evil.test").await;
        let body: Value = answer.json().unwrap();
        assert_eq!(answer.status, 421, "{url}");
        assert_eq!(body["code"], "misdirected_request", "{url}");
        let id = answer.headers["x-request-id"].to_str().unwrap();
        assert_eq!(body["request_id"], id, "{url}");
    }
    for url in [
        format!("{site}/"),
        format!("{site}/rest/"),
        format!("{site}/uploads/a.png"),
    ] {
        let answer = named(&url, "evil.test:8081").await;
        let body: Value = answer.json().unwrap();
        assert_eq!(answer.status, 421, "{url}");
        assert_eq!(body["code"], "rest_misdirected_request", "{url}");
        assert_eq!(body["data"]["status"], 421, "{url}");
    }
    for host in ["mesa.example", "localhost:1", "MESA.EXAMPLE.:443"] {
        for url in [
            mailbox.clone(),
            format!("{platform}/api/v1/health"),
            format!("{site}/rest/"),
        ] {
            assert_eq!(named(&url, host).await.status, 200, "{url} at {host}");
        }
    }
    system.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_platform_that_listens_beyond_the_machine_has_no_mailbox() {
    let system = system([0, 0, 0, 0]).await;
    assert_eq!(system.mailbox_url(), None);
    let said = greeting::lines(&system).join("\n");
    assert!(said.contains("\nMailbox   is off"), "{said}");
    assert!(!said.contains("/dev/mailbox"), "{said}");
    let url = format!("{}/dev/mailbox/{}", system.platform_url(), "a".repeat(32));
    assert_eq!(named(&url, "localhost").await.status, 404);
    system.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_sites_fetchers_do_not_reach_the_platform() {
    let system = system([127, 0, 0, 1]).await;
    let rest = system.rest_root();
    let login = system.site_login().unwrap();
    let login = Basic {
        user: login.user.clone(),
        password: login.password.clone(),
    };
    let ask = |request: Request| send(request.credentials(Some(login.clone())));
    let address = |path: &str, url: &str| {
        let mut address: Url = format!("{rest}{path}").parse().unwrap();
        address.query_pairs_mut().append_pair("url", url);
        address
    };
    let post = json!({ "title": "Horta", "content": "<p>Oi</p>", "status": "publish" });
    let posts = Request::post(format!("{rest}core/v2/posts").parse().unwrap());
    let made = ask(posts.body(Body::Json(post))).await;
    let link = made.json::<Value>().unwrap()["link"]
        .as_str()
        .unwrap()
        .to_owned();
    let details = "core-block-editor/v1/url-details";
    let own = ask(Request::get(address(details, &link))).await;
    assert_eq!(own.status, 200);
    let title = own.json::<Value>().unwrap()["title"].to_string();
    assert!(title.contains("Horta"), "{title}");

    let port = Url::parse(system.platform_url()).unwrap().port().unwrap();
    let path = Url::parse(&system.mailbox_url().unwrap())
        .unwrap()
        .path()
        .to_owned();
    for host in [
        "127.0.0.1",
        "127.1",
        "2130706433",
        "127.0.0.2",
        "localhost",
        "a.localhost",
        "[::1]",
        "[::ffff:127.0.0.1]",
        "0.0.0.0",
        "[::]",
    ] {
        let url = format!("http://{host}:{port}{path}?x=1");
        let read = ask(Request::get(address(details, &url))).await;
        assert_eq!(read.status, 404, "{url}: {:?}", read.body);
        let embed = ask(Request::get(address("oembed/1.0/proxy", &url))).await;
        assert_eq!(embed.status, 404, "{url}: {:?}", embed.body);
    }
    system.stop().await;
}
