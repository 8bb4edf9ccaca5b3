//! Imports the revisions of items.

use std::pin::pin;

use domain::site::Kind;
use futures_util::{StreamExt, stream};
use serde_json::Value;
use site_store::{History, ImportFamily, ImportItem, ImportLedger, ImportRecord, Revision};

use super::Importer;
use crate::collections;
use crate::error::{ImportError, in_words};
use crate::map::{self, Item, Mapped};
use crate::reader::{IN_FLIGHT, Reader};
use crate::report::Cause;
use crate::revisions::Revisions;

/// Number of records per write.
const AT_ONCE: usize = 80;

/// Revision count of an item as reported by the host.
#[derive(Debug, Clone, Copy)]
pub struct RevisionCount {
    kind: Kind,
    item: u64,
    /// Number of revisions and identifier of the newest, if the item's links contain them.
    count_and_newest: Option<(u64, u64)>,
}

impl RevisionCount {
    /// Revision count of an item from its links; `None` for an item without revisions.
    pub fn of(kind: Kind, item: &Value) -> Option<Self> {
        let link = |relation: &str, name: &str| {
            let first = item.get("_links")?.get(relation)?.get(0)?;
            first.get(name)?.as_u64()
        };
        let count = link("version-history", "count");
        let newest = link("predecessor-version", "id");
        let counted = Self {
            kind,
            item: map::id(item)?,
            count_and_newest: count.zip(newest),
        };
        (count != Some(0)).then_some(counted)
    }

    /// Ledger record stating that the requested number of revisions is imported.
    fn history(&self, asked: Revisions) -> Option<History> {
        let (count, newest) = self.count_and_newest?;
        Some(History {
            item: self.item,
            count,
            newest,
            most: asked.most(),
        })
    }
}

/// Revisions read from the host, and those that could not be read.
#[derive(Debug, Default)]
struct Read {
    revisions: Vec<Mapped<Revision>>,
    unread: Vec<(Option<u64>, Cause)>,
}

impl Importer<'_> {
    /// Imports the revisions of the items that are imported.
    pub(super) async fn histories(&mut self, ledger: &mut ImportLedger) -> Result<(), ImportError> {
        let asked = self.revisions;
        if asked.most() == Some(0) {
            return Ok(());
        }
        let mut wanted = Vec::new();
        for counted in std::mem::take(&mut self.histories) {
            let is_here = ledger.knows(ImportFamily::Content, counted.item)
                && self.store.summary(counted.item)?.is_some();
            if is_here && !is_level(ledger, &counted, asked)? {
                wanted.push(counted);
            }
        }
        self.progress.begin("revisions", Some(wanted.len() as u64));
        let reader = self.reader.clone();
        let reader = &reader;
        let mut reads = pin!(
            stream::iter(wanted)
                .map(|counted| async move { (counted, read(reader, &counted, asked).await) })
                .buffered(IN_FLIGHT)
        );
        let (mut records, mut items) = (Vec::new(), 0);
        while let Some((counted, read)) = reads.next().await {
            self.add(&mut records, &counted, read)?;
            items += 1;
            if records.len() >= AT_ONCE {
                self.store_records(ledger, "revisions", std::mem::take(&mut records))
                    .await?;
                self.progress.advance(std::mem::take(&mut items));
            }
        }
        self.store_records(ledger, "revisions", records).await?;
        self.progress.advance(items);
        self.progress.end();
        Ok(())
    }

    /// Adds the revisions of an item to the records, and the ledger record when they are complete.
    fn add(
        &mut self,
        records: &mut Vec<ImportItem>,
        counted: &RevisionCount,
        read: Read,
    ) -> Result<(), ImportError> {
        let is_whole = read.unread.is_empty();
        for (id, cause) in read.unread {
            match id {
                Some(_) => self.report.leave_out("revisions", id, cause),
                None => {
                    let route = collections::route(counted.kind);
                    let cause = format!("its revisions: {cause}");
                    self.report.leave_out_part(route, counted.item, cause);
                }
            }
        }
        for Mapped { record, lost } in read.revisions {
            for cause in lost {
                self.report.leave_out_part("revisions", record.id, cause);
            }
            records.push(ImportItem::new(ImportRecord::Revision(Box::new(record)))?);
        }
        if let Some(history) = counted.history(self.revisions).filter(|_| is_whole) {
            records.push(ImportItem::new(ImportRecord::History(history))?);
        }
        Ok(())
    }
}

/// Whether the revisions of an item are unchanged since the requested number was imported.
fn is_level(
    ledger: &ImportLedger,
    counted: &RevisionCount,
    asked: Revisions,
) -> Result<bool, ImportError> {
    let Some(history) = counted.history(asked) else {
        return Ok(false);
    };
    let row = ImportItem::new(ImportRecord::History(history))?;
    Ok(ledger.is_level_with(&row))
}

/// Reads the newest revisions of an item page by page until the requested number is reached. Autosaves
/// are not counted and not imported.
async fn read(reader: &Reader, counted: &RevisionCount, asked: Revisions) -> Read {
    let mut read = Read::default();
    let most = asked.most().map_or(usize::MAX, |most| {
        usize::try_from(most).unwrap_or(usize::MAX)
    });
    let mut collection = collections::revisions(counted.kind, counted.item);
    collection.per_page = collection.per_page.min(most);
    let (total, parts) = match reader.parts(&collection).await {
        Ok(found) => found,
        Err(error) => {
            read.unread.push((None, in_words(&error).into()));
            return read;
        }
    };
    let (mut shown, mut failed) = (0, 0);
    let mut parts = pin!(parts);
    while read.revisions.len() + failed < most
        && let Some(part) = parts.next().await
    {
        shown += (part.items.len() + part.unread.len()) as u64;
        failed += part.unread.len();
        let unread = part.unread.into_iter();
        read.unread
            .extend(unread.map(|(id, cause)| (id, cause.into())));
        for item in &part.items {
            if read.revisions.len() + failed >= most {
                break;
            }
            let item = Item::whole(item);
            let mapped = match map::revision::is_autosave(&item) {
                Ok(true) => continue,
                Ok(false) => map::revision::map(&item, counted.kind, &reader.source.zone),
                Err(cause) => Err(cause),
            };
            match mapped {
                Ok(mapped) => read.revisions.push(mapped),
                Err(cause) => {
                    failed += 1;
                    read.unread.push((item.id().ok(), cause.into()));
                }
            }
        }
    }
    let hidden = total.and_then(|total| total.checked_sub(shown));
    if let Some(hidden) = hidden.filter(|hidden| *hidden > 0)
        && read.revisions.len() + failed < most
    {
        let cause = format!("{hidden} are not shown to this user");
        read.unread.push((None, cause.into()));
    }
    read
}
