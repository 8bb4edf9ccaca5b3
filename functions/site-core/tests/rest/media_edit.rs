//! Picture edits, missing sizes, and serving of files.

use axum::body::Body;
use http::{Method, Request};
use serde_json::{Value, json};

use crate::support::{Answer, HOME, Site, Who};

pub async fn upload(site: &Site, name: &str, width: u32, height: u32) -> Value {
    let bytes = pictures::generate::photograph(width, height, 3).unwrap();
    let request = site
        .request(Who::Author, Method::POST, "/rest/core/v2/media")
        .header("content-type", "image/jpeg")
        .header(
            "content-disposition",
            format!("attachment; filename={name}"),
        )
        .body(Body::from(bytes))
        .unwrap();
    let made = site.send(request).await;
    made.id();
    made.json()
}

async fn edit(site: &Site, who: Who, of: &Value, mut body: Value) -> Answer {
    let object = body.as_object_mut().unwrap();
    object
        .entry("src")
        .or_insert_with(|| of["source_url"].clone());
    site.post(who, &format!("/media/{}/edit", of["id"]), body)
        .await
}

fn size(answer: &Answer) -> (u64, u64) {
    let body = answer.json();
    assert_eq!(answer.status, 201, "{body}");
    let details = &body["media_details"];
    (
        details["width"].as_u64().unwrap(),
        details["height"].as_u64().unwrap(),
    )
}

fn one(kind: &str, args: Value) -> Value {
    json!({"modifiers": [{"type": kind, "args": args}]})
}

#[tokio::test]
async fn an_edit_makes_a_new_item() {
    let site = Site::new().await;
    let picture = upload(&site, "ipe.jpg", 400, 200).await;
    let path = format!("/media/{}", picture["id"]);
    let texts = json!({"alt_text": "um ipê", "caption": "legenda", "description": "d"});
    assert_eq!(site.post(Who::Author, &path, texts).await.status, 200);
    let made = edit(&site, Who::Author, &picture, json!({"rotation": 90})).await;
    let id = made.id();
    assert_eq!(
        (
            made.header("x-wp-upload-attachment-id"),
            made.header("location")
        ),
        (
            id.to_string().as_str(),
            format!("{HOME}/rest/core/v2/media/{id}").as_str()
        )
    );
    assert_eq!(size(&made), (200, 400));
    let body = made.json();
    assert!(body["title"].get("raw").is_none(), "the view context");
    assert_eq!(
        (&body["title"]["rendered"], &body["alt_text"], &body["slug"]),
        (&json!("ipe"), &json!("um ipê"), &json!("ipe-2"))
    );
    assert_eq!(body["caption"]["rendered"], "<p>legenda</p>\n");
    assert_eq!(
        body["source_url"],
        format!("{HOME}/uploads/2024/05/ipe-edited.jpg")
    );
    assert_eq!(
        body["media_details"]["parent_image"],
        json!({"attachment_id": picture["id"].to_string(), "file": "2024/05/ipe.jpg"})
    );
    let again = edit(
        &site,
        Who::Author,
        &body,
        json!({"rotation": 45, "title": "novo", "alt_text": "<b>x</b>", "context": "edit"}),
    )
    .await;
    let again = again.json();
    assert_eq!(
        (&again["title"]["raw"], &again["alt_text"], &again["post"]),
        (&json!("novo"), &json!("x"), &Value::Null)
    );
    assert_eq!(
        again["source_url"],
        format!("{HOME}/uploads/2024/05/ipe-edited-1.jpg")
    );
    let original = site.get(Who::Anonymous, &path).await.json();
    assert_eq!(original["media_details"]["width"], 400);
}

#[tokio::test]
async fn edits_rotate_flip_and_crop() {
    let site = Site::new().await;
    let picture = upload(&site, "ipe.jpg", 400, 200).await;
    let none = json!({"flip": {"horizontal": false, "vertical": false}});
    let crop =
        |left: i32, width: i32| json!({"left": left, "top": 0, "width": width, "height": 50});
    for (body, expected) in [
        (
            one(
                "flip",
                json!({"flip": {"horizontal": true, "vertical": true}}),
            ),
            (400, 200),
        ),
        (one("flip", none), (400, 200)),
        (one("rotate", json!({"angle": 0})), (400, 200)),
        (one("rotate", json!({"angle": -90})), (200, 400)),
        (one("rotate", json!({"angle": 30})), (446, 373)),
        (one("crop", crop(25, 50)), (200, 100)),
        (one("crop", crop(75, 50)), (100, 100)),
        // Parts of the crop outside the picture are cut off.
        (one("crop", crop(-10, 50)), (160, 100)),
        (one("crop", crop(-50, 200)), (400, 100)),
        (one("crop", crop(150, 50)), (1, 100)),
        (
            json!({"x": 0, "y": 0, "width": 50, "height": 50}),
            (200, 100),
        ),
        (
            json!({"x": 50, "y": 50, "width": 100, "height": 100}),
            (400, 200),
        ),
        (
            json!({"rotation": 90, "x": 0, "y": 0, "width": 100, "height": 50}),
            (200, 200),
        ),
    ] {
        let made = edit(&site, Who::Author, &picture, body.clone()).await;
        assert_eq!(size(&made), expected, "{body}");
    }
    let mut several = one("rotate", json!({"angle": 90}));
    several["modifiers"]
        .as_array_mut()
        .unwrap()
        .push(json!({"type": "crop", "args": crop(0, 100)}));
    let made = edit(&site, Who::Author, &picture, several).await;
    assert_eq!(size(&made), (200, 200));
}

#[tokio::test]
async fn refused_edits() {
    let site = Site::new().await;
    let picture = upload(&site, "ipe.jpg", 400, 200).await;
    for (body, status, code) in [
        (json!({}), 400, "rest_image_not_edited"),
        (
            json!({"x": 1, "y": 1, "width": 5}),
            400,
            "rest_image_not_edited",
        ),
        (
            json!({"src": "http://x/y.jpg", "rotation": 90}),
            404,
            "rest_unknown_attachment",
        ),
        (json!({"rotation": 0}), 400, "rest_invalid_param"),
        (json!({"rotation": 360}), 400, "rest_invalid_param"),
        (json!({"x": 101}), 400, "rest_invalid_param"),
        (json!({"modifiers": []}), 400, "rest_invalid_param"),
        (one("rotate", json!({})), 400, "rest_invalid_param"),
        (one("blur", json!({})), 400, "rest_invalid_param"),
        (
            json!({"x": 0, "y": 0, "width": 50, "height": 0}),
            500,
            "rest_image_crop_failed",
        ),
    ] {
        let made = edit(&site, Who::Author, &picture, body.clone()).await;
        assert_eq!(made.refusal(), (status, code.to_owned()), "{body}");
    }
    let wrong = edit(&site, Who::Author, &picture, one("rotate", json!({})))
        .await
        .json();
    assert_eq!(
        wrong["data"]["details"]["modifiers"]["code"],
        "rest_no_matching_schema"
    );
    let turn = json!({"rotation": 90});
    for (who, status, code) in [
        (Who::Anonymous, 401, "rest_cannot_edit_image"),
        (Who::Contributor, 403, "rest_cannot_edit_image"),
    ] {
        let made = edit(&site, who, &picture, turn.clone()).await;
        assert_eq!(made.refusal(), (status, code.to_owned()));
    }
    let missing = site.post(Who::Author, "/media/1/edit", json!({})).await;
    assert_eq!(
        missing.refusal(),
        (400, "rest_missing_callback_param".to_owned())
    );
    let unknown = json!({"src": "x", "rotation": 90});
    let unknown = site.post(Who::Author, "/media/999/edit", unknown).await;
    assert_eq!(unknown.refusal(), (404, "rest_post_invalid_id".to_owned()));
    assert_eq!(site.get(Who::Anonymous, "/media").await.ids().len(), 1);
}

#[tokio::test]
async fn existing_sizes_are_not_generated_again() {
    let site = Site::new().await;
    let picture = upload(&site, "ipe.jpg", 400, 200).await;
    let path = format!("/media/{}/post-process", picture["id"]);
    let action = json!({"action": "create-image-subsizes"});
    let made = site.post(Who::Author, &path, action.clone()).await;
    assert_eq!(made.status, 200);
    let made = made.json();
    assert_eq!(made["media_details"], picture["media_details"]);
    assert_eq!(made["missing_image_sizes"], json!([]));
    assert_eq!(made["modified"], picture["modified"]);
    for (who, body, status, code) in [
        (Who::Author, json!({}), 400, "rest_missing_callback_param"),
        (
            Who::Author,
            json!({"action": "x"}),
            400,
            "rest_invalid_param",
        ),
        (Who::Contributor, action.clone(), 403, "rest_cannot_edit"),
        (Who::Anonymous, action, 401, "rest_cannot_edit"),
    ] {
        let refusal = site.post(who, &path, body).await.refusal();
        assert_eq!(refusal, (status, code.to_owned()));
    }
}

#[tokio::test]
async fn ranges_of_files_are_served() {
    let site = Site::new().await;
    let picture = upload(&site, "ipe.jpg", 400, 200).await;
    let path = picture["source_url"].as_str().unwrap().replace(HOME, "");
    let fetch = async |method: Method, headers: &[(&str, &str)]| {
        let mut request = Request::builder().method(method).uri(&path);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        site.send(request.body(Body::empty()).unwrap()).await
    };
    let whole = fetch(Method::GET, &[]).await;
    let length = whole.bytes.len();
    let tag = whole.header("etag").to_owned();
    assert_eq!(
        (
            whole.status,
            whole.header("accept-ranges"),
            whole.header("content-type")
        ),
        (200, "bytes", "image/jpeg")
    );
    assert!(whole.header("cache-control").contains("immutable"));
    let head = fetch(Method::HEAD, &[("range", "bytes=0-9")]).await;
    assert_eq!(
        (head.status, head.header("content-length"), head.bytes.len()),
        (200, length.to_string().as_str(), 0)
    );
    let part = fetch(Method::GET, &[("range", "bytes=10-19")]).await;
    assert_eq!(
        (
            part.status,
            part.header("content-range"),
            part.header("content-length")
        ),
        (206, format!("bytes 10-19/{length}").as_str(), "10")
    );
    assert_eq!(part.bytes, whole.bytes[10..20]);
    let last = fetch(Method::GET, &[("range", "bytes=-5")]).await;
    assert_eq!(
        (last.status, &last.bytes[..]),
        (206, &whole.bytes[length - 5..])
    );
    let beyond = fetch(Method::GET, &[("range", "bytes=99999999-")]).await;
    assert_eq!(
        (
            beyond.status,
            beyond.header("content-range"),
            beyond.bytes.len()
        ),
        (416, format!("bytes */{length}").as_str(), 0)
    );
    let range = ("range", "bytes=0-9");
    let same = fetch(Method::GET, &[range, ("if-range", &tag)]).await;
    let other = fetch(Method::GET, &[range, ("if-range", "\"other\"")]).await;
    assert_eq!((same.status, other.status), (206, 200));
    assert_eq!(other.bytes, whole.bytes);
    for known in [tag.as_str(), "*", &format!("\"x\", W/{tag}")] {
        let kept = fetch(Method::GET, &[("if-none-match", known)]).await;
        assert_eq!((kept.status, kept.bytes.len()), (304, 0), "{known}");
        assert_eq!(kept.header("etag"), tag);
    }
    let changed = fetch(Method::GET, &[("if-none-match", "\"other\"")]).await;
    assert_eq!(changed.status, 200);
    assert_eq!(fetch(Method::POST, &[]).await.status, 405);
}

#[tokio::test]
async fn the_index_contains_the_site_icon() {
    let site = Site::new().await;
    let icon = async || {
        let request = site.request(
            Who::Anonymous,
            Method::GET,
            "/rest/?_fields=site_logo,site_icon_url",
        );
        let index = site.send(request.body(Body::empty()).unwrap()).await;
        (
            index.json()["site_logo"].clone(),
            index.json()["site_icon_url"].clone(),
        )
    };
    assert_eq!(icon().await, (json!(0), json!("")));
    let picture = upload(&site, "marca.jpg", 1200, 1200).await;
    let chosen = json!({"site_icon": picture["id"], "site_logo": picture["id"]});
    assert_eq!(site.post(Who::Admin, "/settings", chosen).await.status, 200);
    let smallest = format!("{HOME}/uploads/2024/05/marca-768x768.jpg");
    assert_eq!(icon().await, (picture["id"].clone(), json!(smallest)));
    let path = format!("/media/{}?force=true", picture["id"]);
    assert_eq!(site.delete(Who::Author, &path).await.status, 200);
    assert_eq!(icon().await, (json!(0), json!(false)));
}

#[tokio::test]
async fn emoticons_in_captions_become_emoji() {
    let site = Site::new().await;
    let picture = upload(&site, "ipe.jpg", 40, 20).await;
    let path = format!("/media/{}", picture["id"]);
    let made = site
        .post(Who::Author, &path, json!({"caption": "oi :)"}))
        .await;
    assert_eq!(made.json()["caption"]["rendered"], "<p>oi 🙂</p>\n");
}

#[tokio::test]
async fn a_media_item_has_no_featured_image() {
    let site = Site::new().await;
    let id = upload(&site, "praia.jpg", 80, 60).await["id"].clone();
    let other = upload(&site, "serra.jpg", 80, 60).await["id"].clone();
    let path = format!("/media/{id}");
    for given in [other, json!(0), json!(999)] {
        let body = json!({"title": "Praia", "featured_media": given});
        let changed = site.post(Who::Admin, &path, body).await;
        assert_eq!(changed.json()["featured_media"], 0, "{given}");
    }
    for context in ["view", "edit", "embed"] {
        let path = format!("{path}?context={context}");
        let shown = site.get(Who::Admin, &path).await;
        assert_eq!(shown.json()["featured_media"], 0, "{context}");
    }
}
