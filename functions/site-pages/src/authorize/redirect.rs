//! Where a program wants the person sent (docs/interface/site/application-passwords.md#redirect-addresses).

use secrecy::{ExposeSecret, SecretString};
use url::{Host, Origin, Url};

/// Schemes that would run something in the page's name, or show what the program made up.
const NEVER: [&str; 6] = ["javascript", "data", "vbscript", "blob", "file", "about"];

/// The addresses of a program.
#[derive(Debug, Default)]
pub struct Redirects {
    /// Where the password goes.
    pub success: Option<Url>,
    /// Where a refusal goes.
    reject: Option<Url>,
}

/// An address that nobody is sent to.
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

/// Whether the host is an address or a name of letters, digits, hyphens and dots. The standard of addresses
/// lets names hold `*`, `;` and more, which mean something else in a Content-Security-Policy.
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
    /// Reads both; plain http only in the local run.
    ///
    /// # Errors
    /// One of them has no host or a scheme that is not taken.
    pub fn read(success: &str, reject: &str, local: bool) -> Result<Self, Refused> {
        Ok(Self {
            success: read(success, local)?,
            reject: read(reject, local)?,
        })
    }

    /// Both, for the page's policy.
    pub fn all(&self) -> impl Iterator<Item = &Url> {
        self.success.iter().chain(&self.reject)
    }

    /// Where the password goes; none when it is shown instead.
    pub fn approved(&self, home: &str, login: &str, password: &SecretString) -> Option<String> {
        let mut url = self.success.clone()?;
        url.query_pairs_mut()
            .append_pair("site_url", home)
            .append_pair("user_login", login)
            .append_pair("password", password.expose_secret());
        Some(url.into())
    }

    /// Where a refusal goes: its own address, else the other one with a word, else home.
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

/// An address without path and query, for people.
pub fn origin(url: &Url) -> String {
    let host = url.host_str().unwrap_or_default();
    match url.port() {
        Some(port) => format!("{}://{host}:{port}", url.scheme()),
        None => format!("{}://{host}", url.scheme()),
    }
}

/// An address as a source of a Content-Security-Policy: its origin as it was parsed, or the scheme of an
/// application's own address.
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
    fn addresses_that_nobody_is_sent_to() {
        for text in [
            "javascript:alert(1)",
            "javascript://exemplo.com/%0aalert(1)",
            "data:text/html,x",
            "/so/um/caminho",
            "exemplo.com",
            "https://",
            "https://ana:senha@exemplo.com/",
            "http://exemplo.com/",
            // Hosts that would say more in a policy than one origin.
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
    fn what_is_added() {
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
