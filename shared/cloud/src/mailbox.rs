//! The mailboxes that sites are connected with.

use std::sync::Arc;

use site_mailbox::Mailboxes;
use vault::KeyRing;

use crate::environment::EnvError;
use crate::start::Cloud;

impl Cloud {
    /// Mailboxes, with the clients and the services that the environment names.
    ///
    /// # Errors
    /// A value of the environment cannot be used, or the HTTP client cannot be built.
    pub fn mailboxes(&self, keyring: Arc<KeyRing>) -> Result<Mailboxes, lambda_runtime::Error> {
        let environment = self.environment();
        let get = |name: &str| environment.get(name).map(str::to_owned);
        let made = Mailboxes::of_environment(keyring, self.sleeper(), self.outbound()?, get);
        Ok(made.map_err(|key| EnvError::Invalid {
            key,
            expected: "an http or https URL",
        })?)
    }
}
