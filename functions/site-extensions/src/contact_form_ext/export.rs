//! Submissions as CSV.

use std::collections::HashSet;

use contact_form::export::{Entry, csv};
use form_store::{
    FormFilter, FormStore, Submission, SubmissionCursor, SubmissionFilter, SubmissionStatus,
};
use http::{HeaderValue, header};
use jiff::civil::date;
use jiff::{Timestamp, ToSpan};
use markup::sanitise;
use serde_json::{Map, Value};
use site_api::error::not_computed;
use site_api::{ApiCall, HandlerResult};
use site_contract::contact_form_ext::codes;
use site_rest::{Content, Reply, RestError};

use crate::contact_form::forms::{forms, refused};
use crate::sent_members::sent_members;
use crate::submissions::filter::next_link;

/// Submissions of one response; the next one continues.
const MOST: usize = 5000;
/// Bytes of names, values and separators in one response, of the six megabytes that a Lambda function may answer.
const MOST_BYTES: usize = 4 * 1024 * 1024;
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
    /// Where this portion begins; none at the newest.
    start: Option<SubmissionCursor>,
}

/// Submissions of one response.
#[derive(Default)]
struct Portion {
    entries: Vec<Entry>,
    /// Identifiers of the first and the last one.
    ids: Option<(u64, u64)>,
    /// Where the next portion begins; none in the last one.
    next: Option<SubmissionCursor>,
}

/// Sends the submissions, newest first; those that are spam are left out. When they do not fit into one response, the header
/// `Link` leads to the next portion, and the names of the files say which submissions they contain.
///
/// # Errors
/// `no_entries`, `rest_invalid_param`.
pub async fn export(call: ApiCall, (): ()) -> HandlerResult {
    let filter = filter(&call)?;
    let forms = forms(&call);
    let portion = match &filter.stored {
        Some(stored) => portion(&call, &forms, stored, &filter).await?,
        None => Portion::default(),
    };
    let Some((first, last)) = portion.ids else {
        return Err(RestError::new(&codes::NO_ENTRIES));
    };
    let Portion { entries, next, .. } = portion;
    let text = heavy_work::run(u64::MAX, move |_| {
        csv(&entries, &|value| sanitise::content(value))
    });
    let text = text.await.map_err(not_computed)?;
    let day = call.caller().store.zone().to_datetime(call.app().now());
    let day = day.strftime("%Y-%m-%d");
    let name = if filter.start.is_none() && next.is_none() {
        format!("wp-leads-{day}.csv")
    } else {
        format!("wp-leads-{day}-{first}-{last}.csv")
    };
    let reply = Reply {
        content: Content::Other {
            content_type: HeaderValue::from_static("text/csv; charset=utf-8"),
            bytes: text.into(),
        },
        ..Reply::json(Value::Null)
    };
    let disposition = format!("attachment; filename=\"{name}\"");
    let reply = reply
        .header(header::CONTENT_DISPOSITION, &disposition)
        .header(header::PRAGMA, "no-cache")
        .header(header::EXPIRES, "0");
    Ok(match next {
        Some(next) => reply.header(header::LINK, &next_link(&call, next)),
        None => reply,
    })
}

fn filter(call: &ApiCall) -> Result<Filter, RestError> {
    let members = sent_members(call);
    let text = |name: &str| given(&members, name);
    let mut stored = SubmissionFilter::default();
    let mut is_empty = false;
    let is_list = |name: &str| {
        let sent = members.get(name);
        sent.is_some_and(|value| value.is_array() || value.is_object())
    };
    let reason = || RestError::bare(&codes::INVALID_PARAM_BARE);
    let refused = |name: &str| RestError::params(vec![(name.to_owned(), reason())]);
    if is_list("cf7_form") {
        is_empty = true;
    } else if let Some(form) = text("cf7_form") {
        match form.parse() {
            Ok(form) => stored.form = Some(form),
            Err(_) => is_empty = true,
        }
    }
    if is_list("m") {
        return Err(refused("m"));
    }
    if let Some(month) = text("m") {
        let (from, before) = times(call, &month).ok_or_else(|| refused("m"))?;
        (stored.from, stored.before) = (Some(from), Some(before));
    }
    let start = text("cursor").map(|cursor| cursor.parse());
    let start = start.transpose().map_err(|_| refused("cursor"))?;
    Ok(Filter {
        start,
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

async fn portion(
    call: &ApiCall,
    forms: &FormStore,
    stored: &SubmissionFilter,
    filter: &Filter,
) -> Result<Portion, RestError> {
    let heads = forms.forms(&FormFilter::default()).await.map_err(refused)?;
    let zone = call.caller().store.zone();
    let title = |submission: &Submission| {
        let mut heads = heads.iter();
        let head = heads.find(|head| head.id == submission.form);
        head.map_or(&submission.form_title, |head| &head.title)
            .clone()
    };
    let mut portion = Portion {
        next: filter.start,
        ..Portion::default()
    };
    let (mut bytes, mut last) = (0, None);
    let mut columns = HashSet::new();
    loop {
        let page = forms.submissions(stored, portion.next, AT_ONCE).await;
        let page = page.map_err(refused)?;
        for submission in page.submissions {
            if submission.status == SubmissionStatus::Spam
                || !is_found(&submission, filter.field.as_ref())
            {
                continue;
            }
            let fields: Vec<_> = submission.fields.iter().map(values).collect();
            let texts = fields.iter().flat_map(|(_, texts)| texts);
            bytes += texts.map(String::len).sum::<usize>();
            for (name, _) in &fields {
                if !columns.contains(name) {
                    bytes += name.len();
                    columns.insert(name.clone());
                }
            }
            // A separator for each column, also where a submission has no such field.
            let all = bytes + columns.len() * (portion.entries.len() + 2);
            if portion.entries.len() >= MOST || (all > MOST_BYTES && portion.ids.is_some()) {
                portion.next = last;
                return Ok(portion);
            }
            last = Some(SubmissionCursor::after(&submission));
            let at = zone.to_datetime(submission.at);
            let (first, _) = portion.ids.unwrap_or((submission.id, submission.id));
            portion.ids = Some((first, submission.id));
            portion.entries.push(Entry {
                form_name: title(&submission),
                form_id: submission.form,
                record_date: at.strftime("%Y-%m-%d %H:%M").to_string(),
                action_id: 0,
                lead_type: LEAD_TYPE.to_owned(),
                fields,
            });
        }
        portion.next = page.next;
        if portion.next.is_none() {
            return Ok(portion);
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
