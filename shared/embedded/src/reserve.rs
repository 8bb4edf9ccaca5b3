//! Disk space that is set aside for a full disk, so that people can still sign in and delete.
//!
//! The space is a file beside the store. A write that finds the disk full ends the time in which all writes are taken: from then on
//! only work that is [`essential`] writes, and each time that it finds the disk full, the file becomes a step shorter and the write is
//! repeated. Space that is given in small steps is used before another program takes it. Other writes fail as they do on a full
//! disk, until the disk has room for the file twice; then the file is made whole.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use jiff::{SignedDuration, Timestamp};
use ports::Clock as _;

use crate::clock::SystemClock;
use crate::store_file::{self, beside};

/// Bytes of the file: some thousand sign-ins and deletions, and the write-ahead log that takes them.
const BYTES: u64 = 16 * 1024 * 1024;
/// Bytes that a write gets which finds the disk full.
const STEP: u64 = 1024 * 1024;
/// Name of the file, behind that of the store.
const SUFFIX: &str = "-reserve";
/// Time between two looks at whether the disk has room again.
const LOOKS: SignedDuration = SignedDuration::from_secs(1);

tokio::task_local! {
    static ESSENTIAL: ();
}

/// Performs work whose writes may use the reserve.
pub async fn essential<F: Future>(work: F) -> F::Output {
    ESSENTIAL.scope((), work).await
}

/// Whether the task performs [`essential`] work.
pub(crate) fn is_essential() -> bool {
    ESSENTIAL.try_with(|()| ()).is_ok()
}

/// Whether a store of this process gives its reserve.
static GIVING: AtomicBool = AtomicBool::new(false);

/// Whether the reserve is being used, so that what can be done without is not written.
pub fn is_in_use() -> bool {
    GIVING.load(Ordering::Relaxed)
}

/// Whether an error means that the disk is full, or the share of its user.
pub const fn is_full(kind: ErrorKind) -> bool {
    matches!(kind, ErrorKind::StorageFull | ErrorKind::QuotaExceeded)
}

/// The reserve of one store. Calls block the thread.
#[derive(Clone)]
pub struct Reserve(Arc<Shared>);

impl std::fmt::Debug for Reserve {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Reserve").field(&self.0.file).finish()
    }
}

/// Bytes that the disk of a file has free for this process.
type Room = Box<dyn Fn(&Path) -> io::Result<u64> + Send + Sync>;

struct Shared {
    store: PathBuf,
    file: PathBuf,
    /// Size of the whole file and of a step, in bytes.
    bytes: u64,
    step: u64,
    room: Room,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    /// Whether the file is whole.
    is_whole: bool,
    /// Whether the store has room for records in its own file.
    has_free_pages: bool,
    /// Time of the last look.
    looked: Option<Timestamp>,
}

impl Reserve {
    /// The reserve beside `store`, which need not be there yet. On a full disk it is what an earlier process left.
    pub fn open(store: &Path) -> Self {
        let room = |file: &Path| fs4::available_space(file.parent().unwrap_or(file));
        Self::with(store, BYTES, STEP, Box::new(room))
    }

    fn with(store: &Path, bytes: u64, step: u64, room: Room) -> Self {
        let reserve = Self(Arc::new(Shared {
            store: store.to_owned(),
            file: beside(store, SUFFIX),
            bytes,
            step,
            room,
            state: Mutex::default(),
        }));
        let mut state = reserve.state();
        state.is_whole = reserve.length() == bytes;
        reserve.look(&mut state);
        if !state.is_whole {
            tracing::error!(target: "store", severity = "critical", "{DISK_IS_FULL}");
            GIVING.store(true, Ordering::Relaxed);
        }
        drop(state);
        reserve
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Bytes of the file.
    fn length(&self) -> u64 {
        fs::metadata(&self.0.file).map_or(0, |about| about.len())
    }

    /// Makes the file whole, if the disk has room for it and for as much again.
    fn make(&self) -> io::Result<()> {
        durable_files::check_held(&self.0.file)?;
        let length = self.length();
        if length + (self.0.room)(&self.0.file)? < self.0.bytes * 2 {
            return Err(ErrorKind::StorageFull.into());
        }
        let mut file = File::options()
            .create(true)
            .append(true)
            .open(&self.0.file)?;
        let missing = self.0.bytes.saturating_sub(length);
        // A file without content would take no space.
        let written = io::copy(&mut io::repeat(0).take(missing), &mut file);
        // What another release made longer, or a disk that was filled meanwhile.
        let length = if written.is_ok() {
            self.0.bytes
        } else {
            length
        };
        file.set_len(length)?;
        written.map(drop)
    }

    /// Looks whether there is room again, if the last look is a while ago.
    fn look(&self, state: &mut State) {
        let now = SystemClock.now();
        let is_recent = |at: Timestamp| now.duration_since(at).abs() < LOOKS;
        if state.is_whole || state.looked.is_some_and(is_recent) {
            return;
        }
        let is_first = state.looked.is_none();
        state.looked = Some(now);
        state.is_whole = self.make().is_ok();
        let free = || store_file::free_bytes(&self.0.store);
        state.has_free_pages = !state.is_whole && free().is_ok_and(|free| free >= self.0.bytes * 2);
        if state.is_whole && !is_first {
            GIVING.store(false, Ordering::Relaxed);
            tracing::info!(target: "store", "the disk has room again: all writes are taken");
        }
    }

    /// Whether the store takes a write that is not essential.
    pub(crate) fn admits_record(&self) -> bool {
        let mut state = self.state();
        self.look(&mut state);
        state.is_whole || state.has_free_pages
    }

    /// Whether a file that is not essential may be written.
    pub(crate) fn admits_file(&self) -> bool {
        let mut state = self.state();
        self.look(&mut state);
        state.is_whole
    }

    /// Begins the time in which only essential work writes, after a write that found the disk full. Gives a step of the space when
    /// the write is essential; true when it may be repeated.
    pub(crate) fn give(&self, is_essential: bool) -> bool {
        let mut state = self.state();
        if state.is_whole {
            tracing::error!(target: "store", severity = "critical", "{DISK_IS_FULL}");
            GIVING.store(true, Ordering::Relaxed);
        }
        *state = State {
            looked: Some(SystemClock.now()),
            ..State::default()
        };
        let length = self.length();
        if !is_essential || length == 0 {
            return false;
        }
        let file = File::options().write(true).open(&self.0.file);
        let given = file.and_then(|file| file.set_len(length.saturating_sub(self.0.step)));
        given.is_ok()
    }

    /// Performs essential work on files, again with the space of the reserve when the disk is full.
    ///
    /// # Errors
    /// Those of `work`.
    pub fn around<T>(&self, mut work: impl FnMut() -> io::Result<T>) -> io::Result<T> {
        loop {
            match work() {
                Err(error) if is_full(error.kind()) && self.give(true) => {}
                done => return done,
            }
        }
    }
}

/// What an operator reads.
const DISK_IS_FULL: &str = "the disk is full: until it has room for 32 MiB, people sign in, read and delete, and nothing else is stored";

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicU64;

    use rusqlite::Connection;

    use super::*;

    const KIB: u64 = 1024;

    /// A store's folder on a disk with so much room.
    struct Disk {
        _folder: tempfile::TempDir,
        store: PathBuf,
        room: Arc<AtomicU64>,
    }

    impl Disk {
        fn new() -> Self {
            let folder = tempfile::tempdir().unwrap();
            Self {
                store: folder.path().join("store.db"),
                _folder: folder,
                room: Arc::new(AtomicU64::new(KIB * KIB)),
            }
        }

        fn fill(&self) {
            self.room.store(0, Ordering::Relaxed);
        }

        fn empty(&self) {
            self.room.store(KIB * KIB, Ordering::Relaxed);
        }

        /// The reserve of a process: 64 KiB in steps of 16.
        fn reserve(&self) -> Reserve {
            let room = Arc::clone(&self.room);
            let room = move |_: &Path| Ok(room.load(Ordering::Relaxed));
            Reserve::with(&self.store, 64 * KIB, 16 * KIB, Box::new(room))
        }
    }

    /// Time passes after the last look.
    fn wait(reserve: &Reserve) {
        reserve.state().looked = Some(Timestamp::UNIX_EPOCH);
    }

    #[tokio::test]
    async fn a_reserve_is_given_in_steps_and_made_again() {
        let disk = Disk::new();
        let reserve = disk.reserve();
        assert_eq!(reserve.length(), 64 * KIB);
        assert!(reserve.admits_record() && reserve.admits_file());
        disk.fill();
        assert!(!reserve.give(false), "another write gets nothing");
        assert_eq!(reserve.length(), 64 * KIB);
        for left in [48, 32, 16, 0] {
            assert!(reserve.give(true));
            assert_eq!(reserve.length(), left * KIB);
        }
        assert!(!reserve.give(true));
        wait(&reserve);
        assert!(!reserve.admits_record() && !reserve.admits_file());
        assert!(!is_essential() && essential(async { is_essential() }).await);
        disk.empty();
        assert!(!reserve.admits_record(), "it does not look at each write");
        wait(&reserve);
        assert!(reserve.admits_record() && reserve.admits_file());
        assert_eq!(reserve.length(), 64 * KIB);
    }

    #[test]
    fn what_an_earlier_process_left_is_used() {
        let disk = Disk::new();
        disk.reserve().give(true);
        disk.fill();
        let next = disk.reserve();
        assert!(!next.admits_file() && next.give(true));
        assert_eq!(next.length(), 32 * KIB);
        disk.empty();
        assert!(disk.reserve().admits_file());
        assert_eq!(next.length(), 64 * KIB);
        fs::write(&next.0.file, vec![0; 100_000]).unwrap();
        assert!(disk.reserve().admits_file());
        assert_eq!(next.length(), 64 * KIB);
    }

    #[test]
    fn records_use_the_room_that_deleted_ones_left() {
        let disk = Disk::new();
        let reserve = disk.reserve();
        let store = Connection::open(&disk.store).unwrap();
        let sql = "CREATE TABLE t(a); INSERT INTO t VALUES (zeroblob(1000000)); DELETE FROM t";
        store.execute_batch(sql).unwrap();
        disk.fill();
        assert!(reserve.give(true));
        wait(&reserve);
        assert!(reserve.admits_record() && !reserve.admits_file());
    }

    #[test]
    fn work_on_a_full_disk_is_repeated_with_the_reserve() {
        let disk = Disk::new();
        let reserve = disk.reserve();
        disk.fill();
        let attempts = |kind: ErrorKind, needed: u32| {
            let mut attempts = 0;
            let done = reserve.around(|| {
                attempts += 1;
                if attempts < needed {
                    return Err(kind.into());
                }
                Ok(())
            });
            (done.is_ok(), attempts)
        };
        assert_eq!(attempts(ErrorKind::PermissionDenied, 2), (false, 1));
        assert_eq!(attempts(ErrorKind::QuotaExceeded, 3), (true, 3));
        assert_eq!(
            attempts(ErrorKind::StorageFull, 9),
            (false, 3),
            "it is gone"
        );
    }

    #[tokio::test]
    async fn a_full_store_takes_essential_writes_only() {
        let disk = Disk::new();
        let reserve = disk.reserve();
        let engine = crate::dynamo::Engine::open_with(&disk.store, Some(reserve.clone())).unwrap();
        let table = items::Table::new(engine.client(), "platform");
        table.create().await.unwrap();
        let put = async |key: &str| {
            let entry = items::Entry::new(items::Key::new("p", key), &1).unwrap();
            table.put(entry, items::Condition::Any).await
        };
        let get = async |key: &str| table.get::<u32>(&items::Key::new("p", key)).await.unwrap();
        put("a").await.unwrap();
        disk.fill();
        reserve.give(false);
        let refused = put("b").await.unwrap_err();
        assert!(
            matches!(refused, items::ItemsError::StorageFull(_)),
            "{refused}"
        );
        essential(put("c")).await.unwrap();
        let gone = table.delete(items::Key::new("p", "a"), items::Condition::Any);
        essential(gone).await.unwrap();
        assert_eq!(
            (get("a").await, get("b").await, get("c").await),
            (None, None, Some(1))
        );
        disk.empty();
        wait(&reserve);
        put("b").await.unwrap();
    }
}
