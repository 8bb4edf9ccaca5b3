//! Tokens that providers billed, counted for each provider and model over days, months and the whole time. The counters
//! change in the transaction that ends the work, so that no call is counted twice or lost, and their number does not
//! depend on the history: reading them costs three queries.

use std::collections::BTreeMap;

use domain::platform::month::Month;
use domain::platform::token_usage::BilledCall;
use items::{Condition, Entry, ItemsError, Key, Numbers, Query, Write};
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};

use crate::PlatformStore;

/// How long the identifier of recorded usage is stored.
pub const USAGE_ID_KEPT: SignedDuration = SignedDuration::from_hours(24);

const INPUT_TOKENS: &str = "input_tokens";
const OUTPUT_TOKENS: &str = "output_tokens";
const CALLS: &str = "calls";
const ESTIMATED_CALLS: &str = "estimated_calls";
const UNPRICED_CALLS: &str = "unpriced_calls";
const COST: &str = "cost_nano_usd";

/// Sums over calls.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct TokenSums {
    /// Tokens of instructions and input.
    pub input_tokens: u64,
    /// Tokens of answers.
    pub output_tokens: u64,
    /// Number of calls.
    pub calls: u64,
    /// Number of those calls whose tokens are estimated.
    pub estimated_calls: u64,
    /// Number of those calls whose price is unknown; `cost_nano_usd` lacks their cost.
    pub unpriced_calls: u64,
    /// Estimated cost in nano US dollars (10⁻⁹).
    pub cost_nano_usd: u64,
}

impl TokenSums {
    fn add(&mut self, call: &BilledCall) {
        self.input_tokens += call.input_tokens;
        self.output_tokens += call.output_tokens;
        self.calls += 1;
        self.estimated_calls += u64::from(call.estimated);
        self.unpriced_calls += u64::from(call.cost_nano_usd.is_none());
        self.cost_nano_usd += call.cost_nano_usd.unwrap_or_default();
    }

    /// The sums of both.
    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        Self {
            input_tokens: self.input_tokens + other.input_tokens,
            output_tokens: self.output_tokens + other.output_tokens,
            calls: self.calls + other.calls,
            estimated_calls: self.estimated_calls + other.estimated_calls,
            unpriced_calls: self.unpriced_calls + other.unpriced_calls,
            cost_nano_usd: self.cost_nano_usd + other.cost_nano_usd,
        }
    }

    fn numbers(self) -> Vec<(&'static str, i64)> {
        [
            (INPUT_TOKENS, self.input_tokens),
            (OUTPUT_TOKENS, self.output_tokens),
            (CALLS, self.calls),
            (ESTIMATED_CALLS, self.estimated_calls),
            (UNPRICED_CALLS, self.unpriced_calls),
            (COST, self.cost_nano_usd),
        ]
        .into_iter()
        .filter(|(_, n)| *n > 0)
        .map(|(name, n)| (name, i64::try_from(n).unwrap_or(i64::MAX)))
        .collect()
    }

    fn of(numbers: &Numbers) -> Self {
        let number = |name| u64::try_from(numbers.get(name)).unwrap_or_default();
        Self {
            input_tokens: number(INPUT_TOKENS),
            output_tokens: number(OUTPUT_TOKENS),
            calls: number(CALLS),
            estimated_calls: number(ESTIMATED_CALLS),
            unpriced_calls: number(UNPRICED_CALLS),
            cost_nano_usd: number(COST),
        }
    }
}

/// Usage of one model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModelUsage {
    /// Name of the provider.
    pub provider: String,
    /// Identifier of the model.
    pub model: String,
    /// The sums.
    pub sums: TokenSums,
}

/// Usage over three periods; each list is ordered by provider and model.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TokenUsage {
    /// The day.
    pub today: Vec<ModelUsage>,
    /// The month.
    pub month: Vec<ModelUsage>,
    /// The whole time.
    pub total: Vec<ModelUsage>,
}

/// Partitions of the periods that contain `now` in `zone`: day, month and whole time.
fn periods(zone: &TimeZone, now: Timestamp) -> [String; 3] {
    [
        format!("TOKENS#DAY#{}", zone.to_datetime(now).date()),
        format!("TOKENS#MONTH#{}", Month::of(now, zone)),
        "TOKENS#TOTAL".to_owned(),
    ]
}

/// Writes that count `calls` in the periods that contain `now` in `zone`: three for each model.
pub(crate) fn usage_writes(calls: &[BilledCall], zone: &TimeZone, now: Timestamp) -> Vec<Write> {
    let mut models: BTreeMap<String, TokenSums> = BTreeMap::new();
    for call in calls {
        let model = format!("{}#{}", call.provider, call.model);
        models.entry(model).or_default().add(call);
    }
    let periods = periods(zone, now);
    models
        .iter()
        .flat_map(|(model, sums)| {
            periods.iter().map(|period| Write::AddNumbers {
                key: Key::new(period.clone(), model.clone()),
                numbers: sums.numbers(),
            })
        })
        .collect()
}

impl PlatformStore {
    /// Counts the calls of work that has no record of its own. `id` identifies the work; calls under an identifier that
    /// was recorded in the last 24 hours are not counted again. Returns whether they were counted.
    ///
    /// # Errors
    /// See [`ItemsError`]; the method may be repeated.
    pub async fn record_usage(
        &self,
        id: &str,
        calls: &[BilledCall],
        zone: &TimeZone,
        now: Timestamp,
    ) -> Result<bool, ItemsError> {
        if calls.is_empty() {
            return Ok(false);
        }
        let record = Entry::new(Key::new(format!("USAGE#{id}"), "USAGE"), &calls)?
            .expires((now + USAGE_ID_KEPT).as_second());
        let mut writes = vec![Write::Put(record, Condition::Absent)];
        writes.extend(usage_writes(calls, zone, now));
        match self.table.transact(writes).await {
            Ok(()) => Ok(true),
            Err(error) if error.failed_at(0) => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Usage in the day and the month that contain `now` in `zone`, and over the whole time.
    ///
    /// # Errors
    /// See [`ItemsError`].
    pub async fn token_usage(
        &self,
        zone: &TimeZone,
        now: Timestamp,
    ) -> Result<TokenUsage, ItemsError> {
        let [day, month, total] = periods(zone, now);
        let (today, month, total) = tokio::try_join!(
            self.usage_of(day),
            self.usage_of(month),
            self.usage_of(total)
        )?;
        Ok(TokenUsage {
            today,
            month,
            total,
        })
    }

    async fn usage_of(&self, period: String) -> Result<Vec<ModelUsage>, ItemsError> {
        let models = self.table.all_numbers(&Query::prefix(period, "")).await?;
        Ok(models
            .iter()
            .filter_map(|numbers| {
                let (provider, model) = numbers.key.sk.split_once('#')?;
                Some(ModelUsage {
                    provider: provider.to_owned(),
                    model: model.to_owned(),
                    sums: TokenSums::of(numbers),
                })
            })
            .collect())
    }
}
