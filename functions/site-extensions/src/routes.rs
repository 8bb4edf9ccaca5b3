//! The list of all routes of this function.

use site_api::SiteApp;
use site_rest::Api;

use crate::{code_snippets, contact_form, contact_form_ext, mail_smtp, spam_filter, submissions};

/// The site's interface, of which this function serves the routes below.
pub fn api() -> Api<SiteApp> {
    Api::of(site_contract::routes())
        .bind(mail_smtp::routes::routes())
        .bind(spam_filter::routes::routes())
        .bind(code_snippets::routes::routes())
        .bind(contact_form::routes::routes())
        .bind(submissions::routes::routes())
        .bind(contact_form_ext::routes::routes())
}
