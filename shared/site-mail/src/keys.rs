//! Keys of the site's table and of the blob store (docs/data-model.md).

use items::Key;
use site_store::Tenant;

/// Kind of mails that are not sent yet in the index of due records, across all tenants.
pub(crate) const DUE_MAIL: &str = "SITE_MAIL";
/// Kind of tasks that remove files in the index of due records, across all tenants.
pub(crate) const DUE_FILES: &str = "SITE_FILES";

pub(crate) fn mail(tenant: &Tenant, id: &str) -> Key {
    Key::new(format!("{tenant}#MAIL#{id}"), "MAIL")
}

pub(crate) fn files(tenant: &Tenant, task: &str) -> Key {
    Key::new(format!("{tenant}#FILES_TASK#{task}"), "TASK")
}

/// Key of a blob. Site files that are served lie under `sites/{tenant}/uploads/`.
pub(crate) fn blob(tenant: &Tenant, task: &str, place: usize) -> String {
    format!("sites/{tenant}/private/{task}/{place}")
}
