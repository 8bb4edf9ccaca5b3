//! What is changed after the client's approval is not handed over by itself, and that is told in time.

use domain::access::Role;
use domain::approval::{Approval, ApprovalChannel, ApprovalStatus, Decision};
use domain::id::UserId;
use domain::notification::NotificationKind;
use domain::post::{Post, PostVersion};
use domain::publication::{JobKind, SETTLE_AFTER};
use jiff::SignedDuration;
use platform_store::{NewUser, PostChange, answer_change};
use publishing_tick::run;

use super::{Desk, desk};

impl Desk {
    /// A post that the host holds for `ahead` from now, which the client approved when `requester`
    /// had asked.
    async fn approved(&self, ahead: SignedDuration, requester: UserId) -> Post {
        let post = self.scheduled(ahead).await;
        let asked = self.ask(&post, requester).await;
        let answered = asked
            .answer(Decision::Approve, "", None, self.now())
            .unwrap();
        let post = self.reread(&post).await;
        let (change, _) =
            answer_change(&post, &answered, Decision::Approve, true, self.now()).unwrap();
        self.ports.store.save_post(change).await.unwrap();
        let change = PostChange::of(&self.reread(&post).await, |post| {
            post.fields.approval_required = true;
        });
        self.ports.store.save_post(change).await.unwrap()
    }

    async fn ask(&self, post: &Post, requester: UserId) -> Approval {
        let round = Approval {
            sealed_token: None,
            clear_token: None,
            round: 1,
            post_id: post.id,
            site_id: post.site_id,
            status: ApprovalStatus::Pending,
            channel: ApprovalChannel::Email,
            contacts: vec!["cliente@exemplo.com.br".into()],
            requested_by: requester,
            requested_at: self.now(),
            closed_at: None,
            respondent_ip: None,
            comment: None,
            approved_version: None,
        };
        let claim = platform_store::Claim::none();
        let hash = vault::token::TokenHash::from_stored(post.id.to_string());
        self.ports
            .store
            .open_approval(post, &round, &hash, None, &claim, self.now())
            .await
            .unwrap();
        round
    }

    /// A person writes another text.
    async fn rewrite(&self, post: &Post, title: &str) {
        let now = self.now();
        let mut change = PostChange::of(&self.reread(post).await, |post| {
            post.fields.title = title.to_owned();
            post.version += 1;
            post.updated_at = now;
        });
        change.version = Some(PostVersion {
            number: change.post.version,
            title: title.to_owned(),
            body: String::new(),
            user_id: UserId(1),
            created_at: now,
        });
        self.ports.store.save_post(change).await.unwrap();
    }

    async fn person(&self, name: &str) -> UserId {
        let new = NewUser {
            name: name.to_owned(),
            email: format!("{name}@agencia.example"),
            role: Role::Gerente,
            active: true,
        };
        let user = self.ports.store.create_user(new, None, self.now()).await;
        user.unwrap().id
    }

    async fn was_told(&self, post: &Post, user_id: UserId) -> bool {
        let kind = NotificationKind::ChangesHeld {
            post_id: post.id,
            at: post.scheduled_at.unwrap(),
            user_id,
        };
        let found = self.ports.store.notification(&kind.id()).await.unwrap();
        found.is_some()
    }

    async fn nothing_happens(&self) {
        let report = run(&self.ports).await.unwrap();
        assert_eq!((report.renewed, report.settled), (0, 0));
    }
}

#[tokio::test]
async fn changes_after_the_approval_are_not_handed_over_and_told_once_an_hour_before_the_date() {
    let desk = desk().await;
    let requester = desk.person("gil").await;
    let post = desk
        .approved(SignedDuration::from_hours(9), requester)
        .await;
    desk.rewrite(&post, "Horta nova").await;
    desk.nothing_happens().await;
    desk.clock
        .advance(SignedDuration::from_hours(8) - SignedDuration::from_secs(1));
    desk.nothing_happens().await;
    assert!(!desk.was_told(&post, post.user_id).await);
    desk.clock.advance(SignedDuration::from_secs(1));
    desk.nothing_happens().await;
    for person in [post.user_id, requester] {
        assert!(desk.was_told(&post, person).await, "{person}");
    }
    // Once: the next tick finds nothing, and the date is settled in its time.
    let before = desk.reread(&post).await;
    desk.clock.advance(SignedDuration::from_mins(1));
    desk.nothing_happens().await;
    assert_eq!(desk.reread(&post).await, before);
    desk.clock
        .advance(SignedDuration::from_hours(1) + SETTLE_AFTER);
    assert_eq!(run(&desk.ports).await.unwrap().settled, 1);
    assert_eq!(desk.job(&post).await.kind, JobKind::Settle);
}

#[tokio::test]
async fn the_approved_text_and_what_a_person_confirmed_are_handed_over() {
    let desk = desk().await;
    let post = desk
        .approved(SignedDuration::from_hours(9), UserId(1))
        .await;
    let at = post.scheduled_at.unwrap();
    desk.rewrite(&post, "Horta nova").await;
    let confirmed = PostChange::of(&desk.reread(&post).await, Post::confirm_changes);
    desk.ports.store.save_post(confirmed).await.unwrap();
    assert_eq!(run(&desk.ports).await.unwrap().renewed, 1);
    assert_eq!(desk.job(&post).await.kind, JobKind::Schedule { at });
}

#[tokio::test]
async fn a_change_in_the_last_hour_is_told_at_once() {
    let desk = desk().await;
    let post = desk
        .approved(SignedDuration::from_hours(9), UserId(1))
        .await;
    desk.clock.advance(SignedDuration::from_mins(8 * 60 + 50));
    desk.nothing_happens().await;
    desk.rewrite(&post, "Horta nova").await;
    desk.nothing_happens().await;
    assert!(desk.was_told(&post, UserId(1)).await);
}

#[tokio::test]
async fn the_owner_of_the_site_hears_it_when_author_and_requester_are_gone() {
    let desk = desk().await;
    let author = desk.person("gil").await;
    let post = desk.approved(SignedDuration::from_hours(2), author).await;
    let change = PostChange::of(&desk.reread(&post).await, |post| post.user_id = author);
    desk.ports.store.save_post(change).await.unwrap();
    let deactivate = |user: &mut domain::user::User| user.active = false;
    desk.ports
        .store
        .change_user(author, deactivate)
        .await
        .unwrap();
    desk.rewrite(&post, "Horta nova").await;
    desk.clock.advance(SignedDuration::from_hours(1));
    desk.nothing_happens().await;
    assert!(!desk.was_told(&post, author).await);
    assert!(desk.was_told(&post, UserId(1)).await);
}
