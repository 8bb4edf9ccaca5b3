//! Sites that move to another host.

use domain::platform::media::Media;
use domain::platform::post::Post;
use domain::platform::publication::{Cause, Job, JobKind, JobState};
use host_client::{
    HostClient, HostMedia, HostPost, MediaUpload, PostDraft, PostStatus as HostState,
};
use platform_store::{PostChange, SecretChange};

use super::catalogue::Delivery;
use super::platform::{TestPlatform, pictures};

/// A post and a picture of another author, as they were on the second host before the move.
pub struct Strangers {
    pub post: HostPost,
    pub picture: HostMedia,
}

impl TestPlatform<'_> {
    /// The other author's content on the second host, if the site moved.
    pub fn strangers(&self) -> Option<&Strangers> {
        self.strangers.get()
    }

    /// Moves the site to another host, which has other content under each identifier that the platform knows.
    pub async fn move_host(&self) {
        let host = self.hosts.host_of(&self.hosts.other_site);
        let client = HostClient::new(self.hosts.outbound.clone());
        let draft = PostDraft {
            title: "De outra pessoa".into(),
            content: "<p>De outra pessoa.</p>".into(),
            status: HostState::Publish,
            slug: String::new(),
            more: host_client::PostChange::default(),
        };
        let upload = MediaUpload {
            bytes: pictures()[0].clone(),
            filename: "de-outra-pessoa.jpg".into(),
            mime: "image/jpeg".into(),
            slug: None,
        };
        let post = client.create_post(&host, draft).await.unwrap();
        let picture = client.upload_media(&host, upload).await.unwrap();
        let change = PostChange::of(&self.current().await, |ours| {
            ours.host_post_id = Some(post.id)
        });
        self.store.save_post(change).await.unwrap();
        let media = self.store.post_media(self.post).await.unwrap().remove(0);
        let renumbered = Media {
            host_media_id: Some(picture.id),
            version: media.version + 1,
            ..media.clone()
        };
        self.store.update_media(&media, &renumbered).await.unwrap();
        self.address_changes().await;
        let _ = self.strangers.set(Strangers { post, picture });
    }

    /// A user enters the address and the login of the second host.
    async fn address_changes(&self) {
        let site_id = self.current().await.site_id;
        let before = self.store.site(site_id).await.unwrap().unwrap();
        let login = self.hosts.other_site.admin();
        let mut after = before.clone();
        after.first_origin = Some(before.host_origin());
        after.url = format!("http://{}", self.hosts.other_proxy.address());
        after.rest_root = Some(
            self.hosts
                .rest_root(self.hosts.other_proxy.address())
                .into(),
        );
        after.host_user = Some(login.user);
        after.version += 1;
        let context = host_access::password_context(site_id);
        let sealed = self.keyring.seal(&context, &login.password, &*self.random);
        let secret = SecretChange::Set(sealed.unwrap());
        self.store
            .update_site(&before, &after, secret)
            .await
            .unwrap();
    }

    /// A user publishes a post of a moved site, gets the error, and publishes it as new.
    pub async fn publish_as_new(&self, delivery: Delivery) -> Result<(), String> {
        self.ask(JobKind::Publish).await?;
        let stopped = |_: &Post, job: Option<&Job>| {
            job.is_some_and(|job| {
                job.state == JobState::Parked && job.cause == Some(Cause::HostMoved)
            })
        };
        Box::pin(self.drive(delivery, stopped)).await?;
        let asking = self.ask_with(JobKind::Publish, Post::leave_former_host);
        let job = Box::pin(asking).await?;
        let done = |post: &Post, current: Option<&Job>| {
            post.job_id == Some(job) && current.is_some_and(|job| job.state == JobState::Done)
        };
        Box::pin(self.drive(delivery, done)).await
    }

    /// Checks that the other author's content on the second host is unchanged.
    pub(super) async fn check_strangers(&self) -> Result<(), String> {
        let Some(before) = self.strangers() else {
            return Ok(());
        };
        let client = HostClient::new(self.hosts.outbound.clone());
        let host = self.host();
        let post = client.get_post(&host, before.post.id).await;
        let picture = client.find_media(&host, &before.picture.slug).await;
        match (post, picture) {
            (Ok(post), Ok(Some(picture))) if post == before.post && picture == before.picture => {
                Ok(())
            }
            found => Err(format!("a stranger was hit: {found:?}")),
        }
    }
}
