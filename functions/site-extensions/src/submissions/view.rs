//! The JSON representation of a submission.

use form_store::{DownloadKey, FileOfSubmission, Submission, Upload};
use jiff::SignedDuration;
use serde_json::{Map, Value, json};
use site_api::ApiCall;
use site_api::format::gmt;

/// Time for which the links to files in a list are valid.
pub const LINKS_LIVE_FOR: SignedDuration = SignedDuration::from_hours(1);

/// A submission, with links to its files that are valid for some time.
pub fn view(call: &ApiCall, submission: &Submission, links_live_for: SignedDuration) -> Value {
    let local = call.caller().store.zone().to_datetime(submission.at);
    let fields = submission.fields.iter().cloned();
    let mails = submission.mails.iter().map(|mail| {
        let outcome = submission.outcomes.get(mail);
        json!({
            "state": outcome.map_or_else(|| json!("queued"), |outcome| json!(outcome.state)),
            "error": outcome.and_then(|outcome| outcome.error.as_ref()),
            "ended_gmt": outcome.map(|outcome| gmt(outcome.at)),
        })
    });
    let held = submission.held.iter();
    let mails =
        mails.chain(held.map(|_| json!({"state": "held", "error": null, "ended_gmt": null})));
    let files = submission.uploads.iter();
    let files = files.map(|upload| file(call, submission, upload, links_live_for));
    json!({
        "id": submission.id,
        "form": submission.form,
        "form_title": submission.form_title,
        "date": local.strftime("%Y-%m-%dT%H:%M:%S").to_string(),
        "date_gmt": gmt(submission.at),
        "status": submission.status,
        "fields": Value::Object(fields.collect::<Map<_, _>>()),
        "files": files.collect::<Vec<_>>(),
        "emails": submission.people,
        "consents": submission.consents,
        "mails": mails.collect::<Vec<_>>(),
        "spam": submission.spam,
        "sender": submission.facts,
    })
}

fn file(
    call: &ApiCall,
    submission: &Submission,
    upload: &Upload,
    links_live_for: SignedDuration,
) -> Value {
    let until = call.app().now() + links_live_for;
    let of = FileOfSubmission {
        tenant: call.caller().store.tenant(),
        submission: submission.id,
        blob: &upload.blob,
    };
    let key = DownloadKey::sign(call.app().keyring(), of, until);
    let url = call.site().url("/contact-form-ext/v1/download-file");
    json!({
        "field": upload.field,
        "file_name": upload.file_name,
        "content_type": upload.content_type,
        "bytes": upload.bytes,
        "key": key.to_string(),
        "expires_gmt": gmt(until),
        "url": format!("{url}?entry_post_id={}&file_key={key}", submission.id),
    })
}
