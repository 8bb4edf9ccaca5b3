//! What generated texts and images are asked to be, and how the answers of the providers are read.
//!
//! Each task has a brief that gives the request. Short answers are read by the brief, articles by [`ArticleReader`] while
//! they arrive. Everything is pure: no I/O, no clock, no randomness. Time is linear in the length of the texts. The rules
//! are described in docs/interface/platform/generation.md.

#![warn(missing_docs)]

mod alt_text;
mod article;
mod content;
mod faq;
mod image;
mod improvement;
mod json;
mod material;
mod meta_description;
mod seo_title;
mod short_text;
mod site;
mod suggestions;

pub use alt_text::AltTextBrief;
pub use article::{Article, ArticleReader, MissingAddresses};
pub use content::{ContentBrief, DEFAULT_WORDS, MAXIMUM_WORDS, MINIMUM_WORDS};
pub use faq::{FaqAnswer, FaqBrief};
pub use image::{IMAGE_PROMPT_CHARS, ImageBrief};
pub use improvement::ImprovementBrief;
pub use meta_description::MetaDescriptionBrief;
pub use seo_title::SeoTitleBrief;
pub use short_text::ShortText;
pub use site::SiteProfile;
pub use suggestions::{SUGGESTIONS, SuggestedText, SuggestionsBrief};

/// Most output tokens of short texts, thoughts included.
const SHORT_TOKENS: u32 = 4_096;

/// The answer does not hold what was asked for. Asking once more may help.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the answer does not hold what was asked for")]
pub struct Unreadable;
