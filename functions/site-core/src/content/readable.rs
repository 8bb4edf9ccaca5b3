//! Who may read an item. A file has the visibility of the item that it is attached to.

use domain::site::{Caller as Access, Status, Subject};
use site_api::OrRefuse;
use site_rest::RestError;
use site_store::SiteStore;

/// Whether the caller may read an item; `parent` is the item above it, if it exists. It decides for a file that
/// inherits its state.
pub fn is_readable(access: &Access, item: Subject, parent: Option<Subject>) -> bool {
    match (item.status, parent) {
        (Status::Inherit, Some(parent)) => access.may_read(parent),
        _ => access.may_read(item),
    }
}

/// [`is_readable`] with the item above it, the one numbered `parent`, looked up; 0 for none.
///
/// # Errors
/// The store fails.
pub fn may_read_item(
    access: &Access,
    store: &SiteStore,
    item: Subject,
    parent: u64,
) -> Result<bool, RestError> {
    let inherits = item.status == Status::Inherit && parent != 0;
    let parent = if inherits {
        store.summary(parent).or_refuse()?
    } else {
        None
    };
    Ok(is_readable(
        access,
        item,
        parent.map(|parent| parent.subject()),
    ))
}
