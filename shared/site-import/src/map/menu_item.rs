//! Menu items.

use std::collections::BTreeMap;

use domain::site::{Kind, Status, Taxonomy};
use markup::{escape, render};
use serde_json::Value;
use site_store::{Content, MenuItem};

use super::content::blank;
use super::member::{ids, integer, number, raw, text, texts};
use super::{Mapped, Misread};

/// What an item leads to; none for an address of its own.
pub fn target(item: &Value) -> Option<(bool, u64)> {
    let id = number(item, "object_id");
    match text(item, "type").as_str() {
        "post_type" if id > 0 => Some((true, id)),
        "taxonomy" if id > 0 => Some((false, id)),
        _ => None,
    }
}

/// A menu item; `title` is that of what it leads to. An item without a title of its own is answered with the
/// target's, and follows it.
pub fn map(item: &Value, title: Option<&str>) -> Result<Mapped<Content>, Misread> {
    let mut content = blank(item, Kind::NavMenuItem)?;
    content.slug = content.id.to_string();
    content.status = match text(item, "status").as_str() {
        "publish" => Status::Publish,
        "trash" => Status::Trash,
        _ => Status::Draft,
    };
    content.title = own_title(raw(item, "title")?, title);
    content.excerpt = text(item, "attr_title");
    content.content = text(item, "description");
    content.parent = number(item, "parent");
    content.menu_order = integer(item, "menu_order");
    let menus = ids(item, &["menus"]);
    if !menus.is_empty() {
        content.terms = BTreeMap::from([(Taxonomy::NavMenu, menus)]);
    }
    let target_type = match text(item, "type") {
        kind if kind.is_empty() => "custom".to_owned(),
        kind => kind,
    };
    let is_custom = target_type == "custom";
    content.menu_item = Some(MenuItem {
        object: text(item, "object"),
        object_id: number(item, "object_id"),
        url: if is_custom {
            text(item, "url")
        } else {
            String::new()
        },
        target: text(item, "target"),
        classes: texts(item, "classes"),
        xfn: texts(item, "xfn"),
        target_type,
    });
    Ok(Mapped {
        record: content,
        lost: Vec::new(),
    })
}

fn own_title(shown: String, target: Option<&str>) -> String {
    let Some(target) = target else {
        return shown;
    };
    let plain = escape::decode(&shown);
    let repeats = plain == escape::decode(target)
        || plain == escape::decode(&render::title(target))
        // What stands for a target without a title.
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
