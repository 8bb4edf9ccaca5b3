//! Canaries in every kind of content and of terms of the site, by the interface.

use domain::site::meta::{
    FAQ_DATA, MetaKey, MetaType, PART_AREA, registered, registered_for_terms,
};
use domain::site::{Kind, Taxonomy};
use http::Method;
use image::ImageFormat;
use jiff::SignedDuration;
use pauta_tests::app::{RequestBody, TestApp, TestRequest};
use pauta_tests::pictures::picture;
use serde_json::{Map, Value, json};
use site_store::{Freshness, GLOBAL_STYLES, SiteStore};

use crate::client::{create, site};
use crate::harness::{ADDRESS, MARK, canary, email};

/// Canaries of `kind` begin with its letters.
pub fn letters(kind: &str) -> String {
    kind.chars().filter(char::is_ascii_alphanumeric).collect()
}

fn of(kind: &str, field: &str) -> String {
    canary(&format!("{}{}", letters(kind), letters(field)))
}

fn address(kind: &str, field: &str) -> String {
    format!("https://{}.example/", of(kind, field))
}

/// A value for each registered field that takes a text.
fn meta(kind: &str, keys: &[MetaKey]) -> Value {
    let texts = keys.iter().filter(|key| key.form == MetaType::Text);
    let value = |key: &MetaKey| match key.name {
        FAQ_DATA => {
            json!([{ "question": of(kind, "question"), "answer": of(kind, "answer") }]).to_string()
        }
        PART_AREA => "header".to_owned(),
        name if name.ends_with("_canonical") || name.ends_with("_image") => address(kind, name),
        name => of(kind, name),
    };
    let all: Map<String, Value> = texts
        .map(|key| (key.name.to_owned(), value(key).into()))
        .collect();
    all.into()
}

fn texts(kind: Kind, slug: &str) -> Value {
    json!({
        "title": of(kind.name(), "title"),
        "content": format!("<p>{}</p>", of(kind.name(), "body")),
        "excerpt": of(kind.name(), "excerpt"),
        "slug": of(kind.name(), slug),
        "status": "publish",
        "meta": meta(kind.name(), registered(kind)),
    })
}

/// Writes content of each kind; returns the paths that delete it, in their order.
pub async fn write_all(app: &TestApp) -> Vec<String> {
    let mut paths = Vec::new();
    for kind in Kind::ALL {
        paths.extend(match kind {
            Kind::Post => Some(write_text(app, kind, "posts").await),
            Kind::Page => Some(write_text(app, kind, "pages").await),
            Kind::Block => Some(write_text(app, kind, "blocks").await),
            Kind::Navigation => Some(write_text(app, kind, "navigation").await),
            Kind::Attachment => Some(write_media(app).await),
            Kind::NavMenuItem => Some(write_menu(app).await),
            Kind::Template => Some(write_template(app, kind, "templates").await),
            Kind::TemplatePart => Some(write_template(app, kind, "template-parts").await),
            Kind::GlobalStyles => {
                write_styles(app).await;
                None
            }
            // A family is deleted with its fonts.
            Kind::FontFamily => Some(write_fonts(app).await),
            Kind::FontFace => None,
        });
    }
    for taxonomy in Taxonomy::ALL {
        paths.extend(match taxonomy {
            Taxonomy::Category => Some(write_term(app, taxonomy, "categories").await),
            Taxonomy::PostTag => Some(write_term(app, taxonomy, "tags").await),
            Taxonomy::PatternCategory => Some(write_term(app, taxonomy, "pattern_category").await),
            // Written with its items.
            Taxonomy::NavMenu => None,
        });
    }
    paths.extend(write_comments(app).await);
    paths
}

/// Text with a former state, an autosave and, where there is one, a password for readers.
async fn write_text(app: &TestApp, kind: Kind, route: &str) -> String {
    let mut first = texts(kind, "slug");
    if matches!(kind, Kind::Post | Kind::Page) {
        first["password"] = of(kind.name(), "word").into();
    }
    let id = create(app, &format!("/core/v2/{route}"), first).await;
    let path = format!("/core/v2/{route}/{id}");
    let later = json!({
        "title": of(kind.name(), "latertitle"), "content": of(kind.name(), "laterbody"),
        "slug": of(kind.name(), "laterslug"),
    });
    site(app, Method::POST, &path, later).await;
    let autosave = json!({
        "title": of(kind.name(), "autosavetitle"), "content": of(kind.name(), "autosavebody"),
    });
    site(app, Method::POST, &format!("{path}/autosaves"), autosave).await;
    path
}

async fn write_media(app: &TestApp) -> String {
    let name = of(Kind::Attachment.name(), "file");
    let head = format!("attachment; filename={name}.jpg");
    let upload = TestRequest::new(Method::POST, "/rest/core/v2/media")
        .body(RequestBody::Raw(
            "image/jpeg",
            picture(ImageFormat::Jpeg, 64, 48),
        ))
        .headers(&[("content-disposition", &head)]);
    let media = app.ask_site(Some(&app.basic()), upload).await.expect(201);
    let media = format!("/core/v2/media/{}", media.json["id"]);
    let kind = Kind::Attachment.name();
    let texts = json!({
        "title": of(kind, "title"), "caption": of(kind, "caption"), "alt_text": of(kind, "alt"),
        "description": of(kind, "body"),
    });
    site(app, Method::POST, &media, texts).await;
    media
}

async fn write_menu(app: &TestApp) -> String {
    let name = Taxonomy::NavMenu.name();
    let menu = json!({ "name": of(name, "name"), "description": of(name, "about") });
    let menu = create(app, "/core/v2/menus", menu).await;
    let kind = Kind::NavMenuItem.name();
    let item = json!({
        "title": of(kind, "title"), "url": address(kind, "url"), "attr_title": of(kind, "attr"),
        "description": of(kind, "about"), "classes": [of(kind, "class")], "xfn": [of(kind, "relation")],
        "menus": menu, "status": "publish", "type": "custom",
    });
    create(app, "/core/v2/menu-items", item).await;
    format!("/core/v2/menus/{menu}")
}

async fn write_template(app: &TestApp, kind: Kind, route: &str) -> String {
    let made = json!({
        "slug": of(kind.name(), "slug"), "title": of(kind.name(), "title"),
        "description": of(kind.name(), "excerpt"), "content": format!("<p>{}</p>", of(kind.name(), "body")),
    });
    let made = site(app, Method::POST, &format!("/core/v2/{route}"), made).await;
    let path = format!("/core/v2/{route}/{}", made["id"].as_str().unwrap());
    let later = json!({ "content": of(kind.name(), "laterbody") });
    site(app, Method::POST, &path, later).await;
    path
}

/// The path of the site's styles, as the theme links to them.
async fn styles(app: &TestApp) -> String {
    let theme = site(app, Method::GET, "/core/v2/themes/pauta", Value::Null).await;
    let link = theme["_links"]["core:user-global-styles"][0]["href"].as_str();
    format!(
        "/core/v2{}",
        link.unwrap().split_once("/core/v2").unwrap().1
    )
}

async fn write_styles(app: &TestApp) {
    let kind = Kind::GlobalStyles.name();
    let changed = json!({
        "title": of(kind, "title"),
        "styles": { "css": format!("/* {} */", of(kind, "css")) },
    });
    site(app, Method::POST, &styles(app).await, changed).await;
}

/// Replaces the styles, which a site has for good, and deletes their revisions, for which the interface has no request.
pub async fn delete_styles(app: &TestApp, store: &SiteStore) {
    let path = styles(app).await;
    let plain = json!({ "title": "", "styles": {}, "settings": {} });
    site(app, Method::POST, &path, plain).await;
    store.refresh(Freshness::Asked).await.unwrap();
    for revision in store.revisions_of(GLOBAL_STYLES) {
        let deleted = store.delete_revision(GLOBAL_STYLES, revision.id);
        deleted.await.unwrap();
    }
}

async fn write_fonts(app: &TestApp) -> String {
    let kind = Kind::FontFamily.name();
    let family = json!({
        "name": of(kind, "name"), "slug": of(kind, "slug"), "fontFamily": of(kind, "family"),
        "preview": address(kind, "preview"),
    });
    let family = json!({ "theme_json_version": 2, "font_family_settings": family.to_string() });
    let family = create(app, "/core/v2/font-families", family).await;
    let kind = Kind::FontFace.name();
    let face = json!({
        "fontFamily": of(kind, "family"), "src": "file-0", "preview": address(kind, "preview"),
    });
    // A WOFF2 file without glyphs: a header with the length of the file.
    let mut font = b"wOF2\0\x01\0\0\0\0\0\x3c\0\x09\0\0".to_vec();
    font.resize(60, 7);
    let mut body = format!(
        "--limite\r\ncontent-disposition: form-data; name=\"font_face_settings\"\r\n\r\n{face}\r\n--limite\r\n\
         content-disposition: form-data; name=\"file-0\"; filename=\"{}.woff2\"\r\n\r\n",
        of(kind, "file")
    )
    .into_bytes();
    body.extend(font);
    body.extend_from_slice(b"\r\n--limite--\r\n");
    let path = format!("/rest/core/v2/font-families/{family}/font-faces");
    let request = TestRequest::new(Method::POST, path).body(RequestBody::Multipart(body.into()));
    app.ask_site(Some(&app.basic()), request).await.expect(201);
    format!("/core/v2/font-families/{family}")
}

async fn write_term(app: &TestApp, taxonomy: Taxonomy, route: &str) -> String {
    let name = taxonomy.name();
    let term = json!({
        "name": of(name, "name"), "slug": of(name, "slug"), "description": of(name, "about"),
        "meta": meta(name, registered_for_terms(taxonomy)),
    });
    let id = create(app, &format!("/core/v2/{route}"), term).await;
    format!("/core/v2/{route}/{id}")
}

fn comment(post: u64, kind: &str) -> Value {
    json!({
        "post": post,
        "author_name": canary(&format!("{kind}name")),
        "author_email": email(&format!("{kind}mail")),
        "author_url": format!("https://{MARK}{kind}url.example/"),
        "author_user_agent": canary(&format!("{kind}agent")),
        "author_ip": ADDRESS,
        "content": canary(&format!("{kind}comment")),
    })
}

/// A comment that is deleted, one that goes with its post, and one of a visitor, which the spam filter checks.
async fn write_comments(app: &TestApp) -> Vec<String> {
    let stays = json!({ "title": "Fica", "content": "<p>Fica</p>", "status": "publish" });
    let stays = site(app, Method::POST, "/core/v2/posts", stays).await;
    let one = comment(stays["id"].as_u64().unwrap(), "one");
    let one = create(app, "/core/v2/comments", one).await;
    let open =
        json!({ "title": canary("opentitle"), "content": canary("openbody"), "status": "publish" });
    let open = create(app, "/core/v2/posts", open).await;
    app.clock.advance(SignedDuration::from_mins(1));
    create(app, "/core/v2/comments", comment(open, "below")).await;
    let visitor = write_as_visitor(app, &stays).await;
    vec![
        format!("/core/v2/comments/{one}"),
        format!("/core/v2/posts/{open}"),
        format!("/core/v2/comments/{visitor}"),
    ]
}

/// Sends the form below a post; returns the comment.
async fn write_as_visitor(app: &TestApp, post: &Value) -> u64 {
    let link = url::Url::parse(post["link"].as_str().unwrap()).unwrap();
    let page = TestRequest::new(Method::GET, link.path());
    let page = app.ask_site(None, page).await.expect(200).text;
    let stamp = page
        .split("name=\"comment_stamp\" value=\"")
        .nth(1)
        .unwrap();
    let stamp = stamp.split('"').next().unwrap();
    let (mail, text) = (email("visitormail"), canary("visitorcomment"));
    let mut form = url::form_urlencoded::Serializer::new(String::new());
    for (name, value) in [
        ("comment_stamp", stamp),
        ("author", &canary("visitorname")),
        ("email", &mail),
        ("comment", &text),
    ] {
        form.append_pair(name, value);
    }
    let request = TestRequest::new(Method::POST, link.path())
        .body(RequestBody::Form(form.finish()))
        .headers(&[(
            "user-agent",
            &format!("Mozilla/5.0 {}", canary("visitoragent")),
        )]);
    let taken = app
        .ask_site(None, request.client(ADDRESS.parse().unwrap()))
        .await;
    assert!(taken.status.is_redirection(), "{}", taken.text);
    let held = "/core/v2/comments?status=any&context=edit&per_page=1";
    let held = site(app, Method::GET, held, Value::Null).await;
    assert_eq!(held[0]["author_email"], mail, "{held}");
    held[0]["id"].as_u64().unwrap()
}
