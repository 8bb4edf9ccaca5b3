//! The connected services of the site's SEO namespace.

use seo_services::SeoServices;
use settings::Settings;

use crate::environment::EnvError;
use crate::start::Cloud;

impl Cloud {
    /// The services that the environment names. API keys of providers of texts are those of the environment: the settings that
    /// the platform saves lie in a table that functions of the site cannot read.
    ///
    /// # Errors
    /// A value of the environment cannot be used, or the HTTP client cannot be built.
    pub fn seo_services(&self) -> Result<SeoServices, lambda_runtime::Error> {
        let environment = self.environment();
        let get = |name: &str| environment.get(name).map(str::to_owned);
        let settings = Settings::of_environment(get);
        let made = SeoServices::of_environment(&self.outbound()?, &self.clock(), settings, get);
        Ok(made.map_err(|key| EnvError::Invalid {
            key,
            expected: "an http or https URL, or a number",
        })?)
    }
}
