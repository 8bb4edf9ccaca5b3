//! Log files: one per channel and day, and more when one is large; deleted after fourteen days, and before that when all of them
//! take too much space.

use std::collections::HashMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use central_log::channel_of;
use embedded::reserve;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp, ToSpan as _};
use ports::Clock;
use tracing::Metadata;
use tracing_subscriber::fmt::MakeWriter;

use crate::data_folder::access::probe;

/// Number of days whose files are kept, with the present one.
const DAYS: i32 = 14;
/// Bytes after which a channel continues in another file of the day.
const FILE_BYTES: u64 = 64 * 1024 * 1024;
/// Bytes of all files, beside those that are being written.
const FOLDER_BYTES: u64 = 1024 * 1024 * 1024;
/// Channel of events without metadata.
const OTHER: &str = "other";

/// Writes each event to `{channel}-{YYYY-MM-DD}.log`, and what is more than [`FILE_BYTES`] to `{channel}-{YYYY-MM-DD}.2.log` and
/// so on.
pub struct DailyFiles {
    folder: PathBuf,
    file_bytes: u64,
    folder_bytes: u64,
    zone: TimeZone,
    clock: Arc<dyn Clock>,
    open: Mutex<Open>,
}

/// Time between two looks at whether the folder is still there.
const LOOKS: SignedDuration = SignedDuration::from_secs(1);

/// The files of one day.
#[derive(Default)]
struct Open {
    day: Option<Date>,
    files: HashMap<String, Arc<LogFile>>,
    looked: Option<Timestamp>,
}

/// A file that is being written.
struct LogFile {
    path: PathBuf,
    file: File,
    bytes: AtomicU64,
}

impl Open {
    /// Forgets the files when one of them is no longer at its place.
    fn look(&mut self, now: Timestamp) {
        let is_recent = |at: Timestamp| now.duration_since(at).abs() < LOOKS;
        if self.looked.is_some_and(is_recent) {
            return;
        }
        self.looked = Some(now);
        if self.files.values().any(|file| !file.path.exists()) {
            self.files.clear();
        }
    }
}

impl DailyFiles {
    /// Files in `folder`, which is created, of days in `zone`.
    ///
    /// # Errors
    /// The folder cannot be created or written.
    pub fn new(folder: PathBuf, zone: TimeZone, clock: Arc<dyn Clock>) -> io::Result<Self> {
        fs::create_dir_all(&folder)?;
        probe(&folder)?;
        Ok(Self {
            folder,
            file_bytes: FILE_BYTES,
            folder_bytes: FOLDER_BYTES,
            zone,
            clock,
            open: Mutex::default(),
        })
    }

    fn file(&self, channel: &str) -> Line {
        // What the files took would be missing for signing in and deleting; standard output goes on.
        if reserve::is_in_use() {
            return Line(None);
        }
        let now = self.clock.now();
        let day = self.zone.to_datetime(now).date();
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if open.day != Some(day) {
            open.files.clear();
            open.day = Some(day);
            // A folder that cannot be listed is no reason not to log.
            let _ = delete_before(&self.folder, day.saturating_sub((DAYS - 1).days()));
            let _ = delete_beyond(&self.folder, self.folder_bytes);
        }
        open.look(now);
        if let Some(file) = open.files.get(channel)
            && file.bytes.load(Ordering::Relaxed) < self.file_bytes
        {
            return Line(Some(file.clone()));
        }
        // The folder is made again, and not those above it: a data folder that was removed does not come back.
        let _ = fs::create_dir(&self.folder);
        let Ok(file) = self.opened(channel, day) else {
            return Line(None);
        };
        let file = Arc::new(file);
        if open
            .files
            .insert(channel.to_owned(), file.clone())
            .is_some()
        {
            let _ = delete_beyond(&self.folder, self.folder_bytes);
        }
        Line(Some(file))
    }

    /// The last file of a channel and day, or one after it when that is full.
    fn opened(&self, channel: &str, day: Date) -> io::Result<LogFile> {
        let stem = format!("{channel}-{day}");
        let mut last = 1;
        for entry in fs::read_dir(&self.folder)? {
            let name = entry?.file_name();
            let name = name.to_str().filter(|name| name.starts_with(&stem));
            if let Some((_, number)) = name.and_then(place_of) {
                last = last.max(number);
            }
        }
        let path = |number: u64| {
            self.folder.join(match number {
                1 => format!("{stem}.log"),
                more => format!("{stem}.{more}.log"),
            })
        };
        let length = |path: &Path| fs::metadata(path).map_or(0, |about| about.len());
        let mut path = path(last);
        if length(&path) >= self.file_bytes {
            path = self.folder.join(format!("{stem}.{}.log", last + 1));
        }
        let bytes = AtomicU64::new(length(&path));
        let file = OpenOptions::new().create(true).append(true).open(&path)?;
        Ok(LogFile { path, file, bytes })
    }
}

/// Deletes the oldest files until all have at most `most` bytes. The latest one of all stays.
fn delete_beyond(folder: &Path, most: u64) -> io::Result<()> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if let Some(place) = entry.file_name().to_str().and_then(place_of) {
            files.push((place, entry.metadata()?.len(), entry.path()));
        }
    }
    files.sort();
    let mut all: u64 = files.iter().map(|(_, bytes, _)| bytes).sum();
    files.pop();
    for (_, bytes, path) in files {
        if all <= most {
            break;
        }
        fs::remove_file(path)?;
        all -= bytes;
    }
    Ok(())
}

/// Deletes the files of days before `first`.
fn delete_before(folder: &Path, first: Date) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name();
        if name
            .to_str()
            .and_then(place_of)
            .is_some_and(|(day, _)| day < first)
        {
            fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}

/// The day in `channel-YYYY-MM-DD.log` and 1, or the number before the ending. Earlier releases had a full stop before the day.
fn place_of(name: &str) -> Option<(Date, u64)> {
    let stem = name.strip_suffix(".log")?;
    let numbered = stem.rsplit_once('.');
    let numbered = numbered.and_then(|(stem, number)| Some((stem, number.parse().ok()?)));
    let (stem, number) = numbered.unwrap_or((stem, 1));
    let (channel, day) = stem.split_at_checked(stem.len().checked_sub("YYYY-MM-DD".len())?)?;
    channel
        .strip_suffix(['-', '.'])
        .filter(|name| !name.is_empty())?;
    Some((day.parse().ok()?, number))
}

/// Line on its way to a file; without a file it is dropped.
pub struct Line(Option<Arc<LogFile>>);

impl Write for Line {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let Some(log) = self.0.as_deref() else {
            return Ok(bytes.len());
        };
        let written = (&log.file).write(bytes)?;
        log.bytes.fetch_add(written as u64, Ordering::Relaxed);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl<'a> MakeWriter<'a> for DailyFiles {
    type Writer = Line;

    fn make_writer(&'a self) -> Line {
        self.file(OTHER)
    }

    fn make_writer_for(&'a self, metadata: &Metadata<'_>) -> Line {
        self.file(&channel_of(metadata.target()))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use jiff::Timestamp;
    use tracing_subscriber::layer::SubscriberExt as _;

    use super::*;

    struct Hands(Mutex<Timestamp>);

    impl Clock for Hands {
        fn now(&self) -> Timestamp {
            *self.0.lock().unwrap()
        }
    }

    fn names(folder: &Path) -> BTreeSet<String> {
        let entries = fs::read_dir(folder).unwrap();
        entries
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect()
    }

    #[test]
    fn each_channel_has_a_file_for_each_local_day_and_old_ones_are_deleted() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        for name in [
            "mail-2026-11-09.log",
            "mail-2026-11-10.log",
            "notes.log",
            "-2026-01-01.log",
            "mail.2026-01-01.log",
        ] {
            fs::write(folder.join(name), "").unwrap();
        }
        // 22:30 in São Paulo.
        let clock = Arc::new(Hands(Mutex::new("2026-11-23T01:30:00Z".parse().unwrap())));
        let zone = TimeZone::get("America/Sao_Paulo").unwrap();
        let files = DailyFiles::new(folder.to_owned(), zone, clock.clone()).unwrap();
        let lines = tracing_subscriber::fmt::layer().json().with_writer(files);
        let subscriber = tracing_subscriber::registry().with(lines);
        tracing::subscriber::with_default(subscriber, || {
            tracing::debug!(target: "mail", "one");
            tracing::info!(target: "publication_worker::run", "two");
            tracing::info!(target: "mail", "three");
            *clock.0.lock().unwrap() = "2026-11-24T04:00:00Z".parse().unwrap();
            tracing::debug!(target: "mail", "four");
        });
        assert_eq!(
            names(folder),
            [
                "-2026-01-01.log",
                "mail-2026-11-22.log",
                "mail-2026-11-24.log",
                "notes.log",
                "publication-worker-2026-11-22.log",
            ]
            .map(str::to_owned)
            .into()
        );
        let text = fs::read_to_string(folder.join("mail-2026-11-22.log")).unwrap();
        assert_eq!(text.lines().count(), 2);
        assert!(text.contains("three"), "{text}");
    }

    #[test]
    fn removed_files_and_folders_come_back() {
        let place = tempfile::tempdir().unwrap();
        let folder = place.path().join("logs");
        let clock = Arc::new(Hands(Mutex::new("2026-11-23T12:00:00Z".parse().unwrap())));
        let files = DailyFiles::new(folder.clone(), TimeZone::UTC, clock.clone()).unwrap();
        let write = |text: &str| {
            let mut now = clock.0.lock().unwrap();
            *now += LOOKS;
            drop(now);
            files.file("mail").write_all(text.as_bytes()).unwrap();
        };
        let file = folder.join("mail-2026-11-23.log");
        write("one\n");
        fs::remove_file(&file).unwrap();
        write("two\n");
        write("three\n");
        assert_eq!(fs::read_to_string(&file).unwrap(), "two\nthree\n");
        fs::remove_dir_all(&folder).unwrap();
        write("four\n");
        assert_eq!(fs::read_to_string(&file).unwrap(), "four\n");
    }

    #[test]
    fn many_lines_fill_several_files_of_which_the_oldest_go() {
        let folder = tempfile::tempdir().unwrap();
        let clock = Arc::new(Hands(Mutex::new("2026-11-23T12:00:00Z".parse().unwrap())));
        let folder = folder.path();
        fs::write(folder.join("notes.log"), [b'x'; 100]).unwrap();
        let open = || DailyFiles {
            file_bytes: 10,
            folder_bytes: 35,
            ..DailyFiles::new(folder.to_owned(), TimeZone::UTC, clock.clone()).unwrap()
        };
        let files = open();
        let write = |files: &DailyFiles| files.file("site").write_all(b"a line\n").unwrap();
        write(&files);
        write(&files);
        write(&files);
        let named = |numbers: &[&str]| -> BTreeSet<String> {
            let logs = numbers
                .iter()
                .map(|number| format!("site-2026-11-23{number}.log"));
            logs.chain(["notes.log".to_owned()]).collect()
        };
        assert_eq!(names(folder), named(&["", ".2"]));
        // Another start continues in the last file.
        let files = open();
        write(&files);
        assert_eq!(names(folder), named(&["", ".2"]));
        for _ in 0..4 {
            write(&files);
        }
        assert_eq!(names(folder), named(&[".2", ".3", ".4"]));
    }
}
