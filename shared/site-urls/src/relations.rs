//! The interface's own link relations. The `curies` of a response link each to its documentation.

/// The path of that documentation relative to the home address; its page `help` lists all relations.
pub const RELATIONS_PATH: &str = "rels";

/// Names of the relations, without the prefix `core:`.
pub const RELATIONS: [&str; 23] = [
    "active-theme",
    "featuredmedia",
    "attachment",
    "attached-to",
    "edit-root",
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
