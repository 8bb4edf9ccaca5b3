//! Submissions of forms (docs/interface/site/contact-form.md#submissions).

use contact_form::feedback::{Answer, quiz, unit_tag};
use contact_form::refusal::is_supported;
use contact_form::submission::Submission;
use http::header;
use site_api::{ApiCall, HandlerResult};
use site_contract::contact_form::codes;
use site_forms::Sending;
use site_rest::{Reply, RestError};

use super::forms::{form, not_taken, site_forms, visitor};
use super::parts::parts;
use crate::sent_members::path_id;

/// Name of the hidden member with the post that the form stands in.
const CONTAINER: &str = "_contactform_container_post";

/// Takes a submission. The form is that of the path; every result of an evaluation has the status 200.
///
/// # Errors
/// `contactform_unsupported_media_type`, `contactform_not_found`, `contactform_unit_tag_not_found`,
/// `contactform_too_many_submissions`.
pub async fn submit(call: ApiCall, (): ()) -> HandlerResult {
    let headers = &call.request().headers;
    let content_type = headers.get(header::CONTENT_TYPE);
    if !is_supported(content_type.and_then(|value| value.to_str().ok())) {
        return Err(RestError::new(&codes::FORM_UNSUPPORTED_MEDIA_TYPE));
    }
    let form = form(&call, path_id(&call)).await?;
    let sent = Submission::read(parts(&call), &form.tags());
    let unit_tag =
        unit_tag(&sent).ok_or_else(|| RestError::new(&codes::FORM_UNIT_TAG_NOT_FOUND))?;
    let forms = site_forms(&call);
    let key = headers.get("idempotency-key");
    let sending = Sending {
        form: &form,
        sent: &sent,
        visitor: &visitor(&call),
        user: call.caller().user.as_deref(),
        container: sent.hidden(CONTAINER).and_then(|id| id.trim().parse().ok()),
        idempotency_key: key.and_then(|key| key.to_str().ok()),
    };
    let outcome = forms.submit(&sending).await.map_err(not_taken)?;
    let answer = Answer {
        form_id: form.id.unwrap_or_default(),
        unit_tag: &unit_tag,
        outcome: &outcome,
        demo_mode: form.settings().demo_mode(),
        quiz: quiz::questions(&form, &forms.key(), &mut |count| forms.pick(count)),
        leads: &[],
    };
    Ok(Reply::json(answer.body()))
}
