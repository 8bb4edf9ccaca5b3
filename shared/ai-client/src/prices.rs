//! Estimated costs of calls. Source: the price pages of the providers, read in 2026-11. Discounts, such as that for cached
//! input, are left out, so that a cost is rather too high.

use jiff::civil::{Date, date};
use settings::AiProvider;

use crate::answer::Usage;

/// Prices of a token in nano US dollars, 10^-9 of one; a dollar per million tokens is 1,000.
#[derive(Debug, Clone, Copy)]
struct PerToken {
    input: u64,
    output: u64,
}

/// Prices of a model from a day on.
struct Price {
    provider: AiProvider,
    /// The name of the model, or its beginning up to a hyphen or an at sign.
    model: &'static str,
    valid_from: Date,
    price: PerToken,
    /// Tokens of input above which other prices hold for the whole call.
    long: Option<(u64, PerToken)>,
}

/// The day from which the prices hold that were known first.
const FIRST: Date = date(2026, 1, 1);
/// The day on which the introductory price of Gemini 3.8 Flash has ended.
const FLASH_CHANGE: Date = date(2027, 1, 1);

const fn per_token(input: u64, output: u64) -> PerToken {
    PerToken { input, output }
}

const fn price(provider: AiProvider, model: &'static str, input: u64, output: u64) -> Price {
    Price {
        provider,
        model,
        valid_from: FIRST,
        price: per_token(input, output),
        long: None,
    }
}

/// A model of OpenAI that costs twice as much for input, and half as much again for output, above 272,000 tokens of input.
const fn long_openai(model: &'static str, input: u64, output: u64) -> Price {
    Price {
        long: Some((272_000, per_token(input * 2, output * 3 / 2))),
        ..price(AiProvider::OpenAi, model, input, output)
    }
}

/// The day on which the price pages were read.
pub const PRICES_AS_OF: Date = date(2026, 11, 20);

const PRICES: [Price; 18] = [
    long_openai("gpt-6-luna", 100, 500),
    long_openai("gpt-6.1-sol", 2_000, 10_000),
    long_openai("gpt-6-astra", 10_000, 50_000),
    price(AiProvider::OpenAi, "gpt-5.6-luna", 200, 1_200),
    price(AiProvider::OpenAi, "gpt-5.6-terra", 2_000, 12_000),
    price(AiProvider::OpenAi, "gpt-5.4-mini", 750, 4_500),
    // Input as text, output as an image.
    price(AiProvider::OpenAi, "gpt-image-2", 5_000, 30_000),
    Price {
        long: Some((100_000, per_token(500, 2_500))),
        ..price(AiProvider::Anthropic, "claude-haiku-5-5", 100, 500)
    },
    price(AiProvider::Anthropic, "claude-sonnet-5-5", 2_000, 10_000),
    price(AiProvider::Anthropic, "claude-opus-5-5", 4_000, 20_000),
    price(AiProvider::Anthropic, "claude-fable-5-1", 10_000, 50_000),
    price(AiProvider::Anthropic, "claude-haiku-4-5", 1_000, 5_000),
    price(AiProvider::Gemini, "gemini-3.5-flash-lite", 300, 2_500),
    price(AiProvider::Gemini, "gemini-3.8-flash", 750, 3_750),
    Price {
        valid_from: FLASH_CHANGE,
        ..price(AiProvider::Gemini, "gemini-3.8-flash", 1_500, 7_500)
    },
    price(AiProvider::Gemini, "gemini-3.1-pro", 2_000, 12_000),
    price(AiProvider::Gemini, "gemini-nano-banana-2.1", 1_500, 30_000),
    price(AiProvider::Gemini, "gemini-3-pro-image", 2_000, 120_000),
];

/// Estimated cost of a call on `day` in nano US dollars (10^-9); `None` for a model whose price is not known.
pub fn cost(provider: AiProvider, model: &str, day: Date, usage: &Usage) -> Option<u64> {
    let found = PRICES
        .iter()
        .filter(|price| price.provider == provider && price.valid_from <= day)
        .filter(|price| is_of(model, price.model))
        .max_by_key(|price| (price.model.len(), price.valid_from))?;
    let price = match found.long {
        Some((above, price)) if usage.input_tokens > above => price,
        _ => found.price,
    };
    let input = usage.input_tokens.checked_mul(price.input)?;
    input.checked_add(usage.output_tokens.checked_mul(price.output)?)
}

/// Whether `model` is the model called `name`, or a dated or variant one of it.
fn is_of(model: &str, name: &str) -> bool {
    let model = model.strip_prefix("models/").unwrap_or(model);
    model
        .strip_prefix(name)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with(['-', '@']))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::models::{ModelSize, default_model};

    const TODAY: Date = date(2026, 11, 23);

    fn of(provider: AiProvider, model: &str, day: Date, tokens: (u64, u64)) -> Option<u64> {
        let usage = Usage {
            input_tokens: tokens.0,
            output_tokens: tokens.1,
            estimated: false,
        };
        cost(provider, model, day, &usage)
    }

    #[test]
    fn a_cost_is_that_of_the_model_and_its_dated_versions() {
        for (model, nano_dollars) in [
            ("gpt-6-luna", Some(600_000)),
            ("gpt-6-luna-2026-09-22", Some(600_000)),
            ("gpt-6.1-sol", Some(12_000_000)),
            ("gpt-6", None),
            ("gpt-6-lunatic", None),
            ("claude-haiku-5-5", None),
        ] {
            let cost = of(AiProvider::OpenAi, model, TODAY, (1_000, 1_000));
            assert_eq!(cost, nano_dollars, "{model}");
        }
    }

    #[test]
    fn a_price_changes_on_its_day() {
        for (day, nano_dollars) in [(date(2026, 12, 31), 4_500), (date(2027, 1, 1), 9_000)] {
            let cost = of(AiProvider::Gemini, "gemini-3.8-flash", day, (1, 1));
            assert_eq!(cost, Some(nano_dollars));
        }
        let cost = of(
            AiProvider::Gemini,
            "gemini-3.8-flash",
            date(2025, 1, 1),
            (1, 1),
        );
        assert_eq!(cost, None);
    }

    #[test]
    fn long_input_has_its_own_price() {
        let haiku = |input| {
            of(
                AiProvider::Anthropic,
                "claude-haiku-5-5",
                TODAY,
                (input, 10),
            )
        };
        assert_eq!(haiku(100_000), Some(100_000 * 100 + 10 * 500));
        assert_eq!(haiku(100_001), Some(100_001 * 500 + 10 * 2_500));
    }

    #[test]
    fn numbers_beyond_the_range_have_no_cost() {
        assert_eq!(
            of(AiProvider::OpenAi, "gpt-6-luna", TODAY, (u64::MAX, 1)),
            None
        );
    }

    #[test]
    fn every_default_model_has_a_price() {
        for provider in AiProvider::ALL {
            for size in [ModelSize::Small, ModelSize::Large, ModelSize::Image] {
                if let Some(model) = default_model(provider, size) {
                    assert!(of(provider, model, TODAY, (1, 1)).is_some(), "{model}");
                }
            }
        }
    }
}
