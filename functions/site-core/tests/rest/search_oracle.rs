//! A search finds only what the caller may read, and its total counts nothing else
//! (docs/interface/site/access.md#what-a-search-finds).

use jiff::SignedDuration;
use serde_json::json;

use crate::media_edit::upload;
use crate::support::{Site, Who};

async fn assert_total(site: &Site, who: Who, path: &str, total: &str) {
    let answer = site.get(who, path).await;
    assert_eq!(answer.status, 200, "{path}");
    assert_eq!(answer.header("x-wp-total"), total, "{who:?}: {path}");
}

#[tokio::test]
async fn a_search_finds_no_file_that_the_caller_may_not_read() {
    let site = Site::new().await;
    for status in ["draft", "pending", "private"] {
        let text = json!({"title": "x", "content": "x", "status": status});
        let parent = site.write(Who::Editor, text).await;
        let file = upload(&site, &format!("zz{status}.jpg"), 300, 200).await;
        let path = format!("/media/{}", file["id"]);
        let texts = json!({
            "caption": format!("Legenda{status}"), "description": format!("Descrito{status}"), "post": parent,
        });
        site.post(Who::Editor, &path, texts).await.ok();
        for filter in ["search=Legenda", "search=Descrito", "search=zz", "slug=zz"] {
            let path = format!("/media?{filter}{status}");
            for who in [Who::Anonymous, Who::Subscriber, Who::Contributor] {
                assert_total(&site, who, &path, "0").await;
            }
            assert_total(&site, Who::Editor, &path, "1").await;
        }
        let publish = json!({"status": "publish"});
        site.post(Who::Editor, &format!("/posts/{parent}"), publish)
            .await
            .ok();
        let path = format!("/media?search=Legenda{status}");
        assert_total(&site, Who::Anonymous, &path, "1").await;
    }
}

/// The places of own items between others would tell the titles of these.
#[tokio::test]
async fn an_order_by_texts_has_only_what_the_caller_may_read() {
    let site = Site::new().await;
    let own = json!({"title": "m", "content": "x", "status": "draft"});
    let own = site.write(Who::Contributor, own).await;
    let other = json!({"title": "a", "content": "x", "status": "draft"});
    let parent = site.write(Who::Editor, other).await;
    let file = upload(&site, "a.jpg", 300, 200).await;
    let file = format!("/media/{}", file["id"]);
    site.post(Who::Editor, &file, json!({"post": parent}))
        .await
        .ok();
    for order in ["title", "slug"] {
        let list = format!("/posts?status=draft&orderby={order}&order=asc&per_page=1");
        let first = site.get(Who::Contributor, &list).await;
        assert_eq!((first.ids(), first.header("x-wp-total")), (vec![own], "1"));
        let files = format!("/media?orderby={order}");
        assert_total(&site, Who::Anonymous, &files, "0").await;
        assert_total(&site, Who::Editor, &files, "1").await;
    }
}

#[tokio::test]
async fn a_search_finds_no_draft_of_others_and_no_protected_text() {
    let site = Site::new().await;
    for status in ["draft", "pending", "private"] {
        let text = json!({"title": "x", "content": "segredo", "status": status});
        site.write(Who::Editor, text).await;
    }
    site.write(
        Who::Contributor,
        json!({"title": "y", "content": "segredo", "status": "draft"}),
    )
    .await;
    let path = "/posts?status=draft,pending&search=segredo";
    assert_total(&site, Who::Contributor, path, "1").await;
    assert_total(&site, Who::Editor, path, "3").await;
    let path = "/posts?status=private&search=segredo";
    assert_total(&site, Who::Editor, path, "1").await;

    let text = json!({"title": "z", "content": "cofre", "status": "publish", "password": "abre"});
    site.write(Who::Author, text).await;
    for path in ["/posts?search=cofre", "/search?search=cofre"] {
        for who in [Who::Anonymous, Who::Subscriber, Who::Contributor] {
            assert_total(&site, who, path, "0").await;
        }
        for who in [Who::Author, Who::Editor] {
            assert_total(&site, who, path, "1").await;
        }
    }
    // Its address shows that it is there.
    assert_total(&site, Who::Anonymous, "/posts?slug=z", "1").await;

    let block = json!({"title": "Aviso", "content": "reservado", "status": "publish"});
    site.post(Who::Editor, "/blocks", block).await;
    assert_total(&site, Who::Anonymous, "/blocks?search=reservado", "0").await;
    assert_total(&site, Who::Contributor, "/blocks?search=reservado", "1").await;
}

#[tokio::test]
async fn a_search_finds_no_comment_that_the_caller_may_not_read_and_no_address() {
    let site = Site::new().await;
    let mut posts = Vec::new();
    for body in [
        json!({"title": "a", "status": "publish"}),
        json!({"title": "b", "status": "private"}),
        json!({"title": "c", "status": "publish", "password": "abre"}),
    ] {
        let post = site.write(Who::Editor, body).await;
        let comment = json!({
            "post": post, "content": format!("parecer {post}"), "author_name": "Ana",
            "author_email": "ana@correio.example", "author_ip": "203.0.113.9", "status": "approve",
        });
        site.post(Who::Editor, "/comments", comment).await.id();
        site.clock.advance(SignedDuration::from_secs(20));
        posts.push(post);
    }
    for who in [Who::Anonymous, Who::Subscriber] {
        assert_total(&site, who, "/comments?search=parecer", "1").await;
        for address in ["ana@correio", "203.0.113"] {
            let path = format!("/comments?search={address}");
            assert_total(&site, who, &path, "0").await;
        }
    }
    assert_total(&site, Who::Editor, "/comments?search=parecer", "3").await;
    assert_total(&site, Who::Editor, "/comments?search=ana@correio", "3").await;
    let protected = format!("/comments?post={}&password=abre&search=parecer", posts[2]);
    assert_total(&site, Who::Anonymous, &protected, "1").await;
}
