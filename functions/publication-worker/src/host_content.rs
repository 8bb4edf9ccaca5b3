//! Converts a post to the host's representation.

use domain::platform::body_form::BodyForm;
use domain::platform::post::{Post, PostVersion};
use host_client::{Host, PostChange};

use crate::attempt::Attempt;
use crate::failure::{Failure, StepError};
use crate::{Ports, faq, host_identity, search_fields, text_pictures};

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

/// What a host is sent of a post.
pub(crate) struct Content {
    /// Every field of the post but its state.
    pub(crate) change: PostChange,
    /// Form of the body.
    pub(crate) form: BodyForm,
}

/// Every field of the post but its state. Sending it is idempotent.
pub(crate) async fn content(
    attempt: &mut Attempt<'_>,
    host: &Host,
    featured: Option<u64>,
) -> Result<Content, StepError> {
    let ports = attempt.ports;
    host_identity::check_choices(&attempt.site, &attempt.post)?;
    let mut meta = faq::meta(&attempt.post)?;
    meta.extend(search_fields::meta(attempt, host).await);
    let post = &attempt.post;
    let version = version(ports, post).await?;
    let form = post.body_form_on(&attempt.site);
    let body = text_pictures::on_host(ports, &attempt.site, post, &version.body, form).await?;
    let tags = if post.fields.host_tag_names.is_empty() {
        post.emptied.tags.then(Vec::new)
    } else {
        let names = &post.fields.host_tag_names;
        Some(ports.hosts.ensure_tags(host, names).await?)
    };
    let categories = &post.fields.host_category_ids;
    let are_sent = !categories.is_empty() || post.emptied.categories;
    let change = PostChange {
        title: Some(version.title),
        content: Some(body),
        excerpt: Some(post.fields.excerpt.clone()),
        slug: Some(slug(post)).filter(|slug| !slug.is_empty()),
        status: None,
        date: None,
        categories: are_sent.then(|| categories.clone()),
        tags,
        author: post.fields.host_author_id,
        featured_media: featured,
        meta,
    };
    Ok(Content { change, form })
}
