//! Base addresses of services.

use url::Url;

/// Base address of a service; it may have a path, which is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct BaseAddress(Url);

impl BaseAddress {
    /// The address that `environment` names as `variable`; `None` when it is not set.
    ///
    /// # Errors
    /// The name of the variable, when its value is no http or https URL.
    pub(crate) fn of(
        environment: impl Fn(&str) -> Option<String>,
        variable: &'static str,
    ) -> Result<Option<Self>, &'static str> {
        let given = environment(variable).filter(|address| !address.trim().is_empty());
        let Some(address) = given else {
            return Ok(None);
        };
        let url = Url::parse(address.trim()).map_err(|_| variable)?;
        let is_web = matches!(url.scheme(), "http" | "https");
        is_web.then_some(Some(Self(url))).ok_or(variable)
    }

    /// The address of a path below it.
    pub(crate) fn at(&self, path: &[&str]) -> Url {
        let mut url = self.0.clone();
        // Fails only for addresses without a path, which `BaseAddress::of` rejects.
        if let Ok(mut segments) = url.path_segments_mut() {
            segments.pop_if_empty().extend(path);
        }
        url
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(value: Option<&str>) -> Result<Option<BaseAddress>, &'static str> {
        BaseAddress::of(|_| value.map(str::to_owned), "AN_URL")
    }

    #[test]
    fn the_path_of_the_address_is_kept() {
        let base = of(Some("http://127.0.0.1:9/ai/")).unwrap().unwrap();
        let url = base.at(&["token", "a b/c"]);
        assert_eq!(url.as_str(), "http://127.0.0.1:9/ai/token/a%20b%2Fc");
    }

    #[test]
    fn nothing_and_other_schemes() {
        assert_eq!(of(None), Ok(None));
        assert_eq!(of(Some(" ")), Ok(None));
        for wrong in ["x", "mailto:a@b.example", "ftp://a.example"] {
            assert_eq!(of(Some(wrong)), Err("AN_URL"), "{wrong}");
        }
    }
}
