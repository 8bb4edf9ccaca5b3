//! Converts text emoticons to emoji (docs/interface/site/rendering.md#content). Only an emoticon that stands as a word of its own is
//! converted, so that URLs and punctuation stay intact.

/// Elements whose text is not converted.
const LITERAL: [&str; 5] = ["code", "pre", "script", "style", "textarea"];

/// A blank that is written as a character reference.
const NO_BREAK_SPACE: &str = "&nbsp;";

/// The emoji of an emoticon. The list follows deployed WordPress sites, except for the one that they show
/// as an image file.
fn emoji(word: &str) -> Option<&'static str> {
    Some(match word {
        ":)" | ":-)" | ":smile:" => "🙂",
        ":(" | ":-(" | ":sad:" => "🙁",
        ";)" | ";-)" | ":wink:" => "😉",
        ":D" | ":-D" | ":grin:" => "😀",
        ":P" | ":-P" | ":razz:" => "😛",
        ":o" | ":-o" | ":eek:" => "😮",
        ":x" | ":-x" | ":mad:" => "😡",
        ":|" | ":-|" | ":neutral:" => "😐",
        ":?" | ":-?" | ":???:" => "😕",
        "8O" | "8-O" | ":shock:" => "😯",
        "8-)" | ":cool:" => "😎",
        ":!:" => "❗",
        ":?:" => "❓",
        ":arrow:" => "➡",
        ":cry:" => "😥",
        ":evil:" => "👿",
        ":idea:" => "💡",
        ":lol:" => "😆",
        ":oops:" => "😳",
        ":roll:" => "🙄",
        ":twisted:" => "😈",
        _ => return None,
    })
}

/// Converts the emoticons of `html`, when `enabled`.
pub(super) fn to_emoji(html: String, enabled: bool) -> String {
    if !enabled || !html.contains([':', ';', '8']) {
        return html;
    }
    let mut out = String::with_capacity(html.len());
    let mut rest = html.as_str();
    while let Some((text, from)) = rest.find('<').map(|at| rest.split_at(at)) {
        convert(text, &mut out);
        let end = from.find('>').map_or(from.len(), |at| at + 1);
        let literal = LITERAL.into_iter().find(|name| opens(from, name));
        let end = literal.map_or(end, |name| {
            from.find(&format!("</{name}>")).unwrap_or(from.len())
        });
        let (tag, behind) = from.split_at(end);
        out.push_str(tag);
        rest = behind;
    }
    convert(rest, &mut out);
    out
}

/// Whether `html` begins with a start tag of `name`.
fn opens(html: &str, name: &str) -> bool {
    html.strip_prefix('<')
        .and_then(|tag| tag.strip_prefix(name))
        .is_some_and(|behind| behind.starts_with([' ', '>', '\n']))
}

/// Writes `text` with its emoticons as emoji. Looks at each character once.
fn convert(text: &str, out: &mut String) {
    let mut rest = text;
    while !rest.is_empty() {
        let (word, behind) = rest.split_at(blank(rest).unwrap_or(rest.len()));
        out.push_str(emoji(word).unwrap_or(word));
        let length = match behind.strip_prefix(NO_BREAK_SPACE) {
            Some(_) => NO_BREAK_SPACE.len(),
            None => behind.chars().next().map_or(0, char::len_utf8),
        };
        let (blank, behind) = behind.split_at(length);
        out.push_str(blank);
        rest = behind;
    }
}

/// Where the first blank stands.
fn blank(text: &str) -> Option<usize> {
    let begins = |c: char| matches!(c, ' ' | '\n' | '\t' | '\r' | '\u{a0}' | '&');
    text.match_indices(begins)
        .find(|(at, found)| {
            *found != "&"
                || text
                    .get(*at..)
                    .is_some_and(|text| text.starts_with(NO_BREAK_SPACE))
        })
        .map(|(at, _)| at)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn converted(html: &str) -> String {
        to_emoji(html.to_owned(), true)
    }

    #[test]
    fn only_whole_words_are_converted() {
        assert_eq!(
            converted("<p>oi :) ;-)&nbsp;:D\n8) x:) :)y http://a:8O <b>:(</b></p>"),
            "<p>oi 🙂 😉&nbsp;😀\n8) x:) :)y http://a:8O <b>🙁</b></p>"
        );
        assert_eq!(
            converted(":)&:) a&b&nbsp;:D\u{a0}:) &amp;:)"),
            ":)&:) a&b&nbsp;😀\u{a0}🙂 &amp;:)"
        );
        assert_eq!(to_emoji(":)".to_owned(), false), ":)");
    }

    #[test]
    fn code_and_tags_are_not_converted() {
        for html in [
            "<code>a :) b</code>",
            "<pre class=\"x\">:( <b>:(</b></pre>",
            "<a title=\"a :) b\">x</a>",
            "<style>p :x {}</style>",
            "<pre>:)",
            "<b :)",
        ] {
            assert_eq!(converted(html), html);
        }
        assert_eq!(converted("<preto>:)</preto>"), "<preto>🙂</preto>");
    }
}
