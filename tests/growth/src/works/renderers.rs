//! Renderers of texts, blocks and shortcodes.

use markup::render::{self, RenderOptions, shortcodes};
use markup::{escape, text_pictures};
use site_formats::date::format_date;
use site_theme::layout::Layout;

use super::{Work, done, work};

const OPTIONS: RenderOptions = RenderOptions { emoticons: true };

pub const ALL: &[Work] = &[
    work("markup::render::content", |text| {
        done(OPTIONS.content(text));
    })
    .bytes(1_024),
    work("markup::render::page_body", |text| {
        let empty = |_| String::new();
        let body = OPTIONS.page_body(text);
        done(body.fill(|_| String::new(), empty, empty));
    })
    .bytes(1_024),
    work("markup::render::excerpt", |text| {
        done(OPTIONS.excerpt("", text, 55));
    })
    .bytes(512),
    work("markup::render::title", |text| done(render::title(text))),
    work("markup::render::typography", |text| {
        done(render::typography(text));
    }),
    work("markup::render::paragraphs", |text| {
        done(render::paragraphs(text));
    }),
    work("markup::render::parts", |text| {
        done(render::parts(text, &|_, _| true).len());
    }),
    work("markup::render::media_of", |text| {
        done(render::media_of(text, 100));
    }),
    work("markup::render::shortcodes::strip", |text| {
        done(shortcodes::strip(text));
    }),
    work("markup::escape::text", |text| done(escape::text(text))),
    work("markup::escape::paragraphs", |text| {
        done(escape::paragraphs(text));
    }),
    work("markup::escape::decode", |text| done(escape::decode(text))),
    work("markup::text_pictures::with_addresses", |text| {
        done(text_pictures::with_addresses(text, |id| {
            Some(id.to_string())
        }));
    }),
    work("site_blocks::block_tree::blocks", |text| {
        done(site_blocks::block_tree::blocks(text).len());
    }),
    work("site_blocks::may_contain", |text| {
        done(site_blocks::may_contain(text));
    }),
    work("site_theme::Layout::of", |text| done(Layout::of(text))),
    work("site_formats::date::format_date", |text| {
        done(format_date(
            text,
            jiff::civil::datetime(2027, 1, 15, 9, 0, 0, 0),
            None,
        ));
    }),
];
