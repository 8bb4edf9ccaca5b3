//! Imports from hosts that fail.

use std::sync::Arc;

use embedded::clock::SystemClock;
use embedded::random::SeededRandom;
use image::ImageFormat;
use pauta_tests::pictures::picture;
use pauta_tests::site::TestSite;
use serde_json::json;
use site_import::{ImportError, Importer, NoProgress, Report, Source};
use site_store::{Freshness, SiteStore};
use wiremock::matchers::{method, path};
use wiremock::{Mock, MockServer, ResponseTemplate};

use crate::failing_host::{
    PASSWORD, answer, answer_ids, answer_once, empty, failure, list, login, media, post, user,
};
use crate::import::{FAST, client, now};

pub async fn copy() -> (TestSite, SiteStore) {
    let random = Arc::new(SeededRandom::new(71));
    let site = TestSite::start(Arc::new(SystemClock), random).await;
    let store = site.as_another_process();
    (site, store)
}

pub async fn imported(host: &MockServer, store: &SiteStore) -> Report {
    let root = format!("{}/rest/", host.uri());
    let source = Source::find(&client(), &root, login()).await.unwrap();
    Importer::new(client(), source, store.clone(), now(), &NoProgress)
        .with_backoff(FAST)
        .run()
        .await
        .unwrap()
}

pub fn lines(report: &Report) -> Vec<String> {
    report.left_out.iter().map(ToString::to_string).collect()
}

#[tokio::test]
async fn one_item_that_breaks_its_page_is_left_out_alone() {
    let (_site, store) = copy().await;
    let host = empty().await;
    answer(&host, "posts", failure(500, "internal_error", "Erro fatal")).await;
    answer_ids(&host, "posts", &[1, 2, 3]).await;
    for id in [1, 3] {
        let one = ResponseTemplate::new(200).set_body_json(post(id));
        answer(&host, &format!("posts/{id}"), one).await;
    }
    answer(
        &host,
        "posts/2",
        failure(500, "internal_error", "Erro fatal"),
    )
    .await;
    let report = imported(&host, &store).await;
    assert_eq!(
        lines(&report),
        ["posts/2: the host failed (500 internal_error): Erro fatal"]
    );
    assert_eq!(report.counts("posts").added, 2);
    assert_eq!(store.get(3).await.unwrap().unwrap().title, "Ipê");
}

#[tokio::test]
async fn a_host_that_states_no_total_and_repeats_its_page_is_read_once() {
    let (_site, store) = copy().await;
    let host = empty().await;
    let posts: Vec<_> = (1..=100).map(post).collect();
    let page = ResponseTemplate::new(200).set_body_json(posts);
    answer(&host, "posts", page).await;
    let report = imported(&host, &store).await;
    assert_eq!(report.counts("posts").added, 100);
}

#[tokio::test]
async fn a_host_that_asks_to_wait_is_waited_for() {
    for status in [429, 503] {
        let (_site, store) = copy().await;
        let host = empty().await;
        let wait = failure(status, "slow_down", "").insert_header("retry-after", "0");
        answer_once(&host, "posts", wait).await;
        answer(&host, "posts", list(&[post(7)])).await;
        let report = imported(&host, &store).await;
        assert!(report.is_complete(), "{:?}", lines(&report));
        assert_eq!(report.counts("posts").added, 1);
    }
}

#[tokio::test]
async fn routes_that_are_closed_are_named_and_the_rest_is_copied() {
    let (_site, store) = copy().await;
    let host = empty().await;
    answer(&host, "posts", list(&[post(7)])).await;
    let closed = failure(403, "rest_forbidden_context", "Não é permitido");
    answer(&host, "users", closed).await;
    answer(&host, "menus", failure(404, "rest_no_route", "Nada aqui")).await;
    let report = imported(&host, &store).await;
    let report_lines = lines(&report);
    assert_eq!(report_lines.len(), 2, "{report_lines:?}");
    assert!(report_lines[0].starts_with("users: ") && report_lines[0].contains("Não é permitido"));
    assert!(report_lines[1].starts_with("menus: "), "{report_lines:?}");
    assert_eq!(report.counts("posts").added, 1);
}

#[tokio::test]
async fn items_that_cannot_be_understood_are_named() {
    let (_site, store) = copy().await;
    let host = empty().await;
    let mut rendered = post(8);
    rendered["content"] = json!({"rendered": "<p>Texto</p>"});
    let mut dateless = post(9);
    for name in ["date", "date_gmt", "modified", "modified_gmt"] {
        dateless[name] = json!(null);
    }
    let mut strange = post(10);
    strange["status"] = json!("misplaced");
    let mut richer = post(11);
    richer["meta"] = json!({"_preco": "12,50"});
    answer(&host, "posts", list(&[rendered, dateless, strange, richer])).await;
    let report = imported(&host, &store).await;
    assert_eq!(
        lines(&report),
        [
            "posts/8: it is not shown to this user as an editor sees it (no content)",
            "posts/9: the member date cannot be understood",
            "posts/10: the member status cannot be understood",
            "posts/11: the meta _preco is not known here",
        ]
    );
    assert_eq!(report.counts("posts").added, 1);
}

#[tokio::test]
async fn files_that_cannot_be_had_are_named() {
    let (_site, store) = copy().await;
    let host = empty().await;
    let items =
        [(5, "whole"), (6, "missing"), (7, "fake")].map(|(id, name)| media(&host, id, name));
    answer(&host, "media", list(&items)).await;
    let file = async |name: &str, bytes: Vec<u8>| {
        Mock::given(method("GET"))
            .and(path(format!("/uploads/2024/05/{name}")))
            .respond_with(ResponseTemplate::new(200).set_body_bytes(bytes))
            .mount(&host)
            .await;
    };
    file("whole.png", picture(ImageFormat::Png, 40, 40).to_vec()).await;
    file("fake.png", b"<script>alert(1)</script>".to_vec()).await;
    let report = imported(&host, &store).await;
    let report_lines = lines(&report);
    assert_eq!(report_lines.len(), 3, "{report_lines:?}");
    assert!(
        report_lines[0].starts_with("media/5: the size thumbnail: "),
        "{report_lines:?}"
    );
    assert!(report_lines[1].starts_with("media/6: "), "{report_lines:?}");
    assert!(
        report_lines[2].starts_with("media/7: files of this kind"),
        "{report_lines:?}"
    );
    let kept = store.get(5).await.unwrap().unwrap();
    assert!(kept.media.as_ref().unwrap().sizes.is_empty());
    assert!(store.file("2024/05/whole.png").await.unwrap().is_some());
    assert!(store.file("2024/05/fake.png").await.unwrap().is_none());
    for request in host.received_requests().await.unwrap() {
        let is_file = request.url.path().starts_with("/uploads/");
        assert!(!is_file || !request.headers.contains_key("authorization"));
    }
}

#[tokio::test]
async fn a_login_is_not_sent_where_an_address_leads_to() {
    let (named, other) = (MockServer::start().await, empty().await);
    let elsewhere = format!("{}/rest/", other.uri());
    Mock::given(method("GET"))
        .respond_with(ResponseTemplate::new(302).insert_header("location", elsewhere))
        .mount(&named)
        .await;
    let found = Source::find(&client(), &named.uri(), login()).await;
    assert!(found.is_err_and(|error| error.is_refusal()));
    for host in [named, other] {
        for request in host.received_requests().await.unwrap() {
            assert!(!request.headers.contains_key("authorization"));
        }
    }
}

#[tokio::test]
async fn a_login_that_is_refused_begins_nothing_and_is_not_repeated() {
    let host = empty().await;
    let words = format!("A senha {PASSWORD} está errada");
    let refused = failure(401, "incorrect_password", &words);
    answer_once(&host, "users/me", refused).await;
    let root = format!("{}/rest/", host.uri());
    let error = Source::find(&client(), &root, login()).await.unwrap_err();
    assert!(matches!(error, ImportError::Host(_)), "{error}");
    // The message names the credentials as the cause, whatever the host's own text.
    assert!(error.to_string().contains("credentials"), "{error}");
    assert!(!format!("{error} {error:?}").contains("efgh"), "{error}");
    for address in ["not an address", "ftp://a.example/", "http://"] {
        let error = Source::find(&client(), address, login()).await.unwrap_err();
        assert!(matches!(error, ImportError::Address(_)), "{address}");
    }
}

/// The login and category of the first start give way to the source's, and the login still works.
#[tokio::test]
async fn what_a_first_start_made_gives_way() {
    let (site, store) = copy().await;
    let host = empty().await;
    let roles = ["administrator", "shop_manager"];
    let users = [user(1, "ana", &roles), user(40, "Autora", &roles)];
    answer(&host, "users", list(&users)).await;
    let category = json!({
        "id": 1, "name": "Jardim &amp; horta", "slug": "jardim", "parent": 0, "description": "", "meta": [],
    });
    answer(&host, "categories", list(&[category])).await;
    let report = imported(&host, &store).await;
    let report_lines = lines(&report);
    assert_eq!(
        report_lines,
        [
            "users/1: the role shop_manager is not known here",
            "users/40: the role shop_manager is not known here",
        ]
    );
    store.refresh(Freshness::Asked).await.unwrap();
    assert_eq!(store.user(1).unwrap().login, "ana");
    assert_eq!(store.term(1).unwrap().name, "Jardim & horta");
    assert_eq!(store.settings().title, "Jardim");
    // The local administrator and reader have the last identifiers; the user with the author's name was merged with
    // her.
    let moved = store.user_by_login("redacao").unwrap();
    assert!(moved.id > 40, "{}", moved.id);
    assert_eq!(store.app_passwords(moved.id).len(), 1);
    assert!(store.app_passwords(1).is_empty());
    let author = store.user_by_login("autora").unwrap();
    assert_eq!(
        (author.id, author.email.as_str()),
        (40, "Autora@jardim.example")
    );
    assert_eq!(store.app_passwords(40).len(), 1);
    let root = format!("http://{}/rest/", site.address);
    assert!(Source::find(&client(), &root, site.admin()).await.is_ok());
}
