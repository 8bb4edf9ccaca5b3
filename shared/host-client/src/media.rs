//! Media on a host.

use bytes::Bytes;
use serde_json::{Map, Value, json};

use crate::client::{HostClient, file_headers};
use crate::encode;
use crate::error::HostError;
use crate::host::Host;
use crate::interpret::interpret;
use crate::wire;

/// Header with the id of an upload whose smaller sizes the host could not generate.
const UPLOAD_ID_HEADER: &str = "x-wp-upload-attachment-id";

/// Longest file name that is sent, in bytes.
const LONGEST_NAME: usize = 100;

/// A file to upload.
#[derive(Debug, Clone)]
pub struct MediaUpload {
    /// Content.
    pub bytes: Bytes,
    /// File name; characters other than ASCII letters, digits, `.`, `-` and `_` are replaced.
    pub filename: String,
    /// Media type.
    pub mime: String,
    /// Slug for finding the attachment after a lost response.
    pub slug: Option<String>,
}

/// Texts of an attachment as plain text; `None` leaves a text unchanged.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MediaTexts {
    /// Alternative text for readers who cannot see the image.
    pub alt_text: Option<String>,
    /// Title.
    pub title: Option<String>,
    /// Caption below the image.
    pub caption: Option<String>,
    /// Longer description.
    pub description: Option<String>,
}

/// An attachment as returned by the host.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HostMedia {
    /// Id on the host.
    pub id: u64,
    /// Slug.
    pub slug: String,
    /// URL of the file.
    pub source_url: String,
    /// Media type.
    pub mime_type: String,
    /// Texts.
    pub texts: MediaTexts,
}

impl HostClient {
    /// Uploads a file as the request body instead of a form, because hosts limit files in forms to a few
    /// megabytes. When the host stores the file but fails to generate its smaller sizes, it is asked once
    /// to continue.
    ///
    /// # Errors
    ///
    /// See [`HostError`]; after an error that [may have happened](HostError::may_have_happened), look up
    /// the attachment with [`find_media`](Self::find_media).
    pub async fn upload_media(
        &self,
        host: &Host,
        upload: MediaUpload,
    ) -> Result<HostMedia, HostError> {
        let disposition = format!("attachment; filename=\"{}\"", safe_name(&upload.filename));
        let headers =
            file_headers(&upload.mime, &disposition).ok_or(outbound::Refused::NotSendable)?;
        let query: Vec<_> = upload
            .slug
            .iter()
            .map(|slug| ("slug", slug.as_str()))
            .collect();
        let address = host.route("media", &query);
        let response = self.upload(host, address, upload.bytes, headers).await?;
        let made = response
            .header(UPLOAD_ID_HEADER)
            .and_then(|id| id.trim().parse().ok());
        match (interpret(&response, Some(&host.credentials)), made) {
            (Ok(media), _) => read_media(&media),
            (Err(HostError::HostFailure { .. }), Some(id)) => self.finish_sizes(host, id).await,
            (Err(error), _) => Err(error),
        }
    }

    /// The attachment with exactly this slug.
    ///
    /// # Errors
    ///
    /// See [`HostError`].
    pub async fn find_media(
        &self,
        host: &Host,
        slug: &str,
    ) -> Result<Option<HostMedia>, HostError> {
        let query = [("slug", slug), ("context", "edit"), ("per_page", "10")];
        let found = self.get(host, "media", &query).await?;
        let list = found
            .as_array()
            .ok_or(HostError::BadPayload { status: Some(200) })?;
        for item in list {
            let media = read_media(item)?;
            if media.slug == slug {
                return Ok(Some(media));
            }
        }
        Ok(None)
    }

    /// Updates the texts of an attachment.
    ///
    /// # Errors
    ///
    /// See [`HostError`].
    pub async fn update_media(
        &self,
        host: &Host,
        id: u64,
        texts: &MediaTexts,
    ) -> Result<HostMedia, HostError> {
        let fields: Map<String, Value> = [
            ("alt_text", texts.alt_text.as_deref().map(encode::alt_text)),
            ("title", texts.title.as_deref().map(encode::title)),
            ("caption", texts.caption.as_deref().map(encode::caption)),
            (
                "description",
                texts.description.as_deref().map(encode::description),
            ),
        ]
        .into_iter()
        .filter_map(|(name, text)| Some((name.to_owned(), Value::from(text?))))
        .collect();
        read_media(
            &self
                .post(host, &format!("media/{id}"), Value::Object(fields))
                .await?,
        )
    }

    async fn finish_sizes(&self, host: &Host, id: u64) -> Result<HostMedia, HostError> {
        let body = json!({ "action": "create-image-subsizes" });
        read_media(
            &self
                .post(host, &format!("media/{id}/post-process"), body)
                .await?,
        )
    }
}

fn read_media(media: &Value) -> Result<HostMedia, HostError> {
    let text = |name: &str| wire::text(wire::member(media, name));
    let id = wire::id(wire::member(media, "id")).ok_or(HostError::BadPayload { status: None })?;
    Ok(HostMedia {
        id,
        slug: text("slug").unwrap_or_default(),
        source_url: text("source_url").unwrap_or_default(),
        mime_type: text("mime_type").unwrap_or_default(),
        texts: MediaTexts {
            alt_text: text("alt_text").map(|text| encode::read_attribute(&text)),
            title: text("title").map(|html| encode::read_line(&html)),
            caption: text("caption").map(|html| encode::read_lines(&html)),
            description: text("description").map(|html| encode::read_lines(&html)),
        },
    })
}

/// A file name that needs no quoting or encoding. Long names are cut at the beginning, which keeps the
/// extension.
fn safe_name(name: &str) -> String {
    let safe = |c: char| {
        if c.is_ascii_alphanumeric() || "._-".contains(c) {
            c
        } else {
            '-'
        }
    };
    let all: String = name.chars().map(safe).collect();
    let start = all.len().saturating_sub(LONGEST_NAME);
    let kept = all
        .get(start..)
        .unwrap_or(&all)
        .trim_start_matches(['.', '-']);
    if kept.is_empty() {
        "arquivo".to_owned()
    } else {
        kept.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn file_names_are_reduced_to_safe_characters() {
        for (name, expected) in [
            ("foto.webp", "foto.webp"),
            ("Foto de praça.jpg", "Foto-de-pra-a.jpg"),
            ("../../etc/passwd", "etc-passwd"),
            ("a\"; x=\"b\r\n.png", "a---x--b--.png"),
            ("...", "arquivo"),
            ("", "arquivo"),
        ] {
            assert_eq!(safe_name(name), expected);
        }
        assert!(safe_name(&format!("{}.jpg", "a".repeat(300))).ends_with("a.jpg"));
    }

    proptest! {
        #[test]
        fn any_name_is_a_valid_header_value(name: String) {
            let safe = safe_name(&name);
            prop_assert!(!safe.is_empty() && safe.len() <= LONGEST_NAME);
            prop_assert!(safe.bytes().all(|b| b.is_ascii_alphanumeric() || b"._-".contains(&b)));
        }
    }
}
