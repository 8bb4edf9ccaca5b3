//! Permission checks for fonts: all routes are for those who edit the theme's options.

use std::sync::Arc;

use domain::site::{Capability, Kind};
use site_api::params::path_id;
use site_api::{ApiCall, OrRefuse};
use site_contract::core::fonts::{FAMILY, codes};
use site_rest::{Code, RestError};
use site_store::Content;

use crate::content::item::named;

fn check(call: &ApiCall, code: &'static Code) -> Result<(), RestError> {
    if call.caller().can(Capability::EditThemeOptions) {
        Ok(())
    } else {
        Err(RestError::new(code))
    }
}

/// The family that the path names.
async fn family(call: &ApiCall) -> Result<Arc<Content>, RestError> {
    let unknown = || RestError::new(&codes::POST_INVALID_PARENT);
    let id = path_id(call.params(), FAMILY).ok_or_else(unknown)?;
    let found = call.caller().store.get(id).await.or_refuse()?;
    let found = found.filter(|item| item.kind == Kind::FontFamily);
    found.ok_or_else(unknown)
}

/// The font that the path names, after the check of the caller, then of its family.
async fn face(call: &ApiCall, code: &'static Code) -> Result<Arc<Content>, RestError> {
    let item = named(call, Kind::FontFace).await?;
    check(call, code)?;
    let family = family(call).await?;
    if item.parent == family.id {
        Ok(item)
    } else {
        Err(RestError::naming(
            &codes::FACE_PARENT_MISMATCH,
            [&family.id],
        ))
    }
}

/// Checks that the caller may list families.
///
/// # Errors
/// `rest_cannot_read`.
pub async fn may_list(call: ApiCall) -> Result<(), RestError> {
    check(&call, &codes::CANNOT_READ)
}

/// Checks that the caller may read the family that the path names.
///
/// # Errors
/// `rest_post_invalid_id`, `rest_cannot_read`.
pub async fn may_read(call: ApiCall) -> Result<Arc<Content>, RestError> {
    let item = named(&call, Kind::FontFamily).await?;
    check(&call, &codes::CANNOT_READ).map(|()| item)
}

/// Checks that the caller may create families.
///
/// # Errors
/// `rest_cannot_create`.
pub async fn may_create(call: ApiCall) -> Result<(), RestError> {
    check(&call, &codes::CANNOT_CREATE)
}

/// Checks that the caller may change the family that the path names.
///
/// # Errors
/// `rest_post_invalid_id`, `rest_cannot_edit`.
pub async fn may_update(call: ApiCall) -> Result<Arc<Content>, RestError> {
    let item = named(&call, Kind::FontFamily).await?;
    check(&call, &codes::CANNOT_EDIT).map(|()| item)
}

/// Checks that the caller may delete the family that the path names.
///
/// # Errors
/// `rest_post_invalid_id`, `rest_cannot_delete`.
pub async fn may_delete(call: ApiCall) -> Result<Arc<Content>, RestError> {
    let item = named(&call, Kind::FontFamily).await?;
    check(&call, &codes::CANNOT_DELETE).map(|()| item)
}

/// Checks that the caller may list the fonts of the family that the path names.
///
/// # Errors
/// `rest_cannot_read`, `rest_post_invalid_parent`.
pub async fn may_list_faces(call: ApiCall) -> Result<Arc<Content>, RestError> {
    check(&call, &codes::CANNOT_READ)?;
    family(&call).await
}

/// Checks that the caller may add a font to the family that the path names.
///
/// # Errors
/// `rest_cannot_create`, `rest_post_invalid_parent`.
pub async fn may_create_face(call: ApiCall) -> Result<Arc<Content>, RestError> {
    check(&call, &codes::CANNOT_CREATE)?;
    family(&call).await
}

/// Checks that the caller may read the font that the path names.
///
/// # Errors
/// `rest_post_invalid_id`, `rest_cannot_read`, `rest_post_invalid_parent`, `rest_font_face_parent_id_mismatch`.
pub async fn may_read_face(call: ApiCall) -> Result<Arc<Content>, RestError> {
    face(&call, &codes::CANNOT_READ).await
}

/// Checks that the caller may delete the font that the path names.
///
/// # Errors
/// `rest_post_invalid_id`, `rest_cannot_delete`, `rest_post_invalid_parent`, `rest_font_face_parent_id_mismatch`.
pub async fn may_delete_face(call: ApiCall) -> Result<Arc<Content>, RestError> {
    face(&call, &codes::CANNOT_DELETE).await
}

/// Checks that the caller may use the library of fonts.
///
/// # Errors
/// `rest_cannot_read`.
pub async fn may_list_collections(call: ApiCall) -> Result<(), RestError> {
    check(&call, &codes::CANNOT_READ)
}
