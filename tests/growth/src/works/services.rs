//! Answers of services and other sites, and what is made of texts for them.

use host_client::encode;
use prompts::{
    AltTextBrief, ContentBrief, FaqBrief, ImprovementBrief, MetaDescriptionBrief, SeoTitleBrief,
    SiteProfile, SuggestedText, SuggestionsBrief,
};
use url::Url;

use super::{Work, done, work};

pub const ALL: &[Work] = &[
    work("prompts::ContentBrief::reader", |text| {
        let mut reader = ContentBrief::default().reader();
        reader.feed(text);
        done(reader.finish());
    })
    .bytes(256),
    work("prompts::ImprovementBrief::reader", |text| {
        let brief = ImprovementBrief {
            body: text.to_owned(),
            ..ImprovementBrief::default()
        };
        let mut reader = brief.reader();
        for piece in text.split_inclusive(' ') {
            reader.feed(piece);
        }
        let article = reader.finish();
        done(brief.missing_addresses(&article.body));
    })
    .bytes(256),
    work("prompts::FaqBrief::read", |text| {
        let brief = FaqBrief {
            count: 3,
            ..FaqBrief::default()
        };
        done(brief.read(text).is_ok());
    }),
    work("prompts::SuggestionsBrief::read", |text| {
        let brief = SuggestionsBrief {
            kind: SuggestedText::Title,
            site: SiteProfile::default(),
            body: String::new(),
            keyword: String::new(),
            social: false,
        };
        done(brief.read(text).is_ok());
    }),
    work("prompts::AltTextBrief::read", |text| {
        done(AltTextBrief::read(text).is_ok());
    }),
    work("prompts::SeoTitleBrief::read", |text| {
        done(SeoTitleBrief::read(text).is_ok());
    }),
    work("prompts::MetaDescriptionBrief::read", |text| {
        done(MetaDescriptionBrief::read(text).is_ok());
    }),
    work("site_remote::feed::items", |text| {
        if let Ok(url) = Url::parse("https://a.example/feed/") {
            let feed = format!(
                "<rss version=\"2.0\"><channel><title>a</title><item><title>{text}</title><description>{text}</description></item></channel></rss>"
            );
            done(site_remote::feed::items(feed.as_bytes(), &url).is_ok());
        }
    }),
    work("site_remote::feed::items, many", |text| {
        if let Ok(url) = Url::parse("https://a.example/feed/") {
            let items: String = text
                .split([' ', '\n', ';'])
                .map(|word| {
                    format!("<item><title><![CDATA[{word}]]></title><link>/{word}</link></item>")
                })
                .collect();
            let feed = format!("<rss version=\"2.0\"><channel>{items}</channel></rss>");
            done(site_remote::feed::items(feed.as_bytes(), &url).is_ok());
        }
    })
    .bytes(512),
    work("site_remote::charset::decoded", |text| {
        done(site_remote::charset::decoded(text.as_bytes(), None));
    }),
    work("host_client::encode::title", |text| {
        done(encode::title(text));
    }),
    work("host_client::encode::caption", |text| {
        done(encode::caption(text));
    }),
    work("host_client::encode::alt_text", |text| {
        done(encode::alt_text(text));
    }),
    work("host_client::encode::search_field", |text| {
        done(encode::search_field(text));
    }),
    work("host_client::encode::read_lines", |text| {
        done(encode::read_line(text));
        done(encode::read_lines(text));
    }),
    work("oauth::provider_words", |text| {
        done(oauth::provider_words(text, &[]));
    }),
    work("settings::without_key", |text| {
        done(settings::without_key(text, "a"));
    }),
    work("pictures::dimensions", |text| {
        done(pictures::dimensions(text.as_bytes()));
        let png = ["\u{89}PNG\r\n\u{1a}\n", text].concat();
        done(pictures::dimensions(png.as_bytes()));
        done(pictures::dimensions(["GIF89a", text].concat().as_bytes()));
    }),
];
