//! Menu items: schema and parameters of writes (docs/interface/site/menus.md#menu-items).

use std::sync::LazyLock;

use domain::site::Kind;
use domain::site::meta::registered;
use site_rest::schema::{EDIT, VIEW_EDIT, VIEW_EDIT_EMBED, key, one_line};
use site_rest::{Args, Format, Kind as Type, Resource, RouteSpec, Schema};

use super::ID;
use super::NAMESPACE;
use super::content_args::{delete_args, item_args, keeping_null_status};
use super::content_schema::action_links;
use super::lists::list_args;
use crate::fields::{WRITE_STATUSES, id, meta};

/// Types of a menu item's target.
pub const TARGET_TYPES: [&str; 4] = ["taxonomy", "post_type", "post_type_archive", "custom"];

/// The resource of a menu item.
pub static MENU_ITEM: LazyLock<Resource> = LazyLock::new(|| {
    let text = |about| Schema::string().about(about).shown_in(VIEW_EDIT_EMBED);
    let number = |about| Schema::integer().about(about).shown_in(VIEW_EDIT_EMBED);
    let tokens = |about| {
        Schema::list(Schema::string())
            .about(about)
            .shown_in(VIEW_EDIT_EMBED)
    };
    let title = Schema::of(&[Type::String, Type::Object])
        .about("Text of the link.")
        .shown_in(VIEW_EDIT_EMBED)
        .with(
            "raw",
            Schema::string().about("Value as stored.").shown_in(EDIT),
        )
        .with(
            "rendered",
            text("Value as rendered on public pages.").readonly(),
        );
    let schema = Schema::object()
        .with("title", title)
        .with(
            "id",
            number("Identifier of the menu item.")
                .default_to(0)
                .min(0)
                .readonly(),
        )
        .with(
            "type_label",
            text("Display name of the target's type.").readonly(),
        )
        .with(
            "type",
            text("Type of the target.")
                .choices(TARGET_TYPES)
                .default_to("custom"),
        )
        .with(
            "status",
            text("Status.")
                .choices(WRITE_STATUSES)
                .default_to("publish"),
        )
        .with(
            "parent",
            number("Identifier of the parent menu item, 0 for none.")
                .min(0)
                .default_to(0),
        )
        .with("attr_title", text("Value of the link's title attribute."))
        .with("classes", tokens("CSS class names of the link."))
        .with("description", text("Description of the link."))
        .with(
            "menu_order",
            number("Position among the items of the menu, from 1.")
                .min(1)
                .default_to(1),
        )
        .with("object", text("Content type or taxonomy of the target."))
        .with(
            "object_id",
            number("Identifier of the target item or term.")
                .min(0)
                .default_to(0),
        )
        .with(
            "target",
            text("Value of the link's target attribute.").choices(["_blank", ""]),
        )
        .with("url", text("URL of the link.").format(Format::Uri))
        .with("xfn", tokens("XFN relations of the link."))
        .with(
            "invalid",
            Schema::boolean()
                .about("Whether the target no longer exists.")
                .shown_in(VIEW_EDIT_EMBED)
                .readonly(),
        )
        .with(
            "menus",
            Schema::integer()
                .about("Identifier of the menu.")
                .shown_in(VIEW_EDIT),
        )
        .with("meta", meta(registered(Kind::NavMenuItem)));
    action_links(Kind::NavMenuItem, Resource::new("nav_menu_item", schema))
        .unchecked(&["url"])
        .maps(&["meta"])
        .cleaned("attr_title", one_line)
        .cleaned("description", one_line)
        .cleaned("object", key)
        .cleaned("classes", class_token)
        .cleaned("xfn", class_token)
});

/// Removes characters that are invalid in a CSS class name.
pub fn class_token(text: &str) -> String {
    text.chars()
        .filter(|character| character.is_ascii_alphanumeric() || matches!(character, '_' | '-'))
        .collect()
}

/// Parameters of an update.
fn update_args() -> Args {
    Args::none()
        .arg("id", id("Identifier of the item."))
        .and(MENU_ITEM.update_args())
}

/// Route of the list of menu items.
pub fn list_route() -> RouteSpec {
    RouteSpec::new(NAMESPACE, "/menu-items")
        .read(list_args(Kind::NavMenuItem))
        .create(keeping_null_status(MENU_ITEM.create_args()))
        .of(&MENU_ITEM)
        .batchable()
}

/// Route of one menu item.
pub fn item_route() -> RouteSpec {
    RouteSpec::new(NAMESPACE, &format!("/menu-items/{ID}"))
        .read(item_args(Kind::NavMenuItem))
        .edit(update_args())
        .delete(delete_args(Kind::NavMenuItem))
        .of(&MENU_ITEM)
        .batchable()
}

/// The routes, in the order of the index.
pub fn routes() -> [RouteSpec; 2] {
    [list_route(), item_route()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn class_names() {
        assert_eq!(class_token("a b!"), "ab");
        assert_eq!(class_token("menu__item-2"), "menu__item-2");
        assert_eq!(class_token("ção"), "o");
    }
}
