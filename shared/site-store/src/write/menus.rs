//! Pages that join menus by themselves
//! (docs/interface/site/menus.md#automatic-changes), and items that go with their menu or with what they lead to.

use std::collections::BTreeMap;
use std::sync::Arc;

use domain::site::{Kind, Status, Taxonomy};
use serde_json::Value;

use super::{Moment, Plan, compose};
use crate::change::ContentChange;
use crate::content::{Content, MenuItem};
use crate::error::StoreError;
use crate::revision::RevisionSummary;
use crate::store::SiteStore;
use crate::term::AUTO_ADD;

/// How many menu items go in one transaction, which takes a hundred writes.
const AT_ONCE: usize = 90;

/// What is left to do when some menu items went.
pub(super) struct Gone {
    /// Their revisions, to be removed after them.
    pub(super) revisions: Vec<Arc<RevisionSummary>>,
    /// Whether these were all, so that what they belonged to can go with them.
    pub(super) are_all: bool,
}

impl SiteStore {
    /// Plans that menu items go, as many as one transaction takes.
    pub(super) fn plan_items_gone(
        &self,
        plan: &mut Plan,
        moment: &Moment<'_>,
        items: &[u64],
    ) -> Gone {
        let mut revisions = Vec::new();
        for item in items.iter().take(AT_ONCE) {
            revisions.extend(self.plan_gone(plan, moment, *item, 0));
        }
        Gone {
            revisions,
            are_all: items.len() <= AT_ONCE,
        }
    }
}

impl Plan {
    /// Appends an item for `content` to each menu that new pages join, where `content` is a page at the
    /// top that is published with this plan. `current` is the page as it was. A menu that leads to the
    /// page already stays as it is, so that a page which is published again joins no menu twice.
    pub(super) fn join_menus(
        &mut self,
        moment: &Moment<'_>,
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
        let model = moment.model;
        for menu in model.all_terms(Taxonomy::NavMenu) {
            if menu.meta.get(AUTO_ADD) != Some(&Value::Bool(true))
                || model.menu_leads_to(menu.id, content.id)?
            {
                continue;
            }
            let change = ContentChange {
                status: Some(Status::Publish),
                menu_order: Some(model.last_place(menu.id)?.saturating_add(1)),
                // Without a title of its own it follows the page's.
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
            let mut item = compose::created(moment, Kind::NavMenuItem, content.author, &change)?;
            item.id = self.next_content(moment, content);
            item.slug = item.id.to_string();
            self.content(item);
        }
        Ok(())
    }

    /// The first identifier of content that neither the model nor this plan, of which `content` will be
    /// part, has given away.
    fn next_content(&self, moment: &Moment<'_>, content: &Content) -> u64 {
        let planned = self.changes.iter().filter_map(|change| match change {
            crate::log::Change::Content(content) => Some(content.id + 1),
            _ => None,
        });
        let revisions = self.revisions.iter().map(|revision| revision.id + 1);
        planned
            .chain(revisions)
            .chain([content.id + 1])
            .fold(moment.model.next_content(), u64::max)
    }
}
