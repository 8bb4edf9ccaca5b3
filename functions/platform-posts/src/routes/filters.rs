//! Filters of the list of posts.

use domain::platform::access::{Permission, Scope};
use domain::platform::approval::Label;
use domain::platform::id::{SiteId, UserId};
use domain::platform::limits::POST_SEARCH_CHARS;
use jiff::civil::Date;
use platform_http::query_value::{self, refuse_disorder};
use platform_http::{ApiError, Code, Issues, refuse_zero};
use platform_session::Caller;
use platform_store::{Days, PostFilter};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use crate::wire::{StateWord, StatusWord};

/// Approval label as a filter.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum LabelFilter {
    /// The client was asked and has not answered.
    Pendente,
    /// The latest decision is an approval.
    Aprovado,
    /// The latest decision requests adjustments.
    Ajustes,
    /// The latest decision is a rejection.
    Rejeitado,
}

impl From<LabelFilter> for Label {
    fn from(label: LabelFilter) -> Self {
        match label {
            LabelFilter::Pendente => Self::Pendente,
            LabelFilter::Aprovado => Self::Aprovado,
            LabelFilter::Ajustes => Self::Ajustes,
            LabelFilter::Rejeitado => Self::Rejeitado,
        }
    }
}

/// Filters of a list of posts; a post must match all that are set. Days are those of the platform's time zone.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub(crate) struct Filters {
    /// Posts of these sites: identifiers separated by commas, at most 100.
    #[serde(deserialize_with = "query_value::numbers")]
    #[param(value_type = Option<Vec<u64>>, style = Form, explode = false, max_items = 100)]
    site_id: Option<Vec<u64>>,
    /// Posts with this status.
    status: Option<StatusWord>,
    /// Posts in one of these states, separated by commas.
    #[serde(deserialize_with = "query_value::words")]
    #[param(value_type = Option<Vec<StateWord>>, style = Form, explode = false, max_items = 100)]
    state: Option<Vec<StateWord>>,
    /// Posts of this person.
    #[param(minimum = 1)]
    user_id: Option<u64>,
    /// Posts whose title contains this, in any case.
    #[param(max_length = 200)]
    q: Option<String>,
    /// Posts about which the client said this last.
    approval: Option<LabelFilter>,
    /// Posts created on this day or a later one.
    #[serde(deserialize_with = "query_value::day")]
    #[param(value_type = Option<String>, format = Date)]
    created_from: Option<Date>,
    /// Posts created on this day or an earlier one.
    #[serde(deserialize_with = "query_value::day")]
    #[param(value_type = Option<String>, format = Date)]
    created_to: Option<Date>,
    /// Posts with a planned publication on this day or a later one.
    #[serde(deserialize_with = "query_value::day")]
    #[param(value_type = Option<String>, format = Date)]
    scheduled_from: Option<Date>,
    /// Posts with a planned publication on this day or an earlier one.
    #[serde(deserialize_with = "query_value::day")]
    #[param(value_type = Option<String>, format = Date)]
    scheduled_to: Option<Date>,
    /// Posts published on this day or a later one.
    #[serde(deserialize_with = "query_value::day")]
    #[param(value_type = Option<String>, format = Date)]
    published_from: Option<Date>,
    /// Posts published on this day or an earlier one.
    #[serde(deserialize_with = "query_value::day")]
    #[param(value_type = Option<String>, format = Date)]
    published_to: Option<Date>,
    /// Whether each post has `details`: the author's name, the latest publication, the client's last comment.
    pub(super) details: bool,
}

/// The days, when one of the ends is given.
fn days(from: Option<Date>, to: Option<Date>) -> Option<Days> {
    (from.is_some() || to.is_some()).then_some(Days { from, to })
}

impl Filters {
    pub(super) fn checked(self) -> Result<Self, ApiError> {
        let mut issues = Issues::default();
        let search = self.q.as_deref().unwrap_or_default();
        issues.check_length(search, POST_SEARCH_CHARS, "q");
        issues.check_words(search, "q");
        issues.refuse_as(Code::InvalidParameter)?;
        for site in self.site_id.iter().flatten() {
            refuse_zero("site_id", Some(*site))?;
        }
        refuse_zero("user_id", self.user_id)?;
        refuse_disorder("created_to", self.created_from, self.created_to)?;
        refuse_disorder("scheduled_to", self.scheduled_from, self.scheduled_to)?;
        refuse_disorder("published_to", self.published_from, self.published_to)?;
        Ok(self)
    }

    /// The filter, within what the caller may see. None when nothing can match.
    pub(super) fn within(self, caller: &Caller) -> Option<PostFilter> {
        let sites: Option<Vec<SiteId>> = self
            .site_id
            .map(|sites| sites.into_iter().map(SiteId).collect());
        let user = self.user_id.map(UserId);
        let scope = caller.actor.scope(Permission::PostsRead);
        let sites = match scope {
            Scope::None => return None,
            Scope::All => sites,
            Scope::OwnSites | Scope::OwnPosts => {
                let mut own = caller.actor.own_sites.clone();
                own.retain(|id| sites.as_ref().is_none_or(|sites| sites.contains(id)));
                Some(own)
            }
        };
        let user = match scope {
            Scope::OwnPosts if user.is_some_and(|user| user != caller.user.id) => return None,
            Scope::OwnPosts => Some(caller.user.id),
            Scope::None | Scope::OwnSites | Scope::All => user,
        };
        let states = self.state;
        Some(PostFilter {
            sites,
            user,
            status: self.status.map(Into::into),
            states: states.map(|states| states.into_iter().map(Into::into).collect()),
            approval: self.approval.map(Into::into),
            created: days(self.created_from, self.created_to),
            scheduled: days(self.scheduled_from, self.scheduled_to),
            published: days(self.published_from, self.published_to),
            title: self
                .q
                .map(|q| q.trim().to_owned())
                .filter(|q| !q.is_empty()),
        })
    }
}
