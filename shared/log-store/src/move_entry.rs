//! Changes of an entry's status: its record, its index records and the counters move together.

use domain::platform::log::LogStatus;
use items::{Condition, ItemsError, Revised, Write};
use jiff::Timestamp;

use crate::bucket::Bucket;
use crate::entry::{CountChanges, Record};

/// The writes that give an entry another status in `bucket`, and the changed record. They fail when the entry was moved
/// or counted another event since it was read.
pub(crate) fn moved(
    before: &Revised<Record>,
    status: LogStatus,
    bucket: Bucket,
    at: Timestamp,
    changes: &mut CountChanges,
) -> Result<(Vec<Write>, Record), ItemsError> {
    let mut after = before.record.clone();
    after.status = status;
    after.bucket = bucket;
    after.cleared_at = (status == LogStatus::Cleared).then_some(at);
    let mut writes: Vec<Write> = before
        .record
        .index_keys()
        .into_iter()
        .map(|key| Write::Delete(key, Condition::Present))
        .collect();
    let count = before.revision;
    writes.extend(after.puts(count, Condition::Revision(count))?);
    changes.add(&before.record, -1);
    changes.add(&after, 1);
    Ok((writes, after))
}
