//! Writes of posts, pages, media, menu items and blocks.

use std::sync::Arc;

use domain::site::{Kind, Status};
use items::Entry;

use super::{Plan, WriteContext, compose};
use crate::change::{ContentChange, Guard};
use crate::content::Content;
use crate::error::{Refusal, StoreError};
use crate::filter::ContentFilter;
use crate::keys;
use crate::log::Change;
use crate::revision::RevisionSummary;
use crate::slug::sanitise;
use crate::store::{Due, SiteStore};

impl SiteStore {
    /// Creates an item. `author` is used unless the change names an author.
    pub async fn create(
        &self,
        kind: Kind,
        author: u64,
        change: &ContentChange,
    ) -> Result<Arc<Content>, StoreError> {
        let id = self
            .commit(&[], |context| {
                let content = compose::created(context, kind, author, change)?;
                let id = content.id;
                let mut plan = Plan::default();
                self.plan_published(&mut plan, context, None, content)?;
                Ok((plan, id))
            })
            .await?;
        self.stored(id).await
    }

    /// Creates an item of the filter's kind unless the filter finds one, which is returned then. Simultaneous calls create one
    /// item.
    ///
    /// # Errors
    /// The store failed, or too many writes conflicted.
    pub async fn create_unless_found(
        &self,
        filter: &ContentFilter,
        author: u64,
        change: &ContentChange,
    ) -> Result<Arc<Content>, StoreError> {
        let id = self
            .commit(&[], |context| {
                if let Some(known) = context.model.list(filter)?.items.first() {
                    return Ok((Plan::default(), *known));
                }
                let content = compose::created(context, filter.kind, author, change)?;
                let id = content.id;
                let mut plan = Plan::default();
                self.plan_published(&mut plan, context, None, content)?;
                Ok((plan, id))
            })
            .await?;
        self.stored(id).await
    }

    /// Creates an item with the slug of `change`, unless another item of the kind has it; `None` then.
    ///
    /// # Errors
    /// The store refuses or fails.
    pub async fn create_unless_taken(
        &self,
        kind: Kind,
        author: u64,
        change: &ContentChange,
    ) -> Result<Option<Arc<Content>>, StoreError> {
        let slug = change.slug.as_deref().map(sanitise).unwrap_or_default();
        let created = self
            .commit(&[], |context| {
                if context.model.is_slug_taken(kind, 0, &slug, 0)? {
                    return Ok((Plan::default(), None));
                }
                let content = compose::created(context, kind, author, change)?;
                let (mut plan, id) = (Plan::default(), content.id);
                self.plan_published(&mut plan, context, None, content)?;
                Ok((plan, Some(id)))
            })
            .await?;
        match created {
            Some(id) => self.stored(id).await.map(Some),
            None => Ok(None),
        }
    }

    /// Takes the next identifier of the sequence of items for a record that is not part of the model, so that no item and
    /// no revision gets it. Identifiers that stay unused leave a gap.
    ///
    /// # Errors
    /// The store failed, or too many writes conflicted.
    pub async fn take_content_id(&self) -> Result<u64, StoreError> {
        self.commit(&[], |context| {
            let id = context.model.next_content();
            let mut plan = Plan::default();
            plan.change(Change::ContentIdTaken { id });
            Ok((plan, id))
        })
        .await
    }

    /// Updates an item of this kind.
    pub async fn update(
        &self,
        kind: Kind,
        id: u64,
        change: &ContentChange,
        guard: Guard<'_>,
    ) -> Result<Arc<Content>, StoreError> {
        self.change_item(kind, id, change.editor, guard, |context, current| {
            compose::updated(context, current, change)
        })
        .await
    }

    /// Moves an item to the trash; `editor` is the acting user, 0 for the system.
    pub async fn trash(
        &self,
        kind: Kind,
        id: u64,
        editor: u64,
        guard: Guard<'_>,
    ) -> Result<Arc<Content>, StoreError> {
        self.change_item(kind, id, editor, guard, |context, current| {
            if !kind.has_trash() {
                return Err(Refusal::TrashNotSupported.into());
            }
            if current.status == Status::Trash {
                return Err(Refusal::AlreadyTrashed.into());
            }
            compose::trashed(context, current)
        })
        .await
    }

    /// Deletes an item for good and returns it. Child pages and attached files move to the item's
    /// parent, references to a deleted featured image are cleared, and the item's revisions and the
    /// menu items that link to it are deleted. When they do not fit into one transaction, menu items
    /// are deleted before the item. Files of media are deleted after it.
    pub async fn delete(
        &self,
        kind: Kind,
        id: u64,
        guard: Guard<'_>,
    ) -> Result<Arc<Content>, StoreError> {
        let comments = self.model().comments_of(id);
        let gone = loop {
            let (content, gone) = self
                .commit(&[id], |context| {
                    let current = current(context, kind, guard)?;
                    let mut plan = Plan::default();
                    let items = context.model.items_to_content(id)?;
                    let mut gone = self.plan_items_gone(&mut plan, context, &items);
                    if gone.are_all {
                        let own = self.plan_gone(&mut plan, context, id, current.parent);
                        gone.revisions.extend(own);
                        self.plan_unchosen(&mut plan, context, id)?;
                        if current.status == Status::Future {
                            plan.delete(keys::due(self.tenant(), id));
                        }
                    }
                    Ok((plan, (current, gone)))
                })
                .await?;
            self.remove_revisions(&gone.revisions).await;
            if gone.are_all {
                break content;
            }
        };
        self.remove_comment_records(&comments).await;
        if let Some(media) = &gone.media {
            self.remove_files(media).await;
        }
        Ok(gone)
    }

    /// Plans the deletion of an item whose children move to `heir`. Returns the revisions to delete
    /// afterwards.
    pub(super) fn plan_gone(
        &self,
        plan: &mut Plan,
        context: &WriteContext<'_>,
        id: u64,
        heir: u64,
    ) -> Vec<Arc<RevisionSummary>> {
        plan.delete(keys::content(self.tenant(), id));
        plan.change(Change::ContentGone { id, heir });
        context
            .model
            .revisions()
            .newest_first(id)
            .cloned()
            .collect()
    }

    /// Publishes a scheduled item that is due; returns whether it did. An item that was published,
    /// rescheduled or deleted meanwhile is left unchanged, so the call is idempotent.
    pub async fn publish_due(&self, id: u64) -> Result<bool, StoreError> {
        self.catch_up().await?;
        self.commit(&[id], |context| {
            let Some(Some(current)) = context.loaded.first() else {
                return Ok((Plan::default(), false));
            };
            let is_due = current.status == Status::Future
                && current.date.instant(&context.zone)? <= context.now;
            let mut plan = Plan::default();
            if is_due {
                let content = compose::published(context.model, current);
                // Like any update, the first one leaves a revision; it has no author.
                plan.revise(context, &content, 0);
                self.plan_published(&mut plan, context, Some(current), content)?;
            }
            Ok((plan, is_due))
        })
        .await
    }

    pub(crate) async fn change_item<F>(
        &self,
        kind: Kind,
        id: u64,
        editor: u64,
        guard: Guard<'_>,
        change: F,
    ) -> Result<Arc<Content>, StoreError>
    where
        F: Fn(&WriteContext<'_>, &Content) -> Result<Content, StoreError> + Send + Sync,
    {
        self.commit(&[id], |context| {
            let current = current(context, kind, guard)?;
            let content = change(context, &current)?;
            let mut plan = Plan::default();
            plan.revise(context, &content, editor);
            if content.status == Status::Trash {
                self.plan_unchosen(&mut plan, context, id)?;
            }
            self.plan_published(&mut plan, context, Some(&current), content)?;
            Ok((plan, ()))
        })
        .await?;
        self.stored(id).await
    }

    /// Plans a record together with the consequences of a publication.
    pub(super) fn plan_published(
        &self,
        plan: &mut Plan,
        context: &WriteContext<'_>,
        current: Option<&Content>,
        content: Content,
    ) -> Result<(), StoreError> {
        plan.join_menus(context, current, &content)?;
        self.plan_content(plan, current, content)
    }

    /// Plans a record and its entry in the index of due items.
    pub(crate) fn plan_content(
        &self,
        plan: &mut Plan,
        current: Option<&Content>,
        content: Content,
    ) -> Result<(), StoreError> {
        let key = keys::due(self.tenant(), content.id);
        match (content.status, content.date.gmt) {
            (Status::Future, Some(date)) => {
                let due = Due {
                    tenant: self.tenant().to_string(),
                    id: content.id,
                    at: date.as_second(),
                };
                plan.entry(Entry::new(key, &due)?.due(keys::DUE_KIND, due.at));
            }
            _ if current.is_some_and(|current| current.status == Status::Future) => {
                plan.delete(key);
            }
            _ => {}
        }
        plan.content(content);
        Ok(())
    }

    pub(crate) async fn stored(&self, id: u64) -> Result<Arc<Content>, StoreError> {
        Ok(self.get(id).await?.ok_or(Refusal::Unknown)?)
    }
}

/// Loaded item, if it is of `kind` and the guard allows the write.
pub(crate) fn current(
    context: &WriteContext<'_>,
    kind: Kind,
    guard: Guard<'_>,
) -> Result<Arc<Content>, StoreError> {
    match context.loaded.first() {
        Some(Some(current)) if current.kind == kind => {
            if guard(current) {
                Ok(Arc::clone(current))
            } else {
                Err(Refusal::NotAllowed.into())
            }
        }
        _ => Err(Refusal::Unknown.into()),
    }
}
