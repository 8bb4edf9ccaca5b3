//! Mapping of revisions.

use domain::site::{Kind, meta};
use jiff::tz::TimeZone;
use site_store::Revision;

use super::member::{Item, dates};
use super::meta::of_content;
use super::{MapError, Mapped, content};

/// Whether a revision is an autosave. Hosts distinguish the two by the slug only.
pub fn is_autosave(item: &Item<'_>) -> Result<bool, MapError> {
    Ok(item.get("slug")?.text()?.contains("-autosave"))
}

/// Maps a revision of an item of `kind`. Revisions are read with all members, because hosts cannot
/// return parts of their texts.
pub fn map(item: &Item<'_>, kind: Kind, zone: &TimeZone) -> Result<Mapped<Revision>, MapError> {
    let mut lost = Vec::new();
    let (date, date_gmt) = dates(item, "date", "date_gmt", zone)?;
    // Some releases return blocks without an excerpt.
    let excerpt = match kind {
        Kind::Block => item.where_known("excerpt")?,
        _ => Some(item.get("excerpt")?),
    };
    let mut meta = of_content(kind, content::meta(item)?, &mut lost);
    meta.retain(|name, _| {
        let is_kept = meta::find(kind, name).is_some_and(|key| key.revisioned);
        if !is_kept {
            lost.push(format!("the meta {name} is not kept with revisions here"));
        }
        is_kept
    });
    let record = Revision {
        id: item.id()?,
        seq: 0,
        parent: item.get("parent")?.number()?,
        is_autosave: is_autosave(item)?,
        author: item.get("author")?.number()?,
        date,
        date_gmt,
        title: item.get("title")?.raw()?,
        content: item.get("content")?.raw()?,
        excerpt: excerpt.map_or(Ok(String::new()), |excerpt| excerpt.raw())?,
        meta,
    };
    Ok(Mapped { record, lost })
}
