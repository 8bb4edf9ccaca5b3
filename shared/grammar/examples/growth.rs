//! Prints the time to check texts of one shape at growing sizes, and the greatest memory of the process:
//! `cargo run -p grammar --example growth [SHAPE [BYTES…]]`.

use std::io::Write;
use std::time::Instant;

use grammar::{Checker, Format};

/// Sizes in bytes when none is given.
const SIZES: [usize; 2] = [16_000, 64_000];

/// Texts that are repeated up to the size.
const REPEATED: &[(&str, &str)] = &[
    ("one long word", "a"),
    ("one long unknown word", "qwrtx"),
    ("one long capital", "Á"),
    ("sentences with a finding", "a casa é bonita. "),
    ("letter and comma", "a, "),
    ("one word repeated", "casa "),
    ("two words repeated", "casa grande "),
    ("misspelt word", "excessão "),
    ("misspelt names", "Excessao. "),
    ("capitals", "CASA BONITA "),
    ("spaces", " "),
    ("no-break spaces", "\u{A0}"),
    ("newlines", "\n"),
    ("dots", "."),
    ("spaced dots", ". "),
    ("commas", ","),
    ("spaced commas", ", "),
    ("quotes", "\""),
    ("quoted", "\"a "),
    ("curly quotes", "“a "),
    ("parentheses", "("),
    ("words in parentheses", "casa( "),
    ("brackets", "["),
    ("less-than", "<"),
    ("tags that do not end", "<a"),
    ("tags", "<i>a</i> "),
    ("open tags", "<i>a "),
    ("open blocks", "<i><p>a "),
    ("open code", "<code></kbd>"),
    ("comments", "<!--"),
    ("attributes", "<a b='"),
    ("ampersands", "&"),
    ("entities", "&amp; "),
    ("long entity", "&a"),
    ("digits", "1"),
    ("numbers", "1.234,5 "),
    ("number run", "1,"),
    ("hyphens", "-"),
    ("hyphenated", "casa-"),
    ("hyphenated words", "bem-te-vi-amo "),
    ("apostrophes", "d'"),
    ("comma run", "a,b,"),
    ("dotted run", "a.b."),
    ("dotted run with at", "a.@"),
    ("slashes", "a/"),
    ("addresses", "http://a.com/ "),
    ("address run", "a,://"),
    ("at signs", "@"),
    ("hash signs", "#"),
    ("hash run", "#a,"),
    ("emoji", "😀"),
    ("emoji words", "😀a "),
    ("accents", "e\u{301}"),
    ("only accents", "\u{301}"),
    ("letter with accents", "a\u{301}\u{302}"),
    ("soft hyphens", "a\u{AD}"),
    ("exclamations", "!"),
    ("question and word", "que? "),
    ("que", "que "),
    ("verbs", "foi disse "),
    ("relative", "o homem que viu "),
    ("list", "o rato e a casa, "),
    ("if", "se ele vier "),
    ("plurals", "os meninos das casas "),
    ("prepositions", "da casa do homem de "),
];

/// Every word another one.
fn distinct(bytes: usize, capital: bool) -> String {
    let mut text = String::new();
    let mut number = 0_usize;
    while text.len() < bytes {
        number += 1;
        let mut rest = number * 7_919;
        for place in 0..7 {
            let letter = char::from(b'a' + u8::try_from(rest % 26).unwrap_or_default());
            rest /= 26;
            text.push(if capital && place == 0 {
                letter.to_ascii_uppercase()
            } else {
                letter
            });
        }
        text.push_str(if capital { ". " } else { " " });
    }
    text
}

fn peak() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.unwrap_or_default().trim().to_owned()
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut out = std::io::stdout().lock();
    let mut arguments = std::env::args().skip(1);
    let wanted = arguments.next().filter(|wanted| !wanted.is_empty());
    let mut sizes: Vec<usize> = arguments
        .map(|size| size.parse())
        .collect::<Result<_, _>>()?;
    if sizes.is_empty() {
        sizes.extend(SIZES);
    }
    let checker = Checker::shared()?;
    checker.check("Um texto.", Format::Plain);
    let special = ["distinct words", "distinct names"];
    let names = REPEATED.iter().map(|(name, _)| *name).chain(special);
    for name in names.filter(|name| wanted.as_deref().is_none_or(|wanted| wanted == *name)) {
        let mut first: Option<f64> = None;
        for size in &sizes {
            let piece = REPEATED.iter().find(|(own, _)| *own == name);
            let text = match piece {
                Some((_, piece)) => piece.repeat(size / piece.len()),
                None => distinct(*size, name == "distinct names"),
            };
            let begun = Instant::now();
            let findings = checker.check(&text, Format::detect(&text)).len();
            let took = begun.elapsed().as_secs_f64();
            let factor = first.map_or(0.0, |first| took / first);
            first = Some(took);
            writeln!(
                out,
                "{name:28} {size:8} {took:8.3} s  x{factor:5.1} {findings:6} findings, peak {}",
                peak()
            )?;
        }
    }
    Ok(())
}
