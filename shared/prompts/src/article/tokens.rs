//! Splits HTML into tokens while it arrives. Each character is read once and the state between two characters is bounded
//! by the token, so that the result does not depend on how the text is divided.

use markup::lexer::{Lexer, Piece};

/// Most bytes of a tag. A longer one, such as one whose quotation mark is missing, is dropped up to there.
const TAG_BYTES: usize = 8_192;

/// Elements whose content is not markup; it is dropped with them.
const RAW: [&str; 9] = [
    "script", "style", "textarea", "title", "xmp", "iframe", "noembed", "noframes", "noscript",
];

/// A token. Names are in lower case, texts and values are decoded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Token {
    /// Text between tags.
    Text(String),
    /// A start tag.
    Start(Tag),
    /// An end tag.
    End(String),
}

/// A start tag.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Tag {
    /// Name of the element.
    pub name: String,
    /// Attributes in the order written.
    pub attributes: Vec<(String, String)>,
}

impl Tag {
    /// The value of the first attribute of this name.
    pub(super) fn attribute(&self, name: &str) -> Option<&str> {
        let mut attributes = self.attributes.iter();
        attributes
            .find(|(own, _)| own == name)
            .map(|(_, value)| value.as_str())
    }
}

#[derive(Debug, Default)]
enum State {
    #[default]
    Text,
    /// Behind `<`.
    Less,
    /// Behind `</`.
    LessSlash,
    /// In a tag; `value` follows its quotation mark.
    Tag {
        source: String,
        quote: Option<char>,
        after_equals: bool,
    },
    /// Behind `<!`, with the dashes seen.
    Declaration { dashes: usize },
    /// In a comment, with the dashes at its present end.
    Comment { dashes: usize },
    /// In markup that ends with the next `>`.
    Skipped,
    /// In an element whose content is dropped, with the part of its end tag that was seen.
    Raw { end: String, seen: String },
}

/// The tokeniser.
#[derive(Debug, Default)]
pub(super) struct Tokeniser {
    state: State,
    text: String,
}

impl Tokeniser {
    /// Reads a character and passes the tokens that it completes to `take`.
    pub(super) fn push(&mut self, next: char, mut take: impl FnMut(Token)) {
        let state = std::mem::take(&mut self.state);
        self.state = self.step(state, next, &mut take);
    }

    /// Ends the text. Returns whether it ended outside of markup.
    pub(super) fn finish(mut self, mut take: impl FnMut(Token)) -> bool {
        let is_whole = matches!(self.state, State::Text | State::Less);
        if matches!(self.state, State::Less) {
            self.text.push('<');
        }
        self.flush(&mut take);
        is_whole
    }

    fn flush(&mut self, take: &mut impl FnMut(Token)) {
        if !self.text.is_empty() {
            take(Token::Text(markup::escape::decode(&self.text)));
            self.text.clear();
        }
    }

    fn step(&mut self, state: State, next: char, take: &mut impl FnMut(Token)) -> State {
        match state {
            State::Text if next == '<' => State::Less,
            State::Text => {
                self.text.push(next);
                State::Text
            }
            State::Less => self.after_less(next),
            State::LessSlash if next.is_ascii_alphabetic() => State::Tag {
                source: format!("</{next}"),
                quote: None,
                after_equals: false,
            },
            State::LessSlash | State::Skipped if next == '>' => State::Text,
            State::LessSlash | State::Skipped => State::Skipped,
            State::Tag {
                source,
                quote,
                after_equals,
            } => self.in_tag(source, quote, after_equals, next, take),
            State::Declaration { dashes: 1 } if next == '-' => State::Comment { dashes: 2 },
            State::Declaration { .. } if next == '-' => State::Declaration { dashes: 1 },
            State::Declaration { .. } if next == '>' => State::Text,
            State::Declaration { .. } => State::Skipped,
            State::Comment { dashes } if next == '>' && dashes >= 2 => State::Text,
            State::Comment { dashes } if next == '-' => State::Comment { dashes: dashes + 1 },
            State::Comment { .. } => State::Comment { dashes: 0 },
            State::Raw { end, seen } => in_raw(end, seen, next),
        }
    }

    fn after_less(&mut self, next: char) -> State {
        match next {
            '/' => State::LessSlash,
            '!' => State::Declaration { dashes: 0 },
            '?' => State::Skipped,
            next if next.is_ascii_alphabetic() => State::Tag {
                source: format!("<{next}"),
                quote: None,
                after_equals: false,
            },
            '<' => {
                self.text.push('<');
                State::Less
            }
            literal => {
                self.text.push('<');
                self.text.push(literal);
                State::Text
            }
        }
    }

    fn in_tag(
        &mut self,
        mut source: String,
        quote: Option<char>,
        after_equals: bool,
        next: char,
        take: &mut impl FnMut(Token),
    ) -> State {
        source.push(next);
        if next == '>' && quote.is_none() {
            return self.tag(&source, take);
        }
        if source.len() > TAG_BYTES {
            return State::Text;
        }
        let quote = match quote {
            Some(open) if open == next => None,
            Some(open) => Some(open),
            None if after_equals && matches!(next, '"' | '\'') => Some(next),
            None => None,
        };
        let after_equals = next == '=' || after_equals && next.is_ascii_whitespace();
        State::Tag {
            source,
            quote,
            after_equals,
        }
    }

    /// A whole tag.
    fn tag(&mut self, source: &str, take: &mut impl FnMut(Token)) -> State {
        let token = match Lexer::new(source).next() {
            Some(Piece::Start(tag)) => {
                let attributes = tag.attributes.into_iter();
                Token::Start(Tag {
                    name: tag.name,
                    attributes: attributes
                        .map(|(name, value)| (name, markup::escape::decode(value)))
                        .collect(),
                })
            }
            Some(Piece::End(name)) => Token::End(name),
            _ => return State::Text,
        };
        if let Token::Start(tag) = &token
            && RAW.contains(&tag.name.as_str())
        {
            return State::Raw {
                end: format!("</{}", tag.name),
                seen: String::new(),
            };
        }
        self.flush(take);
        take(token);
        State::Text
    }
}

/// Looks for the end tag of an element whose content is dropped.
fn in_raw(end: String, mut seen: String, next: char) -> State {
    if seen.len() == end.len() {
        if next == '>' {
            return State::Text;
        }
        if !next.is_ascii_alphanumeric() {
            return State::Skipped;
        }
    }
    seen.push(next.to_ascii_lowercase());
    if !end.starts_with(&seen) {
        seen.clear();
        if next == '<' {
            seen.push(next);
        }
    }
    State::Raw { end, seen }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn printed(html: &str) -> String {
        let mut printed = String::new();
        let mut take = |token| match token {
            Token::Text(text) => printed.push_str(&format!("[{text}]")),
            Token::End(name) => printed.push_str(&format!("(/{name})")),
            Token::Start(tag) => {
                printed.push_str(&format!("({}", tag.name));
                for (name, value) in &tag.attributes {
                    printed.push_str(&format!(" {name}={{{value}}}"));
                }
                printed.push(')');
            }
        };
        let mut tokeniser = Tokeniser::default();
        for next in html.chars() {
            tokeniser.push(next, &mut take);
        }
        tokeniser.finish(&mut take);
        printed
    }

    #[test]
    fn reads_text_and_tags() {
        for (html, expected) in [
            (
                "a<P x='1 > 2' y=\"&amp;\">b</P >c",
                "[a](p x={1 > 2} y={&})[b](/p)[c]",
            ),
            ("1 < 2 << 3 &lt;b&gt;", "[1 < 2 << 3 <b>]"),
            (
                "a<!-- <b> --->b<!doctype html>c<?x?>d<!---->e</ x>f",
                "[abcdef]",
            ),
            ("a<script>if (a<b) '</scriptx>'</SCRIPT >b", "[ab]"),
            ("a<style>b</style>c<iframe>d<p>e</iframe>f", "[acf]"),
            ("a<b", "[a]"),
            ("a<", "[a<]"),
            ("<a href=x>b</a>", "(a href={x})[b](/a)"),
            ("<br/><a title=it's>b", "(br)(a title={it's})[b]"),
        ] {
            assert_eq!(printed(html), expected, "{html}");
        }
    }

    #[test]
    fn a_tag_that_does_not_end_does_not_take_the_rest() {
        let html = format!("<a href=\"x>{}<p>b</p>", "y".repeat(TAG_BYTES));
        assert!(printed(&html).ends_with("(p)[b](/p)"));
    }
}
