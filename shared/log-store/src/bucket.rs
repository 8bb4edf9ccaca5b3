//! Buckets: the entries of one day and one generation; and the classes that are counted in them.

use std::fmt;
use std::str::FromStr;

use domain::platform::log::{LogLevel, LogStatus};
use jiff::civil::Date;
use serde::{Deserialize, Serialize};

/// Name of the counter of all entries of a record, whatever their status. A record without entries is deleted.
pub(crate) const ALL: &str = "n";
/// Channel of a class that counts the entries of all channels together. Channels of entries are never empty.
const ALL_CHANNELS: &str = "";

/// The entries of one day and one generation. A clearing begins a new generation, so that it concerns whole buckets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct Bucket {
    /// The day of the first event, in the time zone of the store.
    pub(crate) day: Date,
    /// Number of clearings before the entry was stored.
    pub(crate) generation: u64,
}

impl Bucket {
    /// The first day of the month stands for the month in the sums of months.
    pub(crate) fn of_month(self) -> Self {
        Self {
            day: self.day.first_of_month(),
            generation: self.generation,
        }
    }
}

impl fmt::Display for Bucket {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}#{:08}", self.day, self.generation)
    }
}

/// The text is no name of a bucket or of a counter.
#[derive(Debug)]
pub(crate) struct Malformed;

impl FromStr for Bucket {
    type Err = Malformed;
    fn from_str(text: &str) -> Result<Self, Malformed> {
        let (day, generation) = text.split_once('#').ok_or(Malformed)?;
        Ok(Self {
            day: day.parse().map_err(|_| Malformed)?,
            generation: generation.parse().map_err(|_| Malformed)?,
        })
    }
}

/// What an entry is counted under.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Class {
    pub(crate) status: LogStatus,
    pub(crate) level: LogLevel,
    /// Empty when the entries of all channels are counted together.
    pub(crate) channel: String,
}

impl Class {
    /// The channel, or none when the entries of all channels are counted together.
    pub(crate) fn one_channel(&self) -> Option<&str> {
        (self.channel != ALL_CHANNELS).then_some(self.channel.as_str())
    }

    /// The class in a channel, or in all together.
    pub(crate) fn in_channel(&self, channel: Option<&str>) -> Self {
        Self {
            channel: channel.unwrap_or(ALL_CHANNELS).to_owned(),
            ..*self
        }
    }
}

/// One letter, because the names of counters are stored with each of them.
const fn letter_of_status(status: LogStatus) -> char {
    match status {
        LogStatus::Open => 'o',
        LogStatus::Resolved => 'r',
        LogStatus::Cleared => 'c',
    }
}

const fn letter_of_level(level: LogLevel) -> char {
    match level {
        LogLevel::Warning => 'w',
        LogLevel::Error => 'e',
        LogLevel::Critical => 'c',
    }
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (status, level) = (letter_of_status(self.status), letter_of_level(self.level));
        write!(f, "{status}{level}#{}", self.channel)
    }
}

impl FromStr for Class {
    type Err = Malformed;
    fn from_str(text: &str) -> Result<Self, Malformed> {
        let (letters, channel) = text.split_once('#').ok_or(Malformed)?;
        let mut letters = letters.chars();
        let (status, level) = (letters.next(), letters.next());
        let find_status = |letter| {
            LogStatus::ALL
                .into_iter()
                .find(|one| letter_of_status(*one) == letter)
        };
        let find_level = |letter| {
            LogLevel::ALL
                .into_iter()
                .find(|one| letter_of_level(*one) == letter)
        };
        Ok(Self {
            status: status.and_then(find_status).ok_or(Malformed)?,
            level: level.and_then(find_level).ok_or(Malformed)?,
            channel: channel.to_owned(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buckets_and_classes_are_read_as_they_are_written() {
        let bucket = Bucket {
            day: jiff::civil::date(2026, 11, 3),
            generation: 12,
        };
        assert_eq!(bucket.to_string(), "2026-11-03#00000012");
        assert_eq!(bucket.to_string().parse::<Bucket>().unwrap(), bucket);
        let mut names = std::collections::BTreeSet::new();
        for status in LogStatus::ALL {
            for level in LogLevel::ALL {
                let class = Class {
                    status,
                    level,
                    channel: "a#b c".to_owned(),
                };
                assert_eq!(class.to_string().parse::<Class>().unwrap(), class);
                names.insert(class.to_string());
            }
        }
        assert_eq!(names.len(), 9);
        assert!("n".parse::<Class>().is_err());
        assert!("xw#a".parse::<Class>().is_err());
    }
}
