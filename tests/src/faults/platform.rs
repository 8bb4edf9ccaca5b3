//! A platform with one site, one post and one picture in memory.

use std::collections::BTreeMap;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

use bytes::Bytes;
use domain::faq::{FaqData, FaqItem};
use domain::platform::access::Role;
use domain::platform::id::{PostId, SiteId, UserId};
use domain::platform::media::Media;
use domain::platform::post::{Post, PostFields, PostVersion};
use domain::platform::publication::Job;
use domain::platform::site_record::{NotificationChannel, Site};
use embedded::dynamo::Engine;
use embedded::mail::MemoryMail;
use embedded::memory_blobs::MemoryBlobs;
use embedded::queue::MemoryQueue;
use embedded::random::SeededRandom;
use host_client::{Host, Limits};
use image::ImageFormat;
use items::{Condition, Entry, Key};
use jiff::Timestamp;
use platform_store::{NewUser, PlatformStore, PostChange};
use platform_testkit::{first_version, media, new_user};
use ports::{Blob, Blobs, Clock, WorkMessage};
use vault::KeyRing;

use super::hosts::TestHosts;
use super::moved::Strangers;
use super::processes::Process;
use crate::pictures::picture;

/// E-mail address of the client.
pub const CLIENT: &str = "cliente@exemplo.com.br";
/// E-mail address of the site's owner, who is notified in place of a deactivated author.
pub const OWNER: &str = "olga@agencia.example";

/// A platform with one post, and the processes that work on it.
pub struct TestPlatform<'a> {
    pub hosts: &'a TestHosts,
    /// The records, without faults.
    pub store: PlatformStore,
    pub post: PostId,
    /// A word that only this post contains.
    pub word: String,
    pub(super) processes: [Process; 2],
    pub(super) blobs: Arc<MemoryBlobs>,
    pub(super) keyring: Arc<KeyRing>,
    pub(super) random: Arc<SeededRandom>,
    pub(super) queue: Arc<MemoryQueue>,
    pub(super) notifications: Arc<MemoryQueue>,
    pub(super) searches: Arc<MemoryQueue>,
    pub(super) mail: Arc<MemoryMail>,
    pub(super) limits: Limits,
    /// Content that the second host has under the identifiers of this post and its picture.
    pub(super) strangers: OnceLock<Strangers>,
    /// All delivered messages, to be delivered again.
    pub(super) delivered: Mutex<Vec<WorkMessage>>,
}

pub(super) fn pictures() -> &'static [Bytes; 2] {
    static PICTURES: OnceLock<[Bytes; 2]> = OnceLock::new();
    // Too small for the host to generate further sizes, which are not under test here.
    PICTURES.get_or_init(|| {
        [ImageFormat::Jpeg, ImageFormat::WebP].map(|format| picture(format, 48, 32))
    })
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

impl<'a> TestPlatform<'a> {
    /// A platform with one site, one post and one picture.
    pub async fn new(hosts: &'a TestHosts, time_limit: Duration) -> Self {
        let engine = Engine::memory().unwrap();
        let store = platform_testkit::store(&engine).await;
        let number = hosts.platforms.fetch_add(1, Ordering::Relaxed);
        // A different seed for each, because the host remembers the markers of earlier posts.
        let random = Arc::new(SeededRandom::new(1000 + number));
        let process = || Process::new(&engine, &hosts.board);
        let mut platform = Self {
            hosts,
            store,
            post: PostId(0),
            word: format!("artigo{number}x"),
            processes: [process(), process()],
            blobs: Arc::default(),
            keyring: Arc::new(KeyRing::generate(&*random)),
            random,
            queue: Arc::default(),
            notifications: Arc::default(),
            searches: Arc::default(),
            mail: Arc::default(),
            limits: Limits {
                probe: time_limit,
                read: time_limit,
                write: time_limit,
                upload: time_limit,
            },
            strangers: OnceLock::new(),
            delivered: Mutex::default(),
        };
        platform.store_records().await;
        platform
    }

    /// Stores users, the site, the post and its picture.
    async fn store_records(&mut self) {
        let author = self.add_user("Ana", Role::Editor).await;
        let owner = self.add_user("Olga", Role::Editor).await;
        self.add_user("Gil", Role::Gerente).await;
        self.add_unreadable_records().await;
        let site = self.add_site(author, owner).await;
        self.post = self.store.next_post_id().await.unwrap();
        let now = self.now();
        let post = Post::draft(self.post, author, site, fields(&self.word), 20, now);
        let version = first_version(&post, "<p>Texto do artigo.</p>");
        self.store.create_post(&post, &version, &[]).await.unwrap();
        self.add_picture().await;
    }

    async fn add_user(&self, name: &str, role: Role) -> UserId {
        let user = NewUser {
            email: format!("{}@agencia.example", name.to_lowercase()),
            ..new_user(name, role)
        };
        let user = self.store.create_user(user, None, self.now()).await;
        user.unwrap().id
    }

    /// Adds due records that cannot be read, which every tick meets.
    async fn add_unreadable_records(&self) {
        for kind in ["SCHEDULED_POST", "JOB", "NOTIFICATION"] {
            let poison = Entry::new(Key::new("POISON", kind), &"no record of ours").unwrap();
            let poison = poison.due(kind, 0);
            let table = self.store.table();
            table.put(poison, Condition::Any).await.unwrap();
        }
    }

    async fn add_site(&self, member: UserId, owner: UserId) -> SiteId {
        let id = self.store.next_site_id().await.unwrap();
        let login = self.hosts.site.admin();
        let address = self.hosts.proxy.address();
        let site = Site {
            member_ids: vec![member],
            rest_root: Some(self.hosts.rest_root(address).into()),
            rest_namespace: Some("core/v2".into()),
            host_user: Some(login.user),
            host_password_set: true,
            email: Some(CLIENT.into()),
            solicitacao_aprovacao_default: true,
            notification_channel: NotificationChannel::Email,
            ..platform_testkit::site(id, owner, &format!("http://{address}"), self.now())
        };
        let context = host_access::password_context(id);
        let sealed = self
            .keyring
            .seal(&context, &login.password, &*self.random)
            .unwrap();
        self.store.create_site(&site, Some(sealed)).await.unwrap();
        id
    }

    async fn add_picture(&self) {
        let id = self.store.next_media_id().await.unwrap();
        let mut media = Media {
            file_name: format!("{}.jpg", self.word),
            width: 48,
            height: 32,
            original_key: "a.jpg".into(),
            webp_key: "a.webp".into(),
            ..media(id, self.post, self.now())
        };
        media.texts.alt_text = "Uma praça".into();
        self.store.add_media(&media).await.unwrap();
        for (key, bytes) in ["a.jpg", "a.webp"].into_iter().zip(pictures()) {
            let blob = Blob {
                bytes: bytes.clone(),
                content_type: "image/*".into(),
            };
            self.blobs.put(key, blob).await.unwrap();
        }
    }

    /// The host at the site's address, without its proxy.
    pub fn host(&self) -> Host {
        match self.strangers.get() {
            None => self.hosts.host_of(&self.hosts.site),
            Some(_) => self.hosts.host_of(&self.hosts.other_site),
        }
    }

    pub fn now(&self) -> Timestamp {
        self.hosts.clock.now_seconds()
    }

    /// The stored post.
    pub async fn current(&self) -> Post {
        self.store.post(self.post).await.unwrap().unwrap()
    }

    /// The current publication job, if there is one.
    pub async fn job(&self) -> Option<Job> {
        let id = self.current().await.job_id?;
        Some(self.store.job(id).await.unwrap().unwrap())
    }

    /// A user edits the title.
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

    /// A user deletes the post. The route stores that together with the job that withdraws it from the host.
    pub async fn delete(&self) {
        let post = self.current().await;
        let now = self.now();
        let change = PostChange::of(&post, |post| {
            post.deleted_at = Some(now);
            post.deleted_by = Some(post.user_id);
        });
        self.store.save_post(change).await.unwrap();
    }

    /// Deletes the featured picture's file, so that no attempt can succeed.
    pub async fn lose_picture(&self) {
        self.blobs.delete("a.webp").await.unwrap();
    }

    /// Deactivates the author, who also requested the publication.
    pub async fn dismiss_author(&self) {
        let author = self.current().await.user_id;
        self.store
            .change_user(author, |user| user.active = false)
            .await
            .unwrap();
    }

    /// The recipients of the mails that were sent, by Message-ID.
    pub fn mails(&self) -> BTreeMap<String, String> {
        let sent = self.mail.sent().into_iter();
        sent.map(|mail| (mail.message_id, mail.to)).collect()
    }
}
