//! States of a mail while it is worked off.

use std::sync::Arc;

use ports::{Clock, MailError};
use site_mail::{Attachment, MailState, SiteMailError, SiteMails, WorkedOff};
use site_store::Tenant;

use crate::support::{Server, Site, file, rendered};

fn temporary() -> MailError {
    MailError::Temporary("421 busy".to_owned())
}

#[tokio::test]
async fn a_mail_is_sent_with_its_attachments_and_then_loses_its_texts() {
    let site = Site::new().await;
    let staged = site
        .files
        .stage(vec![file("planta"), file("foto")])
        .await
        .unwrap();
    let attached = staged.blobs.iter().enumerate();
    let attached = attached.map(|(place, blob)| Attachment {
        file_name: format!("anexo-{place}.txt"),
        content_type: format!("text/x-{place}"),
        blob: blob.clone(),
    });
    let wanted = rendered(attached.collect());
    let prepared = site.mails.prepare(&wanted, None, Some(&staged)).unwrap();
    let id = site.mails.enqueue(prepared).await.unwrap();
    let queued = site.mails.read(&id).await.unwrap().unwrap();
    assert_eq!((queued.state, queued.submission), (MailState::Queued, None));

    let server = Server::default();
    let worked = site.mails.work_off(&id, &server).await.unwrap();
    assert_eq!(worked, WorkedOff::Now(MailState::Sent));
    {
        let got = server.got.lock().unwrap();
        let [ready] = got.as_slice() else {
            unreachable!("one mail was sent")
        };
        assert_eq!((&ready.message_id, &ready.mail), (&id, &wanted));
        let files: Vec<_> = ready
            .attachments
            .iter()
            .map(|file| (&*file.file_name, &*file.content_type, &*file.bytes))
            .collect();
        let expected: [(&str, &str, &[u8]); 2] = [
            ("anexo-0.txt", "text/x-0", b"planta"),
            ("anexo-1.txt", "text/x-1", b"foto"),
        ];
        assert_eq!(files, expected);
    }
    // The message may come again.
    let again = site.mails.work_off(&id, &server).await.unwrap();
    assert_eq!((again, server.received()), (WorkedOff::NotNow, 1));
    assert_eq!(site.blobs.keys(), Vec::<String>::new());
    site.advance(100_000);
    assert_eq!(site.due().await, 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn concurrent_workers_send_a_mail_once() {
    let site = Arc::new(Site::new().await);
    let (id, server) = (site.queued().await, Arc::new(Server::default()));
    let mut running = tokio::task::JoinSet::new();
    for _ in 0..8 {
        let (site, id, server) = (site.clone(), id.clone(), server.clone());
        running.spawn(async move { site.mails.work_off(&id, &*server).await.unwrap() });
    }
    let worked = running.join_all().await;
    let sent = worked
        .iter()
        .filter(|one| **one == WorkedOff::Now(MailState::Sent));
    assert_eq!((sent.count(), server.received()), (1, 1));
}

#[tokio::test]
async fn failures_before_the_hand_over_are_retried_at_their_time() {
    let site = Site::new().await;
    let id = site.queued().await;
    let server = Server::answering([temporary(), temporary(), temporary(), temporary()]);
    for pause in [30, 300, 1800] {
        let worked = site.mails.work_off(&id, &server).await.unwrap();
        assert_eq!(worked, WorkedOff::Now(MailState::Queued));
        let early = site.mails.work_off(&id, &server).await.unwrap();
        assert_eq!((early, site.due().await), (WorkedOff::NotNow, 0));
        site.advance(pause);
        assert_eq!(site.due().await, 1);
    }
    let last = site.mails.work_off(&id, &server).await.unwrap();
    assert_eq!(
        (last, server.received()),
        (WorkedOff::Now(MailState::Failed), 4)
    );
    let mail = site.mails.read(&id).await.unwrap().unwrap();
    assert_eq!(
        (mail.attempts, mail.error.as_deref()),
        (4, Some("421 busy"))
    );
}

#[tokio::test]
async fn a_rejection_and_a_lost_answer_are_final() {
    let site = Site::new().await;
    let cases = [
        (
            MailError::Refused("550 no such user".into()),
            MailState::Failed,
        ),
        (
            MailError::UnknownOutcome("time-out".into()),
            MailState::Uncertain,
        ),
        (MailError::NotConfigured, MailState::Failed),
    ];
    for (answer, state) in cases {
        let (id, server) = (site.queued().await, Server::answering([answer]));
        let worked = site.mails.work_off(&id, &server).await.unwrap();
        assert_eq!(worked, WorkedOff::Now(state));
        let again = site.mails.work_off(&id, &server).await.unwrap();
        assert_eq!((again, server.received()), (WorkedOff::NotNow, 1));
    }
}

/// A server during whose call the process ends.
struct Crash;

#[async_trait::async_trait]
impl site_mail::MailTransport for Crash {
    async fn send(&self, _: &site_mail::ReadyMail) -> Result<(), MailError> {
        std::future::pending().await
    }
}

#[tokio::test]
async fn an_interrupted_attempt_is_uncertain_and_not_repeated() {
    let site = Site::new().await;
    let id = site.queued().await;
    // The call is dropped as soon as the record says that it began.
    let began = async {
        loop {
            let mail = site.mails.read(&id).await.unwrap().unwrap();
            if mail.state == MailState::Sending {
                break;
            }
            tokio::task::yield_now().await;
        }
    };
    tokio::select! {
        _ = site.mails.work_off(&id, &Crash) => unreachable!("the server never answers"),
        () = began => {}
    }
    let server = Server::default();
    let held = site.mails.work_off(&id, &server).await.unwrap();
    assert_eq!(held, WorkedOff::NotNow);
    site.advance(150);
    assert_eq!(site.due().await, 1);
    let late = site.mails.work_off(&id, &server).await.unwrap();
    assert_eq!(
        (late, server.received()),
        (WorkedOff::Now(MailState::Uncertain), 0)
    );
}

#[tokio::test]
async fn a_mail_whose_message_was_lost_is_found_after_a_minute() {
    let site = Site::new().await;
    let id = site.queued().await;
    assert_eq!(site.due().await, 0);
    site.advance(60);
    let now = site.clock.now();
    let due = SiteMails::due(&site.parts.table, now, 10).await.unwrap();
    let found: Vec<_> = due.iter().map(|due| (&due.tenant, &due.id)).collect();
    assert_eq!(found, [(&Tenant::main(), &id)]);
}

#[tokio::test]
async fn a_deleted_mail_and_one_whose_file_is_gone_are_not_sent() {
    let site = Site::new().await;
    let server = Server::default();
    let deleted = site.queued().await;
    let writes = vec![site.mails.deletion(&deleted)];
    site.parts.table.transact(writes).await.unwrap();
    let worked = site.mails.work_off(&deleted, &server).await.unwrap();
    assert_eq!(worked, WorkedOff::Unknown);

    let missing = Attachment {
        file_name: "foto.png".into(),
        content_type: "image/png".into(),
        blob: "sites/main/private/gone/0".into(),
    };
    let prepared = site.mails.prepare(&rendered(vec![missing]), Some(5), None);
    let id = site.mails.enqueue(prepared.unwrap()).await.unwrap();
    let worked = site.mails.work_off(&id, &server).await.unwrap();
    assert_eq!(
        (worked, server.received()),
        (WorkedOff::Now(MailState::Failed), 0)
    );
}

#[tokio::test]
async fn texts_beyond_the_size_of_a_record_are_refused() {
    let site = Site::new().await;
    let mut mail = rendered(Vec::new());
    let random = (0..40_000).map(|_| site.parts.random.uuid().to_string());
    mail.body = random.collect();
    let refused = site.mails.prepare(&mail, Some(1), None);
    assert!(matches!(refused, Err(SiteMailError::TooLarge { bytes, limit }) if bytes > limit));
    mail.body = "muda ".repeat(200_000);
    assert!(site.mails.prepare(&mail, Some(1), None).is_ok());
}
