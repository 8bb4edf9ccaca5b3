//! Lambda's reports about invocations that it ended, in the text format of
//! [function logs](https://docs.aws.amazon.com/lambda/latest/dg/monitoring-cloudwatchlogs.html).

use domain::platform::log::{LogEntry, LogLevel, cut_message};
use jiff::Timestamp;

use crate::{Delivery, Line};

/// Begin of the report of a time-out, after the instant and the request.
const TIMED_OUT: &str = "Task timed out after";
/// Begin of the report of a process that ended, after the request: a crash, or a process killed for its memory.
const EXITED: &str = "Runtime exited";

/// The entry that a line reports, if it is a report.
pub(crate) fn entry(delivery: &Delivery, line: &Line) -> Option<LogEntry> {
    let first = line.text.lines().next()?.trim();
    // Functions write JSON themselves; what they quote is no report.
    if first.starts_with('{') {
        return None;
    }
    let (level, message) = [(LogLevel::Error, TIMED_OUT), (LogLevel::Critical, EXITED)]
        .into_iter()
        .find_map(|(level, begin)| Some((level, first.get(first.find(begin)?..)?)))?;
    let request_id = first.split_whitespace().find(|word| is_request(word));
    let mut context = serde_json::Map::new();
    if let Some(request_id) = request_id {
        context.insert("request_id".to_owned(), request_id.into());
    }
    context.insert("log_group".to_owned(), delivery.group.as_str().into());
    context.insert("log_stream".to_owned(), delivery.stream.as_str().into());
    let at = Timestamp::from_millisecond(line.timestamp).ok()?;
    let channel = delivery.group.rsplit('/').next().unwrap_or_default();
    Some(LogEntry {
        level,
        channel: channel.to_owned(),
        message: cut_message(message).to_owned(),
        context,
        source_ref: None,
        count: 1,
        first_at: at,
        last_at: at,
    })
}

/// Whether a word is the identifier of a request: a UUID.
fn is_request(word: &str) -> bool {
    word.len() == 36
        && word.char_indices().all(|(place, c)| match place {
            8 | 13 | 18 | 23 => c == '-',
            _ => c.is_ascii_hexdigit(),
        })
}
