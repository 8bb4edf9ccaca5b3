//! Text without markup, with the position of every character in the source.

/// One paragraph, heading, list item or table cell: the unit that sentences do not cross.
#[derive(Debug, Default)]
pub struct Block {
    /// The visible text, entities decoded.
    pub text: String,
    /// For every byte of `text` the offset of its character in UTF-16 code units of the source, and one entry for the end.
    starts: Vec<u32>,
    /// For every byte of `text` the UTF-16 offset behind its character.
    ends: Vec<u32>,
    /// Byte ranges of `text` in italics, quotation elements or another language, in order and without overlaps.
    pub(crate) marked: Vec<(usize, usize)>,
}

impl Block {
    /// Appends a character that takes the UTF-16 units from `start` to `end` of the source.
    ///
    /// A combining accent joins the letter before it, so that words compare equal however they are encoded.
    pub(crate) fn push(&mut self, character: char, start: usize, end: usize) {
        if let Some(composed) = self
            .text
            .chars()
            .next_back()
            .and_then(|letter| compose(letter, character))
        {
            let at = self.text.len() - self.text.chars().next_back().map_or(0, char::len_utf8);
            let first = self.starts.get(at).copied().unwrap_or_default() as usize;
            self.text.truncate(at);
            self.starts.truncate(at);
            self.ends.truncate(at);
            self.push(composed, first, end);
            return;
        }
        self.text.push(character);
        for _ in 0..character.len_utf8() {
            self.starts.push(narrow(start));
            self.ends.push(narrow(end));
        }
    }

    /// The UTF-16 offset and length in the source of the byte range `start..end` of the text.
    pub fn source_span(&self, start: usize, end: usize) -> (usize, usize) {
        let from = self.starts.get(start).copied().unwrap_or_default() as usize;
        let until = end
            .checked_sub(1)
            .and_then(|last| self.ends.get(last))
            .copied()
            .unwrap_or_default() as usize;
        (from, until.saturating_sub(from))
    }

    /// Marks the text from `start` to its present end.
    pub(crate) fn mark(&mut self, start: usize) {
        if start < self.text.len() {
            self.marked.push((start, self.text.len()));
        }
    }

    /// Whether a byte position is in italics, a quotation element or another language.
    pub(crate) fn is_marked(&self, position: usize) -> bool {
        let behind = self.marked.partition_point(|(_, end)| *end <= position);
        self.marked
            .get(behind)
            .is_some_and(|(start, _)| *start <= position)
    }

    /// Whether there is nothing to check.
    pub(crate) fn is_blank(&self) -> bool {
        self.text.trim().is_empty()
    }
}

/// The letter that `base` and a combining accent stand for (Unicode normalisation form C, for the letters of Portuguese).
fn compose(base: char, accent: char) -> Option<char> {
    const ACCENTS: [(char, &str, &str); 5] = [
        ('\u{301}', "aeiouAEIOU", "áéíóúÁÉÍÓÚ"),
        ('\u{302}', "aeoAEO", "âêôÂÊÔ"),
        ('\u{303}', "aonAON", "ãõñÃÕÑ"),
        ('\u{300}', "aA", "àÀ"),
        ('\u{327}', "cC", "çÇ"),
    ];
    let (_, bases, letters) = ACCENTS.iter().find(|(own, _, _)| *own == accent)?;
    let at = bases.chars().position(|letter| letter == base)?;
    letters.chars().nth(at)
}

fn narrow(offset: usize) -> u32 {
    u32::try_from(offset).unwrap_or(u32::MAX)
}
