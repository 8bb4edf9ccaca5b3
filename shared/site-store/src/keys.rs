//! Keys of the site's table. Every key begins with the tenant, except that of a host name, which maps
//! to the tenant.

use items::{Key, Query};
use uuid::Uuid;

use crate::tenant::Tenant;

/// Kind of scheduled items in the index of due records, across all tenants.
pub(crate) const DUE_KIND: &str = "SITE_FUTURE";

/// Kind of snapshot tasks in the index of due records, across all tenants.
pub(crate) const SNAPSHOT_KIND: &str = "SITE_SNAPSHOT";

/// Kind of erasure tasks in the index of due records, across all tenants.
pub(crate) const ERASURE_KIND: &str = "SITE_ERASURE";

/// List of the latest snapshots of all tenants.
pub(crate) const SNAPSHOTS: &str = "SITE_SNAPSHOTS";

/// What the keys of all files of all tenants begin with.
pub(crate) const FILES: &str = "sites/";

/// Record of how far the removal of files that no item names went today, across all tenants.
pub(crate) const FILES_SWEEP: (&str, &str) = ("FILES_SWEEP", "PROGRESS");

pub(crate) fn host(host: &str) -> Key {
    Key::new(format!("HOST#{host}"), "TENANT")
}

pub(crate) fn log(tenant: &Tenant) -> String {
    format!("{tenant}#LOG")
}

/// Format of the first snapshots, whose keys do not carry the format's name.
pub(crate) const FIRST_FORMAT: &str = "34a1d0bb3a84b726";

/// Key of the latest snapshot in a format. The keys of all formats share the first format's key as
/// prefix.
pub(crate) fn snapshot(tenant: &Tenant, format: &str) -> Key {
    let latest = match format {
        FIRST_FORMAT => "LATEST".to_owned(),
        format => format!("LATEST#{format}"),
    };
    Key::new(format!("{tenant}#SNAPSHOT"), latest)
}

pub(crate) fn snapshot_task(tenant: &Tenant) -> Key {
    Key::new(format!("{tenant}#SNAPSHOT"), "WANTED")
}

/// Key of the removal task of a blob that does not belong to a snapshot yet, or any more.
pub(crate) fn orphan_blob(tenant: &Tenant, blob: &str) -> Key {
    Key::new(format!("{tenant}#SNAPSHOT"), format!("BLOB#{blob}"))
}

/// Partition of the erasure tasks, and of the state of the pass over the log.
fn erasure(tenant: &Tenant) -> String {
    format!("{tenant}#ERASURE")
}

/// Key of the erasure task that is due at `at` (epoch seconds).
pub(crate) fn erasure_task(tenant: &Tenant, at: i64) -> Key {
    Key::new(erasure(tenant), format!("DUE#{:020}", at.max(0)))
}

/// Erasure tasks that are due at or before `at` (epoch seconds).
pub(crate) fn erasure_tasks(tenant: &Tenant, at: i64) -> Query {
    let last = erasure_task(tenant, at);
    Query::between(last.pk, erasure_task(tenant, 0).sk, last.sk)
}

/// Key of the state of the pass over the log.
pub(crate) fn erasure_state(tenant: &Tenant) -> Key {
    Key::new(erasure(tenant), "STATE")
}

pub(crate) fn content(tenant: &Tenant, id: u64) -> Key {
    Key::new(format!("{tenant}#CONTENT#{id}"), "RECORD")
}

pub(crate) fn revision(tenant: &Tenant, parent: u64, id: u64) -> Key {
    Key::new(
        format!("{tenant}#CONTENT#{parent}"),
        format!("REVISION#{}", number(id)),
    )
}

pub(crate) fn due(tenant: &Tenant, id: u64) -> Key {
    Key::new(format!("{tenant}#DUE"), number(id))
}

pub(crate) fn term(tenant: &Tenant, id: u64) -> Key {
    Key::new(format!("{tenant}#TERMS"), number(id))
}

pub(crate) fn user(tenant: &Tenant, id: u64) -> Key {
    Key::new(format!("{tenant}#USERS"), number(id))
}

pub(crate) fn user_password(tenant: &Tenant, id: u64) -> Key {
    Key::new(format!("{tenant}#USER_PASSWORDS"), number(id))
}

pub(crate) fn app_password(tenant: &Tenant, user: u64, uuid: Uuid) -> Key {
    Key::new(
        format!("{tenant}#APP_PASSWORDS"),
        format!("{}#{uuid}", number(user)),
    )
}

pub(crate) fn comment(tenant: &Tenant, id: u64) -> Key {
    Key::new(format!("{tenant}#COMMENTS"), number(id))
}

/// Key of what the spam filter keeps about a comment.
pub(crate) fn comment_check(tenant: &Tenant, id: u64) -> Key {
    Key::new(format!("{tenant}#COMMENT_CHECKS"), number(id))
}

/// Key of the report that the spam filter still owes its service about a submission of a contact form.
pub fn submission_report(tenant: &Tenant, id: u64) -> Key {
    Key::new(format!("{tenant}#SUBMISSION#{id}"), "SPAM_REPORT")
}

pub(crate) fn settings(tenant: &Tenant) -> Key {
    Key::new(format!("{tenant}#SETTINGS"), "SETTINGS")
}

/// Key of the record that names the source of a site's imports.
pub(crate) fn import_source(tenant: &Tenant) -> Key {
    Key::new(format!("{tenant}#IMPORT"), "SOURCE")
}

/// Partition of the import ledger, one record per write of an import.
pub(crate) fn import_rows(tenant: &Tenant) -> String {
    format!("{tenant}#IMPORTED")
}

pub(crate) fn import_rows_of(tenant: &Tenant, seq: u64) -> Key {
    Key::new(import_rows(tenant), number(seq))
}

pub(crate) fn file(tenant: &Tenant, path: &str) -> Key {
    Key::new(format!("{tenant}#FILES"), path)
}

fn number(id: u64) -> String {
    format!("{id:020}")
}
