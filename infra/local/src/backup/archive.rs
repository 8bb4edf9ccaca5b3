//! Archive format of a backup: a tar archive compressed with zstd, with a checksum over the whole.
//!
//! The first entry, `pauta-backup.json`, identifies the file; the last, `complete.json`, holds its
//! totals. Between them are the files of the data folder below `data/`. When two entries have the same
//! name, the later one counts.

use std::fs::File;
use std::io::{BufRead as _, BufReader, BufWriter, Error, ErrorKind, Read, Write as _};
use std::path::{Component, Path, PathBuf};

use jiff::Timestamp;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::data_folder::access::reason;

/// Format version that this release writes, and the highest that it reads.
const FORMAT: u32 = 1;
/// Compression level; most bytes are images, which do not compress further.
const LEVEL: i32 = 3;
/// Name of the first entry.
const HEAD: &str = "pauta-backup.json";
/// Name of the last entry.
const TAIL: &str = "complete.json";
/// Folder of the data inside the archive.
const DATA: &str = "data";
/// Maximum size of the first and the last entry in bytes.
const DOCUMENT_BYTES: u64 = 64 * 1024;
/// Buffer size for reads in bytes.
const CHUNK: usize = 256 * 1024;

/// First entry.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct About {
    format: u32,
    /// Version of the program that wrote the backup.
    pub version: String,
    /// Time of the backup.
    pub created_at: Timestamp,
}

/// Totals of an archive: the last entry.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Totals {
    /// Number of files.
    pub files: u64,
    /// Uncompressed size of the files in bytes.
    pub bytes: u64,
}

/// Why an archive cannot be read.
#[derive(Debug, thiserror::Error)]
pub(super) enum ArchiveError {
    /// The file is not a Pauta backup.
    #[error("it is no backup of Pauta, or damaged at its beginning")]
    Foreign,
    /// The backup was written by a newer release.
    #[error("Pauta {0} made it, which is newer than this one")]
    Newer(String),
    /// The archive is incomplete or damaged.
    #[error("the backup is damaged or cut off")]
    Damaged,
    /// Something follows the archive.
    #[error("more follows the end of the backup: other files were appended to it")]
    Longer,
    /// Reading the archive or writing an unpacked file failed.
    #[error("{}", reason(.0))]
    Io(Error),
}

/// Writes an archive.
pub(super) struct Writer {
    tar: tar::Builder<zstd::Encoder<'static, BufWriter<File>>>,
    totals: Totals,
}

fn header(bytes: u64) -> tar::Header {
    let mut header = tar::Header::new_gnu();
    header.set_size(bytes);
    header.set_mode(0o600);
    header
}

impl Writer {
    /// Starts an archive in `file`.
    pub(super) fn new(file: File, now: Timestamp) -> Result<Self, Error> {
        let mut encoder = zstd::Encoder::new(BufWriter::new(file), LEVEL)?;
        encoder.include_checksum(true)?;
        let mut writer = Self {
            tar: tar::Builder::new(encoder),
            totals: Totals::default(),
        };
        let about = About {
            format: FORMAT,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            created_at: now,
        };
        writer.document(HEAD, &about)?;
        Ok(writer)
    }

    fn document(&mut self, name: &str, document: &impl Serialize) -> Result<(), Error> {
        let text = serde_json::to_vec(document)?;
        let mut header = header(text.len() as u64);
        self.tar.append_data(&mut header, name, &*text)
    }

    /// Adds the file `from` as `name`.
    ///
    /// # Errors
    /// [`ErrorKind::NotFound`] when it does not exist; the archive is unchanged then.
    pub(super) fn add(&mut self, name: &Path, from: &Path) -> Result<(), Error> {
        let mut file = File::open(from)?;
        let bytes = file.metadata()?.len();
        let mut counted = Counted {
            inner: (&mut file).take(bytes),
            read: 0,
        };
        let name = Path::new(DATA).join(name);
        self.tar
            .append_data(&mut header(bytes), name, &mut counted)?;
        if counted.read != bytes {
            let reason = format!("{} became shorter while it was read", from.display());
            return Err(Error::other(reason));
        }
        self.totals.files += 1;
        self.totals.bytes += bytes;
        Ok(())
    }

    /// Completes the archive and flushes it to disk.
    pub(super) fn finish(mut self) -> Result<Totals, Error> {
        let totals = self.totals;
        self.document(TAIL, &totals)?;
        let mut buffered = self.tar.into_inner()?.finish()?;
        buffered.flush()?;
        buffered.get_ref().sync_all()?;
        Ok(totals)
    }
}

struct Counted<R> {
    inner: R,
    read: u64,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, into: &mut [u8]) -> Result<usize, Error> {
        let read = self.inner.read(into)?;
        self.read += read as u64;
        Ok(read)
    }
}

/// The damage that a read error of the libraries indicates.
fn damaged(error: Error) -> ArchiveError {
    tracing::debug!(target: "backup", %error, "a backup cannot be read");
    ArchiveError::Damaged
}

fn document<T: DeserializeOwned>(entry: impl Read) -> Result<T, ArchiveError> {
    let mut text = Vec::new();
    entry
        .take(DOCUMENT_BYTES)
        .read_to_end(&mut text)
        .map_err(damaged)?;
    serde_json::from_slice(&text).map_err(|error| damaged(error.into()))
}

/// Path of an entry in the data folder; `None` for a name that points elsewhere.
fn place(name: &Path) -> Option<PathBuf> {
    let below = name.strip_prefix(DATA).ok()?;
    let sound = below
        .components()
        .all(|part| matches!(part, Component::Normal(_)));
    (sound && below.components().next().is_some()).then(|| below.to_owned())
}

/// Content of an archived file.
pub(super) struct Content<'a>(&'a mut dyn Read);

impl Content<'_> {
    /// Writes the content to `file`. Distinguishes errors of the archive from those of the file.
    pub(super) fn write_to(&mut self, file: &mut File) -> Result<(), ArchiveError> {
        let mut chunk = vec![0; CHUNK];
        loop {
            let read = self.0.read(&mut chunk).map_err(damaged)?;
            let Some(piece) = chunk.get(..read).filter(|piece| !piece.is_empty()) else {
                return Ok(());
            };
            file.write_all(piece).map_err(ArchiveError::Io)?;
        }
    }
}

type Decoder = zstd::Decoder<'static, BufReader<File>>;
type Archive = tar::Archive<Decoder>;

fn open(file: &Path) -> Result<Archive, ArchiveError> {
    let opened = File::open(file).map_err(ArchiveError::Io)?;
    let decoder = zstd::Decoder::new(opened).map_err(ArchiveError::Io)?;
    Ok(tar::Archive::new(decoder.single_frame()))
}

/// Reads what follows the last entry: its checksum, and nothing else.
fn end(mut decoder: Decoder) -> Result<(), ArchiveError> {
    std::io::copy(&mut decoder, &mut std::io::sink()).map_err(damaged)?;
    match decoder.finish().fill_buf() {
        Ok([]) => Ok(()),
        Ok(_) => Err(ArchiveError::Longer),
        Err(error) => Err(ArchiveError::Io(error)),
    }
}

/// Reads the first entry, which identifies the file as a backup.
fn head<R: Read>(first: Option<Result<tar::Entry<'_, R>, Error>>) -> Result<About, ArchiveError> {
    let Some(Ok(first)) = first else {
        return Err(ArchiveError::Foreign);
    };
    if first.path().ok().as_deref() != Some(Path::new(HEAD)) {
        return Err(ArchiveError::Foreign);
    }
    let about: About = document(first).map_err(|_| ArchiveError::Foreign)?;
    if about.format > FORMAT {
        return Err(ArchiveError::Newer(about.version));
    }
    Ok(about)
}

/// Reads the description of an archive.
///
/// # Errors
/// [`ArchiveError`] when it is not an archive that this release reads.
pub(super) fn about(file: &Path) -> Result<About, ArchiveError> {
    let mut archive = open(file)?;
    let mut entries = archive.entries().map_err(damaged)?;
    head(entries.next())
}

/// Reads an archive completely and passes each file to `each`, with its path in the data folder.
/// Content that `each` does not read is read as well, so that the checksum covers everything.
///
/// # Errors
/// [`ArchiveError`], also after files were passed.
pub(super) fn read(
    file: &Path,
    mut each: impl FnMut(&Path, &mut Content<'_>) -> Result<(), ArchiveError>,
) -> Result<(About, Totals), ArchiveError> {
    let mut archive = open(file)?;
    let mut entries = archive.entries().map_err(damaged)?;
    let about = head(entries.next())?;
    let mut found = Totals::default();
    let mut promised = None;
    for entry in entries {
        let mut entry = entry.map_err(damaged)?;
        let name = entry.path().map_err(damaged)?.into_owned();
        if name == Path::new(TAIL) {
            promised = Some(document::<Totals>(&mut entry)?);
            break;
        }
        let place = place(&name).filter(|_| entry.header().entry_type().is_file());
        let place = place.ok_or(ArchiveError::Damaged)?;
        found.files += 1;
        found.bytes += entry.size();
        each(&place, &mut Content(&mut entry))?;
        std::io::copy(&mut entry, &mut std::io::sink()).map_err(damaged)?;
    }
    end(archive.into_inner())?;
    if promised == Some(found) {
        Ok((about, found))
    } else {
        Err(damaged(ErrorKind::UnexpectedEof.into()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn made(folder: &Path, names: &[&str]) -> PathBuf {
        let (file, source) = (folder.join("backup"), folder.join("source"));
        let mut writer = Writer::new(File::create(&file).unwrap(), Timestamp::UNIX_EPOCH).unwrap();
        for (number, name) in names.iter().enumerate() {
            std::fs::write(&source, format!("{number}").repeat(5000)).unwrap();
            writer.add(Path::new(name), &source).unwrap();
        }
        let totals = writer.finish().unwrap();
        assert_eq!(totals.files, names.len() as u64);
        file
    }

    fn refusal(file: &Path) -> String {
        match read(file, |_, _| Ok(())) {
            Ok(_) => "none".to_owned(),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn what_was_written_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let long = format!("blobs/site/{}/ação.jpg", "x".repeat(200));
        let file = made(folder.path(), &["store.db", &long, "store.db"]);
        let mut found = Vec::new();
        let (about, totals) = read(&file, |place, content| {
            let unpacked = folder.path().join("unpacked");
            content.write_to(&mut File::create(&unpacked).unwrap())?;
            let text = std::fs::read_to_string(unpacked).unwrap();
            found.push((
                place.to_str().unwrap().to_owned(),
                text.len(),
                text.chars().next(),
            ));
            Ok(())
        })
        .unwrap();
        assert_eq!(about.created_at, Timestamp::UNIX_EPOCH);
        assert_eq!((totals.files, totals.bytes), (3, 15_000));
        let expected = [("store.db", '0'), (&long, '1'), ("store.db", '2')];
        let expected = expected.map(|(name, digit)| (name.to_owned(), 5000, Some(digit)));
        assert_eq!(found, expected);
    }

    /// Names and contents of all files; `None` when the archive is rejected.
    fn content(file: &Path, unpacked: &Path) -> Option<Vec<(PathBuf, Vec<u8>)>> {
        let mut found = Vec::new();
        let read = read(file, |place, content| {
            content.write_to(&mut File::create(unpacked).unwrap())?;
            found.push((place.to_owned(), std::fs::read(unpacked).unwrap()));
            Ok(())
        });
        read.is_ok().then_some(found)
    }

    #[test]
    fn a_flipped_or_missing_byte_anywhere_is_found() {
        let folder = tempfile::tempdir().unwrap();
        let unpacked = folder.path().join("unpacked");
        let file = made(folder.path(), &["store.db", "secrets.json"]);
        let bytes = std::fs::read(&file).unwrap();
        let whole = content(&file, &unpacked);
        assert!(whole.is_some());
        let mut found = 0;
        for at in 0..bytes.len() {
            let mut flipped = bytes.clone();
            flipped[at] ^= 0x01;
            std::fs::write(&file, flipped).unwrap();
            // Some bits do not affect the content, for example those of the window size.
            let read = content(&file, &unpacked);
            assert!(
                read.is_none() || read == whole,
                "byte {at} of {}",
                bytes.len()
            );
            found += usize::from(read.is_none());
            std::fs::write(&file, &bytes[..at]).unwrap();
            let read = content(&file, &unpacked);
            assert_eq!(read, None, "cut at {at} of {}", bytes.len());
        }
        assert!(found > bytes.len() - 8, "{found} of {}", bytes.len());
    }

    #[test]
    fn nothing_follows_an_archive() {
        let folder = tempfile::tempdir().unwrap();
        let file = made(folder.path(), &["store.db"]);
        let bytes = std::fs::read(&file).unwrap();
        for more in [&bytes, &b"x".to_vec()] {
            std::fs::write(&file, [&bytes, &**more].concat()).unwrap();
            let refusal = refusal(&file);
            assert!(refusal.contains("more follows"), "{refusal}");
        }
    }

    #[test]
    fn other_files_are_no_backups() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        let zipped = zstd::encode_all(&b"any text"[..], LEVEL).unwrap();
        for bytes in [&b""[..], b"any text", &[0; 4096], &zipped] {
            std::fs::write(&file, bytes).unwrap();
            assert_eq!(
                refusal(&file),
                "it is no backup of Pauta, or damaged at its beginning"
            );
            assert!(about(&file).is_err());
        }
        assert!(matches!(
            about(&folder.path().join("none")),
            Err(ArchiveError::Io(_))
        ));
        assert!(about(folder.path()).is_err());
    }

    #[test]
    fn a_name_never_leaves_the_data_folder() {
        for name in [
            "data",
            "data/../x",
            "data/a/../../x",
            "/data/x",
            "x",
            "../data/x",
        ] {
            assert_eq!(place(Path::new(name)), None, "{name}");
        }
        let inside = place(Path::new("data/blobs/site/a"));
        assert_eq!(inside, Some(PathBuf::from("blobs/site/a")));
    }
}
