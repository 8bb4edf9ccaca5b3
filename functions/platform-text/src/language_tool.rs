//! Adds the findings of a LanguageTool server to those of the platform.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use grammar::{Block, Finding, Format, Kind, OwnWords, blocks};
use language_tool::{Category, LanguageTool, MOST_UNITS, Match};

/// Time for all requests together: below the time limit of a request to the platform.
const BUDGET: Duration = Duration::from_secs(20);
/// Time limit of one request.
const DEADLINE: Duration = Duration::from_secs(15);
/// Separates the blocks of one request.
const SEPARATOR: &str = "\n\n";

/// A part of a block's text.
struct Part<'a> {
    block: &'a Block,
    /// Start within the block's text, in bytes.
    from: usize,
    text: &'a str,
    /// Start within the text of the request, in UTF-16 code units.
    start: usize,
}

fn units(text: &str) -> usize {
    text.encode_utf16().count()
}

/// The longest beginning of `text` of at most `limit` UTF-16 code units that ends at a space, if there is one.
fn beginning(text: &str, limit: usize) -> &str {
    let mut count = 0;
    let mut space = None;
    for (at, character) in text.char_indices() {
        count += character.len_utf16();
        if count > limit {
            return text.get(..space.unwrap_or(at)).unwrap_or(text);
        }
        if character.is_whitespace() {
            space = Some(at + character.len_utf8());
        }
    }
    text
}

/// The requests for `blocks`: for each its parts, in order, together at most `limit` UTF-16 code units.
fn requests(blocks: &[Block], limit: usize) -> Vec<Vec<Part<'_>>> {
    let mut all = Vec::new();
    let mut parts: Vec<Part<'_>> = Vec::new();
    let mut end = 0;
    for block in blocks {
        let mut from = 0;
        while let Some(rest) = block.text.get(from..).filter(|rest| !rest.is_empty()) {
            let text = beginning(rest, limit);
            let start = if parts.is_empty() {
                0
            } else {
                end + SEPARATOR.len()
            };
            if start + units(text) > limit && !parts.is_empty() {
                all.push(std::mem::take(&mut parts));
                continue;
            }
            end = start + units(text);
            parts.push(Part {
                block,
                from,
                text,
                start,
            });
            from += text.len().max(1);
        }
    }
    if !parts.is_empty() {
        all.push(parts);
    }
    all
}

/// The byte offset of `unit` UTF-16 code units in `text`.
fn byte_at(text: &str, unit: usize) -> Option<usize> {
    let mut count = 0;
    for (at, character) in text.char_indices() {
        if count == unit {
            return Some(at);
        }
        count += character.len_utf16();
    }
    (count == unit).then_some(text.len())
}

/// A match of the request with these parts as a finding in the source; `None` outside of one part, and for the spelling of
/// one of `words`.
fn finding(parts: &[Part<'_>], words: &OwnWords, found: Match) -> Option<Finding> {
    let behind = parts.partition_point(|part| part.start <= found.offset);
    let part = parts.get(behind.checked_sub(1)?)?;
    let start = found.offset - part.start;
    let from = part.from + byte_at(part.text, start)?;
    let until = part.from + byte_at(part.text, start + found.length)?;
    if found.category == Category::Spelling && words.accepts(part.block.text.get(from..until)?) {
        return None;
    }
    let (offset, length) = part.block.source_span(from, until);
    Some(Finding {
        offset,
        length,
        message: found.message,
        kind: match found.category {
            Category::Spelling => Kind::Spelling,
            Category::Grammar => Kind::Grammar,
            Category::Style => Kind::Style,
        },
        rule: found.rule.into(),
        suggestions: found.replacements,
    })
}

/// The findings `own` of `text`, and those of the server that overlap none of them, by offset. Where the server fails or is
/// slow, its findings are missing. `words` are spelt correctly.
pub(crate) async fn merged(
    tool: &LanguageTool,
    text: &str,
    format: Format,
    (own, words): (Vec<Finding>, &OwnWords),
) -> Vec<Finding> {
    let begun = Instant::now();
    let blocks = blocks(text, format);
    let mut all = Placed::of(own);
    for parts in requests(&blocks, MOST_UNITS) {
        let left = BUDGET.saturating_sub(begun.elapsed());
        let texts: Vec<&str> = parts.iter().map(|part| part.text).collect();
        let found = match tool.check(&texts.join(SEPARATOR), DEADLINE.min(left)).await {
            Ok(found) => found,
            Err(error) => {
                tracing::warn!(target: "grammar", %error, "LanguageTool did not check a text");
                break;
            }
        };
        for one in found {
            if let Some(added) = finding(&parts, words, one)
                && added.length > 0
            {
                all.add(added);
            }
        }
    }
    all.0.into_values().collect()
}

/// Findings without overlaps, by their ends.
struct Placed(BTreeMap<usize, Finding>);

impl Placed {
    /// `findings`, of which no two overlap.
    fn of(findings: Vec<Finding>) -> Self {
        let by_end = |finding: Finding| (finding.offset + finding.length, finding);
        Self(findings.into_iter().map(by_end).collect())
    }

    /// Adds a finding that overlaps none.
    fn add(&mut self, finding: Finding) {
        let end = finding.offset + finding.length;
        // Of findings without overlaps the first one to end behind a place is the first one to begin.
        let next = self.0.range(finding.offset + 1..).next();
        if next.is_none_or(|(_, next)| next.offset >= end) {
            self.0.insert(end, finding);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_hold_every_character_once_within_the_limit() {
        let text = "Ação 😀 um dois.\n\nTrês quatro cinco seis sete oito nove.\nDez";
        let blocks = blocks(text, Format::Plain);
        for limit in [4, 10, 17, 1_000] {
            let mut seen = String::new();
            for parts in requests(&blocks, limit) {
                let last = parts.last().unwrap();
                assert!(last.start + units(last.text) <= limit, "{limit}");
                for part in &parts {
                    assert_eq!(
                        part.block.text.get(part.from..part.from + part.text.len()),
                        Some(part.text)
                    );
                    seen.push_str(part.text);
                }
            }
            let whole: String = blocks.iter().map(|block| block.text.as_str()).collect();
            assert_eq!(seen, whole, "{limit}");
        }
    }
}
