//! The form that a new site has.

use std::sync::Arc;

use contact_form::form::template::first_title;
use form_store::{FormHash, FormStore, FormStoreError, NewForm};
use secrecy::SecretString;
use site_options::{OptionName, OptionsError, Owner, SiteOptions};
use site_store::{SiteStore, Tenant};
use vault::KeyRing;

use super::forms::blank;

/// Records that the first form was created, so that it does not come back when it is deleted.
const SEEDED: OptionName = OptionName::new("contact-form.seeded");

/// Why the first form was not created.
#[derive(Debug, thiserror::Error)]
pub enum SeedError {
    /// The form was not stored.
    #[error(transparent)]
    Form(#[from] FormStoreError),
    /// The record that it was created failed.
    #[error(transparent)]
    Options(#[from] OptionsError),
    /// The form cannot be written as JSON.
    #[error("the first form is no valid document: {0}")]
    Document(#[from] serde_json::Error),
}

/// Creates the form of a new site, once. A call that comes second changes nothing.
///
/// # Errors
/// A store failed; a repeated call continues.
pub async fn seed_first_form(
    site: &SiteStore,
    keyring: &Arc<KeyRing>,
    home: &str,
) -> Result<(), SeedError> {
    let (parts, tenant) = (site.parts().clone(), site.tenant().clone());
    let options = SiteOptions::new(parts.table.clone(), tenant.clone());
    let seeded = options.read::<bool>(Owner::Site, SEEDED).await?;
    if seeded.value == Some(true) {
        return Ok(());
    }
    let mut form = blank(home, &site.settings().language);
    form.title = first_title(&form.locale).to_owned();
    let new = NewForm {
        title: form.title.clone(),
        slug: None,
        // The same at each attempt, so that an attempt after a crash finds the form.
        hash: first_hash(keyring, &tenant),
        locale: form.locale.clone(),
        document: serde_json::to_value(&form)?,
    };
    let forms = FormStore::new(parts, tenant, Arc::clone(keyring));
    match forms.create_form(site, &new).await {
        Ok(_) | Err(FormStoreError::FormExists) => {}
        Err(error) => return Err(error.into()),
    }
    match options
        .write(Owner::Site, SEEDED, &true, seeded.revision)
        .await
    {
        Ok(_) | Err(OptionsError::Conflict) => Ok(()),
        Err(error) => Err(error.into()),
    }
}

fn first_hash(keyring: &KeyRing, tenant: &Tenant) -> Option<FormHash> {
    let subject = SecretString::from(tenant.to_string());
    let hash = keyring.token_hash("first_contact_form", &subject);
    hash.as_str().get(..7)?.parse().ok()
}
