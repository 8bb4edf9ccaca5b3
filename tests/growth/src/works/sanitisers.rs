//! Sanitisers of HTML, styles and single values.

use domain::direction;
use markup::{block_markup, class_styles, sanitise, tags, visitors};
use site_rest::schema;

use super::{Work, done, work};

pub const ALL: &[Work] = &[
    work("markup::sanitise::body", |text| done(sanitise::body(text))).bytes(512),
    work("markup::sanitise::content", |text| {
        done(sanitise::content(text));
    })
    .bytes(512),
    work("markup::sanitise::inline", |text| {
        done(sanitise::inline(text));
    })
    .bytes(512),
    work("markup::sanitise::embedded", |text| {
        done(sanitise::embedded(text, false));
    })
    .bytes(512),
    work("markup::sanitise::form_template", |text| {
        done(sanitise::form_template(text));
    })
    .bytes(512),
    work("markup::sanitise::style_declarations", |text| {
        done(sanitise::style_declarations(text));
    }),
    work("markup::sanitise::frame_address", |text| {
        done(sanitise::frame_address(text));
    }),
    // It reads sanitised bodies only, so that both are measured.
    work("markup::block_markup::of_html", |text| {
        done(block_markup::of_html(&sanitise::body(text), &|_| None));
    })
    .bytes(512),
    work("markup::class_styles::classed", |text| {
        done(class_styles::classed(text, ".a"));
    }),
    work("markup::tags::edited", |text| {
        done(tags::edited(text, |_| true));
    }),
    work("markup::visitors::with_links", |text| {
        done(visitors::with_links(text));
    }),
    work("markup::visitors::unrecommended", |text| {
        done(visitors::unrecommended(text));
    }),
    work("site_rest::schema::one_line", |text| {
        done(schema::one_line(text));
    }),
    work("site_rest::schema::key", |text| done(schema::key(text))),
    work("site_rest::schema::url", |text| done(schema::url(text))),
    work("domain::direction::without_written_controls", |text| {
        done(direction::without_written_controls(text).len());
    }),
];
