//! Menu items: what they show and what a write takes (docs/interface/site/menus.md#menu-items).

use std::sync::LazyLock;

use domain::site::Kind;
use domain::site::meta::registered;
use site_rest::schema::{EDIT, VIEW_EDIT, VIEW_EDIT_EMBED, key, one_line};
use site_rest::{Format, Kind as Type, Resource, RouteSpec, Schema};

use super::ID;
use super::NAMESPACE;
use super::lists::list_args;
use super::posts::{action_links, create_args, delete_args, item_args, of, update_args};
use crate::fields::{WRITE_STATUSES, meta};

/// What a menu item may lead to.
pub const TARGET_TYPES: [&str; 4] = ["taxonomy", "post_type", "post_type_archive", "custom"];

/// A menu item.
pub static MENU_ITEM: LazyLock<Resource> = LazyLock::new(|| {
    let text = |about| Schema::string().about(about).shown_in(VIEW_EDIT_EMBED);
    let number = |about| Schema::integer().about(about).shown_in(VIEW_EDIT_EMBED);
    let tokens = |about| {
        Schema::list(Schema::string())
            .about(about)
            .shown_in(VIEW_EDIT_EMBED)
    };
    let title = Schema::of(&[Type::String, Type::Object])
        .about("What the link says.")
        .shown_in(VIEW_EDIT_EMBED)
        .with(
            "raw",
            Schema::string().about("As it is stored.").shown_in(EDIT),
        )
        .with("rendered", text("As a page shows it.").readonly());
    let shape = Schema::object()
        .with("title", title)
        .with("id", number("The item.").default_to(0).min(0).readonly())
        .with(
            "type_label",
            text("What it leads to, for people.").readonly(),
        )
        .with(
            "type",
            text("The family of what it leads to.")
                .choices(TARGET_TYPES)
                .default_to("custom"),
        )
        .with(
            "status",
            text("Its state.")
                .choices(WRITE_STATUSES)
                .default_to("publish"),
        )
        .with(
            "parent",
            number("The menu item above.").min(0).default_to(0),
        )
        .with("attr_title", text("What a pointer over the link is told."))
        .with("classes", tokens("HTML classes of the link."))
        .with("description", text("More about the link."))
        .with(
            "menu_order",
            number("Its place among the items of the menu.")
                .min(1)
                .default_to(1),
        )
        .with(
            "object",
            text("The kind of content or taxonomy that it leads to."),
        )
        .with(
            "object_id",
            number("The item or term that it leads to.")
                .min(0)
                .default_to(0),
        )
        .with(
            "target",
            text("Where the link opens.").choices(["_blank", ""]),
        )
        .with("url", text("The address.").format(Format::Uri))
        .with("xfn", tokens("How the target relates to the site."))
        .with(
            "invalid",
            Schema::boolean()
                .about("Whether what it leads to is gone.")
                .shown_in(VIEW_EDIT_EMBED)
                .readonly(),
        )
        .with(
            "menus",
            Schema::integer()
                .about("The menu it belongs to.")
                .shown_in(VIEW_EDIT),
        )
        .with("meta", meta(registered(Kind::NavMenuItem)));
    action_links(Kind::NavMenuItem, Resource::new("nav_menu_item", shape))
        .unchecked(&["url"])
        .maps(&["meta"])
        .cleaned("attr_title", one_line)
        .cleaned("description", one_line)
        .cleaned("object", key)
        .cleaned("classes", class_token)
        .cleaned("xfn", class_token)
});

/// A class name without what has no place in one.
pub fn class_token(text: &str) -> String {
    text.chars()
        .filter(|character| character.is_ascii_alphanumeric() || matches!(character, '_' | '-'))
        .collect()
}

/// The list of menu items.
pub fn list_route() -> RouteSpec {
    RouteSpec::new(NAMESPACE, "/menu-items")
        .read(list_args(Kind::NavMenuItem))
        .create(create_args(Kind::NavMenuItem))
        .of(of(Kind::NavMenuItem))
        .batchable()
}

/// One menu item.
pub fn item_route() -> RouteSpec {
    RouteSpec::new(NAMESPACE, &format!("/menu-items/{ID}"))
        .read(item_args(Kind::NavMenuItem))
        .edit(update_args(Kind::NavMenuItem))
        .delete(delete_args(Kind::NavMenuItem))
        .of(of(Kind::NavMenuItem))
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
