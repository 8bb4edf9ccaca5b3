//! Files that clients make themselves and add to a media item
//! (docs/interface/site/media.md#files-made-by-clients).

use std::sync::Arc;

use serde_json::{Map, Value, json};
use site_api::{ApiCall, Caller, HandlerResult, store_error};
use site_contract::core::media::{codes, known_names};
use site_rest::{Params, Reply, RestError};
use site_store::{Added, AddedFile, Content, Finalized, MOST_ADDED, Purpose, SideloadError};

use crate::media::read::edited;
use crate::media::sent_file::file;

/// Checks the name of the size in a request that adds a file.
pub fn refine_size(_: &Caller, params: &mut Params) -> Vec<(String, RestError)> {
    let value = params.get("image_size").unwrap_or(&Value::Null);
    let wrong = wrong_size(value, "image_size");
    wrong
        .map(|error| ("image_size".to_owned(), error))
        .into_iter()
        .collect()
}

/// Checks the names of the sizes in a request that finalizes.
pub fn refine_sizes(_: &Caller, params: &mut Params) -> Vec<(String, RestError)> {
    let entries = params.list("sub_sizes").unwrap_or_default();
    let mut wrong = entries.iter().enumerate().filter_map(|(at, entry)| {
        let name = format!("sub_sizes[{at}][image_size]");
        wrong_size(entry.get("image_size").unwrap_or(&Value::Null), &name)
    });
    wrong
        .next()
        .map(|error| ("sub_sizes".to_owned(), error))
        .into_iter()
        .collect()
}

/// A list may only name sizes; a single name may also stand for a file with a meaning of its own.
fn wrong_size(value: &Value, param: &str) -> Option<RestError> {
    let known: Vec<&str> = known_names(value.is_string()).collect();
    let is_known = |name: &Value| name.as_str().is_some_and(|name| known.contains(&name));
    let are_known = match value {
        Value::String(_) => is_known(value),
        Value::Array(names) => names.iter().all(is_known),
        // Another type is refused by the schema.
        _ => true,
    };
    (!are_known).then(|| RestError::naming(&codes::NOT_IN_ENUM, [&param, &known.join(", ")]))
}

/// Adds a file to a media item and describes it. The item shows it once it is finalized.
///
/// # Errors
/// The file or the item does not fit, or the store fails.
pub async fn sideload(call: ApiCall, item: Arc<Content>) -> HandlerResult {
    let (sent, _) = file(&call)?;
    let size = call.params().get("image_size").cloned().unwrap_or_default();
    let purpose = purpose(&size).ok_or_else(|| RestError::new(&codes::INVALID_PARAM_BARE))?;
    let new = AddedFile {
        name: sent.name,
        bytes: sent.bytes,
        purpose: purpose.clone(),
    };
    let caller = call.caller();
    let access = caller.access.clone();
    let guard = move |item: &Content| access.may_edit(item.subject());
    let made = caller.store.sideload(item.id, new, &guard).await;
    let (name, added) = made.map_err(refused)?;
    Ok(Reply::json(described(
        &item, &size, &purpose, &name, &added,
    )))
}

/// Makes added files part of their media item and returns it.
///
/// # Errors
/// `rest_invalid_sub_size_file`, or the store fails.
pub async fn finalize(call: ApiCall, item: Arc<Content>) -> HandlerResult {
    let entries = call.params().list("sub_sizes").unwrap_or_default();
    let files: Vec<_> = entries.iter().filter_map(finalized).collect();
    let caller = call.caller();
    let access = caller.access.clone();
    let guard = move |item: &Content| access.may_edit(item.subject());
    let changed = caller.store.finalize(item.id, &files, &guard).await;
    let item = changed.map_err(refused)?;
    Ok(Reply::json(edited(&call, &item).await?))
}

/// One entry of a request that finalizes; one without a file has no effect.
fn finalized(entry: &Value) -> Option<Finalized> {
    let text = |name: &str| entry.get(name).and_then(Value::as_str).map(str::to_owned);
    Some(Finalized {
        purpose: purpose(entry.get("image_size")?)?,
        file: text("file")?,
        original: text("original_image"),
    })
}

fn purpose(size: &Value) -> Option<Purpose> {
    match size {
        Value::String(name) => Some(match name.as_str() {
            "scaled" => Purpose::Scaled,
            "original" => Purpose::Upright,
            "source_original" => Purpose::Source,
            "animated_video" => Purpose::Video,
            "animated_video_poster" => Purpose::Poster,
            size => Purpose::Sizes(vec![size.to_owned()]),
        }),
        Value::Array(names) => {
            let names = names.iter().filter_map(Value::as_str).map(str::to_owned);
            Some(Purpose::Sizes(names.collect()))
        }
        _ => None,
    }
}

/// What the client sends back to finalize the file.
fn described(item: &Content, size: &Value, purpose: &Purpose, name: &str, added: &Added) -> Value {
    let mut out = Map::new();
    out.insert("image_size".to_owned(), size.clone());
    let mut put = |name: &str, value: Value| {
        out.insert(name.to_owned(), value);
    };
    match purpose {
        Purpose::Source | Purpose::Video | Purpose::Poster => put("file", json!(name)),
        Purpose::Sizes(_) => {
            put("width", json!(added.width));
            put("height", json!(added.height));
            put("file", json!(name));
            put("mime_type", json!(added.mime_type));
            put("filesize", json!(added.file_size));
        }
        Purpose::Scaled | Purpose::Upright => {
            let media = item.media.as_ref();
            let main = media.map_or("", |media| media.path.as_str());
            put("original_image", json!(main.rsplit('/').next()));
            put("width", json!(added.width));
            put("height", json!(added.height));
            put("filesize", json!(added.file_size));
            put("file", json!(media.map(|media| media.beside(name))));
        }
    }
    Value::Object(out)
}

fn refused(error: SideloadError) -> RestError {
    match error {
        SideloadError::Store(error) => store_error(error),
        SideloadError::Item => RestError::new(&codes::POST_INVALID_ID).status(400),
        SideloadError::File => RestError::new(&codes::UPLOAD_INVALID_IMAGE),
        SideloadError::Dimensions { width, height, of } => {
            RestError::naming(&codes::UPLOAD_DIMENSIONS, [&width, &height, &of])
        }
        SideloadError::TooMany => RestError::naming(&codes::TOO_MANY_FILES, [&MOST_ADDED]),
        SideloadError::Unknown | SideloadError::Unfit => {
            RestError::new(&codes::INVALID_SUB_SIZE_FILE)
        }
    }
}
