//! Why an import does not begin, or ends before it is done.

use host_client::HostError;
use site_store::StoreError;
use url::Url;

/// A failure of the import as a whole. What concerns single items stands in the report.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// The address is none.
    #[error("{0} is no address of a REST root or a site")]
    Address(String),
    /// There is no REST interface, or it does not take the login.
    #[error("{0}")]
    Host(String),
    /// The interface lies with another host than the one that was named, to which no login is sent.
    #[error(
        "the address leads to {0}, and the login is not sent there; name that address if it is meant"
    )]
    Elsewhere(Box<Url>),
    /// The site has copies of another host.
    #[error(
        "this site is a copy of {0} already; a copy of another host needs a data folder of its own"
    )]
    OtherSource(String),
    /// Something of the site's own is in the way.
    #[error(
        "this site has content of its own, and {count} of its numbers are in the way, the first at {route}/{id}: {holder}; a copy needs a data folder of its own"
    )]
    InTheWay {
        /// How many, as far as was looked.
        count: usize,
        /// Where the first is at the source.
        route: String,
        /// Its identifier.
        id: u64,
        /// What has it here.
        holder: String,
    },
    /// The store failed.
    #[error("the site's store failed: {0}")]
    Store(#[from] StoreError),
}

impl ImportError {
    /// Whether nothing was begun, because of what was asked for.
    pub const fn is_refusal(&self) -> bool {
        !matches!(self, Self::Store(_))
    }

    pub(crate) fn of_host(error: &HostError) -> Self {
        Self::Host(in_words(error))
    }
}

/// A cause with the host's own words.
pub(crate) fn in_words(error: &HostError) -> String {
    let words = error.host_message();
    let words = words.filter(|words| !words.is_empty());
    match (words, error) {
        (Some(words), _) => format!("{error}: {words}"),
        (None, HostError::Redirected { to: Some(to) }) => {
            format!("{error} ({})", to.origin().ascii_serialization())
        }
        (None, _) => error.to_string(),
    }
}
