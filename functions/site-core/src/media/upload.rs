//! Uploads: the file as the whole body, or as a part of a multipart form (docs/interface/site/media.md#uploads).

use heavy_work::BUSY_RETRY_AFTER;
use http::HeaderName;
use site_api::{ApiCall, HandlerResult, store_error};
use site_contract::core::media::codes;
use site_rest::{Reply, RestError};
use site_store::{NewFile, UploadError};

use crate::media::read::edited;
use crate::media::remote_file;
use crate::media::sent_file::file;
use crate::media::write::change;

/// Header with the new item's identifier. A client that lost the response body can resume with it.
pub const UPLOADED: HeaderName = HeaderName::from_static("x-wp-upload-attachment-id");

/// Stores the file of the request, or the picture at its `url`, and returns its media item.
///
/// # Errors
/// The file or a member is invalid, or the store fails.
pub async fn upload(call: ApiCall, (): ()) -> HandlerResult {
    let address = call.params().filled("url");
    let sent = match address {
        Some(_) => None,
        None => Some(file(&call)?),
    };
    let change = change(&call, None).await?;
    if call.params().has("featured_media") {
        return Err(RestError::new(&codes::NO_FEATURED_MEDIA));
    }
    let (file, multipart) = match sent {
        Some(sent) => sent,
        None => {
            let address = address.unwrap_or_default();
            let read = remote_file::read(call.app().outbound(), address).await?;
            (read, false)
        }
    };
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
        makes_sizes: call.params().flag("generate_sub_sizes"),
        change,
    };
    let item = caller
        .store
        .upload(new)
        .await
        .map_err(|error| match error {
            // The request itself has no file that could be refused.
            UploadError::Empty | UploadError::Type if address.is_some() => {
                RestError::new(&codes::UPLOAD_IMAGE_TYPE)
            }
            error => refused_upload(error, multipart),
        })?;
    let location = call.site().url(&format!("/core/v2/media/{}", item.id));
    let reply = Reply::created(edited(&call, &item).await?, &location);
    Ok(reply.header(UPLOADED, &item.id.to_string()))
}

/// Maps a refused upload to its error code. Raw bodies and form parts have different codes.
fn refused_upload(error: UploadError, multipart: bool) -> RestError {
    match error {
        UploadError::Store(error) => store_error(error),
        UploadError::Picture(pictures::PictureError::Busy) => {
            RestError::new(&codes::BUSY).retry_after(BUSY_RETRY_AFTER)
        }
        UploadError::Picture(pictures::PictureError::TooManyPixels { limit }) => {
            RestError::naming(&codes::UPLOAD_TOO_BIG, [&(limit / 1_000_000)])
        }
        UploadError::Picture(pictures::PictureError::TooLong { limit }) => {
            RestError::naming(&codes::UPLOAD_TOO_LONG, [&limit])
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
