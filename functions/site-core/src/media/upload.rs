//! Uploads: the file as the whole body, or as a part of a form (docs/interface/site/media.md#uploads).

use bytes::Bytes;
use domain::site::{Capability, Kind};
use http::{HeaderMap, HeaderName, header};
use md5::{Digest, Md5};
use site_rest::{Reply, RestError, codes};
use site_store::NewFile;

use super::{change, edited};
use crate::failure::{OrRefuse, refused_upload};
use crate::posts::change::check_rights;
use crate::posts::{Answer, Ask};

/// Lets a client resume when it lost the answer.
pub const UPLOADED: HeaderName = HeaderName::from_static("x-wp-upload-attachment-id");

/// Who may upload.
///
/// # Errors
/// `rest_post_exists`, `rest_cannot_create`, `rest_cannot_edit_others`, `rest_cannot_edit`.
pub async fn may_upload(call: Ask) -> Result<(), RestError> {
    let visitor = call.caller();
    if call.params().has("id") {
        return Err(RestError::new(&codes::POST_EXISTS));
    }
    check_rights(Kind::Attachment, call.params(), visitor)?;
    if !visitor.can(Capability::UploadFiles) {
        return Err(RestError::new(&codes::CANNOT_CREATE));
    }
    may_attach(&call).await
}

/// Whoever adds a file to an item must be able to change the item.
async fn may_attach(call: &Ask) -> Result<(), RestError> {
    let visitor = call.caller();
    let id = call.params().integer("post").unwrap_or(0).unsigned_abs();
    if id == 0 {
        return Ok(());
    }
    // A revision is as changeable as its item; that nothing belongs to one is said later.
    let owner = visitor.store.revision(id).map_or(id, |one| one.parent);
    let found = visitor.store.get(owner).await.or_refuse()?;
    if found.is_some_and(|item| visitor.access.may_edit(item.subject())) {
        Ok(())
    } else {
        Err(RestError::new(&codes::CANNOT_EDIT))
    }
}

/// Stores a file and answers its media item.
///
/// # Errors
/// The file or a member is refused, or the store fails.
pub async fn upload(call: Ask, (): ()) -> Answer {
    let (file, multipart) = file(&call)?;
    let change = change(&call, None).await?;
    if call.params().has("featured_media") {
        return Err(RestError::new(&codes::NO_FEATURED_MEDIA));
    }
    let visitor = call.caller();
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
        author: visitor.id(),
        change,
    };
    let item = visitor
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

/// The file of a request, and whether it came as a part of a form.
fn file(call: &Ask) -> Result<(Sent, bool), RestError> {
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

/// The `filename` of a disposition, quoted or not; the last one counts.
fn file_name(disposition: &[u8]) -> Option<String> {
    // A header that is no UTF-8 is in its old encoding, whose bytes are the first characters of all.
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

/// Compares the content with the digest that the client gave, in hexadecimal.
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
