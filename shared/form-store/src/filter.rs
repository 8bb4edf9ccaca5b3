//! Lists of forms.

use crate::form::FormHead;

/// Order of a list of forms.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum FormOrder {
    /// By identifier.
    #[default]
    Id,
    /// By title without regard to case; equal ones by identifier.
    Title,
    /// By time of creation; equal ones by identifier.
    Created,
    /// By time of the last change; equal ones by identifier.
    Modified,
    /// By slug.
    Slug,
}

/// What a list of forms contains.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct FormFilter {
    /// Text that titles contain, without regard to case.
    pub search: Option<String>,
    /// Order.
    pub order: FormOrder,
    /// Whether the order is reversed.
    pub is_descending: bool,
    /// Forms that are left out at the beginning.
    pub offset: usize,
    /// Upper limit of forms; none for all.
    pub limit: Option<usize>,
}

impl FormFilter {
    /// The forms of the list among `heads`, which are all forms of a site.
    pub(crate) fn apply(&self, mut heads: Vec<FormHead>) -> Vec<FormHead> {
        if let Some(search) = &self.search {
            let search = search.to_lowercase();
            heads.retain(|head| head.title.to_lowercase().contains(&search));
        }
        heads.sort_by_key(|head| head.id);
        match self.order {
            FormOrder::Id => {}
            FormOrder::Title => heads.sort_by_cached_key(|head| head.title.to_lowercase()),
            FormOrder::Created => heads.sort_by_key(|head| head.created_at),
            FormOrder::Modified => heads.sort_by_key(|head| head.modified_at),
            FormOrder::Slug => heads.sort_by(|one, other| one.slug.cmp(&other.slug)),
        }
        if self.is_descending {
            heads.reverse();
        }
        let heads = heads.into_iter().skip(self.offset);
        heads.take(self.limit.unwrap_or(usize::MAX)).collect()
    }
}
