//! Uploaded files of submissions.

use bytes::Bytes;
use domain::site::Capability;
use form_store::{DownloadKey, FileOfSubmission, FormStore, Submission, Upload};
use http::{HeaderName, HeaderValue, header};
use serde_json::Value;
use site_api::{ApiCall, HandlerResult};
use site_contract::contact_form_ext::codes;
use site_rest::{Content, Reply, RestError};

use crate::contact_form::forms::{forms, mail_error, refused};

/// Hexadecimal digits in the name of a download, which keep names apart.
const NAME_DIGITS: usize = 32;

/// The file that a request names: a submission, and the name of a field or a signed key.
struct Named<'a> {
    submission: u64,
    key: &'a str,
}

/// A file that was found.
pub struct Found {
    bytes: Bytes,
    name: String,
}

/// Who manages the site may read every file, and finds it by [`download`]. The bearer of a valid signed key may read its
/// file, which is found here; a key needs no session. To all others a wrong key, a key whose time is over, an unknown
/// submission and a removed file are the same.
///
/// # Errors
/// `rest_invalid_param` for what names no file; `rest_forbidden`.
pub async fn may_download(call: ApiCall) -> Result<Option<Found>, RestError> {
    if call.caller().can(Capability::ManageOptions) {
        return Ok(None);
    }
    let forbidden = || RestError::new(&codes::FORBIDDEN);
    let Named { submission, key } = named(&call)?;
    let signed = key.parse::<DownloadKey>().map_err(|_| forbidden())?;
    let forms = forms(&call);
    let submission = forms.submission(submission).await.map_err(refused)?;
    let submission = submission.ok_or_else(forbidden)?;
    let upload = signed_for(&call, &submission, &signed).ok_or_else(forbidden)?;
    let found = found(&forms, upload).await?;
    found.map(Some).ok_or_else(forbidden)
}

/// Sends a file of a submission.
///
/// # Errors
/// `rest_invalid_param`, `entry_meta_not_found`, `file_not_found_in_entry`, `file_not_found_in_storage`.
pub async fn download(call: ApiCall, by_key: Option<Found>) -> HandlerResult {
    let found = match by_key {
        Some(found) => found,
        None => of_manager(&call).await?,
    };
    let random = &call.caller().store.parts().random;
    let digits = random.uuid().simple().to_string();
    let name = download_name(&found.name, &digits);
    let is_signed = named(&call)?.key.parse::<DownloadKey>().is_ok();
    Ok(reply(found.bytes, &name, is_signed))
}

/// The file that an administrator of the site asks for, by the name of its field or a signed key.
async fn of_manager(call: &ApiCall) -> Result<Found, RestError> {
    let Named { submission, key } = named(call)?;
    let forms = forms(call);
    let submission = forms.submission(submission).await.map_err(refused)?;
    let submission = submission.filter(|submission| !submission.uploads.is_empty());
    let submission = submission.ok_or_else(|| RestError::new(&codes::ENTRY_META_NOT_FOUND))?;
    let upload = match key.parse::<DownloadKey>() {
        Ok(signed) => signed_for(call, &submission, &signed),
        Err(_) => submission.uploads.iter().find(|upload| upload.field == key),
    };
    let upload = upload.ok_or_else(|| RestError::new(&codes::FILE_NOT_FOUND_IN_ENTRY))?;
    let found = found(&forms, upload).await?;
    found.ok_or_else(|| RestError::new(&codes::FILE_NOT_FOUND_IN_STORAGE))
}

/// Reads a file; none when it was removed.
async fn found(forms: &FormStore, upload: &Upload) -> Result<Option<Found>, RestError> {
    let file = forms.files.read(&upload.blob).await;
    let file = file.map_err(mail_error)?;
    Ok(file.map(|file| Found {
        bytes: file.bytes,
        name: upload.file_name.clone(),
    }))
}

fn named(call: &ApiCall) -> Result<Named<'_>, RestError> {
    let params = call.params();
    let key = params.get("file_key").and_then(Value::as_str);
    let key = key.filter(|key| !key.trim().is_empty());
    let submission = params.get("entry_post_id").and_then(identifier);
    Ok(Named {
        key: key.ok_or_else(|| invalid("file_key"))?,
        submission: submission.ok_or_else(|| invalid("entry_post_id"))?,
    })
}

fn invalid(name: &str) -> RestError {
    let reason = RestError::bare(&codes::INVALID_PARAM_BARE);
    RestError::params(vec![(name.to_owned(), reason)])
}

/// The whole part of a number above zero, its sign ignored.
fn identifier(value: &Value) -> Option<u64> {
    let text = match value {
        Value::String(text) => text.trim().to_owned(),
        Value::Number(number) => number.to_string(),
        _ => return None,
    };
    text.parse::<f64>()
        .ok()
        .filter(|number| number.is_finite())?;
    let digits = text.trim_start_matches(['-', '+']);
    let end = digits
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(digits.len());
    digits.get(..end)?.parse().ok().filter(|id| *id > 0)
}

/// The file that a signed key is for, while the key is valid.
fn signed_for<'a>(
    call: &ApiCall,
    submission: &'a Submission,
    signed: &DownloadKey,
) -> Option<&'a Upload> {
    let mut uploads = submission.uploads.iter();
    uploads.find(|upload| {
        let file = FileOfSubmission {
            tenant: call.caller().store.tenant(),
            submission: submission.id,
            blob: &upload.blob,
        };
        let checked = signed.check(call.app().keyring(), file, call.app().now());
        checked.is_ok()
    })
}

/// The name of a download: ASCII letters, digits, `-`, `_` and dots, with `digits` before the extension.
fn download_name(name: &str, digits: &str) -> String {
    let is_safe = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    let safe: String = name
        .chars()
        .map(|c| if is_safe(c) { c } else { '-' })
        .collect();
    let digits = digits.get(..NAME_DIGITS).unwrap_or(digits);
    match safe.rsplit_once('.') {
        Some((stem, extension)) => format!("{stem}.{digits}.{extension}"),
        None => format!("{safe}.{digits}"),
    }
}

/// A download. One by a signed key needs no session, so no cache may keep it; the others have the headers of deployed systems.
fn reply(bytes: Bytes, name: &str, is_signed: bool) -> Reply {
    let disposition = format!("attachment; filename={name}");
    let reply = Reply {
        content: Content::Other {
            content_type: HeaderValue::from_static("application/octet-stream"),
            bytes,
        },
        ..Reply::json(Value::Null)
    }
    .header(header::CONTENT_DISPOSITION, &disposition)
    .header(
        HeaderName::from_static("content-description"),
        "File Transfer",
    )
    .header(
        HeaderName::from_static("content-transfer-encoding"),
        "binary",
    )
    .header(header::EXPIRES, "0");
    if is_signed {
        return reply.header(header::CACHE_CONTROL, "private, no-store");
    }
    reply
        .header(header::CACHE_CONTROL, "must-revalidate")
        .header(header::PRAGMA, "public")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn identifiers_are_whole_parts_above_zero() {
        for (value, expected) in [
            (json!("7"), Some(7)),
            (json!(-7), Some(7)),
            (json!("7.5"), Some(7)),
            (json!("0.9"), None),
            (json!("0"), None),
            (json!("7x"), None),
            (json!(""), None),
            (json!(["7"]), None),
        ] {
            assert_eq!(identifier(&value), expected, "{value}");
        }
    }

    #[test]
    fn names_of_downloads_hold_nothing_unsafe() {
        assert_eq!(download_name("eu.png", "ab"), "eu.ab.png");
        assert_eq!(download_name("../a\r\nb; é.pdf", "ab"), "..-a--b---.ab.pdf");
        assert_eq!(download_name("nome", "ab"), "nome.ab");
    }
}
