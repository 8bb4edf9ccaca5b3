//! Mails of a site over the mail port, which platform mails use as well.

use std::sync::Arc;

use async_trait::async_trait;
use ports::{Mail, MailError};

use crate::work::{MailTransport, ReadyMail};

/// Sends mails of a site over the mail port: through the same server as messages of the platform.
#[derive(Clone)]
pub struct PortTransport(pub Arc<dyn Mail>);

impl std::fmt::Debug for PortTransport {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PortTransport").finish_non_exhaustive()
    }
}

#[async_trait]
impl MailTransport for PortTransport {
    async fn send(&self, mail: &ReadyMail) -> Result<(), MailError> {
        self.0.send_composed(&mail.composed()).await
    }
}
