//! Blobs and presigned URLs.

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use cloud::{Connection, S3Blobs, SystemClock};
use embedded::blobs::FolderBlobs;
use embedded::clock::SettableClock;
use embedded::memory_blobs::MemoryBlobs;
use embedded::random::SystemRandom;
use embedded::signed_urls::LocalUrls;
use futures_util::TryStreamExt;
use http::Method;
use jiff::{SignedDuration, Timestamp};
use ports::{Blob, Blobs, Clock, DownloadTerms, LISTED_AT_ONCE, SignedUrls, UploadTerms, Validity};
use secrecy::ExposeSecret;

use crate::emulator::emulated;

/// Creates a bucket in the emulated cloud.
async fn bucket(connection: &Connection, name: &str) -> S3Blobs {
    let client = aws_sdk_s3::Client::from_conf(
        aws_sdk_s3::config::Builder::from(connection.sdk())
            .force_path_style(true)
            .build(),
    );
    let here = aws_sdk_s3::types::CreateBucketConfiguration::builder()
        .location_constraint(aws_sdk_s3::types::BucketLocationConstraint::SaEast1)
        .build();
    client
        .create_bucket()
        .bucket(name)
        .create_bucket_configuration(here)
        .send()
        .await
        .unwrap();
    S3Blobs::new(connection, name, "platform/")
}

fn blob(content: &str) -> Blob {
    Blob {
        bytes: Bytes::copy_from_slice(content.as_bytes()),
        content_type: "image/webp".to_owned(),
    }
}

/// Response to a client of presigned URLs.
struct UrlResponse {
    status: u16,
    kind: String,
    presented: String,
    bytes: Bytes,
}

/// A request of a client that has only the URL.
async fn request_url(
    method: Method,
    url: &str,
    headers: &[(String, String)],
    body: Bytes,
) -> UrlResponse {
    let mut request = outbound::Request::new(method, url.parse().unwrap())
        .max_bytes(LARGE + 1)
        .body(outbound::Body::Bytes(body));
    for (name, value) in headers {
        request = request.header(name.parse().unwrap(), value.parse().unwrap());
    }
    let client = outbound::Outbound::new(outbound::Policy::local()).unwrap();
    let answer = client.send(request).await.unwrap();
    let header = |name| answer.header(name).unwrap_or_default().to_owned();
    UrlResponse {
        status: answer.status.as_u16(),
        kind: header("content-type"),
        presented: header("content-disposition"),
        bytes: answer.body.clone(),
    }
}

/// The maximum size of an image in bytes; larger than the gateway's limit.
const LARGE: usize = 10 * 1024 * 1024;

fn terms(bytes: usize, validity: Validity) -> UploadTerms {
    UploadTerms {
        bytes: bytes as u64,
        content_type: "image/jpeg".to_owned(),
        validity,
    }
}

async fn exchanges_by_address(urls: &dyn SignedUrls, blobs: &dyn Blobs, from: Timestamp) {
    let validity = Validity {
        from,
        lasts: Duration::from_secs(900),
    };
    let key = "uploads/7";
    for content in [3, LARGE] {
        let body = Bytes::from(vec![7; content]);
        let granted = urls.upload(key, &terms(content, validity)).await.unwrap();
        let url = granted.url.expose_secret();
        // Repeated, as after a lost response.
        for _ in 0..2 {
            let response = request_url(Method::PUT, url, &granted.headers, body.clone()).await;
            assert_eq!(response.status, 200);
        }
        let kept = blobs.get(key).await.unwrap().unwrap();
        assert_eq!(kept.bytes, body);
        assert_eq!(kept.content_type, "image/jpeg");
        assert!(!format!("{granted:?}").contains("ignature="));
    }
    let presented = DownloadTerms {
        content_type: "image/png".to_owned(),
        content_disposition: "inline; filename=\"praca.png\"".to_owned(),
        validity,
    };
    let url = urls.download(key, &presented).await.unwrap();
    let response = request_url(Method::GET, url.expose_secret(), &[], Bytes::new()).await;
    assert_eq!((response.status, response.bytes.len()), (200, LARGE));
    assert_eq!(response.kind, presented.content_type);
    assert_eq!(response.presented, presented.content_disposition);
    let url = urls.download("uploads/8", &presented).await.unwrap();
    let response = request_url(Method::GET, url.expose_secret(), &[], Bytes::new()).await;
    assert_eq!(response.status, 404);
}

/// Presigned URLs of the local adapter, with a server for them.
async fn served(blobs: Arc<dyn Blobs>, clock: Arc<dyn Clock>) -> LocalUrls {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let base = format!("http://{}", listener.local_addr().unwrap());
    let keyring = Arc::new(vault::KeyRing::generate(&SystemRandom));
    let urls = LocalUrls::new(base.parse().unwrap(), keyring, blobs, clock);
    let router = urls.clone().router();
    tokio::spawn(async move { axum::serve(listener, router).await });
    urls
}

#[tokio::test]
async fn clients_transfer_objects_with_presigned_urls() {
    let blobs = Arc::new(MemoryBlobs::default());
    let urls = served(blobs.clone(), Arc::new(SystemClock)).await;
    exchanges_by_address(&urls, &*blobs, SystemClock.now()).await;
    if let Some((connection, _)) = emulated() {
        let blobs = bucket(&connection, "contract-signed").await;
        exchanges_by_address(&blobs, &blobs, SystemClock.now()).await;
    }
}

/// A request that a presigned URL must refuse: its name, method, URL, headers and body.
type Forged = (&'static str, Method, String, Vec<(String, String)>, Bytes);

/// Requests that differ in one respect from the upload of three bytes that `url` and `headers` permit.
fn forged(url: &str, headers: &[(String, String)]) -> Vec<Forged> {
    let put = |what, url: String, headers: &[(String, String)], body: &'static str| {
        let body = Bytes::from_static(body.as_bytes());
        (what, Method::PUT, url, headers.to_vec(), body)
    };
    let same = || url.to_owned();
    let png = [("content-type".to_owned(), "image/png".to_owned())];
    let everywhere = url.replace("uploads/7", "uploads/8");
    let in_path = url.replacen("uploads/7", "uploads/8", 1);
    vec![
        put("shorter", same(), headers, "ab"),
        put("longer", same(), headers, "abcd"),
        put("other type", same(), &png, "abc"),
        put("no type", same(), &[], "abc"),
        put("another key", everywhere, headers, "abc"),
        put("key in path", in_path, headers, "abc"),
        put(
            "larger permit",
            url.replace("%3A3%7D", "%3A4%7D"),
            headers,
            "abcd",
        ),
        put(
            "later permit",
            url.replace("1900000900", "1900009900"),
            headers,
            "abc",
        ),
        put(
            "other signature",
            url.replace("signature=", "signature=0"),
            headers,
            "abc",
        ),
        ("download", Method::GET, same(), Vec::new(), Bytes::new()),
    ]
}

// The emulated cloud does not verify signatures; tests/adapters tests the signed values.
#[tokio::test]
async fn a_presigned_url_permits_only_its_operation() {
    let blobs = Arc::new(MemoryBlobs::default());
    let start = Timestamp::from_second(1_900_000_000).unwrap();
    let clock = Arc::new(SettableClock::at(start));
    let urls = served(blobs.clone(), clock.clone()).await;
    let validity = Validity {
        from: start,
        lasts: Duration::from_secs(900),
    };
    let granted = urls.upload("uploads/7", &terms(3, validity)).await.unwrap();
    let (url, headers) = (granted.url.expose_secret(), granted.headers.as_slice());
    let three = Bytes::from_static(b"abc");
    for (what, method, url, headers, body) in forged(url, headers) {
        let response = request_url(method, &url, &headers, body).await;
        assert_eq!(response.status, 403, "{what}");
    }
    let bare = url.split_once("&signature").unwrap().0;
    assert_eq!(
        request_url(Method::PUT, bare, headers, three.clone())
            .await
            .status,
        400
    );
    clock.advance(SignedDuration::from_secs(-1));
    assert_eq!(
        request_url(Method::PUT, url, headers, three.clone())
            .await
            .status,
        403
    );
    clock.advance(SignedDuration::from_secs(901));
    assert_eq!(
        request_url(Method::PUT, url, headers, three.clone())
            .await
            .status,
        403
    );
    assert!(
        blobs.keys().is_empty(),
        "nothing was stored by any of these"
    );
    clock.advance(SignedDuration::from_secs(-1));
    assert_eq!(
        request_url(Method::PUT, url, headers, three).await.status,
        200
    );
    assert_eq!(blobs.keys(), ["uploads/7"]);
}

async fn keeps_blobs(blobs: &dyn Blobs) {
    let key = "posts/12/media/3/original.webp";
    assert_eq!(blobs.get(key).await.unwrap(), None);
    blobs.put(key, blob("first")).await.unwrap();
    blobs.put(key, blob("second")).await.unwrap();
    assert_eq!(blobs.get(key).await.unwrap(), Some(blob("second")));
    assert_eq!(blobs.get("posts/12/media/3").await.unwrap(), None);
    let large = Blob {
        bytes: Bytes::from(vec![7; 10 * 1024 * 1024]),
        content_type: "image/jpeg".to_owned(),
    };
    blobs
        .put("posts/12/media/4/original.jpg", large.clone())
        .await
        .unwrap();
    assert_eq!(
        blobs.get("posts/12/media/4/original.jpg").await.unwrap(),
        Some(large)
    );
    blobs.delete(key).await.unwrap();
    blobs.delete(key).await.unwrap();
    assert_eq!(blobs.get(key).await.unwrap(), None);
}

/// The list of the keys with a prefix, in parts, and in the order of their bytes.
async fn lists_blobs(blobs: &dyn Blobs) {
    let many: Vec<String> = (0..LISTED_AT_ONCE)
        .map(|n| format!("list/m/{n:04}"))
        .collect();
    let few = ["list/a-b/1", "list/a/1", "list/a/b/2", "list/a0", "lists/1"];
    for key in few.iter().copied().chain(many.iter().map(String::as_str)) {
        blobs.put(key, blob(key)).await.unwrap();
    }
    let keys = async |prefix: &str, after: &str| -> Vec<String> {
        let listed = blobs.list(prefix, after).await.unwrap();
        assert!(listed.iter().all(|one| one.length == one.key.len() as u64));
        listed.into_iter().map(|one| one.key).collect()
    };
    assert_eq!(keys("list/a", "").await, few[..4]);
    assert_eq!(keys("list/a/", "").await, few[1..3]);
    let behind = keys("list/", "list/a/1").await;
    let first = behind.iter().take(3).collect::<Vec<_>>();
    assert_eq!(first, ["list/a/b/2", "list/a0", "list/m/0000"]);
    assert_eq!(keys("nothing/", "").await, [""; 0]);
    let first = keys("list", "").await;
    assert_eq!(first.len(), LISTED_AT_ONCE);
    let rest = keys("list", first.last().unwrap()).await;
    let mut all = [few.map(str::to_owned).to_vec(), many].concat();
    all.sort();
    assert_eq!([first, rest].concat(), all);
    let now = SystemClock.now();
    for one in blobs.list("list/a/", "").await.unwrap() {
        let age = now.duration_since(one.stored_at);
        assert!(age.abs() < SignedDuration::from_mins(10), "{one:?}");
    }
}

async fn reads_blobs_in_parts(blobs: &dyn Blobs) {
    let key = "sites/1/uploads/2026/11/audio.mp3";
    assert!(blobs.open(key).await.unwrap().is_none());
    let content: Vec<u8> = (0..1_000_000_u32).map(|at| (at % 251) as u8).collect();
    let put = async |content: &[u8]| {
        let blob = Blob {
            bytes: Bytes::copy_from_slice(content),
            content_type: "audio/mpeg".to_owned(),
        };
        blobs.put(key, blob).await.unwrap();
    };
    put(&content).await;
    let open = blobs.open(key).await.unwrap().unwrap();
    assert_eq!(
        (open.content_type.as_str(), open.length),
        ("audio/mpeg", 1_000_000)
    );
    assert_eq!(blobs.open(key).await.unwrap().unwrap().tag, open.tag);
    let mut other = content.clone();
    other.reverse();
    put(&other).await;
    assert_ne!(blobs.open(key).await.unwrap().unwrap().tag, open.tag);
    blobs.delete(key).await.unwrap();
    assert!(blobs.open(key).await.unwrap().is_none());
    for bytes in [0..1_000_000, 3..999_999, 7..8, 999_999..1_000_000, 5..5] {
        let parts: Vec<Bytes> = open.stream(bytes.clone()).try_collect().await.unwrap();
        let place = bytes.start as usize..bytes.end as usize;
        assert_eq!(Some(&parts.concat()[..]), content.get(place), "{bytes:?}");
    }
    let beyond = open.stream(999_999..1_000_001).try_collect::<Vec<Bytes>>();
    assert!(beyond.await.is_err());
}

#[tokio::test]
async fn blobs_are_kept_until_deleted() {
    let folder = tempfile::tempdir().unwrap();
    let local: [Box<dyn Blobs>; 2] = [
        Box::new(MemoryBlobs::default()),
        Box::new(FolderBlobs::new(folder.path().to_owned())),
    ];
    for blobs in &local {
        keeps_blobs(&**blobs).await;
        reads_blobs_in_parts(&**blobs).await;
        lists_blobs(&**blobs).await;
    }
    if let Some((connection, _)) = emulated() {
        let blobs = bucket(&connection, "contract").await;
        keeps_blobs(&blobs).await;
        reads_blobs_in_parts(&blobs).await;
        lists_blobs(&blobs).await;
    }
}
