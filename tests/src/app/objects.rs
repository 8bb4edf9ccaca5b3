//! Creates a site, a post and a picture with given owners directly in the store.

use bytes::Bytes;
use domain::platform::generation::{ContentTask, GenerationTask, TextWishes};
use domain::platform::id::{GenerationId, LogId, MediaId, PostId, SiteId, UploadId, UserId};
use domain::platform::log::{LogEntry, LogLevel};
use domain::platform::media::StagedUpload;
use domain::platform::post::{Post, PostFields};
use log_store::LogFilter;
use platform_store::{Claim, PostChange};
use platform_testkit::{first_version, media};
use ports::Blob;

use super::TestApp;

/// Objects that a request may refer to.
#[derive(Debug, Clone, Copy)]
pub struct Objects {
    /// The site, without a login on its host.
    pub site: SiteId,
    /// A draft on it.
    pub post: PostId,
    /// The draft's picture.
    pub media: MediaId,
    /// A user whom administrators may manage.
    pub user: UserId,
    /// An upload for the draft, without its file.
    pub upload: UploadId,
    /// A generation that the caller requested.
    pub generation: GenerationId,
    /// An open entry of the central log.
    pub log: LogId,
}

impl TestApp {
    /// Creates a site of `site_owner` with a draft of `post_owner` and an upload requested by `caller`; `user` is
    /// passed on.
    pub async fn objects(
        &self,
        site_owner: UserId,
        post_owner: UserId,
        caller: UserId,
        user: UserId,
    ) -> Objects {
        let (store, now) = (&self.parts.store, self.parts.clock.now());
        let id = store.next_site_id().await.unwrap();
        let site = platform_testkit::site(id, site_owner, "http://127.0.0.1:9", now);
        store.create_site(&site, None).await.unwrap();
        let id = store.next_post_id().await.unwrap();
        let post = Post::draft(id, post_owner, site.id, PostFields::default(), 0, now);
        let version = first_version(&post, "");
        store.create_post(&post, &version, &[]).await.unwrap();
        let media = self.picture_of(id).await;
        let upload = self.upload_of(caller, id).await;
        Objects {
            site: site.id,
            post: id,
            media,
            user,
            upload,
            generation: self.generation_of(caller, site.id).await,
            log: self.log_entry().await,
        }
    }

    /// Adds an open entry to the central log.
    pub async fn log_entry(&self) -> LogId {
        let (logs, now) = (&self.parts.logs, self.parts.clock.now());
        let context = serde_json::json!({ "request_id": "4be1-77a0", "attempt": 3 });
        let entry = LogEntry {
            level: LogLevel::Error,
            channel: "publication-worker".to_owned(),
            message: "the host refused the post".to_owned(),
            context: context.as_object().unwrap().clone(),
            source_ref: Some("steps.rs:12".to_owned()),
            count: 1,
            first_at: now,
            last_at: now,
        };
        logs.append(&[entry]).await.unwrap();
        let listed = logs.list(&LogFilter::default(), 0, 1).await.unwrap();
        listed.entries[0].id
    }

    /// Creates an article's generation requested by `caller`, which no worker takes.
    pub async fn generation_of(&self, caller: UserId, site: SiteId) -> GenerationId {
        let (store, now) = (&self.parts.store, self.parts.clock.now());
        let task = GenerationTask::Content(ContentTask {
            site_id: site,
            prompt: "Pão".into(),
            words: 300,
            wishes: TextWishes::default(),
        });
        let claim = Claim::none();
        let requested = store.request_generation(&claim, caller, &task, None, now);
        requested.await.unwrap().id
    }

    /// Moves a post to the trash.
    pub async fn delete_post(&self, id: PostId) {
        let (store, now) = (&self.parts.store, self.parts.clock.now());
        let post = store.post(id).await.unwrap().unwrap();
        let change = PostChange::of(&post, |post| {
            post.deleted_at = Some(now);
            post.deleted_by = Some(post.user_id);
        });
        store.save_post(change).await.unwrap();
    }

    /// Creates an upload requested by `caller`, without its file.
    pub async fn upload_of(&self, caller: UserId, post: PostId) -> UploadId {
        let (store, now) = (&self.parts.store, self.parts.clock.now());
        let upload = StagedUpload {
            id: store.next_upload_id().await.unwrap(),
            user_id: caller,
            content_id: post,
            claimed_name: "pao.jpg".into(),
            created_at: now,
            media_id: None,
        };
        store.create_upload(&upload).await.unwrap();
        upload.id
    }

    async fn picture_of(&self, post: PostId) -> MediaId {
        let (store, now) = (&self.parts.store, self.parts.clock.now());
        let id = store.next_media_id().await.unwrap();
        let media = media(id, post, now);
        for (key, kind) in [
            (&media.original_key, "image/jpeg"),
            (&media.webp_key, "image/webp"),
        ] {
            let blob = Blob {
                bytes: Bytes::from_static(b"pic"),
                content_type: kind.into(),
            };
            self.parts.blobs.put(key, blob).await.unwrap();
        }
        store.add_media(&media).await.unwrap();
        id
    }
}
