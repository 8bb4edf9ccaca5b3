//! Settings as they are written and read over the interface.

use secrecy::ExposeSecret;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use settings::{SettingGroup, SettingKey, Snapshot, Source, masked};
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{
    AdditionalProperties, Object, ObjectBuilder, Schema, SchemaType, Type,
};
use utoipa::{PartialSchema, ToSchema};

/// Groups of `/settings/api-keys`.
pub(crate) const API_KEYS: &[SettingGroup] = &[SettingGroup::ApiKeys];
/// Groups of `/settings/notifications`.
pub(crate) const NOTIFICATIONS: &[SettingGroup] = &[SettingGroup::Mail, SettingGroup::Messaging];

/// Groups of `/settings/ai-models`.
pub(crate) const AI_MODELS: &[SettingGroup] = &[SettingGroup::AiModels];

/// Groups of `/settings/search-provider`.
pub(crate) const SEARCH_PROVIDER: &[SettingGroup] = &[SettingGroup::SearchProvider];

/// Groups of `/settings/agency`.
pub(crate) const AGENCY: &[SettingGroup] = &[SettingGroup::Agency];

/// Where a value comes from.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Origin {
    /// It was saved in the settings.
    Saved,
    /// It is in the environment of the platform.
    Environment,
}

/// A setting.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct SettingBody {
    /// Name of the setting.
    #[schema(value_type = String)]
    pub key: &'static str,
    /// Whether it has a value.
    pub configured: bool,
    /// Where the value comes from; null without a value.
    pub source: Option<Origin>,
    /// The last four characters of a secret behind `••••`, or only the dots for a secret of fewer than eight
    /// characters; null for other settings and without a value.
    pub masked: Option<String>,
    /// The value; null for secrets and without a value.
    pub value: Option<String>,
}

impl SettingBody {
    fn of(settings: &Snapshot, key: SettingKey) -> Self {
        let found = settings.value(key);
        let secret = found.filter(|_| key.is_secret());
        Self {
            key: key.name(),
            configured: found.is_some(),
            source: found.map(|(_, source)| match source {
                Source::Saved => Origin::Saved,
                Source::Environment => Origin::Environment,
            }),
            masked: secret.map(|(value, _)| masked(value.expose_secret())),
            value: settings.text(key).map(str::to_owned),
        }
    }
}

/// Settings of one page.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct SettingsBody {
    /// Every setting of the page.
    pub items: Vec<SettingBody>,
}

impl SettingsBody {
    /// The settings of `groups`.
    pub(crate) fn of(settings: &Snapshot, groups: &[SettingGroup]) -> Self {
        let keys = groups.iter().flat_map(|group| SettingKey::of_group(*group));
        Self {
            items: keys.map(|key| SettingBody::of(settings, key)).collect(),
        }
    }
}

/// Describes an object with a member for each setting of `groups`.
fn input_schema(groups: &[SettingGroup]) -> RefOr<Schema> {
    let value = |key: SettingKey| -> Object {
        ObjectBuilder::new()
            .schema_type(SchemaType::from_iter([Type::String, Type::Null]))
            .max_length(Some(500))
            .write_only(key.is_secret())
            .build()
    };
    let keys = groups.iter().flat_map(|group| SettingKey::of_group(*group));
    let object = keys.fold(ObjectBuilder::new(), |object, key| {
        object.property(key.name(), value(key))
    });
    object
        .additional_properties(Some(AdditionalProperties::<Schema>::FreeForm(false)))
        .into()
}

/// New API keys by name; `null` removes one. Keys that are not sent stay as they are.
#[derive(Debug, Clone, Deserialize)]
#[serde(transparent)]
pub(crate) struct ApiKeysInput(pub Map<String, Value>);

impl PartialSchema for ApiKeysInput {
    fn schema() -> RefOr<Schema> {
        input_schema(API_KEYS)
    }
}

impl ToSchema for ApiKeysInput {}

/// New settings of the mail server and the messaging channel by name; `null` removes one. Settings that are not sent
/// stay as they are.
#[derive(Debug, Clone, Deserialize)]
#[serde(transparent)]
pub(crate) struct NotificationsInput(pub Map<String, Value>);

impl PartialSchema for NotificationsInput {
    fn schema() -> RefOr<Schema> {
        input_schema(NOTIFICATIONS)
    }
}

impl ToSchema for NotificationsInput {}

/// New models by name of the setting; `null` goes back to the default. Settings that are not sent stay as they are.
#[derive(Debug, Clone, Deserialize)]
#[serde(transparent)]
pub(crate) struct AiModelsInput(pub Map<String, Value>);

impl PartialSchema for AiModelsInput {
    fn schema() -> RefOr<Schema> {
        input_schema(AI_MODELS)
    }
}

impl ToSchema for AiModelsInput {}

/// The OAuth client of the search provider; `null` removes a value. Settings that are not sent stay as they are.
#[derive(Debug, Clone, Deserialize)]
#[serde(transparent)]
pub(crate) struct SearchProviderInput(pub Map<String, Value>);

impl PartialSchema for SearchProviderInput {
    fn schema() -> RefOr<Schema> {
        input_schema(SEARCH_PROVIDER)
    }
}

impl ToSchema for SearchProviderInput {}

/// Name, logo and reply address of the agency; `null` removes a value. Settings that are not sent stay as they are.
#[derive(Debug, Clone, Deserialize)]
#[serde(transparent)]
pub(crate) struct AgencyInput(pub Map<String, Value>);

impl PartialSchema for AgencyInput {
    fn schema() -> RefOr<Schema> {
        input_schema(AGENCY)
    }
}

impl ToSchema for AgencyInput {}
