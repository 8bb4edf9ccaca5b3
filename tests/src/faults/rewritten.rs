//! A scheduled post that is rewritten after the client's approval: held back by the tick and by the date, announced an
//! hour before it, and sent when a person confirms it.

use domain::platform::approval::Decision;
use domain::platform::id::UserId;
use domain::platform::post::{Post, PostStatus, SETTLE_AFTER};
use domain::platform::publication::JobKind;
use host_client::PostStatus as HostState;
use jiff::{SignedDuration, Timestamp};
use platform_store::{Claim, PostChange, answer_change};
use vault::token::TokenHash;

use super::catalogue::Delivery;
use super::hosts::TestHosts;
use super::platform::TestPlatform;

/// How far ahead the post is scheduled.
const AHEAD: SignedDuration = SignedDuration::from_hours(9);
/// The gerente, who requests the approval.
const REQUESTER: UserId = UserId(3);

/// What the host shows of the post.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shown {
    /// Title.
    pub title: String,
    /// Whether the host has published it.
    pub is_online: bool,
}

/// The story, step by step.
#[derive(Debug, Clone)]
pub struct Rewritten {
    /// The approved title.
    pub approved: String,
    /// The title after the edit.
    pub rewritten: String,
    /// The host after the edit and several ticks.
    pub after_edit: Shown,
    /// Recipients and subjects of mails more than an hour before the date.
    pub mails_early: Vec<(String, String)>,
    /// Recipients and subjects of mails an hour before the date.
    pub mails_an_hour_before: Vec<(String, String)>,
    /// The host after the date.
    pub at_the_date: Shown,
    /// Whether the post says after the date that it was changed after the approval.
    pub is_marked_changed: bool,
    /// Whether the flag of the client's approval is still set.
    pub is_approved: bool,
    /// The host after a person has confirmed the changes and published.
    pub confirmed: Shown,
}

/// Plays the story on a host that publishes the post itself at the date, or misses the date.
pub async fn rewritten_schedule(hosts: &TestHosts, is_missed: bool) -> Result<Rewritten, String> {
    hosts.settle_down().await;
    let limit = std::time::Duration::from_secs(20);
    let platform = Box::pin(TestPlatform::new(hosts, limit)).await;
    platform.approve().await;
    let at = platform.now() + AHEAD;
    Box::pin(platform.perform(JobKind::Schedule { at }, Delivery::Once)).await?;
    let approved = platform.current().await.fields.title;

    platform.edit().await;
    let rewritten = platform.current().await.fields.title;
    for _ in 0..3 {
        Box::pin(platform.later(platform.now() + SignedDuration::from_mins(1))).await;
    }
    let after_edit = platform.on_host().await?;
    let hour_before = at - SignedDuration::from_hours(1);
    Box::pin(platform.later(hour_before - SignedDuration::from_secs(1))).await;
    let mails_early = platform.subjects();
    Box::pin(platform.later(hour_before)).await;
    let mails_an_hour_before = platform.subjects();

    hosts.quiet().await;
    hosts.clock.set(at + SETTLE_AFTER);
    if !is_missed {
        hosts.site.tick().await;
    }
    Box::pin(platform.settle(Delivery::Once)).await?;
    let at_the_date = platform.on_host().await?;
    let post = platform.current().await;
    if post.status != PostStatus::Published {
        return Err(format!("{:?} after the date", post.status));
    }

    Box::pin(platform.ask_with(JobKind::Publish, |post, _| post.confirm_changes())).await?;
    Box::pin(platform.drive(Delivery::Once, |post, job| {
        !post.host_is_behind() && job.is_some_and(domain::platform::publication::Job::is_over)
    }))
    .await?;
    Ok(Rewritten {
        approved,
        rewritten,
        after_edit,
        mails_early,
        mails_an_hour_before,
        at_the_date,
        is_marked_changed: post.changed_after_approval(),
        is_approved: post.aprovado_pelo_cliente,
        confirmed: platform.on_host().await?,
    })
}

impl TestPlatform<'_> {
    /// The client approves the post when the gerente has requested it.
    async fn approve(&self) {
        let (post, now) = (self.current().await, self.now());
        let round = platform_testkit::approval(&post, 1, REQUESTER, now);
        let hash = TokenHash::from_stored(self.word.clone());
        let claim = Claim::none();
        let opened = self.store.open_approval(&post, &round, &hash, None, &claim);
        let (post, _) = opened.await.unwrap();
        let answered = round.answer(Decision::Approve, "", None, now).unwrap();
        let zone = jiff::tz::TimeZone::UTC;
        let (change, _) =
            answer_change(&post, &answered, Decision::Approve, true, &zone, now).unwrap();
        let post = self.store.save_post(change).await.unwrap();
        let change = PostChange::of(&post, |post: &mut Post| {
            post.fields.approval_required = true
        });
        self.store.save_post(change).await.unwrap();
    }

    /// The tick runs at `time`; what it requests is done.
    async fn later(&self, time: Timestamp) {
        self.hosts.quiet().await;
        self.hosts.clock.set(time);
        self.tick().await;
        while let Some(message) = self.queue.try_next() {
            Box::pin(self.deliver(&message, Delivery::Once)).await;
        }
        self.send_due_mails().await;
    }

    /// Recipients and subjects of all mails about changes that wait, in order of the recipients.
    fn subjects(&self) -> Vec<(String, String)> {
        let sent = self.mail.sent().into_iter();
        let about_changes = sent.filter(|mail| mail.subject.starts_with("Alterações"));
        let mut subjects: Vec<_> = about_changes.map(|mail| (mail.to, mail.subject)).collect();
        subjects.sort();
        subjects
    }

    async fn on_host(&self) -> Result<Shown, String> {
        let shown = self.shown(&self.current().await).await?;
        Ok(Shown {
            is_online: shown.status.is(HostState::Publish),
            title: shown.title,
        })
    }
}
