//! The data of a person, by e-mail address: export, and erasure in portions.

use form_store::{SubmissionCursor, SubmissionFilter};
use http::{HeaderValue, header};
use jiff::SignedDuration;
use serde_json::{Value, json};
use site_api::format::gmt;
use site_api::{ApiCall, HandlerResult};
use site_rest::{Content, Reply, RestError};

use super::filter::{cursor, next_link};
use super::view::view;
use crate::contact_form::forms::{forms, refused};

/// Submissions that are read at once.
const AT_ONCE: u16 = 50;
/// Bytes of submissions in one response, of the six megabytes that a Lambda function may answer.
const MOST_BYTES: usize = 4 * 1024 * 1024;
/// Time for which the links to files in an export are valid.
const LINKS_LIVE_FOR: SignedDuration = SignedDuration::from_hours(24 * 7);

/// Sends everything that a person has submitted, newest first, as an attachment. When it does not fit into one response, `next`
/// is the position of the next one, and the header `Link` leads to it.
///
/// # Errors
/// `rest_invalid_param`; the store fails.
pub async fn export(call: ApiCall, (): ()) -> HandlerResult {
    let email = call.params().text("email").unwrap_or_default();
    let filter = SubmissionFilter {
        address: Some(email.to_owned()),
        ..SubmissionFilter::default()
    };
    let store = forms(&call);
    let (mut submissions, mut bytes, mut next) = (Vec::new(), 0, cursor(&call)?);
    let mut last = None;
    'all: loop {
        let page = store.submissions(&filter, next, AT_ONCE).await;
        let page = page.map_err(refused)?;
        for submission in &page.submissions {
            let shown = view(&call, submission, LINKS_LIVE_FOR);
            bytes += shown.to_string().len();
            if bytes > MOST_BYTES && !submissions.is_empty() {
                next = last;
                break 'all;
            }
            last = Some(SubmissionCursor::after(submission));
            submissions.push(shown);
        }
        next = page.next;
        if next.is_none() {
            break;
        }
    }
    let day = call.caller().store.zone().to_datetime(call.app().now());
    let body = json!({
        "email": email,
        "exported_gmt": gmt(call.app().now()),
        "submissions": submissions,
        "next": next.map(|next| next.to_string()),
    });
    let bytes = serde_json::to_vec_pretty(&body).map_err(RestError::internal)?;
    let disposition = format!(
        "attachment; filename=\"submissions-{}.json\"",
        day.strftime("%Y-%m-%d")
    );
    let reply = Reply {
        content: Content::Other {
            content_type: HeaderValue::from_static("application/json; charset=utf-8"),
            bytes: bytes.into(),
        },
        ..Reply::json(Value::Null)
    };
    let reply = reply.header(header::CONTENT_DISPOSITION, &disposition);
    Ok(match next {
        Some(next) => reply.header(header::LINK, &next_link(&call, next)),
        None => reply,
    })
}

/// Deletes what a person has submitted, at most `limit` submissions and mails, with files and index records. The response says
/// how many are left; the same request continues, also after an interruption.
///
/// # Errors
/// `rest_invalid_param`; the store fails.
pub async fn erase(call: ApiCall, (): ()) -> HandlerResult {
    let params = call.params();
    let email = params.text("email").unwrap_or_default();
    let most = params.id("limit").unwrap_or_default();
    let most = usize::try_from(most).unwrap_or(usize::MAX);
    let erased = forms(&call).erase_person(email, most).await;
    let erased = erased.map_err(refused)?;
    Ok(Reply::json(json!({
        "erased": {"submissions": erased.submissions, "mails": erased.mails},
        "left": erased.left,
    })))
}
