//! Prints precision, recall and the rate of right suggestions on the labelled sets under `tests/sets`:
//! `cargo run --release -p grammar --example measure`. With the name of a set as argument, its misses and false alarms too.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;

use grammar::{Checker, Finding, Format};

/// Sets of labelled sentences.
const SENTENCES: [&str; 6] = [
    "sentences_dev",
    "sentences_test",
    "sentences_more",
    "sentences_fresh",
    "sentences_unseen",
    "sentences_held_out",
];

fn read(name: &str) -> std::io::Result<String> {
    std::fs::read_to_string(
        Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("tests/sets")
            .join(name),
    )
}

fn marked(text: &str, finding: &Finding) -> String {
    let units: Vec<u16> = text.encode_utf16().collect();
    String::from_utf16_lossy(
        units
            .get(finding.offset..finding.offset + finding.length)
            .unwrap_or_default(),
    )
}

/// UTF-16 start and end of a span in a sentence.
fn span(sentence: &str, span: &str) -> Option<(usize, usize)> {
    let at = sentence.find(span)?;
    let start = sentence.get(..at)?.encode_utf16().count();
    Some((start, start + span.encode_utf16().count()))
}

#[derive(Default)]
struct Count {
    wrong: usize,
    found: usize,
    corrected: usize,
    alarms: usize,
}

fn measure(
    checker: &Checker,
    name: &str,
    details: bool,
    out: &mut impl Write,
) -> Result<Count, Box<dyn std::error::Error>> {
    let mut total = Count::default();
    let mut subjects: BTreeMap<String, (usize, usize)> = BTreeMap::new();
    for line in read(&format!("{name}.tsv"))?
        .lines()
        .filter(|line| !line.starts_with('#'))
    {
        let fields: Vec<&str> = line.split('\t').collect();
        let [label, sentence, wrong, right, subject] = fields.as_slice() else {
            continue;
        };
        let findings = checker.check(sentence, Format::Plain);
        let place = span(sentence, wrong).filter(|_| *label == "wrong");
        let hits = |finding: &&Finding| {
            place.is_some_and(|(start, end)| {
                finding.offset < end && start < finding.offset + finding.length
            })
        };
        let hit = findings.iter().find(hits);
        let alarms: Vec<&Finding> = findings.iter().filter(|finding| !hits(finding)).collect();
        total.alarms += alarms.len();
        if details {
            for alarm in &alarms {
                writeln!(
                    out,
                    "false alarm\t{}\t{}\t{:?}\t{sentence}",
                    alarm.rule,
                    marked(sentence, alarm),
                    alarm.suggestions
                )?;
            }
        }
        if *label == "wrong" {
            let entry = subjects.entry((*subject).to_owned()).or_default();
            entry.1 += 1;
            total.wrong += 1;
            if let Some(hit) = hit {
                entry.0 += 1;
                total.found += 1;
                // The labelled span and the finding may cover different words: the corrected sentences are compared.
                let wanted = sentence.replacen(wrong, right, 1);
                let fixed = hit
                    .suggestions
                    .first()
                    .map(|suggestion| sentence.replacen(&marked(sentence, hit), suggestion, 1));
                if fixed.is_some_and(|fixed| fixed == wanted) {
                    total.corrected += 1;
                } else if details {
                    writeln!(
                        out,
                        "other correction\t{}\t{} → {:?}, expected {right}\t{sentence}",
                        hit.rule,
                        marked(sentence, hit),
                        hit.suggestions
                    )?;
                }
            } else if details {
                writeln!(out, "missed\t{subject}\t{wrong} → {right}\t{sentence}")?;
            }
        }
    }
    let percent = |part: usize, whole: usize| 100.0 * part as f64 / whole.max(1) as f64;
    writeln!(
        out,
        "{name}: precision {:.1} %, recall {:.1} % ({} of {}), first suggestion right {:.1} %, false alarms {}",
        percent(total.found, total.found + total.alarms),
        percent(total.found, total.wrong),
        total.found,
        total.wrong,
        percent(total.corrected, total.found),
        total.alarms
    )?;
    if details {
        for (subject, (found, all)) in subjects.iter().filter(|(_, (found, all))| found < all) {
            writeln!(out, "  {subject}: {found} of {all}")?;
        }
    }
    Ok(total)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let wanted = std::env::args().nth(1);
    let checker = Checker::shared()?;
    let mut out = std::io::stdout().lock();
    for name in SENTENCES {
        measure(checker, name, wanted.as_deref() == Some(name), &mut out)?;
    }
    let (mut flagged, mut first, mut anywhere, mut all) = (0, 0, 0, 0);
    for (wrong, right) in read("misspellings.tsv")?
        .lines()
        .filter_map(|line| line.split_once('\t'))
    {
        let findings = checker.check(wrong, Format::Plain);
        let suggestions = findings
            .first()
            .map(|finding| finding.suggestions.clone())
            .unwrap_or_default();
        let place = suggestions
            .iter()
            .position(|suggestion| suggestion == right);
        all += 1;
        flagged += usize::from(!findings.is_empty());
        first += usize::from(place == Some(0));
        anywhere += usize::from(place.is_some());
        if place != Some(0) && wanted.as_deref() == Some("misspellings") {
            writeln!(out, "{wrong}\t{right}\t{suggestions:?}")?;
        }
    }
    writeln!(
        out,
        "misspellings: flagged {flagged} of {all}, right suggestion first {first}, among the suggestions {anywhere}"
    )?;
    let text = read("correct_text.md")?;
    let findings = checker.check(&text, Format::Plain);
    writeln!(
        out,
        "correct_text: {} false alarms in {} words",
        findings.len(),
        text.split_whitespace().count()
    )?;
    if wanted.as_deref() == Some("correct_text") {
        for finding in &findings {
            writeln!(
                out,
                "{}\t{}\t{:?}",
                finding.rule,
                marked(&text, finding),
                finding.suggestions
            )?;
        }
    }
    Ok(())
}
