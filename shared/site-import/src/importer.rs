//! Orchestrates an import: the order in which collections are read and stored.

mod conflicts;
mod coverage;
mod history;
mod snippets;

use std::collections::{HashMap, HashSet};
use std::pin::pin;

use domain::site::{Kind, Taxonomy};
use futures_util::StreamExt;
use host_client::{HostClient, HostError};
use jiff::Timestamp;
use serde_json::Value;
use site_store::{
    ImportFamily, ImportItem, ImportLedger, ImportRecord, ImportStart, SiteStore, SourceIds,
};

use crate::backoff::Backoff;
use crate::collections::{self, Collection};
use crate::error::{ImportError, in_words};
use crate::files::{self, Fetched};
use crate::language::Languages;
use crate::map::{self, Item, Known, MapError, Mapped};
use crate::permalinks::Permalinks;
use crate::progress::Progress;
use crate::reader::Reader;
use crate::report::Report;
use crate::revisions::Revisions;
use crate::source::Source;
use crate::unsupported;
use coverage::Coverage;
use history::RevisionCount;

/// Terms of a taxonomy with its route.
type Terms = (Taxonomy, String, Vec<Value>);

/// Imports a host into a site.
pub struct Importer<'a> {
    reader: Reader,
    store: SiteStore,
    now: Timestamp,
    progress: &'a dyn Progress,
    revisions: Revisions,
    report: Report,
    /// Revision counts reported by the host for the items read so far.
    histories: Vec<RevisionCount>,
    languages: Languages,
    permalinks: Permalinks,
}

impl<'a> Importer<'a> {
    /// Import of `source` into the site of `store`; `now` is the present.
    pub fn new(
        client: HostClient,
        source: Source,
        store: SiteStore,
        now: Timestamp,
        progress: &'a dyn Progress,
    ) -> Self {
        Self {
            reader: Reader {
                client,
                source,
                backoff: Backoff::default(),
            },
            store,
            now,
            progress,
            revisions: Revisions::default(),
            report: Report::default(),
            histories: Vec::new(),
            languages: Languages::default(),
            permalinks: Permalinks::default(),
        }
    }

    /// Replaces the retry policy.
    #[must_use]
    pub const fn with_backoff(mut self, backoff: Backoff) -> Self {
        self.reader.backoff = backoff;
        self
    }

    /// Sets the number of revisions to import per item.
    #[must_use]
    pub const fn with_revisions(mut self, revisions: Revisions) -> Self {
        self.revisions = revisions;
        self
    }

    /// Imports everything that is new or changed. May be interrupted at any time and started again.
    ///
    /// # Errors
    /// [`ImportError`]: reasons not to start, and failures of the site's store. Everything that could
    /// not be read from the host is listed in the report instead.
    pub async fn run(mut self) -> Result<Report, ImportError> {
        let start = self.store.import_ledger(&self.reader.source.home).await?;
        let mut ledger = match start {
            ImportStart::Ledger(ledger) => ledger,
            ImportStart::OtherSource(home) => return Err(ImportError::OtherSource(home)),
        };
        let users = self.read_all(&collections::users()).await;
        if ledger.is_empty() && !ledger.was_fresh() {
            self.check_conflicts(&ledger, &users).await?;
        }
        let settings = self.settings().await;
        let terms = self.terms().await;
        let source_ids = SourceIds {
            users: users
                .iter()
                .filter_map(|user| {
                    let login = user.get("username")?.as_str()?.to_owned();
                    Some((map::id(user)?, login))
                })
                .collect(),
            default_category: default_category(settings.as_ref(), &terms),
        };
        for (taxonomy, _, terms) in &terms {
            self.permalinks.add_terms(*taxonomy, terms);
        }
        self.store.free_source_ids(&ledger, &source_ids).await?;
        self.import_items(&mut ledger, "users", users, |user| {
            Ok(map::user::map(user)?.map(ImportRecord::User))
        })
        .await?;
        for (taxonomy, route, terms) in terms {
            self.import_items(&mut ledger, &route, terms, |term| {
                Ok(map::term::map(term, taxonomy)?.map(ImportRecord::Term))
            })
            .await?;
        }
        // Media before the content that displays it; menu items after their targets.
        for kind in [
            Kind::Attachment,
            Kind::Post,
            Kind::Page,
            Kind::Block,
            Kind::NavMenuItem,
        ] {
            self.content(&mut ledger, kind).await?;
        }
        self.histories(&mut ledger).await?;
        self.comments(&mut ledger).await?;
        self.snippets(&mut ledger).await?;
        if let Some(mut settings) = settings {
            settings.source = self.permalinks.addresses(&self.reader.source.home);
            self.report
                .hints
                .extend(self.languages.hint(&settings.language));
            let record = ImportRecord::Settings(Box::new(settings));
            self.store_records(&mut ledger, "settings", vec![ImportItem::new(record)?])
                .await?;
        }
        unsupported::report(&self.reader, &mut self.report).await;
        if !self.reader.source.is_shown_all && !self.report.is_complete() {
            let cause = "the login is not an administrator's, to whom hosts show everything";
            self.report.leave_out("users/me", None, cause);
        }
        Ok(self.report)
    }

    /// Reads a whole collection, for small ones. Failures are listed in the report.
    async fn read_all(&mut self, collection: &Collection) -> Vec<Value> {
        let reader = self.reader.clone();
        let route = &*collection.route;
        let (total, parts) = match reader.parts(collection).await {
            Ok(found) => found,
            // Older releases of hosts lack the collection, so there is nothing to import.
            Err(HostError::RestBlocked { status: 404, .. }) if collection.is_recent => {
                return Vec::new();
            }
            Err(error) => {
                self.report.leave_out(route, None, in_words(&error));
                return Vec::new();
            }
        };
        let mut items = Vec::new();
        let mut coverage = Coverage::new(total);
        let mut parts = pin!(parts);
        while let Some(part) = parts.next().await {
            items.extend(coverage.unread(route, part, &mut self.report));
        }
        coverage.report(route, &mut self.report);
        items
    }

    async fn terms(&mut self) -> Vec<Terms> {
        let mut all = Vec::new();
        for taxonomy in Taxonomy::ALL {
            let collection = collections::terms(taxonomy, &self.reader.source);
            let terms = self.read_all(&collection).await;
            all.push((taxonomy, collection.route.into_owned(), terms));
        }
        all
    }

    /// Settings and menu locations; `None` when the host does not expose them to this user.
    async fn settings(&mut self) -> Option<site_store::Settings> {
        let edit = [("context", "edit".to_owned())];
        let read = self.reader.route("settings", &[]).await;
        let places = self.reader.route("menu-locations", &edit).await;
        let places = places.unwrap_or_else(|error| {
            self.report
                .leave_out("menu-locations", None, in_words(&error));
            Value::Null
        });
        match read {
            Ok(settings) => {
                let Mapped { record, lost } =
                    map::settings::map(&settings, &places, &self.reader.source);
                for cause in lost {
                    self.report.leave_out("settings", None, cause);
                }
                Some(record)
            }
            Err(error) => {
                self.report.leave_out("settings", None, in_words(&error));
                None
            }
        }
    }

    /// Maps items read with all members and stores them; failures are listed in the report.
    async fn import_items<F>(
        &mut self,
        ledger: &mut ImportLedger,
        route: &str,
        items: Vec<Value>,
        map: F,
    ) -> Result<(), ImportError>
    where
        F: Fn(&Item<'_>) -> Result<Mapped<ImportRecord>, MapError>,
    {
        self.progress.begin(route, Some(items.len() as u64));
        for part in items.chunks(100) {
            let mapped = self.mapped(route, part, &Known::AsAnswered, &map)?;
            self.store_records(ledger, route, mapped).await?;
            self.progress.advance(part.len() as u64);
        }
        self.progress.end();
        Ok(())
    }

    fn mapped<F>(
        &mut self,
        route: &str,
        items: &[Value],
        known: &Known,
        map: F,
    ) -> Result<Vec<ImportItem>, ImportError>
    where
        F: Fn(&Item<'_>) -> Result<Mapped<ImportRecord>, MapError>,
    {
        let mut records = Vec::with_capacity(items.len());
        for item in items {
            match map(&Item::new(item, known)) {
                Ok(Mapped { record, lost }) => {
                    for cause in lost {
                        self.report.leave_out_part(route, record.id(), cause);
                    }
                    records.push(ImportItem::new(record)?);
                }
                Err(cause) => self.report.leave_out(route, map::id(item), cause),
            }
        }
        Ok(records)
    }

    async fn store_records(
        &mut self,
        ledger: &mut ImportLedger,
        route: &str,
        items: Vec<ImportItem>,
    ) -> Result<(), ImportError> {
        let records: Vec<ImportRecord> = items.iter().map(|item| item.record.clone()).collect();
        let outcomes = self.store.import(ledger, items).await?;
        for (record, outcome) in records.iter().zip(outcomes) {
            // History records exist in the ledger only and are not counted as items.
            if record.family() != ImportFamily::History {
                self.report.count(route, record, outcome);
            }
        }
        Ok(())
    }

    async fn content(&mut self, ledger: &mut ImportLedger, kind: Kind) -> Result<(), ImportError> {
        let route = collections::route(kind);
        let reader = self.reader.clone();
        let collection = collections::content(kind, &reader.source);
        let (collection, known) = reader.settled(&collection).await;
        let (total, parts) = match reader.parts(&collection).await {
            Ok(found) => found,
            Err(error) => {
                self.report.leave_out(route, None, in_words(&error));
                return Ok(());
            }
        };
        self.progress.begin(route, total);
        let (zone, now) = (&reader.source.zone, self.now);
        let mut coverage = Coverage::new(total);
        let mut parts = pin!(parts);
        while let Some(part) = parts.next().await {
            let items = coverage.unread(route, part, &mut self.report);
            match kind {
                Kind::Attachment => self.media(ledger, &items).await?,
                Kind::NavMenuItem => {
                    let titles = self.titles(&items).await?;
                    let mapped = self.mapped(route, &items, &known, |item| {
                        let target = map::menu_item::target(item);
                        let title = target.and_then(|target| titles.get(&target));
                        let mapped = map::menu_item::map(item, title.map(String::as_str))?;
                        Ok(mapped.map(content_record))
                    })?;
                    self.store_records(ledger, route, mapped).await?;
                }
                _ => {
                    let mapped = self.mapped(route, &items, &known, |item| {
                        Ok(map::content::map(item, kind, zone, now)?.map(content_record))
                    })?;
                    self.detect_language(&mapped);
                    if kind == Kind::Post {
                        self.permalinks.add_posts(&items);
                    }
                    self.store_records(ledger, route, mapped).await?;
                    let counts = items
                        .iter()
                        .filter_map(|item| RevisionCount::of(kind, item));
                    self.histories.extend(counts);
                }
            }
            self.progress.advance(items.len() as u64);
        }
        self.progress.end();
        coverage.report(route, &mut self.report);
        Ok(())
    }

    fn detect_language(&mut self, items: &[ImportItem]) {
        for item in items {
            if let ImportRecord::Content(content) = &item.record {
                self.languages.add_text(&content.content);
            }
        }
    }

    async fn media(
        &mut self,
        ledger: &mut ImportLedger,
        items: &[Value],
    ) -> Result<(), ImportError> {
        let mut readable = Vec::with_capacity(items.len());
        for item in items {
            match map::media::map(&Item::whole(item), &self.reader.source.zone, self.now) {
                Ok(Mapped { record, lost }) => {
                    for cause in lost {
                        self.report
                            .leave_out_part("media", record.content.id, cause);
                    }
                    readable.push(record);
                }
                Err(cause) => self.report.leave_out("media", map::id(item), cause),
            }
        }
        let mut records = Vec::with_capacity(readable.len());
        for fetched in files::fetch(&self.reader, &self.store, ledger, readable).await? {
            match fetched {
                Fetched::Item(item, lost) => {
                    for cause in lost {
                        self.report.leave_out_part("media", item.record.id(), cause);
                    }
                    records.push(*item);
                }
                Fetched::LeftOut(id, cause) => self.report.leave_out("media", Some(id), cause),
            }
        }
        self.store_records(ledger, "media", records).await
    }

    /// Titles of the targets of menu items, from the site's own records.
    async fn titles(&self, items: &[Value]) -> Result<HashMap<(bool, u64), String>, ImportError> {
        let targets: HashSet<(bool, u64)> = items
            .iter()
            .map(Item::whole)
            .filter_map(|item| map::menu_item::target(&item))
            .collect();
        let ids: Vec<u64> = targets
            .iter()
            .filter(|(is_content, _)| *is_content)
            .map(|(_, id)| *id)
            .collect();
        let mut titles = HashMap::new();
        for part in ids.chunks(100) {
            for item in self.store.get_many(part).await? {
                titles.insert((true, item.id), item.title.clone());
            }
        }
        for (_, id) in targets.iter().filter(|(is_content, _)| !is_content) {
            if let Some(term) = self.store.term(*id) {
                titles.insert((false, *id), term.name.clone());
            }
        }
        Ok(titles)
    }

    /// Imports the comments of all states, one state after the other.
    async fn comments(&mut self, ledger: &mut ImportLedger) -> Result<(), ImportError> {
        let reader = self.reader.clone();
        let zone = &reader.source.zone;
        let collections: Vec<Collection> = collections::comments().collect();
        let mut found = Vec::with_capacity(collections.len());
        for collection in &collections {
            match reader.parts(collection).await {
                Ok(parts) => found.push(parts),
                Err(error) => self.report.leave_out("comments", None, in_words(&error)),
            }
        }
        let total = found.iter().map(|(total, _)| *total).sum();
        self.progress.begin("comments", total);
        for (total, parts) in found {
            let mut coverage = Coverage::new(total);
            let mut parts = pin!(parts);
            while let Some(part) = parts.next().await {
                let items = coverage.unread("comments", part, &mut self.report);
                let mapped = self.mapped("comments", &items, &Known::AsAnswered, |item| {
                    Ok(map::comment::map(item, zone)?.map(ImportRecord::Comment))
                })?;
                self.store_records(ledger, "comments", mapped).await?;
                self.progress.advance(items.len() as u64);
            }
            coverage.report("comments", &mut self.report);
        }
        self.progress.end();
        Ok(())
    }
}

fn content_record(content: site_store::Content) -> ImportRecord {
    ImportRecord::Content(Box::new(content))
}

/// Default category: according to the settings, otherwise the oldest category.
fn default_category(settings: Option<&site_store::Settings>, terms: &[Terms]) -> Option<u64> {
    let categories: Vec<u64> = terms
        .iter()
        .filter(|(taxonomy, _, _)| *taxonomy == Taxonomy::Category)
        .flat_map(|(_, _, terms)| terms.iter().filter_map(map::id))
        .collect();
    let configured = settings.map(|settings| settings.default_category);
    configured
        .filter(|id| categories.contains(id))
        .or_else(|| categories.iter().min().copied())
}
