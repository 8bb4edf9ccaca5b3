//! Downloads the files of media items.

use futures_util::{StreamExt, stream};
use site_store::{ImportFamily, ImportItem, ImportLedger, ImportRecord, SiteStore, UploadError};

use crate::error::{ImportError, in_words};
use crate::map::media::{File, MediaItem, Part};
use crate::reader::Reader;

/// Media items whose files are downloaded concurrently.
const IN_FLIGHT: usize = 6;
/// Maximum size of a file in bytes; a file is held in memory.
const MOST_BYTES: usize = 100 * 1024 * 1024;

/// Media item with its files, or why they could not be downloaded.
pub enum Fetched {
    /// The item is complete; the texts describe files that are missing.
    Item(Box<ImportItem>, Vec<String>),
    /// The main file could not be downloaded.
    LeftOut(u64, String),
}

/// Downloads the files of the items that changed at the source, in the order of the items.
pub async fn fetch(
    reader: &Reader,
    store: &SiteStore,
    ledger: &ImportLedger,
    items: Vec<MediaItem>,
) -> Result<Vec<Fetched>, ImportError> {
    let fetched = stream::iter(items)
        .map(|item| one(reader, store, ledger, item))
        .buffered(IN_FLIGHT)
        .collect::<Vec<_>>()
        .await;
    fetched.into_iter().collect()
}

async fn one(
    reader: &Reader,
    store: &SiteStore,
    ledger: &ImportLedger,
    media: MediaItem,
) -> Result<Fetched, ImportError> {
    let id = media.content.id;
    let mut item = ImportItem::new(ImportRecord::Content(Box::new(media.content)))?;
    if ledger.is_level_with(&item) || !may_write(store, ledger, id, &media.files)? {
        return Ok(Fetched::Item(Box::new(item), Vec::new()));
    }
    let mut lost = Vec::new();
    for file in media.files {
        let kept = keep(reader, store, &file).await?;
        let ImportRecord::Content(content) = &mut item.record else {
            continue;
        };
        let Some(of) = &mut content.media else {
            continue;
        };
        match (kept, file.part) {
            (Ok(bytes), Part::Main) => of.file_size = bytes,
            (Ok(bytes), Part::Size(name)) => {
                if let Some(size) = of.sizes.get_mut(&name)
                    && size.file_size == 0
                {
                    size.file_size = bytes;
                }
            }
            (Ok(_), Part::Original) => {}
            (Err(cause), Part::Main) => return Ok(Fetched::LeftOut(id, cause)),
            (Err(cause), Part::Size(name)) => {
                of.sizes.remove(&name);
                lost.push(format!("the size {name}: {cause}"));
            }
            (Err(cause), Part::Original) => {
                of.original = None;
                lost.push(format!("the file as it was uploaded: {cause}"));
            }
        }
    }
    Ok(Fetched::Item(Box::new(item), lost))
}

/// Whether the item's files may be stored: neither its identifier nor its path belongs to another
/// record, and it was not deleted here. Otherwise the import of the item reports the conflict.
fn may_write(
    store: &SiteStore,
    ledger: &ImportLedger,
    id: u64,
    files: &[File],
) -> Result<bool, ImportError> {
    if store.holder(ledger, ImportFamily::Content, id)?.is_some() {
        return Ok(false);
    }
    if ledger.knows(ImportFamily::Content, id) && store.summary(id)?.is_none() {
        return Ok(false);
    }
    let main = files.iter().find(|file| file.part == Part::Main);
    Ok(match main {
        Some(main) => store.file_holder(&main.path)?.is_none_or(|own| own == id),
        None => false,
    })
}

/// Downloads and stores a file; returns its size in bytes, or why it could not be stored.
async fn keep(
    reader: &Reader,
    store: &SiteStore,
    file: &File,
) -> Result<Result<u64, String>, ImportError> {
    let fetched = reader
        .backoff
        .read(|| reader.client.file(&file.address, MOST_BYTES))
        .await;
    let bytes = match fetched {
        Ok(bytes) => bytes,
        Err(error) => return Ok(Err(in_words(&error))),
    };
    let length = bytes.len() as u64;
    match store.keep_file(&file.path, bytes).await {
        Ok(()) => Ok(Ok(length)),
        Err(UploadError::Store(error)) => Err(error.into()),
        Err(error) => Ok(Err(error.to_string())),
    }
}
