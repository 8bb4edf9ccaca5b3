//! Errors that prevent or end an import.

use host_client::HostError;
use site_store::StoreError;
use url::Url;

/// Failure of the import as a whole. Failures of single items are listed in the report.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// The address is not a valid URL of a site or REST root.
    #[error("{0} is not the address of a site or a REST root")]
    Address(String),
    /// No REST interface was found, or it rejects the credentials.
    #[error("{0}")]
    Host(String),
    /// The address redirects to another host, to which the credentials are not sent.
    #[error(
        "the address redirects to {0}, and the credentials are not sent there; use that address if it is the right one"
    )]
    Elsewhere(Box<Url>),
    /// The site already holds an import from another host.
    #[error(
        "this site already holds an import of {0}; import another host into a separate data folder"
    )]
    OtherSource(String),
    /// The site has content of its own whose identifiers the source also uses.
    #[error(
        "this site has content of its own with {count} identifiers that the source also uses, the first at {route}/{id}: {holder}; import into a separate data folder"
    )]
    IdsTaken {
        /// Number of conflicts found. The search ends with the first collection that has any.
        count: usize,
        /// Route of the first conflict.
        route: String,
        /// Identifier of the first conflict.
        id: u64,
        /// Description of the record that has this identifier here.
        holder: String,
    },
    /// The store failed.
    #[error("the site's store failed: {0}")]
    Store(#[from] StoreError),
}

impl ImportError {
    /// Whether the import was rejected because of its input.
    pub const fn is_refusal(&self) -> bool {
        !matches!(self, Self::Store(_))
    }

    pub(crate) fn of_host(error: &HostError) -> Self {
        Self::Host(in_words(error))
    }
}

/// Message of an error, with the host's own message.
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
