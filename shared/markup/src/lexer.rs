//! Cuts HTML into text and tags in one pass, without building a tree.
//!
//! It follows the HTML tokeniser in what matters to people's texts: comments, quoted attributes,
//! elements whose content is no markup. Safety never rests on it alone: what is kept is written anew
//! and then judged by the sanitiser's parser.

/// Attributes kept of one tag; the rest are read over. No element that we keep has half as many.
const MAXIMUM_ATTRIBUTES: usize = 32;

/// Elements whose content is not markup. It is left out together with them.
const RAW: [&str; 9] = [
    "script", "style", "textarea", "title", "xmp", "iframe", "noembed", "noframes", "noscript",
];

/// One part of a source.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Piece<'a> {
    /// Text as written, entities undecoded. A `<` in it is meant as a character.
    Text(&'a str),
    Start(Tag<'a>),
    /// The name in lower case.
    End(String),
}

/// A start tag. Attribute values are as written, entities undecoded.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Tag<'a> {
    /// In lower case.
    pub name: String,
    /// Names in lower case, in the order written.
    pub attributes: Vec<(String, &'a str)>,
    /// Whether it was written with a slash at its end.
    pub slashed: bool,
}

impl<'a> Tag<'a> {
    /// The first attribute of this name, as written.
    pub fn attribute(&self, name: &str) -> Option<&'a str> {
        self.attributes
            .iter()
            .find(|(own, _)| own == name)
            .map(|(_, value)| *value)
    }
}

/// Iterates over the pieces of a source.
pub(crate) struct Lexer<'a> {
    rest: &'a str,
}

impl<'a> Lexer<'a> {
    pub fn new(html: &'a str) -> Self {
        Self { rest: html }
    }

    /// Takes what comes before the first character that `stop` names, or everything.
    fn take_until(&mut self, stop: impl Fn(char) -> bool) -> &'a str {
        let end = self.rest.find(stop).unwrap_or(self.rest.len());
        let (taken, rest) = self.rest.split_at(end);
        self.rest = rest;
        taken
    }

    /// Goes behind the next `end`, or to the end of the source.
    fn skip_behind(&mut self, end: &str) {
        self.rest = self.rest.split_once(end).map_or("", |(_, rest)| rest);
    }

    /// The rest begins behind `<!--`.
    fn skip_comment(&mut self) {
        for abrupt in [">", "->"] {
            if let Some(rest) = self.rest.strip_prefix(abrupt) {
                self.rest = rest;
                return;
            }
        }
        let (inside, behind) = self.rest.split_once("-->").unwrap_or((self.rest, ""));
        // `--!>` closes a comment too. It is looked for in this comment only, which keeps time linear.
        self.rest = match inside.split_once("--!>") {
            Some((before, _)) => self.rest.split_at(before.len() + "--!>".len()).1,
            None => behind,
        };
    }

    /// The rest begins with a tag's name. `None` when the source ends inside the tag.
    fn tag(&mut self) -> Option<Tag<'a>> {
        let name = self
            .take_until(|character| {
                character.is_ascii_whitespace() || matches!(character, '/' | '>')
            })
            .to_ascii_lowercase();
        let mut attributes = Vec::new();
        loop {
            let between =
                self.take_until(|character| !(character.is_ascii_whitespace() || character == '/'));
            if let Some(rest) = self.rest.strip_prefix('>') {
                self.rest = rest;
                return Some(Tag {
                    name,
                    attributes,
                    slashed: between.trim_ascii_end().ends_with('/'),
                });
            }
            let (name, value) = self.attribute()?;
            if attributes.len() < MAXIMUM_ATTRIBUTES {
                attributes.push((name.to_ascii_lowercase(), value));
            }
        }
    }

    fn attribute(&mut self) -> Option<(&'a str, &'a str)> {
        let source = self.rest;
        // A name may begin with `=`, by the letter of the standard.
        self.rest = source.strip_prefix('=').unwrap_or(source);
        self.take_until(|character| {
            character.is_ascii_whitespace() || matches!(character, '/' | '>' | '=')
        });
        let name = source.split_at(source.len() - self.rest.len()).0;
        self.skip_whitespace();
        let Some(rest) = self.rest.strip_prefix('=') else {
            return (!self.rest.is_empty()).then_some((name, ""));
        };
        self.rest = rest;
        self.skip_whitespace();
        for quote in ['"', '\''] {
            if let Some(rest) = self.rest.strip_prefix(quote) {
                let (value, rest) = rest.split_once(quote)?;
                self.rest = rest;
                return Some((name, value));
            }
        }
        let value =
            self.take_until(|character| character.is_ascii_whitespace() || character == '>');
        (!self.rest.is_empty()).then_some((name, value))
    }

    fn skip_whitespace(&mut self) {
        self.rest = self
            .rest
            .trim_start_matches(|character: char| character.is_ascii_whitespace());
    }

    /// Goes to the end tag of a raw element, or to the end of the source.
    fn skip_raw(&mut self, name: &str) {
        loop {
            self.take_until(|character| character == '<');
            let Some(rest) = self.rest.strip_prefix('<') else {
                return;
            };
            let closes = rest
                .strip_prefix('/')
                .and_then(|rest| rest.split_at_checked(name.len()))
                .is_some_and(|(own, behind)| {
                    own.eq_ignore_ascii_case(name)
                        && !behind.starts_with(|next: char| next.is_ascii_alphanumeric())
                });
            if closes {
                return;
            }
            self.rest = rest;
        }
    }

    /// The rest begins with `<`. `Ok(None)` for markup without meaning, `Err` when it is a character.
    fn markup(&mut self) -> Result<Option<Piece<'a>>, &'a str> {
        let source = self.rest;
        let (sign, rest) = source.split_at(1);
        let starts_name = |text: &str| text.starts_with(|next: char| next.is_ascii_alphabetic());
        self.rest = rest;
        if let Some(rest) = rest.strip_prefix("!--") {
            self.rest = rest;
            self.skip_comment();
            Ok(None)
        } else if rest.starts_with(['!', '?']) {
            self.skip_behind(">");
            Ok(None)
        } else if let Some(rest) = rest.strip_prefix('/') {
            if starts_name(rest) {
                self.rest = rest;
                return Ok(self.end_of_tag().map(|tag| Piece::End(tag.name)));
            }
            self.skip_behind(">");
            Ok(None)
        } else if starts_name(rest) {
            let tag = self.end_of_tag();
            if let Some(tag) = tag.as_ref().filter(|tag| RAW.contains(&tag.name.as_str())) {
                self.skip_raw(&tag.name);
            }
            Ok(tag.map(Piece::Start))
        } else {
            Err(sign)
        }
    }

    /// Reads a tag; a source that ends inside a tag ends before it.
    fn end_of_tag(&mut self) -> Option<Tag<'a>> {
        let tag = self.tag();
        if tag.is_none() {
            self.rest = "";
        }
        tag
    }
}

impl<'a> Iterator for Lexer<'a> {
    type Item = Piece<'a>;

    fn next(&mut self) -> Option<Piece<'a>> {
        while !self.rest.is_empty() {
            if !self.rest.starts_with('<') {
                return Some(Piece::Text(self.take_until(|character| character == '<')));
            }
            match self.markup() {
                Ok(Some(piece)) => return Some(piece),
                Ok(None) => {}
                Err(sign) => return Some(Piece::Text(sign)),
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(html: &str) -> String {
        Lexer::new(html)
            .map(|piece| match piece {
                Piece::Text(text) => format!("[{text}]"),
                Piece::End(name) => format!("(/{name})"),
                Piece::Start(tag) => {
                    let attributes: String = tag
                        .attributes
                        .iter()
                        .map(|(name, value)| format!(" {name}={{{value}}}"))
                        .collect();
                    format!("({}{attributes})", tag.name)
                }
            })
            .collect()
    }

    #[test]
    fn reads_text_and_tags() {
        assert_eq!(
            shown("a<P Class='x y' ID=1 open>b</P >c"),
            "[a](p class={x y} id={1} open={})[b](/p)[c]"
        );
        assert_eq!(shown("<br/><img src=a/b.jpg />"), "(br)(img src={a/b.jpg})");
        assert_eq!(
            shown(r#"<a title="x > y" href = 'z'>"#),
            "(a title={x > y} href={z})"
        );
    }

    #[test]
    fn keeps_signs_that_are_no_markup() {
        assert_eq!(shown("1 < 2 <3"), "[1 ][<][ 2 ][<][3]");
        assert_eq!(shown("a << b"), "[a ][<][<][ b]");
    }

    #[test]
    fn leaves_comments_and_declarations_out() {
        for html in [
            "a<!-- x --><!-->b",
            "a<!--->b",
            "a<!-- <b> --!>b",
            "a<!DOCTYPE html>b",
            "a<?x y>b",
            "a</>b",
            "a</ x>b",
            "a<![CDATA[x]]>b",
        ] {
            assert_eq!(shown(html), "[a][b]", "{html}");
        }
        assert_eq!(shown("a<!-- never closed <b>"), "[a]");
    }

    #[test]
    fn leaves_raw_content_out() {
        assert_eq!(
            shown("<script>if (a<b) '</scriptx>'</SCRIPT >z"),
            "(script)(/script)[z]"
        );
        assert_eq!(shown("<style>a{}"), "(style)");
        assert_eq!(
            shown("<iframe src=x><b>y</b></iframe>z"),
            "(iframe src={x})(/iframe)[z]"
        );
    }

    #[test]
    fn a_source_that_ends_inside_a_tag_ends_before_it() {
        for html in [
            "x<a",
            "x<a ",
            "x<a href",
            "x<a href=",
            "x<a href=\"y",
            "x<a href=y",
            "x</a",
        ] {
            assert_eq!(shown(html), "[x]", "{html}");
        }
    }

    #[test]
    fn reads_strange_attributes_as_the_standard_does() {
        assert_eq!(shown(r#"<a =b "c' d=>e"#), r#"(a =b={} "c'={} d={})[e]"#);
    }
}
