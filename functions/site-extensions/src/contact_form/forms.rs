//! The contact forms of the site of a request.

use contact_form::form::ContactForm;
use contact_form::form::template::{self, new_form};
use form_store::{FormStore, FormStoreError};
use http::header;
use http_edge::ClientAddress;
use site_api::{ApiCall, store_error};
use site_contract::contact_form::codes;
use site_forms::{SiteForms, SiteFormsError, Visitor, domain};
use site_mail::SiteMailError;
use site_rest::{RestError, SiteContext};

/// The forms of the site of a request.
pub fn site_forms(call: &ApiCall) -> SiteForms<'_> {
    let app = call.app();
    let site = &call.caller().store;
    SiteForms {
        site,
        home: &call.site().home,
        keyring: app.keyring(),
        work: app.work(),
        sleeper: app.sleeper(),
        spam: app.spam_filter(site, call.site()),
    }
}

/// The store of these forms.
pub fn forms(call: &ApiCall) -> FormStore {
    site_forms(call).store()
}

/// Reads a form.
///
/// # Errors
/// `contactform_not_found`.
pub async fn form(call: &ApiCall, id: u64) -> Result<ContactForm, RestError> {
    let found = site_forms(call).form(id).await.map_err(not_taken)?;
    found.ok_or_else(|| RestError::new(&codes::FORM_NOT_FOUND))
}

/// The sender of a request. The page is the one that the browser names, else the address of the request.
pub fn visitor(call: &ApiCall) -> Visitor {
    let request = call.request();
    let sent = |name: header::HeaderName| request.headers.get(name)?.to_str().ok();
    let address = call.caller().address.as_deref();
    let address = address.and_then(|address| address.parse().ok());
    let url = sent(header::REFERER).map(str::to_owned);
    Visitor::at(
        ClientAddress(address),
        sent(header::USER_AGENT).unwrap_or_default(),
        url.unwrap_or_else(|| call.site().url(&request.path)),
    )
}

/// The form that a creation starts from, in this language.
pub fn blank(home: &str, locale: &str) -> ContactForm {
    new_form(&template::Site {
        domain: domain(home),
        locale,
    })
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
        FormStoreError::Site(error) => store_error(error),
        FormStoreError::Store(error) => store_error(error),
        FormStoreError::Mail(error) => mail_error(error),
        other => RestError::internal(other),
    }
}

/// The error of the interface for a form that was not read or a submission that was not taken.
pub fn not_taken(error: SiteFormsError) -> RestError {
    match error {
        SiteFormsError::TooManySubmissions(wait) => {
            RestError::naming(&codes::FORM_TOO_MANY_SUBMISSIONS, [&wait]).retry_after(wait)
        }
        SiteFormsError::Form(error) => refused(error),
        SiteFormsError::Site(error) => store_error(error),
        SiteFormsError::Store(error) => store_error(error),
        SiteFormsError::Mail(error) => mail_error(error),
        other => RestError::internal(other),
    }
}

/// The error of the interface for a mail or private file that was not stored or read.
pub fn mail_error(error: SiteMailError) -> RestError {
    match error {
        SiteMailError::Store(error) => store_error(error),
        SiteMailError::Blobs(error) => store_error(error),
        other => RestError::internal(other),
    }
}
