//! The items that heads of other items need.

use std::borrow::Borrow;
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use domain::site::Kind;
use seo::meta::fields::MetaFields;
use site_store::{Content, Term};

use crate::first_picture::FirstPicture;
use crate::heads::{HeadError, Heads};

/// Most pages above a page that are followed, so that a cycle in defective data does not block a request.
pub(crate) const DEPTH: usize = 100;

/// Pictures of items, as far as the reader may read them, and the pages above the items.
#[derive(Debug, Default)]
pub struct Related(HashMap<u64, Arc<Content>>);

impl Related {
    pub(crate) fn get(&self, id: u64) -> Option<&Content> {
        self.0.get(&id).map(Arc::as_ref)
    }
}

/// The page above an item; 0 for an item that breadcrumbs show alone.
pub(crate) fn parent(item: &Content) -> u64 {
    if item.kind == Kind::Page {
        item.parent
    } else {
        0
    }
}

/// The files that may stand for an item; of a file, the file itself.
fn pictures(item: &Content) -> Vec<u64> {
    if item.kind == Kind::Attachment {
        return vec![item.id];
    }
    let meta = MetaFields::of_stored(&item.meta);
    let own = match item.featured_media {
        0 => FirstPicture::of(&item.content).and_then(|first| first.media),
        featured => Some(featured),
    };
    let all = [meta.social.image_id, meta.card.image_id, own];
    all.into_iter().flatten().filter(|id| *id > 0).collect()
}

impl Heads<'_> {
    /// Reads what the heads of `items` need, in one request to the store for all of them.
    ///
    /// # Errors
    /// The store fails.
    pub async fn related<I: Borrow<Content>>(
        &self,
        items: impl IntoIterator<Item = I>,
    ) -> Result<Related, HeadError> {
        let (mut files, mut pages) = (BTreeSet::new(), BTreeSet::new());
        for item in items {
            let item = item.borrow();
            files.extend(pictures(item));
            self.add_pages_above(item, &mut pages)?;
        }
        self.loaded(files.union(&pages).copied().collect()).await
    }

    /// Reads what the heads of `terms` need, in one request to the store for all of them, in none for terms without pictures.
    ///
    /// # Errors
    /// The store fails.
    pub async fn related_to_terms<'t>(
        &self,
        terms: impl IntoIterator<Item = &'t Term>,
    ) -> Result<Related, HeadError> {
        let mut files = BTreeSet::new();
        for term in terms {
            let meta = MetaFields::of_stored(&term.meta);
            files.extend(
                [meta.social.image_id, meta.card.image_id]
                    .into_iter()
                    .flatten(),
            );
        }
        self.loaded(files.into_iter().collect()).await
    }

    async fn loaded(&self, ids: Vec<u64>) -> Result<Related, HeadError> {
        if ids.is_empty() {
            return Ok(Related::default());
        }
        let mut shown = Vec::with_capacity(ids.len());
        for id in ids {
            if !self.store.hides_file(&self.reader, id)? {
                shown.push(id);
            }
        }
        let found = self.store.get_many(&shown).await?;
        Ok(Related(
            found.into_iter().map(|item| (item.id, item)).collect(),
        ))
    }

    fn add_pages_above(&self, item: &Content, pages: &mut BTreeSet<u64>) -> Result<(), HeadError> {
        let mut above = parent(item);
        for _ in 0..DEPTH {
            // The pages above a page that is in the set are in it too.
            if above == 0 || !pages.insert(above) {
                break;
            }
            above = match self.store.summary(above)? {
                Some(page) => page.parent,
                None => 0,
            };
        }
        Ok(())
    }
}
