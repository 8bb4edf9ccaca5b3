//! The elements that are open: opening, closing, and what separates the text in them.

use super::super::elements::Kind;
use super::{Builder, Gap, Open};

impl Builder {
    /// The innermost element that is no formatting.
    pub(super) fn innermost(&self) -> Option<usize> {
        self.last(|kind| !matches!(kind, Kind::Inline(_) | Kind::Link))
    }

    pub(super) fn innermost_kind(&self) -> Option<Kind> {
        self.innermost()
            .and_then(|index| self.open.get(index))
            .map(|open| open.kind)
    }

    pub(super) fn is_in(&self, is: impl Fn(Kind) -> bool) -> bool {
        self.innermost_kind().is_some_and(is)
    }

    /// Whether paragraphs become lines here.
    pub(super) fn is_in_line_container(&self) -> bool {
        self.is_in(|kind| {
            matches!(
                kind,
                Kind::Item | Kind::Cell(_) | Kind::Caption | Kind::FigureCaption
            )
        })
    }

    pub(super) fn is_in_table(&self) -> bool {
        self.last(|kind| kind == Kind::Table).is_some()
    }

    pub(super) fn last(&self, is: impl Fn(Kind) -> bool) -> Option<usize> {
        self.open.iter().rposition(|open| is(open.kind))
    }

    pub(super) fn open(&mut self, kind: Kind, name: &'static str, is_implied: bool) {
        let start = self.block.len();
        let is_inline = matches!(kind, Kind::Inline(_) | Kind::Link);
        let gap = if is_inline { self.gap } else { Gap::None };
        if is_inline {
            self.write_gap();
        }
        self.gap = Gap::None;
        self.block.push('<');
        self.block.push_str(name);
        self.block.push('>');
        self.open.push(Open {
            kind,
            name,
            start,
            gap,
            has_content: false,
            is_implied,
        });
    }

    pub(super) fn mark_content(&mut self) {
        self.ends_with_gap = false;
        for open in self.open.iter_mut().rev() {
            if open.has_content {
                break;
            }
            open.has_content = true;
        }
    }

    pub(super) fn close_through(&mut self, is: impl Fn(Kind) -> bool) {
        if let Some(index) = self.last(is) {
            self.close(index);
        }
    }

    /// Closes formatting.
    pub(super) fn close_inline(&mut self) {
        self.close(self.innermost().map_or(0, |index| index + 1));
    }

    /// Closes everything but a quotation.
    pub(super) fn close_to_quote(&mut self) {
        let quote = self.last(|kind| kind == Kind::Quote);
        self.close(quote.map_or(0, |index| index + 1));
    }

    /// Closes elements until `depth` are open. Empty ones are dropped, except for cells.
    pub(super) fn close(&mut self, depth: usize) {
        while self.open.len() > depth
            && let Some(open) = self.open.pop()
        {
            let is_inline = matches!(open.kind, Kind::Inline(_) | Kind::Link);
            if !is_inline {
                self.gap = Gap::None;
            }
            if open.has_content || matches!(open.kind, Kind::Cell(_)) {
                self.block.push_str("</");
                self.block.push_str(open.name);
                self.block.push('>');
            } else {
                self.block.truncate(open.start);
                self.ends_with_gap = false;
                if is_inline && self.gap == Gap::None {
                    self.gap = open.gap;
                }
            }
        }
        self.complete();
    }

    /// Writes the gap before a text, unless it would stand at the beginning of an element or behind another gap.
    pub(super) fn write_gap(&mut self) {
        let has_content = self
            .innermost()
            .and_then(|index| self.open.get(index))
            .is_some_and(|open| open.has_content);
        let gap = std::mem::take(&mut self.gap);
        if has_content && gap != Gap::None && !self.ends_with_gap {
            self.block.push_str(match gap {
                Gap::Break => "<br>",
                Gap::None | Gap::Space => " ",
            });
            self.ends_with_gap = true;
        }
    }
}
