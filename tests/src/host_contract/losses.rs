//! A write that is repeated after a lost request or response takes effect once.

use host_client::{Host, HostError, MediaUpload, PostDraft};
use image::ImageFormat;

use super::{HostUnderTest, client};
use crate::pictures::picture;
use crate::proxy::{Damage, Proxy};

/// Damages the first write; all other calls pass.
fn damage_the_write(proxy: &Proxy, damage: Damage) {
    let mut damage = Some(damage);
    proxy.plan(move |call| {
        if call.method == "POST" {
            damage.take().unwrap_or(Damage::None)
        } else {
            Damage::None
        }
    });
}

/// Creates a post as a careful client does: after a failure that may have had an effect, it searches before it
/// creates.
async fn create_carefully(host: &Host, draft: PostDraft) -> (HostError, u64, bool) {
    let error = client().create_post(host, draft.clone()).await.unwrap_err();
    assert!(error.retryable() && error.may_have_happened(), "{error:?}");
    match client().find_post_by_slug(host, &draft.slug).await.unwrap() {
        Some(post) => (error, post.id, true),
        None => (
            error,
            client().create_post(host, draft).await.unwrap().id,
            false,
        ),
    }
}

async fn assert_one_post(host: &HostUnderTest, damage: Damage, happened: bool) {
    let (reached, proxy) = host.damaged().await;
    damage_the_write(&proxy, damage);
    let draft = host.draft("perda");
    let (slug, title) = (draft.slug.clone(), draft.title.clone());
    let (error, id, found) = create_carefully(&reached, draft).await;
    assert_eq!(found, happened, "{error:?}");
    let word = title.rsplit(' ').next().unwrap();
    assert_eq!(host.count(&reached, "posts", word).await, 1);
    let kept = client().find_post_by_slug(&reached, &slug).await.unwrap();
    assert_eq!(kept.map(|post| post.id), Some(id));
}

pub async fn a_lost_answer_leaves_one_post(host: &HostUnderTest) {
    assert_one_post(host, Damage::LoseAnswer, true).await;
}

pub async fn a_lost_request_leaves_one_post(host: &HostUnderTest) {
    assert_one_post(host, Damage::LoseRequest, false).await;
}

pub async fn a_cut_answer_leaves_one_post(host: &HostUnderTest) {
    assert_one_post(host, Damage::CutAnswer, true).await;
}

pub async fn a_lost_upload_leaves_one_picture(host: &HostUnderTest) {
    let (reached, proxy) = host.damaged().await;
    damage_the_write(&proxy, Damage::LoseAnswer);
    let word = host.word("perdida");
    let slug = format!("pauta-m-{word}");
    let upload = MediaUpload {
        bytes: picture(ImageFormat::Jpeg, 480, 320),
        filename: format!("{word}.jpg"),
        mime: "image/jpeg".into(),
        slug: Some(slug.clone()),
    };
    let error = client().upload_media(&reached, upload).await.unwrap_err();
    assert!(error.may_have_happened(), "{error:?}");
    assert!(
        client()
            .find_media(&reached, &slug)
            .await
            .unwrap()
            .is_some()
    );
    assert_eq!(host.count(&reached, "media", &word).await, 1);
}
