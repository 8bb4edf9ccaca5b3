//! Files of a submission, stored privately before the transaction that keeps them.

use bytes::Bytes;
use contact_form::submission::{Upload as SentFile, media_types_of};
use form_store::{FormStore, Upload};
use site_mail::{NewPrivateFile, SiteMailError, StagedFiles};

/// Stores files with their removal task. None without files.
///
/// # Errors
/// A store failed.
pub async fn stage(
    store: &FormStore,
    files: &[&SentFile],
) -> Result<(Option<StagedFiles>, Vec<Upload>), SiteMailError> {
    if files.is_empty() {
        return Ok((None, Vec::new()));
    }
    let new = files.iter().map(|file| NewPrivateFile {
        bytes: Bytes::copy_from_slice(&file.bytes),
        content_type: media_type(&file.file_name),
    });
    let staged = store.files.stage(new.collect()).await?;
    let uploads = files.iter().zip(&staged.blobs);
    let uploads = uploads.map(|(file, blob)| Upload {
        field: file.field.clone(),
        file_name: file.file_name.clone(),
        content_type: media_type(&file.file_name),
        bytes: u64::try_from(file.bytes.len()).unwrap_or(u64::MAX),
        blob: blob.clone(),
    });
    let uploads = uploads.collect();
    Ok((Some(staged), uploads))
}

/// The media type of an accepted file, whose content fits its name.
fn media_type(name: &str) -> String {
    let kind = media_types_of(name).into_iter().next();
    kind.unwrap_or_else(|| "application/octet-stream".to_owned())
}
