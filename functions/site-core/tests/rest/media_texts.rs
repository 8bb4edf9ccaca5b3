//! Texts that come with a file: its name and the metadata of pictures. They are plain text for every uploader.

use axum::body::Body;
use http::Method;
use serde_json::{Value, json};

use crate::support::{Site, Who};

const HOSTILE: &str = "<img src=x onerror=alert(1)>a < b & c";

fn picture() -> Vec<u8> {
    pictures::generate::photograph(60, 40, 3).unwrap().to_vec()
}

/// A JPEG whose EXIF data has this description.
fn described(description: &str) -> Vec<u8> {
    let mut tiff = b"II*\0\x08\0\0\0\x01\0\x0E\x01\x02\0".to_vec();
    tiff.extend(u32::try_from(description.len()).unwrap().to_le_bytes());
    tiff.extend(26_u32.to_le_bytes());
    tiff.extend([0; 4]);
    tiff.extend(description.as_bytes());
    let mut segment = vec![0xFF, 0xE1];
    let length = u16::try_from(tiff.len() + 8).unwrap();
    segment.extend(length.to_be_bytes());
    segment.extend(b"Exif\0\0");
    segment.extend(tiff);
    let mut jpeg = picture();
    jpeg.splice(2..2, segment);
    jpeg
}

async fn raw(site: &Site, name: &str, bytes: Vec<u8>) -> Value {
    let request = site
        .request(Who::Author, Method::POST, "/rest/core/v2/media")
        .header("content-type", "image/jpeg")
        .header(
            "content-disposition",
            format!("attachment; filename=\"{name}\""),
        )
        .body(Body::from(bytes))
        .unwrap();
    let made = site.send(request).await;
    made.id();
    made.json()
}

async fn form(site: &Site, name: &str, bytes: &[u8]) -> Value {
    let head = format!(
        "--lim\r\ncontent-disposition: form-data; name=\"file\"; filename=\"{name}\"\r\ncontent-type: image/jpeg\r\n\r\n"
    );
    let body = [head.as_bytes(), bytes, b"\r\n--lim--\r\n"].concat();
    let request = site
        .request(Who::Author, Method::POST, "/rest/core/v2/media")
        .header("content-type", "multipart/form-data; boundary=lim")
        .body(Body::from(body))
        .unwrap();
    let made = site.send(request).await;
    made.id();
    made.json()
}

/// The representation without the members that name files and addresses.
fn texts(item: &Value) -> String {
    let details = &item["media_details"];
    json!([
        item["title"],
        item["caption"],
        item["description"],
        details["image_meta"],
        details["title"],
        details["artist"],
    ])
    .to_string()
}

#[tokio::test]
async fn the_description_of_a_picture_is_plain_text() {
    let site = Site::new().await;
    let made = raw(&site, "ipe.jpg", described(HOSTILE)).await;
    let shown = site
        .get(Who::Anonymous, &format!("/media/{}", made["id"]))
        .await
        .json();
    for item in [&made, &shown] {
        let texts = texts(item);
        assert!(!texts.contains("onerror="), "{texts}");
    }
    assert_eq!(made["title"]["raw"], "a &lt; b &amp; c");
    assert_eq!(made["caption"]["raw"], "a &lt; b &amp; c");
    assert_eq!(
        shown["title"]["rendered"].as_str().map(decoded),
        Some("a < b & c".to_owned())
    );
    let meta = &made["media_details"]["image_meta"];
    assert_eq!(meta["caption"], "a &lt; b &amp; c");
}

/// The text of HTML without tags.
fn decoded(html: &str) -> String {
    html.replace("&lt;", "<")
        .replace("&#038;", "&")
        .replace("&amp;", "&")
}

#[tokio::test]
async fn the_name_of_a_file_is_plain_text() {
    let site = Site::new().await;
    let sent = form(
        &site,
        "<img src=x onerror=alert(1)>Ipê < b & c.jpg",
        &picture(),
    )
    .await;
    assert!(!texts(&sent).contains("onerror="), "{sent}");
    assert_eq!(sent["title"]["raw"], "Ipê &lt; b &amp; c");
    let only = form(&site, "<svg onload=alert(1)>.jpg", &picture()).await;
    assert_eq!(only["title"]["raw"], "svg-onloadalert1");
    let plain = form(&site, "Ipê d'água.jpg", &picture()).await;
    assert_eq!(plain["title"]["raw"], "Ipê d'água");
}

#[tokio::test]
async fn the_tags_of_a_recording_are_plain_text() {
    let site = Site::new().await;
    let mut text = vec![3];
    text.extend(HOSTILE.as_bytes());
    let mut frames = Vec::new();
    for id in [b"TIT2", b"TPE1"] {
        frames.extend(id);
        frames.extend(u32::try_from(text.len()).unwrap().to_be_bytes());
        frames.extend([0, 0]);
        frames.extend(&text);
    }
    let mut file = b"ID3\x04\0\0\0\0\0".to_vec();
    file.push(u8::try_from(frames.len()).unwrap());
    file.extend(frames);
    // Frames of MPEG 1, layer III, 128 kbit/s, 44.1 kHz, 417 bytes each.
    for _ in 0..4 {
        file.extend([0xFF, 0xFB, 0x90, 0x00]);
        file.extend([0; 413]);
    }
    let made = raw(&site, "som.mp3", file).await;
    assert!(!texts(&made).contains("onerror="), "{made}");
    let details = &made["media_details"];
    assert_eq!(
        (&details["title"], &details["artist"]),
        (&json!("a &lt; b &amp; c"), &json!("a &lt; b &amp; c"))
    );
    assert_eq!(made["title"]["raw"], "som");
}

#[tokio::test]
async fn an_image_of_another_site_brings_plain_text_only() {
    let site = Site::reaching(outbound::Policy::local()).await;
    let server = wiremock::MockServer::start().await;
    let answer =
        wiremock::ResponseTemplate::new(200).set_body_raw(described(HOSTILE), "image/jpeg");
    wiremock::Mock::given(wiremock::matchers::any())
        .respond_with(answer)
        .mount(&server)
        .await;
    let url = format!("{}/ipe.jpg", server.uri());
    let made = site.post(Who::Admin, "/media", json!({"url": url})).await;
    made.id();
    let made = made.json();
    assert!(!texts(&made).contains("onerror="), "{made}");
    assert_eq!(made["title"]["raw"], "a &lt; b &amp; c");
}

/// A JPEG with these datasets of IPTC data (record 2), and these bytes behind them.
fn with_iptc(datasets: &[(u8, &str)], jpeg: &[u8]) -> Vec<u8> {
    let mut data = Vec::new();
    for (number, text) in datasets {
        data.extend([0x1C, 2, *number]);
        data.extend(u16::try_from(text.len()).unwrap().to_be_bytes());
        data.extend(text.as_bytes());
    }
    let mut segment = b"Photoshop 3.0\08BIM\x04\x04\0\0".to_vec();
    segment.extend(u32::try_from(data.len()).unwrap().to_be_bytes());
    segment.extend(data);
    let length = u16::try_from(segment.len() + 2).unwrap().to_be_bytes();
    let marker = [0xFF, 0xED, length[0], length[1]];
    [&jpeg[..2], &marker, &segment, &jpeg[2..]].concat()
}

#[tokio::test]
async fn iptc_data_precedes_exif_data() {
    let site = Site::new().await;
    let datasets = [
        (5, "Título IPTC"),
        (120, "Legenda <b>IPTC</b> & co"),
        (25, "flor"),
        (25, "<i>ipê</i>"),
        (110, "Agência"),
        (116, "© 2026 Ana"),
    ];
    let bytes = with_iptc(&datasets, &described("Do EXIF"));
    let made = raw(&site, "ipe.jpg", bytes).await;
    assert_eq!(
        (
            &made["title"]["raw"],
            &made["caption"]["raw"],
            &made["slug"]
        ),
        (
            &json!("Título IPTC"),
            &json!("Legenda IPTC &amp; co"),
            &json!("titulo-iptc")
        )
    );
    let meta = &made["media_details"]["image_meta"];
    assert_eq!(
        json!([
            meta["title"],
            meta["caption"],
            meta["credit"],
            meta["copyright"],
            meta["keywords"]
        ]),
        json!([
            "Título IPTC",
            "Legenda IPTC &amp; co",
            "Agência",
            "© 2026 Ana",
            ["flor", "ipê"]
        ])
    );
    let exif = raw(&site, "flor.jpg", described("Do EXIF")).await;
    assert_eq!(exif["title"]["raw"], "Do EXIF");
    let number = with_iptc(&[(5, "20261120")], &picture());
    let number = raw(&site, "folha.jpg", number).await;
    assert_eq!(number["title"]["raw"], "folha");
}

#[tokio::test]
async fn names_without_latin_letters_become_titles() {
    let site = Site::new().await;
    for (name, title, file) in [
        ("日本.jpg", "日本", "unnamed-file.jpg"),
        ("<b>Fotos 日本.jpg", "Fotos 日本", "bFotos.jpg"),
        ("flor😀.jpg", "flor😀", "flor.jpg"),
        ("Ipê.jpg", "Ipe", "Ipe.jpg"),
    ] {
        let made = raw(&site, name, picture()).await;
        assert_eq!(
            (&made["title"]["raw"], &made["filename"]),
            (&json!(title), &json!(file)),
            "{name}"
        );
    }
}
