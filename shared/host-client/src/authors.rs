//! Lists the users who can be authors of posts on a host.

use serde_json::Value;

use crate::client::HostClient;
use crate::error::HostError;
use crate::host::Host;
use crate::message;
use crate::wire;

/// A user of the host.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Author {
    /// User id on the host.
    pub id: u64,
    /// Display name.
    pub name: String,
    /// Slug in URLs.
    pub slug: String,
}

/// The query that the host answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AuthorsQuery {
    /// All users who can write posts (`who=authors`).
    Who,
    /// All users with the capability to edit posts.
    Capabilities,
    /// All visible users, which usually are only those with published posts.
    Plain,
}

/// The authors of a host.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Authors {
    /// The users, in the host's order. Empty when the caller may list none.
    pub list: Vec<Author>,
    /// The query that returned them.
    pub query: AuthorsQuery,
}

const QUERIES: [(AuthorsQuery, &[(&str, &str)]); 3] = [
    (AuthorsQuery::Who, &[("who", "authors"), FIELDS]),
    (
        AuthorsQuery::Capabilities,
        &[("capabilities[]", "edit_posts"), FIELDS],
    ),
    (AuthorsQuery::Plain, &[FIELDS]),
];

const FIELDS: (&str, &str) = ("_fields", "id,name,slug");

impl HostClient {
    /// Lists the authors with three queries, from the most to the least complete, until one returns users:
    /// the more complete ones need capabilities that the caller may lack, or are unknown to the host.
    ///
    /// # Errors
    ///
    /// The first rejection when every query is rejected; any other error at once.
    pub async fn authors(&self, host: &Host) -> Result<Authors, HostError> {
        let mut empty = None;
        let mut refusal = None;
        for (query, parameters) in QUERIES {
            match self.all(host, "users", parameters).await {
                Ok(users) => {
                    let list: Vec<Author> = users.iter().filter_map(read_author).collect();
                    if !list.is_empty() {
                        return Ok(Authors { list, query });
                    }
                    empty = Some(Authors { list, query });
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
            .map(|n| message::decoded(&n))
            .unwrap_or_default(),
        slug: wire::text(wire::member(user, "slug")).unwrap_or_default(),
    })
}
