//! Reads mail tags out of a template: `[name]`, `[_special]`, `[_format_name "d/m/Y"]`.

/// A part of a template of a mail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Part<'a> {
    /// Text between tags, escapes resolved.
    Text(&'a str),
    /// A tag.
    Tag {
        /// The tag as written, with its brackets.
        written: &'a str,
        /// The name.
        name: &'a str,
        /// The first quoted part.
        argument: Option<&'a str>,
    },
}

/// The parts of a template in their order.
pub fn parts(template: &str) -> Vec<Part<'_>> {
    let mut found = Vec::new();
    let mut text = 0;
    let mut at = 0;
    while let Some(open) = find(template, at, &['[']) {
        at = open + 1;
        let Some(end) = find(template, at, &['[', ']']) else {
            break;
        };
        if !slice(template, end, end + 1).starts_with(']') {
            continue;
        }
        let inner = slice(template, at, end);
        let Some((name, argument)) = name_and_argument(inner) else {
            at = end + 1;
            continue;
        };
        let before = slice(template, text, open);
        at = end + 1;
        text = at;
        if before.ends_with('[') && slice(template, at, at + 1) == "]" {
            found.push(Part::Text(before.strip_suffix('[').unwrap_or(before)));
            found.push(Part::Text(slice(template, open, at)));
            at += 1;
            text = at;
            continue;
        }
        found.push(Part::Text(before));
        found.push(Part::Tag {
            written: slice(template, open, at),
            name,
            argument,
        });
    }
    found.push(Part::Text(slice(template, text, template.len())));
    found.retain(|part| *part != Part::Text(""));
    found
}

fn slice(template: &str, start: usize, end: usize) -> &str {
    template.get(start..end).unwrap_or_default()
}

fn find(template: &str, from: usize, wanted: &[char]) -> Option<usize> {
    let rest = template.get(from..)?;
    rest.find(wanted).map(|at| at + from)
}

/// The name and the first quoted part; none when this is no tag.
fn name_and_argument(inner: &str) -> Option<(&str, Option<&str>)> {
    let inner = inner.trim_matches([' ', '\t']);
    let end = inner.find([' ', '\t']).unwrap_or(inner.len());
    let (name, mut rest) = inner.split_at(end);
    let fits = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && name
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || b"_:.-".contains(&b));
    if !fits {
        return None;
    }
    let mut argument = None;
    loop {
        rest = rest.trim_start_matches([' ', '\t']);
        let Some(quote) = rest.chars().next() else {
            return Some((name, argument));
        };
        if !matches!(quote, '"' | '\'') {
            return None;
        }
        let (quoted, behind) = rest.strip_prefix(quote)?.split_once(quote)?;
        argument = argument.or(Some(quoted));
        rest = behind;
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn shown(template: &str) -> Vec<String> {
        parts(template)
            .into_iter()
            .map(|part| match part {
                Part::Text(text) => text.to_owned(),
                Part::Tag { name, argument, .. } => format!(
                    "<{name}{}>",
                    argument.map(|one| format!(":{one}")).unwrap_or_default()
                ),
            })
            .collect()
    }

    #[test]
    fn tags_with_their_arguments() {
        assert_eq!(
            shown("Olá [your-name], [ _format_dia \"d/m/Y\" 'x' ]!"),
            ["Olá ", "<your-name>", ", ", "<_format_dia:d/m/Y>", "!"]
        );
    }

    #[test]
    fn brackets_that_are_no_tags() {
        for template in [
            "[]", "[ção]", "[a b]", "[a", "a]", "[1]", "[a \"x]", "[a [b",
        ] {
            assert_eq!(shown(template), [template], "{template}");
        }
        assert_eq!(shown("[a [b]"), ["[a ", "<b>"]);
        assert!(shown("").is_empty());
    }

    #[test]
    fn doubled_brackets_are_an_escape() {
        assert_eq!(shown("x [[nome]] y").concat(), "x [nome] y");
        assert_eq!(shown("[[nome]").concat(), "[<nome>");
    }

    proptest! {
        #[test]
        fn texts_and_written_tags_make_up_the_template(template in r#"([\[\]a-z "']|\PC){0,60}"#) {
            let rebuilt: String = parts(&template).iter().map(|part| match part {
                Part::Text(text) => *text,
                Part::Tag { written, .. } => *written,
            }).collect();
            prop_assert!(rebuilt.len() <= template.len());
            if !template.contains("[[") {
                prop_assert_eq!(rebuilt, template);
            }
        }
    }
}
