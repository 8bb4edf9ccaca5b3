//! Models that are asked unless a setting names others.

use settings::AiProvider;

/// What a model is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ModelSize {
    /// Short texts: titles, descriptions, questions and answers.
    Small,
    /// Articles.
    Large,
    /// Images.
    Image,
}

/// Models by provider and use, from the lists of models of the providers, read in 2026-11.
const MODELS: [(AiProvider, ModelSize, &str); 8] = [
    (AiProvider::OpenAi, ModelSize::Small, "gpt-6-luna"),
    (AiProvider::OpenAi, ModelSize::Large, "gpt-6.1-sol"),
    (AiProvider::OpenAi, ModelSize::Image, "gpt-image-2"),
    (AiProvider::Anthropic, ModelSize::Small, "claude-haiku-5-5"),
    (AiProvider::Anthropic, ModelSize::Large, "claude-sonnet-5-5"),
    (
        AiProvider::Gemini,
        ModelSize::Small,
        "gemini-3.5-flash-lite",
    ),
    (AiProvider::Gemini, ModelSize::Large, "gemini-3.8-flash"),
    (
        AiProvider::Gemini,
        ModelSize::Image,
        "gemini-nano-banana-2.1",
    ),
];

/// The model of `provider` for `size`; `None` if it has none.
pub fn default_model(provider: AiProvider, size: ModelSize) -> Option<&'static str> {
    let found = MODELS
        .into_iter()
        .find(|(one, of, _)| (*one, *of) == (provider, size));
    found.map(|(_, _, model)| model)
}

#[cfg(test)]
mod tests {
    use settings::AiKind;

    use super::*;

    #[test]
    fn a_provider_has_models_for_what_it_makes() {
        for provider in AiProvider::ALL {
            for (size, kind) in [
                (ModelSize::Small, AiKind::Text),
                (ModelSize::Large, AiKind::Text),
                (ModelSize::Image, AiKind::Image),
            ] {
                let model = default_model(provider, size);
                assert_eq!(
                    model.is_some(),
                    provider.makes(kind),
                    "{provider:?} {size:?}"
                );
            }
        }
    }
}
