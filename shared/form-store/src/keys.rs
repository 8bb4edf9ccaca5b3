//! Keys of the site's table (docs/data-model.md).

use items::Key;
use jiff::Timestamp;
use site_store::Tenant;

/// Key of a form with its document.
pub(crate) fn form(tenant: &Tenant, id: u64) -> Key {
    Key::new(format!("{tenant}#FORM#{id}"), "FORM")
}

/// Partition of the forms without their documents.
pub(crate) fn heads(tenant: &Tenant) -> String {
    format!("{tenant}#FORMS")
}

pub(crate) fn head(tenant: &Tenant, id: u64) -> Key {
    Key::new(heads(tenant), format!("{id:020}"))
}

/// Reservation of a slug.
pub(crate) fn slug(tenant: &Tenant, slug: &str) -> Key {
    Key::new(format!("{tenant}#FORM_SLUGS"), slug)
}

/// Reservation of a hash, which leads to its form.
pub(crate) fn hash(tenant: &Tenant, hash: &str) -> Key {
    Key::new(format!("{tenant}#FORM_HASHES"), hash)
}

pub(crate) fn submission(tenant: &Tenant, id: u64) -> Key {
    Key::new(format!("{tenant}#SUBMISSION#{id}"), "SUBMISSION")
}

/// Mark of an idempotency key, by its keyed hash.
pub(crate) fn mark(tenant: &Tenant, hash: &str) -> Key {
    Key::new(format!("{tenant}#SUBMITTED#{hash}"), "MARK")
}

/// Partition of the index of all submissions.
pub(crate) fn all(tenant: &Tenant) -> String {
    format!("{tenant}#SUBMISSIONS")
}

/// Partition of the index of a form's submissions.
pub(crate) fn of_form(tenant: &Tenant, form: u64) -> String {
    format!("{tenant}#FORM_SUBMISSIONS#{form}")
}

/// Partition of the index of a person's submissions, by the keyed hash of the address.
pub(crate) fn of_person(tenant: &Tenant, hash: &str) -> String {
    format!("{tenant}#PERSON#{hash}")
}

/// Partition of the mails that hold the words of a person and belong to no submission, by the keyed hash of the address.
pub(crate) fn mails_of_person(tenant: &Tenant, hash: &str) -> String {
    format!("{tenant}#PERSON_MAILS#{hash}")
}

/// Sort key in an index of submissions: time, then identifier.
pub(crate) fn place(at: Timestamp, id: u64) -> String {
    format!("{:012}#{id:020}", at.as_second().max(0))
}

/// The time and identifier in such a sort key.
pub(crate) fn of_place(place: &str) -> Option<(Timestamp, u64)> {
    let (at, id) = place.split_once('#')?;
    let at = Timestamp::from_second(at.parse().ok()?).ok()?;
    Some((at, id.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_sort_by_time_and_identifier() {
        let at = |second| Timestamp::from_second(second).unwrap();
        let places = [
            place(at(9), 100),
            place(at(1_700_000_000), 9),
            place(at(1_700_000_000), 10),
            place(at(1_700_000_001), 1),
        ];
        assert!(places.is_sorted(), "{places:?}");
        assert_eq!(of_place(&places[2]), Some((at(1_700_000_000), 10)));
        assert_eq!(of_place("RECORD"), None);
    }
}
