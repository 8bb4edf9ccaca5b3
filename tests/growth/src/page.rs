//! The page docs/growth.md.

use std::io;
use std::path::Path;

/// Replaces the table that stands between the marks `<!-- name -->` and `<!-- /name -->` of a page.
///
/// # Errors
/// When the page cannot be read or written, or has no place for the table.
pub fn renew(page: &Path, name: &str, table: &str) -> io::Result<()> {
    let [begin, end] = ["", "/"].map(|slash| format!("<!-- {slash}{name} -->\n"));
    let text = std::fs::read_to_string(page)?;
    let parts = text
        .split_once(&begin)
        .and_then(|(before, rest)| Some((before, rest.split_once(&end)?.1)));
    let (before, behind) =
        parts.ok_or_else(|| io::Error::other("the page has no place for a table"))?;
    std::fs::write(page, format!("{before}{begin}\n{table}\n{end}{behind}"))
}
