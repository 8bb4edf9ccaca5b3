//! The import: what is read in which order.

use std::collections::{HashMap, HashSet};
use std::pin::pin;

use domain::site::{Kind, Taxonomy};
use futures_util::StreamExt;
use host_client::{HostClient, HostError};
use jiff::Timestamp;
use serde_json::Value;
use site_store::{
    GiveWay, ImportFamily, ImportItem, ImportLedger, ImportRecord, ImportStart, SiteStore,
};

use crate::collections::{self, Collection};
use crate::error::{ImportError, in_words};
use crate::files::{self, Fetched};
use crate::map::{self, Mapped, Misread};
use crate::others;
use crate::patience::Patience;
use crate::progress::Progress;
use crate::reader::{Part, Reader};
use crate::report::Report;
use crate::source::Source;

/// Copies a host into a site.
pub struct Importer<'a> {
    reader: Reader,
    store: SiteStore,
    now: Timestamp,
    progress: &'a dyn Progress,
    report: Report,
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
            report: Report::default(),
        }
    }

    /// The same with other patience.
    #[must_use]
    pub const fn with_patience(mut self, patience: Patience) -> Self {
        self.reader.patience = patience;
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
        let give_way = GiveWay {
            users: users
                .iter()
                .filter_map(|user| {
                    let login = user.get("username")?.as_str()?.to_owned();
                    Some((map::id(user)?, login))
                })
                .collect(),
            default_category: default_category(settings.as_ref(), &terms),
        };
        self.store.give_way(&ledger, &give_way).await?;
        self.take(&mut ledger, "users", users, |user| {
            let Mapped { record, lost } = map::user::map(user)?;
            Ok((ImportRecord::User(record), lost))
        })
        .await?;
        for (taxonomy, route, terms) in terms {
            self.take(&mut ledger, route, terms, |term| {
                let Mapped { record, lost } = map::term::map(term, taxonomy)?;
                Ok((ImportRecord::Term(record), lost))
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
        for collection in collections::comments() {
            self.comments(&mut ledger, &collection).await?;
        }
        if let Some(settings) = settings {
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
        let (total, parts) = match reader.parts(collection).await {
            Ok(found) => found,
            // Hosts of an older version have no such thing, so there is nothing to copy.
            Err(HostError::RestBlocked { status: 404, .. }) if collection.is_recent => {
                return Vec::new();
            }
            Err(error) => {
                self.report
                    .leave_out(collection.route, None, in_words(&error));
                return Vec::new();
            }
        };
        let mut items = Vec::new();
        let mut seen = Seen::new(total);
        let mut parts = pin!(parts);
        while let Some(part) = parts.next().await {
            items.extend(self.unread(collection.route, part, &mut seen));
        }
        seen.report(collection.route, &mut self.report);
        items
    }

    /// Notes what of a part could not be read; answers its items, each once.
    fn unread(&mut self, route: &str, part: Part, seen: &mut Seen) -> Vec<Value> {
        for (id, cause) in part.unread {
            seen.is_whole &= id.is_some();
            seen.count += 1;
            self.report.leave_out(route, id, cause);
        }
        seen.count += part.items.len() as u64;
        let items = part.items.into_iter();
        items
            .filter(|item| map::id(item).is_none_or(|id| seen.ids.insert(id)))
            .collect()
    }

    async fn terms(&mut self) -> Vec<(Taxonomy, &'static str, Vec<Value>)> {
        let mut all = Vec::new();
        for taxonomy in Taxonomy::ALL {
            let collection = collections::terms(taxonomy, &self.reader.source);
            let terms = self.whole(&collection).await;
            all.push((taxonomy, collection.route, terms));
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
            Ok(settings) => Some(map::settings::map(&settings, &places, &self.reader.source)),
            Err(error) => {
                self.report.leave_out("settings", None, in_words(&error));
                None
            }
        }
    }

    /// Turns items into records and keeps them; what cannot be turned into one is in the report.
    async fn take<F>(
        &mut self,
        ledger: &mut ImportLedger,
        route: &str,
        items: Vec<Value>,
        map: F,
    ) -> Result<(), ImportError>
    where
        F: Fn(&Value) -> Result<(ImportRecord, Vec<String>), Misread>,
    {
        self.progress.begin(route, Some(items.len() as u64));
        for part in items.chunks(100) {
            let mapped = self.mapped(route, part, &map)?;
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
        map: F,
    ) -> Result<Vec<ImportItem>, ImportError>
    where
        F: Fn(&Value) -> Result<(ImportRecord, Vec<String>), Misread>,
    {
        let mut records = Vec::with_capacity(items.len());
        for item in items {
            match map(item) {
                Ok((record, lost)) => {
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
        let ids: Vec<u64> = items.iter().map(|item| item.record.id()).collect();
        let outcomes = self.store.import(ledger, items).await?;
        for (id, outcome) in ids.into_iter().zip(outcomes) {
            self.report.count(route, id, outcome);
        }
        Ok(())
    }

    async fn content(&mut self, ledger: &mut ImportLedger, kind: Kind) -> Result<(), ImportError> {
        let collection = collections::content(kind);
        let route = collection.route;
        let reader = self.reader.clone();
        let (total, parts) = match reader.parts(&collection).await {
            Ok(found) => found,
            Err(error) => {
                self.report.leave_out(route, None, in_words(&error));
                return Ok(());
            }
        };
        self.progress.begin(route, total);
        let mut seen = Seen::new(total);
        let mut parts = pin!(parts);
        while let Some(part) = parts.next().await {
            let items = self.unread(route, part, &mut seen);
            let count = items.len() as u64;
            match kind {
                Kind::Attachment => self.media(ledger, items).await?,
                Kind::NavMenuItem => {
                    let titles = self.titles(&items).await?;
                    let mapped = self.mapped(route, &items, |item| {
                        let target = map::menu_item::target(item);
                        let title = target.and_then(|target| titles.get(&target));
                        content_record(map::menu_item::map(item, title.map(String::as_str))?)
                    })?;
                    self.keep(ledger, route, mapped).await?;
                }
                Kind::Post | Kind::Page | Kind::Block => {
                    let (zone, now) = (reader.source.zone.clone(), self.now);
                    let mapped = self.mapped(route, &items, |item| {
                        content_record(map::content::map(item, kind, &zone, now)?)
                    })?;
                    self.keep(ledger, route, mapped).await?;
                }
            }
            self.progress.advance(count);
        }
        self.progress.end();
        seen.report(route, &mut self.report);
        Ok(())
    }

    async fn media(
        &mut self,
        ledger: &mut ImportLedger,
        items: Vec<Value>,
    ) -> Result<(), ImportError> {
        let mut readable = Vec::with_capacity(items.len());
        for item in &items {
            match map::media::map(item, &self.reader.source.zone, self.now) {
                Ok(mapped) => readable.push(mapped.record),
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
        let targets: HashSet<(bool, u64)> =
            items.iter().filter_map(map::menu_item::target).collect();
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

    async fn comments(
        &mut self,
        ledger: &mut ImportLedger,
        collection: &Collection,
    ) -> Result<(), ImportError> {
        let reader = self.reader.clone();
        let (total, parts) = match reader.parts(collection).await {
            Ok(found) => found,
            Err(error) => {
                self.report
                    .leave_out(collection.route, None, in_words(&error));
                return Ok(());
            }
        };
        if total == Some(0) {
            return Ok(());
        }
        self.progress.begin(collection.route, total);
        let mut seen = Seen::new(total);
        let mut parts = pin!(parts);
        while let Some(part) = parts.next().await {
            let items = self.unread(collection.route, part, &mut seen);
            let count = items.len() as u64;
            let mapped = self.mapped(collection.route, &items, |item| {
                let Mapped { record, lost } = map::comment::map(item, &reader.source.zone)?;
                Ok((ImportRecord::Comment(record), lost))
            })?;
            self.keep(ledger, collection.route, mapped).await?;
            self.progress.advance(count);
        }
        self.progress.end();
        seen.report(collection.route, &mut self.report);
        Ok(())
    }

    /// Refuses an import into a site with content of its own when any of the source's identifiers is taken there.
    async fn check_free(
        &mut self,
        ledger: &ImportLedger,
        users: &[Value],
    ) -> Result<(), ImportError> {
        let mut held = Vec::new();
        for user in users {
            let Some(id) = map::id(user) else { continue };
            let login = user.get("username").and_then(Value::as_str);
            let is_same = self.store.user(id).is_some_and(|here| {
                login.is_some_and(|login| login.to_lowercase() == here.login.to_lowercase())
            });
            if let Some(holder) = self.store.holder(ledger, ImportFamily::User, id)?
                && !is_same
            {
                held.push(("users", id, holder));
            }
        }
        let mut all: Vec<(ImportFamily, Collection)> = Vec::new();
        for taxonomy in Taxonomy::ALL {
            let terms = collections::terms(taxonomy, &self.reader.source);
            all.push((ImportFamily::Term, terms));
        }
        for kind in Kind::ALL {
            all.push((ImportFamily::Content, collections::content(kind)));
        }
        all.extend(collections::comments().map(|one| (ImportFamily::Comment, one)));
        for (family, collection) in all {
            // Once something is in the way, what else is does not matter.
            if !held.is_empty() {
                break;
            }
            let reader = self.reader.clone();
            let ids = collection.ids_only();
            let Ok((_, parts)) = reader.parts(&ids).await else {
                continue;
            };
            let mut parts = pin!(parts);
            while let Some(part) = parts.next().await {
                for id in part.items.iter().filter_map(map::id) {
                    if let Some(holder) = self.store.holder(ledger, family, id)? {
                        held.push((collection.route, id, holder));
                    }
                }
            }
        }
        let count = held.len();
        match held.into_iter().next() {
            None => Ok(()),
            Some((route, id, holder)) => Err(ImportError::InTheWay {
                count,
                route: route.to_owned(),
                id,
                holder,
            }),
        }
    }
}

fn content_record(
    mapped: Mapped<site_store::Content>,
) -> Result<(ImportRecord, Vec<String>), Misread> {
    let record = ImportRecord::Content(Box::new(mapped.record));
    Ok((record, mapped.lost))
}

/// The category of posts without one: as the settings say, else the oldest.
fn default_category(
    settings: Option<&site_store::Settings>,
    terms: &[(Taxonomy, &'static str, Vec<Value>)],
) -> Option<u64> {
    let categories: Vec<u64> = terms
        .iter()
        .filter(|(taxonomy, _, _)| *taxonomy == Taxonomy::Category)
        .flat_map(|(_, _, terms)| terms.iter().filter_map(map::id))
        .collect();
    let told = settings.map(|settings| settings.default_category);
    told.filter(|told| categories.contains(told))
        .or_else(|| categories.iter().min().copied())
}

/// What was shown of a collection.
struct Seen {
    ids: HashSet<u64>,
    count: u64,
    total: Option<u64>,
    /// Whether no whole page is missing.
    is_whole: bool,
}

impl Seen {
    fn new(total: Option<u64>) -> Self {
        Self {
            ids: HashSet::new(),
            count: 0,
            total,
            is_whole: true,
        }
    }

    /// Hosts count also what they do not show to the caller.
    fn report(&self, route: &str, report: &mut Report) {
        let Some(hidden) = self.total.and_then(|total| total.checked_sub(self.count)) else {
            return;
        };
        if hidden > 0 && self.is_whole {
            let cause = format!("{hidden} are not shown to this user");
            report.leave_out(route, None, cause);
        }
    }
}
