//! The list of settings. A key that is not here is neither read nor written.

use crate::rule::{self, Rule};

/// Settings that are shown and changed together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SettingGroup {
    /// API keys of providers.
    ApiKeys,
    /// The mail server and the sender.
    Mail,
    /// The messaging channel.
    Messaging,
    /// Default providers of generated texts and images.
    AiDefaults,
    /// Models of the providers, and how many images a user may generate.
    AiModels,
    /// The OAuth client of the search provider.
    SearchProvider,
    /// The agency, as mails and approval pages name it.
    Agency,
}

macro_rules! keys {
    ($($(#[$doc:meta])* $variant:ident = $name:literal: $group:ident $kind:ident $rule:ident;)+) => {
        /// A setting, named like its environment variable.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum SettingKey { $($(#[$doc])* $variant,)+ }

        impl SettingKey {
            /// Every setting, in table order.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)+];

            /// The name on the wire, in the file and in the environment.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)+ }
            }

            /// The group that the setting belongs to.
            pub const fn group(self) -> SettingGroup {
                match self { $(Self::$variant => SettingGroup::$group,)+ }
            }

            /// Whether the value is a secret, of which at most four characters are shown.
            pub const fn is_secret(self) -> bool {
                match self { $(Self::$variant => keys!(@$kind),)+ }
            }

            const fn rule(self) -> Rule {
                match self { $(Self::$variant => rule::$rule,)+ }
            }
        }
    };
    (@secret) => { true };
    (@plain) => { false };
}

keys! {
    /// API key of OpenAI.
    OpenAiKey = "OPENAI_API_KEY": ApiKeys secret TOKEN;
    /// API key of Anthropic.
    AnthropicKey = "ANTHROPIC_API_KEY": ApiKeys secret TOKEN;
    /// API key of Google Gemini.
    GeminiKey = "GEMINI_API_KEY": ApiKeys secret TOKEN;
    /// Access key of Unsplash.
    UnsplashKey = "UNSPLASH_ACCESS_KEY": ApiKeys secret TOKEN;
    /// API key of Pexels.
    PexelsKey = "PEXELS_API_KEY": ApiKeys secret TOKEN;
    /// Host name or address of the mail server.
    SmtpHost = "SMTP_HOST": Mail plain HOST;
    /// Port of the mail server.
    SmtpPort = "SMTP_PORT": Mail plain PORT;
    /// Encryption of the connection to the mail server.
    SmtpTls = "SMTP_TLS": Mail plain SMTP_TLS;
    /// User name on the mail server.
    SmtpUser = "SMTP_USER": Mail plain LINE;
    /// Password on the mail server.
    SmtpPassword = "SMTP_PASSWORD": Mail secret LINE;
    /// Sender of e-mails.
    MailFrom = "MAIL_FROM": Mail plain LINE;
    /// Provider of the messaging channel.
    MessagingProvider = "WHATSAPP_API_PROVIDER": Messaging plain MESSAGING_PROVIDER;
    /// Base address of the messaging provider.
    MessagingUrl = "WHATSAPP_API_URL": Messaging plain WEB_ADDRESS;
    /// Token of the messaging provider.
    MessagingToken = "WHATSAPP_API_TOKEN": Messaging secret TOKEN;
    /// Number or instance that sends the messages.
    MessagingInstance = "WHATSAPP_API_INSTANCE": Messaging plain NAME;
    /// Second token, which one of the providers requires.
    MessagingSecurityToken = "WHATSAPP_API_SECURITY_TOKEN": Messaging secret TOKEN;
    /// Version of the provider's interface.
    MessagingVersion = "WHATSAPP_API_VERSION": Messaging plain NAME;
    /// Approved template of approval requests.
    MessagingTemplate = "WHATSAPP_API_TEMPLATE": Messaging plain NAME;
    /// Approved template of notices of a publication.
    MessagingTemplatePublished = "WHATSAPP_API_TEMPLATE_PUBLISHED": Messaging plain NAME;
    /// Language of the message templates.
    MessagingTemplateLang = "WHATSAPP_API_TEMPLATE_LANG": Messaging plain NAME;
    /// Country code of numbers without one.
    MessagingCountry = "WHATSAPP_API_COUNTRY": Messaging plain COUNTRY;
    /// Default provider of generated texts.
    TextProvider = "AI_TEXT_PROVIDER": AiDefaults plain TEXT_PROVIDER;
    /// Default provider of generated images.
    ImageProvider = "AI_IMAGE_PROVIDER": AiDefaults plain IMAGE_PROVIDER;
    /// OpenAI's model for articles.
    OpenAiModel = "OPENAI_MODEL": AiModels plain MODEL;
    /// OpenAI's model for short texts.
    OpenAiModelSmall = "OPENAI_MODEL_SMALL": AiModels plain MODEL;
    /// OpenAI's model for images.
    OpenAiModelImage = "OPENAI_MODEL_IMAGE": AiModels plain MODEL;
    /// Anthropic's model for articles.
    AnthropicModel = "ANTHROPIC_MODEL": AiModels plain MODEL;
    /// Anthropic's model for short texts.
    AnthropicModelSmall = "ANTHROPIC_MODEL_SMALL": AiModels plain MODEL;
    /// Google's model for articles.
    GeminiModel = "GEMINI_MODEL": AiModels plain MODEL;
    /// Google's model for short texts.
    GeminiModelSmall = "GEMINI_MODEL_SMALL": AiModels plain MODEL;
    /// Google's model for images.
    GeminiModelImage = "GEMINI_MODEL_IMAGE": AiModels plain MODEL;
    /// How many images a user may generate in a month.
    ImageQuota = "AI_IMAGE_MONTHLY_QUOTA": AiModels plain QUOTA;
    /// Identifier of the OAuth client of the search provider.
    SearchClientId = "SEARCH_PROVIDER_CLIENT_ID": SearchProvider plain TOKEN;
    /// Secret of the OAuth client of the search provider.
    SearchClientSecret = "SEARCH_PROVIDER_CLIENT_SECRET": SearchProvider secret TOKEN;
    /// Name of the agency.
    AgencyName = "AGENCY_NAME": Agency plain TITLE;
    /// Public address of the agency's logo.
    AgencyLogo = "AGENCY_LOGO": Agency plain PICTURE_ADDRESS;
    /// Address that replies to e-mails go to.
    AgencyReplyTo = "AGENCY_REPLY_TO": Agency plain EMAIL;
}

impl SettingKey {
    /// The setting called `name`.
    pub fn of_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|key| key.name() == name)
    }

    /// The settings of a group, in table order.
    pub fn of_group(group: SettingGroup) -> impl Iterator<Item = Self> {
        Self::ALL
            .iter()
            .copied()
            .filter(move |key| key.group() == group)
    }

    /// Why `value` is not valid for this setting, as a sentence in Portuguese for people; `None` when it is valid.
    pub fn fault(self, value: &str) -> Option<&'static str> {
        self.rule().fault(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_environment_variables() {
        let names: std::collections::BTreeSet<_> =
            SettingKey::ALL.iter().map(|key| key.name()).collect();
        assert_eq!(names.len(), SettingKey::ALL.len());
        for key in SettingKey::ALL {
            assert_eq!(SettingKey::of_name(key.name()), Some(*key));
            let is_name = |c: char| c.is_ascii_uppercase() || c == '_';
            assert!(key.name().chars().all(is_name), "{key:?}");
        }
    }

    #[test]
    fn keys_of_the_operator_are_not_settings() {
        for name in ["SECRET_ID", "PLATFORM_TABLE", "APP_URL", "APP_DEBUG", ""] {
            assert_eq!(SettingKey::of_name(name), None, "{name}");
        }
    }
}
