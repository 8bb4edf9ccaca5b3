//! Answers in Markdown or plain text.

use pulldown_cmark::{Options, Parser, html};

/// Most bytes before the title that are dropped, as "Here is the article:".
const PREFACE_BYTES: usize = 500;

/// The HTML of an answer in Markdown, not sanitised. With `has_title`, what stands before a title near the beginning is
/// dropped.
pub(super) fn to_html(answer: &str, has_title: bool) -> String {
    let mut text = without_fence(answer);
    if has_title
        && let Some(title) = title_line(text)
        && title <= PREFACE_BYTES
    {
        text = text.split_at(title).1;
    }
    let mut rendered = String::with_capacity(text.len() + text.len() / 4);
    html::push_html(&mut rendered, Parser::new_ext(text, Options::ENABLE_TABLES));
    rendered
}

/// Where the first line that is a title begins.
fn title_line(text: &str) -> Option<usize> {
    if text.starts_with("# ") {
        return Some(0);
    }
    text.find("\n# ").map(|at| at + 1)
}

/// What stands between the lines of a fence that encloses the answer; otherwise the whole answer.
fn without_fence(answer: &str) -> &str {
    let inner = answer
        .trim()
        .strip_prefix("```")
        .and_then(|rest| rest.split_once('\n'))
        .map(|(_, rest)| rest);
    match inner {
        Some(inner) => inner.strip_suffix("```").unwrap_or(inner),
        None => answer,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fences_and_prefaces_are_dropped() {
        for answer in [
            "# T\n\nUm.",
            "Aqui está:\n\n# T\n\nUm.",
            "```markdown\n# T\n\nUm.\n```\n",
            "```\n# T\n\nUm.",
        ] {
            assert_eq!(
                to_html(answer, true),
                "<h1>T</h1>\n<p>Um.</p>\n",
                "{answer}"
            );
        }
        assert_eq!(to_html("Um.\n\n# T", false), "<p>Um.</p>\n<h1>T</h1>\n");
    }
}
