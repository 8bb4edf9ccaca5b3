//! Plain text of users. It is stored as text, so that `<` is a literal character, and without control
//! characters.

use domain::direction;

/// A text of one line, as titles and names are: what breaks lines becomes a space; other control characters go, and so do those
/// that change the order of the text.
pub(crate) fn line(text: &str) -> String {
    let line: String = direction::without_controls(text)
        .chars()
        .map(|c| {
            if matches!(c, '\n' | '\r' | '\t') {
                ' '
            } else {
                c
            }
        })
        .filter(|c| !c.is_control())
        .collect();
    line.trim().to_owned()
}

/// A text of several lines: breaks stay as `\n`, other control characters go.
pub(crate) fn lines(text: &str) -> String {
    let lines: String = text
        .replace("\r\n", "\n")
        .chars()
        .map(|c| match c {
            '\r' => '\n',
            '\t' => ' ',
            other => other,
        })
        .filter(|c| *c == '\n' || !c.is_control())
        .collect();
    lines.trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_never_stay() {
        assert_eq!(
            line(" um\u{0}\r\ndois\ttrês\u{1b}[0m\u{7f}\u{85} "),
            "um  dois três[0m"
        );
        assert_eq!(line("\u{202e}oãp\u{202c} \u{2067}x\u{2069}"), "oãp x");
        assert_eq!(lines("um\r\ndois\rtrês\u{8}\t4\n"), "um\ndois\ntrês 4");
    }

    #[test]
    fn markup_stays_text() {
        assert_eq!(line("<script>a & b</script>"), "<script>a & b</script>");
    }
}
