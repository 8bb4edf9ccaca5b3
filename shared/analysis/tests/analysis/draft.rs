//! An article that tests write and change.

use analysis::{Analysis, Article, ContentDate, FeaturedImage, Status, analyse};
use domain::faq::{FaqData, FaqItem};
use jiff::civil::{Date, date};

pub const TODAY: Date = date(2026, 11, 23);

/// An article with owned texts.
#[derive(Debug, Clone)]
pub struct Draft {
    pub title: String,
    pub seo_title: String,
    pub description: String,
    pub slug: String,
    pub keyword: String,
    pub body: String,
    pub faq: FaqData,
    pub faq_supported: bool,
    pub featured: Option<String>,
    pub author: Option<bool>,
    pub date: ContentDate,
}

impl Default for Draft {
    fn default() -> Self {
        Self {
            title: "Energia solar residencial: quanto custa instalar em 2026".to_owned(),
            seo_title: String::new(),
            description: String::new(),
            slug: String::new(),
            keyword: "energia solar".to_owned(),
            body: String::new(),
            faq: FaqData::default(),
            faq_supported: true,
            featured: None,
            author: None,
            date: ContentDate::Unknown,
        }
    }
}

impl Draft {
    pub fn with_body(body: &str) -> Self {
        Self {
            body: body.to_owned(),
            ..Self::default()
        }
    }

    pub fn analyse(&self) -> Analysis {
        analyse(&Article {
            title: &self.title,
            seo_title: &self.seo_title,
            meta_description: &self.description,
            slug: &self.slug,
            focus_keyword: &self.keyword,
            body: &self.body,
            faq: &self.faq,
            faq_supported: self.faq_supported,
            featured_image: self.featured.as_deref().map(|alt| FeaturedImage { alt }),
            site_host: "exemplo.com.br",
            author_set: self.author,
            content_date: self.date,
            today: TODAY,
        })
    }

    pub fn status(&self, id: &str) -> Status {
        status(&self.analyse(), id)
    }
}

pub fn status(analysis: &Analysis, id: &str) -> Status {
    analysis.check(id).unwrap().status
}

pub fn item(question: &str, answer: &str) -> FaqItem {
    FaqItem {
        question: question.to_owned(),
        answer: answer.to_owned(),
    }
}

/// Prose of this many words, in sentences of ten.
pub fn prose(words: usize) -> String {
    let sentence = "Assim o telhado recebe luz e a casa gasta menos. ";
    sentence.repeat(words / 10)
}
