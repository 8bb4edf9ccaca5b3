//! Recipients beside the author, and in place of a deactivated or deleted one; a deactivated person receives no mail.

use domain::platform::access::Role;
use domain::platform::approval::Decision;
use domain::platform::id::UserId;
use domain::platform::notification::{NotificationKind, NotificationState};
use domain::platform::publication::{JobKind, Step};
use notification_worker::{Outcome, process};

use crate::app::{Answer, TestApp};

/// The users who may be notified in place of the author.
struct People {
    requester: UserId,
    owner: UserId,
    gerentes: [UserId; 2],
    admin: UserId,
}

async fn agency() -> (TestApp, People) {
    let app = TestApp::new().await;
    let people = People {
        requester: app.create_user("Rita", Role::Editor).await,
        owner: app.create_user("Olga", Role::Editor).await,
        gerentes: [
            app.create_user("Gil", Role::Gerente).await,
            app.create_user("Gema", Role::Gerente).await,
        ],
        admin: app.create_user("Alda", Role::Admin).await,
    };
    // Neither writes nor manages: never notified.
    app.create_user("Teo", Role::Editor).await;
    app.owner(people.owner).await;
    (app, people)
}

/// An event of a post that the agency is notified of.
#[derive(Debug, Clone, Copy)]
enum Fact {
    /// A publication that the requester asked for is parked.
    Parked,
    /// A publication that the client's approval set in motion is parked.
    ParkedAfterApproval,
    /// The client answered what the requester asked.
    Answered,
}

impl Fact {
    async fn happen(self, app: &TestApp, requester: UserId) -> String {
        let step = Step::Create;
        match self {
            Self::Parked => {
                let by = Some(requester);
                app.park_by(by, JobKind::Publish, step, "403").await.1
            }
            Self::ParkedAfterApproval => {
                app.answer_to(requester, Decision::Approve, "", true).await;
                app.park(JobKind::Publish, step, "403").await.1
            }
            Self::Answered => {
                app.answer_to(requester, Decision::Reject, "Não", true)
                    .await
            }
        }
    }
}

/// First names of the users to whom mails were sent.
fn recipients(app: &TestApp) -> Vec<String> {
    let mut recipients: Vec<_> = app
        .sent()
        .into_iter()
        .map(|mail| mail.to.split('@').next().unwrap().to_owned())
        .collect();
    recipients.sort();
    recipients
}

#[tokio::test]
async fn a_failed_action_is_told_to_the_author_and_to_the_person_who_started_it() {
    for (fact, expected) in [
        (
            Fact::Parked,
            [
                &["ana", "rita"][..],
                &["olga", "rita"],
                &["olga"],
                &["gema", "gil"],
                &["gema"],
                &["alda"],
            ],
        ),
        (
            Fact::ParkedAfterApproval,
            [
                &["ana"],
                &["olga", "rita"],
                &["olga"],
                &["gema", "gil"],
                &["gema"],
                &["alda"],
            ],
        ),
        (
            Fact::Answered,
            [
                &["ana"],
                &["rita"],
                &["olga"],
                &["gema", "gil"],
                &["gema"],
                &["alda"],
            ],
        ),
    ] {
        for (gone, expected) in expected.into_iter().enumerate() {
            let (app, people) = agency().await;
            let id = fact.happen(&app, people.requester).await;
            let [first, second] = people.gerentes;
            let ladder = [app.author(), people.requester, people.owner, first, second];
            for person in &ladder[..gone] {
                app.deactivate(*person).await;
            }
            process(&app.ports, &id).await.unwrap();
            app.send_due().await;
            assert_eq!(recipients(&app), expected, "{fact:?}, {gone} gone");
            assert!(people.admin > second);
        }
    }
}

#[tokio::test]
async fn the_person_who_retried_a_publication_is_told_that_it_stopped_again() {
    let (app, people) = agency().await;
    let by = Some(people.requester);
    let (job, _) = app.park_by(by, JobKind::Publish, Step::Create, "403").await;
    let store = &app.ports.store;
    let now = ports::Clock::now(&*app.clock);
    let mut job = store.job(job).await.unwrap().unwrap();
    let revision = job.revision;
    assert!(job.retry(now));
    job.retried_by = Some(people.owner);
    job.begin(now).unwrap();
    job.fail(Step::Create, "403", false, None, now);
    store.save_job(&job, revision).await.unwrap();
    let kind = NotificationKind::PublicationParked {
        post_id: app.post,
        job_id: job.id,
        run: job.runs,
    };
    let id = app.queue(kind).await;
    process(&app.ports, &id).await.unwrap();
    app.send_due().await;
    assert_eq!(recipients(&app), ["ana", "olga"]);
}

#[tokio::test]
async fn an_author_who_started_the_action_is_told_once() {
    let (app, _) = agency().await;
    let id = Fact::Parked.happen(&app, app.author()).await;
    assert_eq!(process(&app.ports, &id).await.unwrap(), Outcome::Sent);
    app.send_due().await;
    assert_eq!(recipients(&app), ["ana"]);
}

#[tokio::test]
async fn each_recipient_reads_why_the_mail_is_for_them() {
    let (app, people) = agency().await;
    let id = Fact::Parked.happen(&app, people.requester).await;
    let now = ports::Clock::now(&*app.clock);
    let store = &app.ports.store;
    store.delete_user(app.author(), now).await.unwrap();
    process(&app.ports, &id).await.unwrap();
    app.send_due().await;
    let mut mails = app.sent();
    mails.sort_by(|a, b| a.to.cmp(&b.to));
    for (mail, (name, reason)) in mails.iter().zip([
        ("Olga", "quem escreveu este conteúdo não tem mais acesso"),
        ("Rita", "foi você que pediu esta ação"),
    ]) {
        assert!(
            mail.text.contains(&format!("Olá, {name}!")),
            "{}",
            mail.text
        );
        assert!(mail.text.contains(reason), "{}", mail.text);
    }
    assert_eq!(mails.len(), 2);
}

#[tokio::test]
async fn a_decision_on_the_post_of_a_deleted_author_is_told_to_the_requester() {
    let (app, people) = agency().await;
    let id = Fact::Answered.happen(&app, people.requester).await;
    let now = ports::Clock::now(&*app.clock);
    let store = &app.ports.store;
    store.delete_user(app.author(), now).await.unwrap();
    assert_eq!(process(&app.ports, &id).await.unwrap(), Outcome::Sent);
    let mail = app.sent().remove(0);
    assert_eq!(mail.to, "rita@agencia.example");
    assert!(
        mail.text
            .contains("quem escreveu este conteúdo não tem mais acesso")
    );
}

#[tokio::test]
async fn several_recipients_are_notified_once_each_despite_repeated_messages() {
    let (app, people) = agency().await;
    let id = Fact::Parked.happen(&app, people.requester).await;
    for person in [app.author(), people.requester, people.owner] {
        app.deactivate(person).await;
    }
    assert_eq!(process(&app.ports, &id).await.unwrap(), Outcome::Forwarded);
    assert_eq!(app.state(&id).await, NotificationState::Forwarded);
    assert_eq!(process(&app.ports, &id).await.unwrap(), Outcome::NotNow);
    app.mail.answers([Answer::Temporary]);
    app.send_due().await;
    app.clock.advance(domain::platform::notification::BACKOFF);
    app.send_due().await;
    app.send_due().await;
    assert_eq!(recipients(&app), ["gema", "gil"]);
}

#[tokio::test]
async fn a_person_who_leaves_before_the_mail_goes_out_gives_way_to_the_next() {
    let (app, people) = agency().await;
    let id = Fact::Parked.happen(&app, people.requester).await;
    for person in [app.author(), people.requester, people.owner] {
        app.deactivate(person).await;
    }
    process(&app.ports, &id).await.unwrap();
    for gerente in people.gerentes {
        app.deactivate(gerente).await;
    }
    app.send_due().await;
    app.send_due().await;
    assert_eq!(recipients(&app), ["alda"]);
}
