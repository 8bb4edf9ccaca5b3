//! A photograph of 9.5 MB over HTTP on the whole system: requested, uploaded past the API, completed, and read back
//! from storage.

use std::net::SocketAddr;

use bytes::Bytes;
use http::{Method, header};
use image::codecs::jpeg::JpegEncoder;
use image::{ExtendedColorType, ImageEncoder};
use local::parts::Data;
use local::system::{Options, System};
use outbound::{Body, Outbound, Policy, Redirects, Request, Response};
use serde_json::{Value, json};

/// An HTTP client with a signed-in user.
struct Client {
    outbound: Outbound,
    platform: String,
    token: Option<String>,
}

impl Client {
    async fn send(&self, request: Request) -> Response {
        let large = request
            .max_bytes(16 * 1024 * 1024)
            .redirects(Redirects::Anywhere(1));
        self.outbound.send(large).await.unwrap()
    }

    async fn ask(&self, method: Method, path: &str, body: Body) -> Response {
        let url = format!("{}{path}", self.platform).parse().unwrap();
        let mut request = Request::new(method, url).body(body);
        if let Some(token) = &self.token {
            let bearer = format!("Bearer {token}").parse().unwrap();
            request = request.header(header::AUTHORIZATION, bearer);
        }
        self.send(request).await
    }

    async fn post(&self, path: &str, body: Value) -> (u16, Value) {
        let path = format!("/api/v1{path}");
        let answer = self.ask(Method::POST, &path, Body::Json(body)).await;
        (answer.status.as_u16(), answer.json().unwrap())
    }

    async fn sign_in(&mut self, system: &System) {
        let admin = system.administrator().unwrap();
        let login = json!({ "email": admin.email, "password": admin.password });
        let (_, first) = self.post("/auth/login", login).await;
        let mailbox = system.parts().mailbox.as_ref().unwrap().path();
        let mails = self.ask(Method::GET, &mailbox, Body::Empty).await;
        let mails: Value = mails.json().unwrap();
        let text = mails[0]["text"].as_str().unwrap().to_owned();
        let code = text
            .split(|c: char| !c.is_ascii_digit())
            .find(|digits| digits.len() == 6)
            .unwrap();
        let second = json!({ "challenge": first["challenge"], "code": code });
        let (_, session) = self.post("/auth/two-factor", second).await;
        self.token = Some(session["access_token"].as_str().unwrap().to_owned());
    }
}

/// A JPEG of random noise, which compression cannot reduce.
fn photograph() -> Bytes {
    let (width, height) = (1_640_u32, 1_500_u32);
    let grain = |n: u32| (n.wrapping_mul(0x9E37_79B1) >> 24) as u8;
    let pixels: Vec<u8> = (0..width * height * 3).map(grain).collect();
    let mut bytes = Vec::new();
    JpegEncoder::new_with_quality(&mut bytes, 100)
        .write_image(&pixels, width, height, ExtendedColorType::Rgb8)
        .unwrap();
    bytes.into()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_photograph_of_nine_megabytes_goes_past_the_gateway() {
    let folder = tempfile::tempdir().unwrap();
    let anywhere = SocketAddr::from(([127, 0, 0, 1], 0));
    let system = System::start(Options {
        platform: anywhere,
        site: anywhere,
        host_names: Vec::new(),
        data: Data::Folder(folder.path().to_owned()),
    })
    .await
    .unwrap();
    let mut client = Client {
        outbound: Outbound::new(Policy::local()).unwrap(),
        platform: system.platform_url().to_owned(),
        token: None,
    };
    client.sign_in(&system).await;
    let body = json!({ "site_id": 1, "title": "Ipê", "body": "<p>Florada.</p>" });
    let (_, post) = client.post("/posts", body).await;
    let file = photograph();
    assert!(
        (9_000_000..10_000_000).contains(&file.len()),
        "{}",
        file.len()
    );
    let body = json!({
        "content_id": post["id"], "bytes": file.len(), "content_type": "image/jpeg", "file_name": "ipê.jpg",
    });
    let (status, upload) = client.post("/media/uploads", body).await;
    assert_eq!(status, 201, "{upload}");

    let url = upload["url"].as_str().unwrap().parse().unwrap();
    let mut put = Request::new(Method::PUT, url).body(Body::Bytes(file.clone()));
    for (name, value) in upload["headers"].as_object().unwrap() {
        let value = value.as_str().unwrap().parse().unwrap();
        put = put.header(name.parse().unwrap(), value);
    }
    assert_eq!(client.send(put).await.status, 200);

    let path = format!("/media/uploads/{}/complete", upload["id"]);
    let (status, picture) = client.post(&path, json!({ "alt_text": "Ipê" })).await;
    assert_eq!(status, 201, "{picture}");
    assert_eq!(
        (&picture["width"], &picture["bytes"]),
        (&json!(1_640), &json!(file.len()))
    );
    let (status, again) = client.post(&path, json!({})).await;
    assert_eq!((status, again), (200, picture.clone()));

    let original = picture["file_url"].as_str().unwrap();
    let read = client.ask(Method::GET, original, Body::Empty).await;
    assert_eq!(read.url.path(), "/dev/blobs/posts/1/media/1/original.jpg");
    assert_eq!(
        (read.status.as_u16(), read.header("content-type")),
        (200, Some("image/jpeg"))
    );
    assert_eq!(read.body, file);
    let rendition = picture["webp_url"].as_str().unwrap();
    let read = client.ask(Method::GET, rendition, Body::Empty).await;
    assert_eq!(read.status, 200);
    assert!(read.body.len() <= 4 * 1024 * 1024, "{}", read.body.len());
    let uploads = std::fs::read_dir(folder.path().join("blobs/platform/uploads")).unwrap();
    assert_eq!(uploads.count(), 0, "what was put there is gone");
    system.stop().await;
}
