//! A menu as blocks of a navigation.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use domain::site::{Kind, Taxonomy};
use serde_json::{Map, Value, json};
use site_api::{ApiCall, OrRefuse};
use site_rest::RestError;
use site_store::{Content, ContentFilter, OrderBy, TermClause, TermOperator};

use crate::menus::items::list::targets;
use crate::menus::items::target::Targets;

/// Most items of a menu that become links.
const ITEMS: u64 = 200;

/// Most levels of links; those below are left out.
const LEVELS: usize = 10;

/// The blocks of a menu's items; empty for a menu without items.
///
/// # Errors
/// The store fails.
pub async fn blocks_of(call: &ApiCall, menu: u64) -> Result<String, RestError> {
    let filter = ContentFilter {
        terms: vec![TermClause {
            taxonomy: Taxonomy::NavMenu,
            terms: vec![menu],
            include_children: false,
            operator: TermOperator::AnyOf,
        }],
        order_by: OrderBy::MenuOrder,
        ascending: true,
        limit: Some(ITEMS),
        ..ContentFilter::all(Kind::NavMenuItem)
    };
    let store = &call.caller().store;
    let ids = store.list(&filter).await.or_refuse()?.items;
    let items = store.get_many(&ids).await.or_refuse()?;
    let targets = targets(call, &items).await?;
    let known: HashSet<u64> = ids.into_iter().collect();
    let mut below: HashMap<u64, Vec<Arc<Content>>> = HashMap::new();
    for item in items {
        // An item whose parent was deleted moves to the top.
        let parent = Some(item.parent).filter(|parent| known.contains(parent));
        below.entry(parent.unwrap_or(0)).or_default().push(item);
    }
    written(call, &targets, &mut below, 0, LEVELS)
}

/// The blocks of the items below one, each written once.
fn written(
    call: &ApiCall,
    targets: &Targets,
    below: &mut HashMap<u64, Vec<Arc<Content>>>,
    of: u64,
    levels: usize,
) -> Result<String, RestError> {
    let mut out = String::new();
    if levels == 0 {
        return Ok(out);
    }
    for item in below.remove(&of).unwrap_or_default() {
        let Some(attributes) = attributes(call, targets, &item)? else {
            continue;
        };
        let inside = written(call, targets, below, item.id, levels - 1)?;
        if !out.is_empty() {
            out.push('\n');
        }
        out.push_str(&if inside.is_empty() {
            format!("<!-- wp:navigation-link {attributes} /-->")
        } else {
            format!(
                "<!-- wp:navigation-submenu {attributes} -->\n{inside}\n<!-- /wp:navigation-submenu -->"
            )
        });
    }
    Ok(out)
}

/// The attributes of an item's link; `None` when its target is gone or not public, because everyone may read a navigation.
fn attributes(
    call: &ApiCall,
    targets: &Targets,
    item: &Content,
) -> Result<Option<String>, RestError> {
    let Some(target) = &item.menu_item else {
        return Ok(None);
    };
    let shown = targets.shown(target, &item.title, &call.caller().store, call.site());
    if shown.invalid || !targets.is_public(target, &call.caller().store)? {
        return Ok(None);
    }
    let mut out = Map::new();
    let mut put = |name: &str, text: String| {
        if !text.is_empty() {
            out.insert(name.to_owned(), json!(text));
        }
    };
    put("className", target.classes.join(" "));
    put("description", item.content.clone());
    put("label", shown.title.raw);
    put("rel", target.xfn.join(" "));
    put("title", item.excerpt.clone());
    put("type", target.object.clone());
    put("url", shown.url);
    put("kind", target.target_type.replace('_', "-"));
    if target.object_id > 0 && target.target_type != "custom" {
        out.insert("id".to_owned(), json!(target.object_id));
    }
    if target.target == "_blank" {
        out.insert("opensInNewTab".to_owned(), json!(true));
    }
    Ok(Some(delimited(&Value::Object(out))))
}

/// JSON as it stands in the delimiter of a block: nothing in it ends the comment, and no tag stands in it.
fn delimited(value: &Value) -> String {
    value
        .to_string()
        .replace("\\\\", "\\u005c")
        .replace("--", "\\u002d\\u002d")
        .replace('<', "\\u003c")
        .replace('>', "\\u003e")
        .replace('&', "\\u0026")
        .replace("\\\"", "\\u0022")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attributes_neither_end_their_comment_nor_change() {
        let value =
            json!({"label": "a --> <b> \"c\" & d --- \\", "url": "https://e.br/?a=1&b=--2"});
        let text = delimited(&value);
        assert!(
            !text.contains("--") && !text.contains(['<', '>', '&']),
            "{text}"
        );
        assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), value);
    }
}
