//! The spam filter of the functions of the site.

use std::sync::Arc;

use items::Table;
use site_spam::SpamFilter;
use vault::KeyRing;

use crate::environment::EnvError;
use crate::start::Cloud;

impl Cloud {
    /// The spam filter, with the service and the key that the environment names.
    ///
    /// # Errors
    /// A value of the environment cannot be used, or the HTTP client cannot be built.
    pub fn spam_filter(
        &self,
        table: Table,
        keyring: Arc<KeyRing>,
    ) -> Result<SpamFilter, lambda_runtime::Error> {
        let environment = self.environment();
        let get = |name: &str| environment.get(name).map(str::to_owned);
        let made = SpamFilter::of_environment(
            table,
            keyring,
            self.random(),
            self.clock(),
            self.outbound()?,
            get,
        );
        Ok(made.map_err(|key| EnvError::Invalid {
            key,
            expected: "an http or https URL",
        })?)
    }
}
