//! Text of a generation while it is written: pieces in the order of their first character, for each call to a provider.
//! Characters are Unicode scalar values (`char`), also in the public interface.

use domain::platform::generation::Generation;
use domain::platform::id::GenerationId;
use items::{Condition, Entry, ItemsError, Key, Query, Write};
use serde::{Deserialize, Serialize};

use crate::PlatformStore;
use crate::generation_keys::partition;

/// Most characters of a stored piece. A piece that contains the character N begins less than this before N, which lets
/// a reader begin there.
const PIECE_CHARS: u64 = 4_000;
/// Highest number of a character in a key.
const LAST_CHAR: u64 = 99_999_999;

/// A stored piece.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Piece {
    /// Number of its first character, from 0.
    start: u64,
    #[serde(with = "items::packed")]
    text: String,
}

fn sort_key(call: u32, start: u64) -> String {
    format!("TEXT#{call:03}#{start:08}")
}

/// Number of characters of `text`.
pub(crate) fn chars(text: &str) -> u64 {
    text.chars().count() as u64
}

/// Splits `text` into pieces of at most [`PIECE_CHARS`] characters.
fn split(text: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let most = usize::try_from(PIECE_CHARS).unwrap_or(usize::MAX);
        let end = rest
            .char_indices()
            .nth(most)
            .map_or(rest.len(), |(place, _)| place);
        let (piece, after) = rest.split_at(end);
        pieces.push(piece);
        rest = after;
    }
    pieces
}

/// Writes that add `text` behind the text so far of `generation`.
pub(crate) fn text_writes(generation: &Generation, text: &str) -> Result<Vec<Write>, ItemsError> {
    let mut start = generation.text_chars;
    let mut writes = Vec::new();
    for text in split(text) {
        let sort = sort_key(generation.calls_begun, start);
        let key = Key::new(partition(generation.id), sort);
        let piece = Piece {
            start,
            text: text.to_owned(),
        };
        let entry = Entry::new(key, &piece)?.expires(generation.expires_at.as_second());
        // The generation's own write in the same transaction carries the condition.
        writes.push(Write::Put(entry, Condition::Any));
        start += chars(text);
    }
    Ok(writes)
}

impl PlatformStore {
    /// Text of the last call of `generation` behind its first `after` characters (Unicode scalar values). It may be
    /// longer than the record says, because more was written since the record was read. One query; none when the record
    /// has no text behind `after`.
    ///
    /// # Errors
    /// See [`ItemsError`].
    pub async fn generation_text(
        &self,
        generation: &Generation,
        after: u64,
    ) -> Result<String, ItemsError> {
        if after >= generation.text_chars {
            return Ok(String::new());
        }
        self.text_behind(generation.id, generation.calls_begun, after)
            .await
    }

    async fn text_behind(
        &self,
        id: GenerationId,
        call: u32,
        after: u64,
    ) -> Result<String, ItemsError> {
        let from = sort_key(call, after.saturating_sub(PIECE_CHARS - 1));
        let query = Query::between(partition(id), from, sort_key(call, LAST_CHAR));
        let pieces: Vec<Piece> = self.table.query(&query).await?;
        let mut text = String::new();
        for piece in pieces {
            let skipped = usize::try_from(after.saturating_sub(piece.start)).unwrap_or(usize::MAX);
            if let Some((place, _)) = piece.text.char_indices().nth(skipped) {
                text.extend(piece.text.get(place..));
            }
        }
        Ok(text)
    }
}
