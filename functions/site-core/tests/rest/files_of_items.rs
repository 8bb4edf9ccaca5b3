//! Files are as readable as what they are attached to, wherever the interface shows them, and writers name only files that they
//! may read (docs/interface/site/access.md#files-of-items).

use http::Method;
use serde_json::{Value, json};
use site_store::Freshness;

use crate::media_edit::upload;
use crate::support::{Answer, Site, Who};

/// Alternative text and caption of the file.
const MARKS: [&str; 3] = ["ZZalternativo", "ZZlegenda", "zzarquivo"];

/// A picture that the editor attached to one of their own posts.
async fn attached(site: &Site, parent: u64) -> u64 {
    let file = upload(site, "zzarquivo.jpg", 1_600, 900).await;
    let id = file["id"].as_u64().unwrap();
    let author = site.user_id(Who::Editor).await;
    let texts = json!({
        "alt_text": "ZZalternativo", "caption": "ZZlegenda", "post": parent, "author": author,
    });
    site.post(Who::Editor, &format!("/media/{id}"), texts)
        .await
        .ok();
    id
}

/// A post of the editor in each status that not everyone may read.
async fn unpublished(site: &Site) -> Vec<(&'static str, u64)> {
    let mut posts = Vec::new();
    for status in ["draft", "pending", "private", "future", "trash"] {
        let mut body = json!({"title": "x", "content": "x", "status": status});
        if status == "future" {
            body["date"] = json!("2999-01-01T00:00:00");
        }
        if status == "trash" {
            body["status"] = json!("publish");
        }
        let id = site.write(Who::Editor, body).await;
        if status == "trash" {
            site.delete(Who::Editor, &format!("/posts/{id}")).await.ok();
        }
        posts.push((status, id));
    }
    posts
}

fn assert_hidden(answer: &Answer, case: &str) {
    let body = answer.json().to_string();
    for mark in MARKS {
        assert!(!body.contains(mark), "{case}: {mark} in {body}");
    }
}

#[tokio::test]
async fn a_file_that_the_writer_may_not_read_counts_as_unknown_as_featured_picture() {
    let site = Site::new().await;
    let loose = upload(&site, "solta.jpg", 300, 200).await["id"].clone();
    for (status, parent) in unpublished(&site).await {
        let file = attached(&site, parent).await;
        let set = json!({"title": "t", "content": "c", "featured_media": file});
        for who in [Who::Author, Who::Contributor] {
            let made = site.post(who, "/posts", set.clone()).await;
            assert_eq!(
                (made.status, &made.json()["featured_media"]),
                (201, &json!(0)),
                "{status}"
            );
            let unknown = site
                .post(
                    who,
                    "/posts",
                    json!({"title": "t", "content": "c", "featured_media": 9_999_999}),
                )
                .await;
            assert_eq!(
                (unknown.status, &unknown.json()["featured_media"]),
                (201, &json!(0))
            );
        }
        let own = json!({"title": "t", "content": "c", "featured_media": loose});
        let own = format!("/posts/{}", site.write(Who::Author, own).await);
        for method in [Method::POST, Method::PUT, Method::PATCH] {
            let changed = site
                .call(Who::Author, method, &own, json!({"featured_media": file}))
                .await;
            assert_eq!(changed.ok()["featured_media"], loose, "{status}");
        }
        let batch = json!({"requests": [{"path": own.replace("/posts", "/core/v2/posts"), "method": "POST", "body": {"featured_media": file}}]});
        let request = site
            .request(Who::Author, Method::POST, "/rest/batch/v1")
            .header("content-type", "application/json")
            .body(axum::body::Body::from(batch.to_string()))
            .unwrap();
        let batched = site.send(request).await.json();
        assert_eq!(
            batched["responses"][0]["body"]["featured_media"], loose,
            "{batched}"
        );
        for who in [Who::Editor, Who::Admin] {
            let made = site.post(who, "/posts", set.clone()).await;
            assert_eq!(made.json()["featured_media"], file, "{status}");
        }
        // What an editor has set stays when the author saves the whole post.
        site.post(Who::Editor, &own, json!({"featured_media": file}))
            .await
            .ok();
        let saved = site
            .post(
                Who::Author,
                &own,
                json!({"title": "u", "featured_media": file}),
            )
            .await;
        assert_eq!(saved.ok()["featured_media"], file, "{status}");
    }
}

#[tokio::test]
async fn a_writer_shows_files_that_they_may_read() {
    let site = Site::new().await;
    let own = site
        .write(Who::Author, json!({"title": "t", "content": "c"}))
        .await;
    let open = site
        .write(
            Who::Editor,
            json!({"title": "t", "content": "c", "status": "publish"}),
        )
        .await;
    for parent in [0, own, open] {
        let file = attached(&site, parent).await;
        let body = json!({"title": "t", "content": format!("[gallery ids={file} id={parent}]"), "featured_media": file, "meta": {"seo_social_image_id": file}});
        let made = site.post(Who::Author, "/posts", body).await;
        assert_eq!(
            (made.status, &made.json()["featured_media"]),
            (201, &json!(file)),
            "{parent}"
        );
    }
}

/// Texts that show a file, or the files of an item, by their identifiers.
fn naming(file: u64, parent: u64) -> [String; 7] {
    [
        format!("[gallery ids=\"{file}\"]"),
        format!("[gallery ids='1, {file} ,2' columns=2]"),
        format!("a [gallery include={file}] b"),
        format!("[gallery id={parent}]"),
        format!("<!-- wp:shortcode -->[playlist ids=\"{file}\"]<!-- /wp:shortcode -->"),
        format!("[audio id=\"{parent}\"][/audio]"),
        format!("[video id=&#34;{parent}&#34;]"),
    ]
}

#[tokio::test]
async fn a_text_may_not_name_files_that_its_writer_may_not_read() {
    let site = Site::new().await;
    let mine = site
        .write(
            Who::Author,
            json!({"title": "t", "content": "c", "status": "publish"}),
        )
        .await;
    let path = format!("/posts/{mine}");
    for (status, parent) in unpublished(&site).await {
        let file = attached(&site, parent).await;
        for content in naming(file, parent) {
            let body = json!({"title": "t", "content": content});
            for (who, path) in [
                (Who::Author, "/posts"),
                (Who::Contributor, "/posts"),
                (Who::Author, path.as_str()),
                (Who::Author, "/blocks"),
            ] {
                let refused = site.post(who, path, body.clone()).await;
                assert_eq!(
                    refused.refusal(),
                    (400, "rest_invalid_param".to_owned()),
                    "{status} {content} {path}"
                );
                assert!(
                    refused.json()["data"]["params"]["content"].is_string(),
                    "{content}"
                );
            }
            let autosave = site
                .post(Who::Author, &format!("{path}/autosaves"), body.clone())
                .await;
            assert_eq!(
                autosave.refusal(),
                (400, "rest_invalid_param".to_owned()),
                "{content}"
            );
            let made = site.post(Who::Editor, "/posts", body).await;
            assert_eq!(made.status, 201, "{content}");
        }
        let upload = upload(&site, "outra.jpg", 30, 20).await;
        let described = json!({"description": format!("[gallery ids={file}]")});
        let described = site
            .post(Who::Author, &format!("/media/{}", upload["id"]), described)
            .await;
        assert_eq!(described.refusal(), (400, "rest_invalid_param".to_owned()));
        for key in ["seo_social_image_id", "seo_card_image_id"] {
            let meta = json!({"title": "t", "content": "c", "meta": {key: file}});
            let refused = site.post(Who::Author, "/posts", meta.clone()).await;
            assert_eq!(
                refused.refusal(),
                (400, "rest_invalid_param".to_owned()),
                "{key}"
            );
            assert_eq!(site.post(Who::Editor, "/posts", meta).await.status, 201);
        }
    }
    assert_eq!(
        site.get(Who::Author, &path).await.ok()["content"]["rendered"],
        "<p>c</p>\n"
    );
}

#[tokio::test]
async fn what_a_text_named_before_and_what_is_unknown_is_accepted() {
    let site = Site::new().await;
    let (_, parent) = unpublished(&site).await[0];
    let file = attached(&site, parent).await;
    let other = attached(&site, parent).await;
    let mine = site
        .write(Who::Author, json!({"title": "t", "content": "c"}))
        .await;
    let path = format!("/posts/{mine}");
    let meta = json!({"seo_social_image_id": file});
    let by_editor = json!({"content": format!("[gallery ids={file}]"), "meta": meta});
    site.post(Who::Editor, &path, by_editor).await.ok();
    let again =
        json!({"content": format!("<p>novo</p>[gallery ids=\"{file},9999999\"]"), "meta": meta});
    site.post(Who::Author, &path, again).await.ok();
    let more = json!({"content": format!("[gallery ids=\"{file},{other}\"]")});
    let refused = site.post(Who::Author, &path, more).await;
    assert_eq!(refused.refusal(), (400, "rest_invalid_param".to_owned()));
    let details = refused.json()["data"]["params"]["content"].to_string();
    assert!(
        details.contains(&other.to_string()) && !details.contains(&format!("{file},")),
        "{details}"
    );
    for content in [
        "[gallery ids=\"9999999\"]".to_owned(),
        "[gallery id=9999999]".to_owned(),
        "[gallery]".to_owned(),
        format!("[[gallery ids={other}]]"),
        format!("<img class=\"wp-image-{other}\" src=\"https://a.example/x.jpg\">"),
        "[gallery ids=x,-1,99999999999999999999]".to_owned(),
    ] {
        let body = json!({"title": "t", "content": content});
        assert_eq!(
            site.post(Who::Author, "/posts", body).await.status,
            201,
            "{content}"
        );
    }
}

/// A public post of the editor that shows a file in all ways.
async fn showing(site: &Site, file: u64) -> u64 {
    let content = [
        "<!-- wp:cover {\"useFeaturedImage\":true} --><div class=\"wp-block-cover\"><div class=\"wp-block-cover__inner-container\"></div></div><!-- /wp:cover -->",
        "<!-- wp:post-featured-image /-->",
        "<!-- wp:latest-posts {\"displayFeaturedImage\":true,\"postsToShow\":50} /-->",
        "<!-- wp:query {\"query\":{\"perPage\":50}} --><div class=\"wp-block-query\"><!-- wp:post-template --><!-- wp:post-featured-image /--><!-- /wp:post-template --></div><!-- /wp:query -->",
        "<!-- wp:site-logo /-->",
    ]
    .concat();
    let body = json!({
        "title": "Mostra", "slug": "mostra", "content": content, "status": "publish", "featured_media": file,
        "meta": {"seo_social_image_id": file, "seo_card_image_id": file},
    });
    site.write(Who::Editor, body).await
}

async fn rest(site: &Site, who: Who, path: &str) -> Answer {
    let request = site
        .request(who, Method::GET, &format!("/rest{path}"))
        .body(axum::body::Body::empty())
        .unwrap();
    site.send(request).await
}

#[tokio::test]
async fn readers_see_files_that_they_may_read() {
    for status in ["draft", "private"] {
        let site = Site::new().await;
        let body = json!({"title": "x", "content": "x", "status": status});
        let parent = site.write(Who::Editor, body).await;
        let file = attached(&site, parent).await;
        let post = showing(&site, file).await;
        let settings = json!({"site_logo": file, "site_icon": file});
        site.post(Who::Admin, "/settings", settings).await.ok();
        site.store.refresh(Freshness::Asked).await.unwrap();
        let paths = [
            format!("/core/v2/posts/{post}"),
            format!("/core/v2/posts/{post}?_embed=1"),
            "/core/v2/posts?_embed=1".to_owned(),
            "/core/v2/posts?slug=mostra".to_owned(),
            "/core/v2/search?search=mostra&_embed=1".to_owned(),
            "/".to_owned(),
            "/core/v2/media".to_owned(),
            format!("/core/v2/media?include={file}"),
            "/oembed/1.0/embed?url=https%3A%2F%2Fexemplo.com.br%2Fmostra%2F".to_owned(),
        ];
        for path in &paths {
            for who in [Who::Anonymous, Who::Subscriber, Who::Author] {
                assert_hidden(
                    &rest(&site, who, path).await,
                    &format!("{status} {path} {who:?}"),
                );
            }
        }
        // Those who may read the item read its files. An embedding page is one for everybody.
        for path in paths.iter().filter(|path| !path.contains("oembed")) {
            let shown = rest(&site, Who::Editor, path).await.json().to_string();
            // An item of a search has no picture.
            let has_none = path.contains("search");
            assert!(
                has_none || shown.contains("zzarquivo"),
                "{status} {path}: {shown}"
            );
        }
        let publish = json!({"status": "publish"});
        site.post(Who::Editor, &format!("/posts/{parent}"), publish)
            .await
            .ok();
        for path in paths.iter().filter(|path| !path.contains("search")) {
            let shown = rest(&site, Who::Anonymous, path).await.json().to_string();
            assert!(shown.contains("zzarquivo"), "{path}: {shown}");
        }
        site.delete(Who::Editor, &format!("/posts/{parent}"))
            .await
            .ok();
        for path in &paths {
            assert_hidden(
                &rest(&site, Who::Anonymous, path).await,
                &format!("trash {path}"),
            );
        }
    }
}

#[tokio::test]
async fn rendered_blocks_show_a_writer_the_files_that_they_may_read() {
    let site = Site::new().await;
    let (_, parent) = unpublished(&site).await[0];
    let file = attached(&site, parent).await;
    showing(&site, file).await;
    let path =
        "/block-renderer/core/latest-posts?context=edit&attributes%5BdisplayFeaturedImage%5D=true";
    for (who, is_shown) in [
        (Who::Author, false),
        (Who::Contributor, false),
        (Who::Editor, true),
    ] {
        let rendered = site.get(who, path).await.ok()["rendered"].to_string();
        assert_eq!(
            rendered.contains("zzarquivo"),
            is_shown,
            "{who:?}: {rendered}"
        );
    }
    let mine = site
        .write(
            Who::Author,
            json!({"title": "t", "content": "<!-- wp:post-featured-image /-->"}),
        )
        .await;
    let file = attached(&site, mine).await;
    let saved = site
        .post(
            Who::Author,
            &format!("/posts/{mine}"),
            json!({"featured_media": file}),
        )
        .await;
    let html: Value = saved.ok()["content"]["rendered"].clone();
    assert!(
        html.to_string().contains("zzarquivo"),
        "one's own draft: {html}"
    );
}
