//! Answers of one line: reading, cleaning, and shortening at a word.

use ai_client::{JsonSchema, OutputFormat};
use domain::direction;
use serde::Deserialize;
use serde_json::json;

use crate::{Unreadable, json};

/// A text of one line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShortText {
    /// The text, plain.
    pub text: String,
    /// Whether the answer was longer than the limit and was shortened at a word.
    pub shortened: bool,
}

#[derive(Deserialize)]
struct Answer {
    text: String,
}

/// Words that cannot end a shortened text.
const DANGLING: &str = " a o as os um uma de do da dos das em no na nos nas e ou com sem para por pelo pela que se ao à às \
    aos sobre entre até como quanto quando qual onde the of and or for to in on with y el la los las en del con para un una ";

/// Names of what was asked for, which some answers repeat before the text.
const LABELS: [&str; 8] = [
    "título seo:",
    "título:",
    "title:",
    "meta descrição:",
    "meta description:",
    "descrição:",
    "texto alternativo:",
    "alt:",
];

/// The form of the answer: `{"text": …}`.
pub(crate) fn output() -> OutputFormat {
    OutputFormat::Json(JsonSchema {
        name: "short_text",
        schema: json!({
            "type": "object",
            "properties": {"text": {"type": "string"}},
            "required": ["text"],
            "additionalProperties": false,
        }),
    })
}

/// The text of an answer, on one line, without markup, labels and quotation marks.
///
/// # Errors
/// [`Unreadable`] without a text.
pub(crate) fn read(answer: &str) -> Result<String, Unreadable> {
    let found = json::objects::<Answer>(answer).into_iter().next();
    let text = match found {
        Some(found) => found.text,
        None => only_line(answer).ok_or(Unreadable)?.to_owned(),
    };
    let line = one_line(&text);
    if line.contains(char::is_alphanumeric) {
        Ok(line)
    } else {
        Err(Unreadable)
    }
}

/// The line of an answer that is no JSON and has one line besides those of a fence.
fn only_line(answer: &str) -> Option<&str> {
    let mut lines = answer
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty() && !line.starts_with("```"));
    let line = lines.next()?;
    (lines.next().is_none() && !line.starts_with(['{', '['])).then_some(line)
}

/// A text on one line, without markup.
pub(crate) fn one_line(text: &str) -> String {
    let plain = markup::text::plain(text).replace("**", "");
    let plain: String = direction::without_controls(&plain)
        .chars()
        .filter(|c| !c.is_control())
        .collect();
    let mut line = plain.trim_start_matches(['#', ' ']);
    let folded = line.to_lowercase();
    if let Some(label) = LABELS.iter().find(|label| folded.starts_with(**label)) {
        let behind = line.char_indices().nth(label.chars().count());
        line = behind.map_or("", |(at, _)| line.split_at(at).1);
    }
    unquoted(line.trim()).to_owned()
}

/// Strips quotation marks that enclose the whole text.
fn unquoted(text: &str) -> &str {
    let pairs = [('"', '"'), ('“', '”'), ('\'', '\''), ('‘', '’'), ('«', '»')];
    for (open, close) in pairs {
        let inner = text
            .strip_prefix(open)
            .and_then(|text| text.strip_suffix(close));
        if let Some(inner) = inner.filter(|inner| !inner.contains([open, close])) {
            return inner.trim();
        }
    }
    text
}

/// The text, or as many of its first words as fit, followed by `end`.
pub(crate) fn shortened(text: &str, end: &str, fits: impl Fn(&str) -> bool) -> ShortText {
    if fits(text) {
        return ShortText {
            text: text.to_owned(),
            shortened: false,
        };
    }
    let fits = |kept: &str| fits(&format!("{kept}{end}"));
    let mut kept = String::new();
    for word in text.split_whitespace() {
        let longer = if kept.is_empty() {
            word.to_owned()
        } else {
            format!("{kept} {word}")
        };
        if !fits(&longer) {
            break;
        }
        kept = longer;
    }
    if kept.is_empty() {
        for character in text.chars() {
            kept.push(character);
            if !fits(&kept) {
                kept.pop();
                break;
            }
        }
    }
    let mut kept = without_dangling(&kept).to_owned();
    kept.push_str(end);
    ShortText {
        text: kept,
        shortened: true,
    }
}

/// Drops punctuation and words at the end that only lead on to what was cut.
fn without_dangling(text: &str) -> &str {
    let mut text = text;
    loop {
        text = text.trim_end_matches(|c: char| c.is_whitespace() || ",;:–—-|([/“".contains(c));
        let Some((before, last)) = text.rsplit_once(' ') else {
            return text;
        };
        if !DANGLING.contains(&format!(" {} ", last.to_lowercase())) {
            return text;
        }
        text = before;
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn answers_are_cleaned() {
        for answer in [
            r#"{"text":"Café coado em casa"}"#,
            r#"{"text":"“Café coado em casa”"}"#,
            r#"{"text":" Título:  \"Café\ncoado <b>em</b> casa\" "}"#,
            "```json\n{\"text\": \"**Café coado em casa**\"}\n```",
            "Café coado em casa",
            "\n\"Café coado em casa\"\n",
        ] {
            assert_eq!(
                read(answer).as_deref(),
                Ok("Café coado em casa"),
                "{answer}"
            );
        }
    }

    #[test]
    fn quotation_marks_inside_stay() {
        assert_eq!(
            read(r#"{"text":"“Boi” e “vaca”"}"#).as_deref(),
            Ok("“Boi” e “vaca”")
        );
    }

    #[test]
    fn other_answers_are_unreadable() {
        for answer in [
            "",
            "{}",
            r#"{"text":""}"#,
            r#"{"text":"…"}"#,
            "Um.\nDois.",
            r#"{"text":"#,
        ] {
            assert_eq!(read(answer), Err(Unreadable), "{answer}");
        }
    }

    #[test]
    fn long_texts_end_at_a_word_that_can_end_them() {
        let cut = |most: usize, end| {
            shortened("Como coar café com um filtro de pano", end, |text| {
                text.chars().count() <= most
            })
        };
        assert_eq!(cut(40, "").text, "Como coar café com um filtro de pano");
        assert!(!cut(40, "").shortened);
        assert_eq!(cut(33, "").text, "Como coar café com um filtro");
        assert_eq!(cut(21, "").text, "Como coar café");
        assert_eq!(cut(15, "…").text, "Como coar café…");
        assert!(cut(15, "…").shortened);
    }

    proptest! {
        #[test]
        fn a_shortened_text_fits(text in "\\PC{1,80}", most in 1usize..60) {
            let short = shortened(&text, "…", |text| text.chars().count() <= most);
            prop_assert!(short.text.chars().count() <= most);
        }

        #[test]
        fn any_answer_is_read(answer in "(\\PC|[{}\":]|\n){0,60}") {
            if let Ok(text) = read(&answer) {
                prop_assert!(!text.contains('\n'));
            }
        }
    }
}
