//! The billed calls of a generation, as they are recorded.

use domain::platform::token_usage::BilledCall;
use jiff::civil::Date;

use crate::answer::CallUsage;
use crate::prices::cost;

/// `calls` with their estimated cost on `day`.
pub fn billed(calls: &[CallUsage], day: Date) -> Vec<BilledCall> {
    let calls = calls.iter();
    calls
        .map(|call| BilledCall {
            provider: call.provider.name().to_owned(),
            model: call.model.clone(),
            input_tokens: call.usage.input_tokens,
            output_tokens: call.usage.output_tokens,
            estimated: call.usage.estimated,
            cost_nano_usd: cost(call.provider, &call.model, day, &call.usage),
        })
        .collect()
}
