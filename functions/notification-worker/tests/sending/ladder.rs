//! When the author is deactivated or gone, others are told, and a deactivated person never is.

use domain::access::Role;
use domain::approval::Decision;
use domain::id::UserId;
use domain::notification::NotificationState;
use domain::publication::{JobKind, Step};
use notification_worker::{Outcome, process};

use crate::desk::{Answer, Desk};

/// The people who may be told, beside the author.
struct People {
    requester: UserId,
    owner: UserId,
    gerentes: [UserId; 2],
    admin: UserId,
}

async fn agency() -> (Desk, People) {
    let desk = Desk::new().await;
    let people = People {
        requester: desk.person("Rita", Role::Editor).await,
        owner: desk.person("Olga", Role::Editor).await,
        gerentes: [
            desk.person("Gil", Role::Gerente).await,
            desk.person("Gema", Role::Gerente).await,
        ],
        admin: desk.person("Alda", Role::Admin).await,
    };
    // Neither writes nor manages: never told.
    desk.person("Teo", Role::Editor).await;
    desk.owner(people.owner).await;
    (desk, people)
}

/// What may be told of a post to the agency.
#[derive(Debug, Clone, Copy)]
enum Fact {
    /// A publication that the requester asked for is parked.
    Parked,
    /// A publication that the client's approval set in motion is parked.
    ParkedAfterApproval,
    /// The client answered what the requester asked.
    Answered,
}

const FACTS: [Fact; 3] = [Fact::Parked, Fact::ParkedAfterApproval, Fact::Answered];

impl Fact {
    async fn happen(self, desk: &Desk, requester: UserId) -> String {
        let step = Step::Create;
        match self {
            Self::Parked => {
                let by = Some(requester);
                desk.park_by(by, JobKind::Publish, step, "403").await.1
            }
            Self::ParkedAfterApproval => {
                desk.answer_to(requester, Decision::Approve, "", true).await;
                desk.park(JobKind::Publish, step, "403").await.1
            }
            Self::Answered => {
                desk.answer_to(requester, Decision::Reject, "Não", true)
                    .await
            }
        }
    }
}

/// The people who were sent a mail, by their first names.
fn told(desk: &Desk) -> Vec<String> {
    let mut told: Vec<_> = desk
        .sent()
        .into_iter()
        .map(|mail| mail.to.split('@').next().unwrap().to_owned())
        .collect();
    told.sort();
    told
}

#[tokio::test]
async fn each_rung_is_told_when_those_before_it_are_gone() {
    for fact in FACTS {
        for (gone, expected) in [
            (0, vec!["ana"]),
            (1, vec!["rita"]),
            (2, vec!["olga"]),
            (3, vec!["gema", "gil"]),
            (4, vec!["gema"]),
            (5, vec!["alda"]),
        ] {
            let (desk, people) = agency().await;
            let id = fact.happen(&desk, people.requester).await;
            let [first, second] = people.gerentes;
            let ladder = [desk.author(), people.requester, people.owner, first, second];
            for person in &ladder[..gone] {
                desk.deactivate(*person).await;
            }
            process(&desk.ports, &id).await.unwrap();
            desk.send_due().await;
            assert_eq!(told(&desk), expected, "{fact:?}, {gone} gone");
            assert!(people.admin > second);
        }
    }
}

#[tokio::test]
async fn an_author_who_was_deleted_is_gone_too() {
    for fact in FACTS {
        let (desk, people) = agency().await;
        let id = fact.happen(&desk, people.requester).await;
        let now = ports::Clock::now(&*desk.clock);
        let store = &desk.ports.store;
        store.delete_user(desk.author(), now).await.unwrap();
        assert_eq!(process(&desk.ports, &id).await.unwrap(), Outcome::Sent);
        let mail = desk.sent().remove(0);
        assert_eq!(mail.to, "rita@agencia.example");
        assert!(mail.text.contains("Olá, Rita!"), "{}", mail.text);
        assert!(
            mail.text
                .contains("quem escreveu este post não tem mais acesso")
        );
    }
}

#[tokio::test]
async fn several_people_are_told_once_each_whatever_comes_twice() {
    let (desk, people) = agency().await;
    let id = Fact::Parked.happen(&desk, people.requester).await;
    for person in [desk.author(), people.requester, people.owner] {
        desk.deactivate(person).await;
    }
    assert_eq!(process(&desk.ports, &id).await.unwrap(), Outcome::Forwarded);
    assert_eq!(desk.state(&id).await, NotificationState::Forwarded);
    assert_eq!(process(&desk.ports, &id).await.unwrap(), Outcome::NotNow);
    desk.mail.answers([Answer::Temporary]);
    desk.send_due().await;
    desk.clock.advance(domain::notification::BACKOFF);
    desk.send_due().await;
    desk.send_due().await;
    assert_eq!(told(&desk), ["gema", "gil"]);
}

#[tokio::test]
async fn a_person_who_leaves_before_the_mail_goes_out_gives_way_to_the_next() {
    let (desk, people) = agency().await;
    let id = Fact::Parked.happen(&desk, people.requester).await;
    for person in [desk.author(), people.requester, people.owner] {
        desk.deactivate(person).await;
    }
    process(&desk.ports, &id).await.unwrap();
    for gerente in people.gerentes {
        desk.deactivate(gerente).await;
    }
    desk.send_due().await;
    desk.send_due().await;
    assert_eq!(told(&desk), ["alda"]);
}
