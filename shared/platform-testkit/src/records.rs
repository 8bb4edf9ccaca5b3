//! Records with default values, for tests that set only what they are about.

use domain::platform::access::Role;
use domain::platform::approval::{Approval, ApprovalChannel, ApprovalStatus};
use domain::platform::id::{MediaId, PostId, SiteId, UserId};
use domain::platform::media::{Media, MediaTexts};
use domain::platform::post::{Post, PostVersion};
use domain::platform::site_record::Site;
use embedded::dynamo::Engine;
use items::Table;
use jiff::Timestamp;
use platform_store::{NewUser, PlatformStore, SecretChange};

/// An empty store in the memory of `engine`.
pub async fn store(engine: &Engine) -> PlatformStore {
    let table = Table::new(engine.client(), "platform");
    table.create().await.unwrap();
    PlatformStore::new(table)
}

/// An active user with the e-mail `{name}@agencia.test`.
pub fn new_user(name: &str, role: Role) -> NewUser {
    NewUser {
        name: name.to_owned(),
        email: format!("{name}@agencia.test"),
        role,
        active: true,
    }
}

/// A site without members, contacts or a login on its host.
pub fn site(id: SiteId, owner: UserId, url: &str, now: Timestamp) -> Site {
    Site {
        name: "Cliente".into(),
        url: url.into(),
        ..Site::new(id, owner, now)
    }
}

/// Stores the site `id` as `alter` leaves it, with the next version and the same password.
pub async fn change_site(store: &PlatformStore, id: SiteId, alter: impl FnOnce(&mut Site)) {
    let before = store.site(id).await.unwrap().unwrap();
    let mut after = before.clone();
    alter(&mut after);
    after.version = before.version + 1;
    store
        .update_site(&before, &after, SecretChange::Keep)
        .await
        .unwrap();
}

/// Version 1 of `post`: the post's title, author and date, with this body.
pub fn first_version(post: &Post, body: &str) -> PostVersion {
    PostVersion {
        number: 1,
        title: post.fields.title.clone(),
        body: body.to_owned(),
        user_id: post.user_id,
        created_at: post.updated_at,
    }
}

/// A JPEG of 900 × 500 pixels without texts, whose files are `posts/{post}/media/{id}/original.jpg` and `web.webp`
/// beside it.
pub fn media(id: MediaId, post: PostId, now: Timestamp) -> Media {
    Media {
        id,
        content_id: post,
        file_name: "pao.jpg".into(),
        mime_type: "image/jpeg".into(),
        width: 900,
        height: 500,
        bytes: 9,
        original_key: format!("posts/{post}/media/{id}/original.jpg"),
        webp_key: format!("posts/{post}/media/{id}/web.webp"),
        texts: MediaTexts::default(),
        host_media_id: None,
        host_origin: None,
        host_url: None,
        in_text: false,
        source: None,
        created_at: now,
        version: 1,
    }
}

/// The pending approval round `round` of `post`, requested by `requester` at `now` from one contact by e-mail,
/// without a token.
pub fn approval(post: &Post, round: u32, requester: UserId, now: Timestamp) -> Approval {
    Approval {
        sealed_token: None,
        clear_token: None,
        round,
        post_id: post.id,
        site_id: post.site_id,
        status: ApprovalStatus::Pending,
        channel: ApprovalChannel::Email,
        contacts: vec!["cliente@exemplo.com.br".into()],
        requested_by: requester,
        requested_at: now,
        closed_at: None,
        respondent_ip: None,
        comment: None,
        approved_version: None,
        answered_version: None,
        counted: false,
    }
}
