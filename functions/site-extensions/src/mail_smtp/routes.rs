//! The routes of the mail transport.

use site_api::SiteApp;
use site_contract::mail_smtp::{callback_route, mailbox_route, test_message_route};
use site_rest::{Endpoint, Route};

use super::permissions::{has_state, may_manage};
use super::{callback, read, test_message, write};

/// The routes.
pub fn routes() -> Vec<Route<SiteApp>> {
    vec![
        Route::bind(callback_route()).read(Endpoint::new(has_state, callback::callback)),
        Route::bind(mailbox_route())
            .read(Endpoint::new(may_manage, read::mailbox_state))
            .create(Endpoint::new(may_manage, write::connect))
            .delete(Endpoint::new(may_manage, write::disconnect)),
        Route::bind(test_message_route()).create(Endpoint::new(may_manage, test_message::send)),
    ]
}
