//! What an item becomes: the rules of creation and update, decided on the model alone.

use std::collections::BTreeMap;

use domain::site::date::{DateInput, ItemDate, OutOfRange};
use domain::site::{Format, Kind, Openness, Status, Taxonomy, meta, slug, status};

use super::Moment;
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

/// `wanted` or the next slug after it that is free for an item.
pub(crate) fn unique_slug(
    model: &Model,
    kind: Kind,
    parent: u64,
    id: u64,
    wanted: &str,
) -> Result<String, StoreError> {
    unique_slug_beside(model, kind, parent, id, wanted, |_| false)
}

/// The same where other slugs are taken that the model does not know yet.
pub(crate) fn unique_slug_beside(
    model: &Model,
    kind: Kind,
    parent: u64,
    id: u64,
    wanted: &str,
    is_taken: impl Fn(&str) -> bool,
) -> Result<String, StoreError> {
    let mut failure = None;
    // Numbers are tried one after the other; those that are taken are asked for at once.
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

/// A new item.
pub(crate) fn created(
    moment: &Moment<'_>,
    kind: Kind,
    author: u64,
    change: &ContentChange,
) -> Result<Content, StoreError> {
    let asked = change.status.unwrap_or(match kind {
        Kind::NavMenuItem => Status::Publish,
        Kind::Attachment => Status::Inherit,
        Kind::Post | Kind::Page | Kind::Block => Status::Draft,
    });
    let date = match change.date {
        None | Some(DateInput::Reset) => undated(moment, asked)?,
        Some(input) => dated(moment, input)?,
    };
    let instant = date.instant(&moment.zone)?;
    let settings = moment.model.settings();
    let openness = |default: Openness| match kind {
        Kind::Post | Kind::Attachment => default,
        Kind::Page | Kind::NavMenuItem | Kind::Block => Openness::Closed,
    };
    let mut content = Content {
        id: moment.model.next_content(),
        seq: 0,
        kind,
        status: status::settle(kind, asked, instant, moment.now),
        slug: String::new(),
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
            // Nobody can ping a file.
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
    set(moment, &mut content, change)?;
    complete_terms(moment.model, &mut content, change);
    content.slug = settled_slug(moment.model, &content, change, None)?;
    Ok(content)
}

/// An existing item after a change.
pub(crate) fn updated(
    moment: &Moment<'_>,
    current: &Content,
    change: &ContentChange,
) -> Result<Content, StoreError> {
    let mut content = current.clone();
    let asked = change.status.unwrap_or(current.status);
    if asked == Status::Trash && current.status != Status::Trash {
        return trashed(moment, current);
    }
    let input = match change.date {
        Some(input) => current.date.changed(input, &moment.zone)?,
        None => None,
    };
    content.date = match input {
        Some(DateInput::Reset) => undated(moment, asked)?,
        Some(input) => dated(moment, input)?,
        None if current.date.gmt.is_none() && current.status.is_floating() => {
            undated(moment, asked)?
        }
        None => current.date,
    };
    let instant = content.date.instant(&moment.zone)?;
    if !asked.is_floating() && asked != Status::Trash {
        content.date.gmt = Some(instant);
    }
    content.status = status::settle(current.kind, asked, instant, moment.now);
    touch(moment, &mut content)?;
    let mut slug = current.slug.clone();
    if content.status != Status::Trash
        && let Some(trashed) = content.trashed.take()
        // What had no slug before keeps the one of the trash, as in deployed systems.
        && !trashed.slug.is_empty()
    {
        slug = trashed.slug;
    }
    set(moment, &mut content, change)?;
    complete_terms(moment.model, &mut content, change);
    content.slug = settled_slug(moment.model, &content, change, Some(&slug))?;
    Ok(content)
}

/// An item on its way to the trash.
pub(crate) fn trashed(moment: &Moment<'_>, current: &Content) -> Result<Content, StoreError> {
    let mut content = current.clone();
    touch(moment, &mut content)?;
    complete_terms(moment.model, &mut content, &ContentChange::default());
    content.trashed = Some(Trashed {
        status: current.status,
        slug: current.slug.clone(),
        at: moment.now,
    });
    content.status = Status::Trash;
    // What comes back from the trash is not on top again by itself.
    content.sticky = false;
    let wanted = slug::trashed(&current.slug);
    content.slug = unique_slug(
        moment.model,
        content.kind,
        content.parent,
        content.id,
        &wanted,
    )?;
    Ok(content)
}

/// A scheduled item whose date has come. Only its state changes.
pub(crate) fn published(model: &Model, current: &Content) -> Content {
    let mut content = current.clone();
    content.status = Status::Publish;
    complete_terms(model, &mut content, &ContentChange::default());
    content
}

/// Gives a post that is in no category the default one, unless the change says that it has none.
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

/// The date of an item that was given none.
fn undated(moment: &Moment<'_>, asked: Status) -> Result<ItemDate, StoreError> {
    Ok(if asked.is_floating() {
        ItemDate::floating(moment.now, &moment.zone)?
    } else {
        ItemDate::exact(moment.now, &moment.zone)?
    })
}

fn dated(moment: &Moment<'_>, input: DateInput) -> Result<ItemDate, StoreError> {
    Ok(match input {
        DateInput::Local(local) => ItemDate::local(local, &moment.zone)?,
        DateInput::Exact(instant) => ItemDate::exact(instant, &moment.zone)?,
        DateInput::Reset => ItemDate::exact(moment.now, &moment.zone)?,
    })
}

fn touch(moment: &Moment<'_>, content: &mut Content) -> Result<(), StoreError> {
    content.modified = ItemDate::exact(moment.now, &moment.zone)?.local;
    content.modified_gmt = moment.now;
    Ok(())
}

/// Sets everything but date, state and slug.
fn set(
    moment: &Moment<'_>,
    content: &mut Content,
    change: &ContentChange,
) -> Result<(), StoreError> {
    let model = moment.model;
    let take = |to: &mut String, from: &Option<String>| {
        if let Some(text) = from {
            text.clone_into(to);
        }
    };
    take(&mut content.title, &change.title);
    take(&mut content.content, &change.content);
    take(&mut content.excerpt, &change.excerpt);
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
            // A link to an address of its own stands for itself.
            "custom".clone_into(&mut item.object);
            item.object_id = content.id;
        }
        content.menu_item = Some(item);
    }
    Ok(())
}

/// The item above, or none where that would make a ring. A menu item may name one that is not there
/// (yet), as deployed systems let it.
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

/// What is no item at all is ignored; an item that is no picture leaves none.
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
