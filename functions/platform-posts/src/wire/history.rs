//! Entries of the history.

use std::collections::HashMap;

use domain::platform::id::{SiteId, UserId};
use jiff::Timestamp;
use platform_store::PostRow;
use serde::Serialize;
use utoipa::ToSchema;

use super::post::{LabelWord, StatusWord};
use super::state::StateWord;

/// Names of the people and sites of a page.
#[derive(Debug, Default)]
pub(crate) struct Names {
    /// People, also deleted ones.
    pub users: HashMap<UserId, String>,
    /// Sites.
    pub sites: HashMap<SiteId, String>,
}

/// Person in the history.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct HistoryPerson {
    /// Identifier.
    pub id: u64,
    /// Name, also of a deleted person; null for people deleted under a release that did not retain names.
    pub name: Option<String>,
}

/// Client in the history, which is a site, with its posts.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct HistoryClient {
    /// Identifier of the site.
    pub site_id: u64,
    /// Name of the site.
    pub name: Option<String>,
    /// Number of this client's posts that match the filters, on all pages.
    pub posts: u64,
}

/// Post in the history.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct HistoryItem {
    /// Identifier.
    pub id: u64,
    /// Identifier of the client's site; its name is in `clients`.
    pub site_id: u64,
    /// Title.
    pub title: String,
    /// Status: what the site has.
    pub status: StatusWord,
    /// State to show.
    pub state: StateWord,
    /// What the client said last; none when never asked.
    pub approval: Option<LabelWord>,
    /// Whether title, body, FAQ or picture changed since the client's approval.
    pub changed_after_approval: bool,
    /// Number of words of the body.
    pub words: u64,
    /// Author.
    pub author: HistoryPerson,
    /// Time of the deletion.
    #[serde(with = "platform_http::instant::optional")]
    #[schema(value_type = Option<String>, format = DateTime)]
    pub deleted_at: Option<Timestamp>,
    /// Person who deleted the post.
    pub deleted_by: Option<HistoryPerson>,
    /// Date of the planned publication.
    #[serde(with = "platform_http::instant::optional")]
    #[schema(value_type = Option<String>, format = DateTime)]
    pub scheduled_at: Option<Timestamp>,
    /// Time of publication.
    #[serde(with = "platform_http::instant::optional")]
    #[schema(value_type = Option<String>, format = DateTime)]
    pub published_at: Option<Timestamp>,
    /// Address on the site.
    pub host_post_url: Option<String>,
    /// Time of creation.
    #[serde(with = "platform_http::instant")]
    #[schema(value_type = String, format = DateTime)]
    pub created_at: Timestamp,
    /// Time of the last edit by a user.
    #[serde(with = "platform_http::instant")]
    #[schema(value_type = String, format = DateTime)]
    pub updated_at: Timestamp,
}

/// Page of the history.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct HistoryPage {
    /// Posts of the page, newest first.
    pub items: Vec<HistoryItem>,
    /// Clients of the page, in the order of their first post on it.
    pub clients: Vec<HistoryClient>,
    /// Number of the page.
    pub page: u32,
    /// Posts of a page.
    pub per_page: u32,
    /// Number of all posts that match the filters.
    pub total: u64,
}

/// Years of the history.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct HistoryYears {
    /// Years in which posts were created, newest first.
    pub years: Vec<i16>,
}

impl HistoryItem {
    /// The entry of `row`, with the people's names.
    pub(crate) fn of(row: PostRow, names: &Names) -> Self {
        let person = |id: UserId| HistoryPerson {
            id: id.0,
            name: names.users.get(&id).cloned(),
        };
        let state = row.state().into();
        Self {
            id: row.id.0,
            site_id: row.site_id.0,
            title: row.title,
            status: row.status.into(),
            state,
            approval: row
                .approval
                .map(|label| LabelWord::of(label, row.changed_after_approval)),
            changed_after_approval: row.changed_after_approval,
            words: row.words as u64,
            author: person(row.user_id),
            deleted_at: row.deleted_at,
            deleted_by: row.deleted_by.map(person),
            scheduled_at: row.scheduled_at,
            published_at: row.published_at,
            host_post_url: row.host_post_url,
            created_at: row.created_at,
            updated_at: row.updated_at,
        }
    }
}
