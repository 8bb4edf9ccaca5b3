//! Term queries of the read model.

use std::cmp::Ordering;
use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::Arc;

use domain::site::Taxonomy;

use super::Model;
use super::users::window;
use crate::collation::name_key;
use crate::error::StoreError;
use crate::filter::Listed;
use crate::fold::fold;
use crate::term::{Term, TermFilter, TermOrder};

impl Model {
    pub(crate) fn term(&self, id: u64) -> Option<Arc<Term>> {
        self.terms.get(&id).cloned()
    }

    pub(crate) fn is_term_of(&self, id: u64, taxonomy: Taxonomy) -> bool {
        self.terms
            .get(&id)
            .is_some_and(|term| term.taxonomy == taxonomy)
    }

    /// Number of published items with a term.
    pub(crate) fn term_count(&self, id: u64) -> u64 {
        let count = self.counts.get(&id).copied().unwrap_or_default();
        u64::try_from(count).unwrap_or_default()
    }

    pub(crate) fn all_terms(&self, taxonomy: Taxonomy) -> impl Iterator<Item = &Arc<Term>> {
        self.terms
            .values()
            .filter(move |term| term.taxonomy == taxonomy)
    }

    /// `ids` and their descendants.
    pub(crate) fn with_descendants(&self, taxonomy: Taxonomy, ids: &[u64]) -> Vec<u64> {
        let mut children = HashMap::<u64, Vec<u64>>::new();
        for term in self.all_terms(taxonomy) {
            children.entry(term.parent).or_default().push(term.id);
        }
        let mut found = Vec::new();
        let mut known = HashSet::new();
        let mut next: VecDeque<u64> = ids.iter().copied().collect();
        while let Some(id) = next.pop_front() {
            if known.insert(id) {
                found.push(id);
                next.extend(children.get(&id).into_iter().flatten());
            }
        }
        found
    }

    /// The terms above those with published items.
    fn above_used(&self, taxonomy: Taxonomy) -> HashSet<u64> {
        let mut above = HashSet::new();
        for term in self.all_terms(taxonomy) {
            if self.term_count(term.id) == 0 {
                continue;
            }
            let mut parent = term.parent;
            // A term that was seen has its own ancestors already; so circles end too.
            while parent > 0 && above.insert(parent) {
                parent = self.terms.get(&parent).map_or(0, |term| term.parent);
            }
        }
        above
    }

    pub(crate) fn list_terms(
        &self,
        taxonomy: Taxonomy,
        filter: &TermFilter,
    ) -> Result<Listed<Arc<Term>>, StoreError> {
        let search = filter.search.as_deref().map(fold);
        let carried: Option<HashSet<u64>> = match filter.content {
            Some(content) => Some(self.carried_terms(content)?.into_iter().collect()),
            None => None,
        };
        let is_above = filter.hide_empty && filter.keep_ancestors && taxonomy.is_hierarchical();
        let above = if is_above {
            self.above_used(taxonomy)
        } else {
            HashSet::new()
        };
        let is_wanted = |term: &&Arc<Term>| {
            let included = if filter.include.is_empty() {
                !filter.exclude.contains(&term.id)
            } else {
                filter.include.contains(&term.id)
            };
            included
                && (filter.slugs.is_empty() || filter.slugs.contains(&term.slug))
                && filter.parent.is_none_or(|parent| term.parent == parent)
                && (!filter.hide_empty || self.term_count(term.id) > 0 || above.contains(&term.id))
                && carried.as_ref().is_none_or(|ids| ids.contains(&term.id))
                && search.as_ref().is_none_or(|search| {
                    fold(&term.name).contains(search.as_str())
                        || term.slug.contains(search.as_str())
                })
        };
        let mut terms: Vec<_> = self
            .all_terms(taxonomy)
            .filter(is_wanted)
            .cloned()
            .collect();
        self.sort_terms(&mut terms, filter);
        Ok(window(terms, filter.offset, filter.limit))
    }

    fn sort_terms(&self, terms: &mut [Arc<Term>], filter: &TermFilter) {
        let place = |list: &[u64], id: u64| list.iter().position(|wanted| *wanted == id);
        let by_given_order = matches!(
            filter.order_by,
            TermOrder::Include | TermOrder::IncludeSlugs
        );
        terms.sort_by(|a, b| {
            let order = match filter.order_by {
                TermOrder::Name => name_key(&a.name).cmp(&name_key(&b.name)),
                TermOrder::Id => Ordering::Equal,
                TermOrder::Slug => a.slug.cmp(&b.slug),
                TermOrder::Description => name_key(&a.description).cmp(&name_key(&b.description)),
                TermOrder::Count => self.term_count(a.id).cmp(&self.term_count(b.id)),
                TermOrder::Include => {
                    place(&filter.include, a.id).cmp(&place(&filter.include, b.id))
                }
                TermOrder::IncludeSlugs => {
                    let place = |slug: &String| filter.slugs.iter().position(|s| s == slug);
                    place(&a.slug).cmp(&place(&b.slug))
                }
            };
            let older = a.id.cmp(&b.id);
            match filter.order_by {
                // Terms with equal counts keep the order of their creation in both directions.
                TermOrder::Count if filter.descending => order.reverse().then(older),
                _ if filter.descending && !by_given_order => order.then(older).reverse(),
                _ => order.then(older),
            }
        });
    }
}
