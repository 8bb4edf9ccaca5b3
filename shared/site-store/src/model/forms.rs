//! The forms of the model's image: the present one, and those of earlier versions with the steps that
//! upgrade them.
//!
//! While a new version is deployed there are only snapshots of the form before. Every version
//! therefore reads the forms of earlier versions: it takes the tables as they are and upgrades them in
//! memory, which costs milliseconds where the change log costs a minute.

use rusqlite::{Connection, params};

use super::image::unreadable;
use crate::collation::sort_key;
use crate::error::StoreError;
use crate::keys::FIRST_FORM;

/// Counts up when the same log makes another model: when what [`super::Model::apply`] does, what
/// `fold` or `sort_key` makes of a text or what the image's maps hold changes. Changes of the tables
/// show by themselves.
#[cfg(test)]
const VERSION: u32 = 2;

/// The name of the present form: a digest of [`VERSION`] and the tables, which a test compares. A change
/// of these enters the form that was present until then in [`EARLIER`].
pub(crate) const PRESENT: &str = "beb9f2b38aefd4c3";

/// A form of an earlier version.
struct Earlier {
    name: &'static str,
    /// Makes the tables of the next form of the tables of this one.
    upgrade_tables: fn(&Connection) -> rusqlite::Result<()>,
    /// The same for the tables of the texts, in the database `texts`.
    upgrade_texts: fn(&Connection) -> rusqlite::Result<()>,
}

/// Oldest first. A step derives all values from the image, so that an upgraded model is the one that
/// the log makes.
const EARLIER: &[Earlier] = &[Earlier {
    name: FIRST_FORM,
    upgrade_tables: add_title_keys,
    upgrade_texts: |_| Ok(()),
}];

/// Whether this version reads images of this form.
pub(crate) fn is_readable(form: &str) -> bool {
    form == PRESENT || EARLIER.iter().any(|earlier| earlier.name == form)
}

/// The steps from a form to the present one.
fn steps(form: &str) -> Result<&'static [Earlier], StoreError> {
    if form == PRESENT {
        return Ok(&[]);
    }
    EARLIER
        .iter()
        .position(|earlier| earlier.name == form)
        .and_then(|place| EARLIER.get(place..))
        .ok_or_else(|| unreadable(format!("unknown form {form}")))
}

/// Gives the tables of an image the present form.
pub(super) fn upgrade_tables(connection: &Connection, form: &str) -> Result<(), StoreError> {
    for step in steps(form)? {
        (step.upgrade_tables)(connection)?;
    }
    Ok(())
}

/// Gives the texts of an image the present form.
pub(super) fn upgrade_texts(connection: &Connection, form: &str) -> Result<(), StoreError> {
    for step in steps(form)? {
        (step.upgrade_texts)(connection)?;
    }
    Ok(())
}

fn add_title_keys(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute_batch(
        "ALTER TABLE content ADD COLUMN title_key BLOB NOT NULL DEFAULT x'';
         SAVEPOINT title_keys",
    )?;
    let mut titles = connection.prepare("SELECT id, title FROM content")?;
    let titles = titles
        .query_map([], |row| {
            Ok((row.get::<_, i64>(0)?, row.get::<_, String>(1)?))
        })?
        .collect::<rusqlite::Result<Vec<_>>>()?;
    let mut update = connection.prepare("UPDATE content SET title_key = ?2 WHERE id = ?1")?;
    for (id, title) in titles {
        update.execute(params![id, sort_key(&title)])?;
    }
    connection.execute_batch(
        "RELEASE title_keys;
         CREATE INDEX content_by_title ON content (kind, status, title_key, id);",
    )
}

#[cfg(test)]
mod tests {
    use sha2::{Digest, Sha256};

    use super::*;
    use crate::model::schema::{TABLES, TEXTS};

    #[test]
    fn the_present_form_is_named_after_its_tables() {
        let digest = Sha256::new()
            .chain_update(VERSION.to_le_bytes())
            .chain_update(TABLES)
            .chain_update(TEXTS)
            .finalize();
        assert_eq!(
            PRESENT,
            hex::encode(&digest[..8]),
            "the form has changed: enter the old name in EARLIER with the steps to this one"
        );
    }

    #[test]
    fn no_form_has_two_entries() {
        for (place, earlier) in EARLIER.iter().enumerate() {
            let later = EARLIER.iter().skip(place + 1).map(|one| one.name);
            assert!(later.chain([PRESENT]).all(|name| name != earlier.name));
        }
    }
}
