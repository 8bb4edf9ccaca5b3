//! Contact forms on pages (docs/interface/site/contact-form.md#on-public-pages): a form shows where its shortcode stands, and
//! works without a script.

mod parts;
mod place;
mod question;
mod result;
mod submit;

pub use parts::{is_multipart, parts};
pub use place::{Body, Shown, action, body};
pub use result::told;
pub use submit::submit;

use site_forms::{SiteForms, SiteFormsError};

use crate::Site;
use crate::page_request::{PageError, PageRequest};

/// The forms of the site of a request.
fn site_forms<'a>(site: &'a Site, request: &'a PageRequest) -> SiteForms<'a> {
    SiteForms {
        site: &request.store,
        home: &request.home,
        keyring: &site.keyring,
        work: &*site.work,
        sleeper: &*site.sleeper,
        spam: site.spam.of(&request.store, &request.home),
    }
}

impl From<SiteFormsError> for PageError {
    fn from(error: SiteFormsError) -> Self {
        match error {
            SiteFormsError::Site(error) => Self::Store(error),
            other => Self::Internal(other.to_string()),
        }
    }
}
