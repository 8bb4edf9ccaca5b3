//! The library of fonts.

mod faces;
mod families;
mod files;

use axum::body::Body;
use http::Method;
use serde_json::{Value, json};
use site_core::Options;

use crate::support::{Answer, HOME, Site, Who};

/// A WOFF2 or WOFF file: a header with the length of the file, and bytes behind it. It has no glyphs.
fn packed(signature: &[u8; 4], length: usize) -> Vec<u8> {
    let mut file = signature.to_vec();
    file.extend([0, 1, 0, 0]);
    file.extend(u32::try_from(length).unwrap().to_be_bytes());
    file.extend([0, 9, 0, 0]);
    file.resize(length, 7);
    file
}

/// The smallest OpenType file: the tables that every font has, and one glyph without outlines.
fn sfnt(version: &[u8; 4]) -> Vec<u8> {
    let mut head = [0_u8; 54];
    head[1] = 1;
    head[12..16].copy_from_slice(&[0x5F, 0x0F, 0x3C, 0xF5]);
    head[18..20].copy_from_slice(&1000_u16.to_be_bytes());
    let mut hhea = [0_u8; 36];
    hhea[1] = 1;
    hhea[35] = 1;
    let maxp = [0, 0, 0x50, 0, 0, 1];
    let mut file = version.to_vec();
    file.extend([0, 3, 0, 32, 0, 1, 0, 16]);
    let mut body = Vec::new();
    for (tag, table) in [
        (b"head", head.as_slice()),
        (b"hhea", hhea.as_slice()),
        (b"maxp", maxp.as_slice()),
    ] {
        file.extend(tag);
        file.extend([0; 4]);
        file.extend(u32::try_from(60 + body.len()).unwrap().to_be_bytes());
        file.extend(u32::try_from(table.len()).unwrap().to_be_bytes());
        body.extend(table);
        body.resize(body.len().next_multiple_of(4), 0);
    }
    file.extend(body);
    file
}

fn family(slug: &str) -> Value {
    json!({
        "name": format!("Família {slug}"),
        "slug": slug,
        "fontFamily": "'Open Sans', sans-serif",
        "preview": "https://exemplo.org/open sans.svg",
    })
}

async fn make_family(site: &Site, settings: &Value) -> Answer {
    let body = json!({"theme_json_version": 2, "font_family_settings": settings.to_string()});
    site.post(Who::Admin, "/font-families", body).await
}

/// A part of a form: its name, the name of its file, and its content.
type Part<'a> = (&'a str, Option<&'a str>, Vec<u8>);

async fn send_form(site: &Site, family: u64, parts: &[Part<'_>]) -> Answer {
    let mut body = Vec::new();
    for (name, file, bytes) in parts {
        let file = file.map_or_else(String::new, |file| format!("; filename=\"{file}\""));
        let head =
            format!("--lim\r\ncontent-disposition: form-data; name=\"{name}\"{file}\r\n\r\n");
        body.extend(head.as_bytes());
        body.extend(bytes);
        body.extend(b"\r\n");
    }
    body.extend(b"--lim--\r\n");
    let path = format!("/rest/core/v2/font-families/{family}/font-faces");
    let request = site
        .request(Who::Admin, Method::POST, &path)
        .header("content-type", "multipart/form-data; boundary=lim");
    site.send(request.body(Body::from(body)).unwrap()).await
}

async fn make_face(site: &Site, family: u64, settings: Value, files: &[Part<'_>]) -> Answer {
    let settings = settings.to_string().into_bytes();
    let parts = [&[("font_face_settings", None, settings)], files].concat();
    send_form(site, family, &parts).await
}

/// A font with one file, and the path of the file.
async fn face_with_file(site: &Site, family: u64, name: &str) -> (u64, String) {
    let settings = json!({"fontFamily": name, "src": "file-0"});
    let file = ("file-0", Some("a b.woff2"), packed(b"wOF2", 60));
    let made = make_face(site, family, settings, &[file]).await;
    assert_eq!(made.status, 201, "{}", made.code());
    let address = made.json()["font_face_settings"]["src"].clone();
    let path = address.as_str().unwrap().strip_prefix(HOME).unwrap();
    (made.id(), path.to_owned())
}

async fn file(site: &Site, path: &str) -> Answer {
    let request = site.request(Who::Anonymous, Method::GET, path);
    site.send(request.body(Body::empty()).unwrap()).await
}

#[tokio::test]
async fn there_are_no_collections_to_install_from() {
    let site = Site::new().await;
    let list = site.get(Who::Admin, "/font-collections?per_page=100").await;
    assert_eq!((list.status, list.json()), (200, json!([])));
    assert_eq!(list.header("x-wp-total"), "0");
    for slug in ["google-fonts", "a/b", "1"] {
        let one = site
            .get(Who::Admin, &format!("/font-collections/{slug}"))
            .await;
        assert_eq!(
            one.refusal(),
            (404, "rest_font_collection_not_found".to_owned())
        );
    }
}

#[tokio::test]
async fn types_have_the_names_of_deployed_systems() {
    let site = Site::with(Options {
        vendor_names: true,
        ..Options::at(HOME)
    })
    .await;
    for (name, base) in [
        ("wp_font_family", "font-families"),
        (
            "wp_font_face",
            r"font-families/(?P<font_family_id>[\d]+)/font-faces",
        ),
    ] {
        let path = format!("/wp-json/wp/v2/types/{name}?context=edit");
        let request = site.request(Who::Admin, Method::GET, &path);
        let shown = site.send(request.body(Body::empty()).unwrap()).await.ok();
        assert_eq!(
            (&shown["slug"], &shown["rest_base"]),
            (&json!(name), &json!(base))
        );
        assert_eq!(
            (&shown["viewable"], &shown["supports"]),
            (&json!(false), &json!({"title": true}))
        );
        assert_eq!(shown["capabilities"]["read"], "edit_theme_options");
    }
    let made = make_family(&site, &family("a")).await.id();
    let (face, _) = face_with_file(&site, made, "f").await;
    let path = format!("/wp-json/wp/v2/font-families/{made}?_embed=font_faces");
    let request = site.request(Who::Admin, Method::GET, &path);
    let shown = site.send(request.body(Body::empty()).unwrap()).await.ok();
    let href = format!("{HOME}/wp-json/wp/v2/font-families/{made}/font-faces/{face}");
    assert_eq!(shown["_links"]["font_faces"][0]["href"], href);
    assert_eq!(shown["_embedded"]["font_faces"][0]["id"], json!(face));
}
