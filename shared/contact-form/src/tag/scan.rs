//! Reads form tags out of a template in one pass.

use super::{FormTag, Kind};

/// The longest type with its star.
const LONGEST_TYPE: usize = 12;

/// A part of a template.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Piece {
    /// Text between tags, escapes resolved.
    Text(String),
    /// A field.
    Tag(Box<FormTag>),
}

/// A matched pair of brackets with a known type.
struct Match {
    /// Where the text behind it starts.
    end: usize,
    /// The field; none when the tag is spoiled.
    tag: Option<FormTag>,
}

/// Looks for tags. The position of the next closing bracket is remembered, so that a template with many opening
/// brackets takes linear time.
struct Scanner<'a> {
    source: &'a str,
    close: Option<usize>,
    exhausted: bool,
}

/// The pieces of a template in their order. Adjacent texts are joined.
pub fn pieces(template: &str) -> Vec<Piece> {
    let mut scanner = Scanner {
        source: template,
        close: None,
        exhausted: false,
    };
    let mut found = Vec::new();
    let mut text = String::new();
    let mut at = 0;
    while let Some(open) = scanner.find('[', at) {
        text.push_str(scanner.between(at, open));
        let doubled = scanner.from(open + 1).starts_with('[');
        let start = if doubled { open + 1 } else { open };
        let Some(matched) = scanner.tag_at(start) else {
            text.push('[');
            at = open + 1;
            continue;
        };
        at = matched.end;
        if doubled && scanner.from(at).starts_with(']') {
            text.push_str(scanner.between(start, at));
            at += 1;
            continue;
        }
        if doubled {
            text.push('[');
        }
        match matched.tag {
            Some(tag) => {
                if !text.is_empty() {
                    found.push(Piece::Text(std::mem::take(&mut text)));
                }
                found.push(Piece::Tag(Box::new(tag)));
            }
            None => text.push_str(scanner.between(start, at)),
        }
    }
    text.push_str(scanner.from(at));
    if !text.is_empty() {
        found.push(Piece::Text(text));
    }
    found
}

/// The fields of a template in their order.
pub fn tags(template: &str) -> Vec<FormTag> {
    let tag = |piece| match piece {
        Piece::Tag(tag) => Some(*tag),
        Piece::Text(_) => None,
    };
    pieces(template).into_iter().filter_map(tag).collect()
}

impl<'a> Scanner<'a> {
    fn from(&self, at: usize) -> &'a str {
        self.source.get(at..).unwrap_or_default()
    }

    fn between(&self, start: usize, end: usize) -> &'a str {
        self.source.get(start..end).unwrap_or_default()
    }

    fn find(&self, wanted: char, from: usize) -> Option<usize> {
        self.from(from).find(wanted).map(|at| at + from)
    }

    fn next_close(&mut self, from: usize) -> Option<usize> {
        if self.exhausted {
            return None;
        }
        if self.close.is_none_or(|at| at < from) {
            self.close = self.find(']', from);
            self.exhausted = self.close.is_none();
        }
        self.close
    }

    /// The tag whose opening bracket is at `start`.
    fn tag_at(&mut self, start: usize) -> Option<Match> {
        let inside = self.from(start + 1);
        let length = inside
            .bytes()
            .take(LONGEST_TYPE)
            .take_while(|byte| byte.is_ascii_lowercase() || *byte == b'*')
            .count();
        let written = inside.get(..length)?;
        let kind = Kind::of(written)?;
        let behind = inside.get(length..)?.chars().next()?;
        if !(behind == ']' || behind.is_ascii_whitespace()) {
            return None;
        }
        let attributes = start + 1 + length;
        let close = self.next_close(attributes)?;
        let attributes = self.between(attributes, close);
        let attributes = attributes
            .strip_suffix('/')
            .filter(|before| before.ends_with(|c: char| c.is_ascii_whitespace()))
            .unwrap_or(attributes);
        let (content, end) = self.content(written, close + 1);
        Some(Match {
            end,
            tag: field(written, kind, attributes, content),
        })
    }

    /// The text up to the end tag of this type, and where the text behind it starts. Without an end tag before the
    /// next bracket there is no content.
    fn content(&self, written: &str, from: usize) -> (&'a str, usize) {
        let without = ("", from);
        let Some(open) = self.find('[', from) else {
            return without;
        };
        let ended = self
            .from(open)
            .strip_prefix("[/")
            .and_then(|rest| rest.strip_prefix(written))
            .is_some_and(|rest| rest.starts_with(']'));
        if ended {
            let end = open + "[/]".len() + written.len();
            (self.between(from, open), end)
        } else {
            without
        }
    }
}

/// A field from what stands between its brackets; none when the tag is spoiled.
fn field(written: &str, kind: Kind, attributes: &str, content: &str) -> Option<FormTag> {
    let (mut words, raw_values) = words_and_values(attributes)?;
    let mut written_name = String::new();
    if !kind.may_be_nameless() {
        if words.is_empty() {
            return None;
        }
        written_name = words.remove(0);
        if !is_name(&written_name) {
            return None;
        }
    }
    let pipes: Vec<(String, String)> = raw_values.iter().map(|raw| split_at_bar(raw)).collect();
    let before: Vec<String> = pipes.iter().map(|(before, _)| before.clone()).collect();
    Some(FormTag {
        basetype: written.trim_end_matches('*').to_owned(),
        written_type: written.to_owned(),
        name: written_name.replace('.', "_"),
        options: words,
        labels: before.clone(),
        values: before,
        raw_values,
        pipes,
        content: content.trim().to_owned(),
        kind,
        written_name,
    })
}

/// The unquoted words and the quoted parts; none when a word follows a quoted part or a quote is not closed.
fn words_and_values(attributes: &str) -> Option<(Vec<String>, Vec<String>)> {
    let mut words = Vec::new();
    let mut values = Vec::new();
    let mut rest = attributes.trim_ascii();
    while let Some(first) = rest.chars().next() {
        if matches!(first, '"' | '\'') {
            let (value, behind) = rest.strip_prefix(first)?.split_once(first)?;
            values.push(value.replace(['\r', '\n', '\t'], " "));
            rest = behind.trim_ascii_start();
        } else {
            if !values.is_empty() {
                return None;
            }
            let stops = |c: char| c.is_ascii_whitespace() || matches!(c, '"' | '\'');
            let end = rest.find(stops).unwrap_or(rest.len());
            let (word, behind) = rest.split_at(end);
            words.push(word.to_owned());
            rest = behind.trim_ascii_start();
        }
    }
    Some((words, values))
}

fn split_at_bar(raw: &str) -> (String, String) {
    let (before, after) = raw.split_once('|').unwrap_or((raw, raw));
    (before.trim().to_owned(), after.trim().to_owned())
}

/// Whether a text is the name of a field: a letter, then letters, digits and `-_:.`.
fn is_name(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || b"-_:.".contains(&b))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    fn only(template: &str) -> FormTag {
        let mut found = tags(template);
        assert_eq!(found.len(), 1, "{template}");
        found.remove(0)
    }

    #[test]
    fn a_field_serialises_with_every_member() {
        let tag = only(r#"[checkbox* cor.fav use_label exclusive "Azul|#00f" 'Verde']"#);
        assert_eq!(
            serde_json::to_string(&tag).unwrap(),
            json!({
                "type": "checkbox*",
                "basetype": "checkbox",
                "name": "cor_fav",
                "options": ["use_label", "exclusive"],
                "raw_values": ["Azul|#00f", "Verde"],
                "labels": ["Azul", "Verde"],
                "values": ["Azul", "Verde"],
                "pipes": [["Azul", "#00f"], ["Verde", "Verde"]],
                "content": "",
            })
            .to_string()
        );
    }

    #[test]
    fn dots_become_underscores() {
        let tag = only("[text A.b-c:d_1]");
        assert_eq!(tag.name, "A_b-c:d_1");
        assert_eq!(tag.written_name, "A.b-c:d_1");
    }

    #[test]
    fn a_value_splits_at_its_first_bar() {
        let tag = only(r#"[select s "a|b|c" " x | y "]"#);
        assert_eq!(
            tag.pipes,
            [
                ("a".to_owned(), "b|c".to_owned()),
                ("x".to_owned(), "y".to_owned())
            ]
        );
        assert_eq!(tag.raw_values, ["a|b|c", " x | y "]);
    }

    #[test]
    fn without_quoted_parts_the_lists_are_empty() {
        let tag = only("[text nome placeholder size:40 min:-3 whatever%]");
        assert_eq!(
            tag.options,
            ["placeholder", "size:40", "min:-3", "whatever%"]
        );
        assert!(tag.raw_values.is_empty() && tag.labels.is_empty());
        assert!(tag.values.is_empty() && tag.pipes.is_empty());
    }

    #[test]
    fn a_word_behind_a_quoted_part_spoils_the_tag() {
        assert!(tags(r#"[text nome "Ana" size:40]"#).is_empty());
        assert!(tags(r#"[text nome "Ana]"#).is_empty());
    }

    #[test]
    fn names_that_are_none() {
        for template in [
            "[text 1nome]",
            "[text ação]",
            "[text]",
            "[text \"x\"]",
            "[email* -a]",
            "[texto nome]",
            "[ text nome]",
            "[text nome",
        ] {
            assert!(tags(template).is_empty(), "{template}");
        }
    }

    #[test]
    fn submit_and_response_need_no_name() {
        let found = tags("[submit \"Enviar\"][response][submit]");
        let names: Vec<&str> = found.iter().map(|tag| tag.name.as_str()).collect();
        assert_eq!(names, ["", "", ""]);
        assert_eq!(found.first().unwrap().values, ["Enviar"]);
    }

    #[test]
    fn doubled_brackets_are_an_escape() {
        assert_eq!(
            pieces("a [[text nome]] b"),
            [Piece::Text("a [text nome] b".to_owned())]
        );
        let half = pieces("[[text nome] b");
        assert_eq!(half.first(), Some(&Piece::Text("[".to_owned())));
        assert!(matches!(half.get(1), Some(Piece::Tag(_))));
    }

    #[test]
    fn line_breaks_within_a_tag_are_blanks() {
        let tag = only("[text*\n  nome\r\n\tsize:3 \"a\nb\"]");
        assert_eq!(tag.name, "nome");
        assert_eq!(tag.options, ["size:3"]);
        assert_eq!(tag.raw_values, ["a b"]);
    }

    #[test]
    fn the_text_before_an_end_tag_is_the_content() {
        let tag = only("[acceptance termos] Li <b>tudo</b> [/acceptance]");
        assert_eq!(tag.content, "Li <b>tudo</b>");
        let tag = only("[text* nome] oi [/text*]");
        assert_eq!(tag.content, "oi");
        let found = tags("[acceptance a]x[text b][/acceptance]");
        assert_eq!(found.len(), 2);
        assert_eq!(found.first().unwrap().content, "");
    }

    #[test]
    fn texts_and_fields_keep_their_order() {
        let found = pieces("<p>[text a] e [url b /]</p>[x]");
        let shown: Vec<String> = found
            .into_iter()
            .map(|piece| match piece {
                Piece::Text(text) => text,
                Piece::Tag(tag) => format!("#{}{:?}", tag.name, tag.options),
            })
            .collect();
        assert_eq!(shown, ["<p>", "#a[]", " e ", "#b[]", "</p>[x]"]);
    }

    #[test]
    fn many_open_brackets_end_quickly() {
        let hostile = "[text a".repeat(60_000);
        assert!(tags(&hostile).is_empty());
        let hostile = format!("{}]", "[".repeat(300_000));
        assert_eq!(pieces(&hostile), [Piece::Text(hostile.clone())]);
    }

    proptest! {
        #[test]
        fn any_text_is_read(template in r#"(\[{0,2}(text|email|radio|x)?\*?[ a-z0-9:."'|/]{0,8}\]{0,2}|\PC){0,30}"#) {
            let found = pieces(&template);
            for piece in &found {
                if let Piece::Tag(tag) = piece {
                    prop_assert!(tag.kind.may_be_nameless() || is_name(&tag.written_name));
                    prop_assert_eq!(tag.values.len(), tag.raw_values.len());
                }
            }
            let texts = found.windows(2).filter(|two| matches!(two, [Piece::Text(_), Piece::Text(_)]));
            prop_assert_eq!(texts.count(), 0);
        }

        #[test]
        fn text_without_brackets_is_kept(template in "[^\\[]{0,40}") {
            let wanted: Vec<Piece> = Some(template.clone()).filter(|one| !one.is_empty()).map(Piece::Text).into_iter().collect();
            prop_assert_eq!(pieces(&template), wanted);
        }
    }
}
