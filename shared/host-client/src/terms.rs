//! Categories and tags of a host.

use outbound::Response;
use serde_json::{Value, json};

use crate::client::HostClient;
use crate::encode;
use crate::error::HostError;
use crate::host::Host;
use crate::interpret::interpret;
use crate::wire;

/// A category.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Category {
    /// Id on the host.
    pub id: u64,
    /// Name, plain text.
    pub name: String,
    /// Slug in URLs.
    pub slug: String,
    /// Parent category, 0 for none.
    pub parent: u64,
    /// Number of published posts in the category.
    pub count: u64,
}

impl HostClient {
    /// All categories, including those without posts.
    ///
    /// # Errors
    ///
    /// See [`HostError`].
    pub async fn categories(&self, host: &Host) -> Result<Vec<Category>, HostError> {
        let query = [("_fields", "id,name,slug,parent,count")];
        let terms = self.all(host, "categories", &query).await?;
        Ok(terms.iter().filter_map(read_category).collect())
    }

    /// The id of the tag with a plain-text name, which is created if missing. Users without permission to
    /// create tags can still use existing ones.
    ///
    /// # Errors
    ///
    /// [`HostError::MissingPermission`] when the tag does not exist and cannot be created.
    pub async fn ensure_tag(&self, host: &Host, name: &str) -> Result<u64, HostError> {
        let response = self
            .post_raw(host, "tags", json!({ "name": encode::tag_name(name) }))
            .await?;
        match interpret(&response, Some(&host.credentials)) {
            Ok(tag) => wire::id(wire::member(&tag, "id")).ok_or(HostError::BadPayload {
                status: Some(response.status.as_u16()),
            }),
            Err(refusal @ (HostError::Rejected { .. } | HostError::MissingPermission { .. })) => {
                match existing_term(&response) {
                    Some(id) => Ok(id),
                    None => self.find_tag(host, name).await?.ok_or(refusal),
                }
            }
            Err(error) => Err(error),
        }
    }

    /// The ids of tags by name, in order and without duplicates; missing tags are created.
    ///
    /// # Errors
    ///
    /// The first error.
    pub async fn ensure_tags(&self, host: &Host, names: &[String]) -> Result<Vec<u64>, HostError> {
        let mut ids = Vec::with_capacity(names.len());
        for name in names
            .iter()
            .map(|name| name.trim())
            .filter(|name| !name.is_empty())
        {
            let id = self.ensure_tag(host, name).await?;
            if !ids.contains(&id) {
                ids.push(id);
            }
        }
        Ok(ids)
    }

    /// Hosts search the stored form of names: deployed hosts store them encoded, Pauta's site as plain
    /// text.
    async fn find_tag(&self, host: &Host, name: &str) -> Result<Option<u64>, HostError> {
        let encoded = encode::tag_name(name);
        let found = self.search_tag(host, &encoded, name).await?;
        if found.is_some() || encoded == name {
            return Ok(found);
        }
        self.search_tag(host, name, name).await
    }

    async fn search_tag(
        &self,
        host: &Host,
        search: &str,
        name: &str,
    ) -> Result<Option<u64>, HostError> {
        let query = [
            ("search", search),
            ("per_page", "100"),
            ("_fields", "id,name"),
        ];
        let tags = self.get(host, "tags", &query).await?;
        let wanted = name.trim().to_lowercase();
        Ok(tags.as_array().into_iter().flatten().find_map(|tag| {
            let found = wire::text(wire::member(tag, "name"))?;
            let same = encode::read_line(&found).to_lowercase() == wanted;
            wire::id(wire::member(tag, "id")).filter(|_| same)
        }))
    }
}

/// The id that hosts return when they refuse to create an existing term.
fn existing_term(refusal: &Response) -> Option<u64> {
    let body = wire::json(&refusal.body)?;
    let exists = wire::member(&body, "code").as_str() == Some("term_exists");
    body.pointer("/data/term_id")
        .and_then(wire::id)
        .filter(|_| exists)
}

fn read_category(term: &Value) -> Option<Category> {
    Some(Category {
        id: wire::id(wire::member(term, "id"))?,
        name: encode::read_line(&wire::text(wire::member(term, "name"))?),
        slug: wire::text(wire::member(term, "slug")).unwrap_or_default(),
        parent: wire::number(wire::member(term, "parent")).unwrap_or(0),
        count: wire::number(wire::member(term, "count")).unwrap_or(0),
    })
}
