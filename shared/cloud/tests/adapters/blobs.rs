//! S3: stored blobs and presigned uploads.

use std::collections::BTreeMap;
use std::time::Duration;

use cloud::{Environment, S3Blobs};
use jiff::Timestamp;
use ports::{Blob, Blobs, DownloadTerms, SignedUrls, UploadTerms, Validity};
use secrecy::{ExposeSecret, SecretString};

use crate::server::{Server, connection};

#[tokio::test]
async fn blobs_are_stored_under_their_prefix_and_missing_ones_are_none() {
    let (server, environment) = Server::start(200, "image/png", "pixels").await;
    let blobs = S3Blobs::new(&connection(&environment), "media", "platform/");
    let blob = Blob {
        bytes: bytes::Bytes::from_static(b"pixels"),
        content_type: "image/png".to_owned(),
    };
    blobs
        .put("posts/1/media/2/original.png", blob.clone())
        .await
        .unwrap();
    assert_eq!(
        blobs.get("posts/1/media/2/original.png").await.unwrap(),
        Some(blob)
    );
    let lines: Vec<_> = server
        .requests()
        .into_iter()
        .map(|asked| asked.line)
        .collect();
    assert_eq!(
        lines,
        [
            "PUT /media/platform/posts/1/media/2/original.png",
            "GET /media/platform/posts/1/media/2/original.png"
        ]
    );

    let gone = "<Error><Code>NoSuchKey</Code><Message>none</Message></Error>";
    let (_server, environment) = Server::start(404, "application/xml", gone).await;
    let blobs = S3Blobs::new(&connection(&environment), "media", "platform/");
    assert_eq!(
        blobs.get("posts/1/media/2/original.png").await.unwrap(),
        None
    );

    let denied = "<Error><Code>AccessDenied</Code><Message>no</Message></Error>";
    let (_server, environment) = Server::start(403, "application/xml", denied).await;
    let blobs = S3Blobs::new(&connection(&environment), "media", "platform/");
    blobs.get("posts/1/media/2/original.png").await.unwrap_err();
}

/// The query parameters of a URL.
fn query(url: &SecretString) -> BTreeMap<String, String> {
    let url = url::Url::parse(url.expose_secret()).unwrap();
    url.query_pairs().into_owned().collect()
}

#[tokio::test]
async fn a_signed_upload_is_bound_to_its_size_type_and_time() {
    let here: Environment = [("AWS_REGION".to_owned(), "sa-east-1".to_owned())]
        .into_iter()
        .collect();
    let blobs = S3Blobs::new(&connection(&here), "media", "platform/");
    let validity = Validity {
        from: Timestamp::from_second(1_900_000_000).unwrap(),
        lasts: Duration::from_secs(900),
    };
    let terms = UploadTerms {
        bytes: 9_500_000,
        content_type: "image/jpeg".to_owned(),
        validity,
    };
    let granted = blobs.upload("uploads/7", &terms).await.unwrap();
    let address = "https://media.s3.sa-east-1.amazonaws.com/platform/uploads/7?";
    assert!(granted.url.expose_secret().starts_with(address));
    let asked = query(&granted.url);
    assert_eq!(
        asked["X-Amz-SignedHeaders"],
        "content-length;content-type;host"
    );
    assert_eq!(asked["X-Amz-Date"], "20300317T174640Z");
    assert_eq!(asked["X-Amz-Expires"], "900");
    let type_only = [("content-type".to_owned(), "image/jpeg".to_owned())];
    assert_eq!(
        granted.headers, type_only,
        "what a client must send, and no checksum of nothing"
    );
    assert!(!asked.keys().any(|name| name.contains("checksum")));
    let other = UploadTerms {
        bytes: 9_500_001,
        ..terms
    };
    let other = blobs.upload("uploads/7", &other).await.unwrap();
    assert_ne!(
        query(&other.url)["X-Amz-Signature"],
        asked["X-Amz-Signature"]
    );

    let presented = DownloadTerms {
        content_type: "image/jpeg".to_owned(),
        content_disposition: "inline; filename=\"praca.jpg\"".to_owned(),
        validity,
    };
    let asked = query(
        &blobs
            .download("posts/1/media/2/original.jpg", &presented)
            .await
            .unwrap(),
    );
    assert_eq!(asked["response-content-type"], presented.content_type);
    assert_eq!(
        asked["response-content-disposition"],
        presented.content_disposition
    );
    assert_eq!(asked["X-Amz-Expires"], "900");

    let forever = Validity {
        lasts: Duration::from_secs(8 * 24 * 3600),
        ..validity
    };
    let forever = UploadTerms {
        bytes: 1,
        content_type: String::new(),
        validity: forever,
    };
    blobs.upload("uploads/7", &forever).await.unwrap_err();
}
