//! Reads the channel from the settings.

use ports::MessagePurpose;
use secrecy::SecretString;
use settings::{SettingGroup, SettingKey as Key, Snapshot};
use url::Url;

/// Version of the Cloud API that is called unless another one is set.
const CLOUD_VERSION: &str = "v25.0";
/// Language of templates unless another one is set.
const TEMPLATE_LANGUAGE: &str = "pt_BR";

/// A provider of messages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MessagingProvider {
    /// Meta's Cloud API.
    Cloud,
    /// Evolution API, which agencies host themselves.
    Evolution,
    /// Z-API.
    Zapi,
}

impl MessagingProvider {
    /// The provider that `WHATSAPP_API_PROVIDER` calls `name`.
    pub fn of_name(name: &str) -> Option<Self> {
        match name {
            "cloud" => Some(Self::Cloud),
            "evolution" => Some(Self::Evolution),
            "zapi" => Some(Self::Zapi),
            _ => None,
        }
    }

    /// The name that people know the provider by.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Cloud => "Meta (Cloud API)",
            Self::Evolution => "Evolution API",
            Self::Zapi => "Z-API",
        }
    }

    /// The provider that answers at `url`: an unknown address is that of an Evolution API, which has no fixed one.
    fn at(url: &Url) -> Self {
        let host = url.host_str().unwrap_or_default();
        let is = |name: &str| {
            let rest = host.strip_suffix(name);
            rest.is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
        };
        if is("graph.facebook.com") {
            Self::Cloud
        } else if is("z-api.io") {
            Self::Zapi
        } else {
            Self::Evolution
        }
    }

    /// The address of a provider that has one.
    const fn address(self) -> Option<&'static str> {
        match self {
            Self::Cloud => Some("https://graph.facebook.com"),
            Self::Evolution => None,
            Self::Zapi => Some("https://api.z-api.io"),
        }
    }
}

/// An approved template of the Cloud API.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Template {
    pub name: String,
    pub language: String,
}

/// A channel that can be used.
#[derive(Debug, Clone)]
pub(crate) struct Channel {
    pub provider: MessagingProvider,
    pub base: Url,
    pub token: SecretString,
    pub security_token: Option<SecretString>,
    pub instance: String,
    pub version: String,
    pub approval: Option<Template>,
    pub published: Option<Template>,
}

/// Whether `settings` have a messaging channel that can be used.
pub fn is_configured(settings: &Snapshot) -> bool {
    matches!(Channel::of_settings(settings), Ok(Some(_)))
}

/// The channel has settings, but cannot be used with them.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the messaging channel lacks {missing:?}, and {invalid:?} cannot be used")]
pub struct NotReady {
    /// Settings that the provider needs and that are not set. Without a provider and an address that tells it, the
    /// provider is one of them.
    pub missing: Vec<Key>,
    /// Settings of the environment whose values do not have their form. Saved ones are judged before they are stored.
    pub invalid: Vec<Key>,
}

impl Channel {
    /// The template of messages for `purpose`. Only the Cloud API has templates.
    pub const fn template(&self, purpose: MessagePurpose) -> Option<&Template> {
        match (self.provider, purpose) {
            (MessagingProvider::Cloud, MessagePurpose::ApprovalRequest) => self.approval.as_ref(),
            (MessagingProvider::Cloud, MessagePurpose::PostPublished) => self.published.as_ref(),
            (MessagingProvider::Evolution | MessagingProvider::Zapi, _) => None,
        }
    }

    /// The channel of `settings`, or `None` if it has no setting at all.
    pub fn of_settings(settings: &Snapshot) -> Result<Option<Self>, NotReady> {
        let group = || Key::of_group(SettingGroup::Messaging);
        let value = |key| {
            settings
                .secret(key)
                .map(secrecy::ExposeSecret::expose_secret)
        };
        if group().all(|key| value(key).is_none()) {
            return Ok(None);
        }
        let is_invalid = |key: &Key| value(*key).is_some_and(|text| key.fault(text).is_some());
        let invalid: Vec<Key> = group().filter(is_invalid).collect();
        let url = settings.text(Key::MessagingUrl);
        let url: Option<Url> = url.and_then(|text| text.parse().ok());
        let named = settings.text(Key::MessagingProvider);
        let provider = match named {
            Some(name) => MessagingProvider::of_name(name),
            None => url.as_ref().map(MessagingProvider::at),
        };
        let base = url.or_else(|| provider?.address()?.parse().ok());
        let token = settings.secret(Key::MessagingToken);
        let instance = settings.text(Key::MessagingInstance);
        // Without a provider it is not known whether an address is missing.
        let lacks_address = provider.is_some() && base.is_none();
        let missing: Vec<Key> = [
            (
                Key::MessagingProvider,
                provider.is_none() && named.is_none(),
            ),
            (Key::MessagingUrl, lacks_address),
            (Key::MessagingToken, token.is_none()),
            (Key::MessagingInstance, instance.is_none()),
        ]
        .into_iter()
        .filter_map(|(key, lacks)| (lacks && !invalid.contains(&key)).then_some(key))
        .collect();
        let (Some(provider), Some(base), Some(token), Some(instance), true) =
            (provider, base, token, instance, invalid.is_empty())
        else {
            return Err(NotReady { missing, invalid });
        };
        let or = |key, usual: &str| settings.text(key).unwrap_or(usual).to_owned();
        let template = |key| {
            let name = settings.text(key)?.to_owned();
            let language = or(Key::MessagingTemplateLang, TEMPLATE_LANGUAGE);
            Some(Template { name, language })
        };
        Ok(Some(Self {
            provider,
            base,
            token: token.clone(),
            security_token: settings.secret(Key::MessagingSecurityToken).cloned(),
            instance: instance.to_owned(),
            version: or(Key::MessagingVersion, CLOUD_VERSION),
            approval: template(Key::MessagingTemplate),
            published: template(Key::MessagingTemplatePublished),
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_tells_its_provider() {
        for (url, provider) in [
            ("https://graph.facebook.com/", MessagingProvider::Cloud),
            ("https://api.z-api.io", MessagingProvider::Zapi),
            ("https://z-api.io.example", MessagingProvider::Evolution),
            ("https://notz-api.io", MessagingProvider::Evolution),
            (
                "https://whats.agencia.example",
                MessagingProvider::Evolution,
            ),
        ] {
            assert_eq!(
                MessagingProvider::at(&url.parse().unwrap()),
                provider,
                "{url}"
            );
        }
    }
}
