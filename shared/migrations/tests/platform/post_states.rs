//! The lists have the state of posts of earlier releases.

use std::collections::BTreeMap;

use domain::platform::approval::{Approval, ApprovalStatus, Decision};
use domain::platform::id::{JobId, PostId, UserId};
use domain::platform::post::Post;
use domain::platform::post_state::PostState;
use domain::platform::publication::{Job, JobKind, Step};
use embedded::dynamo::Engine;
use items::{Condition, Entry, Key, Table};
use platform_store::{PlatformStore, PostFilter};

use crate::earlier::{SITE, earlier, forget_version, instant, migrate, open, put_without};
use crate::interruption::at_every_call;

const CREATED: &str = "2026-12-02T12:00:00Z";
const ASKED: &str = "2026-12-03T12:00:00Z";
const ANSWERED: &str = "2026-12-04T12:00:00Z";

/// The states that lists should show, by post.
type States = BTreeMap<PostId, PostState>;

async fn job(store: &PlatformStore, post: u64, alter: impl FnOnce(&mut Job)) {
    let (id, at) = (JobId(post + 70), instant(CREATED));
    let mut job = Job::new(id, PostId(post), JobKind::Publish, None, true, at);
    alter(&mut job);
    let key = Key::new(format!("JOB#{id}"), "JOB");
    let entry = Entry::new(key, &job).unwrap().revision(job.revision);
    store.table().put(entry, Condition::Any).await.unwrap();
}

/// A post of an earlier release whose client was asked, and answered when `status` says so.
async fn asked(
    store: &PlatformStore,
    status: ApprovalStatus,
    alter: impl FnOnce(&mut Post),
) -> PostId {
    let id = earlier(store, CREATED, 5, |post| {
        post.approval_rounds = 1;
        alter(post);
    })
    .await;
    let post = store.post(id).await.unwrap().unwrap();
    let round = Approval {
        status,
        closed_at: (status != ApprovalStatus::Pending).then(|| instant(ANSWERED)),
        ..platform_testkit::approval(&post, 1, UserId(1), instant(ASKED))
    };
    let key = Key::new(format!("POST#{id}"), "APPROVAL#00000001");
    put_without(store, key, &round, &[]).await;
    id
}

fn publish(post: &mut Post, at: &str) {
    post.mark_published("https://cliente.example/a".into(), instant(at));
    post.published_since_decision = false;
}

async fn posts(store: &PlatformStore) -> States {
    let draft = earlier(store, CREATED, 3, |_| {}).await;
    let sent = earlier(store, CREATED, 3, |post| {
        post.job_id = Some(JobId(post.id.0 + 70))
    })
    .await;
    job(store, sent.0, |_| {}).await;
    let parked = earlier(store, CREATED, 3, |post| {
        post.job_id = Some(JobId(post.id.0 + 70))
    })
    .await;
    job(store, parked.0, |job| {
        let now = instant(CREATED);
        job.begin(now).unwrap();
        job.fail(Step::Media, "HTTP 401", false, None, now);
    })
    .await;
    let waiting = asked(store, ApprovalStatus::Pending, |post| {
        post.pending_approval = true;
    })
    .await;
    let published = asked(store, ApprovalStatus::Rejected, |post| {
        post.decide(Decision::Reject);
        publish(post, "2026-12-05T12:00:00Z");
    })
    .await;
    let adjusted = asked(store, ApprovalStatus::Adjustments, |post| {
        publish(post, "2026-12-03T18:00:00Z");
        post.decide(Decision::Adjustments);
    })
    .await;
    States::from([
        (draft, PostState::Draft),
        (sent, PostState::Sending),
        (parked, PostState::Parked),
        (waiting, PostState::WithClient),
        (published, PostState::Published),
        (adjusted, PostState::Adjustments),
    ])
}

/// The states of the posts and of the list of a process that begins.
async fn assert_states(store: &PlatformStore, expected: &States) {
    let cold = PlatformStore::new(Table::clone(store.table()));
    let found = cold.list_posts(&PostFilter::default(), 0, 100).await;
    let rows = found.unwrap().0;
    let shown: States = rows.iter().map(|row| (row.id, row.state())).collect();
    assert_eq!(&shown, expected);
    for row in rows {
        assert_eq!(row.site_id, SITE);
        let post = store.post(row.id).await.unwrap().unwrap();
        assert_eq!(post.state(), row.state());
        let was_asked = (post.approval_rounds > 0).then(|| instant(ASKED));
        assert_eq!(row.approval_requested_at, was_asked);
    }
}

#[tokio::test]
async fn states_of_posts_of_earlier_releases_are_recorded_once() {
    let store = open(&Engine::memory().unwrap()).await;
    let expected = posts(&store).await;
    let (one, two) = tokio::join!(migrate(&store), migrate(&store));
    one.unwrap();
    two.unwrap();
    assert_states(&store, &expected).await;
    let revisions = async || {
        let ids: Vec<PostId> = expected.keys().copied().collect();
        let posts = store.posts_by_id(&ids).await.unwrap().into_iter().flatten();
        posts.map(|post| post.revision).collect::<Vec<_>>()
    };
    let before = revisions().await;
    forget_version(&store).await;
    migrate(&store).await.unwrap();
    assert_eq!(revisions().await, before);
}

#[tokio::test]
async fn an_interruption_at_any_point_loses_no_state() {
    at_every_call(posts, assert_states).await;
}
