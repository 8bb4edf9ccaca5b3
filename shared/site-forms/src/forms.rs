//! Contact forms in their store: what a stored form is, how it is found, and the key of a site's quiz answers.

use std::net::Ipv4Addr;
use std::sync::Arc;

use contact_form::form::ContactForm;
use form_store::{Form, FormFilter, FormHash, FormStore};
use jiff::civil::Date;
use ports::{Sleeper, WorkQueue};
use secrecy::SecretString;
use site_spam::SiteFilter;
use site_store::SiteStore;
use vault::KeyRing;

use crate::error::SiteFormsError;

/// Purpose of the keyed hash that serves as a site's key.
const KEY_CONTEXT: &str = "contact_form";

/// Version of the validation rules, which answers and forms name.
pub const RULES_VERSION: &str = "6.1.6";

/// Domain of mail addresses of a site that is reached by a number or by `localhost`, as in the local run. A mail address
/// needs a name with a dot.
const LOCAL_DOMAIN: &str = "localhost.localdomain";

/// The forms of one site.
#[derive(Clone)]
pub struct SiteForms<'a> {
    /// Records of the site.
    pub site: &'a SiteStore,
    /// Home address without a trailing slash.
    pub home: &'a str,
    /// Makes keyed hashes.
    pub keyring: &'a Arc<KeyRing>,
    /// Queue of the mail worker.
    pub work: &'a dyn WorkQueue,
    /// Waits for the outcome of a mail.
    pub sleeper: &'a dyn Sleeper,
    /// Spam filter of the site.
    pub spam: SiteFilter,
}

/// How a shortcode names a form.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FormName {
    /// Identifier or hash.
    pub id: String,
    /// Title, when the identifier finds no form.
    pub title: String,
}

impl SiteForms<'_> {
    /// The store of the forms.
    pub fn store(&self) -> FormStore {
        FormStore::new(
            self.site.parts().clone(),
            self.site.tenant().clone(),
            Arc::clone(self.keyring),
        )
    }

    /// The key of the site's fingerprints: answers of quiz fields, and hashes of what was sent.
    pub fn key(&self) -> Vec<u8> {
        let tenant = SecretString::from(self.site.tenant().to_string());
        let hash = self.keyring.token_hash(KEY_CONTEXT, &tenant);
        hash.as_str().as_bytes().to_vec()
    }

    /// The form with an identifier.
    ///
    /// # Errors
    /// The store failed.
    pub async fn form(&self, id: u64) -> Result<Option<ContactForm>, SiteFormsError> {
        let found = self.store().form(id).await?;
        Ok(found.map(stored).transpose()?)
    }

    /// The form that a shortcode names: by its identifier, else by the seven digits of its hash, else the oldest form with
    /// the title.
    ///
    /// # Errors
    /// The store failed.
    pub async fn named(&self, name: &FormName) -> Result<Option<ContactForm>, SiteFormsError> {
        let store = self.store();
        let written = name.id.trim();
        // Seven digits can be both.
        if let Ok(id) = written.parse::<u64>()
            && let Some(form) = self.form(id).await?
        {
            return Ok(Some(form));
        }
        let hash = written
            .get(..7)
            .and_then(|hash| hash.parse::<FormHash>().ok());
        if let Some(hash) = hash
            && let Some(form) = store.form_by_hash(&hash).await?
        {
            return Ok(Some(stored(form)?));
        }
        let title = name.title.trim();
        if title.is_empty() {
            return Ok(None);
        }
        let heads = store.forms(&FormFilter::default()).await?;
        let named = heads.iter().filter(|head| head.title == title);
        match named.min_by_key(|head| head.id) {
            Some(head) => self.form(head.id).await,
            None => Ok(None),
        }
    }

    /// The day in the site's zone.
    pub fn today(&self) -> Date {
        let now = self.site.parts().clock.now_seconds();
        self.site.zone().to_datetime(now).date()
    }

    /// A random position below `count`.
    pub fn pick(&self, count: usize) -> usize {
        let mut drawn = [0; 8];
        self.site.parts().random.fill(&mut drawn);
        let drawn = u64::from_be_bytes(drawn);
        let count = u64::try_from(count).unwrap_or(u64::MAX).max(1);
        usize::try_from(drawn % count).unwrap_or_default()
    }
}

/// The form that is stored; title, slug, hash and language are those of the list.
///
/// # Errors
/// The document is no form.
pub fn stored(form: Form) -> Result<ContactForm, serde_json::Error> {
    let document: ContactForm = serde_json::from_value(form.document)?;
    Ok(ContactForm {
        id: Some(form.head.id),
        slug: Some(form.head.slug),
        hash: form.head.hash.to_string(),
        title: form.head.title,
        locale: form.head.locale,
        ..document
    })
}

/// The domain of a site's mail addresses: the host name of its home address without `www.`.
pub fn domain(home: &str) -> &str {
    let behind = home.split_once("://").map_or(home, |(_, rest)| rest);
    let host = behind.split(['/', ':']).next().unwrap_or_default();
    let is_number = host.starts_with('[') || host.parse::<Ipv4Addr>().is_ok();
    if is_number || host == "localhost" {
        return LOCAL_DOMAIN;
    }
    host.strip_prefix("www.").unwrap_or(host)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_domain_of_an_address() {
        for (home, expected) in [
            ("https://www.loja.example", "loja.example"),
            ("http://loja.example:8081", "loja.example"),
            ("https://loja.example/blog", "loja.example"),
            ("http://127.0.0.1:8081", LOCAL_DOMAIN),
            ("http://[::1]:8081/", LOCAL_DOMAIN),
            ("http://localhost:8081", LOCAL_DOMAIN),
            ("", ""),
        ] {
            assert_eq!(domain(home), expected, "{home}");
        }
    }
}
