//! Measures the functions of `markup` on texts of many patterns, at one length and at four times that length. With
//! linear cost the time grows fourfold; what grows more than sixfold is printed, and the slowest cases are printed in
//! any case.
//!
//! `cargo run --release -p pauta-tests --features measure --example text_speed -- 32768`; the argument is the shorter length, in bytes.

use std::cmp::Reverse;
use std::hint::black_box;
use std::time::{Duration, Instant};

use markup::render::RenderOptions;
use markup::{diff, escape, render, sanitise, slug, text};

/// Default of the shorter length, in bytes.
const USUAL_LENGTH: usize = 32 * 1024;
/// Factor between the two lengths.
const TIMES: usize = 4;
/// Growth above which time is not linear in the length.
const LIMIT: f64 = 6.0;
/// Shorter times are not reported.
const NOTABLE: Duration = Duration::from_millis(5);
/// Number of slowest cases that are printed.
const SLOWEST: usize = 10;

/// Texts that are repeated, including unclosed tags and unterminated marks.
const PIECES: &[&str] = &[
    "ab cd ",
    "a",
    "é ",
    "𐍈",
    "1",
    "8",
    "\n",
    "\n\n",
    " ",
    "\t",
    "\u{a0}",
    "<",
    ">",
    "<>",
    "</",
    "<b>",
    "</b>",
    "<b",
    "<p>",
    "<p>a",
    "<p>a</p>",
    "a<br>",
    "<div>",
    "<div><p>",
    "<b><i>",
    "<li>",
    "<ul><li>",
    "<table><tr><td>",
    "<blockquote>",
    "<code>",
    "<code>a</code>",
    "<pre>",
    "<pre>a\n\n</pre>",
    "<script>",
    "<style>",
    "<textarea>",
    "<svg>",
    "<math>",
    "<img ",
    "<img src=\"a\">",
    "<img class=\"wp-image-1\" src=\"/a.jpg\">",
    "<i",
    "<iframe>",
    "<a href=\"",
    "<a href=\"/a\">b</a>",
    "<a title='",
    "<a b=",
    "<p style=\"a:b;",
    "<p style=\"color:red\">",
    "<!--",
    "-->",
    "<!-->",
    "<!---->",
    "<!-- a -->",
    "<!--more-->",
    "<!--nextpage-->",
    "<!-- wp:a -->",
    "<!-- wp:a {",
    "<!-- wp:a {\"b\":",
    "<!-- /wp:a -->",
    "<!-- wp:a --><p>b</p><!-- /wp:a -->",
    "<!-- wp:group {\"a\":1} --><div>",
    "&",
    "&amp;",
    "&nbsp;",
    "&#",
    "&#1;",
    "&#x41;",
    ":",
    ":)",
    ":) ",
    ";",
    ":smile:",
    "[",
    "]",
    "[[",
    "[a",
    "[a]",
    "[/a]",
    "[gallery ids=\"1\"]",
    "[gallery",
    "[caption]",
    "[caption]a[/caption]",
    "[caption id=\"",
    "[audio src=",
    "[a b=c d='",
    "\"",
    "'",
    "\"a\" ",
    "'a' ",
    "`",
    "``",
    "-",
    "--",
    "---",
    "...",
    "a--b ",
    "1x1 ",
    "1'2\" ",
    "(c)",
    "http://a.example/b ",
    "https://a.example/\n\n",
    "www.a.example ",
    "=",
    "=\"",
    "{",
    "}",
    "{{",
    "/",
    "\\",
    "\u{0}",
    "\r\n",
    "\u{2028}",
    "%",
    "%41",
    "@",
    "#",
    "*",
    "_",
];

/// A named function under measurement.
type Work = (&'static str, fn(&str));

const WORKS: &[Work] = &[
    ("render::content", |text| {
        drop(black_box(OPTIONS.content(text)))
    }),
    ("render::excerpt", |text| {
        drop(black_box(OPTIONS.excerpt("", text, 55)))
    }),
    ("render::title", |text| drop(black_box(render::title(text)))),
    ("sanitise::content", |text| {
        drop(black_box(sanitise::content(text)))
    }),
    ("sanitise::inline", |text| {
        drop(black_box(sanitise::inline(text)))
    }),
    ("sanitise::body", |text| {
        drop(black_box(sanitise::body(text)))
    }),
    ("sanitise::embedded", |text| {
        drop(black_box(sanitise::embedded(text, false)))
    }),
    ("text::plain", |text| drop(black_box(text::plain(text)))),
    ("text::words", |text| {
        black_box(text::words(text));
    }),
    ("text::excerpt", |text| {
        drop(black_box(text::excerpt(text, 55)))
    }),
    ("slug::from_title", |text| {
        drop(black_box(slug::from_title(text)))
    }),
    ("escape::text", |text| drop(black_box(escape::text(text)))),
    ("escape::paragraphs", |text| {
        drop(black_box(escape::paragraphs(text)))
    }),
    ("escape::decode", |text| {
        drop(black_box(escape::decode(text)))
    }),
    ("diff::words", |text| {
        let changed = format!("b {}", text.replacen("a", "c", 100));
        drop(black_box(diff::words(text, &changed)));
    }),
];

const OPTIONS: RenderOptions = RenderOptions { emoticons: true };

/// The times of one function on texts of one pattern.
struct Found {
    work: &'static str,
    pattern: String,
    shorter: Duration,
    longer: Duration,
}

impl Found {
    fn growth(&self) -> f64 {
        self.longer.as_secs_f64() / self.shorter.as_secs_f64().max(1e-6)
    }
}

/// The shortest of several times, to reduce the influence of other load.
fn time(work: fn(&str), text: &str) -> Duration {
    let once = || {
        let begun = Instant::now();
        work(text);
        begun.elapsed()
    };
    let first = once();
    if first > Duration::from_secs(1) {
        return first;
    }
    (0..4).map(|_| once()).fold(first, Duration::min)
}

fn main() {
    let given = std::env::args().nth(1).and_then(|given| given.parse().ok());
    let shortest = given.unwrap_or(USUAL_LENGTH);
    let mut patterns: Vec<Vec<&str>> = PIECES.iter().map(|piece| vec![*piece]).collect();
    // Pairs, so that one piece can close what another opens.
    patterns.extend((0..PIECES.len()).flat_map(|first| {
        [7, 31, 57].map(|step| vec![PIECES[first], PIECES[(first + step) % PIECES.len()]])
    }));
    let mut found = Vec::new();
    for pattern in patterns {
        let piece = pattern.concat();
        let text = |length: usize| piece.repeat(length.div_ceil(piece.len()));
        let (shorter, longer) = (text(shortest), text(shortest * TIMES));
        for (name, work) in WORKS {
            found.push(Found {
                work: name,
                pattern: format!("{piece:?}"),
                shorter: time(*work, &shorter),
                longer: time(*work, &longer),
            });
        }
    }
    found.sort_by_key(|one| Reverse(one.longer));
    println!(
        "| function | text repeats | {shortest} bytes, ms | {TIMES} times as many, ms | growth |"
    );
    println!("|---|---|---|---|---|");
    for (place, one) in found.iter().enumerate() {
        let grows = one.longer > NOTABLE && one.growth() > LIMIT;
        if place < SLOWEST || grows {
            let milliseconds = |time: Duration| time.as_secs_f64() * 1000.0;
            println!(
                "| {} | `{}` | {:.1} | {:.1} | {:.1} |",
                one.work,
                one.pattern,
                milliseconds(one.shorter),
                milliseconds(one.longer),
                one.growth()
            );
        }
    }
}
