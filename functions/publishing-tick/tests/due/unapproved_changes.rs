//! Changes made after the client's approval are not sent to the host, and the author is notified before the date.

use domain::platform::access::Role;
use domain::platform::approval::{Approval, Decision};
use domain::platform::id::UserId;
use domain::platform::notification::NotificationKind;
use domain::platform::post::{Post, PostVersion, SETTLE_AFTER};
use domain::platform::publication::JobKind;
use jiff::SignedDuration;
use platform_store::{NewUser, PostChange, answer_change};
use publishing_tick::run;

use super::{TestApp, app};

impl TestApp {
    /// A post that the host holds for `ahead` from now, which the client approved when `requester`
    /// had asked.
    async fn approved(&self, ahead: SignedDuration, requester: UserId) -> Post {
        let post = self.scheduled(ahead).await;
        let asked = self.ask(&post, requester).await;
        let answered = asked
            .answer(Decision::Approve, "", None, self.now())
            .unwrap();
        let post = self.reread(&post).await;
        let (change, _) = answer_change(
            &post,
            &answered,
            Decision::Approve,
            true,
            &jiff::tz::TimeZone::UTC,
            self.now(),
        )
        .unwrap();
        self.ports.store.save_post(change).await.unwrap();
        let change = PostChange::of(&self.reread(&post).await, |post| {
            post.fields.approval_required = true;
        });
        self.ports.store.save_post(change).await.unwrap()
    }

    async fn ask(&self, post: &Post, requester: UserId) -> Approval {
        let round = platform_testkit::approval(post, 1, requester, self.now());
        let claim = platform_store::Claim::none();
        let hash = vault::token::TokenHash::from_stored(post.id.to_string());
        self.ports
            .store
            .open_approval(post, &round, &hash, None, &claim)
            .await
            .unwrap();
        round
    }

    /// A user changes the text.
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

    async fn create_user(&self, name: &str) -> UserId {
        let new = NewUser {
            name: name.to_owned(),
            email: format!("{name}@agencia.example"),
            role: Role::Gerente,
            active: true,
        };
        let user = self.ports.store.create_user(new, None, self.now()).await;
        user.unwrap().id
    }

    async fn was_notified(&self, post: &Post, user_id: UserId) -> bool {
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
async fn changes_after_the_approval_are_not_sent_and_are_reported_once_an_hour_before_the_date() {
    let app = app().await;
    let requester = app.create_user("gil").await;
    let post = app.approved(SignedDuration::from_hours(9), requester).await;
    app.rewrite(&post, "Horta nova").await;
    app.nothing_happens().await;
    app.clock
        .advance(SignedDuration::from_hours(8) - SignedDuration::from_secs(1));
    app.nothing_happens().await;
    assert!(!app.was_notified(&post, post.user_id).await);
    app.clock.advance(SignedDuration::from_secs(1));
    app.nothing_happens().await;
    for person in [post.user_id, requester] {
        assert!(app.was_notified(&post, person).await, "{person}");
    }
    // Once: the next tick finds nothing, and the date is settled in its time.
    let before = app.reread(&post).await;
    app.clock.advance(SignedDuration::from_mins(1));
    app.nothing_happens().await;
    assert_eq!(app.reread(&post).await, before);
    app.clock
        .advance(SignedDuration::from_hours(1) + SETTLE_AFTER);
    assert_eq!(run(&app.ports).await.unwrap().settled, 1);
    assert_eq!(app.job(&post).await.kind, JobKind::Settle);
}

#[tokio::test]
async fn the_approved_text_and_what_a_person_confirmed_are_handed_over() {
    let app = app().await;
    let post = app.approved(SignedDuration::from_hours(9), UserId(1)).await;
    let at = post.scheduled_at.unwrap();
    app.rewrite(&post, "Horta nova").await;
    let confirmed = PostChange::of(&app.reread(&post).await, Post::confirm_changes);
    app.ports.store.save_post(confirmed).await.unwrap();
    assert_eq!(run(&app.ports).await.unwrap().renewed, 1);
    assert_eq!(app.job(&post).await.kind, JobKind::Schedule { at });
}

#[tokio::test]
async fn a_change_in_the_last_hour_is_reported_immediately() {
    let app = app().await;
    let post = app.approved(SignedDuration::from_hours(9), UserId(1)).await;
    app.clock.advance(SignedDuration::from_mins(8 * 60 + 50));
    app.nothing_happens().await;
    app.rewrite(&post, "Horta nova").await;
    app.nothing_happens().await;
    assert!(app.was_notified(&post, UserId(1)).await);
}

#[tokio::test]
async fn the_owner_of_the_site_hears_it_when_author_and_requester_are_gone() {
    let app = app().await;
    let author = app.create_user("gil").await;
    let post = app.approved(SignedDuration::from_hours(2), author).await;
    let change = PostChange::of(&app.reread(&post).await, |post| post.user_id = author);
    app.ports.store.save_post(change).await.unwrap();
    let deactivate = |user: &mut domain::platform::user::User| user.active = false;
    app.ports
        .store
        .change_user(author, deactivate)
        .await
        .unwrap();
    app.rewrite(&post, "Horta nova").await;
    app.clock.advance(SignedDuration::from_hours(1));
    app.nothing_happens().await;
    assert!(!app.was_notified(&post, author).await);
    assert!(app.was_notified(&post, UserId(1)).await);
}

#[tokio::test]
async fn gerentes_hear_it_when_the_owner_of_the_site_is_gone_too() {
    let app = app().await;
    let (owner, author, gerente) = (
        app.create_user("olga").await,
        app.create_user("bia").await,
        app.create_user("gil").await,
    );
    let post = app.approved(SignedDuration::from_hours(2), author).await;
    platform_testkit::change_site(&app.ports.store, post.site_id, |site| site.user_id = owner)
        .await;
    let change = PostChange::of(&app.reread(&post).await, |post| post.user_id = author);
    let post = app.ports.store.save_post(change).await.unwrap();
    for gone in [owner, author] {
        let deactivate = |user: &mut domain::platform::user::User| user.active = false;
        app.ports.store.change_user(gone, deactivate).await.unwrap();
    }
    app.rewrite(&post, "Horta nova").await;
    app.clock.advance(SignedDuration::from_hours(1));
    app.nothing_happens().await;
    assert!(app.was_notified(&post, gerente).await);
    for other in [owner, author, UserId(1)] {
        assert!(!app.was_notified(&post, other).await, "{other}");
    }
}

#[tokio::test]
async fn the_requester_hears_it_beside_the_owner_who_stands_in_for_the_author() {
    let app = app().await;
    let (author, requester) = (app.create_user("bia").await, app.create_user("rita").await);
    let post = app.approved(SignedDuration::from_hours(2), requester).await;
    let change = PostChange::of(&app.reread(&post).await, |post| post.user_id = author);
    let post = app.ports.store.save_post(change).await.unwrap();
    app.ports
        .store
        .delete_user(author, app.now())
        .await
        .unwrap();
    app.rewrite(&post, "Horta nova").await;
    app.clock.advance(SignedDuration::from_hours(1));
    app.nothing_happens().await;
    for person in [UserId(1), requester] {
        assert!(app.was_notified(&post, person).await, "{person}");
    }
}
