//! Mapping of menu items.

use std::collections::BTreeMap;

use domain::site::{Kind, Status, Taxonomy};
use markup::{escape, render};
use site_store::{Content, MenuItem};

use super::content::{self, blank};
use super::member::Item;
use super::meta::of_content;
use super::{MapError, Mapped};

/// Target of an item, with whether it is content; `None` for a custom URL.
pub fn target(item: &Item<'_>) -> Option<(bool, u64)> {
    let id = item.get("object_id").ok()?.number().ok()?;
    match item.get("type").ok()?.text().ok()?.as_str() {
        "post_type" if id > 0 => Some((true, id)),
        "taxonomy" if id > 0 => Some((false, id)),
        _ => None,
    }
}

/// Maps a menu item; `title` is that of its target. For an item without a title of its own, the host
/// returns the target's title; such an item keeps following its target.
pub fn map(item: &Item<'_>, title: Option<&str>) -> Result<Mapped<Content>, MapError> {
    let mut lost = Vec::new();
    let mut content = blank(item, Kind::NavMenuItem)?;
    content.slug = content.id.to_string();
    content.status = item.get("status")?.word(|word| match word {
        "publish" => Some(Status::Publish),
        "trash" => Some(Status::Trash),
        _ => Some(Status::Draft),
    })?;
    content.title = own_title(item.get("title")?.raw()?, title);
    content.excerpt = item.get("attr_title")?.text()?;
    content.content = item.get("description")?.text()?;
    content.parent = item.get("parent")?.number()?;
    content.menu_order = item.get("menu_order")?.integer()?;
    content.meta = of_content(Kind::NavMenuItem, content::meta(item)?, &mut lost);
    // An item outside any menu is returned without the member.
    let menus = item.where_known("menus")?.map(|menus| menus.ids());
    let menus = menus.transpose()?.unwrap_or_default();
    if !menus.is_empty() {
        content.terms = BTreeMap::from([(Taxonomy::NavMenu, menus)]);
    }
    let target_type = match item.get("type")?.text()? {
        kind if kind.is_empty() => "custom".to_owned(),
        kind => kind,
    };
    let is_custom = target_type == "custom";
    let url = item.get("url")?.text()?;
    content.menu_item = Some(MenuItem {
        object: item.get("object")?.text()?,
        object_id: item.get("object_id")?.number()?,
        url: if is_custom { url } else { String::new() },
        target: item.get("target")?.text()?,
        classes: item.get("classes")?.texts()?,
        xfn: item.get("xfn")?.texts()?,
        target_type,
    });
    Ok(Mapped {
        record: content,
        lost,
    })
}

fn own_title(shown: String, target: Option<&str>) -> String {
    let Some(target) = target else {
        return shown;
    };
    let plain = escape::decode(&shown);
    let repeats = plain == escape::decode(target)
        || plain == escape::decode(&render::title(target))
        // Placeholder that hosts return for a target without a title.
        || (target.is_empty() && plain.starts_with('#'));
    if repeats { String::new() } else { shown }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_that_repeats_the_targets_follows_it() {
        for (shown, target, own) in [
            ("Sobre", Some("Sobre"), ""),
            ("Tom &#038; Jerry", Some("Tom & Jerry"), ""),
            ("Sobre nós", Some("Sobre"), "Sobre nós"),
            ("#7 (sem título)", Some(""), ""),
            ("Início", None, "Início"),
        ] {
            assert_eq!(own_title(shown.to_owned(), target), own, "{shown}");
        }
    }
}
