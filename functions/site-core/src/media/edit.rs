//! Editing pictures: each edit creates a new media item (docs/interface/site/media.md#editing-pictures).

use std::sync::Arc;

use heavy_work::BUSY_RETRY_AFTER;
use pictures::{MOST_MODIFIERS, Modifier, PictureError};
use serde_json::Value;
use site_api::{ApiCall, HandlerResult, store_error};
use site_contract::core::media::codes;
use site_rest::{Params, Reply, RestError};
use site_store::{Content, EditError, Media};

use crate::media::read::shown;
use crate::media::upload::UPLOADED;
use crate::media::write::change;

/// Edits a picture and returns the new media item.
///
/// # Errors
/// `rest_unknown_attachment`, `rest_cannot_edit_file_type`, `rest_image_not_edited`, the code of an
/// edit that failed, or the store fails.
pub async fn edit(call: ApiCall, item: Arc<Content>) -> HandlerResult {
    let params = call.params();
    let source = params.text("src").unwrap_or_default();
    if !item.media.as_ref().is_some_and(|file| is_of(source, file)) {
        return Err(RestError::new(&codes::UNKNOWN_ATTACHMENT));
    }
    let modifiers: Vec<Modifier> = match params.list("modifiers") {
        Some(list) => list.iter().filter_map(modifier).collect(),
        None => deprecated(params),
    };
    if modifiers.is_empty() {
        return Err(RestError::new(&codes::IMAGE_NOT_EDITED));
    }
    if modifiers.len() > MOST_MODIFIERS {
        let too_many = [&"modifiers" as &dyn std::fmt::Display, &MOST_MODIFIERS];
        let error = RestError::naming(&codes::TOO_MANY_ITEMS, too_many);
        return Err(RestError::params(vec![("modifiers".to_owned(), error)]));
    }
    let crops = modifiers
        .iter()
        .any(|one| matches!(one, Modifier::Crop { .. }));
    let change = change(&call, None).await?;
    let caller = call.caller();
    let made = caller
        .store
        .edit_picture(&item, modifiers, caller.id(), change)
        .await
        .map_err(|error| refused(error, crops))?;
    let location = call.site().url(&format!("/core/v2/media/{}", made.id));
    let body = shown(&call, &made, params.context()).await?;
    Ok(Reply::created(body, &location).header(UPLOADED, &made.id.to_string()))
}

/// Whether an address is that of the picture or of one of its sizes.
fn is_of(source: &str, file: &Media) -> bool {
    let source = source.split('?').next().unwrap_or_default();
    let is_picture = file.width.is_some() && file.height.is_some();
    is_picture
        && file
            .paths()
            .iter()
            .any(|path| source.ends_with(path.as_str()))
}

/// Converts one modifier of the request, whose form is validated already.
fn modifier(value: &Value) -> Option<Modifier> {
    let args = value.get("args")?;
    let number = |name: &str| args.get(name).and_then(as_number);
    match value.get("type")?.as_str()? {
        "flip" => {
            let sides = args.get("flip")?;
            Some(Modifier::Flip {
                horizontal: sides.get("horizontal")?.as_bool()?,
                vertical: sides.get("vertical")?.as_bool()?,
            })
        }
        "rotate" => Some(Modifier::Rotate(number("angle")?)),
        "crop" => Some(Modifier::Crop {
            left: number("left")?,
            top: number("top")?,
            width: number("width")?,
            height: number("height")?,
        }),
        _ => None,
    }
}

fn as_number(value: &Value) -> Option<f64> {
    value.as_f64().or_else(|| value.as_str()?.parse().ok())
}

/// The modifiers of the deprecated parameters: first the rotation, then the crop.
fn deprecated(params: &Params) -> Vec<Modifier> {
    let number = |name: &str| params.get(name).and_then(as_number);
    let turn = number("rotation").map(Modifier::Rotate);
    let crop = || {
        Some(Modifier::Crop {
            left: number("x")?,
            top: number("y")?,
            width: number("width")?,
            height: number("height")?,
        })
    };
    turn.into_iter().chain(crop()).collect()
}

fn refused(error: EditError, crops: bool) -> RestError {
    match error {
        EditError::Store(error) => store_error(error),
        EditError::NoPicture => RestError::new(&codes::UNKNOWN_ATTACHMENT),
        EditError::Picture(PictureError::Busy) => {
            RestError::new(&codes::BUSY).retry_after(BUSY_RETRY_AFTER)
        }
        EditError::Picture(PictureError::Unsupported) => {
            RestError::new(&codes::CANNOT_EDIT_FILE_TYPE)
        }
        EditError::Picture(PictureError::Rendition) if crops => {
            RestError::new(&codes::IMAGE_CROP_FAILED)
        }
        EditError::Picture(
            PictureError::TooManyPixels { .. }
            | PictureError::TooLong { .. }
            | PictureError::Rendition,
        ) => RestError::new(&codes::IMAGE_ROTATION_FAILED),
        EditError::Picture(PictureError::Broken | PictureError::TooLarge { .. }) => {
            RestError::new(&codes::UNKNOWN_IMAGE_FILE_TYPE)
        }
    }
}
