//! Base addresses of outside services, which the environment can replace for tests and gateways. Calls to them pass the
//! guard as every call does.

use url::Url;

/// The base address of a service: that which `environment` has as `name`, or the `usual` one. It may have a path, which
/// [`below`] keeps.
///
/// # Errors
/// The name, when the address is no http or https URL.
pub fn service_url(
    environment: impl Fn(&str) -> Option<String>,
    name: &'static str,
    usual: &str,
) -> Result<Url, &'static str> {
    let given = environment(name).filter(|address| !address.trim().is_empty());
    let address = given.as_deref().unwrap_or(usual).trim();
    let url = Url::parse(address).map_err(|_| name)?;
    let is_web = matches!(url.scheme(), "http" | "https");
    is_web.then_some(url).ok_or(name)
}

/// `base` with the segments of `path` appended, each percent-encoded (also `/` and `:` within one).
#[must_use]
pub fn below(base: &Url, path: &[&str]) -> Url {
    let mut url = base.clone();
    // Fails only for addresses without a path, which are no http addresses.
    if let Ok(mut segments) = url.path_segments_mut() {
        segments.pop_if_empty().extend(path);
    }
    url
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(value: Option<&str>) -> Result<Url, &'static str> {
        let environment = |name: &str| {
            assert_eq!(name, "SERVICE_URL");
            value.map(str::to_owned)
        };
        service_url(environment, "SERVICE_URL", "https://service.example")
    }

    #[test]
    fn an_address_of_the_environment_replaces_the_services_own() {
        for (value, expected) in [
            (None, "https://service.example/v1/a%2Fb"),
            (Some(" "), "https://service.example/v1/a%2Fb"),
            (
                Some(" http://127.0.0.1:9/x/ "),
                "http://127.0.0.1:9/x/v1/a%2Fb",
            ),
        ] {
            let url = below(&of(value).unwrap(), &["v1", "a/b"]);
            assert_eq!(url.as_str(), expected, "{value:?}");
        }
        for wrong in ["x", "mailto:a@b.example", "ftp://a.example"] {
            assert_eq!(of(Some(wrong)), Err("SERVICE_URL"), "{wrong}");
        }
    }
}
