//! Redirect URLs of an application (docs/interface/site/application-passwords.md#redirect-addresses).

use secrecy::{ExposeSecret, SecretString};
use url::{Host, Origin, Url};

/// Schemes that would run script in the page's origin, or display content chosen by the application.
const NEVER: [&str; 6] = ["javascript", "data", "vbscript", "blob", "file", "about"];

/// Redirect URLs of an application.
#[derive(Debug, Default)]
pub struct Redirects {
    /// Receives the password.
    pub success: Option<Url>,
    /// Receives the rejection.
    reject: Option<Url>,
}

/// The URL is not allowed as a redirect target.
#[derive(Debug, PartialEq, Eq)]
pub struct Refused;

fn read(text: &str, local: bool) -> Result<Option<Url>, Refused> {
    if text.is_empty() {
        return Ok(None);
    }
    let url = Url::parse(text).map_err(|_| Refused)?;
    let scheme = url.scheme();
    let has_host = url.host_str().is_some_and(|host| !host.is_empty());
    if NEVER.contains(&scheme) || !has_host || (scheme == "http" && !local) {
        return Err(Refused);
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err(Refused);
    }
    if matches!(url.scheme(), "http" | "https") && !names_one_host(&url) {
        return Err(Refused);
    }
    Ok(Some(url))
}

/// Whether the host is an IP address or a name of letters, digits, hyphens and dots. The URL standard
/// also allows characters such as `*` and `;`, which have a meaning in a Content-Security-Policy.
fn names_one_host(url: &Url) -> bool {
    match url.host() {
        Some(Host::Domain(name)) => name
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.')),
        Some(Host::Ipv4(_) | Host::Ipv6(_)) => true,
        None => false,
    }
}

impl Redirects {
    /// Parses both URLs; plain HTTP is allowed in the local process only.
    ///
    /// # Errors
    /// [`Refused`] when one of them has no host, has credentials or uses a scheme that is not allowed.
    pub fn read(success: &str, reject: &str, local: bool) -> Result<Self, Refused> {
        Ok(Self {
            success: read(success, local)?,
            reject: read(reject, local)?,
        })
    }

    /// Both URLs, for the page's policy.
    pub fn all(&self) -> impl Iterator<Item = &Url> {
        self.success.iter().chain(&self.reject)
    }

    /// Redirect with the password; `None` when the password is shown on the page instead.
    pub fn approved(&self, home: &str, login: &str, password: &SecretString) -> Option<String> {
        let mut url = self.success.clone()?;
        url.query_pairs_mut()
            .append_pair("site_url", home)
            .append_pair("user_login", login)
            .append_pair("password", password.expose_secret());
        Some(url.into())
    }

    /// Redirect after a rejection: the reject URL, otherwise the success URL with `success=false`,
    /// otherwise the home URL.
    pub fn rejected(&self, home: &str) -> String {
        if let Some(url) = &self.reject {
            return url.to_string();
        }
        let Some(mut url) = self.success.clone() else {
            return format!("{home}/");
        };
        url.query_pairs_mut().append_pair("success", "false");
        url.into()
    }
}

/// Origin of a URL, for display.
pub fn origin(url: &Url) -> String {
    let host = url.host_str().unwrap_or_default();
    match url.port() {
        Some(port) => format!("{}://{host}:{port}", url.scheme()),
        None => format!("{}://{host}", url.scheme()),
    }
}

/// URL as a source expression of a Content-Security-Policy: its parsed origin, or the scheme of an
/// application-specific URL.
pub fn source(url: &Url) -> String {
    match url.origin() {
        origin @ Origin::Tuple(..) => origin.ascii_serialization(),
        Origin::Opaque(_) => format!("{}:", url.scheme()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unsafe_urls_are_rejected() {
        for text in [
            "javascript:alert(1)",
            "javascript://exemplo.com/%0aalert(1)",
            "data:text/html,x",
            "/so/um/caminho",
            "exemplo.com",
            "https://",
            "https://ana:senha@exemplo.com/",
            "http://exemplo.com/",
            // Hosts that would match more than one origin in a policy.
            "https://*/",
            "https://*.exemplo.com/",
            "https://exemplo.com;script-src/",
            "https://exemplo.com,outro.com/",
            "https://exemplo.com'self'/",
        ] {
            assert!(Redirects::read(text, "", false).is_err(), "{text}");
            assert!(Redirects::read("", text, false).is_err(), "{text}");
        }
        assert!(Redirects::read("http://exemplo.com/", "", true).is_ok());
        assert!(Redirects::read("meuapp://entrar", "", false).is_ok());
    }

    #[test]
    fn results_are_appended_to_the_query() {
        let both =
            Redirects::read("https://a.example/x?y=1", "https://b.example/n", false).unwrap();
        let to = both.approved("https://s.example", "ana", &SecretString::from("a b"));
        assert_eq!(
            to.unwrap(),
            "https://a.example/x?y=1&site_url=https%3A%2F%2Fs.example&user_login=ana&password=a+b"
        );
        assert_eq!(both.rejected("https://s.example"), "https://b.example/n");
        let one = Redirects::read("https://a.example/x", "", false).unwrap();
        assert_eq!(
            one.rejected("https://s.example"),
            "https://a.example/x?success=false"
        );
        for (address, wanted) in [
            ("https://A.example:443/x?y", "https://a.example"),
            ("https://a.example:8443/x", "https://a.example:8443"),
            ("https://[2001:db8::1]/x", "https://[2001:db8::1]"),
            ("https://maçã.example/", "https://xn--ma-tiap.example"),
            ("meuapp://entrar;script-src/", "meuapp:"),
        ] {
            let read = Redirects::read(address, "", false).unwrap();
            let sources: Vec<_> = read.all().map(source).collect();
            assert_eq!(sources, [wanted]);
        }
        let none = Redirects::default();
        assert_eq!(none.rejected("https://s.example"), "https://s.example/");
        assert!(source(&Url::parse("meuapp://entrar").unwrap()) == "meuapp:");
    }
}
