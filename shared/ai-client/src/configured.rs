//! Which providers are asked, in which order, with which models.

use settings::{AiKind, AiProvider, SettingKey, Snapshot};

use crate::models::{ModelSize, default_model};
use crate::request::Candidate;

/// The setting that replaces the default model.
const fn model_key(provider: AiProvider, size: ModelSize) -> Option<SettingKey> {
    Some(match (provider, size) {
        (AiProvider::OpenAi, ModelSize::Large) => SettingKey::OpenAiModel,
        (AiProvider::OpenAi, ModelSize::Small) => SettingKey::OpenAiModelSmall,
        (AiProvider::OpenAi, ModelSize::Image) => SettingKey::OpenAiModelImage,
        (AiProvider::Anthropic, ModelSize::Large) => SettingKey::AnthropicModel,
        (AiProvider::Anthropic, ModelSize::Small) => SettingKey::AnthropicModelSmall,
        (AiProvider::Anthropic, ModelSize::Image) => return None,
        (AiProvider::Gemini, ModelSize::Large) => SettingKey::GeminiModel,
        (AiProvider::Gemini, ModelSize::Small) => SettingKey::GeminiModelSmall,
        (AiProvider::Gemini, ModelSize::Image) => SettingKey::GeminiModelImage,
    })
}

/// The providers with an API key that have a model of `size`: the default provider, then the others in the order in
/// which they are offered.
pub fn configured_candidates(settings: &Snapshot, size: ModelSize) -> Vec<Candidate> {
    let kind = match size {
        ModelSize::Small | ModelSize::Large => AiKind::Text,
        ModelSize::Image => AiKind::Image,
    };
    let first = settings.default_provider(kind);
    let others = settings.providers(kind).into_iter();
    let others = others.filter(|one| Some(*one) != first);
    first
        .into_iter()
        .chain(others)
        .filter_map(|provider| {
            let set = model_key(provider, size).and_then(|key| settings.text(key));
            Some(Candidate {
                provider,
                api_key: settings.secret(provider.key())?.clone(),
                model: set.or_else(|| default_model(provider, size))?.to_owned(),
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use async_trait::async_trait;
    use settings::{Changes, Saved, Settings, SettingsError, SettingsStore};

    use super::*;

    struct Nothing;

    #[async_trait]
    impl SettingsStore for Nothing {
        async fn load(&self) -> Result<Saved, SettingsError> {
            Ok(Saved::default())
        }

        async fn save(&self, _: &Saved, _: &Changes) -> Result<(), SettingsError> {
            Err(SettingsError::Conflict)
        }
    }

    async fn models(size: ModelSize, environment: &[(&str, &str)]) -> Vec<(AiProvider, String)> {
        let value = |name: &str| {
            let found = environment.iter().find(|(known, _)| *known == name)?;
            Some(found.1.to_owned())
        };
        let settings = Settings::new(Arc::new(Nothing), value)
            .read()
            .await
            .unwrap();
        let all = configured_candidates(&settings, size).into_iter();
        all.map(|one| (one.provider, one.model)).collect()
    }

    #[tokio::test]
    async fn the_default_provider_comes_first_and_those_without_a_key_never() {
        let environment = [
            ("OPENAI_API_KEY", "k1"),
            ("GEMINI_API_KEY", "k3"),
            ("AI_TEXT_PROVIDER", "gemini"),
            ("OPENAI_MODEL", "own-model"),
        ];
        let large = models(ModelSize::Large, &environment).await;
        let gemini = default_model(AiProvider::Gemini, ModelSize::Large).unwrap();
        assert_eq!(
            large,
            [
                (AiProvider::Gemini, gemini.to_owned()),
                (AiProvider::OpenAi, "own-model".to_owned()),
            ]
        );
        let small = models(ModelSize::Small, &environment).await;
        assert_ne!(small[1].1, "own-model");
        assert_eq!(models(ModelSize::Large, &[]).await, []);
    }

    #[tokio::test]
    async fn a_provider_that_makes_no_images_is_not_asked_for_one() {
        let environment = [("ANTHROPIC_API_KEY", "k2"), ("GEMINI_API_KEY", "k3")];
        let image = models(ModelSize::Image, &environment).await;
        assert_eq!(image.len(), 1);
        assert_eq!(image[0].0, AiProvider::Gemini);
    }
}
