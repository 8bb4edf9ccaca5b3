//! Prints the findings of a text read from standard input: `cargo run --release -p grammar --example findings < text.txt`.

use std::io::{Read, Write};

use grammar::{Checker, Format};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text)?;
    let checker = Checker::shared()?;
    let started = std::time::Instant::now();
    let findings = checker.check(&text, Format::detect(&text));
    let spent = started.elapsed();
    let units: Vec<u16> = text.encode_utf16().collect();
    let mut out = std::io::stdout().lock();
    for finding in findings {
        let slice = |from: usize, to: usize| {
            String::from_utf16_lossy(units.get(from..to.min(units.len())).unwrap_or_default())
                .replace('\n', " ")
        };
        let end = finding.offset + finding.length;
        writeln!(
            out,
            "{}\t{}\t…{}⟦{}⟧{}…\t{}",
            finding.rule,
            finding.offset,
            slice(finding.offset.saturating_sub(50), finding.offset),
            slice(finding.offset, end),
            slice(end, end + 40),
            finding.suggestions.join(" / ")
        )?;
    }
    writeln!(
        std::io::stderr(),
        "{} words in {spent:?}",
        text.split_whitespace().count()
    )?;
    Ok(())
}
