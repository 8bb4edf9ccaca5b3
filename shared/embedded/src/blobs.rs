//! A blob store in a directory.

use std::io::{ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

use async_trait::async_trait;
use bytes::Bytes;
use durable_files::{Placement, Readers};
use jiff::Timestamp;
use ports::{Blob, BlobContent, BlobError, Blobs, ListedBlob, OpenBlob};
use tokio::sync::Semaphore;

use crate::blob_list::{is_media_type, listed, untyped};
use crate::blob_names::{PART, TYPE, UNFINISHED, check_key};
use crate::reserve::{Reserve, is_essential, is_full};
use crate::retention::Retention;

/// Deletes old objects, like the lifecycle rules of a bucket.
#[async_trait]
pub trait Lifecycle: Send + Sync {
    /// Deletes the objects directly below `prefix` (`uploads/`) that were stored before `before`.
    async fn expire(&self, prefix: &str, before: Timestamp) -> Result<(), BlobError>;
}

/// Blobs as files: the content under the key, the media type in a file next to it.
#[derive(Debug)]
pub struct FolderBlobs {
    folder: PathBuf,
    turn: AtomicU64,
    retention: Option<(Retention, PathBuf)>,
    reserve: Option<Reserve>,
}

impl FolderBlobs {
    /// Blobs in `folder`, which is created with the first blob.
    pub const fn new(folder: PathBuf) -> Self {
        Self {
            folder,
            turn: AtomicU64::new(0),
            retention: None,
            reserve: None,
        }
    }

    /// Takes no new blobs while `reserve` is given away, so that they do not use it up.
    #[must_use]
    pub fn beside(self, reserve: Reserve) -> Self {
        Self {
            reserve: Some(reserve),
            ..self
        }
    }

    /// Moves deleted blobs to `retention` while a backup runs, under the name `part`.
    #[must_use]
    pub fn retained_by(self, retention: Retention, part: &str) -> Self {
        let deleted = retention.deleted(part);
        Self {
            retention: Some((retention, deleted)),
            ..self
        }
    }

    fn path(&self, key: &str) -> PathBuf {
        self.folder.join(key)
    }

    fn type_path(path: &Path) -> PathBuf {
        let mut name = path.as_os_str().to_owned();
        name.push(TYPE);
        PathBuf::from(name)
    }

    /// Keys of the blobs whose media type is missing or is none. They are read with a general one.
    ///
    /// # Errors
    /// Errors of the file system.
    pub fn untyped(&self) -> std::io::Result<Vec<String>> {
        untyped(&self.folder)
    }

    /// A name for a file that is being written, on the file system of the blobs.
    fn unfinished(&self) -> PathBuf {
        let turn = self.turn.fetch_add(1, Ordering::Relaxed);
        let name = format!("{}-{turn}{PART}", std::process::id());
        self.folder.join(UNFINISHED).join(name)
    }

    /// Deletes a file, or moves it to the retention directory while a backup runs.
    async fn remove(&self, path: PathBuf) -> std::io::Result<()> {
        let kept = self.retention.as_ref().filter(|(kept, _)| kept.is_active());
        let target = kept.and_then(|(_, deleted)| {
            let below = path.strip_prefix(&self.folder).ok()?;
            Some(deleted.join(below))
        });
        on_file_thread(move || match target {
            Some(target) => keep(&path, &target),
            None => durable_files::remove(&path),
        })
        .await
    }
}

/// Content of a file, which stays readable when the file is deleted.
struct FileContent(Arc<Mutex<std::fs::File>>);

#[async_trait]
impl BlobContent for FileContent {
    async fn read(&self, at: u64, most: usize) -> Result<Bytes, BlobError> {
        let file = Arc::clone(&self.0);
        // Made here, where it is freed: a thread for files would keep memory for parts that others free.
        let mut part = Vec::with_capacity(most);
        let read = on_file_thread(move || {
            let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
            file.seek(SeekFrom::Start(at))?;
            (&mut *file).take(most as u64).read_to_end(&mut part)?;
            Ok(Bytes::from(part))
        });
        read.await.map_err(|error| not_read(&error))
    }
}

/// Moves a deleted file to where it is kept.
fn keep(path: &Path, target: &Path) -> std::io::Result<()> {
    if let Some(parent) = target.parent() {
        durable_files::make_folder(parent, Readers::Everyone)?;
    }
    match durable_files::rename(path, target) {
        // The blob directory may be a link to another file system.
        Err(error) if error.kind() == ErrorKind::CrossesDevices => {
            std::fs::copy(path, target)?;
            durable_files::remove(path)
        }
        other => other,
    }
}

/// Threads that work on files at the same time. Each keeps memory for parts that it read, and there are up to 512 threads.
static THREADS: Semaphore = Semaphore::const_new(16);

/// Runs work on a thread for files. It goes on when its caller is gone, so that a file is whole or not there.
async fn on_file_thread<T: Send + 'static>(
    work: impl FnOnce() -> std::io::Result<T> + Send + 'static,
) -> std::io::Result<T> {
    // Never closed.
    let turn = THREADS.acquire().await.map_err(std::io::Error::other)?;
    let work = move || {
        let done = work();
        drop(turn);
        done
    };
    let done = tokio::task::spawn_blocking(work).await;
    done.map_err(std::io::Error::other)?
}

/// Whether the error means that no file exists under a key: the file is missing, the key is a prefix of
/// other keys or below another one, or a part of it is longer than file names may be.
const fn is_no_file(kind: ErrorKind) -> bool {
    matches!(
        kind,
        ErrorKind::NotFound
            | ErrorKind::IsADirectory
            | ErrorKind::NotADirectory
            | ErrorKind::InvalidFilename
    )
}

/// There is no blob at `path`, unless the folder was removed with all of them.
fn missing<T>(path: &Path) -> Result<Option<T>, BlobError> {
    durable_files::check_held(path).map_err(|error| failed(&error))?;
    Ok(None)
}

/// The media type of the blob at `path`; a general one when its file is missing or damaged, as the content is whole.
fn media_type(path: &Path) -> std::io::Result<String> {
    let read = match std::fs::read(FolderBlobs::type_path(path)) {
        Ok(bytes) => String::from_utf8(bytes).ok().filter(|it| is_media_type(it)),
        // The blob is being deleted, with its content first.
        Err(error) if error.kind() == ErrorKind::NotFound && !path.exists() => return Err(error),
        Err(error) if is_no_file(error.kind()) || is_of_one_file(&error) => None,
        Err(error) => return Err(error),
    };
    Ok(read.unwrap_or_else(|| mime::APPLICATION_OCTET_STREAM.to_string()))
}

/// Number of the error of a disk that cannot read a block, EIO of POSIX.
const INPUT_OUTPUT: i32 = 5;

/// Whether an error concerns the file that is read, and others can be read meanwhile.
fn is_of_one_file(error: &std::io::Error) -> bool {
    error.kind() == ErrorKind::PermissionDenied
        || (cfg!(unix) && error.raw_os_error() == Some(INPUT_OUTPUT))
}

fn failed(error: &std::io::Error) -> BlobError {
    let reason = error.to_string();
    match is_full(error.kind()) {
        true => BlobError::Full(reason),
        false => BlobError::Failed(reason),
    }
}

/// The error of a file that is there and was not read.
fn not_read(error: &std::io::Error) -> BlobError {
    match is_of_one_file(error) {
        true => BlobError::Unreadable(error.to_string()),
        false => failed(error),
    }
}

#[async_trait]
impl Blobs for FolderBlobs {
    async fn put(&self, key: &str, blob: Blob) -> Result<(), BlobError> {
        check_key(key)?;
        let path = self.path(key);
        let unfinished = [self.unfinished(), self.unfinished()];
        let place = move || {
            for file in [&unfinished[0], &path] {
                if let Some(folder) = file.parent() {
                    durable_files::make_folder(folder, Readers::Everyone)?;
                }
            }
            let mut placement = Placement::new(Readers::Everyone);
            let [kind, content] = &unfinished;
            placement.add(&Self::type_path(&path), kind.clone(), |file| {
                file.write_all(blob.content_type.as_bytes())
            })?;
            placement.add(&path, content.clone(), |file| file.write_all(&blob.bytes))?;
            placement.finish()
        };
        // The hourly removal of empty folders may take the folder between its making and the placing. It is not empty for an hour
        // again, so once more is enough.
        let place = move || match place() {
            Err(error) if error.kind() == ErrorKind::NotFound => place(),
            placed => placed,
        };
        let (reserve, is_essential) = (self.reserve.clone(), is_essential());
        let placed = on_file_thread(move || match reserve {
            Some(reserve) if is_essential => reserve.around(place),
            Some(reserve) if !reserve.admits_file() => Err(ErrorKind::StorageFull.into()),
            _ => place(),
        });
        placed.await.map_err(|error| failed(&error))
    }

    async fn get(&self, key: &str) -> Result<Option<Blob>, BlobError> {
        check_key(key)?;
        let path = self.path(key);
        let looked = path.clone();
        let read = on_file_thread(move || {
            let bytes = std::fs::read(&path)?.into();
            let content_type = media_type(&path)?;
            Ok(Blob {
                bytes,
                content_type,
            })
        });
        match read.await {
            Ok(blob) => Ok(Some(blob)),
            Err(error) if is_no_file(error.kind()) => missing(&looked),
            Err(error) => Err(not_read(&error)),
        }
    }

    async fn open(&self, key: &str) -> Result<Option<OpenBlob>, BlobError> {
        check_key(key)?;
        let path = self.path(key);
        let looked = path.clone();
        let opened = on_file_thread(move || {
            let file = std::fs::File::open(&path)?;
            let about = file.metadata()?;
            if !about.is_file() {
                return Err(ErrorKind::IsADirectory.into());
            }
            let content_type = media_type(&path)?;
            let since = about.modified()?.duration_since(SystemTime::UNIX_EPOCH);
            let written = since.unwrap_or_default().as_nanos();
            Ok(OpenBlob {
                content_type,
                length: about.len(),
                tag: format!("{written:x}-{:x}", about.len()),
                content: Arc::new(FileContent(Arc::new(Mutex::new(file)))),
            })
        });
        match opened.await {
            Ok(blob) => Ok(Some(blob)),
            Err(error) if is_no_file(error.kind()) => missing(&looked),
            Err(error) => Err(not_read(&error)),
        }
    }

    async fn list(&self, prefix: &str, after: &str) -> Result<Vec<ListedBlob>, BlobError> {
        let (folder, prefix, after) = (self.folder.clone(), prefix.to_owned(), after.to_owned());
        let listed = on_file_thread(move || listed(&folder, &prefix, &after));
        listed.await.map_err(|error| failed(&error))
    }

    async fn delete(&self, key: &str) -> Result<(), BlobError> {
        check_key(key)?;
        let path = self.path(key);
        for path in [path.clone(), Self::type_path(&path)] {
            match self.remove(path).await {
                Err(error) if error.kind() != ErrorKind::NotFound => return Err(failed(&error)),
                _ => {}
            }
        }
        Ok(())
    }
}

#[async_trait]
impl Lifecycle for FolderBlobs {
    async fn expire(&self, prefix: &str, before: Timestamp) -> Result<(), BlobError> {
        let failed = |error| failed(&error);
        let mut files = match tokio::fs::read_dir(self.path(prefix)).await {
            Ok(files) => files,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
            Err(error) => return Err(failed(error)),
        };
        let before = SystemTime::from(before);
        while let Some(file) = files.next_entry().await.map_err(failed)? {
            let about = file.metadata().await.map_err(failed)?;
            if about.is_file() && about.modified().map_err(failed)? < before {
                self.remove(file.path()).await.map_err(failed)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use jiff::SignedDuration;
    use ports::Clock as _;

    use super::*;
    use crate::clock::SystemClock;
    use crate::memory_blobs::MemoryBlobs;

    async fn filled(blobs: &dyn Blobs) {
        for key in ["uploads/1", "uploads/2", "posts/1/media/1/original.jpg"] {
            let blob = Blob {
                bytes: Bytes::from_static(b"abc"),
                content_type: "image/jpeg".to_owned(),
            };
            blobs.put(key, blob).await.unwrap();
        }
    }

    #[test]
    fn a_full_disk_is_distinguished() {
        for kind in [ErrorKind::StorageFull, ErrorKind::QuotaExceeded] {
            let error = std::io::Error::from(kind);
            assert!(matches!(failed(&error), BlobError::Full(_)), "{kind:?}");
        }
        let other = std::io::Error::from(ErrorKind::PermissionDenied);
        assert!(matches!(failed(&other), BlobError::Failed(_)));
    }

    #[tokio::test]
    async fn a_lost_or_damaged_media_type_costs_the_media_type_only() {
        let folder = tempfile::tempdir().unwrap();
        let blobs = FolderBlobs::new(folder.path().to_owned());
        filled(&blobs).await;
        let kind = folder.path().join("uploads/1.type");
        for text in [None, Some(&b""[..]), Some(b"\xff\xfe"), Some(b"nonsense")] {
            match text {
                None => std::fs::remove_file(&kind).unwrap(),
                Some(text) => std::fs::write(&kind, text).unwrap(),
            }
            let blob = blobs.get("uploads/1").await.unwrap().unwrap();
            assert_eq!(&*blob.bytes, b"abc");
            assert_eq!(blob.content_type, "application/octet-stream");
            let open = blobs.open("uploads/1").await.unwrap().unwrap();
            assert_eq!(open.content_type, "application/octet-stream");
        }
        std::fs::remove_file(&kind).unwrap();
        std::fs::create_dir(&kind).unwrap();
        assert!(blobs.get("uploads/1").await.unwrap().is_some());
    }

    #[test]
    fn errors_of_one_file_are_distinguished() {
        for error in [
            std::io::Error::from(ErrorKind::PermissionDenied),
            std::io::Error::from_raw_os_error(INPUT_OUTPUT),
        ] {
            assert!(
                matches!(not_read(&error), BlobError::Unreadable(_)),
                "{error}"
            );
        }
        // As when too many files are open.
        let other = std::io::Error::from_raw_os_error(24);
        assert!(matches!(not_read(&other), BlobError::Failed(_)));
    }

    #[tokio::test]
    async fn keys_that_cannot_be_files_have_no_blob() {
        let folder = std::env::temp_dir().join(format!("pauta-no-file-{}", std::process::id()));
        let blobs = FolderBlobs::new(folder.clone());
        filled(&blobs).await;
        let long = format!("uploads/{}", "a".repeat(300));
        for key in ["uploads", "uploads/3", "uploads/1/x", &long] {
            assert_eq!(blobs.get(key).await.unwrap(), None, "{key}");
        }
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[tokio::test]
    async fn old_uploads_are_deleted() {
        let now = SystemClock.now();
        let memory = MemoryBlobs::default();
        memory.expire("uploads/", now).await.unwrap();
        filled(&memory).await;
        memory.expire("uploads/", now).await.unwrap();
        assert_eq!(memory.keys().len(), 3);
        let later = now + SignedDuration::from_hours(1);
        memory.expire("uploads/", later).await.unwrap();
        assert_eq!(memory.keys(), ["posts/1/media/1/original.jpg"]);

        let folder = std::env::temp_dir().join(format!("pauta-lifecycle-{}", std::process::id()));
        let blobs = FolderBlobs::new(folder.clone());
        blobs.expire("uploads/", now).await.unwrap();
        filled(&blobs).await;
        for file in ["uploads/1", "uploads/1.type"] {
            let file = std::fs::File::open(folder.join(file)).unwrap();
            let yesterday = now - SignedDuration::from_hours(24);
            file.set_modified(yesterday.into()).unwrap();
        }
        let hour_ago = now - SignedDuration::from_hours(1);
        blobs.expire("uploads/", hour_ago).await.unwrap();
        assert_eq!(blobs.get("uploads/1").await.unwrap(), None);
        assert!(!folder.join("uploads/1.type").exists());
        assert!(blobs.get("uploads/2").await.unwrap().is_some());
        blobs.expire("uploads/", later).await.unwrap();
        assert_eq!(blobs.get("uploads/2").await.unwrap(), None);
        let kept = blobs.get("posts/1/media/1/original.jpg").await.unwrap();
        assert!(kept.is_some());
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[tokio::test]
    async fn blobs_deleted_during_a_backup_are_kept_until_its_end() {
        let folder = tempfile::tempdir().unwrap();
        let retention = Retention::new(folder.path().join("backup"));
        let blobs = FolderBlobs::new(folder.path().join("blobs/site"))
            .retained_by(retention.clone(), "site");
        filled(&blobs).await;
        blobs.delete("uploads/1").await.unwrap();
        assert!(!retention.deleted("site").exists());
        let backup = retention.begin().unwrap();
        blobs.delete("posts/1/media/1/original.jpg").await.unwrap();
        let later = SystemClock.now() + SignedDuration::from_hours(1);
        blobs.expire("uploads/", later).await.unwrap();
        for key in ["posts/1/media/1/original.jpg", "uploads/2"] {
            assert_eq!(blobs.get(key).await.unwrap(), None);
            let kept = retention.deleted("site").join(key);
            assert_eq!(std::fs::read(&kept).unwrap(), b"abc", "{key}");
            let kind = FolderBlobs::type_path(&kept);
            assert_eq!(std::fs::read(kind).unwrap(), b"image/jpeg", "{key}");
        }
        blobs.delete("posts/1/media/1/original.jpg").await.unwrap();
        backup.end().unwrap();
        assert!(!retention.deleted("site").exists());
    }
}
