//! Functions that draw words, links, scores and findings from a text.

use std::sync::LazyLock;

use analysis::{Article, ContentDate};
use domain::faq::FaqData;
use grammar::{Checker, Format, OwnWords};
use jiff::civil::date;
use markup::{attached, discovery, slug, text, text_pictures};
use seo::index::{links, reading_time};
use seo::templates::{self, Values, Variable};
use site_head::FirstPicture;
use spam_classifier::{Label, Submission, Weights};
use url::Url;

use super::{Work, done, work};

pub const ALL: &[Work] = &[
    work("markup::text::plain", |text| done(text::plain(text))),
    work("markup::text::blocks", |text| done(text::blocks(text))),
    work("markup::text::words", |text| done(text::words(text))),
    work("markup::text::excerpt", |text| {
        done(text::excerpt(text, 55));
    }),
    work("markup::slug::from_title", |text| {
        done(slug::from_title(text));
    }),
    work("markup::discovery::head", |text| {
        done(discovery::head(text));
    }),
    work("markup::discovery::oembed", |text| {
        done(discovery::oembed(text));
    }),
    work("markup::discovery::feed", |text| {
        done(discovery::feed(text));
    }),
    work("markup::attached::files_of", |text| {
        done(attached::files_of(text, 100));
    }),
    work("markup::text_pictures::of_body", |text| {
        done(text_pictures::of_body(text));
    }),
    work("analysis::analyse", |text| {
        done(analysis::analyse(&article(text)));
    })
    .bytes(1_024),
    work("analysis::question_key", |text| {
        done(analysis::question_key(text));
    }),
    work("grammar::Checker::check", |text| check(text, Format::Html)).bytes(512),
    work("grammar::Checker::check, plain", |text| {
        check(text, Format::Plain);
    })
    .bytes(256),
    work("seo::index::links::links", |text| {
        if let Ok(home) = Url::parse("https://a.example/") {
            done(links::links(text, &home, &home));
        }
    }),
    work("seo::index::reading_time::minutes", |text| {
        done(reading_time::minutes(text));
    }),
    work("seo::templates::fill", |text| {
        let values = Values::new("-").with(Variable::Title, text);
        done(templates::fill(text, &values));
    }),
    work("site_head::FirstPicture::of", |text| {
        done(FirstPicture::of(text));
    }),
    work("site_store::search_words", |text| {
        done(site_store::search_words(text, "pt_BR"));
    }),
    work("site_store::sanitise_slug", |text| {
        done(site_store::sanitise_slug(text));
    }),
    work("site_store::fold", |text| {
        done(site_store::fold(text).len());
    }),
    work("spam_classifier::assess", |text| {
        done(spam_classifier::assess(
            &submission(text),
            &Weights::default(),
        ));
    })
    .bytes(512),
    work("spam_classifier::Weights::train", |text| {
        let mut weights = Weights::default();
        weights.train(&submission(text), Label::Spam);
        done(Weights::decode(&weights.encode()));
    })
    .bytes(512),
    work("spam_classifier::fingerprint", |text| {
        done(spam_classifier::fingerprint(text));
    })
    .bytes(1_024),
];

fn article(text: &str) -> Article<'_> {
    static NO_FAQ: LazyLock<FaqData> = LazyLock::new(FaqData::default);
    Article {
        title: "Uma casa",
        seo_title: "",
        meta_description: "",
        slug: "",
        focus_keyword: "casa",
        body: text,
        faq: &NO_FAQ,
        faq_supported: true,
        featured_image: None,
        site_host: "a.example",
        author_set: None,
        content_date: ContentDate::Unknown,
        today: date(2027, 1, 15),
    }
}

fn check(text: &str, format: Format) {
    if let Ok(checker) = Checker::shared() {
        done(checker.check_with(text, format, &OwnWords::default()));
    }
}

/// A comment whose every text is `text`.
fn submission(text: &str) -> Submission<'_> {
    Submission {
        text,
        author: text,
        author_url: text,
        languages: &["pt"],
        disallowed: &["casa", "viagra"],
        ..Submission::default()
    }
}
