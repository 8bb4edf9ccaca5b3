//! Test application: records in memory and a mail server with scripted results.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use domain::platform::access::Role;
use domain::platform::approval::{Approval, ApprovalChannel, Decision};
use domain::platform::event::{ContentEvent, EventKind};
use domain::platform::id::{JobId, MediaId, PostId, SiteId, UserId};
use domain::platform::notification::{Notification, NotificationKind, NotificationState};
use domain::platform::post::{Post, PostFields};
use domain::platform::publication::{JobKind, Step};
use domain::platform::site_record::{NotificationChannel, Site};
use domain::platform::time_zone::zone_of;
use domain::platform::user::User;
use embedded::clock::SettableClock;
use embedded::dynamo::Engine;
use embedded::memory_blobs::MemoryBlobs;
use embedded::random::SeededRandom;
use jiff::Timestamp;
use notification_worker::{Ports, process};
use outbound::{Outbound, Policy};
use platform_store::{
    Claim, NewUser, PostChange, answer_change, approval_token_hash, notification_write,
    seal_approval_token,
};
use platform_testkit::{approval, change_site, first_version, media, new_user};
use ports::{
    Blob, ClientMessage, Clock, Mail, MailError, MailMessage, MessageSendError, Messages, Random,
};
use settings::Settings;
use site_mailbox::Mailboxes;
use vault::KeyRing;

pub enum Answer {
    Temporary,
    Refused,
    Lost,
    NotConfigured,
}

#[derive(Default)]
pub struct ScriptedMail {
    sent: Mutex<Vec<MailMessage>>,
    script: Mutex<VecDeque<Answer>>,
}

impl ScriptedMail {
    pub fn answers(&self, answers: impl IntoIterator<Item = Answer>) {
        self.script.lock().unwrap().extend(answers);
    }
}

#[async_trait]
impl Mail for ScriptedMail {
    fn configured(&self) -> bool {
        true
    }

    async fn send(&self, message: &MailMessage) -> Result<(), MailError> {
        match self.script.lock().unwrap().pop_front() {
            Some(Answer::Temporary) => Err(MailError::Temporary("421 volte depois".into())),
            Some(Answer::Refused) => Err(MailError::Refused("550 caixa inexistente".into())),
            Some(Answer::Lost) => Err(MailError::UnknownOutcome("sem resposta".into())),
            Some(Answer::NotConfigured) => Err(MailError::NotConfigured),
            None => {
                self.sent.lock().unwrap().push(message.clone());
                Ok(())
            }
        }
    }
}

/// A messaging provider with scripted results.
#[derive(Default)]
pub struct ScriptedMessages {
    sent: Mutex<Vec<ClientMessage>>,
    script: Mutex<VecDeque<MessageSendError>>,
}

impl ScriptedMessages {
    pub fn fails(&self, failures: impl IntoIterator<Item = MessageSendError>) {
        self.script.lock().unwrap().extend(failures);
    }
}

#[async_trait]
impl Messages for ScriptedMessages {
    async fn send(&self, message: &ClientMessage) -> Result<String, MessageSendError> {
        match self.script.lock().unwrap().pop_front() {
            Some(failure) => Err(failure),
            None => {
                self.sent.lock().unwrap().push(message.clone());
                Ok("wamid.1".into())
            }
        }
    }
}

pub struct TestApp {
    pub ports: Ports,
    pub clock: Arc<SettableClock>,
    pub mail: Arc<ScriptedMail>,
    pub messages: Arc<ScriptedMessages>,
    pub post: PostId,
    author: User,
    random: SeededRandom,
}

fn site(owner: &User, now: Timestamp) -> Site {
    Site {
        name: "Padaria Bom Pão".into(),
        email: Some("contato@padaria.example".into()),
        whatsapp: Some("+5511988887777".into()),
        solicitacao_aprovacao_default: true,
        notification_channel: NotificationChannel::Email,
        ..platform_testkit::site(SiteId(1), owner.id, "https://padaria.example", now)
    }
}

impl TestApp {
    pub async fn new() -> Self {
        let now: Timestamp = "2027-01-15T08:00:00Z".parse().unwrap();
        let clock = Arc::new(SettableClock::at(now));
        let store = platform_testkit::store(&Engine::memory().unwrap()).await;
        let new = NewUser {
            email: "ana@agencia.example".into(),
            ..new_user("Ana Souza", Role::Editor)
        };
        let author = store.create_user(new, None, now).await.unwrap();
        store.create_site(&site(&author, now), None).await.unwrap();
        let mail = Arc::new(ScriptedMail::default());
        let messages = Arc::new(ScriptedMessages::default());
        let blobs = Arc::new(MemoryBlobs::default());
        let keyring = Arc::new(KeyRing::generate(&SeededRandom::new(4)));
        let outbound = Outbound::new(Policy::local()).unwrap();
        let mailboxes =
            Mailboxes::of_environment(keyring.clone(), clock.clone(), outbound, |_| None).unwrap();
        let ports = Ports {
            site: site_store::Parts::new(
                store.table().clone(),
                blobs.clone(),
                clock.clone(),
                Arc::new(SeededRandom::new(5)),
            ),
            store,
            blobs,
            mail: mail.clone(),
            settings: Settings::of_environment(|_| None),
            messages: messages.clone(),
            zone: zone_of(None).unwrap(),
            clock: clock.clone(),
            mailboxes,
            keyring,
            app_url: "https://pauta.example".parse().unwrap(),
        };
        let app = Self {
            ports,
            clock,
            mail,
            messages,
            post: PostId(1),
            author,
            random: SeededRandom::new(3),
        };
        app.write_post(now).await;
        app
    }

    async fn write_post(&self, now: Timestamp) {
        let store = &self.ports.store;
        let fields = PostFields {
            title: "Como escolher o pão".into(),
            ..PostFields::default()
        };
        let post = Post::draft(self.post, self.author.id, SiteId(1), fields, 400, now);
        let version = first_version(&post, "<p>Do café da manhã ao jantar.</p>");
        store.create_post(&post, &version, &[]).await.unwrap();
        let mut media = media(MediaId(1), self.post, now);
        media.texts.alt_text = "Pães".into();
        store.add_media(&media).await.unwrap();
        let jpeg = b"\xff\xd8\xff\xd9".as_slice();
        self.store_original("image/jpeg", jpeg.into()).await;
    }

    /// Gives the post a picture too wide for a mail.
    pub async fn photograph(&self) {
        let wide = pictures::generate::photograph(1300, 700, 1).unwrap();
        self.store_original("image/jpeg", wide).await;
        let media = self.ports.store.media(MediaId(1)).await.unwrap().unwrap();
        let mut wide = media.clone();
        (wide.width, wide.height, wide.version) = (1300, 700, media.version + 1);
        self.ports.store.update_media(&media, &wide).await.unwrap();
    }

    async fn store_original(&self, content_type: &str, bytes: bytes::Bytes) {
        let blob = Blob {
            bytes,
            content_type: content_type.into(),
        };
        self.ports
            .blobs
            .put("posts/1/media/1/original.jpg", blob)
            .await
            .unwrap();
    }

    /// Replaces the file of the post's picture by one in WebP.
    pub async fn store_webp(&self) {
        let photograph = pictures::generate::photograph(320, 200, 2).unwrap();
        let webp = pictures::webp(photograph, 80.0, 320).await.unwrap();
        self.store_original("image/webp", webp.bytes).await;
    }

    pub async fn break_picture(&self) {
        let gif = b"GIF89a".as_slice();
        self.store_original("image/gif", gif.into()).await;
    }

    async fn reread(&self) -> Post {
        self.ports.store.post(self.post).await.unwrap().unwrap()
    }

    pub async fn alter(&self, alter: impl FnOnce(&mut Post)) {
        let change = PostChange::of(&self.reread().await, alter);
        self.ports.store.save_post(change).await.unwrap();
    }

    pub async fn request_approval(&self) -> (Approval, String) {
        self.request_approval_by(self.author.id).await
    }

    async fn request_approval_by(&self, requester: UserId) -> (Approval, String) {
        let channel = ApprovalChannel::Email;
        let (approval, mut ids) = self.request_approval_on(channel, requester).await;
        (approval, ids.remove(0))
    }

    /// Opens a round on `channel`, and returns it with the identifiers of its notifications.
    pub async fn request_approval_on(
        &self,
        channel: ApprovalChannel,
        requester: UserId,
    ) -> (Approval, Vec<String>) {
        let (post, now) = (self.reread().await, self.clock.now());
        let (token, round) = (self.random.uuid(), post.approval_rounds + 1);
        let keyring = &self.ports.keyring;
        let sealed = seal_approval_token(keyring, post.id, round, token, &self.random).unwrap();
        let approval = Approval {
            sealed_token: Some(sealed),
            channel,
            contacts: vec!["contato@padaria.example".into(), "+5511988887777".into()],
            ..approval(&post, round, requester, now)
        };
        let (_, notifications) = self
            .ports
            .store
            .open_approval(
                &post,
                &approval,
                &approval_token_hash(keyring, token),
                None,
                &Claim::none(),
            )
            .await
            .unwrap();
        let ids = notifications.into_iter().map(|it| it.id).collect();
        (approval, ids)
    }

    pub async fn answer(&self, decision: Decision, comment: &str, under_way: bool) -> String {
        self.answer_to(self.author.id, decision, comment, under_way)
            .await
    }

    /// The client answers a round that `requester` asked for.
    pub async fn answer_to(
        &self,
        requester: UserId,
        decision: Decision,
        comment: &str,
        under_way: bool,
    ) -> String {
        let (approval, now) = (
            self.request_approval_by(requester).await.0,
            self.clock.now(),
        );
        let answered = approval.answer(decision, comment, None, now).unwrap();
        let (change, notification) = answer_change(
            &self.reread().await,
            &answered,
            decision,
            under_way,
            &jiff::tz::TimeZone::UTC,
            now,
        )
        .unwrap();
        self.ports.store.save_post(change).await.unwrap();
        notification.id
    }

    pub async fn queue(&self, kind: NotificationKind) -> String {
        let notification = Notification::new(kind, self.clock.now());
        let write = notification_write(&notification).unwrap();
        self.ports
            .store
            .table()
            .transact(vec![write])
            .await
            .unwrap();
        notification.id
    }

    /// What a notification says about its last attempt.
    pub async fn error(&self, id: &str) -> String {
        let notification = self.ports.store.notification(id).await.unwrap();
        notification.unwrap().error.unwrap()
    }

    pub async fn park(&self, kind: JobKind, step: Step, error: &str) -> (JobId, String) {
        self.park_by(None, kind, step, error).await
    }

    /// A job that `requester` asked for stops at `step`.
    pub async fn park_by(
        &self,
        requester: Option<UserId>,
        kind: JobKind,
        step: Step,
        error: &str,
    ) -> (JobId, String) {
        let (store, now) = (&self.ports.store, self.clock.now());
        let change = PostChange::of(&self.reread().await, |_| {});
        let (_, mut job) = store
            .request_publication(change, kind, requester, now, &self.random)
            .await
            .unwrap();
        let revision = job.revision;
        job.begin(now).unwrap();
        while job.next_step() != Some(step) {
            job.succeed(job.next_step().unwrap(), now);
        }
        job.fail(step, error, false, None, now);
        store.save_job(&job, revision).await.unwrap();
        let kind = NotificationKind::PublicationParked {
            post_id: self.post,
            job_id: job.id,
            run: job.runs,
        };
        (job.id, self.queue(kind).await)
    }

    /// Adds a user of the agency with this first name.
    pub async fn create_user(&self, name: &str, role: Role) -> UserId {
        let new = NewUser {
            email: format!("{}@agencia.example", name.to_lowercase()),
            ..new_user(&format!("{name} Lima"), role)
        };
        let now = self.clock.now();
        self.ports
            .store
            .create_user(new, None, now)
            .await
            .unwrap()
            .id
    }

    pub async fn deactivate(&self, person: UserId) {
        let store = &self.ports.store;
        store
            .change_user(person, |user| user.active = false)
            .await
            .unwrap();
    }

    pub const fn author(&self) -> UserId {
        self.author.id
    }

    /// Makes `person` the owner of the site.
    pub async fn owner(&self, person: UserId) {
        change_site(&self.ports.store, SiteId(1), |site| site.user_id = person).await;
    }

    /// Sends everything that is due, as the tick and the queue do.
    pub async fn send_due(&self) {
        let store = &self.ports.store;
        let due = store.due_notifications(self.clock.now(), None, 100).await;
        for notification in due.unwrap().items {
            process(&self.ports, &notification.unwrap().id)
                .await
                .unwrap();
        }
    }

    pub async fn channel(&self, channel: NotificationChannel) {
        let store = &self.ports.store;
        change_site(store, SiteId(1), |site| site.notification_channel = channel).await;
    }

    pub async fn state(&self, id: &str) -> NotificationState {
        self.ports
            .store
            .notification(id)
            .await
            .unwrap()
            .unwrap()
            .state
    }

    /// Marks the post as published.
    pub async fn publish(&self) {
        self.alter(|post| {
            let at = "2027-01-15T08:00:00Z".parse().unwrap();
            post.mark_published("https://padaria.example/pao/".into(), at);
        })
        .await;
    }

    /// The events of the post of this kind.
    pub async fn events(&self, kind: EventKind) -> Vec<ContentEvent> {
        let page = self.ports.store.post_events_page(self.post, 0, usize::MAX);
        let (mut events, _) = page.await.unwrap();
        events.retain(|event| event.kind == kind);
        events
    }

    /// The messages that the provider accepted since the last call.
    pub fn texts(&self) -> Vec<ClientMessage> {
        std::mem::take(&mut *self.messages.sent.lock().unwrap())
    }

    pub fn sent(&self) -> Vec<MailMessage> {
        std::mem::take(&mut *self.mail.sent.lock().unwrap())
    }
}
