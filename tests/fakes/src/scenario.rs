//! Scenarios: the behaviour of a fake, chosen by the value of the key.

/// Behaviour of a fake towards a key. The README describes each one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Scenario {
    Normal,
    Bad,
    NoQuota,
    Limit,
    LimitAlways,
    Overload,
    OverloadOnce,
    Filter,
    FilterAnswer,
    Refusal,
    Failed,
    NoModel,
    NoPermission,
    Truncated,
    Cut,
    Stall,
    StallBefore,
    Garbage,
    Html502,
    BadJson,
    WrongCount,
    Empty,
    Slow,
    Reset,
    NoImage,
    BrokenBase64,
    Huge,
}

/// Names of the scenarios as they appear in keys.
const NAMES: [(&str, Scenario); 26] = [
    ("bad", Scenario::Bad),
    ("noquota", Scenario::NoQuota),
    ("limit", Scenario::Limit),
    ("limit-always", Scenario::LimitAlways),
    ("overload", Scenario::Overload),
    ("overload-once", Scenario::OverloadOnce),
    ("filter", Scenario::Filter),
    ("filter-answer", Scenario::FilterAnswer),
    ("refusal", Scenario::Refusal),
    ("failed", Scenario::Failed),
    ("nomodel", Scenario::NoModel),
    ("nopermission", Scenario::NoPermission),
    ("truncated", Scenario::Truncated),
    ("cut", Scenario::Cut),
    ("stall", Scenario::Stall),
    ("stall-before", Scenario::StallBefore),
    ("garbage", Scenario::Garbage),
    ("html-502", Scenario::Html502),
    ("badjson", Scenario::BadJson),
    ("wrongcount", Scenario::WrongCount),
    ("empty", Scenario::Empty),
    ("slow", Scenario::Slow),
    ("reset", Scenario::Reset),
    ("noimage", Scenario::NoImage),
    ("brokenbase64", Scenario::BrokenBase64),
    ("huge", Scenario::Huge),
];

impl Scenario {
    /// The scenario that `key` names: the words after the prefix (`sk-ant-`, or what precedes the first hyphen), up to
    /// an arbitrary suffix after a hyphen. The longest name wins.
    pub(crate) fn of(key: &str) -> Self {
        let words = key
            .strip_prefix("sk-ant-")
            .or_else(|| key.split_once('-').map(|(_, words)| words))
            .unwrap_or_default();
        NAMES
            .into_iter()
            .filter(|(name, _)| {
                words
                    .strip_prefix(name)
                    .is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
            })
            .max_by_key(|(name, _)| name.len())
            .map_or(Self::Normal, |(_, scenario)| scenario)
    }
}

/// A fault in place of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fault {
    /// The money or the quota of the account is used up.
    NoQuota,
    /// Too many calls; the hint is the time to wait, in milliseconds.
    Limit { hint: u32 },
    /// The service is overloaded.
    Overload,
    /// The prompt is refused.
    Filter,
    /// The model does not exist.
    NoModel,
    /// The key may not do this.
    NoPermission,
    /// 200 with a body that is not JSON.
    Garbage,
    /// 502 with an HTML page of a gateway.
    Html502,
    /// The connection closes without a response.
    Reset,
    /// The call is accepted and never answered.
    StallBefore,
}

/// Hint of a rate limit that a caller can wait for, in milliseconds.
const SHORT_HINT: u32 = 100;

/// Hint of a rate limit longer than a synchronous call may take, in milliseconds.
const LONG_HINT: u32 = 38_000;

impl Scenario {
    /// The fault at attempt number `attempt` (from 0) of a key, or `None` where an answer is generated.
    pub(crate) fn fault(self, attempt: u64) -> Option<Fault> {
        match self {
            Self::NoQuota => Some(Fault::NoQuota),
            Self::Limit if attempt == 0 => Some(Fault::Limit { hint: SHORT_HINT }),
            Self::LimitAlways => Some(Fault::Limit { hint: LONG_HINT }),
            Self::Overload => Some(Fault::Overload),
            Self::OverloadOnce if attempt == 0 => Some(Fault::Overload),
            Self::Filter => Some(Fault::Filter),
            Self::NoModel => Some(Fault::NoModel),
            Self::NoPermission => Some(Fault::NoPermission),
            Self::Garbage => Some(Fault::Garbage),
            Self::Html502 => Some(Fault::Html502),
            Self::Reset => Some(Fault::Reset),
            Self::StallBefore => Some(Fault::StallBefore),
            _ => None,
        }
    }

    /// How the bytes of an answer arrive.
    pub(crate) fn delivery(self) -> crate::delivery::Delivery {
        use crate::delivery::Delivery;
        match self {
            Self::Cut => Delivery::Cut,
            Self::Stall => Delivery::Stall,
            Self::Slow => Delivery::Paced,
            _ => Delivery::Whole,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_name_after_the_prefix_decides() {
        for (key, scenario) in [
            ("sk-limit", Scenario::Limit),
            ("sk-limit-always-2", Scenario::LimitAlways),
            ("sk-ant-overload-1", Scenario::Overload),
            ("AIza-html-502", Scenario::Html502),
            ("key-stall-7", Scenario::Stall),
            ("sk-stall-before-7", Scenario::StallBefore),
            ("sk-fast", Scenario::Normal),
            ("sk-badly", Scenario::Normal),
            ("plain", Scenario::Normal),
        ] {
            assert_eq!(Scenario::of(key), scenario, "{key}");
        }
    }
}
