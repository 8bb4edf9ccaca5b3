//! What a request learns about its mails.

use jiff::SignedDuration;
use ports::{Clock, MailError};
use site_mail::{Awaited, MailState, WorkedOff};

use crate::support::{Server, Site};

#[tokio::test]
async fn the_outcome_is_that_of_all_mails() {
    let site = Site::new().await;
    let (first, second) = (site.queued().await, site.queued().await);
    let both = [first.clone(), second.clone()];
    site.mails
        .work_off(&first, &Server::default())
        .await
        .unwrap();
    assert_eq!(site.mails.outcome(&both).await.unwrap(), Awaited::Pending);
    let refusing = Server::answering([MailError::Refused("550 no".into())]);
    site.mails.work_off(&second, &refusing).await.unwrap();
    assert_eq!(site.mails.outcome(&both).await.unwrap(), Awaited::Failed);
    assert_eq!(site.mails.outcome(&both[..1]).await.unwrap(), Awaited::Sent);
    let unknown = ["0b0c".to_owned()];
    assert_eq!(
        site.mails.outcome(&unknown).await.unwrap(),
        Awaited::Uncertain
    );
    let losing = Server::answering([MailError::UnknownOutcome("lost".into())]);
    let lost = site.queued().await;
    site.mails.work_off(&lost, &losing).await.unwrap();
    for (ids, awaited) in [
        ([first.clone(), lost.clone()], Awaited::Uncertain),
        ([lost.clone(), second], Awaited::Failed),
        ([lost, site.queued().await], Awaited::Pending),
    ] {
        assert_eq!(site.mails.outcome(&ids).await.unwrap(), awaited);
    }
}

#[tokio::test]
async fn a_wait_ends_at_its_deadline() {
    let site = Site::new().await;
    let ids = [site.queued().await];
    let began = site.clock.now();
    let deadline = began + SignedDuration::from_secs(3);
    let awaited = site.mails.wait(&ids, deadline, &*site.clock).await.unwrap();
    assert_eq!((awaited, site.clock.now()), (Awaited::Pending, deadline));
    site.mails
        .work_off(&ids[0], &Server::default())
        .await
        .unwrap();
    let awaited = site.mails.wait(&ids, began, &*site.clock).await.unwrap();
    assert_eq!(awaited, Awaited::Sent);
}

#[tokio::test]
async fn a_withdrawn_mail_is_not_sent() {
    let site = Site::new().await;
    let (id, server) = (site.queued().await, Server::default());
    let withdrawn = site.mails.withdraw(&id).await.unwrap();
    assert_eq!(withdrawn, Some(MailState::Failed));
    let worked = site.mails.work_off(&id, &server).await.unwrap();
    assert_eq!((worked, server.received()), (WorkedOff::NotNow, 0));
    let sent = site.queued().await;
    site.mails.work_off(&sent, &server).await.unwrap();
    let late = site.mails.withdraw(&sent).await.unwrap();
    assert_eq!(late, Some(MailState::Sent));
    assert_eq!(site.mails.withdraw("0b0c").await.unwrap(), None);
}
