//! Splits HTML into text and tags in one pass, without building a tree.
//!
//! It follows the HTML tokeniser for comments, quoted attributes and raw text elements. Safety does not
//! depend on this module alone: the outline is serialised from its output and then filtered by the
//! sanitiser's HTML5 parser.

/// Attributes read per tag; further ones are skipped. No allowed element has half as many.
const MAXIMUM_ATTRIBUTES: usize = 32;

/// Raw text elements: their content is not markup and is dropped together with the element.
const RAW: [&str; 9] = [
    "script", "style", "textarea", "title", "xmp", "iframe", "noembed", "noframes", "noscript",
];

/// Whether the content of an element of this name, in lower case, is raw text.
pub fn is_raw(name: &str) -> bool {
    RAW.contains(&name)
}

/// One token of a source.
#[derive(Debug, PartialEq, Eq)]
pub enum Piece<'a> {
    /// Text as written, entities not decoded. A `<` in it is a literal character.
    Text(&'a str),
    /// A start tag.
    Start(Tag<'a>),
    /// An end tag: the element's name in lower case.
    End(String),
}

/// A start tag. Attribute values are as written, entities not decoded.
#[derive(Debug, PartialEq, Eq)]
pub struct Tag<'a> {
    /// The element's name in lower case.
    pub name: String,
    /// Names in lower case, in the order written.
    pub attributes: Vec<(String, &'a str)>,
    /// Whether the tag ends with a slash.
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

/// Iterator over the tokens of a source.
pub struct Lexer<'a> {
    rest: &'a str,
    raw: &'a str,
}

impl<'a> Lexer<'a> {
    /// Reads `html` from its beginning.
    pub fn new(html: &'a str) -> Self {
        Self {
            rest: html,
            raw: "",
        }
    }

    /// Text of the raw text element whose start tag was read last, as written.
    pub const fn raw_text(&self) -> &'a str {
        self.raw
    }

    /// What was not read yet.
    pub const fn rest(&self) -> &'a str {
        self.rest
    }

    /// Consumes the text before the first character for which `stop` is true, or everything.
    fn take_until(&mut self, stop: impl Fn(char) -> bool) -> &'a str {
        let end = self.rest.find(stop).unwrap_or(self.rest.len());
        let (taken, rest) = self.rest.split_at(end);
        self.rest = rest;
        taken
    }

    /// Advances past the next `end`, or to the end of the source.
    fn skip_behind(&mut self, end: &str) {
        self.rest = self.rest.split_once(end).map_or("", |(_, rest)| rest);
    }

    /// Skips a comment whose `<!--` has been consumed.
    fn skip_comment(&mut self) {
        for abrupt in [">", "->"] {
            if let Some(rest) = self.rest.strip_prefix(abrupt) {
                self.rest = rest;
                return;
            }
        }
        let (inside, behind) = self.rest.split_once("-->").unwrap_or((self.rest, ""));
        // `--!>` closes a comment too. It is searched only up to the regular end, so that time stays
        // linear.
        self.rest = match inside.split_once("--!>") {
            Some((before, _)) => self.rest.split_at(before.len() + "--!>".len()).1,
            None => behind,
        };
    }

    /// Reads a tag from its name on. `None` when the source ends inside the tag.
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
        // By the HTML standard, an attribute name may begin with `=`.
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

    /// Advances to the end tag of a raw text element, or to the end of the source.
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

    /// Reads markup at a `<`. `Ok(None)` for markup to drop, `Err` when the `<` is a literal character.
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
            if let Some(tag) = tag.as_ref().filter(|tag| is_raw(&tag.name)) {
                let from = self.rest;
                self.skip_raw(&tag.name);
                self.raw = from.strip_suffix(self.rest).unwrap_or_default();
            }
            Ok(tag.map(Piece::Start))
        } else {
            Err(sign)
        }
    }

    /// Reads a start tag. When the source ends inside the tag, the rest of the source is dropped.
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

    fn printed(html: &str) -> String {
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
            printed("a<P Class='x y' ID=1 open>b</P >c"),
            "[a](p class={x y} id={1} open={})[b](/p)[c]"
        );
        assert_eq!(
            printed("<br/><img src=a/b.jpg />"),
            "(br)(img src={a/b.jpg})"
        );
        assert_eq!(
            printed(r#"<a title="x > y" href = 'z'>"#),
            "(a title={x > y} href={z})"
        );
    }

    #[test]
    fn keeps_literal_less_than_signs() {
        assert_eq!(printed("1 < 2 <3"), "[1 ][<][ 2 ][<][3]");
        assert_eq!(printed("a << b"), "[a ][<][<][ b]");
    }

    #[test]
    fn drops_comments_and_declarations() {
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
            assert_eq!(printed(html), "[a][b]", "{html}");
        }
        assert_eq!(printed("a<!-- never closed <b>"), "[a]");
    }

    #[test]
    fn drops_raw_text_elements() {
        assert_eq!(
            printed("<script>if (a<b) '</scriptx>'</SCRIPT >z"),
            "(script)(/script)[z]"
        );
        assert_eq!(printed("<style>a{}"), "(style)");
        assert_eq!(
            printed("<iframe src=x><b>y</b></iframe>z"),
            "(iframe src={x})(/iframe)[z]"
        );
    }

    #[test]
    fn drops_an_unfinished_tag_at_the_end() {
        for html in [
            "x<a",
            "x<a ",
            "x<a href",
            "x<a href=",
            "x<a href=\"y",
            "x<a href=y",
            "x</a",
        ] {
            assert_eq!(printed(html), "[x]", "{html}");
        }
    }

    #[test]
    fn reads_unusual_attributes_as_the_html_standard_does() {
        assert_eq!(printed(r#"<a =b "c' d=>e"#), r#"(a =b={} "c'={} d={})[e]"#);
    }
}
