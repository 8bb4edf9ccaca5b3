//! Files that a write names by their identifiers (docs/interface/site/access.md#files-of-items). A caller shows others only files
//! that they may read themselves. What a reader may read is checked again when a page is made.

use std::collections::{BTreeMap, BTreeSet};

use domain::site::meta::{MetaKey, MetaType};
use markup::render::{NamedMedia, media_of};
use serde_json::Value;
use site_api::{Caller, OrRefuse};
use site_contract::core::posts::codes;
use site_rest::RestError;

/// Most shortcodes of a text that are looked at: more than pages show.
const MOST_SHORTCODES: usize = 200;

/// Most identifiers of a text that are looked up; pages check each of them.
const MOST_NAMED: usize = 1_000;

/// Shortcodes that show files by their identifiers.
const SHOWN_BY_ID: [&str; 4] = ["audio", "gallery", "playlist", "video"];

/// Whether a caller may show a file by its identifier: also an unknown one, which shows nothing.
///
/// # Errors
/// The store fails.
pub fn may_show(caller: &Caller, id: u64) -> Result<bool, RestError> {
    let is_hidden = caller.store.hides_file(&caller.access, id).or_refuse()?;
    Ok(!is_hidden)
}

/// What the shortcodes of a text name.
#[derive(Default)]
struct Named {
    files: BTreeSet<u64>,
    /// Items whose files are shown.
    items: BTreeSet<u64>,
}

impl Named {
    fn of(text: &str) -> Self {
        let mut named = Self::default();
        for media in media_of(text, MOST_SHORTCODES) {
            if SHOWN_BY_ID.contains(&media.name) {
                named.add(&media);
            }
        }
        named
    }

    fn add(&mut self, media: &NamedMedia) {
        self.files.extend(media.ids("ids"));
        self.files.extend(media.ids("include"));
        self.items.extend(media.ids("id"));
    }
}

/// Checks that the caller may read the files that the galleries, playlists and players of `text` name and those of `former`, the
/// text before, do not. Unknown identifiers are accepted: texts of other systems have them.
///
/// # Errors
/// `rest_invalid_param` with the identifiers; the store fails.
pub fn check_text(
    caller: &Caller,
    member: &str,
    text: Option<&str>,
    former: Option<&str>,
) -> Result<(), RestError> {
    let Some(text) = text.filter(|text| *text != former.unwrap_or_default()) else {
        return Ok(());
    };
    let named = Named::of(text);
    if named.files.is_empty() && named.items.is_empty() {
        return Ok(());
    }
    let known = former.map(Named::of).unwrap_or_default();
    let mut refused = BTreeSet::new();
    for id in named.files.difference(&known.files).take(MOST_NAMED) {
        if !may_show(caller, *id)? {
            refused.insert(*id);
        }
    }
    for id in named.items.difference(&known.items).take(MOST_NAMED) {
        let item = caller.store.summary(*id).or_refuse()?;
        let Some(item) = item else { continue };
        let may_read = caller
            .store
            .may_read(&caller.access, item.subject(), item.parent);
        if !may_read.or_refuse()? {
            refused.insert(*id);
        }
    }
    if refused.is_empty() {
        return Ok(());
    }
    let ids: Vec<String> = refused.iter().map(u64::to_string).collect();
    let reason = RestError::naming(&codes::INVALID_PARAM_FILES, [&ids.join(", ")]);
    Err(RestError::params(vec![(member.to_owned(), reason)]))
}

/// Checks that the caller may read the pictures that changes of meta fields name; `stored` has what is stored.
///
/// # Errors
/// `rest_invalid_param` with the identifier; the store fails.
pub fn check_meta(
    caller: &Caller,
    keys: &[MetaKey],
    changes: &BTreeMap<String, Option<Value>>,
    stored: Option<&BTreeMap<String, Value>>,
) -> Result<(), RestError> {
    let of_files = |key: &&MetaKey| matches!(key.form, MetaType::Identifier);
    for name in keys.iter().filter(of_files).map(|key| key.name) {
        let Some(Some(value)) = changes.get(name) else {
            continue;
        };
        let is_kept = stored.and_then(|stored| stored.get(name)) == Some(value);
        if let Some(id) = value.as_u64().filter(|_| !is_kept)
            && !may_show(caller, id)?
        {
            let reason = RestError::naming(&codes::INVALID_PARAM_FILES, [&id]);
            return Err(RestError::params(vec![(format!("meta.{name}"), reason)]));
        }
    }
    Ok(())
}
