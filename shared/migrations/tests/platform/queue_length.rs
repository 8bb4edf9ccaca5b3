//! The length of the queue contains the publications of earlier releases, once.

use domain::platform::id::{JobId, PostId};
use domain::platform::publication::{Job, JobKind, JobState};
use embedded::dynamo::Engine;
use items::{Condition, Entry, Key};
use jiff::Timestamp;
use platform_store::PlatformStore;
use vault::password::PasswordHash;

use crate::earlier::{forget_version, migrate};

/// More than two portions.
const JOBS: u64 = 230;

fn now() -> Timestamp {
    Timestamp::from_second(1_900_000_000).unwrap()
}

/// A store with the jobs of an earlier release, of which every tenth has ended.
async fn earlier() -> PlatformStore {
    let store = platform_testkit::store(&Engine::memory().unwrap()).await;
    let hash = PasswordHash::from_stored("unused");
    store
        .ensure_admin("Ana", "ana@agencia.test", hash, now())
        .await
        .unwrap();
    for number in 1..=JOBS {
        let (id, post) = (JobId(number), PostId(number));
        let mut job = Job::new(id, post, JobKind::Publish, None, true, now());
        if number % 10 == 0 {
            job.supersede(now());
        }
        let mut record = serde_json::to_value(&job).unwrap();
        record.as_object_mut().unwrap().remove("counted");
        let key = Key::new(format!("JOB#{id}"), "JOB");
        let mut entry = Entry::new(key, &record).unwrap().revision(job.revision);
        if !job.is_over() {
            entry = entry.listed("JOBS", format!("{number:020}"));
        }
        store.table().put(entry, Condition::Any).await.unwrap();
    }
    store
}

async fn length(store: &PlatformStore) -> u64 {
    store.open_jobs(None, 0, 1).await.unwrap().1
}

#[tokio::test]
async fn open_jobs_of_earlier_releases_are_counted_once() {
    let store = earlier().await;
    assert_eq!(length(&store).await, 0);
    let (one, two) = tokio::join!(migrate(&store), migrate(&store));
    one.unwrap();
    two.unwrap();
    assert_eq!(length(&store).await, JOBS - JOBS / 10);
    forget_version(&store).await;
    migrate(&store).await.unwrap();
    assert_eq!(length(&store).await, JOBS - JOBS / 10);
    // A job that was counted leaves the queue when it ends.
    let mut job = store.job(JobId(1)).await.unwrap().unwrap();
    let stored = job.revision;
    assert_eq!((job.counted, job.state), (true, JobState::Queued));
    job.supersede(now());
    store.save_job(&job, stored).await.unwrap();
    assert_eq!(length(&store).await, JOBS - JOBS / 10 - 1);
}

#[tokio::test]
async fn an_uncounted_job_that_ends_changes_no_length() {
    let store = earlier().await;
    let mut job = store.job(JobId(1)).await.unwrap().unwrap();
    let stored = job.revision;
    job.supersede(now());
    store.save_job(&job, stored).await.unwrap();
    assert_eq!(length(&store).await, 0);
    migrate(&store).await.unwrap();
    assert_eq!(length(&store).await, JOBS - JOBS / 10 - 1);
}
