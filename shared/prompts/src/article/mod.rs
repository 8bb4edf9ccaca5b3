//! Reads articles and improved bodies out of answers, while they arrive.

mod addresses;
mod blocks;
mod elements;
mod markdown;
mod tokens;

#[cfg(test)]
mod tests;

pub use addresses::MissingAddresses;

use addresses::Addresses;
use blocks::Builder;
use elements::{Form, begins_html};
use tokens::{Token, Tokeniser};

/// Most bytes before the first block of an answer in HTML. An answer that has none until then is read as Markdown.
const PREAMBLE_BYTES: usize = 1_200;

/// An article, or a body that was improved.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Article {
    /// Title, plain text; empty if the answer has none, and for improvements.
    pub title: String,
    /// Body, HTML that `markup::sanitise::body` leaves as it is; empty if the answer holds no text.
    pub body: String,
    /// Whether the answer ends where an element ends. An answer that reached its most tokens usually does not.
    pub complete: bool,
}

/// How the answer is read.
#[derive(Debug, Default)]
enum Phase {
    /// No block has begun; `text` is what came so far.
    Preamble { text: String, is_line_start: bool },
    /// HTML.
    #[default]
    Html,
    /// Markdown or plain text, which is converted at the end.
    Markdown { text: String },
}

/// Reads an answer in pieces. Text before the first block, a Markdown fence and the wrapper of a whole document are
/// dropped. Only text, headings, lists, tables, quotations and simple formatting pass, and links whose address is in the
/// brief; other elements are removed and their text stays. What has been passed on never changes.
#[derive(Debug)]
pub struct ArticleReader {
    form: Form,
    phase: Phase,
    is_fenced: bool,
    tokeniser: Tokeniser,
    builder: Builder,
}

impl ArticleReader {
    /// Reads an article. Links are kept if `brief` names their address.
    pub(crate) fn for_article(brief: &str) -> Self {
        let mut addresses = Addresses::default();
        addresses.add_text(brief);
        Self::new(Form::Article, addresses)
    }

    /// Reads an improved body. Links and pictures of the `body` that was to be improved are kept, and links whose address is
    /// in the `instruction`.
    pub(crate) fn for_improvement(body: &str, instruction: &str) -> Self {
        let mut addresses = Addresses::default();
        addresses.add_html(body);
        addresses.add_text(instruction);
        Self::new(Form::Improvement, addresses)
    }

    fn new(form: Form, addresses: Addresses) -> Self {
        Self {
            form,
            phase: Phase::Preamble {
                text: String::new(),
                is_line_start: true,
            },
            is_fenced: false,
            tokeniser: Tokeniser::default(),
            builder: Builder::new(form, addresses),
        }
    }

    /// Reads a further piece of the answer. Returns the HTML that it completes, which may be empty: whole blocks, to be
    /// appended to what was returned before.
    pub fn feed(&mut self, piece: &str) -> &str {
        let before = self.builder.body.len();
        for next in piece.chars() {
            self.read(next);
        }
        self.builder.body.get(before..).unwrap_or_default()
    }

    /// The title, plain text; empty until it is complete.
    pub fn title(&self) -> &str {
        &self.builder.title
    }

    /// The blocks that are complete.
    pub fn body(&self) -> &str {
        &self.builder.body
    }

    /// Ends the answer.
    pub fn finish(mut self) -> Article {
        let markdown = match std::mem::take(&mut self.phase) {
            Phase::Html => None,
            Phase::Preamble { text, .. } | Phase::Markdown { text } => Some(text),
        };
        if let Some(text) = markdown {
            self.tokeniser = Tokeniser::default();
            let html = markdown::to_html(&text, self.form == Form::Article);
            for next in html.chars() {
                self.read(next);
            }
        }
        let Self {
            tokeniser,
            mut builder,
            is_fenced,
            ..
        } = self;
        let is_whole = tokeniser.finish(|token| take(&mut builder, is_fenced, &token));
        let has_ended = builder.has_ended;
        let is_closed = builder.finish();
        Article {
            complete: (has_ended || is_whole && is_closed) && !builder.body.is_empty(),
            title: builder.title,
            body: builder.body,
        }
    }

    fn read(&mut self, next: char) {
        if let Phase::Markdown { text } = &mut self.phase {
            text.push(next);
            return;
        }
        let mut tokens = Vec::new();
        self.tokeniser.push(next, |token| tokens.push(token));
        if let Phase::Preamble {
            text,
            is_line_start,
        } = &mut self.phase
        {
            text.push(next);
            let form = self.form;
            let first = tokens.iter().position(
                |token| matches!(token, Token::Start(tag) if begins_html(&tag.name, form)),
            );
            let is_heading = *is_line_start && next == '#';
            *is_line_start = next == '\n' || *is_line_start && next == ' ';
            match first {
                Some(first) => {
                    self.is_fenced = text.contains("```");
                    tokens.drain(..first);
                    self.phase = Phase::Html;
                }
                None if is_heading || text.len() > PREAMBLE_BYTES => {
                    let text = std::mem::take(text);
                    self.phase = Phase::Markdown { text };
                    return;
                }
                None => return,
            }
        }
        for token in &tokens {
            take(&mut self.builder, self.is_fenced, token);
        }
    }
}

/// Links and pictures of a body that its improvement does not have.
pub(crate) fn missing_addresses(body: &str, improved: &str) -> MissingAddresses {
    let mut addresses = Addresses::default();
    addresses.add_html(body);
    addresses.missing_in(improved)
}

/// Passes a token to the builder. The fence that closes a fenced answer ends it.
fn take(builder: &mut Builder, is_fenced: bool, token: &Token) {
    if let Token::Text(text) = token
        && is_fenced
        && builder.is_between_blocks()
        && text.trim_start().starts_with("```")
    {
        builder.has_ended = true;
    }
    builder.take(token);
}
