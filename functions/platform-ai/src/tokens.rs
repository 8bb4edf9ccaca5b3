//! How many tokens were used, and what they cost about.

use std::collections::BTreeMap;

use axum::extract::State;
use domain::platform::access::Permission;
use platform_http::{ApiError, Json};
use platform_session::Caller;
use platform_store::{ModelUsage, TokenSums};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{Ports, errors};

/// Nano dollars in a dollar.
const NANO: f64 = 1e9;

/// Tokens and their estimated cost.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, ToSchema)]
#[schema(as = TokenSums)]
pub(crate) struct SumsBody {
    /// Tokens of what was sent.
    input_tokens: u64,
    /// Tokens of what was answered.
    output_tokens: u64,
    /// Number of calls.
    calls: u64,
    /// Number of calls whose tokens are estimated, because the provider did not state them.
    estimated_calls: u64,
    /// Number of calls of models without a known price, which the cost lacks.
    unpriced_calls: u64,
    /// Estimate of the cost in US dollars, from list prices; no invoice.
    estimated_cost_usd: f64,
}

impl From<TokenSums> for SumsBody {
    fn from(sums: TokenSums) -> Self {
        Self {
            input_tokens: sums.input_tokens,
            output_tokens: sums.output_tokens,
            calls: sums.calls,
            estimated_calls: sums.estimated_calls,
            unpriced_calls: sums.unpriced_calls,
            estimated_cost_usd: sums.cost_nano_usd as f64 / NANO,
        }
    }
}

/// Usage of a model.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ModelTokens)]
pub(crate) struct ModelBody {
    /// Model.
    model: String,
    /// Sums.
    #[serde(flatten)]
    sums: SumsBody,
}

/// Usage of a provider.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ProviderTokens)]
pub(crate) struct ProviderBody {
    /// Provider: `openai`, `anthropic` or `gemini`.
    provider: String,
    /// Sums.
    #[serde(flatten)]
    sums: SumsBody,
    /// Usage by model.
    models: Vec<ModelBody>,
}

/// Usage of a period.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PeriodTokens)]
pub(crate) struct PeriodBody {
    /// Sums.
    #[serde(flatten)]
    sums: SumsBody,
    /// Usage by provider.
    providers: Vec<ProviderBody>,
}

impl PeriodBody {
    fn of(usage: Vec<ModelUsage>) -> Self {
        let mut providers: BTreeMap<String, Vec<ModelUsage>> = BTreeMap::new();
        for one in usage {
            providers.entry(one.provider.clone()).or_default().push(one);
        }
        let sum = |models: &[ModelUsage]| {
            let sums = models.iter().map(|one| one.sums);
            sums.fold(TokenSums::default(), TokenSums::plus)
        };
        let all = providers.values().map(|models| sum(models));
        let all = all.fold(TokenSums::default(), TokenSums::plus);
        let providers = providers
            .into_iter()
            .map(|(provider, models)| ProviderBody {
                provider,
                sums: sum(&models).into(),
                models: models
                    .into_iter()
                    .map(|one| ModelBody {
                        model: one.model,
                        sums: one.sums.into(),
                    })
                    .collect(),
            });
        Self {
            sums: all.into(),
            providers: providers.collect(),
        }
    }
}

/// Used tokens of the whole agency. Days and months are those of the platform's time zone.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = TokenSummary)]
pub(crate) struct TokenSummaryBody {
    /// Today.
    today: PeriodBody,
    /// This month.
    month: PeriodBody,
    /// Since the beginning.
    total: PeriodBody,
    /// Day of the list prices from which costs are estimated.
    #[schema(value_type = String, format = Date)]
    prices_as_of: jiff::civil::Date,
}

/// Get the number of used tokens.
///
/// Costs are estimates from list prices.
#[utoipa::path(
    get,
    path = "/api/v1/tokens/summary",
    tag = "ai",
    responses((status = 200, description = "Used tokens", body = TokenSummaryBody), errors::GetTokenSummary),
    security(("bearer" = [])),
    extensions(("x-permission" = json!("posts.read")), ("x-object" = json!("none"))),
)]
pub(crate) async fn get_token_summary(
    State(ports): State<Ports>,
    caller: Caller,
) -> Result<Json<TokenSummaryBody>, ApiError> {
    caller.actor.may(Permission::PostsRead)?;
    let usage = ports
        .store
        .token_usage(&ports.zone, ports.clock.now())
        .await?;
    Ok(Json(TokenSummaryBody {
        today: PeriodBody::of(usage.today),
        month: PeriodBody::of(usage.month),
        total: PeriodBody::of(usage.total),
        prices_as_of: ai_client::PRICES_AS_OF,
    }))
}
