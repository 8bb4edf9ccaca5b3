//! The interface's own link relations. The `curies` of an answer lead from each to a page that says what
//! it means.

/// The path of those pages below the home address; the page `help` names all of them.
pub const RELATIONS_PATH: &str = "rels";

/// The relations by name, as they follow `core:` in an answer.
pub const RELATIONS: [&str; 21] = [
    "featuredmedia",
    "attachment",
    "attached-to",
    "term",
    "post_type",
    "items",
    "menu",
    "menu-location",
    "menu-item-object",
    "action-publish",
    "action-unfiltered-html",
    "action-sticky",
    "action-assign-author",
    "action-assign-categories",
    "action-create-categories",
    "action-assign-tags",
    "action-create-tags",
    "action-assign-menus",
    "action-create-menus",
    "action-assign-pattern_category",
    "action-create-pattern_category",
];
