//! The contract of the site's REST interface, as data: every namespace with its paths, methods, parameters and schemas.
//!
//! This crate contains no handlers. A function binds handlers to these specifications; the index, batches and the
//! documentation read them, whichever function serves a route.

#![warn(missing_docs)]

pub mod abilities;
pub mod block_editor;
pub mod code_snippets;
pub mod contact_form;
pub mod contact_form_ext;
pub mod core;
mod feedback_schema;
pub mod fields;
pub mod form_submissions;
pub mod mail_smtp;
pub mod oembed;
mod search_meta;
pub mod seo;
pub mod site_health;
pub mod spam_filter;

use site_rest::error::Row;
use site_rest::{RouteSpec, codes};

/// The routes of every namespace, in the order in which the index lists them.
pub fn routes() -> Vec<RouteSpec> {
    let mut all = Vec::new();
    all.extend(oembed::routes());
    // The extensions, in the order of deployed systems: mail-smtp, spam-filter, code-snippets, contact-form, seo,
    // contact-form-ext.
    all.extend(mail_smtp::routes());
    all.extend(spam_filter::routes());
    all.extend(code_snippets::routes());
    all.extend(contact_form::routes());
    all.extend(form_submissions::routes());
    all.extend(seo::routes());
    all.extend(contact_form_ext::routes());
    all.extend(core::routes());
    all.extend(site_health::routes());
    all.extend(block_editor::routes());
    all.extend(abilities::routes());
    all
}

/// The tables of codes: of the whole interface, then of each resource.
const CODES: &[&[&Row]] = &[
    codes::ALL,
    oembed::codes::ALL,
    core::application_passwords::codes::ALL,
    core::block_renderer::codes::ALL,
    core::block_types::codes::ALL,
    core::comments::codes::ALL,
    core::directories::codes::ALL,
    core::fonts::codes::ALL,
    core::global_styles::codes::ALL,
    core::icons::codes::ALL,
    core::media::codes::ALL,
    core::menus::codes::ALL,
    core::posts::codes::ALL,
    core::revisions::codes::ALL,
    core::plugins::codes::ALL,
    core::search::codes::ALL,
    core::templates::codes::ALL,
    core::themes::codes::ALL,
    core::types::codes::ALL,
    core::users::codes::ALL,
    core::widgets::codes::ALL,
    block_editor::codes::ALL,
    abilities::codes::ALL,
];

/// The tables of codes of the extension namespaces.
const EXTENSION_CODES: &[&[&Row]] = &[
    mail_smtp::codes::ALL,
    spam_filter::codes::ALL,
    code_snippets::codes::ALL,
    contact_form::codes::ALL,
    form_submissions::codes::ALL,
    seo::codes::ALL,
    contact_form_ext::codes::ALL,
];

/// Every error code of the interface, with its usual status and its messages.
pub fn codes() -> Vec<&'static Row> {
    [CODES.concat(), extension_codes()].concat()
}

/// The error codes of the extension namespaces.
pub fn extension_codes() -> Vec<&'static Row> {
    EXTENSION_CODES.concat()
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    /// How many files below `folder` declare codes.
    fn tables(folder: &Path) -> usize {
        let entries = std::fs::read_dir(folder).unwrap();
        let counts = entries.map(|entry| {
            let path = entry.unwrap().path();
            if path.is_dir() {
                return tables(&path);
            }
            let text = std::fs::read_to_string(&path).unwrap();
            usize::from(text.contains("    site_rest::error_codes! {\n"))
        });
        counts.sum()
    }

    #[test]
    fn every_table_of_codes_is_listed() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
        assert_eq!(tables(&folder) + 1, CODES.len() + EXTENSION_CODES.len());
    }

    #[test]
    fn every_place_of_a_message_is_filled() {
        for row in codes() {
            for text in [row.pt, row.en] {
                let places = site_rest::error::members(text);
                let filled = (0..places).fold(text.to_owned(), |text, place| {
                    text.replace(&format!("{{{place}}}"), "x")
                });
                assert!(
                    !filled.is_empty() && !filled.contains(['{', '}']),
                    "{}",
                    row.name
                );
            }
        }
    }
}
