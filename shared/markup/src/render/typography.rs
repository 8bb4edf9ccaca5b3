//! Converts keyboard characters to typographic ones: quotes, dashes, ellipses, primes and the
//! multiplication sign. The output uses numeric entities, which clients of this interface expect.

use super::shortcodes;

const OPEN_DOUBLE: &str = "&#8220;";
const CLOSE_DOUBLE: &str = "&#8221;";
const OPEN_SINGLE: &str = "&#8216;";
const APOSTROPHE: &str = "&#8217;";
const PRIME: &str = "&#8242;";
const DOUBLE_PRIME: &str = "&#8243;";
const EN_DASH: &str = "&#8211;";
const EM_DASH: &str = "&#8212;";
const ELLIPSIS: &str = "&#8230;";
const TRADE_MARK: &str = "&#8482;";
const TIMES: &str = "&#215;";
const AMPERSAND: &str = "&#038;";

/// Elements whose text is not converted.
const LITERAL: [&str; 6] = ["pre", "code", "kbd", "style", "script", "tt"];

/// Converts the text of `html`. Tags and comments stay as they are, except that an ampersand that begins no
/// entity is escaped everywhere.
pub fn typography(html: &str) -> String {
    let mut out = String::with_capacity(html.len() + html.len() / 16);
    let mut literal: Vec<String> = Vec::new();
    let mut rest = html;
    while !rest.is_empty() {
        let (piece, after) = next_piece(rest);
        rest = after;
        if piece.starts_with("<!--") || shortcodes::tag_length(piece).is_some() {
            out.push_str(piece);
        } else if piece.starts_with('<') && piece.len() > 1 {
            follow(piece, &mut literal);
            ampersands(piece, &mut out);
        } else if literal.is_empty() {
            text(piece, &mut out);
        } else {
            ampersands(piece, &mut out);
        }
    }
    out
}

/// The next comment, tag, shortcode or run of text. As in deployed WordPress sites, every `<` begins a tag,
/// and an unclosed one extends to the end of the text.
fn next_piece(html: &str) -> (&str, &str) {
    let end = if html.starts_with("<!--") {
        html.find("-->").map(|at| at + 3)
    } else if html.starts_with('<') {
        html.find('>').map(|at| at + 1)
    } else if let Some(length) = shortcodes::tag_length(html) {
        Some(length)
    } else {
        html.char_indices()
            .skip(1)
            .find(|&(at, c)| {
                c == '<'
                    || c == '['
                        && html
                            .get(at..)
                            .is_some_and(|tail| shortcodes::tag_length(tail).is_some())
            })
            .map(|(at, _)| at)
    };
    html.split_at(end.unwrap_or(html.len()))
}

/// Whether a bracket closes before another one opens. The limit keeps the time for hostile text linear.
pub(super) fn ends_first(inner: &str) -> bool {
    inner
        .find(['<', '>'])
        .is_some_and(|at| inner.as_bytes().get(at) == Some(&b'>'))
}

/// Tracks the literal elements that a tag opens or closes.
fn follow(tag: &str, literal: &mut Vec<String>) {
    let inner = tag.trim_start_matches('<').trim_end_matches('>');
    let closing = inner.starts_with('/');
    let name: String = inner
        .trim_start_matches('/')
        .chars()
        .take_while(char::is_ascii_alphanumeric)
        .collect::<String>()
        .to_lowercase();
    if !LITERAL.contains(&name.as_str()) || inner.ends_with('/') {
        return;
    }
    if closing {
        if let Some(at) = literal.iter().rposition(|open| *open == name) {
            literal.truncate(at);
        }
    } else {
        literal.push(name);
    }
}

fn ampersands(piece: &str, out: &mut String) {
    for (at, character) in piece.char_indices() {
        match character {
            '&' if !begins_entity(piece.get(at..).unwrap_or_default()) => out.push_str(AMPERSAND),
            other => out.push(other),
        }
    }
}

/// Length of the longest recognised entity, including ampersand and semicolon.
const LONGEST_ENTITY: usize = 12;

/// Length of the entity at the beginning of `text`, which begins with an ampersand; 0 without one.
pub(crate) fn entity_length(text: &str) -> usize {
    let end = text
        .bytes()
        .take(LONGEST_ENTITY)
        .position(|byte| byte == b';');
    let Some(name) = end.and_then(|end| text.get(1..end)) else {
        return 0;
    };
    let is_entity = match name.strip_prefix('#') {
        Some(number) => match number.strip_prefix(['x', 'X']) {
            Some(hex) => !hex.is_empty() && hex.bytes().all(|b| b.is_ascii_hexdigit()),
            None => !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit()),
        },
        None => {
            (1..=8).contains(&name.len())
                && name
                    .bytes()
                    .all(|b| b.is_ascii_alphabetic() || (b'1'..=b'4').contains(&b))
        }
    };
    if is_entity {
        name.len() + "&;".len()
    } else {
        0
    }
}

fn begins_entity(text: &str) -> bool {
    entity_length(text) > 0
}

fn blank(character: Option<char>) -> bool {
    character.is_none_or(|c| c.is_whitespace() || c == '\u{a0}')
}

/// Converts one run of text. The characters before and after a mark decide what it becomes.
fn text(run: &str, out: &mut String) {
    let characters: Vec<char> = run.chars().collect();
    let at = |index: usize| characters.get(index).copied();
    let before = |index: usize| index.checked_sub(1).and_then(at);
    let starts = |index: usize, word: &str| {
        word.chars()
            .enumerate()
            .all(|(offset, c)| at(index + offset) == Some(c))
    };
    let mut quoted = false;
    let mut index = 0;
    let mut byte = 0;
    while let Some(character) = at(index) {
        let previous = before(index);
        let (written, taken) = match character {
            '.' if starts(index, "...") => (ELLIPSIS, 3),
            '-' if starts(index, "---") => (EM_DASH, 3),
            '-' if starts(index, "--") && blank(previous) && blank(at(index + 2)) => (EM_DASH, 2),
            '-' if starts(index, "--") && previous != Some('n') => (EN_DASH, 2),
            '-' if blank(previous) && blank(at(index + 1)) && characters.len() > 1 => (EN_DASH, 1),
            '`' if starts(index, "``") => (OPEN_DOUBLE, 2),
            '\'' if starts(index, "''") => (CLOSE_DOUBLE, 2),
            '(' if starts(index, "(tm)") && previous == Some(' ') => (TRADE_MARK, 4),
            'x' if is_digit(previous)
                && is_digit(at(index + 1))
                && !is_hexadecimal(&characters, index) =>
            {
                (TIMES, 1)
            }
            '"' => {
                let mark = double(previous, at(index + 1), quoted);
                quoted = match mark {
                    OPEN_DOUBLE => true,
                    CLOSE_DOUBLE => false,
                    _ => quoted,
                };
                (mark, 1)
            }
            '\'' => (
                single(previous, at(index + 1), at(index + 2), at(index + 3)),
                1,
            ),
            '&' if !begins_entity(run.get(byte..).unwrap_or_default()) => (AMPERSAND, 1),
            other => {
                out.push(other);
                ("", 1)
            }
        };
        out.push_str(written);
        for _ in 0..taken {
            byte += at(index).map_or(0, char::len_utf8);
            index += 1;
        }
    }
}

fn is_digit(character: Option<char>) -> bool {
    character.is_some_and(|c| c.is_ascii_digit())
}

/// Whether the `x` at `index` belongs to a hexadecimal number such as `0x1F`.
fn is_hexadecimal(characters: &[char], index: usize) -> bool {
    let before = |back: usize| {
        index
            .checked_sub(back)
            .and_then(|at| characters.get(at))
            .copied()
    };
    before(1) == Some('0')
        && !before(2).is_some_and(|c| c.is_ascii_digit() || matches!(c, '.' | ','))
}

fn opens(previous: Option<char>) -> bool {
    blank(previous) || previous.is_some_and(|c| matches!(c, '(' | '[' | '{' | '-'))
}

fn double(previous: Option<char>, next: Option<char>, quoted: bool) -> &'static str {
    if opens(previous) && (next.is_none() || !blank(next)) {
        OPEN_DOUBLE
    } else if is_digit(previous) && !quoted {
        DOUBLE_PRIME
    } else {
        CLOSE_DOUBLE
    }
}

/// The character for a single quote: an apostrophe in an abbreviated year or inside a word, a prime after a
/// number, an opening quote when nothing precedes it.
fn single(
    previous: Option<char>,
    next: Option<char>,
    second: Option<char>,
    third: Option<char>,
) -> &'static str {
    let year = is_digit(next) && is_digit(second) && !third.is_some_and(char::is_alphanumeric);
    if (opens(previous) || previous == Some('"')) && !year {
        OPEN_SINGLE
    } else if is_digit(previous) && !next.is_some_and(char::is_alphanumeric) {
        PRIME
    } else {
        APOSTROPHE
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes() {
        assert_eq!(typography("\"Olá\", disse"), "&#8220;Olá&#8221;, disse");
        assert_eq!(typography("copo d'água"), "copo d&#8217;água");
        assert_eq!(
            typography("'sim' e 'não'"),
            "&#8216;sim&#8217; e &#8216;não&#8217;"
        );
        assert_eq!(typography("anos '90"), "anos &#8217;90");
        assert_eq!(
            typography("tela de 13\" e 6' de altura"),
            "tela de 13&#8243; e 6&#8242; de altura"
        );
        assert_eq!(typography("\"tem 13\" agora"), "&#8220;tem 13&#8221; agora");
        assert_eq!(typography("<em>\"oi\"</em>"), "<em>&#8220;oi&#8221;</em>");
    }

    #[test]
    fn dashes_and_dots() {
        assert_eq!(
            typography("a - b -- c --- d e--f"),
            "a &#8211; b &#8212; c &#8212; d e&#8211;f"
        );
        assert_eq!(typography("guarda-chuva"), "guarda-chuva");
        assert_eq!(typography("e então..."), "e então&#8230;");
        assert_eq!(typography("Pauta (tm)"), "Pauta &#8482;");
        assert_eq!(typography("10x15 e 0x1F"), "10&#215;15 e 0x1F");
    }

    #[test]
    fn escapes_ampersands_that_begin_no_entity() {
        assert_eq!(
            typography("a & b &amp; c &#8211; d &x"),
            "a &#038; b &amp; c &#8211; d &#038;x"
        );
        assert_eq!(
            typography("<a href=\"?a=1&b=2\">x</a>"),
            "<a href=\"?a=1&#038;b=2\">x</a>"
        );
    }

    #[test]
    fn code_stays_as_typed() {
        assert_eq!(
            typography("<code>\"a\" -- b</code> \"c\""),
            "<code>\"a\" -- b</code> &#8220;c&#8221;"
        );
        assert_eq!(typography("<!-- \"a\" -->"), "<!-- \"a\" -->");
        assert_eq!(typography("1 < 2 \"x\""), "1 < 2 \"x\"");
        assert_eq!(typography("1 < 2 > \"x\""), "1 < 2 > &#8220;x&#8221;");
        assert_eq!(
            typography("<!-- \"a\" -->\n<hr class=\"a"),
            "<!-- \"a\" -->\n<hr class=\"a"
        );
    }

    #[test]
    fn known_shortcodes_are_not_converted() {
        assert_eq!(
            typography("[caption id=\"1\"]\"x\"[/caption]"),
            "[caption id=\"1\"]&#8220;x&#8221;[/caption]"
        );
        assert_eq!(typography("[foo a=\"b\"]"), "[foo a=&#8221;b&#8221;]");
    }
}
