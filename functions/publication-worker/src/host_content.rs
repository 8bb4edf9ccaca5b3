//! Converts a post to the host's representation.

use domain::faq::{FaqData, FaqItem};
use domain::platform::post::{Post, PostVersion};
use host_client::{FAQ_DATA_KEY, FAQ_ENABLED_KEY, Host, PostChange, encode};
use serde_json::{Map, Value};

use crate::attempt::Attempt;
use crate::failure::{Failure, StepError};
use crate::{Ports, host_identity, search_fields};

/// The current title and body.
pub(crate) async fn version(ports: &Ports, post: &Post) -> Result<PostVersion, StepError> {
    let version = ports.store.post_version(post.id, post.version).await?;
    Ok(version.ok_or_else(|| Failure::lasting("O texto do conteúdo não foi encontrado."))?)
}

/// The slug that the post should have on the host.
pub(crate) fn slug(post: &Post) -> String {
    if post.fields.slug.is_empty() {
        markup::slug::from_title(&post.fields.title)
    } else {
        post.fields.slug.clone()
    }
}

/// The FAQ as hosts keep it: its texts are HTML there.
fn faq_for_host(faq: &FaqData) -> FaqData {
    let items = faq.items.iter().map(|item| FaqItem {
        question: encode::faq_line(&item.question),
        answer: encode::faq_text(&item.answer),
    });
    FaqData {
        title: encode::faq_line(&faq.title),
        description: encode::faq_text(&faq.description),
        items: items.collect(),
        ..faq.clone()
    }
}

fn faq(post: &Post) -> Result<Map<String, Value>, StepError> {
    let faq = &post.fields.faq_data;
    let data = serde_json::to_string(&faq_for_host(faq)).map_err(|error| {
        tracing::error!(target: "publication", %error, "a FAQ could not be serialised");
        Failure::lasting("O FAQ do conteúdo não pôde ser enviado.")
    })?;
    Ok(Map::from_iter([
        (FAQ_ENABLED_KEY.to_owned(), Value::from(faq.enabled)),
        (FAQ_DATA_KEY.to_owned(), Value::from(data)),
    ]))
}

/// Every field of the post but its state. Sending it is idempotent.
pub(crate) async fn content(
    attempt: &mut Attempt<'_>,
    host: &Host,
    featured: Option<u64>,
) -> Result<PostChange, StepError> {
    let ports = attempt.ports;
    host_identity::check_choices(&attempt.site, &attempt.post)?;
    let mut meta = faq(&attempt.post)?;
    meta.extend(search_fields::meta(attempt, host).await);
    let post = &attempt.post;
    let version = version(ports, post).await?;
    let tags = if post.fields.host_tag_names.is_empty() {
        post.emptied.tags.then(Vec::new)
    } else {
        let names = &post.fields.host_tag_names;
        Some(ports.hosts.ensure_tags(host, names).await?)
    };
    let categories = &post.fields.host_category_ids;
    let are_sent = !categories.is_empty() || post.emptied.categories;
    Ok(PostChange {
        title: Some(version.title),
        content: Some(version.body),
        excerpt: Some(post.fields.excerpt.clone()),
        slug: Some(slug(post)).filter(|slug| !slug.is_empty()),
        status: None,
        date: None,
        categories: are_sent.then(|| categories.clone()),
        tags,
        author: post.fields.host_author_id,
        featured_media: featured,
        meta,
    })
}
