//! Who sends a submission, and from where.

use http_edge::ClientAddress;

/// The sender of a submission.
#[derive(Debug, Clone)]
pub struct Visitor {
    /// Network address; empty when it is not known.
    pub address: String,
    /// The network under which submissions are counted.
    pub network: String,
    /// User agent; empty without one.
    pub user_agent: String,
    /// The page that the form stands on.
    pub url: String,
}

impl Visitor {
    /// The sender at an address.
    pub fn at(address: ClientAddress, user_agent: &str, url: String) -> Self {
        Self {
            network: address.network(),
            address: address.0.map(|own| own.to_string()).unwrap_or_default(),
            user_agent: user_agent.to_owned(),
            url,
        }
    }
}
