//! Log files: one per channel and day, deleted after fourteen days.

use std::collections::HashMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use central_log::channel_of;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp, ToSpan as _};
use ports::Clock;
use tracing::Metadata;
use tracing_subscriber::fmt::MakeWriter;

/// Number of days whose files are kept, with the present one.
const DAYS: i32 = 14;
/// Channel of events without metadata.
const OTHER: &str = "other";

/// Writes each event to `{channel}-{YYYY-MM-DD}.log`.
pub struct DailyFiles {
    folder: PathBuf,
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
    files: HashMap<String, Arc<File>>,
    looked: Option<Timestamp>,
}

impl Open {
    /// Forgets the files when one of them is no longer at its place, because somebody removed or moved it.
    fn look(&mut self, now: Timestamp, path: impl Fn(&str) -> PathBuf) {
        let is_recent = |at: Timestamp| now.duration_since(at).abs() < LOOKS;
        if self.looked.is_some_and(is_recent) {
            return;
        }
        self.looked = Some(now);
        if self.files.keys().any(|channel| !path(channel).exists()) {
            self.files.clear();
        }
    }
}

impl DailyFiles {
    /// Files in `folder`, which is created, of days in `zone`.
    ///
    /// # Errors
    /// The folder cannot be created.
    pub fn new(folder: PathBuf, zone: TimeZone, clock: Arc<dyn Clock>) -> io::Result<Self> {
        fs::create_dir_all(&folder)?;
        Ok(Self {
            folder,
            zone,
            clock,
            open: Mutex::default(),
        })
    }

    fn file(&self, channel: &str) -> Line {
        let now = self.clock.now();
        let day = self.zone.to_datetime(now).date();
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if open.day != Some(day) {
            open.files.clear();
            open.day = Some(day);
            // A folder that cannot be listed is no reason not to log.
            let _ = delete_before(&self.folder, day.saturating_sub((DAYS - 1).days()));
        }
        let path = |channel: &str| self.folder.join(format!("{channel}-{day}.log"));
        open.look(now, path);
        if let Some(file) = open.files.get(channel) {
            return Line(Some(file.clone()));
        }
        // The folder is made again, and not those above it: a data folder that was removed does not come back.
        let _ = fs::create_dir(&self.folder);
        let mut options = OpenOptions::new();
        let Ok(file) = options.create(true).append(true).open(path(channel)) else {
            return Line(None);
        };
        let file = Arc::new(file);
        open.files.insert(channel.to_owned(), file.clone());
        Line(Some(file))
    }
}

/// Deletes the files of days before `first`.
fn delete_before(folder: &Path, first: Date) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name();
        if name
            .to_str()
            .and_then(day_of)
            .is_some_and(|day| day < first)
        {
            fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}

/// The day in `channel-YYYY-MM-DD.log`, or with a full stop before the day, as earlier releases named the files.
fn day_of(name: &str) -> Option<Date> {
    let stem = name.strip_suffix(".log")?;
    let (channel, day) = stem.split_at_checked(stem.len().checked_sub("YYYY-MM-DD".len())?)?;
    channel
        .strip_suffix(['-', '.'])
        .filter(|name| !name.is_empty())?;
    day.parse().ok()
}

/// Line on its way to a file; without a file it is dropped.
pub struct Line(Option<Arc<File>>);

impl Write for Line {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0
            .as_deref()
            .map_or(Ok(bytes.len()), |mut file| file.write(bytes))
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
}
