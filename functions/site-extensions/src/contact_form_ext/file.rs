//! Uploaded files of submissions.

use bytes::Bytes;
use form_store::{DownloadKey, FileOfSubmission, Submission, Upload};
use http::{HeaderName, HeaderValue, header};
use serde_json::Value;
use site_api::{ApiCall, HandlerResult};
use site_contract::contact_form_ext::codes;
use site_rest::{Content, Reply, RestError};

use crate::contact_form::forms::{forms, refused};

/// Hexadecimal digits in the name of a download, which keep names apart.
const NAME_DIGITS: usize = 32;

/// Sends a file of a submission.
///
/// # Errors
/// `rest_invalid_param`, `entry_meta_not_found`, `file_not_found_in_entry`, `file_not_found_in_storage`.
pub async fn download(call: ApiCall, (): ()) -> HandlerResult {
    let params = call.params();
    let key = params.get("file_key").and_then(Value::as_str);
    let key = key.filter(|key| !key.trim().is_empty());
    let key = key.ok_or_else(|| invalid("file_key"))?;
    let id = params.get("entry_post_id").and_then(identifier);
    let id = id.ok_or_else(|| invalid("entry_post_id"))?;
    let forms = forms(&call);
    let submission = forms.submission(id).await.map_err(refused)?;
    let submission = submission.filter(|submission| !submission.uploads.is_empty());
    let submission = submission.ok_or_else(|| RestError::new(&codes::ENTRY_META_NOT_FOUND))?;
    let upload = named(&call, &submission, key)
        .ok_or_else(|| RestError::new(&codes::FILE_NOT_FOUND_IN_ENTRY))?;
    let file = forms.files.read(&upload.blob).await;
    let file = file.map_err(RestError::internal)?;
    let file = file.ok_or_else(|| RestError::new(&codes::FILE_NOT_FOUND_IN_STORAGE))?;
    let digits = call
        .caller()
        .store
        .parts()
        .random
        .uuid()
        .simple()
        .to_string();
    Ok(reply(
        file.bytes,
        &download_name(&upload.file_name, &digits),
    ))
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

/// The file with this name of a field, or with this signed key.
fn named<'a>(call: &ApiCall, submission: &'a Submission, key: &str) -> Option<&'a Upload> {
    let mut uploads = submission.uploads.iter();
    let Ok(signed) = key.parse::<DownloadKey>() else {
        return uploads.find(|upload| upload.field == key);
    };
    let tenant = call.caller().store.tenant();
    uploads.find(|upload| {
        let file = FileOfSubmission {
            tenant,
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

fn reply(bytes: Bytes, name: &str) -> Reply {
    let disposition = format!("attachment; filename={name}");
    Reply {
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
    .header(header::EXPIRES, "0")
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
