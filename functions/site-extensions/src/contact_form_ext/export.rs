//! Submissions as CSV.

use contact_form::export::{Entry, csv};
use form_store::{FormFilter, FormStore, Submission, SubmissionFilter, SubmissionStatus};
use http::{HeaderValue, header};
use jiff::civil::date;
use jiff::{Timestamp, ToSpan};
use markup::sanitise;
use serde_json::{Map, Value};
use site_api::{ApiCall, HandlerResult};
use site_contract::contact_form_ext::codes;
use site_rest::{Content, Reply, RestError};

use crate::contact_form::forms::{forms, refused};
use crate::sent_members::sent_members;

/// Submissions of one export, the newest; more do not fit into a response.
const MOST: usize = 5000;
/// Submissions that are read at once.
const AT_ONCE: u16 = 100;
/// Kind of an entry.
const LEAD_TYPE: &str = "contact";

/// Which submissions are exported.
struct Filter {
    /// Form and time. None when nothing can be found.
    stored: Option<SubmissionFilter>,
    /// A field, and a text that its value contains.
    field: Option<(String, String)>,
}

/// Sends the submissions, newest first; those that are spam are left out.
///
/// # Errors
/// `no_entries`, `rest_invalid_param`.
pub async fn export(call: ApiCall, (): ()) -> HandlerResult {
    let filter = filter(&call)?;
    let forms = forms(&call);
    let entries = match &filter.stored {
        Some(stored) => entries(&call, &forms, stored, filter.field.as_ref()).await?,
        None => Vec::new(),
    };
    if entries.is_empty() {
        return Err(RestError::new(&codes::NO_ENTRIES));
    }
    let text = csv(&entries, &|value| sanitise::content(value));
    let day = call.caller().store.zone().to_datetime(call.app().now());
    let name = day.strftime("wp-leads-%Y-%m-%d.csv");
    let reply = Reply {
        content: Content::Other {
            content_type: HeaderValue::from_static("text/csv; charset=utf-8"),
            bytes: text.into(),
        },
        ..Reply::json(Value::Null)
    };
    let disposition = format!("attachment; filename=\"{name}\"");
    Ok(reply
        .header(header::CONTENT_DISPOSITION, &disposition)
        .header(header::PRAGMA, "no-cache")
        .header(header::EXPIRES, "0"))
}

fn filter(call: &ApiCall) -> Result<Filter, RestError> {
    let members = sent_members(call);
    let text = |name: &str| given(&members, name);
    let mut stored = SubmissionFilter::default();
    let mut is_empty = false;
    if let Some(form) = text("cf7_form") {
        match form.parse() {
            Ok(form) => stored.form = Some(form),
            Err(_) => is_empty = true,
        }
    }
    if let Some(month) = text("m") {
        let reason = || RestError::bare(&codes::INVALID_PARAM_BARE);
        let refused = || RestError::params(vec![("m".to_owned(), reason())]);
        let (from, before) = times(call, &month).ok_or_else(refused)?;
        (stored.from, stored.before) = (Some(from), Some(before));
    }
    Ok(Filter {
        stored: (!is_empty).then_some(stored),
        field: text("cf7_field_meta_key").zip(text("cf7_field_meta_value")),
    })
}

/// A text that is not empty; numbers are text.
fn given(members: &Map<String, Value>, name: &str) -> Option<String> {
    let text = match members.get(name)? {
        Value::String(text) => text.trim().to_owned(),
        Value::Number(number) => number.to_string(),
        _ => return None,
    };
    (!text.is_empty()).then_some(text)
}

/// Begin and end of a month `YYYYMM` in the site's zone.
fn times(call: &ApiCall, month: &str) -> Option<(Timestamp, Timestamp)> {
    let is_month = month.len() == 6 && month.bytes().all(|byte| byte.is_ascii_digit());
    let (year, month) = month.split_at_checked(4).filter(|_| is_month)?;
    let (year, month): (i16, i8) = (year.parse().ok()?, month.parse().ok()?);
    if !(1..=12).contains(&month) {
        return None;
    }
    let first = date(year, month, 1);
    let next = first.checked_add(1.month()).ok()?;
    let zone = call.caller().store.zone();
    let begin = |day: jiff::civil::Date| zone.to_timestamp(day.at(0, 0, 0, 0)).ok();
    Some((begin(first)?, begin(next)?))
}

async fn entries(
    call: &ApiCall,
    forms: &FormStore,
    filter: &SubmissionFilter,
    field: Option<&(String, String)>,
) -> Result<Vec<Entry>, RestError> {
    let heads = forms.forms(&FormFilter::default()).await.map_err(refused)?;
    let zone = call.caller().store.zone();
    let title = |submission: &Submission| {
        let mut heads = heads.iter();
        let head = heads.find(|head| head.id == submission.form);
        head.map_or(&submission.form_title, |head| &head.title)
            .clone()
    };
    let mut entries = Vec::new();
    let mut next = None;
    loop {
        let page = forms.submissions(filter, next, AT_ONCE).await;
        let page = page.map_err(refused)?;
        for submission in page.submissions {
            if submission.status == SubmissionStatus::Spam || !is_found(&submission, field) {
                continue;
            }
            let at = zone.to_datetime(submission.at);
            entries.push(Entry {
                form_name: title(&submission),
                form_id: submission.form,
                record_date: at.strftime("%Y-%m-%d %H:%M").to_string(),
                action_id: 0,
                lead_type: LEAD_TYPE.to_owned(),
                fields: submission.fields.iter().map(values).collect(),
            });
            if entries.len() >= MOST {
                return Ok(entries);
            }
        }
        next = page.next;
        if next.is_none() {
            return Ok(entries);
        }
    }
}

fn is_found(submission: &Submission, field: Option<&(String, String)>) -> bool {
    let Some((name, sought)) = field else {
        return true;
    };
    let mut fields = submission.fields.iter().filter(|(own, _)| own == name);
    fields.any(|field| values(field).1.join(",").contains(sought))
}

/// The values of a stored field as texts.
fn values((name, value): &(String, Value)) -> (String, Vec<String>) {
    let texts = match value {
        Value::Array(values) => values.iter().filter_map(Value::as_str).collect(),
        Value::String(text) => vec![text.as_str()],
        _ => Vec::new(),
    };
    (name.clone(), texts.into_iter().map(str::to_owned).collect())
}
