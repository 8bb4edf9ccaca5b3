//! Uploads: the file as the whole body, or as a part of a multipart form (docs/interface/site/media.md#uploads).

use bytes::Bytes;
use http::{HeaderMap, HeaderName, header};
use md5::{Digest, Md5};
use site_api::{ApiCall, HandlerResult, OrRefuse};
use site_contract::core::media::codes;
use site_rest::{Reply, RestError};
use site_store::{NewFile, UploadError};

use crate::media::read::edited;
use crate::media::write::change;

/// Header with the new item's identifier. A client that lost the response body can resume with it.
pub const UPLOADED: HeaderName = HeaderName::from_static("x-wp-upload-attachment-id");

/// Stores a file and returns its media item.
///
/// # Errors
/// The file or a member is invalid, or the store fails.
pub async fn upload(call: ApiCall, (): ()) -> HandlerResult {
    let (file, multipart) = file(&call)?;
    let change = change(&call, None).await?;
    if call.params().has("featured_media") {
        return Err(RestError::new(&codes::NO_FEATURED_MEDIA));
    }
    let caller = call.caller();
    let title = multipart.then(|| {
        let name = file.name.rsplit(['/', '\\']).next().unwrap_or_default();
        name.rsplit_once('.')
            .map_or("", |(stem, _)| stem)
            .to_owned()
    });
    let new = NewFile {
        name: file.name,
        title,
        bytes: file.bytes,
        author: caller.id(),
        change,
    };
    let item = caller
        .store
        .upload(new)
        .await
        .map_err(|error| refused_upload(error, multipart))?;
    let location = call.site().url(&format!("/core/v2/media/{}", item.id));
    let reply = Reply::created(edited(&call, &item).await?, &location);
    Ok(reply.header(UPLOADED, &item.id.to_string()))
}

struct Sent {
    name: String,
    bytes: Bytes,
}

/// The file of a request, and whether it was part of a form.
fn file(call: &ApiCall) -> Result<(Sent, bool), RestError> {
    let request = call.request();
    if !request.uploads.is_empty() {
        let part = request.uploads.iter().find(|part| part.field == "file");
        let part = part.ok_or_else(|| RestError::new(&codes::UPLOAD_UNKNOWN))?;
        check_hash(&request.headers, &part.bytes)?;
        let sent = Sent {
            name: part.file_name.clone(),
            bytes: part.bytes.clone(),
        };
        return Ok((sent, true));
    }
    if request.raw.is_empty() {
        return Err(RestError::new(&codes::UPLOAD_NO_DATA));
    }
    if !request.headers.contains_key(header::CONTENT_TYPE) {
        return Err(RestError::new(&codes::UPLOAD_NO_TYPE));
    }
    let disposition = request
        .headers
        .get(header::CONTENT_DISPOSITION)
        .ok_or_else(|| RestError::new(&codes::UPLOAD_NO_DISPOSITION))?;
    let name = file_name(disposition.as_bytes())
        .ok_or_else(|| RestError::new(&codes::UPLOAD_INVALID_DISPOSITION))?;
    check_hash(&request.headers, &request.raw)?;
    let sent = Sent {
        name,
        bytes: request.raw.clone(),
    };
    Ok((sent, false))
}

/// The `filename` parameter of a Content-Disposition, quoted or not; the last one counts.
fn file_name(disposition: &[u8]) -> Option<String> {
    // A header that is not UTF-8 is read as ISO-8859-1.
    let text = match std::str::from_utf8(disposition) {
        Ok(text) => text.to_owned(),
        Err(_) => disposition.iter().copied().map(char::from).collect(),
    };
    let parameters = text.split(';').skip(1);
    let values = parameters.filter_map(|parameter| {
        let (name, value) = parameter.split_once('=')?;
        (name.trim() == "filename").then(|| value.trim())
    });
    let value = values.last()?;
    let quoted = value
        .strip_prefix('"')
        .and_then(|rest| rest.strip_suffix('"'));
    let value = quoted.unwrap_or(value);
    (!value.is_empty()).then(|| value.to_owned())
}

/// Compares the content with the digest in the request, in hexadecimal.
fn check_hash(headers: &HeaderMap, bytes: &[u8]) -> Result<(), RestError> {
    let Some(expected) = headers.get("content-md5") else {
        return Ok(());
    };
    let expected = String::from_utf8_lossy(expected.as_bytes());
    let found: String = Md5::digest(bytes)
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    if expected.trim() == found {
        Ok(())
    } else {
        Err(RestError::new(&codes::UPLOAD_HASH_MISMATCH))
    }
}

/// Maps a refused upload to its error code. Raw bodies and form parts have different codes.
fn refused_upload(error: UploadError, multipart: bool) -> RestError {
    match error {
        UploadError::Store(error) => match Err::<(), _>(error).or_refuse() {
            Err(error) => error,
            Ok(()) => RestError::new(&codes::INTERNAL),
        },
        UploadError::Picture(pictures::PictureError::TooManyPixels { limit }) => {
            RestError::naming(&codes::UPLOAD_TOO_BIG, [&(limit / 1_000_000)])
        }
        UploadError::Picture(pictures::PictureError::Broken) => {
            RestError::new(&codes::UPLOAD_IMAGE_TYPE)
        }
        UploadError::Empty | UploadError::Type | UploadError::Picture(_) => {
            RestError::new(if multipart {
                &codes::UPLOAD_UNKNOWN
            } else {
                &codes::UPLOAD_SIDELOAD
            })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_names() {
        assert_eq!(
            file_name(b"attachment; filename=\"ip\xc3\xaa.jpg\"").as_deref(),
            Some("ipê.jpg")
        );
        assert_eq!(
            file_name(b"attachment; filename=a.png").as_deref(),
            Some("a.png")
        );
        assert_eq!(file_name(b"attachment; FileName=a.png"), None);
        assert_eq!(
            file_name(b"form-data; name=\"file\"; filename=\"a.png\"").as_deref(),
            Some("a.png")
        );
        assert_eq!(file_name(b"attachment"), None);
        assert_eq!(file_name(b"attachment; filename=\"\""), None);
    }
}
