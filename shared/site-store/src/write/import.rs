//! Writing what an import brings: many records in one entry of the change log, together with the rows of the
//! ledger that remember them.

use std::collections::{BTreeMap, HashSet};

use domain::site::{Kind, Taxonomy, slug};
use items::{Key, retry_on_conflict};

use super::compose::unique_slug_beside;
use super::users::{PasswordRecord, free_slug as free_user_slug};
use super::{Moment, Plan};
use crate::content::Content;
use crate::error::{Refusal, StoreError};
use crate::import::{
    ImportFamily, ImportItem, ImportLedger, ImportOutcome, ImportRecord, InTheWay, Print, Row,
    Rows, print_of_known,
};
use crate::keys;
use crate::log::Change;
use crate::media::Reservation;
use crate::model::Model;
use crate::packing::INLINE_BYTES;
use crate::revision::Revision;
use crate::store::SiteStore;
use crate::term::Term;
use crate::user::{AppPassword, User};

/// Store items of one write; the store takes 100 in a transaction.
const WRITES: usize = 90;
/// Bytes of one write before compression; the store takes 4 MB in a transaction.
const BYTES: usize = 3_000_000;

/// What a first start made and what gives way to the records of a source.
#[derive(Debug, Clone, Default)]
pub struct GiveWay {
    /// Identifiers and login names of the source's users.
    pub users: Vec<(u64, String)>,
    /// The source's category of posts without one, if the source has categories.
    pub default_category: Option<u64>,
}

/// What is decided about a record.
enum Verdict {
    /// It is written.
    Write(ImportOutcome),
    /// It stays as it is, and the ledger remembers it so.
    Note,
    /// It stays as it is.
    Leave(ImportOutcome),
}

/// The decision of the ledger: `here` is what the record that is stored comes down to, `wanted` what it would.
fn verdict(
    row: Option<&Row>,
    source: &Print,
    here: Option<&Print>,
    wanted: &Print,
) -> Option<Verdict> {
    let added = ImportOutcome::Added { renamed: None };
    let renewed = ImportOutcome::Renewed { renamed: None };
    Some(match (row, here) {
        (Some(row), _) if row.source == *source => Verdict::Leave(ImportOutcome::Unchanged),
        (None, None) => Verdict::Write(added),
        (Some(_), None) => Verdict::Leave(ImportOutcome::DeletedHere),
        (_, Some(here)) if here == wanted => Verdict::Note,
        (Some(row), Some(here)) if *here == row.here => Verdict::Write(renewed),
        (Some(_), Some(_)) => Verdict::Leave(ImportOutcome::ChangedHere),
        (None, Some(_)) => return None,
    })
}

fn way(model: &Model, family: ImportFamily, id: u64) -> Result<Verdict, StoreError> {
    let holder = model.holder(family, id)?.unwrap_or_default();
    Ok(Verdict::Leave(ImportOutcome::InTheWay(InTheWay::Id(
        id, holder,
    ))))
}

impl SiteStore {
    /// Writes records as the source has them, in as few transactions as the store allows, and answers what
    /// became of each. What a record needs (terms, users, the files of media) should be there before.
    pub async fn import(
        &self,
        ledger: &mut ImportLedger,
        items: Vec<ImportItem>,
    ) -> Result<Vec<ImportOutcome>, StoreError> {
        let mut outcomes = Vec::with_capacity(items.len());
        let mut part = Vec::new();
        let (mut writes, mut bytes) = (0, 0);
        for item in items {
            let (more_writes, more_bytes) = weight(&item.record)?;
            if !part.is_empty() && (writes + more_writes > WRITES || bytes + more_bytes > BYTES) {
                outcomes.extend(self.import_part(ledger, &std::mem::take(&mut part)).await?);
                (writes, bytes) = (0, 0);
            }
            writes += more_writes;
            bytes += more_bytes;
            part.push(item);
        }
        if !part.is_empty() {
            outcomes.extend(self.import_part(ledger, &part).await?);
        }
        Ok(outcomes)
    }

    async fn import_part(
        &self,
        ledger: &mut ImportLedger,
        items: &[ImportItem],
    ) -> Result<Vec<ImportOutcome>, StoreError> {
        let mut changed = Vec::new();
        for item in items {
            if let ImportRecord::Content(content) = &item.record
                && !ledger.is_level_with(item)
            {
                changed.push(content.id);
            }
        }
        let known = &*ledger;
        let (outcomes, rows) = self
            .commit(&changed, |moment| {
                let mut batch = Batch::new(self, moment, known);
                let mut outcomes = Vec::with_capacity(items.len());
                for item in items {
                    outcomes.push(batch.take(item)?);
                }
                let Batch { mut plan, rows, .. } = batch;
                if !rows.is_empty() {
                    let seq = moment.model.head() + 1;
                    plan.put(
                        keys::import_rows_of(self.tenant(), seq),
                        &Rows::pack(&rows)?,
                    )?;
                    plan.put(keys::import_source(self.tenant()), &known.source)?;
                }
                Ok((plan, (outcomes, rows)))
            })
            .await?;
        ledger.add(rows);
        Ok(outcomes)
    }

    /// Lets what a first start made step aside, so that a copy can have the source's identifiers: a local
    /// user whose login name the source has becomes that user, one whose identifier the source needs gets one
    /// behind all others, both with their passwords; and the unused first category goes. Does nothing where there
    /// ever was content, or once something was copied.
    pub async fn give_way(&self, ledger: &ImportLedger, to: &GiveWay) -> Result<(), StoreError> {
        if !ledger.was_fresh() || !ledger.is_empty() {
            return Ok(());
        }
        retry_on_conflict(|| async {
            self.catch_up().await?;
            let head = self.version();
            let moves = moves(&self.model(), to);
            let mut passwords = BTreeMap::new();
            for (from, _) in &moves {
                let key = keys::user_password(self.tenant(), *from);
                if let Some(record) = self.0.parts.table.get::<PasswordRecord>(&key).await? {
                    passwords.insert(*from, record);
                }
            }
            let done = self
                .commit(&[], |moment| {
                    let mut plan = Plan::default();
                    if moment.model.head() != head {
                        return Ok((plan, false));
                    }
                    self.plan_moves(moment, &mut plan, &moves, &passwords)?;
                    self.plan_first_category(moment, &mut plan, to)?;
                    Ok((plan, true))
                })
                .await?;
            Ok(done.then_some(()))
        })
        .await
    }

    fn plan_moves(
        &self,
        moment: &Moment<'_>,
        plan: &mut Plan,
        moves: &[(u64, u64)],
        passwords: &BTreeMap<u64, PasswordRecord>,
    ) -> Result<(), StoreError> {
        let tenant = self.tenant();
        let mut moved: Vec<(User, Vec<AppPassword>)> = Vec::new();
        let mut gone: Vec<Key> = Vec::new();
        let mut put: HashSet<Key> = HashSet::new();
        for (from, to) in moves {
            let user = moment.model.user(*from).ok_or(Refusal::Unknown)?;
            gone.push(keys::user(tenant, *from));
            gone.push(keys::user_password(tenant, *from));
            let mut own = Vec::new();
            for password in moment.model.app_passwords(*from) {
                gone.push(keys::app_password(tenant, *from, password.uuid));
                own.push(AppPassword {
                    user: *to,
                    ..(*password).clone()
                });
            }
            moved.push((
                User {
                    id: *to,
                    ..(*user).clone()
                },
                own,
            ));
            if let Some(record) = passwords.get(from) {
                let key = keys::user_password(tenant, *to);
                put.insert(key.clone());
                plan.put(key, record)?;
            }
            plan.change(Change::UserGone {
                id: *from,
                heir: *to,
            });
        }
        for (user, own) in moved {
            let key = keys::user(tenant, user.id);
            put.insert(key.clone());
            plan.put(key, &user)?;
            for password in own {
                let key = keys::app_password(tenant, password.user, password.uuid);
                put.insert(key.clone());
                plan.put(key, &password)?;
                plan.change(Change::AppPassword(Box::new(password)));
            }
            plan.change(Change::User(Box::new(user)));
        }
        for key in gone {
            if !put.contains(&key) {
                plan.delete(key);
            }
        }
        Ok(())
    }

    fn plan_first_category(
        &self,
        moment: &Moment<'_>,
        plan: &mut Plan,
        to: &GiveWay,
    ) -> Result<(), StoreError> {
        let Some(theirs) = to.default_category else {
            return Ok(());
        };
        let model = moment.model;
        let mut settings = (*model.settings()).clone();
        let own = settings.default_category;
        if !model.is_term_of(own, Taxonomy::Category) || model.is_carried(own)? {
            return Ok(());
        }
        plan.delete(keys::term(self.tenant(), own));
        plan.change(Change::TermGone {
            id: own,
            taxonomy: Taxonomy::Category,
            heir: 0,
            fallback: None,
        });
        settings.default_category = theirs;
        plan.put(keys::settings(self.tenant()), &settings)?;
        plan.change(Change::Settings(Box::new(settings)));
        Ok(())
    }
}

/// Which local users get which identifiers. Those who go behind all others come first, so that their places
/// are free for the others.
fn moves(model: &Model, to: &GiveWay) -> Vec<(u64, u64)> {
    let highest = to.users.iter().map(|(id, _)| *id).max().unwrap_or_default();
    let mut behind = highest.max(model.last_user());
    let (mut away, mut into) = (Vec::new(), Vec::new());
    for user in model.all_users() {
        let login = user.login.to_lowercase();
        let same = to
            .users
            .iter()
            .find(|(_, name)| name.to_lowercase() == login);
        match same {
            Some((id, _)) if *id == user.id => {}
            Some((id, _)) => into.push((user.id, *id)),
            None if to.users.iter().any(|(id, _)| *id == user.id) => {
                behind += 1;
                away.push((user.id, behind));
            }
            None => {}
        }
    }
    // Whoever would have to take the place of one who stays is left where they are; the import tells.
    into.retain(|(_, id)| model.user(*id).is_none() || away.iter().any(|(from, _)| from == id));
    away.extend(into);
    away
}

/// Store items that a record takes, and its bytes; of one too large for the table only a pointer is stored
/// there.
fn weight(record: &ImportRecord) -> Result<(usize, usize), StoreError> {
    let text = |length: usize| length.min(INLINE_BYTES);
    Ok(match record {
        ImportRecord::User(user) => (1, serde_json::to_vec(user)?.len()),
        ImportRecord::Term(term) => (1, serde_json::to_vec(term)?.len()),
        ImportRecord::Revision(revision) => (1, text(serde_json::to_vec(&**revision)?.len())),
        ImportRecord::History(_) => (0, 0),
        ImportRecord::Comment(comment) => (1, serde_json::to_vec(comment)?.len()),
        ImportRecord::Settings(settings) => (1, serde_json::to_vec(&**settings)?.len()),
        ImportRecord::Content(content) => {
            let items = 2 + usize::from(content.media.is_some());
            (items, text(serde_json::to_vec(&**content)?.len()))
        }
    })
}

/// Records on their way into one transaction.
struct Batch<'a> {
    store: &'a SiteStore,
    moment: &'a Moment<'a>,
    ledger: &'a ImportLedger,
    plan: Plan,
    rows: Vec<Row>,
    /// What this batch writes already, which the model does not know yet.
    users: Vec<User>,
    terms: Vec<Term>,
    slugs: Vec<(Kind, u64, String)>,
}

impl<'a> Batch<'a> {
    fn new(store: &'a SiteStore, moment: &'a Moment<'a>, ledger: &'a ImportLedger) -> Self {
        Self {
            store,
            moment,
            ledger,
            plan: Plan::default(),
            rows: Vec::new(),
            users: Vec::new(),
            terms: Vec::new(),
            slugs: Vec::new(),
        }
    }

    fn take(&mut self, item: &ImportItem) -> Result<ImportOutcome, StoreError> {
        let ImportItem { record, source } = item;
        let row = self.ledger.rows.get(&(record.family(), record.id()));
        if row.is_some_and(|row| row.source == *source) {
            return Ok(ImportOutcome::Unchanged);
        }
        let (verdict, stored) = match record {
            ImportRecord::User(user) => self.user(row, source, user)?,
            ImportRecord::Term(term) => self.term(row, source, term)?,
            ImportRecord::Content(content) => self.content(row, source, content)?,
            ImportRecord::Revision(revision) => {
                (self.revision(row, source, revision)?, record.clone())
            }
            // Nothing but the ledger has it.
            ImportRecord::History(_) => (Verdict::Note, record.clone()),
            ImportRecord::Comment(comment) => {
                let here = self.moment.model.comment(comment.id);
                let here = here.map(|here| ImportRecord::Comment((*here).clone()));
                let verdict = self.of(row, source, here, record)?;
                (verdict, record.clone())
            }
            ImportRecord::Settings(_) => {
                let here =
                    ImportRecord::Settings(Box::new((*self.moment.model.settings()).clone()));
                let here = (row.is_some() || !self.ledger.was_fresh()).then_some(here);
                let verdict = match self.of(row, source, here, record)? {
                    Verdict::Leave(ImportOutcome::InTheWay(_)) => {
                        Verdict::Leave(ImportOutcome::InTheWay(InTheWay::Settings))
                    }
                    other => other,
                };
                (verdict, record.clone())
            }
        };
        let outcome = match verdict {
            Verdict::Leave(outcome) => return Ok(outcome),
            Verdict::Note => ImportOutcome::Unchanged,
            Verdict::Write(outcome) => {
                let outcome = outcome.under(record, &stored);
                self.write(&stored)?;
                outcome
            }
        };
        self.rows.push(Row {
            family: record.family(),
            id: record.id(),
            source: source.clone(),
            here: stored.print()?,
        });
        Ok(outcome)
    }

    /// What the ledger says of a record; whatever it does not know is in the way.
    fn of(
        &self,
        row: Option<&Row>,
        source: &Print,
        here: Option<ImportRecord>,
        wanted: &ImportRecord,
    ) -> Result<Verdict, StoreError> {
        let here = here.map(|here| here.print()).transpose()?;
        match verdict(row, source, here.as_ref(), &wanted.print()?) {
            Some(verdict) => Ok(verdict),
            None => way(self.moment.model, wanted.family(), wanted.id()),
        }
    }

    fn user(
        &self,
        row: Option<&Row>,
        source: &Print,
        user: &User,
    ) -> Result<(Verdict, ImportRecord), StoreError> {
        let model = self.moment.model;
        let others = || {
            let known = model.all_users().map(|user| &**user);
            known.chain(&self.users).filter(|other| other.id != user.id)
        };
        let same =
            |one: &str, other: &str| !one.is_empty() && one.to_lowercase() == other.to_lowercase();
        let taken = others()
            .find(|other| same(&other.login, &user.login))
            .map(|other| InTheWay::Login(other.id))
            .or_else(|| {
                others()
                    .find(|other| same(&other.email, &user.email))
                    .map(|other| InTheWay::Email(other.id))
            });
        let mut stored = user.clone();
        stored.slug = slug::unique(&free_user_slug(model, user.id, &user.slug), |slug| {
            others().any(|other| other.slug == slug)
        });
        let here = model.user(user.id);
        // Whoever has this identifier and this login name is the same person.
        let is_same = here
            .as_ref()
            .is_some_and(|here| same(&here.login, &user.login));
        let stored = ImportRecord::User(stored);
        let here = here.map(|here| ImportRecord::User((*here).clone()));
        let verdict = match self.of(row, source, here, &stored)? {
            Verdict::Leave(ImportOutcome::InTheWay(_)) if is_same => {
                Verdict::Write(ImportOutcome::Added { renamed: None })
            }
            other => other,
        };
        let verdict = match (verdict, taken) {
            (Verdict::Write(_), Some(taken)) => Verdict::Leave(ImportOutcome::InTheWay(taken)),
            (verdict, _) => verdict,
        };
        Ok((verdict, stored))
    }

    fn term(
        &self,
        row: Option<&Row>,
        source: &Print,
        term: &Term,
    ) -> Result<(Verdict, ImportRecord), StoreError> {
        let model = self.moment.model;
        let is_taken = |slug: &str| {
            let known = model.all_terms(term.taxonomy).map(|known| &**known);
            let batch = self
                .terms
                .iter()
                .filter(|one| one.taxonomy == term.taxonomy);
            known
                .chain(batch)
                .any(|other| other.id != term.id && other.slug == slug)
        };
        let mut stored = term.clone();
        stored.slug = slug::unique(&term.slug, is_taken);
        let stored = ImportRecord::Term(stored);
        let here = model.term(term.id);
        let here = here.map(|here| ImportRecord::Term((*here).clone()));
        Ok((self.of(row, source, here, &stored)?, stored))
    }

    fn content(
        &self,
        row: Option<&Row>,
        source: &Print,
        content: &Content,
    ) -> Result<(Verdict, ImportRecord), StoreError> {
        let model = self.moment.model;
        let mut stored = content.clone();
        stored.slug = self.free_slug(content)?;
        let stored = ImportRecord::Content(Box::new(stored));
        let loaded = self.moment.loaded.iter().flatten();
        let here = loaded
            .filter(|here| here.id == content.id)
            .map(|here| ImportRecord::Content(Box::new((**here).clone())))
            .next();
        if here.is_none() && model.holder(ImportFamily::Content, content.id)?.is_some() {
            return Ok((way(model, ImportFamily::Content, content.id)?, stored));
        }
        let verdict = self.of(row, source, here, &stored)?;
        let path = content.media.as_ref().map(|media| media.path.as_str());
        let other = match path {
            Some(path) => model.file_holder(path)?.filter(|id| *id != content.id),
            None => None,
        };
        Ok(match (verdict, other) {
            (Verdict::Write(_), Some(other)) => {
                let way = InTheWay::File(other);
                (Verdict::Leave(ImportOutcome::InTheWay(way)), stored)
            }
            (verdict, _) => (verdict, stored),
        })
    }

    /// Of an item that was copied and is still here, in whatever state.
    fn revision(
        &self,
        row: Option<&Row>,
        source: &Print,
        revision: &Revision,
    ) -> Result<Verdict, StoreError> {
        let model = self.moment.model;
        let item = revision.parent;
        let was_copied = self.ledger.knows(ImportFamily::Content, item);
        if !was_copied || model.summary(item)?.is_none() {
            let way = InTheWay::NoItem(item);
            return Ok(Verdict::Leave(ImportOutcome::InTheWay(way)));
        }
        let here = model.revisions().get(revision.id);
        let family = ImportFamily::Revision;
        if here.is_none() && model.holder(family, revision.id)?.is_some() {
            return way(model, family, revision.id);
        }
        let here = here.map(|here| print_of_known(&here)).transpose()?;
        match verdict(row, source, here.as_ref(), source) {
            Some(verdict) => Ok(verdict),
            None => way(model, family, revision.id),
        }
    }

    /// The item's slug or the next one that is free, by the rules for items that are written here.
    fn free_slug(&self, content: &Content) -> Result<String, StoreError> {
        let must_be_free = !content.slug.is_empty()
            && content.kind != Kind::NavMenuItem
            && !content.status.is_floating();
        if !must_be_free {
            return Ok(content.slug.clone());
        }
        unique_slug_beside(
            self.moment.model,
            content.kind,
            content.parent,
            content.id,
            &content.slug,
            |candidate| self.has_slug(content, candidate),
        )
    }

    /// Whether another item of this batch has the slug, within what the kind shares addresses with.
    fn has_slug(&self, content: &Content, slug: &str) -> bool {
        self.slugs.iter().any(|(kind, parent, taken)| {
            taken == slug
                && match content.kind {
                    Kind::Attachment => true,
                    Kind::Page => {
                        *parent == content.parent && matches!(kind, Kind::Page | Kind::Attachment)
                    }
                    other => *kind == other,
                }
        })
    }

    fn write(&mut self, record: &ImportRecord) -> Result<(), StoreError> {
        let tenant = self.store.tenant();
        match record {
            ImportRecord::User(user) => {
                self.plan.put(keys::user(tenant, user.id), user)?;
                self.plan.change(Change::User(Box::new(user.clone())));
                self.users.push(user.clone());
            }
            ImportRecord::Term(term) => {
                self.plan.put(keys::term(tenant, term.id), term)?;
                self.plan.change(Change::Term(Box::new(term.clone())));
                self.terms.push(term.clone());
            }
            ImportRecord::Content(content) => {
                let mut loaded = self.moment.loaded.iter().flatten();
                let current = loaded.find(|here| here.id == content.id);
                if let Some(media) = &content.media {
                    let path = media.uploaded_path();
                    let key = keys::file(tenant, &path.to_lowercase());
                    self.plan.put(key, &Reservation { path })?;
                }
                self.store.plan_content(
                    &mut self.plan,
                    current.map(|one| &**one),
                    (**content).clone(),
                )?;
                let slug = content.slug.clone();
                self.slugs.push((content.kind, content.parent, slug));
            }
            ImportRecord::Revision(revision) => self.plan.revision((**revision).clone()),
            ImportRecord::History(_) => {}
            ImportRecord::Comment(comment) => {
                self.plan.put(keys::comment(tenant, comment.id), comment)?;
                let change = Change::Comment(Box::new(comment.clone()));
                self.plan.change(change);
            }
            ImportRecord::Settings(settings) => {
                if !settings.has_known_zone() {
                    return Err(Refusal::InvalidTimeZone.into());
                }
                self.plan.put(keys::settings(tenant), &**settings)?;
                self.plan.change(Change::Settings(settings.clone()));
            }
        }
        Ok(())
    }
}

impl ImportOutcome {
    /// The outcome with the slug that the record got, if that is another than it has at the source.
    fn under(self, wanted: &ImportRecord, stored: &ImportRecord) -> Self {
        let slug = |record: &ImportRecord| match record {
            ImportRecord::User(user) => user.slug.clone(),
            ImportRecord::Term(term) => term.slug.clone(),
            ImportRecord::Content(content) => content.slug.clone(),
            ImportRecord::Revision(_)
            | ImportRecord::History(_)
            | ImportRecord::Comment(_)
            | ImportRecord::Settings(_) => String::new(),
        };
        let renamed = Some(slug(stored)).filter(|stored| *stored != slug(wanted));
        match self {
            Self::Added { .. } => Self::Added { renamed },
            Self::Renewed { .. } => Self::Renewed { renamed },
            other => other,
        }
    }
}
