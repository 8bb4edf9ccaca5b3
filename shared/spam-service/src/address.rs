//! Base address of the service.

use outbound::{below, service_url};
use url::Url;

/// Environment variable with the base address.
const VARIABLE: &str = "SPAM_SERVICE_URL";
/// The public service.
const USUAL: &str = "https://rest.akismet.com";

/// Base address of the service; it may have a path, which is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServiceAddress(Url);

impl ServiceAddress {
    /// The address that `environment` names as `SPAM_SERVICE_URL`, or that of the public service.
    ///
    /// # Errors
    /// The name of the variable, when its value is no http or https URL.
    pub fn of(environment: impl Fn(&str) -> Option<String>) -> Result<Self, &'static str> {
        service_url(environment, VARIABLE, USUAL).map(Self)
    }

    /// The URL of a call.
    pub(crate) fn call(&self, name: &str) -> Url {
        below(&self.0, &["1.1", name])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(value: Option<&str>) -> Result<ServiceAddress, &'static str> {
        ServiceAddress::of(|name| {
            assert_eq!(name, "SPAM_SERVICE_URL");
            value.map(str::to_owned)
        })
    }

    #[test]
    fn the_path_of_the_address_is_kept() {
        let url = |value| of(value).unwrap().call("verify-key").to_string();
        assert_eq!(url(None), "https://rest.akismet.com/1.1/verify-key");
        assert_eq!(url(Some(" ")), "https://rest.akismet.com/1.1/verify-key");
        assert_eq!(
            url(Some("http://127.0.0.1:9/spam/")),
            "http://127.0.0.1:9/spam/1.1/verify-key"
        );
        for wrong in ["x", "mailto:a@b.example", "ftp://a.example"] {
            assert_eq!(of(Some(wrong)), Err("SPAM_SERVICE_URL"), "{wrong}");
        }
    }
}
