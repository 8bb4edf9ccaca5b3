//! Automatic changes of menus (docs/interface/site/menus.md#automatic-changes): new pages are added to them, and menu
//! items are deleted together with their menu or their target.

use std::collections::BTreeMap;
use std::sync::Arc;

use domain::site::{Kind, Status, Taxonomy};
use serde_json::Value;

use super::{Plan, WriteContext, compose};
use crate::change::ContentChange;
use crate::content::{Content, MenuItem};
use crate::error::StoreError;
use crate::revision::RevisionSummary;
use crate::store::SiteStore;
use crate::term::AUTO_ADD;

/// Number of menu items per transaction, which takes 100 writes.
const AT_ONCE: usize = 90;

/// Remaining work after the deletion of some menu items.
pub(super) struct Gone {
    /// Revisions of the deleted items, to be deleted afterwards.
    pub(super) revisions: Vec<Arc<RevisionSummary>>,
    /// Whether all items were deleted, so that their owner can be deleted in the same transaction.
    pub(super) are_all: bool,
}

impl SiteStore {
    /// Plans the deletion of menu items, as many as one transaction takes.
    pub(super) fn plan_items_gone(
        &self,
        plan: &mut Plan,
        context: &WriteContext<'_>,
        items: &[u64],
    ) -> Gone {
        let mut revisions = Vec::new();
        for item in items.iter().take(AT_ONCE) {
            revisions.extend(self.plan_gone(plan, context, *item, 0));
        }
        Gone {
            revisions,
            are_all: items.len() <= AT_ONCE,
        }
    }
}

impl Plan {
    /// Appends a menu item for `content` to each menu with [`AUTO_ADD`](crate::AUTO_ADD), where
    /// `content` is a top-level page that this plan publishes. `current` is the page before. A menu
    /// that already links to the page is unchanged, so publishing a page again adds no second item.
    pub(super) fn join_menus(
        &mut self,
        context: &WriteContext<'_>,
        current: Option<&Content>,
        content: &Content,
    ) -> Result<(), StoreError> {
        let was_published = current.is_some_and(|current| current.status == Status::Publish);
        if content.kind != Kind::Page
            || content.status != Status::Publish
            || content.parent != 0
            || was_published
        {
            return Ok(());
        }
        let model = context.model;
        for menu in model.all_terms(Taxonomy::NavMenu) {
            if menu.meta.get(AUTO_ADD) != Some(&Value::Bool(true))
                || model.menu_leads_to(menu.id, content.id)?
            {
                continue;
            }
            let change = ContentChange {
                status: Some(Status::Publish),
                menu_order: Some(model.last_place(menu.id)?.saturating_add(1)),
                // Without a title of its own the item shows the page's title.
                menu_item: Some(MenuItem {
                    target_type: "post_type".to_owned(),
                    object: Kind::Page.name().to_owned(),
                    object_id: content.id,
                    ..MenuItem::default()
                }),
                terms: BTreeMap::from([(Taxonomy::NavMenu, vec![menu.id])]),
                may_publish: true,
                ..ContentChange::default()
            };
            let mut item = compose::created(context, Kind::NavMenuItem, content.author, &change)?;
            item.id = self.next_content(context, content);
            item.slug = item.id.to_string();
            self.content(item);
        }
        Ok(())
    }

    /// First content identifier that neither the model nor this plan, including `content`, has
    /// assigned.
    fn next_content(&self, context: &WriteContext<'_>, content: &Content) -> u64 {
        let planned = self.changes.iter().filter_map(|change| match change {
            crate::log::Change::Content(content) => Some(content.id + 1),
            _ => None,
        });
        let revisions = self.revisions.iter().map(|revision| revision.id + 1);
        planned
            .chain(revisions)
            .chain([content.id + 1])
            .fold(context.model.next_content(), u64::max)
    }
}
