//! Weights of a site: how many of its spam and legitimate texts contained a token.
//!
//! Tokens are stored as hashes, so the weights hold no readable part of what visitors wrote.

use std::collections::BTreeMap;

use base64::Engine;
use base64::engine::general_purpose::STANDARD_NO_PAD;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use twox_hash::XxHash3_64;

use crate::submission::Submission;
use crate::tokens::tokens;

/// Most tokens that the weights of a site keep.
pub const MAX_TOKENS: usize = 8_192;
/// Largest serialised form in bytes.
pub const MAX_ENCODED_BYTES: usize = (HEADER_BYTES + MAX_TOKENS * ENTRY_BYTES).div_ceil(3) * 4;
/// Number of learned texts at which all counts are halved, so that what moderators decide now outweighs the past.
const MAX_TEXTS: u32 = 20_000;
/// First byte of the serialised form.
const VERSION: u8 = 1;
/// Version, and the numbers of spam and legitimate texts.
const HEADER_BYTES: usize = 9;
/// Hash and two counts.
const ENTRY_BYTES: usize = 8;

/// What a text is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Label {
    /// Unwanted.
    Spam,
    /// Legitimate.
    Ham,
}

/// Number of texts with a token.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    pub(crate) spam: u32,
    pub(crate) ham: u32,
}

impl Counts {
    const fn of(&mut self, label: Label) -> &mut u32 {
        match label {
            Label::Spam => &mut self.spam,
            Label::Ham => &mut self.ham,
        }
    }

    const fn sum(self) -> u32 {
        self.spam.saturating_add(self.ham)
    }

    const fn halved(self) -> Self {
        Self {
            spam: self.spam / 2,
            ham: self.ham / 2,
        }
    }
}

/// What a site learned from its moderators. Serialises as one string.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Weights {
    texts: Counts,
    tokens: BTreeMap<u32, Counts>,
}

/// Stored weights that cannot be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum WeightsError {
    /// The text is not base64.
    #[error("the weights are not base64")]
    NotBase64,
    /// The bytes have another version.
    #[error("the weights have an unknown version")]
    Version,
    /// The bytes are too many, cut, or not in order.
    #[error("the weights are damaged")]
    Damaged,
}

impl Weights {
    /// Learns that `submission` is `label`.
    pub fn train(&mut self, submission: &Submission<'_>, label: Label) {
        if self.texts.sum() >= MAX_TEXTS {
            self.halve();
        }
        *self.texts.of(label) += 1;
        for token in tokens(submission) {
            let count = self.tokens.entry(hash(&token)).or_default().of(label);
            *count = count.saturating_add(1);
        }
        self.shrink();
    }

    /// Takes back one [`Weights::train`] of the same submission and label. Has no effect on what was never learned.
    pub fn untrain(&mut self, submission: &Submission<'_>, label: Label) {
        let texts = self.texts.of(label);
        if *texts == 0 {
            return;
        }
        *texts -= 1;
        for token in tokens(submission) {
            let hash = hash(&token);
            let Some(counts) = self.tokens.get_mut(&hash) else {
                continue;
            };
            let count = counts.of(label);
            *count = count.saturating_sub(1);
            if counts.sum() == 0 {
                self.tokens.remove(&hash);
            }
        }
    }

    /// Numbers of learned texts: spam and legitimate.
    #[must_use]
    pub const fn texts(&self) -> (u32, u32) {
        (self.texts.spam, self.texts.ham)
    }

    /// Number of tokens.
    #[must_use]
    pub fn len(&self) -> usize {
        self.tokens.len()
    }

    /// Whether nothing was learned.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.texts.sum() == 0
    }

    /// The string for storage, at most [`MAX_ENCODED_BYTES`] long.
    #[must_use]
    pub fn encode(&self) -> String {
        let mut bytes = Vec::with_capacity(HEADER_BYTES + self.tokens.len() * ENTRY_BYTES);
        bytes.push(VERSION);
        bytes.extend(self.texts.spam.to_be_bytes());
        bytes.extend(self.texts.ham.to_be_bytes());
        let short = |count: u32| u16::try_from(count).unwrap_or(u16::MAX).to_be_bytes();
        for (hash, counts) in &self.tokens {
            bytes.extend(hash.to_be_bytes());
            bytes.extend(short(counts.spam));
            bytes.extend(short(counts.ham));
        }
        STANDARD_NO_PAD.encode(bytes)
    }

    /// Reads a stored string.
    ///
    /// # Errors
    /// [`WeightsError`] for anything that [`Weights::encode`] cannot have written.
    pub fn decode(text: &str) -> Result<Self, WeightsError> {
        if text.len() > MAX_ENCODED_BYTES {
            return Err(WeightsError::Damaged);
        }
        let bytes = STANDARD_NO_PAD
            .decode(text)
            .map_err(|_| WeightsError::NotBase64)?;
        let (version, rest) = bytes.split_first().ok_or(WeightsError::Damaged)?;
        if *version != VERSION {
            return Err(WeightsError::Version);
        }
        let (spam, rest) = rest.split_first_chunk().ok_or(WeightsError::Damaged)?;
        let (ham, rest) = rest.split_first_chunk().ok_or(WeightsError::Damaged)?;
        let texts = Counts {
            spam: u32::from_be_bytes(*spam),
            ham: u32::from_be_bytes(*ham),
        };
        let mut tokens = BTreeMap::new();
        let (entries, cut) = rest.as_chunks::<ENTRY_BYTES>();
        if !cut.is_empty() || texts.spam > MAX_TEXTS || texts.ham > MAX_TEXTS {
            return Err(WeightsError::Damaged);
        }
        for [a, b, c, d, spam_high, spam_low, ham_high, ham_low] in entries {
            let hash = u32::from_be_bytes([*a, *b, *c, *d]);
            let spam = u32::from(u16::from_be_bytes([*spam_high, *spam_low]));
            let ham = u32::from(u16::from_be_bytes([*ham_high, *ham_low]));
            if tokens
                .last_key_value()
                .is_some_and(|(last, _)| *last >= hash)
            {
                return Err(WeightsError::Damaged);
            }
            tokens.insert(hash, Counts { spam, ham });
        }
        Ok(Self { texts, tokens })
    }

    pub(crate) const fn totals(&self) -> Counts {
        self.texts
    }

    pub(crate) fn counts(&self, hash: u32) -> Counts {
        self.tokens.get(&hash).copied().unwrap_or_default()
    }

    fn halve(&mut self) {
        self.texts = self.texts.halved();
        for counts in self.tokens.values_mut() {
            *counts = counts.halved();
        }
        self.tokens.retain(|_, counts| counts.sum() > 0);
    }

    /// Drops the tokens that say least until [`MAX_TOKENS`] are left: the rarest, and of those the most balanced.
    fn shrink(&mut self) {
        if self.tokens.len() <= MAX_TOKENS {
            return;
        }
        let mut by_use: Vec<(u32, u32, u32)> = self
            .tokens
            .iter()
            .map(|(hash, counts)| (counts.sum(), counts.spam.abs_diff(counts.ham), *hash))
            .collect();
        by_use.sort_unstable();
        for (_, _, hash) in by_use.iter().take(self.tokens.len() - MAX_TOKENS) {
            self.tokens.remove(hash);
        }
    }
}

impl Serialize for Weights {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.encode())
    }
}

impl<'de> Deserialize<'de> for Weights {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Self::decode(&text).map_err(serde::de::Error::custom)
    }
}

/// The hash of a token, the same in every process.
pub(crate) fn hash(token: &str) -> u32 {
    // The lower half of the hash; the rest is not needed for some thousand tokens.
    let [_, _, _, _, a, b, c, d] = XxHash3_64::oneshot(token.as_bytes()).to_be_bytes();
    u32::from_be_bytes([a, b, c, d])
}

#[cfg(test)]
#[path = "weights_tests.rs"]
mod tests;
