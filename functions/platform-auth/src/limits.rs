//! The limits of what people write, for clients that show them before they send.

use domain::faq;
use domain::platform::limits;
use domain::platform::log::CLEARED_RETENTION;
use domain::platform::report::READING_SPEED;
use domain::platform::requirements::MINIMUM_BODY_CHARS;
use platform_store::MOST_MEMBERS;
use serde::Serialize;
use utoipa::ToSchema;
use vault::password::MINIMUM_CHARS;

use crate::mails::INVITATION_LIFE;

/// Limits that the operations check. Lengths are in characters.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
pub(crate) struct LimitsBody {
    /// Longest title of a post.
    title_chars: usize,
    /// Fewest characters of plain text of a body that is published or sent for approval.
    body_min_chars: usize,
    /// Longest summary of a post.
    excerpt_chars: usize,
    /// Longest slug that is sent.
    slug_chars: usize,
    /// Longest focus keyword.
    keyword_chars: usize,
    /// Longest title for search engines.
    seo_title_chars: usize,
    /// Longest description for search engines.
    meta_description_chars: usize,
    /// Most tags of a post.
    tags: usize,
    /// Longest tag.
    tag_chars: usize,
    /// Fewest complete questions of a FAQ that is shown.
    faq_min_questions: usize,
    /// Numbers of questions that `POST /posts/generate-faq` takes.
    faq_counts: [usize; 4],
    /// Longest question of a FAQ.
    question_chars: usize,
    /// Longest answer of a FAQ.
    answer_chars: usize,
    /// Longest alternative text of a picture.
    alt_text_chars: usize,
    /// Longest prompt of a text.
    text_prompt_chars: usize,
    /// Longest prompt of an image.
    image_prompt_chars: usize,
    /// Longest words of a search for stock photos.
    stock_search_chars: usize,
    /// Longest words of a search for posts.
    post_search_chars: usize,
    /// Longest name of a site.
    site_name_chars: usize,
    /// Most members of a site, without its owner.
    site_members: usize,
    /// Longest language tag of a site.
    language_chars: usize,
    /// Longest description of a site's audience.
    audience_chars: usize,
    /// Longest name of a person.
    user_name_chars: usize,
    /// Shortest password.
    password_min_chars: usize,
    /// Words that a reader reads in a minute, for reading times.
    words_per_minute: u64,
    /// Days for which the link of an invitation works.
    invitation_days: i64,
    /// Days after which a cleared log entry is deleted.
    cleared_log_days: i64,
}

impl LimitsBody {
    /// The limits of this release.
    pub(crate) const fn of_release() -> Self {
        Self {
            title_chars: limits::TITLE_CHARS,
            body_min_chars: MINIMUM_BODY_CHARS,
            excerpt_chars: limits::EXCERPT_CHARS,
            slug_chars: limits::SLUG_CHARS,
            keyword_chars: limits::KEYWORD_CHARS,
            seo_title_chars: limits::SEO_TITLE_CHARS,
            meta_description_chars: limits::META_DESCRIPTION_CHARS,
            tags: limits::TAGS,
            tag_chars: limits::TAG_CHARS,
            faq_min_questions: faq::MINIMUM_QUESTIONS,
            faq_counts: faq::GENERATED_COUNTS,
            question_chars: faq::QUESTION_CHARS,
            answer_chars: faq::ANSWER_CHARS,
            alt_text_chars: limits::ALT_TEXT_CHARS,
            text_prompt_chars: limits::TEXT_PROMPT_CHARS,
            image_prompt_chars: limits::IMAGE_PROMPT_CHARS,
            stock_search_chars: limits::STOCK_SEARCH_CHARS,
            post_search_chars: limits::POST_SEARCH_CHARS,
            site_name_chars: limits::SITE_NAME_CHARS,
            site_members: MOST_MEMBERS,
            language_chars: limits::LANGUAGE_TAG_CHARS,
            audience_chars: limits::AUDIENCE_CHARS,
            user_name_chars: limits::USER_NAME_CHARS,
            password_min_chars: MINIMUM_CHARS,
            words_per_minute: READING_SPEED,
            invitation_days: INVITATION_LIFE.as_hours() / 24,
            cleared_log_days: CLEARED_RETENTION.as_hours() / 24,
        }
    }
}
