//! Posts from draft to public page.

use host_client::{FAQ_DATA_KEY, FAQ_ENABLED_KEY, HostPost, MediaUpload, PostChange, PostStatus};
use image::ImageFormat;
use serde_json::{Map, Value, json};

use super::{HostUnderTest, client};
use crate::pictures::picture;

pub async fn a_draft_is_found_by_its_marker(host: &HostUnderTest) {
    let reached = host.host().await;
    let draft = host.draft("marca");
    assert_eq!(
        client()
            .find_post_by_slug(&reached, &draft.slug)
            .await
            .unwrap(),
        None
    );
    let made = client().create_post(&reached, draft.clone()).await.unwrap();
    assert!(made.status.is(PostStatus::Draft));
    assert_eq!((&made.slug, &made.title), (&draft.slug, &draft.title));
    let found = client()
        .find_post_by_slug(&reached, &draft.slug)
        .await
        .unwrap();
    assert_eq!(found.map(|post| post.id), Some(made.id));
}

/// Publishes a post as the platform does: a draft with a marker, then all members at once.
async fn published(host: &HostUnderTest, meta: Map<String, Value>) -> (PostChange, HostPost) {
    let reached = host.host().await;
    let made = client()
        .create_post(&reached, host.draft("inteiro"))
        .await
        .unwrap();
    let word = host.word("artigo");
    let upload = MediaUpload {
        bytes: picture(ImageFormat::Jpeg, 480, 320),
        filename: format!("{word}.jpg"),
        mime: "image/jpeg".into(),
        slug: Some(format!("pauta-m-{word}")),
    };
    let featured = client().upload_media(&reached, upload).await.unwrap();
    let categories = client().categories(&reached).await.unwrap();
    let tag = client()
        .ensure_tag(&reached, &format!("Etiqueta {word}"))
        .await
        .unwrap();
    let user = client().test_connection(&reached).await.unwrap();
    let change = PostChange {
        title: Some(format!("Ação & reação: “{word}”")),
        content: Some(
            "<h2>Seção</h2>\n<p>Um <strong>texto</strong> com <a href=\"https://example.com/?a=1&amp;b=2\">link</a>.</p>\n<ul>\n<li>Um</li>\n<li>Dois</li>\n</ul>"
                .into(),
        ),
        excerpt: Some("Resumo do artigo.".into()),
        slug: Some(word),
        status: Some(PostStatus::Publish),
        date: None,
        categories: Some(vec![categories[0].id]),
        tags: Some(vec![tag]),
        author: Some(user.user_id),
        featured_media: Some(featured.id),
        meta,
    };
    client()
        .update_post(&reached, made.id, change.clone())
        .await
        .unwrap();
    let shown = client().get_post(&reached, made.id).await.unwrap();
    (change, shown)
}

pub async fn a_post_is_published_whole(host: &HostUnderTest) {
    let before = host.clock.now_seconds();
    let (sent, shown) = published(host, Map::new()).await;
    assert!(shown.status.is(PostStatus::Publish), "{shown:?}");
    assert_eq!(Some(&shown.title), sent.title.as_ref());
    assert_eq!(Some(&shown.content), sent.content.as_ref());
    assert_eq!(Some(&shown.slug), sent.slug.as_ref());
    assert_eq!(Some(&shown.categories), sent.categories.as_ref());
    assert_eq!(Some(&shown.tags), sent.tags.as_ref());
    assert_eq!(Some(shown.author), sent.author);
    assert_eq!(shown.featured_media, sent.featured_media);
    assert!(shown.link.starts_with("http"), "{shown:?}");
    let online = shown.date_gmt.expect("what is online has a date");
    let late = online.duration_since(before).as_secs();
    assert!(
        (-2..=60).contains(&late),
        "published at {online}, asked at {before}"
    );
}

pub async fn the_same_change_twice_leaves_the_same_post(host: &HostUnderTest) {
    let (sent, shown) = published(host, Map::new()).await;
    let reached = host.host().await;
    client()
        .update_post(&reached, shown.id, sent)
        .await
        .unwrap();
    let again = client().get_post(&reached, shown.id).await.unwrap();
    let modified_gmt = again.modified_gmt;
    assert_eq!(
        again,
        HostPost {
            modified_gmt,
            ..shown
        }
    );
}

pub async fn faq_support_is_reported_correctly(host: &HostUnderTest) {
    let data = json!({
        "enabled": true,
        "items": [{ "question": "O que é “pauta”?", "answer": "A lista & o plano." }],
    })
    .to_string();
    let meta = Map::from_iter([
        (FAQ_ENABLED_KEY.to_owned(), json!(true)),
        (FAQ_DATA_KEY.to_owned(), json!(data)),
    ]);
    let support = client().faq_support(&host.host().await).await.unwrap();
    assert_eq!(support.supported(), host.keeps_faq, "{support:?}");
    // A host without these fields ignores them and accepts the others.
    let (_, shown) = published(host, meta).await;
    assert!(shown.status.is(PostStatus::Publish));
    let kept = shown.meta.get(FAQ_DATA_KEY).and_then(Value::as_str);
    assert_eq!(
        kept,
        host.keeps_faq.then_some(data.as_str()),
        "{:?}",
        shown.meta
    );
}
