//! Contact forms in their store: what a stored form is, the key of a site's quiz answers, and errors of the store.

use std::net::Ipv4Addr;
use std::sync::Arc;

use contact_form::form::ContactForm;
use contact_form::form::template::{self, new_form};
use form_store::{Form, FormStore, FormStoreError};
use secrecy::SecretString;
use site_api::ApiCall;
use site_contract::contact_form::codes;
use site_rest::{RestError, SiteContext};
use site_store::StoreError;

/// Purpose of the keyed hash that serves as a site's key.
const KEY_CONTEXT: &str = "contact_form";

/// The forms of the site of a request.
pub fn forms(call: &ApiCall) -> FormStore {
    let store = &call.caller().store;
    FormStore::new(
        store.parts().clone(),
        store.tenant().clone(),
        Arc::clone(call.app().keyring()),
    )
}

/// The key of the site's fingerprints: answers of quiz fields, and hashes of what was sent.
pub fn key(call: &ApiCall) -> Vec<u8> {
    let tenant = SecretString::from(call.caller().store.tenant().to_string());
    let hash = call.app().keyring().token_hash(KEY_CONTEXT, &tenant);
    hash.as_str().as_bytes().to_vec()
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

/// Reads a form.
///
/// # Errors
/// `contactform_not_found`.
pub async fn form(call: &ApiCall, id: u64) -> Result<ContactForm, RestError> {
    let found = forms(call).form(id).await.map_err(refused)?;
    let found = found.ok_or_else(|| RestError::new(&codes::FORM_NOT_FOUND))?;
    stored(found).map_err(RestError::internal)
}

/// The form that a creation starts from, in this language.
pub fn blank(home: &str, locale: &str) -> ContactForm {
    new_form(&template::Site {
        domain: domain(home),
        locale,
    })
}

/// Domain of mail addresses of a site that is reached by a number or by `localhost`, as in the local run. A mail address
/// needs a name with a dot.
const LOCAL_DOMAIN: &str = "localhost.localdomain";

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

/// The language of a site, such as `pt_BR`.
pub fn site_locale(call: &ApiCall) -> String {
    let language = call.caller().store.settings().language.clone();
    if language.is_empty() {
        let site: &SiteContext = call.site();
        return site.locale.name().to_owned();
    }
    language
}

/// The error of the interface for an error of the store.
pub fn refused(error: FormStoreError) -> RestError {
    match error {
        FormStoreError::UnknownForm => RestError::new(&codes::FORM_NOT_FOUND),
        FormStoreError::TooLarge { .. } => RestError::new(&codes::FORM_TOO_LARGE),
        FormStoreError::Site(StoreError::Contended) => RestError::new(&codes::BUSY).retry_after(1),
        other => RestError::internal(other),
    }
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
