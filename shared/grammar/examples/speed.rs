//! Prints the time to load the data and to check 10,000 words: `cargo run --release -p grammar --example speed`.

use std::io::Write;
use std::time::Instant;

use grammar::{Checker, Format};

/// Words of the checked text.
const WORDS: usize = 10_000;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut out = std::io::stdout().lock();
    let started = Instant::now();
    let checker = Checker::shared()?;
    writeln!(out, "load: {:.0?}", started.elapsed())?;
    let sentences: Vec<&str> = include_str!("../tests/sets/sentences_dev.tsv")
        .lines()
        .filter_map(|line| line.split('\t').nth(1))
        .collect();
    let misspellings = include_str!("../tests/sets/misspellings.tsv")
        .lines()
        .filter_map(|line| line.split('\t').next());
    let article = include_str!("../tests/sets/correct_text.md");
    // Every second sentence has an error, and a hundred misspellings stand beside the articles.
    let mut text = format!(
        "{article}\n{}\n{}",
        sentences.join("\n"),
        misspellings.take(100).collect::<Vec<_>>().join("\n")
    );
    while text.split_whitespace().count() < WORDS {
        text.push('\n');
        text.push_str(article);
    }
    let mut times = Vec::new();
    for _ in 0..5 {
        let started = Instant::now();
        let findings = checker.check(&text, Format::Plain);
        times.push(started.elapsed());
        writeln!(
            out,
            "check: {:.0?}, {} words, {} findings",
            started.elapsed(),
            text.split_whitespace().count(),
            findings.len()
        )?;
    }
    times.sort();
    writeln!(
        out,
        "median: {:.0?}",
        times.get(2).copied().unwrap_or_default()
    )?;
    Ok(())
}
