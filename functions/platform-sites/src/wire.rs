//! A site as it is written and read over the interface.

use domain::platform::body_form::BodyFormChoice;
use domain::platform::notification::DeliveryChannel;
use domain::platform::site_record::{NotificationChannel, Site};
use jiff::Timestamp;
use secrecy::SecretString;
use serde::{Deserialize, Deserializer, Serialize};
use utoipa::ToSchema;

/// Channel on which the client is notified of publications.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Channel {
    /// E-mail only.
    Email,
    /// Messaging only.
    Whatsapp,
    /// Both.
    Both,
    /// Nowhere.
    None,
}

impl From<Channel> for NotificationChannel {
    fn from(channel: Channel) -> Self {
        match channel {
            Channel::Email => Self::Email,
            Channel::Whatsapp => Self::Whatsapp,
            Channel::Both => Self::Both,
            Channel::None => Self::None,
        }
    }
}

impl From<DeliveryChannel> for Channel {
    fn from(channel: DeliveryChannel) -> Self {
        match channel {
            DeliveryChannel::Email => Self::Email,
            DeliveryChannel::Whatsapp => Self::Whatsapp,
        }
    }
}

impl From<NotificationChannel> for Channel {
    fn from(channel: NotificationChannel) -> Self {
        match channel {
            NotificationChannel::Email => Self::Email,
            NotificationChannel::Whatsapp => Self::Whatsapp,
            NotificationChannel::Both => Self::Both,
            NotificationChannel::None => Self::None,
        }
    }
}

/// Form in which the host gets the bodies of posts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum BodyForm {
    /// Blocks where recent posts of the host have blocks, else plain HTML.
    Automatic,
    /// Blocks of the host's editor.
    Blocks,
    /// Plain HTML.
    Html,
}

impl From<BodyForm> for BodyFormChoice {
    fn from(form: BodyForm) -> Self {
        match form {
            BodyForm::Automatic => Self::Automatic,
            BodyForm::Blocks => Self::Blocks,
            BodyForm::Html => Self::Html,
        }
    }
}

impl From<BodyFormChoice> for BodyForm {
    fn from(choice: BodyFormChoice) -> Self {
        match choice {
            BodyFormChoice::Automatic => Self::Automatic,
            BodyFormChoice::Blocks => Self::Blocks,
            BodyFormChoice::Html => Self::Html,
        }
    }
}

/// Client site.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct SiteBody {
    /// Identifier.
    pub id: u64,
    /// Owner.
    pub user_id: u64,
    /// Further users who work on the site.
    pub member_ids: Vec<u64>,
    /// Name of the client or site.
    pub name: String,
    /// Public address.
    pub url: String,
    /// Address of the REST interface; null before discovery.
    pub rest_root: Option<String>,
    /// Namespace of the content routes; null before discovery.
    pub rest_namespace: Option<String>,
    /// Login on the host.
    pub host_user: Option<String>,
    /// Whether a host password is stored; the password is never returned.
    pub host_password_set: bool,
    /// E-mail address of the client.
    pub email: Option<String>,
    /// Number of the client in E.164 format.
    pub whatsapp: Option<String>,
    /// 1 when the site has an e-mail address or number of the client, else 0.
    #[schema(minimum = 0, maximum = 1)]
    pub solicitacao_aprovacao_default: u8,
    /// Sitemap.
    pub sitemap_url: Option<String>,
    /// Channel on which the client is notified of publications.
    pub notification_channel: Channel,
    /// Language in which texts are generated, a BCP 47 tag in its usual case.
    #[schema(example = "pt-BR")]
    pub language: String,
    /// Readers for whom texts are generated, plain text; empty if not described.
    #[schema(max_length = 500)]
    pub audience: String,
    /// Form in which the host gets the bodies of posts. A post that was published as plain HTML keeps that form.
    pub body_form: BodyForm,
    /// Whether recent posts of the host have blocks of its editor, as the last connection test found; null before a test, or
    /// when the host did not tell.
    pub host_uses_blocks: Option<bool>,
    /// Time of creation.
    #[serde(with = "platform_http::instant")]
    #[schema(value_type = String, format = DateTime)]
    pub created_at: Timestamp,
    /// Time of the last change.
    #[serde(with = "platform_http::instant")]
    #[schema(value_type = String, format = DateTime)]
    pub updated_at: Timestamp,
}

impl From<Site> for SiteBody {
    fn from(site: Site) -> Self {
        Self {
            id: site.id.0,
            user_id: site.user_id.0,
            member_ids: site.member_ids.into_iter().map(|id| id.0).collect(),
            name: site.name,
            url: site.url,
            rest_root: site.rest_root,
            rest_namespace: site.rest_namespace,
            host_user: site.host_user,
            host_password_set: site.host_password_set,
            email: site.email,
            whatsapp: site.whatsapp,
            solicitacao_aprovacao_default: site.solicitacao_aprovacao_default.into(),
            sitemap_url: site.sitemap_url,
            notification_channel: site.notification_channel.into(),
            language: site.language,
            audience: site.audience,
            body_form: site.body_form.into(),
            host_uses_blocks: site.host_uses_blocks,
            created_at: site.created_at,
            updated_at: site.updated_at,
        }
    }
}

/// A member that may be left as it is, cleared with `null`, or set.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) enum Patch<T> {
    /// Not sent.
    #[default]
    Absent,
    /// Sent as `null`.
    Clear,
    /// Sent with a value.
    Set(T),
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Patch<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Option::deserialize(deserializer)?.map_or(Self::Clear, Self::Set))
    }
}

/// A password on its way in. What is no text is refused without repeating it.
#[derive(Debug, Clone)]
pub(crate) struct Password(pub SecretString);

impl<'de> Deserialize<'de> for Password {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match serde_json::Value::deserialize(deserializer)? {
            serde_json::Value::String(text) => Ok(Self(SecretString::from(text))),
            _ => Err(serde::de::Error::custom("a password must be a text")),
        }
    }
}

/// Writable members of a site. Members that are not sent stay as they are; `null` clears optional ones. Other
/// members are ignored.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
pub(crate) struct SiteInput {
    /// Owner; accepted from admin and gerente only. Default: the caller.
    #[schema(minimum = 1)]
    pub user_id: Option<u64>,
    /// Further users who work on the site, at most 30. Changed by the site's owner, gerente and admin only.
    #[schema(max_items = 30)]
    pub member_ids: Option<Vec<u64>>,
    /// Name of the client or site, 1 to 200 characters. Required for a new site.
    #[schema(min_length = 1, max_length = 200)]
    pub name: Option<String>,
    /// Public address. Required for a new site. A change drops the discovered interface, a change of the host
    /// also the stored password. Changed by the site's owner, gerente and admin only.
    #[schema(max_length = 2048)]
    pub url: Option<String>,
    /// Login on the host. Changed by the site's owner, gerente and admin only.
    #[serde(default)]
    #[schema(value_type = Option<String>, max_length = 200)]
    pub host_user: Patch<String>,
    /// Application password on the host. Write only. Changed by the site's owner, gerente and admin only.
    #[serde(default)]
    #[schema(value_type = Option<String>, write_only, max_length = 500)]
    pub host_password: Patch<Password>,
    /// E-mail address of the client.
    #[serde(default)]
    #[schema(value_type = Option<String>, format = "email", max_length = 254)]
    pub email: Patch<String>,
    /// Number of the client, such as `+5511999990000`.
    #[serde(default)]
    #[schema(value_type = Option<String>, max_length = 40)]
    pub whatsapp: Patch<String>,
    /// Address of the sitemap, under the rules of `url`.
    #[serde(default)]
    #[schema(value_type = Option<String>, max_length = 2048)]
    pub sitemap_url: Patch<String>,
    /// Channel on which the client is notified of publications.
    pub notification_channel: Option<Channel>,
    /// Language in which texts are generated: a BCP 47 tag of language, script, region and variants, such as `pt-BR`.
    /// `null` and an empty text mean `pt-BR`, the default.
    #[serde(default)]
    #[schema(value_type = Option<String>, max_length = 35, example = "pt-BR")]
    pub language: Patch<String>,
    /// Readers for whom texts are generated, plain text of at most 500 characters. Default: empty.
    #[serde(default)]
    #[schema(value_type = Option<String>, max_length = 500)]
    pub audience: Patch<String>,
    /// Form in which the host gets the bodies of posts. Default: `automatic`.
    pub body_form: Option<BodyForm>,
}
