//! Decides for each imported record whether it is written, and plans the writes of one transaction.

use domain::site::{Kind, slug};

use super::super::compose::unique_slug_beside;
use super::super::users::free_slug as free_user_slug;
use super::super::{Plan, WriteContext};
use crate::content::Content;
use crate::error::{Refusal, StoreError};
use crate::import::{
    Fingerprint, ImportConflict, ImportFamily, ImportItem, ImportLedger, ImportOutcome,
    ImportRecord, Row, summary_fingerprint,
};
use crate::keys;
use crate::log::Change;
use crate::media::Reservation;
use crate::model::Model;
use crate::revision::Revision;
use crate::store::SiteStore;
use crate::term::Term;
use crate::user::User;

/// Decision about a record.
enum Verdict {
    /// Write it.
    Write(ImportOutcome),
    /// Leave it unchanged and update the ledger.
    Note,
    /// Leave it unchanged.
    Leave(ImportOutcome),
}

/// Decides by the ledger: `here` is the fingerprint of the stored record, `wanted` that of the record
/// to store.
fn verdict(
    row: Option<&Row>,
    source: &Fingerprint,
    here: Option<&Fingerprint>,
    wanted: &Fingerprint,
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

fn id_conflict(model: &Model, family: ImportFamily, id: u64) -> Result<Verdict, StoreError> {
    let holder = model.holder(family, id)?.unwrap_or_default();
    Ok(Verdict::Leave(ImportOutcome::Conflict(ImportConflict::Id(
        id, holder,
    ))))
}

/// Records for one transaction.
pub(super) struct Batch<'a> {
    store: &'a SiteStore,
    context: &'a WriteContext<'a>,
    ledger: &'a ImportLedger,
    plan: Plan,
    rows: Vec<Row>,
    /// Records of this batch, which the model does not contain yet.
    users: Vec<User>,
    terms: Vec<Term>,
    slugs: Vec<(Kind, u64, String)>,
}

impl<'a> Batch<'a> {
    pub(super) fn new(
        store: &'a SiteStore,
        context: &'a WriteContext<'a>,
        ledger: &'a ImportLedger,
    ) -> Self {
        Self {
            store,
            context,
            ledger,
            plan: Plan::default(),
            rows: Vec::new(),
            users: Vec::new(),
            terms: Vec::new(),
            slugs: Vec::new(),
        }
    }

    /// Writes and ledger rows of the batch.
    pub(super) fn into_parts(self) -> (Plan, Vec<Row>) {
        (self.plan, self.rows)
    }

    /// Adds a record to the plan, if it is to be written, and returns the outcome.
    pub(super) fn take(&mut self, item: &ImportItem) -> Result<ImportOutcome, StoreError> {
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
            // Only the ledger stores it.
            ImportRecord::History(_) => (Verdict::Note, record.clone()),
            ImportRecord::Comment(comment) => {
                let here = self.context.model.comment(comment.id);
                let here = here.map(|here| ImportRecord::Comment((*here).clone()));
                let verdict = self.of(row, source, here, record)?;
                (verdict, record.clone())
            }
            ImportRecord::Snippet(snippet) => {
                let here = self.context.model.snippet(snippet.id);
                // The examples of a new site give way.
                let here = here.filter(|here| row.is_some() || !here.is_example());
                let here = here.map(|here| ImportRecord::Snippet(Box::new((*here).clone())));
                (self.of(row, source, here, record)?, record.clone())
            }
            ImportRecord::Settings(_) => {
                let here =
                    ImportRecord::Settings(Box::new((*self.context.model.settings()).clone()));
                let here = (row.is_some() || !self.ledger.was_fresh()).then_some(here);
                let verdict = match self.of(row, source, here, record)? {
                    Verdict::Leave(ImportOutcome::Conflict(_)) => {
                        Verdict::Leave(ImportOutcome::Conflict(ImportConflict::Settings))
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
            here: stored.fingerprint()?,
        });
        Ok(outcome)
    }

    /// Decision about a record that may already exist here. A record unknown to the ledger is a
    /// conflict.
    fn of(
        &self,
        row: Option<&Row>,
        source: &Fingerprint,
        here: Option<ImportRecord>,
        wanted: &ImportRecord,
    ) -> Result<Verdict, StoreError> {
        let here = here.map(|here| here.fingerprint()).transpose()?;
        match verdict(row, source, here.as_ref(), &wanted.fingerprint()?) {
            Some(verdict) => Ok(verdict),
            None => id_conflict(self.context.model, wanted.family(), wanted.id()),
        }
    }

    fn user(
        &self,
        row: Option<&Row>,
        source: &Fingerprint,
        user: &User,
    ) -> Result<(Verdict, ImportRecord), StoreError> {
        let model = self.context.model;
        let others = || {
            let known = model.all_users().map(|user| &**user);
            known.chain(&self.users).filter(|other| other.id != user.id)
        };
        let same =
            |one: &str, other: &str| !one.is_empty() && one.to_lowercase() == other.to_lowercase();
        let taken = others()
            .find(|other| same(&other.login, &user.login))
            .map(|other| ImportConflict::Login(other.id))
            .or_else(|| {
                others()
                    .find(|other| same(&other.email, &user.email))
                    .map(|other| ImportConflict::Email(other.id))
            });
        let mut stored = user.clone();
        stored.slug = slug::unique(&free_user_slug(model, user.id, &user.slug), |slug| {
            others().any(|other| other.slug == slug)
        });
        let here = model.user(user.id);
        // The same identifier and login name mean the same user.
        let is_same = here
            .as_ref()
            .is_some_and(|here| same(&here.login, &user.login));
        let stored = ImportRecord::User(stored);
        let here = here.map(|here| ImportRecord::User((*here).clone()));
        let verdict = match self.of(row, source, here, &stored)? {
            Verdict::Leave(ImportOutcome::Conflict(_)) if is_same => {
                Verdict::Write(ImportOutcome::Added { renamed: None })
            }
            other => other,
        };
        let verdict = match (verdict, taken) {
            (Verdict::Write(_), Some(taken)) => Verdict::Leave(ImportOutcome::Conflict(taken)),
            (verdict, _) => verdict,
        };
        Ok((verdict, stored))
    }

    fn term(
        &self,
        row: Option<&Row>,
        source: &Fingerprint,
        term: &Term,
    ) -> Result<(Verdict, ImportRecord), StoreError> {
        let model = self.context.model;
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
        source: &Fingerprint,
        content: &Content,
    ) -> Result<(Verdict, ImportRecord), StoreError> {
        let model = self.context.model;
        let mut stored = content.clone();
        stored.slug = self.free_slug(content)?;
        let stored = ImportRecord::Content(Box::new(stored));
        let loaded = self.context.loaded.iter().flatten();
        let here = loaded
            .filter(|here| here.id == content.id)
            .map(|here| ImportRecord::Content(Box::new((**here).clone())))
            .next();
        if here.is_none() && model.holder(ImportFamily::Content, content.id)?.is_some() {
            return Ok((
                id_conflict(model, ImportFamily::Content, content.id)?,
                stored,
            ));
        }
        let verdict = self.of(row, source, here, &stored)?;
        let path = content.media.as_ref().map(|media| media.path.as_str());
        let other = match path {
            Some(path) => model.file_holder(path)?.filter(|id| *id != content.id),
            None => None,
        };
        Ok(match (verdict, other) {
            (Verdict::Write(_), Some(other)) => {
                let conflict = ImportConflict::File(other);
                (Verdict::Leave(ImportOutcome::Conflict(conflict)), stored)
            }
            (verdict, _) => (verdict, stored),
        })
    }

    /// Decision about a revision. Its item must be imported and still exist here, in any state.
    fn revision(
        &self,
        row: Option<&Row>,
        source: &Fingerprint,
        revision: &Revision,
    ) -> Result<Verdict, StoreError> {
        let model = self.context.model;
        let item = revision.parent;
        let was_copied = self.ledger.knows(ImportFamily::Content, item);
        if !was_copied || model.summary(item)?.is_none() {
            let conflict = ImportConflict::NoItem(item);
            return Ok(Verdict::Leave(ImportOutcome::Conflict(conflict)));
        }
        let here = model.revisions().get(revision.id);
        let family = ImportFamily::Revision;
        if here.is_none() && model.holder(family, revision.id)?.is_some() {
            return id_conflict(model, family, revision.id);
        }
        let here = here.map(|here| summary_fingerprint(&here)).transpose()?;
        match verdict(row, source, here.as_ref(), source) {
            Some(verdict) => Ok(verdict),
            None => id_conflict(model, family, revision.id),
        }
    }

    /// The item's slug, or the next free one by the rules for items written here.
    fn free_slug(&self, content: &Content) -> Result<String, StoreError> {
        let must_be_free = !content.slug.is_empty()
            && content.kind != Kind::NavMenuItem
            && !content.status.is_floating();
        if !must_be_free {
            return Ok(content.slug.clone());
        }
        unique_slug_beside(
            self.context.model,
            content.kind,
            content.parent,
            content.id,
            &content.slug,
            |candidate| self.has_slug(content, candidate),
        )
    }

    /// Whether another item of this batch has the slug within the same URL space.
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
                let mut loaded = self.context.loaded.iter().flatten();
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
            ImportRecord::Snippet(snippet) => {
                self.plan.change(Change::Snippet(snippet.clone()));
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
    /// Outcome with the assigned slug, if that differs from the source's.
    fn under(self, wanted: &ImportRecord, stored: &ImportRecord) -> Self {
        let slug = |record: &ImportRecord| match record {
            ImportRecord::User(user) => user.slug.clone(),
            ImportRecord::Term(term) => term.slug.clone(),
            ImportRecord::Content(content) => content.slug.clone(),
            ImportRecord::Revision(_)
            | ImportRecord::History(_)
            | ImportRecord::Comment(_)
            | ImportRecord::Snippet(_)
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
