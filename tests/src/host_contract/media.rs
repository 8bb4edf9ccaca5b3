//! Pictures and their texts.

use bytes::Bytes;
use host_client::{HostError, MediaTexts, MediaUpload};
use image::ImageFormat;

use super::{HostUnderTest, client};
use crate::pictures::picture;

pub async fn a_picture_is_uploaded_described_and_found(host: &HostUnderTest) {
    let reached = host.host().await;
    for (format, extension, mime) in [
        (ImageFormat::Jpeg, "jpg", "image/jpeg"),
        (ImageFormat::WebP, "webp", "image/webp"),
    ] {
        let slug = format!("pauta-m-{}", host.word("foto"));
        let upload = MediaUpload {
            bytes: picture(format, 480, 320),
            filename: format!("praça {slug}.{extension}"),
            mime: mime.into(),
            slug: Some(slug.clone()),
        };
        let made = client().upload_media(&reached, upload).await.unwrap();
        assert_eq!(
            (made.slug.as_str(), made.mime_type.as_str()),
            (slug.as_str(), mime)
        );
        assert!(made.source_url.starts_with("http"), "{made:?}");
        let texts = MediaTexts {
            alt_text: Some("Praça com árvores & bancos".into()),
            title: Some("A praça".into()),
            caption: Some("Foto: Ana".into()),
            description: Some("Uma praça no centro.".into()),
        };
        let described = client()
            .update_media(&reached, made.id, &texts)
            .await
            .unwrap();
        assert_eq!((described.id, &described.texts), (made.id, &texts));
        let found = client().find_media(&reached, &slug).await.unwrap().unwrap();
        assert_eq!(found, described);
        assert_eq!(
            client()
                .find_media(&reached, "pauta-m-nenhuma")
                .await
                .unwrap(),
            None
        );
    }
}

pub async fn a_text_is_not_a_picture(host: &HostUnderTest) {
    let upload = MediaUpload {
        bytes: Bytes::from_static(b"<?php echo 'isto nao e uma imagem';"),
        filename: "foto.php".into(),
        mime: "image/jpeg".into(),
        slug: None,
    };
    let error = client()
        .upload_media(&host.host().await, upload)
        .await
        .unwrap_err();
    assert!(
        error
            .host_code()
            .is_some_and(|code| code.starts_with("rest_upload_")),
        "{error:?}"
    );
    assert!(matches!(
        error,
        HostError::Rejected { .. } | HostError::HostFailure { .. }
    ));
}
