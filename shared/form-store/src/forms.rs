//! Reads and writes of forms.

use domain::site::slug;
use items::{Condition, Entry, Query, Write, retry_on_conflict};
use serde::{Deserialize, Serialize};
use site_store::{SiteStore, sanitise_slug};

use crate::error::FormStoreError;
use crate::filter::FormFilter;
use crate::form::{Form, FormChange, FormHash, FormHead, NewForm};
use crate::keys;
use crate::packed::Packed;
use crate::store::{FormStore, written};

/// Slug of a form whose title has no letter that a slug keeps.
const UNTITLED: &str = "form";

/// Reservation of a slug or hash.
#[derive(Serialize, Deserialize)]
struct Reservation {
    id: u64,
}

impl FormStore {
    /// Creates a form. Its identifier is taken from the sequence of the site's items, so that it is no item's; its slug is the
    /// first free one.
    ///
    /// # Errors
    /// [`FormStoreError::FormExists`] when the given hash is another form's; [`FormStoreError::TooLarge`] for a large document.
    pub async fn create_form(
        &self,
        site: &SiteStore,
        new: &NewForm,
    ) -> Result<Form, FormStoreError> {
        // Before the identifier is taken, which would leave a gap.
        Packed::pack(&new.document)?;
        let id = site.take_content_id().await?;
        let wanted = match sanitise_slug(new.slug.as_deref().unwrap_or(&new.title)) {
            empty if empty.is_empty() => UNTITLED.to_owned(),
            wanted => wanted,
        };
        retry_on_conflict(|| async {
            let others = self.heads().await?;
            let hash = match &new.hash {
                Some(hash) if others.iter().any(|other| other.hash == *hash) => {
                    return Err(FormStoreError::FormExists);
                }
                Some(hash) => hash.clone(),
                None => FormHash::random(&*self.parts.random),
            };
            let is_taken = |slug: &str| others.iter().any(|other| other.slug == slug);
            let now = self.parts.clock.now_seconds();
            let head = FormHead {
                id,
                title: new.title.clone(),
                slug: slug::unique(&wanted, is_taken),
                hash,
                locale: new.locale.clone(),
                created_at: now,
                modified_at: now,
            };
            let form = Form {
                head,
                document: new.document.clone(),
            };
            let mut writes = self.puts(&form, 1, Condition::Absent)?;
            for key in self.reservations(&form.head) {
                let entry = Entry::new(key, &Reservation { id })?;
                writes.push(Write::Put(entry, Condition::Absent));
            }
            let done = written(self.parts.table.transact(writes).await)?;
            Ok(done.map(|()| form))
        })
        .await
    }

    /// Reads a form. Strongly consistent.
    ///
    /// # Errors
    /// The store failed.
    pub async fn form(&self, id: u64) -> Result<Option<Form>, FormStoreError> {
        let key = keys::form(&self.tenant, id);
        let stored: Option<Packed> = self.parts.table.get(&key).await?;
        stored.map(|packed| packed.unpack()).transpose()
    }

    /// Reads the form with a hash.
    ///
    /// # Errors
    /// The store failed.
    pub async fn form_by_hash(&self, hash: &FormHash) -> Result<Option<Form>, FormStoreError> {
        let key = keys::hash(&self.tenant, hash.as_str());
        match self.parts.table.get::<Reservation>(&key).await? {
            Some(found) => self.form(found.id).await,
            None => Ok(None),
        }
    }

    /// Lists forms without their documents. Reads the heads of all forms of the site with one query.
    ///
    /// # Errors
    /// The store failed.
    pub async fn forms(&self, filter: &FormFilter) -> Result<Vec<FormHead>, FormStoreError> {
        Ok(filter.apply(self.heads().await?))
    }

    /// Changes a form; members that are not given stay.
    ///
    /// # Errors
    /// [`FormStoreError::UnknownForm`]; [`FormStoreError::TooLarge`] for a large document.
    pub async fn update_form(&self, id: u64, change: &FormChange) -> Result<Form, FormStoreError> {
        let key = keys::form(&self.tenant, id);
        retry_on_conflict(|| async {
            let stored = self.parts.table.get_revised::<Packed>(&key).await?;
            let stored = stored.ok_or(FormStoreError::UnknownForm)?;
            let mut form: Form = stored.record.unpack()?;
            form.head.title = change.title.clone().unwrap_or(form.head.title);
            form.head.locale = change.locale.clone().unwrap_or(form.head.locale);
            form.document = change.document.clone().unwrap_or(form.document);
            form.head.modified_at = self.parts.clock.now_seconds();
            let condition = Condition::Revision(stored.revision);
            let writes = self.puts(&form, stored.revision + 1, condition)?;
            let done = written(self.parts.table.transact(writes).await)?;
            Ok(done.map(|()| form))
        })
        .await
    }

    /// Deletes a form for good; returns it, or none when there is no such form. Its submissions stay.
    ///
    /// # Errors
    /// The store failed.
    pub async fn delete_form(&self, id: u64) -> Result<Option<Form>, FormStoreError> {
        let key = keys::form(&self.tenant, id);
        retry_on_conflict(|| async {
            let Some(stored) = self.parts.table.get_revised::<Packed>(&key).await? else {
                return Ok(Some(None));
            };
            let form: Form = stored.record.unpack()?;
            let condition = Condition::Revision(stored.revision);
            let mut writes = vec![
                Write::Delete(key.clone(), condition),
                Write::Delete(keys::head(&self.tenant, id), Condition::Any),
            ];
            let reserved = self.reservations(&form.head).into_iter();
            writes.extend(reserved.map(|key| Write::Delete(key, Condition::Any)));
            let done = written(self.parts.table.transact(writes).await)?;
            Ok(done.map(|()| Some(form)))
        })
        .await
    }

    async fn heads(&self) -> Result<Vec<FormHead>, FormStoreError> {
        let query = Query::prefix(keys::heads(&self.tenant), "");
        Ok(self.parts.table.query(&query).await?)
    }

    fn reservations(&self, head: &FormHead) -> [items::Key; 2] {
        [
            keys::slug(&self.tenant, &head.slug),
            keys::hash(&self.tenant, head.hash.as_str()),
        ]
    }

    /// The form and its head. The condition on the form guards both.
    fn puts(
        &self,
        form: &Form,
        revision: u64,
        condition: Condition,
    ) -> Result<Vec<Write>, FormStoreError> {
        let key = keys::form(&self.tenant, form.head.id);
        let record = Entry::new(key, &Packed::pack(form)?)?.revision(revision);
        let head = Entry::new(keys::head(&self.tenant, form.head.id), &form.head)?;
        Ok(vec![
            Write::Put(record, condition),
            Write::Put(head, Condition::Any),
        ])
    }
}
