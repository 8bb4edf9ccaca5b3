//! Queues, events and mail.

use std::sync::Arc;

use cloud::{BusEvents, SesMail, SqsQueues, SystemClock};
use domain::platform::id::{GenerationId, JobId, PostId, SiteId};
use embedded::events::LogEvents;
use embedded::mail::MemoryMail;
use embedded::queue::MemoryQueue;
use jiff::Timestamp;
use ports::{DomainEvent, Events, Mail, MailMessage, WorkMessage, WorkQueue};
use serde_json::{Value, json};

use crate::emulator::emulated;

fn messages() -> [WorkMessage; 6] {
    [
        WorkMessage::Publication { job_id: JobId(1) },
        WorkMessage::Notification {
            notification_id: "publicação 7".to_owned(),
        },
        WorkMessage::Publication {
            job_id: JobId(u64::MAX),
        },
        WorkMessage::Generation {
            generation_id: GenerationId(7),
        },
        WorkMessage::Search {
            post_id: PostId(11),
            job_id: JobId(9),
        },
        WorkMessage::SearchRenewal { site_id: SiteId(4) },
    ]
}

#[tokio::test]
async fn work_messages_arrive_unchanged() {
    let queue = MemoryQueue::default();
    for message in messages() {
        queue.send(&message).await.unwrap();
        assert_eq!(queue.next().await, message);
    }
    if let Some((connection, _)) = emulated() {
        let client = aws_sdk_sqs::Client::new(connection.sdk());
        let mut addresses = Vec::new();
        for (key, name) in [
            ("PUBLICATION_QUEUE_URL", "contract-p"),
            ("NOTIFICATION_QUEUE_URL", "contract-n"),
            ("GENERATION_QUEUE_URL", "contract-g"),
            ("SEARCH_QUEUE_URL", "contract-s"),
        ] {
            let made = client.create_queue().queue_name(name).send().await.unwrap();
            addresses.push((key.to_owned(), made.queue_url.unwrap()));
        }
        let queues = SqsQueues::new(&connection, &addresses.iter().cloned().collect());
        for message in messages() {
            queues.send(&message).await.unwrap();
            let place = match message {
                WorkMessage::Publication { .. } => 0,
                WorkMessage::Notification { .. } | WorkMessage::SiteMail { .. } => 1,
                WorkMessage::Generation { .. } => 2,
                WorkMessage::Search { .. } | WorkMessage::SearchRenewal { .. } => 3,
            };
            let answer = client
                .receive_message()
                .queue_url(&addresses.get(place).unwrap().1)
                .wait_time_seconds(3)
                .send()
                .await
                .unwrap();
            let received = answer.messages().first().unwrap();
            assert_eq!(
                serde_json::from_str::<WorkMessage>(received.body().unwrap()).unwrap(),
                message
            );
            client
                .delete_message()
                .queue_url(&addresses.get(place).unwrap().1)
                .receipt_handle(received.receipt_handle().unwrap())
                .send()
                .await
                .unwrap();
        }
    }
}

#[tokio::test]
async fn mail_reaches_its_recipient() {
    let message = MailMessage {
        to: "cliente@example.com".to_owned(),
        to_name: Some("Cliente".to_owned()),
        from_name: None,
        reply_to: None,
        subject: "Aprovação pedida".to_owned(),
        text: "Texto simples".to_owned(),
        html: "<p>Texto</p>".to_owned(),
        inline: Vec::new(),
        message_id: "contract-1".to_owned(),
    };
    let mail = MemoryMail::default();
    assert!(mail.configured());
    mail.send(&message).await.unwrap();
    assert_eq!(mail.sent(), std::slice::from_ref(&message));
    if let Some((connection, _)) = emulated() {
        let client = aws_sdk_ses::Client::new(connection.sdk());
        client
            .verify_email_identity()
            .email_address("pauta@example.com")
            .send()
            .await
            .unwrap();
        let from = "Pauta <pauta@example.com>".parse().unwrap();
        let mail = SesMail::new(&connection, from, Arc::new(SystemClock));
        assert!(mail.configured());
        mail.send(&message).await.unwrap();
        let statistics = client.get_send_quota().send().await.unwrap();
        assert!(statistics.sent_last24_hours() >= 1.0);
    }
}

#[tokio::test]
async fn events_reach_a_subscriber() {
    let event = DomainEvent {
        name: "post.published",
        at: Timestamp::UNIX_EPOCH,
        detail: json!({ "post_id": 7, "title": "Olá" }),
    };
    LogEvents.publish(&event).await.unwrap();
    if let Some((connection, _)) = emulated() {
        let events = aws_sdk_eventbridge::Client::new(connection.sdk());
        let queues = aws_sdk_sqs::Client::new(connection.sdk());
        let queue = queues
            .create_queue()
            .queue_name("contract-events")
            .send()
            .await
            .unwrap()
            .queue_url
            .unwrap();
        events
            .create_event_bus()
            .name("contract")
            .send()
            .await
            .unwrap();
        events
            .put_rule()
            .name("contract")
            .event_bus_name("contract")
            .event_pattern(
                json!({ "source": ["pauta"], "detail-type": ["post.published"] }).to_string(),
            )
            .send()
            .await
            .unwrap();
        let target = aws_sdk_eventbridge::types::Target::builder()
            .id("queue")
            .arn("arn:aws:sqs:sa-east-1:000000000000:contract-events")
            .build()
            .unwrap();
        events
            .put_targets()
            .rule("contract")
            .event_bus_name("contract")
            .targets(target)
            .send()
            .await
            .unwrap();
        BusEvents::new(&connection, "contract")
            .publish(&event)
            .await
            .unwrap();
        let received = queues
            .receive_message()
            .queue_url(&queue)
            .wait_time_seconds(4)
            .send()
            .await
            .unwrap();
        let body: Value =
            serde_json::from_str(received.messages().first().unwrap().body().unwrap()).unwrap();
        assert_eq!(body["detail"], event.detail);
    }
}
