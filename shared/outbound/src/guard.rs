//! Decides whether a URL may be called.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::Arc;

use url::{Host, Url};

use crate::address::{AddressClass, classify};
use crate::error::{OutboundError, Refused};
use crate::own_machine::OwnMachine;
use crate::policy::Policy;
use crate::resolver::Resolver;

/// Longest accepted URL in bytes.
const LONGEST_URL: usize = 2_048;

/// Names that never belong to a public host: RFC 6761, RFC 6762, RFC 8375, and private top-level names that
/// ICANN reserves or clouds use internally.
const LOCAL_SUFFIXES: [&str; 11] = [
    "localhost",
    "local",
    "localdomain",
    "internal",
    "intranet",
    "private",
    "corp",
    "home",
    "lan",
    "onion",
    "home.arpa",
];

/// Checks URLs against a [`Policy`].
#[derive(Clone)]
pub struct Guard {
    policy: Policy,
    resolver: Arc<dyn Resolver>,
    own: Option<OwnMachine>,
    closed_port: Option<u16>,
}

impl Guard {
    /// A guard that resolves names with `resolver`.
    #[must_use]
    pub fn new(policy: Policy, resolver: Arc<dyn Resolver>) -> Self {
        Self {
            policy,
            resolver,
            own: None,
            closed_port: None,
        }
    }

    /// The guard of a process on this machine: the site that the machine serves is permitted although the policy permits
    /// none of its addresses, and public addresses of its interfaces are refused like loopback.
    #[must_use]
    pub fn on(self, own: OwnMachine) -> Self {
        Self {
            own: Some(own),
            ..self
        }
    }

    /// A guard that refuses this port of loopback, at which the process itself answers other people.
    #[must_use]
    pub fn without_port(self, port: u16) -> Self {
        Self {
            closed_port: Some(port),
            ..self
        }
    }

    /// The policy of this guard.
    #[must_use]
    pub fn policy(&self) -> Policy {
        self.policy
    }

    /// Checks a URL as entered by a user, without network access, before it is stored. Numeric hosts in
    /// decimal, octal, hexadecimal or short form are parsed as IP addresses (WHATWG URL).
    ///
    /// # Errors
    ///
    /// The first violated rule.
    pub fn check_url(&self, text: &str) -> Result<Url, Refused> {
        if text.len() > LONGEST_URL {
            return Err(Refused::Malformed);
        }
        let url = Url::parse(text).map_err(|_| Refused::Malformed)?;
        self.check(&url)?;
        Ok(url)
    }

    /// Like [`check_url`](Self::check_url), for a parsed URL.
    ///
    /// # Errors
    ///
    /// The first violated rule.
    pub fn check(&self, url: &Url) -> Result<(), Refused> {
        match url.scheme() {
            "https" => {}
            "http" if self.policy.https_required => return Err(Refused::HttpsRequired),
            "http" => {}
            _ => return Err(Refused::Scheme),
        }
        if !url.username().is_empty() || url.password().is_some() {
            return Err(Refused::UserInfo);
        }
        if self.own.as_ref().is_some_and(|own| own.serves(url)) {
            return Ok(());
        }
        let loopback = self.check_host(&url.host().ok_or(Refused::Malformed)?)?;
        let port = url.port_or_known_default().ok_or(Refused::Malformed)?;
        if self.permits(port, loopback, Policy::allows_port) {
            Ok(())
        } else {
            Err(Refused::Port(port))
        }
    }

    fn permits(&self, port: u16, loopback: bool, allows: fn(u16) -> bool) -> bool {
        if loopback {
            self.closed_port != Some(port)
        } else {
            allows(port)
        }
    }

    /// Refuses the closed port under other names of loopback.
    async fn check_closed(&self, name: &str, port: u16) -> Result<(), OutboundError> {
        if self.closed_port != Some(port) {
            return Ok(());
        }
        let addresses = self.resolve(name).await?;
        self.check_open(&addresses, port)?;
        Ok(())
    }

    fn check_open(&self, addresses: &[IpAddr], port: u16) -> Result<(), Refused> {
        let is_loopback = |address: &IpAddr| classify(*address) == AddressClass::Loopback;
        if self.closed_port == Some(port) && addresses.iter().any(is_loopback) {
            return Err(Refused::Port(port));
        }
        Ok(())
    }

    /// Checks a URL before a request to it, whose name is resolved and checked again when the client connects.
    ///
    /// # Errors
    ///
    /// [`OutboundError::Refused`], or [`OutboundError::Dns`] when the name cannot be resolved.
    pub(crate) async fn check_called(&self, url: &Url) -> Result<(), OutboundError> {
        self.check(url)?;
        match (url.domain(), url.port_or_known_default()) {
            (Some(name), Some(port)) => self.check_closed(name, port).await,
            _ => Ok(()),
        }
    }

    /// Checks a URL and the addresses that its name resolves to. A later call checks again, because the
    /// addresses may change.
    ///
    /// # Errors
    ///
    /// [`OutboundError::Refused`], or [`OutboundError::Dns`] when the name cannot be resolved.
    pub async fn check_resolved(&self, url: &Url) -> Result<Vec<IpAddr>, OutboundError> {
        self.check_called(url).await?;
        match url.host() {
            Some(Host::Ipv4(address)) => Ok(vec![address.into()]),
            Some(Host::Ipv6(address)) => Ok(vec![address.into()]),
            Some(Host::Domain(name)) => self.resolve(name).await,
            None => Err(Refused::Malformed.into()),
        }
    }

    /// Checks a mail server as entered by a user, without network access, before it is stored.
    ///
    /// # Errors
    ///
    /// The first violated rule.
    pub fn check_mail_server(&self, host: &str, port: u16) -> Result<(), Refused> {
        let loopback = self.check_host(&parsed(host)?)?;
        if self.permits(port, loopback, Policy::allows_mail_port) {
            Ok(())
        } else {
            Err(Refused::Port(port))
        }
    }

    /// Checks a mail server and the addresses that its name resolves to, and returns them. The caller connects to these
    /// and resolves no more, which prevents DNS rebinding.
    ///
    /// # Errors
    ///
    /// [`OutboundError::Refused`], or [`OutboundError::Dns`] when the name cannot be resolved.
    pub async fn resolve_mail_server(
        &self,
        host: &str,
        port: u16,
    ) -> Result<Vec<SocketAddr>, OutboundError> {
        self.check_mail_server(host, port)?;
        let addresses = match parsed(host)? {
            Host::Ipv4(address) => vec![address.into()],
            Host::Ipv6(address) => vec![address.into()],
            Host::Domain(name) => self.resolve(&name).await?,
        };
        self.check_open(&addresses, port)?;
        let with_port = |address| SocketAddr::new(address, port);
        Ok(addresses.into_iter().map(with_port).collect())
    }

    /// Resolves a name. If one address is not permitted, the name is rejected: there is no legitimate
    /// reason for a name with both public and private addresses.
    pub(crate) async fn resolve(&self, name: &str) -> Result<Vec<IpAddr>, OutboundError> {
        if self.policy.loopback_allowed && is_localhost(name) {
            return Ok(vec![Ipv4Addr::LOCALHOST.into(), Ipv6Addr::LOCALHOST.into()]);
        }
        // The port was checked with the URL, before each request and each redirect.
        if let Some(address) = self.own.as_ref().and_then(|own| own.address_of(name)) {
            return Ok(vec![address]);
        }
        let addresses = self
            .resolver
            .lookup(name)
            .await
            .map_err(|_| OutboundError::Dns)?;
        if addresses.is_empty() {
            return Err(OutboundError::Dns);
        }
        for address in &addresses {
            self.check_address(*address)?;
        }
        Ok(addresses)
    }

    /// Whether a permitted host is loopback.
    fn check_host<S: AsRef<str>>(&self, host: &Host<S>) -> Result<bool, Refused> {
        let class = match host {
            Host::Ipv4(address) => self.check_address((*address).into())?,
            Host::Ipv6(address) => self.check_address((*address).into())?,
            Host::Domain(name) => return self.check_name(name.as_ref()),
        };
        Ok(class == AddressClass::Loopback)
    }

    fn check_address(&self, address: IpAddr) -> Result<AddressClass, Refused> {
        match classify(address) {
            AddressClass::Public if self.own.as_ref().is_some_and(|own| own.has(address)) => {
                Err(Refused::Address(AddressClass::Loopback))
            }
            AddressClass::Public => Ok(AddressClass::Public),
            AddressClass::Loopback if self.policy.loopback_allowed => Ok(AddressClass::Loopback),
            other => Err(Refused::Address(other)),
        }
    }

    /// Whether a permitted name is a loopback name.
    fn check_name(&self, name: &str) -> Result<bool, Refused> {
        if name.ends_with('.') {
            return Err(Refused::TrailingDot);
        }
        if self.policy.loopback_allowed && is_localhost(name) {
            return Ok(true);
        }
        let local = LOCAL_SUFFIXES.iter().any(|suffix| has_suffix(name, suffix));
        if local || !name.contains('.') {
            Err(Refused::LocalName)
        } else {
            Ok(false)
        }
    }
}

impl std::fmt::Debug for Guard {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Guard")
            .field("policy", &self.policy)
            .finish_non_exhaustive()
    }
}

/// A host as a user writes it: an IPv6 address may lack its brackets.
fn parsed(host: &str) -> Result<Host, Refused> {
    match host.parse::<Ipv6Addr>() {
        Ok(address) => Ok(Host::Ipv6(address)),
        Err(_) => Host::parse(host).map_err(|_| Refused::Malformed),
    }
}

fn is_localhost(name: &str) -> bool {
    has_suffix(name, "localhost")
}

/// Whether `name` equals `suffix` or is a subdomain of it.
fn has_suffix(name: &str, suffix: &str) -> bool {
    name.strip_suffix(suffix)
        .is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
}
