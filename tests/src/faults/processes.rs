//! Processes that may crash: workers, the tick, and the queues between them.

use domain::platform::time_zone::zone_of;
use std::future::Future;
use std::sync::Arc;

use async_trait::async_trait;
use aws_sdk_dynamodb::Client;
use embedded::clock::SystemClock;
use embedded::dynamo::Engine;
use embedded::events::LogEvents;
use embedded::messages::MemoryMessages;
use embedded::queue::MemoryQueue;
use embedded::random::SeededRandom;
use host_client::HostClient;
use items::Table;
use jiff::SignedDuration;
use outbound::{Outbound, Policy};
use platform_store::PlatformStore;
use ports::{QueueError, WorkMessage, WorkQueue};
use settings::Settings;
use site_mailbox::Mailboxes;
use tokio::sync::Notify;
use url::Url;

use super::board::Board;
use super::catalogue::Delivery;
use super::platform::TestPlatform;
use super::requests::ROUNDS;

/// A queue that may lose messages.
pub(super) struct LossyQueue {
    board: Arc<Board>,
    inner: Arc<MemoryQueue>,
}

#[async_trait]
impl WorkQueue for LossyQueue {
    async fn send(&self, message: &WorkMessage) -> Result<(), QueueError> {
        if self.board.message() {
            return Ok(());
        }
        self.inner.send(message).await
    }
}

/// A process that may crash: its store client, and the signal that ends it.
pub(super) struct Process {
    client: Client,
    death: Arc<Notify>,
}

impl Process {
    /// A process whose store operations pass `board`.
    pub fn new(engine: &Engine, board: &Arc<Board>) -> Self {
        let death = Arc::new(Notify::new());
        Self {
            client: engine.client_with_faults(board.store(death.clone())),
            death,
        }
    }
}

impl TestPlatform<'_> {
    /// A process's records; a new process has nothing in memory.
    pub(super) fn records(&self, process: usize) -> PlatformStore {
        PlatformStore::new(Table::new(
            self.processes[process].client.clone(),
            "platform",
        ))
    }

    pub(super) fn lossy(&self, inner: &Arc<MemoryQueue>) -> Arc<LossyQueue> {
        Arc::new(LossyQueue {
            board: self.hosts.board.clone(),
            inner: inner.clone(),
        })
    }

    fn worker(&self, process: usize) -> publication_worker::Ports {
        publication_worker::Ports {
            store: self.records(process),
            blobs: self.blobs.clone(),
            keyring: self.keyring.clone(),
            hosts: HostClient::new(self.hosts.outbound.clone()).with_limits(self.limits),
            notifications: self.lossy(&self.notifications),
            searches: self.lossy(&self.searches),
            events: Arc::new(LogEvents),
            zone: zone_of(None).unwrap(),
            clock: self.hosts.clock.clone(),
            sleeper: self.hosts.clock.clone(),
        }
    }

    /// Runs a process until it ends or dies.
    pub(super) async fn live<T>(&self, process: usize, work: impl Future<Output = T>) -> Option<T> {
        let death = &self.processes[process].death;
        // On the heap: without optimisation these futures are larger than a thread's stack.
        let work = Box::pin(work);
        tokio::select! {
            biased;
            () = death.notified() => None,
            () = self.hosts.proxy.crash(), if process == 0 => None,
            () = self.hosts.other_proxy.crash(), if process == 0 => None,
            done = work => Some(done),
        }
    }

    pub(super) async fn deliver(&self, message: &WorkMessage, delivery: Delivery) {
        let WorkMessage::Publication { job_id } = *message else {
            return;
        };
        let work = |process| async move {
            let ports = self.worker(process);
            // After a failure the message is delivered again; the tick sends it.
            let _ = self
                .live(process, publication_worker::work(&ports, job_id))
                .await;
        };
        match delivery {
            Delivery::Once => work(0).await,
            Delivery::Twice => {
                work(0).await;
                work(0).await;
            }
            Delivery::TwoWorkers => {
                tokio::join!(work(0), work(1));
            }
        }
    }

    /// Mailboxes of sites, none of which is connected.
    fn mailboxes(&self) -> Mailboxes {
        let outbound = Outbound::new(Policy::local()).unwrap();
        let sleeper = Arc::new(SystemClock);
        Mailboxes::of_environment(self.keyring.clone(), sleeper, outbound, |_| None).unwrap()
    }

    /// Sends the notifications whose messages are in the queue.
    pub(super) async fn send_due_mails(&self) {
        while let Some(message) = self.notifications.try_next() {
            let WorkMessage::Notification { notification_id } = message else {
                continue;
            };
            let ports = notification_worker::Ports {
                store: self.records(0),
                blobs: self.blobs.clone(),
                site: site_store::Parts::new(
                    self.store.table().clone(),
                    self.blobs.clone(),
                    self.hosts.clock.clone(),
                    Arc::new(SeededRandom::new(5)),
                ),
                mail: self.mail.clone(),
                settings: Settings::of_environment(|_| None),
                messages: Arc::new(MemoryMessages::default()),
                zone: zone_of(None).unwrap(),
                clock: self.hosts.clock.clone(),
                mailboxes: self.mailboxes(),
                keyring: self.keyring.clone(),
                app_url: Url::parse("https://pauta.example").unwrap(),
            };
            let sending = notification_worker::process(&ports, &notification_id);
            // After a failure the message is delivered again; the tick sends it.
            let _ = self.live(0, sending).await;
        }
    }

    /// Sends notifications until none is due.
    pub async fn send_notifications(&self) -> Result<(), String> {
        for _ in 0..ROUNDS {
            self.send_due_mails().await;
            let ever = self.now() + SignedDuration::from_hours(1);
            let open = self.store.due_notifications(ever, None, 100).await.unwrap();
            if open.items.iter().all(Result::is_err) {
                return Ok(());
            }
            Box::pin(self.wait(None)).await;
        }
        Err("lost: notifications were not sent".into())
    }

    pub(super) async fn tick(&self) {
        let ports = publishing_tick::Ports {
            store: self.records(0),
            blobs: self.blobs.clone(),
            publications: self.lossy(&self.queue),
            notifications: self.lossy(&self.notifications),
            generations: self.lossy(&self.queue),
            searches: self.lossy(&self.searches),
            clock: self.hosts.clock.clone(),
            random: self.random.clone(),
        };
        // The next tick makes up for one that fails.
        let _ = self.live(0, publishing_tick::run(&ports)).await;
    }
}
