//! Writing posts, pages, media, menu items and blocks.

use std::sync::Arc;

use domain::site::{Kind, Status};
use items::Entry;

use super::{Moment, Plan, compose};
use crate::change::{ContentChange, Guard};
use crate::content::Content;
use crate::error::{Refusal, StoreError};
use crate::keys;
use crate::log::Change;
use crate::revision::RevisionSummary;
use crate::store::{Due, SiteStore};

impl SiteStore {
    /// Creates an item. `author` is the one that writes unless the change names another.
    pub async fn create(
        &self,
        kind: Kind,
        author: u64,
        change: &ContentChange,
    ) -> Result<Arc<Content>, StoreError> {
        let id = self
            .commit(&[], |moment| {
                let content = compose::created(moment, kind, author, change)?;
                let id = content.id;
                let mut plan = Plan::default();
                self.plan_published(&mut plan, moment, None, content)?;
                Ok((plan, id))
            })
            .await?;
        self.stored(id).await
    }

    /// Changes an item of this kind.
    pub async fn update(
        &self,
        kind: Kind,
        id: u64,
        change: &ContentChange,
        guard: Guard<'_>,
    ) -> Result<Arc<Content>, StoreError> {
        self.change_item(kind, id, change.editor, guard, |moment, current| {
            compose::updated(moment, current, change)
        })
        .await
    }

    /// Moves an item to the trash; `editor` is who does it, 0 for the system itself.
    pub async fn trash(
        &self,
        kind: Kind,
        id: u64,
        editor: u64,
        guard: Guard<'_>,
    ) -> Result<Arc<Content>, StoreError> {
        self.change_item(kind, id, editor, guard, |moment, current| {
            if !kind.has_trash() {
                return Err(Refusal::TrashNotSupported.into());
            }
            if current.status == Status::Trash {
                return Err(Refusal::AlreadyTrashed.into());
            }
            compose::trashed(moment, current)
        })
        .await
    }

    /// Deletes an item for good and answers what it was. Pages and files below it move to the item
    /// above; a deleted picture is nobody's featured picture any more; revisions go with the item, and
    /// so do menu items that lead to it, before it where one transaction does not take them all.
    /// Files of media are removed after it.
    pub async fn delete(
        &self,
        kind: Kind,
        id: u64,
        guard: Guard<'_>,
    ) -> Result<Arc<Content>, StoreError> {
        let comments = self.model().comments_of(id);
        let gone = loop {
            let (content, gone) = self
                .commit(&[id], |moment| {
                    let current = current(moment, kind, guard)?;
                    let mut plan = Plan::default();
                    let items = moment.model.items_to_content(id)?;
                    let mut gone = self.plan_items_gone(&mut plan, moment, &items);
                    if gone.are_all {
                        let own = self.plan_gone(&mut plan, moment, id, current.parent);
                        gone.revisions.extend(own);
                        self.plan_unchosen(&mut plan, moment, id)?;
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

    /// Plans that an item goes for good, with `heir` in its place above others. Answers the revisions
    /// that are to be removed after it.
    pub(super) fn plan_gone(
        &self,
        plan: &mut Plan,
        moment: &Moment<'_>,
        id: u64,
        heir: u64,
    ) -> Vec<Arc<RevisionSummary>> {
        plan.delete(keys::content(self.tenant(), id));
        plan.change(Change::ContentGone { id, heir });
        moment.model.revisions().newest_first(id).cloned().collect()
    }

    /// Publishes a scheduled item whose date has come. Answers whether it did: an item that was
    /// published, moved or deleted meanwhile is left alone, so this may be called any number of
    /// times.
    pub async fn publish_due(&self, id: u64) -> Result<bool, StoreError> {
        self.catch_up().await?;
        self.commit(&[id], |moment| {
            let Some(Some(current)) = moment.loaded.first() else {
                return Ok((Plan::default(), false));
            };
            let is_due = current.status == Status::Future
                && current.date.instant(&moment.zone)? <= moment.now;
            let mut plan = Plan::default();
            if is_due {
                let content = compose::published(moment.model, current);
                // Like any update, the first one leaves a revision; nobody wrote it.
                plan.revise(moment, &content, 0);
                self.plan_published(&mut plan, moment, Some(current), content)?;
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
        F: Fn(&Moment<'_>, &Content) -> Result<Content, StoreError> + Send + Sync,
    {
        self.commit(&[id], |moment| {
            let current = current(moment, kind, guard)?;
            let content = change(moment, &current)?;
            let mut plan = Plan::default();
            plan.revise(moment, &content, editor);
            if content.status == Status::Trash {
                self.plan_unchosen(&mut plan, moment, id)?;
            }
            self.plan_published(&mut plan, moment, Some(&current), content)?;
            Ok((plan, ()))
        })
        .await?;
        self.stored(id).await
    }

    /// Plans a record, and what follows from its publication where this is one.
    pub(super) fn plan_published(
        &self,
        plan: &mut Plan,
        moment: &Moment<'_>,
        current: Option<&Content>,
        content: Content,
    ) -> Result<(), StoreError> {
        plan.join_menus(moment, current, &content)?;
        self.plan_content(plan, current, content)
    }

    /// Plans a record together with its place in the index of due things.
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

/// The loaded item, if it is of `kind` and the guard lets it pass.
pub(super) fn current(
    moment: &Moment<'_>,
    kind: Kind,
    guard: Guard<'_>,
) -> Result<Arc<Content>, StoreError> {
    match moment.loaded.first() {
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
