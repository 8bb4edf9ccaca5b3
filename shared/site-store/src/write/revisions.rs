//! Writes of revisions and autosaves.

use domain::direction;
use std::sync::Arc;

use domain::site::{Kind, Status};
use items::{Condition, Write, retry_on_conflict};
use serde_json::Value;

use super::content::current;
use super::{Plan, WriteContext, compose};
use crate::change::{ContentChange, Guard};
use crate::content::Content;
use crate::error::{Refusal, StoreError};
use crate::keys;
use crate::log::Change;
use crate::packing::NewBlobs;
use crate::revision::{Revision, RevisionSummary, fingerprint_of, kept_meta, without_blanks};
use crate::store::SiteStore;

/// Records deleted per transaction, which takes 100 writes.
const REMOVED_AT_ONCE: usize = 50;

/// Where an autosave was stored.
#[derive(Debug, Clone)]
pub enum Autosaved {
    /// In the item itself: a draft of the same user.
    Item(Arc<Content>),
    /// In an autosave record beside the item.
    Beside(Box<Revision>),
}

impl Plan {
    /// Adds the revision of an update, unless the texts equal those of the previous revision. The first
    /// update always adds one.
    pub(super) fn revise(&mut self, context: &WriteContext<'_>, item: &Content, editor: u64) {
        if !item.kind.has_revisions() || item.status == Status::AutoDraft {
            return;
        }
        let latest = context.model.revisions().latest(item.id);
        if latest.is_none_or(|latest| latest.fingerprint != fingerprint_of(item)) {
            self.revision(Revision::of(item, context.model.next_content(), editor));
        }
    }
}

impl SiteStore {
    /// Stores unsaved work of `change.editor` on an item: in the item itself while it is a draft of
    /// that user, otherwise in an autosave record, one per user. An autosave record takes only title,
    /// content, excerpt and revisioned meta; the item takes everything except meta, terms, format,
    /// featured image and stickiness.
    pub async fn autosave(
        &self,
        kind: Kind,
        id: u64,
        change: &ContentChange,
        guard: Guard<'_>,
    ) -> Result<Autosaved, StoreError> {
        retry_on_conflict(|| async {
            let (known, replaced) = self.autosave_of(id, change.editor).await?;
            let outcome = self
                .commit(&[id], |context| {
                    let item = current(context, kind, guard)?;
                    if is_own_draft(&item, change.editor) {
                        let mut plan = Plan::default();
                        let content = compose::updated(context, &item, &of_item(change))?;
                        self.plan_published(&mut plan, context, Some(&item), content)?;
                        return Ok((plan, Autosave::InItem));
                    }
                    let now = context.model.revisions().autosave(id, change.editor);
                    if now.map(|now| now.seq) != known.as_ref().map(|known| known.seq) {
                        // The same user wrote it from another client after it was read.
                        return Ok((Plan::default(), Autosave::ReadAgain));
                    }
                    let revision = beside(context, &item, known.as_ref(), change)?;
                    let mut plan = Plan::default();
                    if known.as_ref() != Some(&revision) {
                        plan.revision(revision.clone());
                        plan.orphan(replaced.as_deref());
                    }
                    Ok((plan, Autosave::Beside(Box::new(revision))))
                })
                .await?;
            match outcome {
                Autosave::InItem => Ok(Some(Autosaved::Item(self.stored(id).await?))),
                Autosave::Beside(revision) => Ok(Some(Autosaved::Beside(revision))),
                Autosave::ReadAgain => Ok(None),
            }
        })
        .await
    }

    /// Autosave of a user, with the blob key of its record.
    async fn autosave_of(
        &self,
        parent: u64,
        author: u64,
    ) -> Result<(Option<Revision>, Option<String>), StoreError> {
        let known = self.model().revisions().autosave(parent, author).cloned();
        let Some(known) = known else {
            return Ok((None, None));
        };
        let blob = known.blob.clone();
        Ok((self.revisions(&[known]).await?.pop(), blob))
    }

    /// Deletes a revision of an item.
    pub async fn delete_revision(&self, parent: u64, id: u64) -> Result<(), StoreError> {
        self.commit(&[], |context| {
            let known = context.model.revisions().get(id);
            let gone = known
                .filter(|known| known.parent == parent)
                .ok_or(Refusal::Unknown)?;
            let mut plan = Plan::default();
            plan.delete(keys::revision(self.tenant(), parent, id));
            plan.orphan(gone.blob.as_deref());
            plan.change(Change::RevisionGone { id });
            Ok((plan, ()))
        })
        .await
    }

    /// Deletes the records of revisions whose item was deleted. A failure leaves unreferenced records
    /// behind.
    pub(super) async fn remove_revisions(&self, revisions: &[Arc<RevisionSummary>]) {
        for part in revisions.chunks(REMOVED_AT_ONCE) {
            let deletes = part.iter().map(|one| {
                let key = keys::revision(self.tenant(), one.parent, one.id);
                Write::Delete(key, Condition::Any)
            });
            let deletes = deletes.collect();
            let blobs = part.iter().filter_map(|one| one.blob.clone()).collect();
            let removed = self.transact_with_blobs(deletes, NewBlobs::new(), blobs);
            if let Err(error) = removed.await {
                tracing::warn!(target: "site", %error, "revisions of a deleted item were not removed");
                return;
            }
        }
    }
}

/// The result of one attempt to write an autosave.
enum Autosave {
    /// Written to the item itself.
    InItem,
    /// The revision beside the item.
    Beside(Box<Revision>),
    /// Nothing, because the autosave was changed after it was read.
    ReadAgain,
}

fn is_own_draft(item: &Content, editor: u64) -> bool {
    matches!(item.status, Status::Draft | Status::AutoDraft) && item.author == editor
}

/// Part of an autosave that applies to a draft.
fn of_item(change: &ContentChange) -> ContentChange {
    ContentChange {
        featured_media: None,
        format: None,
        sticky: None,
        template: None,
        meta: std::collections::BTreeMap::new(),
        terms: std::collections::BTreeMap::new(),
        ..change.clone()
    }
}

/// Autosave record of a user. Values that the change does not set are kept from the previous autosave,
/// or empty. The previous one stays when the new texts equal the item's.
fn beside(
    context: &WriteContext<'_>,
    item: &Content,
    known: Option<&Revision>,
    change: &ContentChange,
) -> Result<Revision, StoreError> {
    let item_meta = kept_meta(item);
    let changes = |given: &Option<String>, text: &str| {
        let given = given.as_ref();
        given.is_some_and(|given| without_blanks(given) != without_blanks(text))
    };
    let is_different = changes(&change.title, &item.title)
        || changes(&change.content, &item.content)
        || changes(&change.excerpt, &item.excerpt)
        || kept_changes(item, change).any(|(name, value)| {
            value.unwrap_or(&Value::from("")) != item_meta.get(name).unwrap_or(&Value::from(""))
        });
    let mut revision = match known {
        Some(known) if !is_different => return Ok(known.clone()),
        Some(known) => known.clone(),
        None => Revision {
            id: context.model.next_content(),
            seq: 0,
            parent: item.id,
            is_autosave: true,
            author: change.editor,
            date: jiff::civil::DateTime::default(),
            date_gmt: context.now,
            title: String::new(),
            content: String::new(),
            excerpt: String::new(),
            meta: std::collections::BTreeMap::new(),
        },
    };
    revision.date = domain::site::date::ItemDate::exact(context.now, &context.zone)?.local;
    revision.date_gmt = context.now;
    for (to, from) in [
        (&mut revision.title, &change.title),
        (&mut revision.content, &change.content),
        (&mut revision.excerpt, &change.excerpt),
    ] {
        if let Some(text) = from {
            text.clone_into(to);
        }
    }
    revision.title = direction::without_written_controls(&revision.title).into_owned();
    for (name, value) in kept_changes(item, change) {
        if let Some(value) = value {
            revision.meta.insert(name.to_owned(), value.clone());
        }
    }
    Ok(revision)
}

/// Part of a change that affects revisioned meta.
fn kept_changes<'a>(
    item: &Content,
    change: &'a ContentChange,
) -> impl Iterator<Item = (&'static str, Option<&'a Value>)> {
    let keys = domain::site::meta::registered(item.kind).iter();
    keys.filter(|key| key.revisioned)
        .filter_map(|key| Some((key.name, change.meta.get(key.name)?.as_ref())))
}
