//! Rules of creation and update: compute the new state of an item from the model and a change.

use domain::direction;
use std::collections::BTreeMap;

use domain::site::date::{DateInput, ItemDate, OutOfRange};
use domain::site::{Format, Kind, Openness, Status, Taxonomy, meta, slug, status};

use super::WriteContext;
use crate::change::ContentChange;
use crate::content::{Content, ReaderPassword, Trashed};
use crate::error::{Refusal, StoreError};
use crate::model::Model;
use crate::slug::sanitise;

impl From<OutOfRange> for StoreError {
    fn from(_: OutOfRange) -> Self {
        Refusal::InvalidDate.into()
    }
}

/// `wanted`, or the first free slug derived from it.
pub(crate) fn unique_slug(
    model: &Model,
    kind: Kind,
    parent: u64,
    id: u64,
    wanted: &str,
) -> Result<String, StoreError> {
    unique_slug_beside(model, kind, parent, id, wanted, |_| false)
}

/// Like [`unique_slug`], with further taken slugs that the model does not contain yet.
pub(crate) fn unique_slug_beside(
    model: &Model,
    kind: Kind,
    parent: u64,
    id: u64,
    wanted: &str,
    is_taken: impl Fn(&str) -> bool,
) -> Result<String, StoreError> {
    let mut failure = None;
    // Numbers are tried in sequence against the taken ones, which one query returns.
    let mut numbered = None;
    let mut look = |candidate: &str| -> Result<bool, StoreError> {
        let is_numbered = candidate
            .strip_prefix(wanted)
            .is_some_and(|rest| rest.starts_with('-'));
        if !is_numbered {
            return model.is_slug_taken(kind, parent, candidate, id);
        }
        if numbered.is_none() {
            numbered = Some(model.slugs_after(kind, parent, wanted, id)?);
        }
        Ok(numbered
            .as_ref()
            .is_some_and(|slugs| slugs.contains(candidate)))
    };
    let unique = slug::unique(wanted, |candidate| {
        if slug::is_reserved(kind, candidate) || is_taken(candidate) {
            return true;
        }
        look(candidate).unwrap_or_else(|error| {
            failure = Some(error);
            false
        })
    });
    failure.map_or(Ok(unique), Err)
}

/// New item.
pub(crate) fn created(
    context: &WriteContext<'_>,
    kind: Kind,
    author: u64,
    change: &ContentChange,
) -> Result<Content, StoreError> {
    let asked = change.status.unwrap_or(match kind {
        Kind::NavMenuItem
        | Kind::Template
        | Kind::TemplatePart
        | Kind::GlobalStyles
        | Kind::FontFamily
        | Kind::FontFace => Status::Publish,
        Kind::Attachment => Status::Inherit,
        Kind::Post | Kind::Page | Kind::Block | Kind::Navigation => Status::Draft,
    });
    let date = match change.date {
        None | Some(DateInput::Reset) => undated(context, asked)?,
        Some(input) => dated(context, input)?,
    };
    let instant = date.instant(&context.zone)?;
    let settings = context.model.settings();
    let openness = |default: Openness| match kind {
        Kind::Post | Kind::Attachment => default,
        _ => Openness::Closed,
    };
    let mut content = Content {
        id: context.model.next_content(),
        seq: 0,
        kind,
        status: status::settle(kind, asked, instant, context.now),
        slug: String::new(),
        former_slugs: Vec::new(),
        title: String::new(),
        content: String::new(),
        excerpt: String::new(),
        date,
        modified: date.local,
        modified_gmt: instant,
        author,
        parent: 0,
        menu_order: 0,
        featured_media: 0,
        comment_status: openness(settings.default_comment_status),
        ping_status: match kind {
            // Files cannot be pinged.
            Kind::Attachment => Openness::Closed,
            _ => openness(settings.default_ping_status),
        },
        format: Format::default(),
        sticky: false,
        template: String::new(),
        password: ReaderPassword::default(),
        meta: BTreeMap::new(),
        terms: BTreeMap::new(),
        trashed: None,
        media: None,
        menu_item: None,
    };
    set(context, &mut content, change)?;
    complete_terms(context.model, &mut content, change);
    content.slug = settled_slug(context.model, &content, change, None)?;
    Ok(content)
}

/// Existing item after a change.
pub(crate) fn updated(
    context: &WriteContext<'_>,
    current: &Content,
    change: &ContentChange,
) -> Result<Content, StoreError> {
    let mut content = current.clone();
    let asked = change.status.unwrap_or(current.status);
    if asked == Status::Trash && current.status != Status::Trash {
        return trashed(context, current);
    }
    let input = match change.date {
        Some(input) => current.date.changed(input, &context.zone)?,
        None => None,
    };
    content.date = match input {
        Some(DateInput::Reset) => undated(context, asked)?,
        Some(input) => dated(context, input)?,
        None if current.date.gmt.is_none() && current.status.is_floating() => {
            undated(context, asked)?
        }
        None => current.date,
    };
    let instant = content.date.instant(&context.zone)?;
    if !asked.is_floating() && asked != Status::Trash {
        content.date.gmt = Some(instant);
    }
    content.status = status::settle(current.kind, asked, instant, context.now);
    touch(context, &mut content)?;
    let mut slug = current.slug.clone();
    if content.status != Status::Trash
        && let Some(trashed) = content.trashed.take()
        // An item trashed without a slug keeps the trash slug, as in deployed systems.
        && !trashed.slug.is_empty()
    {
        slug = trashed.slug;
    }
    set(context, &mut content, change)?;
    complete_terms(context.model, &mut content, change);
    content.slug = settled_slug(context.model, &content, change, Some(&slug))?;
    // Readers found the item under its slug only while it was public.
    let was_public = matches!(current.status, Status::Publish | Status::Inherit);
    content.note_former_slug(if was_public { &current.slug } else { "" });
    Ok(content)
}

/// Item after being trashed.
pub(crate) fn trashed(
    context: &WriteContext<'_>,
    current: &Content,
) -> Result<Content, StoreError> {
    let mut content = current.clone();
    touch(context, &mut content)?;
    complete_terms(context.model, &mut content, &ContentChange::default());
    content.trashed = Some(Trashed {
        status: current.status,
        slug: current.slug.clone(),
        at: context.now,
    });
    content.status = Status::Trash;
    // Restoring does not make an item sticky again.
    content.sticky = false;
    let wanted = slug::trashed(&current.slug);
    content.slug = unique_slug(
        context.model,
        content.kind,
        content.parent,
        content.id,
        &wanted,
    )?;
    Ok(content)
}

/// Scheduled item after its publication; only the state changes.
pub(crate) fn published(model: &Model, current: &Content) -> Content {
    let mut content = current.clone();
    content.status = Status::Publish;
    complete_terms(model, &mut content, &ContentChange::default());
    content
}

/// Assigns the default category to a post without categories, unless the change explicitly sets none.
fn complete_terms(model: &Model, content: &mut Content, change: &ContentChange) {
    if content.kind != Kind::Post
        || change.terms.contains_key(&Taxonomy::Category)
        || !content.terms_of(Taxonomy::Category).is_empty()
    {
        return;
    }
    let default = model.settings().default_category;
    if model.is_term_of(default, Taxonomy::Category) {
        content.terms.insert(Taxonomy::Category, vec![default]);
    }
}

/// Date of an item created or published without one.
fn undated(context: &WriteContext<'_>, asked: Status) -> Result<ItemDate, StoreError> {
    Ok(if asked.is_floating() {
        ItemDate::floating(context.now, &context.zone)?
    } else {
        ItemDate::exact(context.now, &context.zone)?
    })
}

fn dated(context: &WriteContext<'_>, input: DateInput) -> Result<ItemDate, StoreError> {
    Ok(match input {
        DateInput::Local(local) => ItemDate::local(local, &context.zone)?,
        DateInput::Exact(instant) => ItemDate::exact(instant, &context.zone)?,
        DateInput::Reset => ItemDate::exact(context.now, &context.zone)?,
    })
}

fn touch(context: &WriteContext<'_>, content: &mut Content) -> Result<(), StoreError> {
    content.modified = ItemDate::exact(context.now, &context.zone)?.local;
    content.modified_gmt = context.now;
    Ok(())
}

/// Sets all members except date, state and slug.
fn set(
    context: &WriteContext<'_>,
    content: &mut Content,
    change: &ContentChange,
) -> Result<(), StoreError> {
    let model = context.model;
    let take = |to: &mut String, from: &Option<String>| {
        if let Some(text) = from {
            text.clone_into(to);
        }
    };
    if let Some(title) = &change.title {
        content.title = direction::without_written_controls(title).into_owned();
    }
    take(&mut content.content, &change.content);
    take(&mut content.excerpt, &change.excerpt);
    if content.kind == Kind::NavMenuItem {
        // Its title attribute.
        content.excerpt = direction::without_written_controls(&content.excerpt).into_owned();
    }
    take(&mut content.template, &change.template);
    if content.kind.needs_text()
        && content.title.is_empty()
        && content.content.is_empty()
        && content.excerpt.is_empty()
    {
        return Err(Refusal::EmptyContent.into());
    }
    match change.author {
        None | Some(0) => {}
        Some(author) if model.user(author).is_some() => content.author = author,
        Some(_) => return Err(Refusal::InvalidAuthor.into()),
    }
    if let Some(parent) = change.parent.filter(|_| content.kind.has_parent()) {
        content.parent = allowed_parent(model, content.kind, content.id, parent)?;
    }
    content.menu_order = change.menu_order.unwrap_or(content.menu_order);
    content.comment_status = change.comment_status.unwrap_or(content.comment_status);
    content.ping_status = change.ping_status.unwrap_or(content.ping_status);
    content.format = change.format.unwrap_or(content.format);
    content.sticky = change.sticky.unwrap_or(content.sticky);
    if let Some(password) = &change.password {
        content.password = password.clone();
    }
    if content.status == Status::Private {
        content.password = ReaderPassword::default();
    }
    if let Some(picture) = change.featured_media {
        set_picture(model, content, picture)?;
    }
    set_meta(content, change)?;
    set_terms(model, content, change);
    if let (Some(media), Some(alt_text)) = (&mut content.media, &change.alt_text) {
        alt_text.clone_into(&mut media.alt_text);
    }
    if content.kind == Kind::NavMenuItem
        && let Some(item) = &change.menu_item
    {
        let mut item = item.clone();
        if item.target_type == "custom" {
            // A custom link is its own object.
            "custom".clone_into(&mut item.object);
            item.object_id = content.id;
        }
        content.menu_item = Some(item);
    }
    Ok(())
}

/// Parent, or 0 where it would create a cycle. A menu item may name a parent that does not exist (yet),
/// as in deployed systems.
fn allowed_parent(model: &Model, kind: Kind, id: u64, parent: u64) -> Result<u64, StoreError> {
    if parent == 0 {
        return Ok(0);
    }
    if kind != Kind::NavMenuItem && model.summary(parent)?.is_none() {
        return Err(Refusal::InvalidParent.into());
    }
    Ok(if model.is_below(parent, id)? {
        0
    } else {
        parent
    })
}

/// Sets the featured image. An unknown identifier is ignored; an item that is not an image clears it.
fn set_picture(model: &Model, content: &mut Content, picture: u64) -> Result<(), StoreError> {
    if picture == 0 || model.summary(picture)?.is_some() {
        let is_picture = picture != 0 && model.is_picture(picture)?;
        content.featured_media = if is_picture { picture } else { 0 };
    }
    Ok(())
}

fn set_meta(content: &mut Content, change: &ContentChange) -> Result<(), StoreError> {
    for (name, value) in &change.meta {
        let Some(key) = meta::find(content.kind, name) else {
            continue;
        };
        match value {
            None => {
                content.meta.remove(name);
            }
            Some(value) if key.accepts(value) => {
                content.meta.insert(name.clone(), value.clone());
            }
            Some(_) => return Err(Refusal::InvalidMeta(name.clone()).into()),
        }
    }
    Ok(())
}

fn set_terms(model: &Model, content: &mut Content, change: &ContentChange) {
    for (taxonomy, wanted) in &change.terms {
        if !content.kind.taxonomies().contains(taxonomy) {
            continue;
        }
        let mut terms: Vec<u64> = wanted
            .iter()
            .copied()
            .filter(|term| model.is_term_of(*term, *taxonomy))
            .collect();
        terms.sort_unstable();
        terms.dedup();
        if terms.is_empty() {
            content.terms.remove(taxonomy);
        } else {
            content.terms.insert(*taxonomy, terms);
        }
    }
}

/// The slug of an item whose state and texts are settled
/// (docs/interface/site/posts.md#slugs). `current` is its slug as it is,
/// none on creation. A draft keeps the given slug as it is only where a creation says nothing of a
/// state, as in deployed systems.
fn settled_slug(
    model: &Model,
    content: &Content,
    change: &ContentChange,
    current: Option<&str>,
) -> Result<String, StoreError> {
    let is_new = current.is_none();
    let current = current.unwrap_or_default();
    let given = change.slug.as_deref().map(sanitise);
    let is_given = given.as_ref().is_some_and(|slug| !slug.is_empty());
    let mut wanted = given.unwrap_or_else(|| current.to_owned());
    if content.status == Status::Pending && !change.may_publish {
        return Ok(String::new());
    }
    if content.status == Status::Trash {
        return Ok(current.to_owned());
    }
    if wanted.is_empty() && !content.status.is_floating() {
        wanted = sanitise(&content.title);
        if wanted.is_empty() {
            wanted = content.id.to_string();
        }
    }
    let is_settled = is_given && !(is_new && change.status.is_none());
    let must_be_free = !wanted.is_empty() && (is_settled || !content.status.is_floating());
    if must_be_free && content.kind != Kind::NavMenuItem {
        wanted = unique_slug(model, content.kind, content.parent, content.id, &wanted)?;
    }
    Ok(wanted)
}
