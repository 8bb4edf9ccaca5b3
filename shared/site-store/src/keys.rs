//! Where records live. The tenant leads every key but that of a host name, which leads to the
//! tenant.

use items::Key;
use uuid::Uuid;

use crate::tenant::Tenant;

/// What waits for its date, in the index of due things. Spans all tenants.
pub(crate) const DUE_KIND: &str = "SITE_FUTURE";

/// What is to be done about snapshots, in the index of due things. Spans all tenants.
pub(crate) const SNAPSHOT_KIND: &str = "SITE_SNAPSHOT";

/// Where the latest snapshots of all tenants are listed.
pub(crate) const SNAPSHOTS: &str = "SITE_SNAPSHOTS";

pub(crate) fn host(host: &str) -> Key {
    Key::new(format!("HOST#{host}"), "TENANT")
}

pub(crate) fn log(tenant: &Tenant) -> String {
    format!("{tenant}#LOG")
}

/// The form that snapshots had before their items were named after it.
pub(crate) const FIRST_FORM: &str = "34a1d0bb3a84b726";

/// The latest snapshot of a form. All of a site begin with the key of the first form.
pub(crate) fn snapshot(tenant: &Tenant, form: &str) -> Key {
    let latest = match form {
        FIRST_FORM => "LATEST".to_owned(),
        form => format!("LATEST#{form}"),
    };
    Key::new(format!("{tenant}#SNAPSHOT"), latest)
}

pub(crate) fn wanted_snapshot(tenant: &Tenant) -> Key {
    Key::new(format!("{tenant}#SNAPSHOT"), "WANTED")
}

/// A blob that belongs to no snapshot yet, or to none any more.
pub(crate) fn loose_blob(tenant: &Tenant, blob: &str) -> Key {
    Key::new(format!("{tenant}#SNAPSHOT"), format!("BLOB#{blob}"))
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

pub(crate) fn settings(tenant: &Tenant) -> Key {
    Key::new(format!("{tenant}#SETTINGS"), "SETTINGS")
}

/// Where a site's copies come from.
pub(crate) fn import_source(tenant: &Tenant) -> Key {
    Key::new(format!("{tenant}#IMPORT"), "SOURCE")
}

/// What was copied, a record for each write of an import.
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
