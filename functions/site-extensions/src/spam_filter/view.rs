//! The filter of the site that a request addresses.

use site_api::ApiCall;
use site_spam::SiteFilter;

/// The filter of the site.
pub fn filter(call: &ApiCall) -> SiteFilter {
    call.app().spam_filter(&call.caller().store, call.site())
}
