//! A client's content site, as stored by the platform.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::platform::body_form::BodyFormChoice;
use crate::platform::host_origin::HostOrigin;
use crate::platform::id::{SiteId, UserId};

/// Language of texts where a site states none.
pub const DEFAULT_LANGUAGE: &str = "pt-BR";

/// Channels on which the client is notified of a publication.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NotificationChannel {
    /// E-mail only.
    Email,
    /// Messaging only.
    Whatsapp,
    /// Both.
    Both,
    /// No notification.
    #[default]
    None,
}

/// A client's site. The host password is sealed and stored in a separate record.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Site {
    /// Identifier.
    pub id: SiteId,
    /// User who owns the site.
    pub user_id: UserId,
    /// Users who may also work on the site.
    pub member_ids: Vec<UserId>,
    /// Name of the client or site.
    pub name: String,
    /// Public URL.
    pub url: String,
    /// URL of the REST interface, found by discovery.
    pub rest_root: Option<String>,
    /// Namespace of the content routes, found by discovery: `core/v2`, or the name under which the host
    /// publishes the same routes.
    pub rest_namespace: Option<String>,
    /// Login on the host.
    pub host_user: Option<String>,
    /// Whether a sealed host password is stored.
    pub host_password_set: bool,
    /// The client's e-mail address.
    pub email: Option<String>,
    /// The client's phone number in E.164 format.
    pub whatsapp: Option<String>,
    /// Whether new posts require the client's approval: true when a contact exists.
    pub solicitacao_aprovacao_default: bool,
    /// URL of the sitemap, detected or set by a user.
    pub sitemap_url: Option<String>,
    /// Notification channels.
    pub notification_channel: NotificationChannel,
    /// Language in which texts are generated, a BCP 47 tag in its usual case.
    #[serde(default = "default_language")]
    pub language: String,
    /// Readers for whom texts are generated, plain text; empty if not described.
    #[serde(default)]
    pub audience: String,
    /// Form in which the host gets the bodies of posts.
    #[serde(default)]
    pub body_form: BodyFormChoice,
    /// Whether recent posts of the host have blocks of its editor, as the last connection test found; `None` before a test, or
    /// when the host did not tell.
    #[serde(default)]
    pub host_uses_blocks: Option<bool>,
    /// The host before the site's URL was first changed; `None` if it never was. Identifiers that are
    /// stored without an origin belong to it.
    #[serde(default)]
    pub first_origin: Option<HostOrigin>,
    /// When the site was added.
    pub created_at: Timestamp,
    /// When the site was last changed.
    pub updated_at: Timestamp,
    /// Incremented with each change; detects concurrent writes.
    pub version: u64,
}

fn default_language() -> String {
    DEFAULT_LANGUAGE.to_owned()
}

impl Site {
    /// A site without a name, an address, members, contacts or a login on its host.
    pub fn new(id: SiteId, owner: UserId, now: Timestamp) -> Self {
        Self {
            id,
            user_id: owner,
            member_ids: Vec::new(),
            name: String::new(),
            url: String::new(),
            rest_root: None,
            rest_namespace: None,
            host_user: None,
            host_password_set: false,
            email: None,
            whatsapp: None,
            solicitacao_aprovacao_default: false,
            sitemap_url: None,
            notification_channel: NotificationChannel::None,
            language: default_language(),
            audience: String::new(),
            body_form: BodyFormChoice::default(),
            host_uses_blocks: None,
            first_origin: None,
            created_at: now,
            updated_at: now,
            version: 1,
        }
    }

    /// Whether the client can be asked for approval: an e-mail address or a phone number is set. This is
    /// the value of `solicitacao_aprovacao_default`, computed on every create and update.
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

    /// The host of an identifier that was stored with `origin`, or without one by an earlier release.
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

    #[test]
    fn a_record_of_an_earlier_release_chooses_the_form_of_bodies_by_the_host() {
        let site = Site::new(SiteId(1), UserId(2), Timestamp::UNIX_EPOCH);
        let mut record = serde_json::to_value(&site).unwrap();
        let fields = record.as_object_mut().unwrap();
        assert_eq!(fields.remove("body_form"), Some("automatic".into()));
        assert!(fields.remove("host_uses_blocks").is_some());
        let read: Site = serde_json::from_value(record).unwrap();
        assert_eq!(read, site);
    }

    #[test]
    fn a_record_of_an_earlier_release_has_the_default_language_and_no_audience() {
        let site = Site::new(SiteId(1), UserId(2), Timestamp::UNIX_EPOCH);
        let mut record = serde_json::to_value(&site).unwrap();
        let fields = record.as_object_mut().unwrap();
        assert_eq!(fields.remove("language"), Some("pt-BR".into()));
        assert_eq!(fields.remove("audience"), Some("".into()));
        let read: Site = serde_json::from_value(record).unwrap();
        assert_eq!(read, site);
    }
}
