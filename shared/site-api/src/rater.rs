//! Scores of the site's texts for its index.

use analysis::{Article, ContentDate, FeaturedImage};
use domain::faq::FaqData;
use jiff::Timestamp;
use jiff::tz::TimeZone;
use markup::text;
use seo::meta::fields::MetaFields;
use seo::scores::numbers::numbers;
use site_store::{Content, IndexScores, Rater, Term};
use url::Url;

/// Scores texts of the site at one home address, by the shared analysis.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SiteRater {
    /// Host of the home address; links to it are links within the site.
    host: String,
}

impl SiteRater {
    /// For the site at `home`.
    pub fn at(home: &str) -> Self {
        let home = Url::parse(home).ok();
        let host = home.as_ref().and_then(Url::host_str).unwrap_or_default();
        Self {
            host: host.to_owned(),
        }
    }
}

impl Rater for SiteRater {
    fn content(&self, content: &Content, now: Timestamp) -> IndexScores {
        let fields = MetaFields::of_stored(&content.meta);
        let title = text::plain(&content.title);
        let article = Article {
            title: &title,
            seo_title: &fields.title,
            meta_description: &fields.description,
            slug: &content.slug,
            focus_keyword: &fields.focus_keyword,
            body: &content.content,
            faq: &FaqData::default(),
            faq_supported: false,
            featured_image: (content.featured_media > 0).then(FeaturedImage::default),
            site_host: &self.host,
            author_set: Some(content.author > 0),
            content_date: ContentDate::On(content.modified.date()),
            today: now.to_zoned(TimeZone::UTC).date(),
        };
        let analysed = analysis::analyse(&article);
        let numbers = numbers(&analysed, !fields.focus_keyword.is_empty());
        IndexScores {
            seo: numbers.seo,
            readability: numbers.readability,
            noindex: fields.noindex == Some(true),
        }
    }

    fn term(&self, term: &Term) -> IndexScores {
        IndexScores {
            noindex: MetaFields::of_stored(&term.meta).noindex == Some(true),
            ..IndexScores::default()
        }
    }
}
