//! Who may sign posts on a host.

use serde_json::Value;

use crate::client::HostClient;
use crate::error::HostError;
use crate::host::Host;
use crate::wire;
use crate::words;

/// A user of the host.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Author {
    /// Id on the host.
    pub id: u64,
    /// Display name.
    pub name: String,
    /// Name in addresses.
    pub slug: String,
}

/// Which question the host answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AuthorsWay {
    /// All who may write.
    Who,
    /// All with the capability to edit posts.
    Capabilities,
    /// Whoever is visible: mostly only those with published posts.
    Plain,
}

/// The authors of a host.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Authors {
    /// By the host's order. Empty when the user may see none.
    pub list: Vec<Author>,
    /// How they were found.
    pub way: AuthorsWay,
}

const WAYS: [(AuthorsWay, &[(&str, &str)]); 3] = [
    (AuthorsWay::Who, &[("who", "authors"), FIELDS]),
    (
        AuthorsWay::Capabilities,
        &[("capabilities[]", "edit_posts"), FIELDS],
    ),
    (AuthorsWay::Plain, &[FIELDS]),
];

const FIELDS: (&str, &str) = ("_fields", "id,name,slug");

impl HostClient {
    /// The authors, asked in three ways until one gives any: the better questions need rights
    /// that the user may lack, or are unknown to the host.
    ///
    /// # Errors
    ///
    /// The first refusal when every question is refused; any other failure at once.
    pub async fn authors(&self, host: &Host) -> Result<Authors, HostError> {
        let mut empty = None;
        let mut refusal = None;
        for (way, query) in WAYS {
            match self.all(host, "users", query).await {
                Ok(users) => {
                    let list: Vec<Author> = users.iter().filter_map(read_author).collect();
                    if !list.is_empty() {
                        return Ok(Authors { list, way });
                    }
                    empty = Some(Authors { list, way });
                }
                Err(error @ (HostError::MissingPermission { .. } | HostError::Rejected { .. })) => {
                    refusal.get_or_insert(error);
                }
                Err(error) => return Err(error),
            }
        }
        match (empty, refusal) {
            (Some(empty), _) => Ok(empty),
            (None, Some(refusal)) => Err(refusal),
            (None, None) => Err(HostError::BadPayload { status: None }),
        }
    }
}

fn read_author(user: &Value) -> Option<Author> {
    Some(Author {
        id: wire::id(wire::member(user, "id"))?,
        name: wire::text(wire::member(user, "name"))
            .map(|n| words::decoded(&n))
            .unwrap_or_default(),
        slug: wire::text(wire::member(user, "slug")).unwrap_or_default(),
    })
}
