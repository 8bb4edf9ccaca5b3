//! Faces that people type, as pictures of the alphabet
//! (docs/interface/site/rendering.md#content). Only a word of its own is one, so
//! that no address and no list of things loses its punctuation.

/// Elements whose text stays as it was typed.
const LITERAL: [&str; 5] = ["code", "pre", "script", "style", "textarea"];

/// What stands between words.
const BLANKS: [&str; 6] = [" ", "\n", "\t", "\r", "\u{a0}", "&nbsp;"];

/// What deployed systems know, but for one that they show as a picture of their own.
fn drawn(word: &str) -> Option<&'static str> {
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

/// `html` with its faces drawn, where the site wants them so.
pub(super) fn smilies(html: String, wanted: bool) -> String {
    if !wanted || !html.contains([':', ';', '8']) {
        return html;
    }
    let mut out = String::with_capacity(html.len());
    let mut rest = html.as_str();
    while let Some((text, from)) = rest.find('<').map(|at| rest.split_at(at)) {
        words(text, &mut out);
        let end = from.find('>').map_or(from.len(), |at| at + 1);
        let literal = LITERAL.into_iter().find(|name| opens(from, name));
        let end = literal.map_or(end, |name| {
            from.find(&format!("</{name}>")).unwrap_or(from.len())
        });
        let (tag, behind) = from.split_at(end);
        out.push_str(tag);
        rest = behind;
    }
    words(rest, &mut out);
    out
}

/// Whether a start tag of `name` begins here.
fn opens(html: &str, name: &str) -> bool {
    html.strip_prefix('<')
        .and_then(|tag| tag.strip_prefix(name))
        .is_some_and(|behind| behind.starts_with([' ', '>', '\n']))
}

fn words(text: &str, out: &mut String) {
    let mut rest = text;
    while !rest.is_empty() {
        let blank = BLANKS
            .iter()
            .filter_map(|blank| Some((rest.find(blank)?, blank.len())))
            .min();
        let (at, length) = blank.unwrap_or((rest.len(), 0));
        let (word, behind) = rest.split_at(at);
        out.push_str(drawn(word).unwrap_or(word));
        let (blank, behind) = behind.split_at(length);
        out.push_str(blank);
        rest = behind;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(html: &str) -> String {
        smilies(html.to_owned(), true)
    }

    #[test]
    fn faces_are_words() {
        assert_eq!(
            shown("<p>oi :) ;-)&nbsp;:D\n8) x:) :)y http://a:8O <b>:(</b></p>"),
            "<p>oi 🙂 😉&nbsp;😀\n8) x:) :)y http://a:8O <b>🙁</b></p>"
        );
        assert_eq!(smilies(":)".to_owned(), false), ":)");
    }

    #[test]
    fn code_and_tags_keep_theirs() {
        for html in [
            "<code>a :) b</code>",
            "<pre class=\"x\">:( <b>:(</b></pre>",
            "<a title=\"a :) b\">x</a>",
            "<style>p :x {}</style>",
            "<pre>:)",
            "<b :)",
        ] {
            assert_eq!(shown(html), html);
        }
        assert_eq!(shown("<preto>:)</preto>"), "<preto>🙂</preto>");
    }
}
