//! The import: what is read in which order.

mod free;
mod history;
mod seen;

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

use crate::collections::{self, Collection};
use crate::error::{ImportError, in_words};
use crate::files::{self, Fetched};
use crate::language::Languages;
use crate::map::{self, Item, Known, Mapped, Misread};
use crate::others;
use crate::patience::Patience;
use crate::progress::Progress;
use crate::reader::Reader;
use crate::report::Report;
use crate::revisions::Revisions;
use crate::source::Source;
use history::Told;
use seen::Seen;

/// The terms of a taxonomy with its route.
type Terms = (Taxonomy, String, Vec<Value>);

/// Copies a host into a site.
pub struct Importer<'a> {
    reader: Reader,
    store: SiteStore,
    now: Timestamp,
    progress: &'a dyn Progress,
    revisions: Revisions,
    report: Report,
    /// What the host tells of the revisions of items that were read.
    histories: Vec<Told>,
    languages: Languages,
}

impl<'a> Importer<'a> {
    /// An import of `source` into the site of `store`, at the instant `now`.
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
                patience: Patience::default(),
            },
            store,
            now,
            progress,
            revisions: Revisions::default(),
            report: Report::default(),
            histories: Vec::new(),
            languages: Languages::default(),
        }
    }

    /// The same with other patience.
    #[must_use]
    pub const fn with_patience(mut self, patience: Patience) -> Self {
        self.reader.patience = patience;
        self
    }

    /// The same with so many revisions of each item.
    #[must_use]
    pub const fn with_revisions(mut self, revisions: Revisions) -> Self {
        self.revisions = revisions;
        self
    }

    /// Copies everything that is not here yet. May be cut off at any moment and begun again.
    ///
    /// # Errors
    /// What keeps the import from beginning, and failures of the site's own store. What cannot be read of the
    /// host stands in the report.
    pub async fn run(mut self) -> Result<Report, ImportError> {
        let start = self.store.import_ledger(&self.reader.source.home).await?;
        let mut ledger = match start {
            ImportStart::Ledger(ledger) => ledger,
            ImportStart::OtherSource(home) => return Err(ImportError::OtherSource(home)),
        };
        let users = self.whole(&collections::users()).await;
        if ledger.is_empty() && !ledger.was_fresh() {
            self.check_free(&ledger, &users).await?;
        }
        let settings = self.settings().await;
        let terms = self.terms().await;
        let give_way = SourceIds {
            users: users
                .iter()
                .filter_map(|user| {
                    let login = user.get("username")?.as_str()?.to_owned();
                    Some((map::id(user)?, login))
                })
                .collect(),
            default_category: default_category(settings.as_ref(), &terms),
        };
        self.store.free_source_ids(&ledger, &give_way).await?;
        self.take(&mut ledger, "users", users, |user| {
            Ok(map::user::map(user)?.turned(ImportRecord::User))
        })
        .await?;
        for (taxonomy, route, terms) in terms {
            self.take(&mut ledger, &route, terms, |term| {
                Ok(map::term::map(term, taxonomy)?.turned(ImportRecord::Term))
            })
            .await?;
        }
        // Media before what shows them and shares their addresses; menu items after what they lead to.
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
        if let Some(settings) = settings {
            self.report
                .hints
                .extend(self.languages.hint(&settings.language));
            let record = ImportRecord::Settings(Box::new(settings));
            self.keep(&mut ledger, "settings", vec![ImportItem::new(record)?])
                .await?;
        }
        others::report(&self.reader, &mut self.report).await;
        if !self.reader.source.is_shown_all && !self.report.is_complete() {
            let cause = "the login is not an administrator's, to whom hosts show everything";
            self.report.leave_out("users/me", None, cause);
        }
        Ok(self.report)
    }

    /// A whole collection, of which there is little. What cannot be read is in the report.
    async fn whole(&mut self, collection: &Collection) -> Vec<Value> {
        let reader = self.reader.clone();
        let route = &*collection.route;
        let (total, parts) = match reader.parts(collection).await {
            Ok(found) => found,
            // Hosts of an older version have no such thing, so there is nothing to copy.
            Err(HostError::RestBlocked { status: 404, .. }) if collection.is_recent => {
                return Vec::new();
            }
            Err(error) => {
                self.report.leave_out(route, None, in_words(&error));
                return Vec::new();
            }
        };
        let mut items = Vec::new();
        let mut seen = Seen::new(total);
        let mut parts = pin!(parts);
        while let Some(part) = parts.next().await {
            items.extend(seen.unread(route, part, &mut self.report));
        }
        seen.report(route, &mut self.report);
        items
    }

    async fn terms(&mut self) -> Vec<Terms> {
        let mut all = Vec::new();
        for taxonomy in Taxonomy::ALL {
            let collection = collections::terms(taxonomy, &self.reader.source);
            let terms = self.whole(&collection).await;
            all.push((taxonomy, collection.route.into_owned(), terms));
        }
        all
    }

    /// The settings with the places of menus; none when the host does not show them.
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

    /// Turns whole items into records and keeps them; what cannot be turned into one is in the report.
    async fn take<F>(
        &mut self,
        ledger: &mut ImportLedger,
        route: &str,
        items: Vec<Value>,
        map: F,
    ) -> Result<(), ImportError>
    where
        F: Fn(&Item<'_>) -> Result<Mapped<ImportRecord>, Misread>,
    {
        self.progress.begin(route, Some(items.len() as u64));
        for part in items.chunks(100) {
            let mapped = self.mapped(route, part, &Known::AsAnswered, &map)?;
            self.keep(ledger, route, mapped).await?;
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
        F: Fn(&Item<'_>) -> Result<Mapped<ImportRecord>, Misread>,
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

    async fn keep(
        &mut self,
        ledger: &mut ImportLedger,
        route: &str,
        items: Vec<ImportItem>,
    ) -> Result<(), ImportError> {
        let records: Vec<ImportRecord> = items.iter().map(|item| item.record.clone()).collect();
        let outcomes = self.store.import(ledger, items).await?;
        for (record, outcome) in records.iter().zip(outcomes) {
            // What only the ledger remembers is no item of the host.
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
        let mut seen = Seen::new(total);
        let mut parts = pin!(parts);
        while let Some(part) = parts.next().await {
            let items = seen.unread(route, part, &mut self.report);
            match kind {
                Kind::Attachment => self.media(ledger, &items).await?,
                Kind::NavMenuItem => {
                    let titles = self.titles(&items).await?;
                    let mapped = self.mapped(route, &items, &known, |item| {
                        let target = map::menu_item::target(item);
                        let title = target.and_then(|target| titles.get(&target));
                        let mapped = map::menu_item::map(item, title.map(String::as_str))?;
                        Ok(mapped.turned(content_record))
                    })?;
                    self.keep(ledger, route, mapped).await?;
                }
                Kind::Post | Kind::Page | Kind::Block => {
                    let mapped = self.mapped(route, &items, &known, |item| {
                        Ok(map::content::map(item, kind, zone, now)?.turned(content_record))
                    })?;
                    self.look_at_language(&mapped);
                    self.keep(ledger, route, mapped).await?;
                    let told = items.iter().filter_map(|item| Told::of(kind, item));
                    self.histories.extend(told);
                }
            }
            self.progress.advance(items.len() as u64);
        }
        self.progress.end();
        seen.report(route, &mut self.report);
        Ok(())
    }

    fn look_at_language(&mut self, items: &[ImportItem]) {
        for item in items {
            if let ImportRecord::Content(content) = &item.record {
                self.languages.look_at(&content.content);
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
        self.keep(ledger, "media", records).await
    }

    /// The titles of what menu items lead to, as they are here.
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

    /// The comments of all states, one state after the other.
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
            let mut seen = Seen::new(total);
            let mut parts = pin!(parts);
            while let Some(part) = parts.next().await {
                let items = seen.unread("comments", part, &mut self.report);
                let mapped = self.mapped("comments", &items, &Known::AsAnswered, |item| {
                    Ok(map::comment::map(item, zone)?.turned(ImportRecord::Comment))
                })?;
                self.keep(ledger, "comments", mapped).await?;
                self.progress.advance(items.len() as u64);
            }
            seen.report("comments", &mut self.report);
        }
        self.progress.end();
        Ok(())
    }
}

fn content_record(content: site_store::Content) -> ImportRecord {
    ImportRecord::Content(Box::new(content))
}

/// The category of posts without one: as the settings say, else the oldest.
fn default_category(settings: Option<&site_store::Settings>, terms: &[Terms]) -> Option<u64> {
    let categories: Vec<u64> = terms
        .iter()
        .filter(|(taxonomy, _, _)| *taxonomy == Taxonomy::Category)
        .flat_map(|(_, _, terms)| terms.iter().filter_map(map::id))
        .collect();
    let told = settings.map(|settings| settings.default_category);
    told.filter(|told| categories.contains(told))
        .or_else(|| categories.iter().min().copied())
}
