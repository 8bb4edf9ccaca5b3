//! Who may read an item. A file that inherits its status is as readable as the item that it is attached to
//! (docs/interface/site/access.md#files-of-items). Answers from the model alone.

use std::sync::Arc;

use domain::site::{Caller, Kind, Status, Subject};

use crate::content::Content;
use crate::error::StoreError;
use crate::filter::Reader;
use crate::model::Summary;
use crate::store::SiteStore;

/// Most items above a file that are followed. A longer chain is a cycle in defective data and is not readable.
const DEPTH: usize = 10;

impl SiteStore {
    /// Whether `reader` may read an item; `parent` is the identifier of the item above it, 0 for none. A file that
    /// inherits its status has the visibility of what it is attached to, also through another file; one whose parent is gone
    /// is public.
    ///
    /// # Errors
    /// The read model fails.
    pub fn may_read(
        &self,
        reader: &Caller,
        item: Subject,
        parent: u64,
    ) -> Result<bool, StoreError> {
        let (mut item, mut parent) = (item, parent);
        for _ in 0..DEPTH {
            if item.status != Status::Inherit || parent == 0 {
                return Ok(reader.may_read(item));
            }
            match self.summary(parent)? {
                Some(above) => (item, parent) = (above.subject(), above.parent),
                None => return Ok(reader.may_read(item)),
            }
        }
        Ok(false)
    }

    /// `caller` as the reader of a search in items of `kind`.
    ///
    /// # Errors
    /// The read model fails.
    pub fn reader(&self, caller: &Caller, kind: Kind) -> Result<Reader, StoreError> {
        let user = caller.user.unwrap_or(0);
        let readable = |author: u64| -> Vec<Status> {
            let item = |status| Subject {
                kind,
                status,
                before_trash: None,
                author,
            };
            let all = Status::ALL.into_iter();
            all.filter(|status| caller.may_read(item(*status)))
                .collect()
        };
        let someones = Subject {
            kind,
            status: Status::Publish,
            before_trash: None,
            author: 0,
        };
        let mut hidden_parents = Vec::new();
        if kind == Kind::Attachment {
            let file = Subject {
                status: Status::Inherit,
                ..someones
            };
            let parents = self.reading().unpublished_parents()?;
            for parent in parents.iter() {
                if !self.may_read(caller, file, *parent)? {
                    hidden_parents.push(*parent);
                }
            }
        }
        Ok(Reader {
            user,
            statuses: readable(0),
            own_statuses: readable(user),
            reads_protected: caller.may_edit(someones),
            hidden_parents,
        })
    }

    /// Whether everyone may open the page of an item, apart from its password: a published post or page, or a file that
    /// everyone may read.
    ///
    /// # Errors
    /// The read model fails.
    pub fn is_public(&self, item: &Summary) -> Result<bool, StoreError> {
        match item.kind {
            Kind::Post | Kind::Page => Ok(item.status == Status::Publish),
            Kind::Attachment => self.may_read(&Caller::anonymous(), item.subject(), item.parent),
            _ => Ok(false),
        }
    }

    /// Whether `id` is a media item that `reader` may not read. Other items and unknown identifiers are not.
    ///
    /// # Errors
    /// The read model fails.
    pub fn hides_file(&self, reader: &Caller, id: u64) -> Result<bool, StoreError> {
        match self.summary(id)? {
            Some(item) if item.kind == Kind::Attachment => {
                Ok(!self.may_read(reader, item.subject(), item.parent)?)
            }
            _ => Ok(false),
        }
    }

    /// The media items among `ids` that `reader` may read, in the order of `ids`. What is no media item and what the reader
    /// may not read is left out, and not read from the table. Every place that shows a file of the media by its identifier
    /// asks here.
    ///
    /// # Errors
    /// The store fails.
    pub async fn media_items(
        &self,
        reader: &Caller,
        ids: &[u64],
    ) -> Result<Vec<Arc<Content>>, StoreError> {
        let mut shown = Vec::with_capacity(ids.len());
        for id in ids {
            let item = self.summary(*id)?;
            let file = item.filter(|item| item.kind == Kind::Attachment);
            if let Some(file) = file
                && self.may_read(reader, file.subject(), file.parent)?
            {
                shown.push(*id);
            }
        }
        self.get_many(&shown).await
    }

    /// The media item `id`, if `reader` may read it; `None` for any other identifier.
    ///
    /// # Errors
    /// The store fails.
    pub async fn media_item(
        &self,
        reader: &Caller,
        id: u64,
    ) -> Result<Option<Arc<Content>>, StoreError> {
        Ok(self.media_items(reader, &[id]).await?.pop())
    }
}
