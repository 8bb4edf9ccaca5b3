//! A member that a host omits is reported and never treated as empty.

use std::collections::BTreeSet;

use domain::site::Kind;
use serde_json::{Value, json};
use site_import::{Cause, MapError};
use wiremock::matchers::{method, path};
use wiremock::{Mock, MockServer, Request, Respond, ResponseTemplate};

use crate::failing_host::{answer, answer_once, empty, list, media, post, revision, user};
use crate::import_failures::{copy, imported, lines};

/// Simulates a host that omits nested members selected by `_fields`.
struct WithoutNested(Value);

impl Respond for WithoutNested {
    fn respond(&self, request: &Request) -> ResponseTemplate {
        let mut pairs = request.url.query_pairs();
        let asked = pairs.find(|(name, _)| name == "_fields");
        let mut item = self.0.clone();
        if let (Some((_, asked)), Some(members)) = (asked, item.as_object_mut()) {
            members.retain(|name, _| asked.split(',').any(|asked| asked == name));
        }
        list(&[item])
    }
}

#[tokio::test]
async fn texts_are_read_whole_where_a_host_answers_no_part_of_them() {
    let (_site, store) = copy().await;
    let host = empty().await;
    Mock::given(method("GET"))
        .and(path("/rest/core/v2/posts"))
        .respond_with(WithoutNested(post(7)))
        .with_priority(3)
        .mount(&host)
        .await;
    let report = imported(&host, &store).await;
    assert!(report.is_complete(), "{:?}", lines(&report));
    let kept = store.get(7).await.unwrap().unwrap();
    assert_eq!(
        (kept.title.as_str(), kept.content.as_str()),
        ("Ipê", "<p>Texto</p>")
    );
}

/// Blocks of some versions have no excerpt, no meta and no categories; that is not reported.
#[tokio::test]
async fn members_that_no_item_of_a_host_has_are_not_missed() {
    let (_site, store) = copy().await;
    let host = empty().await;
    let block = json!({
        "id": 9, "slug": "chamada", "status": "publish", "title": {"raw": "Chamada"},
        "content": {"raw": "Leia"}, "password": "", "template": "",
        "date": "2024-05-01T10:00:00", "date_gmt": "2024-05-01T13:00:00",
        "modified": "2024-05-02T10:00:00", "modified_gmt": "2024-05-02T13:00:00",
        "_links": {"version-history": [{"count": 0}]},
    });
    answer(&host, "blocks", list(&[block])).await;
    let report = imported(&host, &store).await;
    assert!(report.is_complete(), "{:?}", lines(&report));
    let kept = store.get(9).await.unwrap().unwrap();
    assert_eq!((kept.kind, kept.content.as_str()), (Kind::Block, "Leia"));
}

/// A member that complete items have is reported when it is missing from a selection.
#[tokio::test]
async fn a_member_that_a_host_has_and_leaves_out_of_one_item_is_missed() {
    let (_site, store) = copy().await;
    let host = empty().await;
    let mut without = post(8);
    without.as_object_mut().unwrap().remove("tags");
    answer(&host, "posts", list(&[post(7), without])).await;
    let report = imported(&host, &store).await;
    assert_eq!(
        lines(&report),
        ["posts/8: the member tags is missing in the host's answer"]
    );
    assert!(matches!(
        report.left_out[0].cause,
        Cause::Map(MapError::Missing("tags"))
    ));
    assert_eq!(store.get(8).await.unwrap(), None);
}

/// Removes every member of an item of every kind, one at a time. Each removal is reported, except for members that
/// not every host has and members that are not imported.
#[tokio::test]
async fn whatever_member_is_missing_is_named() {
    let host = empty().await;
    let optional: BTreeSet<(&str, &str)> = [
        // Kinds without meta of extensions have no such member.
        ("users", "meta"),
        ("categories", "meta"),
        ("menus", "meta"),
        ("media", "meta"),
        ("menu-items", "meta"),
        ("comments", "meta"),
        ("posts", "meta"),
        ("pages", "meta"),
        // Extensions remove taxonomies from posts, and a menu item outside any menu has no such member.
        ("posts", "categories"),
        ("posts", "tags"),
        ("menu-items", "menus"),
        // The links only save a request; without them the revisions are read.
        ("posts", "_links"),
    ]
    .into();
    for (route, item) in items(&host) {
        for name in item.as_object().unwrap().keys() {
            let (_site, store) = copy().await;
            let host = empty().await;
            let mut without = item.clone();
            without.as_object_mut().unwrap().remove(name);
            let single = route == "settings";
            let response = if single {
                ResponseTemplate::new(200).set_body_json(&without)
            } else {
                list(&[without])
            };
            if single {
                // An empty host has settings already.
                answer_once(&host, route, response).await;
            } else {
                answer(&host, route, response).await;
            }
            let report_lines = lines(&imported(&host, &store).await);
            let is_named = report_lines.iter().any(|line| {
                line.contains(&format!("the member {name} ")) && line.starts_with(route)
            });
            let is_optional = optional.contains(&(route, name.as_str()));
            assert!(
                is_named != is_optional,
                "{route} without {name}: {report_lines:?}"
            );
        }
    }
}

/// An item of every kind with all members that an import reads.
fn items(host: &MockServer) -> Vec<(&'static str, Value)> {
    let dates = json!({
        "date": "2024-05-01T10:00:00", "date_gmt": "2024-05-01T13:00:00",
        "modified": "2024-05-02T10:00:00", "modified_gmt": "2024-05-02T13:00:00",
    });
    let dated = |mut item: Value| {
        for (name, date) in dates.as_object().unwrap() {
            item[name] = date.clone();
        }
        item
    };
    let mut ana = user(1, "ana", &["administrator"]);
    ana["meta"] = json!({});
    let term = |more: Value| {
        let mut term =
            json!({"id": 5, "name": "Horta", "slug": "horta", "description": "", "meta": []});
        for (name, value) in more.as_object().unwrap() {
            term[name] = value.clone();
        }
        term
    };
    let page = dated(json!({
        "id": 6, "slug": "sobre", "status": "publish", "title": {"raw": "Sobre"}, "content": {"raw": ""},
        "excerpt": {"raw": ""}, "password": "", "template": "", "meta": [], "author": 1,
        "featured_media": 0, "comment_status": "open", "ping_status": "open", "parent": 0,
        "menu_order": 0, "link": "https://jardim.example/sobre/",
    }));
    let menu_item = json!({
        "id": 8, "status": "publish", "title": {"raw": "Fora"}, "url": "https://example.com/",
        "attr_title": "", "description": "", "type": "custom", "object": "custom", "object_id": 8,
        "parent": 0, "menu_order": 1, "target": "", "classes": [""], "xfn": [""], "menus": 5,
        "meta": [],
    });
    let comment = json!({
        "id": 3, "post": 7, "parent": 0, "author": 0, "author_name": "Zé", "author_email": "ze@example.com",
        "author_url": "", "author_ip": "", "author_user_agent": "", "date": "2024-05-01T10:00:00",
        "date_gmt": "2024-05-01T13:00:00", "content": {"raw": "Gostei"}, "status": "approved",
        "type": "comment", "meta": [],
    });
    let settings = json!({
        "title": "Jardim", "description": "", "email": "ana@jardim.example",
        "timezone": "America/Sao_Paulo", "date_format": "d/m/Y", "time_format": "H:i",
        "start_of_week": 0, "language": "pt_BR", "use_smilies": true, "default_category": 1,
        "default_post_format": "0", "posts_per_page": 10, "show_on_front": "posts", "page_on_front": 0,
        "page_for_posts": 0, "default_ping_status": "open", "default_comment_status": "open",
        "site_logo": null, "site_icon": 0,
    });
    vec![
        ("users", ana),
        ("categories", term(json!({"parent": 0}))),
        ("menus", term(json!({"auto_add": false}))),
        ("media", media(host, 4, "ipe")),
        ("posts", post(7)),
        ("pages", page),
        ("menu-items", menu_item),
        ("comments", comment),
        ("settings", settings),
    ]
}

/// The members of revisions are checked in the same way.
#[tokio::test]
async fn whatever_member_a_revision_misses_is_named() {
    for name in revision(11, 7).as_object().unwrap().keys() {
        let (_site, store) = copy().await;
        let host = empty().await;
        let mut item = post(7);
        item["_links"] = json!({
            "version-history": [{"count": 1}], "predecessor-version": [{"id": 11}],
        });
        answer(&host, "posts", list(&[item])).await;
        let mut without = revision(11, 7);
        without.as_object_mut().unwrap().remove(name);
        Mock::given(method("GET"))
            .and(path("/rest/core/v2/posts/7/revisions"))
            .respond_with(list(&[without]))
            .with_priority(3)
            .mount(&host)
            .await;
        let report_lines = lines(&imported(&host, &store).await);
        assert_eq!(report_lines.len(), 1, "{name}: {report_lines:?}");
        assert!(
            report_lines[0].contains(&format!("the member {name} ")),
            "{report_lines:?}"
        );
        assert!(store.revision(11).is_none());
    }
}
