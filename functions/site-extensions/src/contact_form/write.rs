//! Writing forms. Without `context: save` a write only shows what it would store.

use contact_form::config_errors::{Environment, File, config_errors};
use contact_form::form::{ContactForm, Refused, Write};
use domain::site::Capability;
use form_store::{FormChange, NewForm};
use markup::sanitise;
use serde_json::{Value, json};
use site_api::{ApiCall, HandlerResult};
use site_contract::contact_form::codes;
use site_forms::{domain, stored};
use site_rest::{Reply, RestError};

use super::forms::{blank, form, forms, refused, site_locale};
use crate::sent_members::{meant_id, sent_members};

/// Largest file that a submission may hold, in bytes: what a request to a function may have, without its other parts.
pub const UPLOAD_LIMIT: u64 = 4 * 1024 * 1024;

/// Folder from which mails may attach files, relative to the site.
const UPLOADS: &str = "uploads/";

/// The members to write.
fn written(call: &ApiCall) -> Result<Write, RestError> {
    let mut write = Write::parse(&sent_members(call)).map_err(|Refused { member }| {
        let reason = RestError::naming(&codes::INVALID_TYPE, [&member, &"string"]);
        RestError::params(vec![(member.to_owned(), reason)])
    })?;
    if !call.caller().can(Capability::UnfilteredHtml) {
        write.form = write.form.map(|form| sanitise::content(&form));
    }
    Ok(write)
}

/// The response to a write.
fn shown(call: &ApiCall, form: &ContactForm) -> Reply {
    let errors = config_errors(
        form,
        &Environment {
            domain: domain(&call.site().home),
            documentation: &format!("{}/rels/contact-form/", call.site().home),
            upload_limit: UPLOAD_LIMIT,
            file: &|path| match path.strip_prefix(UPLOADS) {
                Some(_) => File::Missing,
                None => File::Outside,
            },
        },
    );
    Reply::json(form.body_after_write(errors))
}

/// The document of a form for the store.
pub fn document(form: &ContactForm) -> Result<Value, RestError> {
    serde_json::to_value(form).map_err(RestError::internal)
}

/// Creates a form from the template. As on deployed systems, the response does not tell the slug yet.
///
/// # Errors
/// `contactform_post_exists` when the client sends an identifier; `rest_invalid_param`.
pub async fn create(call: ApiCall, (): ()) -> HandlerResult {
    let write = written(&call)?;
    if write.id.is_some() {
        return Err(RestError::new(&codes::FORM_EXISTS));
    }
    let locale = site_locale(&call);
    let mut form = blank(&call.site().home, &locale);
    let is_kept = write.save;
    write.apply(&mut form, &locale);
    if is_kept {
        let new = NewForm {
            title: form.title.clone(),
            slug: None,
            hash: None,
            locale: form.locale.clone(),
            document: document(&form)?,
        };
        let created = forms(&call).create_form(&call.caller().store, &new).await;
        form = stored(created.map_err(refused)?).map_err(RestError::internal)?;
        form.slug = None;
    }
    Ok(shown(&call, &form))
}

/// Updates a form; members that the client does not send stay.
///
/// # Errors
/// `contactform_not_found`, `rest_invalid_param`.
pub async fn update(call: ApiCall, (): ()) -> HandlerResult {
    let id = meant_id(&call);
    let mut form = form(&call, id).await?;
    let write = written(&call)?;
    let is_kept = write.save;
    write.apply(&mut form, &site_locale(&call));
    if is_kept {
        let change = FormChange {
            title: Some(form.title.clone()),
            locale: Some(form.locale.clone()),
            document: Some(document(&form)?),
        };
        let updated = forms(&call).update_form(id, &change).await;
        form = stored(updated.map_err(refused)?).map_err(RestError::internal)?;
    }
    Ok(shown(&call, &form))
}

/// Deletes a form for good. Its submissions stay.
///
/// # Errors
/// `contactform_not_found`.
pub async fn delete(call: ApiCall, (): ()) -> HandlerResult {
    let deleted = forms(&call).delete_form(meant_id(&call)).await;
    match deleted.map_err(refused)? {
        Some(_) => Ok(Reply::json(json!({"deleted": true}))),
        None => Err(RestError::new(&codes::FORM_NOT_FOUND)),
    }
}
