//! Writes of terms.

use domain::direction;
use std::collections::BTreeMap;
use std::sync::Arc;

use domain::site::{Taxonomy, slug};

use super::menus::Gone;
use super::{Plan, WriteContext, merged};
use crate::error::{Refusal, StoreError};
use crate::keys;
use crate::log::Change;
use crate::model::Model;
use crate::slug::sanitise;
use crate::store::SiteStore;
use crate::term::{Term, TermChange};

impl SiteStore {
    /// Creates a term. A name that exists already (below the same parent, in a hierarchical taxonomy)
    /// is rejected with [`Refusal::TermExists`], unless the change sets an explicit slug.
    pub async fn create_term(
        &self,
        taxonomy: Taxonomy,
        change: &TermChange,
    ) -> Result<Arc<Term>, StoreError> {
        let id = self
            .commit(&[], |context| {
                let term = created(context.model, taxonomy, change)?;
                let id = term.id;
                Ok((self.plan_term(term)?, id))
            })
            .await?;
        self.known_term(id)
    }

    /// Updates a term of this taxonomy.
    pub async fn update_term(
        &self,
        taxonomy: Taxonomy,
        id: u64,
        change: &TermChange,
    ) -> Result<Arc<Term>, StoreError> {
        self.commit(&[], |context| {
            let current = current(context, taxonomy, id)?;
            let term = updated(context.model, &current, change)?;
            Ok((self.plan_term(term)?, ()))
        })
        .await?;
        self.known_term(id)
    }

    /// Deletes a term and returns it. Its children move to its parent; posts left without a category
    /// get the default category, which itself cannot be deleted. Menu items that link to the term, or
    /// belong to the menu, are deleted with it, in earlier transactions where one does not suffice.
    pub async fn delete_term(&self, taxonomy: Taxonomy, id: u64) -> Result<Arc<Term>, StoreError> {
        loop {
            let (term, gone) = self
                .commit(&[], |context| {
                    let mut plan = Plan::default();
                    let answer = self.plan_term_gone(&mut plan, context, taxonomy, id)?;
                    Ok((plan, answer))
                })
                .await?;
            self.remove_revisions(&gone.revisions).await;
            if gone.are_all {
                return Ok(term);
            }
        }
    }

    fn plan_term_gone(
        &self,
        plan: &mut Plan,
        context: &WriteContext<'_>,
        taxonomy: Taxonomy,
        id: u64,
    ) -> Result<(Arc<Term>, Gone), StoreError> {
        let term = current(context, taxonomy, id)?;
        let default = context.model.settings().default_category;
        let is_category = taxonomy == Taxonomy::Category;
        if is_category && id == default {
            return Err(Refusal::DefaultCategory.into());
        }
        let items = match taxonomy {
            Taxonomy::NavMenu => context.model.items_of_menu(id)?,
            _ => context.model.items_to_term(id)?,
        };
        let gone = self.plan_items_gone(plan, context, &items);
        if gone.are_all {
            plan.delete(keys::term(self.tenant(), id));
            plan.change(Change::TermGone {
                id,
                taxonomy,
                heir: term.parent,
                fallback: (is_category && context.model.is_term_of(default, taxonomy))
                    .then_some(default),
            });
        }
        Ok((term, gone))
    }

    fn known_term(&self, id: u64) -> Result<Arc<Term>, StoreError> {
        Ok(self.term(id).ok_or(Refusal::Unknown)?)
    }

    pub(crate) fn plan_term(&self, term: Term) -> Result<Plan, StoreError> {
        let mut plan = Plan::default();
        plan.put(keys::term(self.tenant(), term.id), &term)?;
        plan.change(Change::Term(Box::new(term)));
        Ok(plan)
    }
}

fn current(
    context: &WriteContext<'_>,
    taxonomy: Taxonomy,
    id: u64,
) -> Result<Arc<Term>, StoreError> {
    let term = context
        .model
        .term(id)
        .filter(|term| term.taxonomy == taxonomy);
    Ok(term.ok_or(Refusal::Unknown)?)
}

fn name_of(change: &TermChange) -> Result<Option<String>, StoreError> {
    let Some(name) = change.name.as_deref() else {
        return Ok(None);
    };
    match direction::without_written_controls(name).trim() {
        "" => Err(Refusal::EmptyTermName.into()),
        name => Ok(Some(name.to_owned())),
    }
}

/// Parent of a term: it must exist in a hierarchical taxonomy; a cycle is broken.
fn parent_of(
    model: &Model,
    taxonomy: Taxonomy,
    id: u64,
    change: &TermChange,
) -> Result<Option<u64>, StoreError> {
    let Some(parent) = change.parent else {
        return Ok(None);
    };
    if parent == 0 {
        return Ok(Some(0));
    }
    if !taxonomy.is_hierarchical() {
        return Err(Refusal::TaxonomyNotHierarchical.into());
    }
    if !model.is_term_of(parent, taxonomy) {
        return Err(Refusal::InvalidParent.into());
    }
    let is_ring = model.with_descendants(taxonomy, &[id]).contains(&parent);
    Ok(Some(if is_ring { 0 } else { parent }))
}

fn with_slug(model: &Model, taxonomy: Taxonomy, slug: &str, except: u64) -> Option<u64> {
    model
        .all_terms(taxonomy)
        .find(|term| term.slug == slug && term.id != except)
        .map(|term| term.id)
}

fn created(model: &Model, taxonomy: Taxonomy, change: &TermChange) -> Result<Term, StoreError> {
    let name = name_of(change)?.ok_or(Refusal::EmptyTermName)?;
    let id = model.next_term();
    let parent = parent_of(model, taxonomy, id, change)?.unwrap_or_default();
    let given = change
        .slug
        .as_deref()
        .map(sanitise)
        .filter(|slug| !slug.is_empty());
    let wanted = match &given {
        Some(slug) => slug.clone(),
        None => sanitise(&name),
    };
    let lower = name.to_lowercase();
    let namesake = model.all_terms(taxonomy).find(|term| {
        term.name.to_lowercase() == lower && (!taxonomy.is_hierarchical() || term.parent == parent)
    });
    if let Some(namesake) = namesake
        && (given.is_none() || with_slug(model, taxonomy, &wanted, id).is_some())
    {
        return Err(Refusal::TermExists(namesake.id).into());
    }
    Ok(Term {
        id,
        taxonomy,
        slug: free_slug(model, taxonomy, id, parent, &wanted),
        name,
        description: change.description.clone().unwrap_or_default(),
        parent,
        meta: merged(BTreeMap::new(), &change.meta),
    })
}

/// `wanted`, otherwise with the parent's slug appended, otherwise with a number.
fn free_slug(model: &Model, taxonomy: Taxonomy, id: u64, parent: u64, wanted: &str) -> String {
    if wanted.is_empty() {
        return id.to_string();
    }
    let is_taken = |slug: &str| with_slug(model, taxonomy, slug, id).is_some();
    let above = model.term(parent).filter(|_| is_taken(wanted));
    match above {
        Some(above) => slug::unique(&format!("{wanted}-{}", above.slug), is_taken),
        None => slug::unique(wanted, is_taken),
    }
}

fn updated(model: &Model, current: &Term, change: &TermChange) -> Result<Term, StoreError> {
    let mut term = current.clone();
    if let Some(name) = name_of(change)? {
        term.name = name;
    }
    if let Some(parent) = parent_of(model, term.taxonomy, term.id, change)? {
        term.parent = parent;
    }
    if let Some(description) = &change.description {
        description.clone_into(&mut term.description);
    }
    if let Some(wanted) = change.slug.as_deref().map(sanitise) {
        if wanted.is_empty() {
            let from_name = sanitise(&term.name);
            term.slug = free_slug(model, term.taxonomy, term.id, term.parent, &from_name);
        } else if with_slug(model, term.taxonomy, &wanted, term.id).is_some() {
            return Err(Refusal::DuplicateTermSlug(wanted).into());
        } else {
            term.slug = wanted;
        }
    }
    term.meta = merged(term.meta, &change.meta);
    Ok(term)
}
