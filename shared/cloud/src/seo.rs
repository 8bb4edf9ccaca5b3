//! The connected services of the site's SEO namespace.

use std::sync::Arc;

use seo_services::SeoServices;
use vault::KeyRing;

use crate::environment::EnvError;
use crate::start::Cloud;

impl Cloud {
    /// The services that the environment names. API keys of providers of texts are those that the platform saved, sealed
    /// with `keyring`, otherwise those of the environment.
    ///
    /// # Errors
    /// A value of the environment is missing or cannot be used, or the HTTP client cannot be built.
    pub fn seo_services(
        &self,
        keyring: &Arc<KeyRing>,
    ) -> Result<SeoServices, lambda_runtime::Error> {
        let environment = self.environment();
        let get = |name: &str| environment.get(name).map(str::to_owned);
        let settings = self.settings(&self.platform_table()?, keyring);
        let made = SeoServices::of_environment(&self.outbound()?, &self.clock(), settings, get);
        Ok(made.map_err(|key| EnvError::Invalid {
            key,
            expected: "an http or https URL, or a number",
        })?)
    }
}
