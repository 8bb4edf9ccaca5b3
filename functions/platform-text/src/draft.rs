//! An article as a request sends it, saved or not.

use analysis::{Article, ContentDate, FeaturedImage};
use domain::faq::{FaqData, FaqItem};
use jiff::civil::Date;
use platform_http::{ApiError, Issues};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Longest body in bytes, as of a saved post.
const BODY_BYTES: usize = 900_000;
/// Longest other text in characters, as of a saved post.
const LINE_CHARS: usize = 1_000;
/// Most questions of a FAQ, as of a saved post.
const QUESTIONS: usize = 100;
/// Longest alternative text of the picture, in characters.
const ALT_TEXT_CHARS: usize = 2_000;
/// Longest question in characters.
const QUESTION_CHARS: usize = 2_000;
/// Longest answer in characters.
const ANSWER_CHARS: usize = 20_000;

/// Question with its answer.
#[derive(Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub(crate) struct DraftQuestion {
    /// Question, plain text.
    #[schema(max_length = 2000)]
    question: String,
    /// Answer, plain text.
    #[schema(max_length = 20_000)]
    answer: String,
}

/// FAQ section.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub(crate) struct DraftFaq {
    /// Whether the FAQ is shown.
    enabled: bool,
    /// Whether structured data is published with it. Default: true.
    schema_enabled: bool,
    /// Questions, at most 100.
    #[schema(max_items = 100)]
    items: Vec<DraftQuestion>,
}

impl Default for DraftFaq {
    fn default() -> Self {
        Self {
            enabled: false,
            schema_enabled: true,
            items: Vec::new(),
        }
    }
}

impl From<DraftFaq> for FaqData {
    fn from(faq: DraftFaq) -> Self {
        Self {
            enabled: faq.enabled,
            schema_enabled: faq.schema_enabled,
            items: faq
                .items
                .into_iter()
                .map(|item| FaqItem {
                    question: item.question,
                    answer: item.answer,
                })
                .collect(),
            ..Self::default()
        }
    }
}

/// Featured image of a draft.
#[derive(Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub(crate) struct DraftImage {
    /// Alternative text.
    #[schema(max_length = 2000)]
    alt_text: String,
}

/// Unsaved fields of a post. Members that are not sent are empty.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct DraftInput {
    /// Site of the post; links to its address are internal.
    #[schema(minimum = 1)]
    pub site_id: u64,
    /// Title.
    #[serde(default)]
    #[schema(max_length = 1000)]
    title: String,
    /// Title for search engines; the title when empty.
    #[serde(default)]
    #[schema(max_length = 1000)]
    seo_title: String,
    /// Description for search engines.
    #[serde(default)]
    #[schema(max_length = 1000)]
    meta_description: String,
    /// Slug; derived from the title when empty.
    #[serde(default)]
    #[schema(max_length = 1000)]
    slug: String,
    /// Focus keyword.
    #[serde(default)]
    #[schema(max_length = 1000)]
    focus_keyword: String,
    /// HTML, at most 900 KB.
    #[serde(default)]
    #[schema(max_length = 900_000)]
    body: String,
    /// FAQ section.
    #[serde(default)]
    faq_data: DraftFaq,
    /// Whether the site can show a FAQ. Default: true.
    #[serde(default = "yes")]
    faq_supported: bool,
    /// Featured image, `null` for none.
    #[serde(default)]
    featured_image: Option<DraftImage>,
    /// Author on the site.
    #[serde(default)]
    host_author_id: Option<u64>,
    /// Day on which a published post was last brought up to date; `null` for one that is not published.
    #[serde(default)]
    #[schema(value_type = Option<String>, format = Date)]
    content_date: Option<Date>,
}

const fn yes() -> bool {
    true
}

/// An article with its texts.
#[derive(Debug, Default)]
pub(crate) struct Draft {
    pub title: String,
    pub seo_title: String,
    pub meta_description: String,
    pub slug: String,
    pub focus_keyword: String,
    pub body: String,
    pub faq: FaqData,
    pub faq_supported: bool,
    /// Alternative text of the featured image, if there is one.
    pub featured_alt: Option<String>,
    pub has_author: bool,
    /// Day of publication; `None` before it.
    pub published: Option<Date>,
    /// Host name of the site.
    pub site_host: String,
}

impl DraftInput {
    /// The draft, on a site with this host name.
    ///
    /// # Errors
    /// 422 with every text that is too long.
    pub(crate) fn on(self, site_host: String) -> Result<Draft, ApiError> {
        let mut issues = Issues::default();
        for (field, text) in [
            ("title", &self.title),
            ("seo_title", &self.seo_title),
            ("meta_description", &self.meta_description),
            ("slug", &self.slug),
            ("focus_keyword", &self.focus_keyword),
        ] {
            issues.check_length(text, LINE_CHARS, field);
        }
        if self.body.len() > BODY_BYTES {
            issues.add("too_long", "body", "Use até 900 KB de texto.");
        }
        if self.faq_data.items.len() > QUESTIONS {
            let message = format!("Use até {QUESTIONS} perguntas.");
            issues.add("too_many", "faq_data.items", message);
        }
        let alt_text = self.featured_image.as_ref();
        let alt_text = alt_text.map_or("", |image| &image.alt_text);
        issues.check_length(alt_text, ALT_TEXT_CHARS, "featured_image.alt_text");
        for (at, item) in self.faq_data.items.iter().take(QUESTIONS).enumerate() {
            let place = |member| format!("faq_data.items[{at}].{member}");
            issues.check_length(&item.question, QUESTION_CHARS, &place("question"));
            issues.check_length(&item.answer, ANSWER_CHARS, &place("answer"));
        }
        issues.refuse()?;
        Ok(Draft {
            title: self.title,
            seo_title: self.seo_title,
            meta_description: self.meta_description,
            slug: self.slug,
            focus_keyword: self.focus_keyword,
            body: self.body,
            faq: self.faq_data.into(),
            faq_supported: self.faq_supported,
            featured_alt: self.featured_image.map(|image| image.alt_text),
            has_author: self.host_author_id.is_some(),
            published: self.content_date,
            site_host,
        })
    }
}

impl Draft {
    /// The article, as the analysis reads it on the day `today`.
    pub(crate) fn article(&self, today: Date) -> Article<'_> {
        Article {
            title: &self.title,
            seo_title: &self.seo_title,
            meta_description: &self.meta_description,
            slug: &self.slug,
            focus_keyword: &self.focus_keyword,
            body: &self.body,
            faq: &self.faq,
            faq_supported: self.faq_supported,
            featured_image: self
                .featured_alt
                .as_deref()
                .map(|alt| FeaturedImage { alt }),
            site_host: &self.site_host,
            author_set: Some(self.has_author),
            content_date: self
                .published
                .map_or(ContentDate::Unpublished, ContentDate::On),
            today,
        }
    }
}
