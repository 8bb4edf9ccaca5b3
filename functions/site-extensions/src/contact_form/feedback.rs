//! Submissions of forms (docs/interface/site/contact-form.md#submissions).

use contact_form::feedback::{
    Answer, Circumstances, Outcome, Step, evaluate, posted_data_hash, quiz, unit_tag,
};
use contact_form::form::ContactForm;
use contact_form::mail::Values;
use contact_form::refusal::is_supported;
use contact_form::submission::Submission;
use contact_form::validation;
use form_store::SubmissionLimit;
use http::header;
use jiff::SignedDuration;
use site_api::{ApiCall, HandlerResult};
use site_contract::contact_form::codes;
use site_rest::{Reply, RestError};

use super::delivery::{Accepted, deliver, keep_spam};
use super::forms::{form, forms, key};
use super::parts::parts;
use super::read::{VERSION, pick, today};
use super::suspicion::judge;
use super::visitor::{Scene, Visitor};
use crate::sent_members::path_id;

/// Accepted submissions of one network to one form.
const LIMIT: SubmissionLimit = SubmissionLimit {
    submissions: 60,
    window: SignedDuration::from_mins(10),
};

/// Name of the hidden member with the post that the form stands in.
const CONTAINER: &str = "_contactform_container_post";

/// Takes a submission. The form is that of the path; every result of an evaluation has the status 200.
///
/// # Errors
/// `contactform_unsupported_media_type`, `contactform_not_found`, `contactform_unit_tag_not_found`,
/// `contactform_too_many_submissions`.
pub async fn submit(call: ApiCall, (): ()) -> HandlerResult {
    let content_type = call.request().headers.get(header::CONTENT_TYPE);
    if !is_supported(content_type.and_then(|value| value.to_str().ok())) {
        return Err(RestError::new(&codes::FORM_UNSUPPORTED_MEDIA_TYPE));
    }
    let form = form(&call, path_id(&call)).await?;
    let sent = Submission::read(parts(&call), &form.tags());
    let unit_tag =
        unit_tag(&sent).ok_or_else(|| RestError::new(&codes::FORM_UNIT_TAG_NOT_FOUND))?;
    let key = key(&call);
    let outcome = outcome(&call, &form, &sent, &key).await?;
    let random = &*call.caller().store.parts().random;
    let answer = Answer {
        form_id: form.id.unwrap_or_default(),
        unit_tag: &unit_tag,
        outcome: &outcome,
        demo_mode: form.settings().demo_mode(),
        quiz: quiz::questions(&form, &key, &mut |count| pick(random, count)),
        leads: &[],
    };
    Ok(Reply::json(answer.body()))
}

/// Evaluates a submission and, when it is accepted, keeps it and sends its mails.
async fn outcome(
    call: &ApiCall,
    form: &ContactForm,
    sent: &Submission,
    key: &[u8],
) -> Result<Outcome, RestError> {
    let visitor = Visitor::of(call);
    let rules = validation::schema(form, today(call), VERSION);
    let step = evaluate(
        form,
        sent,
        &Circumstances {
            schema: &rules,
            key,
            signed_in: call.caller().user.is_some(),
            user_agent: &visitor.user_agent,
            remote_ip: &visitor.address,
            disallowed: &[],
        },
    );
    let is_mailed = match step {
        Step::Refused(outcome) => return Ok(outcome),
        Step::Accepted { mail } => mail,
    };
    let id = form.id.unwrap_or_default();
    let forms = forms(call);
    let counted = forms.count_submission(LIMIT, id, &visitor.network).await;
    if let Some(wait) = counted.map_err(RestError::internal)? {
        let refused = RestError::naming(&codes::FORM_TOO_MANY_SUBMISSIONS, [&wait]);
        return Err(refused.retry_after(wait));
    }
    let verdict = judge(call, form, sent, &visitor).await?;
    let container = sent.hidden(CONTAINER).and_then(|id| id.trim().parse().ok());
    let scene = Scene::of(call, &visitor, container).await?;
    let mail_context = scene.mail_context();
    let values = Values::new(form, sent, &mail_context);
    let accepted = Accepted {
        call,
        form,
        sent,
        visitor: &visitor,
        values: &values,
        verdict: &verdict,
    };
    if verdict.is_spam {
        keep_spam(&accepted).await?;
        return Ok(Outcome::spam(form));
    }
    let is_sent = deliver(&accepted, is_mailed).await?;
    let hash = posted_data_hash(key, form, sent, &visitor.address);
    Ok(if is_sent {
        Outcome::mail_sent(values.message("mail_sent_ok"), hash)
    } else {
        Outcome::mail_failed(values.message("mail_sent_ng"), hash)
    })
}
