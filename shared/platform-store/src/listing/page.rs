//! Page of a snapshot: the rows of posts with neighbouring identifiers, as lines of identifier, tab and JSON,
//! compressed. The maker of a snapshot copies rows as the log has them, so that it keeps columns that its release
//! does not know.

use std::collections::BTreeMap;
use std::io::Read;

use bytes::{Buf, Bytes};
use items::ItemsError;
use serde_json::Value;

use super::PostRow;

/// Identifiers of one page.
const POSTS: u64 = 4096;
/// Higher levels take several times as long and save a few percent.
const LEVEL: i32 = 3;

/// The number of the page that holds post `id`.
pub(super) const fn number(id: u64) -> u64 {
    id / POSTS
}

/// The identifier of the post of a row in the log.
pub(super) fn id_of(row: &Value) -> Result<u64, ItemsError> {
    row.get("id").and_then(Value::as_u64).ok_or_else(|| {
        ItemsError::Defect("a row of the list of posts has no identifier".to_owned())
    })
}

fn unreadable(error: impl std::fmt::Display) -> ItemsError {
    ItemsError::Defect(format!(
        "a page of the list of posts is unreadable: {error}"
    ))
}

fn text(packed: Bytes) -> Result<String, ItemsError> {
    let mut text = String::new();
    zstd::Decoder::new(packed.reader())
        .and_then(|mut decoder| decoder.read_to_string(&mut text))
        .map_err(unreadable)?;
    Ok(text)
}

/// The lines of a page with their identifiers.
fn lines(text: &str) -> impl Iterator<Item = Result<(u64, &str), ItemsError>> {
    text.lines().map(|line| {
        let (id, row) = line.split_once('\t').ok_or_else(|| unreadable("no tab"))?;
        Ok((id.parse().map_err(unreadable)?, row))
    })
}

/// The rows of a packed page.
///
/// # Errors
/// [`ItemsError::Defect`] for a damaged page.
pub(super) fn rows(packed: Bytes) -> Result<Vec<PostRow>, ItemsError> {
    lines(&text(packed)?)
        .map(|line| serde_json::from_str(line?.1).map_err(unreadable))
        .collect()
}

/// The page `before`, packed, with `changed` rows replaced or added.
///
/// # Errors
/// [`ItemsError::Defect`] for a damaged page.
pub(super) fn merged(
    before: Option<Bytes>,
    changed: &BTreeMap<u64, Value>,
) -> Result<Bytes, ItemsError> {
    let before = before.map(text).transpose()?.unwrap_or_default();
    let mut all: BTreeMap<u64, std::borrow::Cow<'_, str>> = BTreeMap::new();
    for line in lines(&before) {
        let (id, row) = line?;
        all.insert(id, row.into());
    }
    for (id, row) in changed {
        all.insert(*id, row.to_string().into());
    }
    let mut page = String::with_capacity(before.len() + 1024);
    for (id, row) in all {
        page.push_str(&format!("{id}\t{row}\n"));
    }
    let mut encoder = zstd::Encoder::new(Vec::new(), LEVEL).map_err(unreadable)?;
    encoder.include_checksum(true).map_err(unreadable)?;
    std::io::Write::write_all(&mut encoder, page.as_bytes()).map_err(unreadable)?;
    Ok(encoder.finish().map_err(unreadable)?.into())
}
