//! Serialises sanitised HTML as blocks of the block editor of deployed content systems: each element of the top level between
//! comments that name its block and the attributes that the HTML does not say. The forms are those that the editor's blocks
//! save themselves, so that the editor opens them without a warning (`tests/block-editor` plays its packages on them).
//!
//! What no block can express becomes a block of HTML, which the editor keeps as it is: nothing is lost.

mod attributes;
mod container;
mod embeds;
mod figures;
mod lists;
mod serialise;
mod tables;
mod texts;

use scraper::Html;

use crate::lexer::{Lexer, Piece};
use crate::render::{Delimiter, next_delimiter};

use self::container::Converter;
use self::serialise::VOID;

/// The body of a post as blocks.
///
/// `html` is a sanitised body; `attachment` returns the identifier that the picture at an address has on the host, or `None`
/// for pictures that were not uploaded there. Blocks that the body has already are kept as they are, so the function is
/// idempotent. Time is linear in the length of `html`.
pub fn of_html(html: &str, attachment: &dyn Fn(&str) -> Option<u64>) -> String {
    let mut converter = Converter::new(html.len(), attachment);
    let segments = segments(html);
    let is_divisible = segments.iter().all(|segment| match segment {
        Segment::Html(html) => is_balanced(html),
        Segment::Block(_) => true,
    });
    if !is_divisible {
        // Blocks lie inside of elements: only whoever wrote them knows what belongs together.
        return html.to_owned();
    }
    for segment in segments {
        match segment {
            Segment::Block(block) => converter.keep(block),
            Segment::Html(html) if html.trim_ascii().is_empty() => {}
            Segment::Html(html) => {
                let fragment = Html::parse_fragment(html);
                converter.blocks(fragment.root_element().children());
            }
        }
    }
    converter.finish()
}

/// A part of a body's top level.
#[derive(Debug, PartialEq, Eq)]
enum Segment<'a> {
    /// HTML outside of blocks.
    Html(&'a str),
    /// A block with its delimiters.
    Block(&'a str),
}

/// Divides a body into blocks of the top level and the HTML between them. A block without its end reaches to the end of the
/// body; an end without its block is dropped.
fn segments(html: &str) -> Vec<Segment<'_>> {
    let part = |begin: usize, end: usize| html.get(begin..end).unwrap_or_default();
    let mut found = Vec::new();
    // Where the present segment begins, and how many blocks are open.
    let (mut begin, mut depth, mut searched) = (0, 0_usize, 0);
    while let Some((delimiter, at, end)) = next_delimiter(html, searched) {
        searched = end;
        if depth == 0 {
            found.push(Segment::Html(part(begin, at)));
            begin = at;
        }
        match delimiter {
            Delimiter::Open => depth += 1,
            Delimiter::Void => {}
            Delimiter::Close if depth == 0 => {
                begin = end;
                continue;
            }
            Delimiter::Close => depth -= 1,
        }
        if depth == 0 {
            found.push(Segment::Block(part(begin, end)));
            begin = end;
        }
    }
    let rest = part(begin, html.len());
    found.push(if depth == 0 {
        Segment::Html(rest)
    } else {
        Segment::Block(rest)
    });
    found
}

/// Whether every element that `html` opens is closed in it, and no other is.
fn is_balanced(html: &str) -> bool {
    let mut depth = 0_usize;
    for piece in Lexer::new(html) {
        match piece {
            Piece::Start(tag) if !VOID.contains(&tag.name.as_str()) => depth += 1,
            Piece::End(_) if depth == 0 => return false,
            Piece::End(_) => depth -= 1,
            Piece::Start(_) | Piece::Text(_) => {}
        }
    }
    depth == 0
}

#[cfg(test)]
mod tests;
