//! HTTP tests of the site's REST interface, over the embedded store.
#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test may panic on an unexpected result"
)]

mod abilities;
mod access;
mod addressed;
mod block_renderer;
mod block_types;
mod blocks;
mod comments;
mod compatibility;
mod deployed_routes;
mod direction;
mod dynamic_blocks;
mod featured_backgrounds;
mod files_of_items;
mod fonts;
mod fuzz;
mod global_styles;
mod heads;
mod icons;
mod index;
mod item_blocks;
mod kinds;
mod lenient;
mod limits;
mod lists;
mod loop_pages;
mod mechanics;
mod media;
mod media_added;
mod media_edit;
mod media_members;
mod media_remote;
mod media_sideload;
mod media_texts;
mod menus;
mod navigation;
mod oembed;
mod pages;
mod passwords;
mod patterns;
mod plugins;
mod posts_list;
mod posts_write;
mod profile_links;
mod races;
mod remote_feeds;
mod rendered_blocks;
mod response_cache;
mod revisions;
mod search;
mod search_fields;
mod search_oracle;
mod server_errors;
mod settings;
mod sign_in;
mod site_health;
mod support;
mod table;
mod templates;
mod term_search_fields;
mod terms;
mod themes;
mod transport;
mod url_details;
mod users;
mod vendor;
mod widgets;
