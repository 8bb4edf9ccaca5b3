//! A client's content site, as the platform knows it.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::host_origin::HostOrigin;
use crate::id::{SiteId, UserId};

/// Where the client hears that a post went online.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NotificationChannel {
    /// E-mail only.
    Email,
    /// Messaging only.
    Whatsapp,
    /// Both.
    Both,
    /// Nowhere.
    #[default]
    None,
}

/// A client's site. The host password is sealed and kept beside it, never in it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Site {
    /// Identifier.
    pub id: SiteId,
    /// Owner.
    pub user_id: UserId,
    /// People who may also work on the site.
    pub member_ids: Vec<UserId>,
    /// Name of the client or site.
    pub name: String,
    /// Public address.
    pub url: String,
    /// Discovered address of the REST interface.
    pub rest_root: Option<String>,
    /// Discovered main namespace: `core/v2` or the name under which the host publishes the same routes.
    pub rest_namespace: Option<String>,
    /// Login on the host.
    pub host_user: Option<String>,
    /// Whether a sealed host password is stored.
    pub host_password_set: bool,
    /// The client's e-mail.
    pub email: Option<String>,
    /// The client's number in E.164 form.
    pub whatsapp: Option<String>,
    /// Whether new posts need the client's approval: true when a contact exists.
    pub solicitacao_aprovacao_default: bool,
    /// Sitemap, detected or set by hand.
    pub sitemap_url: Option<String>,
    /// Where the client hears of a publication.
    pub notification_channel: NotificationChannel,
    /// The host before the site's address was first changed; none while it never was. Identifiers that were
    /// stored without their host belong to it.
    #[serde(default)]
    pub first_origin: Option<HostOrigin>,
    /// When the site was added.
    pub created_at: Timestamp,
    /// When the site was last changed.
    pub updated_at: Timestamp,
    /// Rises with each change; guards concurrent writes.
    pub version: u64,
}

impl Site {
    /// Whether a client can be asked at all: an e-mail or a number is known. The value of
    /// `solicitacao_aprovacao_default`, recomputed on every create and update.
    pub fn has_contact(email: Option<&str>, whatsapp: Option<&str>) -> bool {
        [email, whatsapp]
            .into_iter()
            .flatten()
            .any(|contact| !contact.trim().is_empty())
    }

    /// The present host.
    pub fn host_origin(&self) -> HostOrigin {
        match &self.rest_root {
            Some(root) => HostOrigin::of_rest_root(root),
            None => HostOrigin::of_address(&self.url),
        }
    }

    /// The host of an identifier that was stored with `origin`, or without any before hosts were stored.
    pub fn origin_of(&self, origin: Option<&HostOrigin>) -> HostOrigin {
        let known = origin.or(self.first_origin.as_ref());
        known.cloned().unwrap_or_else(|| self.host_origin())
    }

    /// Whether an identifier that was stored with `origin` belongs to the present host.
    pub fn is_present_host(&self, origin: Option<&HostOrigin>) -> bool {
        self.origin_of(origin) == self.host_origin()
    }

    /// Whether `user` owns the site or is a member of it.
    pub fn is_own(&self, user: UserId) -> bool {
        self.user_id == user || self.member_ids.contains(&user)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_blank_contact_is_none() {
        assert!(!Site::has_contact(Some("  "), None));
        assert!(Site::has_contact(None, Some("+5511999990000")));
        assert!(Site::has_contact(Some("cliente@exemplo.com.br"), None));
    }
}
