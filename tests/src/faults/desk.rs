//! One post on one platform, its host, and everything that works on them.

use std::collections::BTreeMap;
use std::future::Future;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

use async_trait::async_trait;
use aws_sdk_dynamodb::Client;
use bytes::Bytes;
use domain::faq::{FaqData, FaqItem};
use domain::platform::access::Role;
use domain::platform::id::{JobId, PostId, UserId};
use domain::platform::media::{Media, MediaTexts};
use domain::platform::post::{Post, PostFields, PostStatus, PostVersion};
use domain::platform::publication::{Job, JobKind, JobState, LEASE};
use domain::platform::site_record::{NotificationChannel, Site};
use embedded::blobs::MemoryBlobs;
use embedded::clock::SettableClock;
use embedded::dynamo::Engine;
use embedded::events::LogEvents;
use embedded::mail::MemoryMail;
use embedded::queue::MemoryQueue;
use embedded::random::SeededRandom;
use host_client::{Host, HostClient, Limits};
use image::ImageFormat;
use items::{Condition, Entry, Key, Table};
use jiff::{SignedDuration, Timestamp};
use outbound::{Outbound, Policy};
use platform_store::{NewUser, PlatformStore, PostChange};
use ports::{Blob, Blobs, Clock, QueueError, WorkMessage, WorkQueue};
use tokio::sync::Notify;
use url::Url;
use vault::KeyRing;

use super::board::{Board, Plan};
use super::catalogue::Delivery;
use super::moved::Strangers;
use crate::pictures::picture;
use crate::proxy::Proxy;
use crate::site::TestSite;

/// Rounds of waiting, tick and work after which a publication counts as lost.
const ROUNDS: usize = 60;

/// The client's address.
pub const CLIENT: &str = "cliente@exemplo.com.br";
/// The site's owner, who is told in the place of an author who is gone.
pub const OWNER: &str = "olga@agencia.example";

/// A host behind a proxy, another one to move to, and a clock that all share.
pub struct World {
    pub site: TestSite,
    pub proxy: Proxy,
    pub(super) other_site: TestSite,
    pub(super) other_proxy: Proxy,
    pub board: Arc<Board>,
    pub clock: Arc<SettableClock>,
    pub outbound: Outbound,
    desks: AtomicU64,
}

impl World {
    pub async fn new() -> Self {
        let start = Timestamp::from_second(1_800_000_000).unwrap();
        let clock = Arc::new(SettableClock::at(start));
        // On the heap: without optimisation these futures are larger than a thread's stack.
        let site = Box::pin(TestSite::start(
            clock.clone(),
            Arc::new(SeededRandom::new(11)),
        ))
        .await;
        let proxy = Proxy::before(site.address).await.unwrap();
        let other_site = Box::pin(TestSite::start(
            clock.clone(),
            Arc::new(SeededRandom::new(12)),
        ))
        .await;
        let other_proxy = Proxy::before(other_site.address).await.unwrap();
        let board = Board::new();
        for proxy in [&proxy, &other_proxy] {
            let board = board.clone();
            proxy.plan(move |call| board.host(call));
        }
        Self {
            site,
            proxy,
            other_site,
            other_proxy,
            board,
            clock,
            outbound: Outbound::new(Policy::local()).unwrap(),
            desks: AtomicU64::new(0),
        }
    }

    /// Forgets what an earlier scenario left behind: a death that nobody died.
    pub async fn settle_down(&self) {
        self.board.arm(Plan::Nothing);
        for proxy in [&self.proxy, &self.other_proxy] {
            proxy.forget_late();
            tokio::select! {
                biased;
                () = proxy.crash() => {}
                () = std::future::ready(()) => {}
            }
        }
    }

    /// Waits until every call to a host is over.
    pub async fn quiet(&self) {
        self.proxy.quiet().await;
        self.other_proxy.quiet().await;
    }

    /// A host as it is, past its proxy.
    pub(super) fn host_of(&self, site: &TestSite) -> Host {
        Host {
            rest_root: self.rest_root(site.address),
            namespace: "core/v2".into(),
            credentials: site.admin(),
        }
    }

    pub(super) fn rest_root(&self, address: std::net::SocketAddr) -> Url {
        Url::parse(&format!("http://{address}/rest/")).unwrap()
    }
}

/// A queue that may lose what it takes.
struct LossyQueue {
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

/// A process that may die: its store client, and what kills it.
struct Process {
    client: Client,
    death: Arc<Notify>,
}

/// One post and everything around it.
pub struct Desk<'a> {
    pub world: &'a World,
    /// The records, undisturbed.
    pub store: PlatformStore,
    pub post: PostId,
    /// A word that only this post contains.
    pub word: String,
    processes: [Process; 2],
    blobs: Arc<MemoryBlobs>,
    pub(super) keyring: Arc<KeyRing>,
    pub(super) random: Arc<SeededRandom>,
    queue: Arc<MemoryQueue>,
    notifications: Arc<MemoryQueue>,
    mail: Arc<MemoryMail>,
    limits: Limits,
    /// What the host that the site moved to has under the numbers of this post and its picture.
    pub(super) strangers: OnceLock<Strangers>,
    /// Every message that was ever delivered, to be delivered again.
    delivered: Mutex<Vec<WorkMessage>>,
}

pub(super) fn pictures() -> &'static [Bytes; 2] {
    static PICTURES: OnceLock<[Bytes; 2]> = OnceLock::new();
    // Small: the host makes no smaller sizes of it, and that work is not what fails here.
    PICTURES.get_or_init(|| {
        [ImageFormat::Jpeg, ImageFormat::WebP].map(|format| picture(format, 48, 32))
    })
}

fn online(post: &Post, job: Option<&Job>) -> bool {
    post.status == PostStatus::Published && job.is_some_and(|job| job.state == JobState::Done)
}

fn fields(word: &str) -> PostFields {
    let question = |number: u8| FaqItem {
        question: format!("Pergunta {number}?"),
        answer: format!("Resposta {number}."),
    };
    PostFields {
        title: format!("Artigo {word}"),
        excerpt: "Resumo.".into(),
        faq_data: FaqData {
            enabled: true,
            items: (1..=3).map(question).collect(),
            ..FaqData::default()
        },
        host_tag_names: vec!["Pauta".into()],
        ..PostFields::default()
    }
}

impl<'a> Desk<'a> {
    /// A platform with one site, one post and one picture.
    pub async fn new(world: &'a World, patience: Duration) -> Self {
        let engine = Engine::memory().unwrap();
        let table = Table::new(engine.client(), "platform");
        table.create().await.unwrap();
        let store = PlatformStore::new(table);
        let number = world.desks.fetch_add(1, Ordering::Relaxed);
        // Another seed for each, as the host remembers the markers of earlier posts.
        let random = Arc::new(SeededRandom::new(1000 + number));
        let process = || {
            let death = Arc::new(Notify::new());
            Process {
                client: engine.client_with_faults(world.board.store(death.clone())),
                death,
            }
        };
        let mut desk = Self {
            world,
            store,
            post: PostId(0),
            word: format!("artigo{number}x"),
            processes: [process(), process()],
            blobs: Arc::default(),
            keyring: Arc::new(KeyRing::generate(&*random)),
            random,
            queue: Arc::default(),
            notifications: Arc::default(),
            mail: Arc::default(),
            limits: Limits {
                probe: patience,
                read: patience,
                write: patience,
                upload: patience,
            },
            strangers: OnceLock::new(),
            delivered: Mutex::default(),
        };
        desk.furnish().await;
        desk
    }

    async fn furnish(&mut self) {
        let now = self.now();
        let store = &self.store;
        let person = async |name: &str, role| {
            let person = NewUser {
                name: name.into(),
                email: format!("{}@agencia.example", name.to_lowercase()),
                role,
                active: true,
            };
            store.create_user(person, None, now).await.unwrap().id
        };
        let user = person("Ana", Role::Editor).await;
        let owner = person("Olga", Role::Editor).await;
        person("Gil", Role::Gerente).await;
        // Every tick meets records that are due and cannot be read.
        for kind in ["SCHEDULED_POST", "JOB", "NOTIFICATION"] {
            let poison = Entry::new(Key::new("POISON", kind), &"no record of ours").unwrap();
            let poison = poison.due(kind, 0);
            let table = store.table();
            table.put(poison, Condition::Any).await.unwrap();
        }
        let id = store.next_site_id().await.unwrap();
        let login = self.world.site.admin();
        let site = Site {
            member_ids: vec![user],
            name: "Cliente".into(),
            url: format!("http://{}", self.world.proxy.address()),
            rest_root: Some(self.world.rest_root(self.world.proxy.address()).into()),
            rest_namespace: Some("core/v2".into()),
            host_user: Some(login.user),
            host_password_set: true,
            email: Some(CLIENT.into()),
            solicitacao_aprovacao_default: true,
            notification_channel: NotificationChannel::Email,
            ..Site::new(id, owner, now)
        };
        let context = host_access::password_context(id);
        let sealed = self
            .keyring
            .seal(&context, &login.password, &*self.random)
            .unwrap();
        store.create_site(&site, Some(sealed)).await.unwrap();
        self.post = store.next_post_id().await.unwrap();
        let post = Post::draft(self.post, user, id, fields(&self.word), 20, now);
        let version = PostVersion {
            number: 1,
            title: post.fields.title.clone(),
            body: "<p>Texto do artigo.</p>".into(),
            user_id: user,
            created_at: now,
        };
        store.create_post(&post, &version, &[]).await.unwrap();
        let media = Media {
            id: store.next_media_id().await.unwrap(),
            content_id: self.post,
            file_name: format!("{}.jpg", self.word),
            mime_type: "image/jpeg".into(),
            width: 48,
            height: 32,
            bytes: 1,
            original_key: "a.jpg".into(),
            webp_key: "a.webp".into(),
            texts: MediaTexts {
                alt_text: "Uma praça".into(),
                ..MediaTexts::default()
            },
            host_media_id: None,
            host_origin: None,
            created_at: now,
            version: 1,
        };
        store.add_media(&media).await.unwrap();
        for (key, bytes) in ["a.jpg", "a.webp"].into_iter().zip(pictures()) {
            let blob = Blob {
                bytes: bytes.clone(),
                content_type: "image/*".into(),
            };
            self.blobs.put(key, blob).await.unwrap();
        }
    }

    /// The host that the site's address leads to, past its proxy.
    pub fn host(&self) -> Host {
        match self.strangers.get() {
            None => self.world.host_of(&self.world.site),
            Some(_) => self.world.host_of(&self.world.other_site),
        }
    }

    pub fn now(&self) -> Timestamp {
        self.world.clock.now_seconds()
    }

    /// The post as it is stored.
    pub async fn current(&self) -> Post {
        self.store.post(self.post).await.unwrap().unwrap()
    }

    /// The publication that counts, if there is one.
    pub async fn job(&self) -> Option<Job> {
        let id = self.current().await.job_id?;
        Some(self.store.job(id).await.unwrap().unwrap())
    }

    /// A person edits the title.
    pub async fn edit(&self) {
        let post = self.current().await;
        let now = self.now();
        let mut change = PostChange::of(&post, |post| {
            post.fields.title = format!("Novo artigo {}", self.word);
            post.version += 1;
        });
        change.version = Some(PostVersion {
            number: change.post.version,
            title: change.post.fields.title.clone(),
            body: "<p>Outro texto.</p>".into(),
            user_id: post.user_id,
            created_at: now,
        });
        self.store.save_post(change).await.unwrap();
    }

    /// A person deletes the post. The route stores that together with the request to take it back.
    pub async fn delete(&self) {
        let post = self.current().await;
        let now = self.now();
        let change = PostChange::of(&post, |post| {
            post.deleted_at = Some(now);
            post.deleted_by = Some(post.user_id);
        });
        self.store.save_post(change).await.unwrap();
    }

    /// The featured picture's file is gone: no attempt can succeed.
    pub async fn lose_picture(&self) {
        self.blobs.delete("a.webp").await.unwrap();
    }

    /// The author, who also asks for the publication, is deactivated.
    pub async fn dismiss_author(&self) {
        let author = self.current().await.user_id;
        self.store
            .change_user(author, |user| user.active = false)
            .await
            .unwrap();
    }

    /// The mails that were sent, by their Message-IDs, with their recipients.
    pub fn mails(&self) -> BTreeMap<String, String> {
        let sent = self.mail.sent().into_iter();
        sent.map(|mail| (mail.message_id, mail.to)).collect()
    }

    /// A process's records; a new process knows nothing of what an earlier one had in memory.
    fn records(&self, process: usize) -> PlatformStore {
        PlatformStore::new(Table::new(
            self.processes[process].client.clone(),
            "platform",
        ))
    }

    fn lossy(&self, inner: &Arc<MemoryQueue>) -> Arc<LossyQueue> {
        Arc::new(LossyQueue {
            board: self.world.board.clone(),
            inner: inner.clone(),
        })
    }

    fn worker(&self, process: usize) -> publication_worker::Ports {
        publication_worker::Ports {
            store: self.records(process),
            blobs: self.blobs.clone(),
            keyring: self.keyring.clone(),
            hosts: HostClient::new(self.world.outbound.clone()).with_limits(self.limits),
            notifications: self.lossy(&self.notifications),
            events: Arc::new(LogEvents),
            clock: self.world.clock.clone(),
            sleeper: self.world.clock.clone(),
        }
    }

    /// Runs what a process does until its end or its death.
    async fn live<T>(&self, process: usize, work: impl Future<Output = T>) -> Option<T> {
        let death = &self.processes[process].death;
        // On the heap: without optimisation these futures are larger than a thread's stack.
        let work = Box::pin(work);
        tokio::select! {
            biased;
            () = death.notified() => None,
            () = self.world.proxy.crash(), if process == 0 => None,
            () = self.world.other_proxy.crash(), if process == 0 => None,
            done = work => Some(done),
        }
    }

    async fn deliver(&self, message: &WorkMessage, delivery: Delivery) {
        let WorkMessage::Publication { job_id } = *message else {
            return;
        };
        let work = |process| async move {
            let ports = self.worker(process);
            // A failure leaves the message to another delivery; the tick makes one.
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

    /// Sends what people are to be told, until nothing of it is left.
    pub async fn tell_people(&self) -> Result<(), String> {
        for _ in 0..ROUNDS {
            while let Some(message) = self.notifications.try_next() {
                let WorkMessage::Notification { notification_id } = message else {
                    continue;
                };
                let ports = notification_worker::Ports {
                    store: self.records(0),
                    blobs: self.blobs.clone(),
                    mail: self.mail.clone(),
                    clock: self.world.clock.clone(),
                    keyring: self.keyring.clone(),
                    app_url: Url::parse("https://pauta.example").unwrap(),
                };
                let sending = notification_worker::process(&ports, &notification_id);
                // A failure leaves the message to another delivery; the tick makes one.
                let _ = self.live(0, sending).await;
            }
            let ever = self.now() + SignedDuration::from_hours(1);
            let open = self.store.due_notifications(ever, None, 100).await.unwrap();
            if open.items.iter().all(Result::is_err) {
                return Ok(());
            }
            Box::pin(self.wait(None)).await;
        }
        Err("lost: people were not told".into())
    }

    async fn tick(&self) {
        let ports = publishing_tick::Ports {
            store: self.records(0),
            publications: self.lossy(&self.queue),
            notifications: self.lossy(&self.notifications),
            clock: self.world.clock.clone(),
            random: self.random.clone(),
        };
        // A tick that fails is made up for by the next one.
        let _ = self.live(0, publishing_tick::run(&ports)).await;
    }

    /// A person asks for a publication, again if the first time seems to have failed.
    pub(super) async fn ask(&self, kind: JobKind) -> Result<JobId, String> {
        self.ask_with(kind, |_, _| {}).await
    }

    /// The same, together with a change of the post.
    pub(super) async fn ask_with(
        &self,
        kind: JobKind,
        alter: impl Fn(&mut Post, &Site),
    ) -> Result<JobId, String> {
        let before = self.current().await.job_id;
        for _ in 0..8 {
            let post = self.current().await;
            if let Some(id) = post.job_id.filter(|_| post.job_id != before) {
                return Ok(id);
            }
            let store = self.records(0);
            let site = self.store.site(post.site_id).await.unwrap().unwrap();
            let change = PostChange::of(&post, |post| alter(post, &site));
            let by = Some(UserId(1));
            let now = self.now();
            let asking = store.request_publication(change, kind, by, now, &*self.random);
            if let Some(Ok((_, job))) = self.live(0, asking).await {
                let message = WorkMessage::Publication { job_id: job.id };
                self.lossy(&self.queue).send(&message).await.unwrap();
            }
        }
        Err("a publication could not be asked for".into())
    }

    /// A person asks, and everything works until it is done.
    pub async fn perform(&self, kind: JobKind, delivery: Delivery) -> Result<(), String> {
        let job = Box::pin(self.ask(kind)).await?;
        self.drive(delivery, |post, current| {
            post.job_id == Some(job) && current.is_some_and(|job| job.state == JobState::Done)
        })
        .await
    }

    /// Everything works until a post whose time has come is online.
    pub async fn settle(&self, delivery: Delivery) -> Result<(), String> {
        self.tick().await;
        Box::pin(self.drive(delivery, online)).await
    }

    /// A person asks, and asks again once if the first attempt did not get through.
    pub async fn insist(&self, kind: JobKind, delivery: Delivery) -> Result<(), String> {
        Box::pin(self.ask(kind)).await?;
        while let Some(message) = self.queue.try_next() {
            Box::pin(self.deliver(&message, delivery)).await;
        }
        if self
            .job()
            .await
            .is_none_or(|job| job.state != JobState::Done)
        {
            self.world.quiet().await;
            self.world.clock.advance(LEASE);
            // Refused while the first one waits for its message: the tick sends that.
            let _ = Box::pin(self.ask(kind)).await;
        }
        Box::pin(self.drive(delivery, online)).await
    }

    /// A person takes the schedule of a post back that is online already.
    pub async fn take_back_too_late(&self, delivery: Delivery) -> Result<(), String> {
        Box::pin(self.ask(JobKind::Unschedule)).await?;
        Box::pin(self.drive(delivery, online)).await
    }

    /// A person schedules for a near date; one fault does not make the host get it too late, unless the
    /// host asks for more time than there is.
    pub async fn perform_by(&self, at: Timestamp, delivery: Delivery) -> Result<(), String> {
        Box::pin(self.perform(JobKind::Schedule { at }, delivery)).await?;
        let injected = self.world.board.injected();
        let excused = injected.len() > 1 || injected.iter().any(|fault| fault.contains("429"));
        if self.now() >= at && !excused {
            return Err(format!("late: {:?}", self.job().await));
        }
        Ok(())
    }

    /// A person asks for what cannot succeed, and everything works until that is clear.
    pub async fn park(&self, delivery: Delivery) -> Result<(), String> {
        Box::pin(self.ask(JobKind::Publish)).await?;
        for _ in 0..ROUNDS {
            while let Some(message) = self.queue.try_next() {
                Box::pin(self.deliver(&message, delivery)).await;
            }
            let job = self.job().await;
            if job
                .as_ref()
                .is_some_and(|job| job.state == JobState::Parked)
            {
                return Ok(());
            }
            Box::pin(self.wait(job.as_ref())).await;
        }
        Err("lost: the publication never stopped".into())
    }

    pub(super) async fn drive(
        &self,
        delivery: Delivery,
        reached: impl Fn(&Post, Option<&Job>) -> bool,
    ) -> Result<(), String> {
        for _ in 0..ROUNDS {
            while let Some(message) = self.queue.try_next() {
                self.deliver(&message, delivery).await;
                self.delivered.lock().unwrap().push(message);
                self.check_meanwhile().await?;
            }
            let (post, job) = (self.current().await, self.job().await);
            if reached(&post, job.as_ref()) {
                return self.repeat(delivery).await;
            }
            match job {
                Some(job) if job.state == JobState::Parked => self.retry(job).await,
                job => self.wait(job.as_ref()).await,
            }
        }
        let job = self.job().await;
        Err(format!("lost: the publication never ended: {job:?}"))
    }

    /// Every message ever delivered comes once more, last first, and changes nothing.
    async fn repeat(&self, delivery: Delivery) -> Result<(), String> {
        if delivery == Delivery::Once {
            return Ok(());
        }
        let (post, job) = (self.current().await, self.job().await);
        let again: Vec<_> = self
            .delivered
            .lock()
            .unwrap()
            .iter()
            .rev()
            .cloned()
            .collect();
        for message in again {
            self.deliver(&message, Delivery::Once).await;
        }
        if (post, job) == (self.current().await, self.job().await) {
            Ok(())
        } else {
            Err("a repeated message changed what was done".into())
        }
    }

    /// A person reads the checklist and lets it run again.
    async fn retry(&self, mut job: Job) {
        self.world.quiet().await;
        let from = job.revision;
        assert!(job.retry(self.now()));
        self.store.save_job(&job, from).await.unwrap();
        let message = WorkMessage::Publication { job_id: job.id };
        self.lossy(&self.queue).send(&message).await.unwrap();
    }

    /// Time passes until the job is due again, and the tick comes. Minutes pass in between, so the
    /// host is done with whatever it was given.
    async fn wait(&self, job: Option<&Job>) {
        self.world.quiet().await;
        let minute = self.now() + SignedDuration::from_mins(1);
        let due = job.and_then(|job| job.next_at).unwrap_or(minute);
        self.world.clock.set(due.max(minute));
        self.tick().await;
    }
}
