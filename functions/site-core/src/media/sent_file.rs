//! The file of a request: its whole body, or a part of a multipart form.

use bytes::Bytes;
use http::{HeaderMap, header};
use md5::{Digest, Md5};
use site_api::ApiCall;
use site_contract::core::media::codes;
use site_rest::RestError;

/// The file of a request.
pub struct Sent {
    /// Its name, as sent.
    pub name: String,
    /// Its content.
    pub bytes: Bytes,
}

/// The file of a request, and whether it was part of a form.
///
/// # Errors
/// The request has no file, a header is missing or wrong, or the digest differs.
pub fn file(call: &ApiCall) -> Result<(Sent, bool), RestError> {
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
