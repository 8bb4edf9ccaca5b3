//! Fonts of a family.

use http::Method;
use serde_json::{Value, json};

use super::{face_with_file, family, file, make_face, make_family, packed, send_form};
use crate::support::{HOME, Site, Who};

#[tokio::test]
async fn a_font_has_every_setting_and_its_file_is_served() {
    let site = Site::new().await;
    let family = make_family(&site, &family("open-sans")).await.id();
    let settings = json!({
        "fontFamily": "Open Sans",
        "fontStyle": "italic",
        "fontWeight": 700,
        "fontDisplay": "swap",
        "src": ["file-0", "https://exemplo.org/b.woff"],
        "fontStretch": "75%",
        "ascentOverride": "91%",
        "descentOverride": "22%",
        "fontVariant": "small-caps",
        "fontFeatureSettings": "\"smcp\" on",
        "fontVariationSettings": "\"wght\" 650",
        "lineGapOverride": "3%",
        "sizeAdjust": "104%",
        "unicodeRange": "U+0025-00FF, u+4??",
        "preview": "https://exemplo.org/b.svg",
    });
    let bytes = packed(b"wOF2", 90);
    let file_part = ("file-0", Some("Ópen Sans.WOFF2"), bytes.clone());
    let made = make_face(&site, family, settings, &[file_part]).await;
    assert_eq!(made.status, 201, "{}", made.code());
    let own = format!(
        "{HOME}/rest/core/v2/font-families/{family}/font-faces/{}",
        made.id()
    );
    assert_eq!(made.header("location"), own);
    insta::assert_json_snapshot!("font_face", made.json());
    let path = format!("/font-families/{family}/font-faces/{}", made.id());
    assert_eq!(site.get(Who::Admin, &path).await.json(), made.json());
    let served = file(&site, "/uploads/fonts/Open-Sans.woff2").await;
    assert_eq!((served.status, &served.bytes[..]), (200, &bytes[..]));
    assert_eq!(served.header("content-type"), "font/woff2");
    assert_eq!(served.header("x-content-type-options"), "nosniff");
    let path = format!("/font-families/{family}?_embed=true");
    let whole = site.get(Who::Admin, &path).await.json();
    assert_eq!(whole["font_faces"], json!([made.id()]));
    let face = &whole["_embedded"]["font_faces"][0];
    assert_eq!(
        face["font_face_settings"],
        made.json()["font_face_settings"]
    );
    let listed = site
        .get(Who::Admin, &format!("/font-families/{family}/font-faces"))
        .await;
    assert_eq!(listed.json(), json!([made.json()]));
}

#[tokio::test]
async fn settings_of_fonts_that_are_refused_change_nothing() {
    let site = Site::new().await;
    let family = make_family(&site, &family("open-sans")).await.id();
    let font = || packed(b"wOF2", 60);
    let face = |value: Value| value.to_string();
    site.was_written();
    for (settings, files) in [
        (face(json!({"fontFamily": "f"})), vec![]),
        (face(json!({"src": "https://exemplo.org/a"})), vec![]),
        (
            face(json!({"fontFamily": "", "src": "https://a.org/a"})),
            vec![],
        ),
        (face(json!({"fontFamily": "f", "src": ""})), vec![]),
        (face(json!({"fontFamily": "f", "src": []})), vec![]),
        (face(json!({"fontFamily": "f", "src": [" "]})), vec![]),
        (face(json!({"fontFamily": "f", "src": [7, {}]})), vec![]),
        (
            face(json!({"fontFamily": "f", "src": vec!["https://a.org/a"; 11]})),
            vec![],
        ),
        (
            face(json!({"fontFamily": "f", "src": "file-1"})),
            vec![("file-0", font())],
        ),
        (
            face(json!({"fontFamily": "f", "src": "https://a.org/a"})),
            vec![("file-0", font())],
        ),
        (
            face(json!({"fontFamily": "f", "src": "javascript:alert(1)"})),
            vec![],
        ),
        (
            face(json!({"fontFamily": "f", "src": "https://a:b@a.org/a"})),
            vec![],
        ),
        (
            face(json!({"fontFamily": "f", "src": "/etc/passwd"})),
            vec![],
        ),
        (
            face(json!({"fontFamily": "f", "src": "https://a.org/a", "fontDisplay": "x"})),
            vec![],
        ),
        (
            face(json!({"fontFamily": "f", "src": "https://a.org/a", "fontWeight": []})),
            vec![],
        ),
        (
            face(json!({"fontFamily": "f", "src": "https://a.org/a", "zzz": 1})),
            vec![],
        ),
        ("{\"fontFamily\"".to_owned(), vec![]),
        ("null".to_owned(), vec![("file-0", font())]),
    ] {
        let mut parts = vec![("font_face_settings", None, settings.clone().into_bytes())];
        parts.extend(
            files
                .into_iter()
                .map(|(name, bytes)| (name, Some("a.woff2"), bytes)),
        );
        let refused = send_form(&site, family, &parts).await;
        let told = refused.refusal();
        assert_eq!(told, (400, "rest_invalid_param".to_owned()), "{settings}");
    }
    let none = send_form(&site, family, &[("file-0", Some("a.woff2"), font())]).await;
    let told = (400, "rest_missing_callback_param".to_owned());
    assert_eq!(none.refusal(), told);
    assert!(!site.was_written());
}

#[tokio::test]
async fn a_font_belongs_to_one_family_and_is_there_once() {
    let site = Site::new().await;
    let first = make_family(&site, &family("a")).await.id();
    let second = make_family(&site, &family("b")).await.id();
    let (face, _) = face_with_file(&site, first, "Open Sans").await;
    let same =
        json!({"fontFamily": "'open sans'", "fontWeight": "normal", "src": "https://a.org/a"});
    site.was_written();
    for family in [first, second] {
        let twice = make_face(&site, family, same.clone(), &[]).await;
        let told = (400, "rest_duplicate_font_face".to_owned());
        assert_eq!(twice.refusal(), told);
    }
    let post = site.write(Who::Admin, json!({"title": "x"})).await;
    for (method, path, status, code) in [
        (
            Method::GET,
            format!("{second}/font-faces/{face}"),
            404,
            "rest_font_face_parent_id_mismatch",
        ),
        (
            Method::DELETE,
            format!("{second}/font-faces/{face}?force=true"),
            404,
            "rest_font_face_parent_id_mismatch",
        ),
        (
            Method::GET,
            format!("{post}/font-faces/{face}"),
            404,
            "rest_post_invalid_parent",
        ),
        (
            Method::GET,
            format!("{first}/font-faces/{second}"),
            404,
            "rest_post_invalid_id",
        ),
        (
            Method::GET,
            format!("{post}/font-faces"),
            404,
            "rest_post_invalid_parent",
        ),
        (Method::GET, format!("{face}"), 404, "rest_post_invalid_id"),
        (Method::GET, format!("{post}"), 404, "rest_post_invalid_id"),
        (
            Method::DELETE,
            format!("{first}/font-faces/{face}"),
            501,
            "rest_trash_not_supported",
        ),
    ] {
        let path = format!("/font-families/{path}");
        let refused = match method {
            Method::GET => site.get(Who::Admin, &path).await,
            _ => site.delete(Who::Admin, &path).await,
        };
        assert_eq!(refused.refusal(), (status, code.to_owned()), "{path}");
    }
    let unknown = make_face(&site, post, same, &[]).await;
    let told = (404, "rest_post_invalid_parent".to_owned());
    assert_eq!(unknown.refusal(), told);
    // Fonts are no content of other routes.
    for path in [
        format!("/posts/{first}"),
        format!("/media/{face}"),
        format!("/blocks/{face}"),
    ] {
        assert_eq!(site.get(Who::Admin, &path).await.status, 404, "{path}");
    }
    let found = site.get(Who::Anonymous, "/search?search=open").await;
    assert_eq!(found.json(), json!([]));
}
