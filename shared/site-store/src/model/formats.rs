//! Formats of the model's database image: the present one, and earlier ones with the migrations to the
//! present.
//!
//! While a new release is deployed, only snapshots of the previous release's format exist. Each release
//! therefore reads earlier formats: it loads the tables and migrates them in memory, which takes
//! milliseconds where replaying the change log takes a minute.

use rusqlite::{Connection, params};

use super::index;
use crate::collation::sort_key;
use crate::error::StoreError;
use crate::keys::FIRST_FORMAT;

/// Incremented when the same log produces another model: when [`super::Model::apply`], the result of
/// `fold` or `sort_key`, or the content of the image's maps changes. Changes of the tables are detected
/// by the digest below.
#[cfg(test)]
const VERSION: u32 = 4;

/// Name of the present format: a digest of [`VERSION`] and the table definitions, verified by a test.
/// When it changes, the previous name moves to [`EARLIER`] with its migration.
pub(crate) const PRESENT: &str = "435aea20a3ccca61";

/// Format of an earlier release.
struct Earlier {
    name: &'static str,
    /// Migrates the tables to the next format.
    upgrade_tables: fn(&Connection) -> rusqlite::Result<()>,
    /// Migrates the tables of the texts, in the attached database `texts`, to the next format.
    upgrade_texts: fn(&Connection) -> rusqlite::Result<()>,
}

/// Earlier formats, oldest first. A migration derives all values from the image, so that the result
/// equals a model built from the log.
const EARLIER: &[Earlier] = &[
    Earlier {
        name: FIRST_FORMAT,
        upgrade_tables: add_title_keys,
        upgrade_texts: |_| Ok(()),
    },
    // Its maps have no snippets: the log of that release has none.
    Earlier {
        name: "beb9f2b38aefd4c3",
        upgrade_tables: |_| Ok(()),
        upgrade_texts: |_| Ok(()),
    },
    // The terms that are left to be indexed are added when the image's maps are read.
    Earlier {
        name: "431c0f8a9cacd87f",
        upgrade_tables: index::add_tables,
        upgrade_texts: |_| Ok(()),
    },
    Earlier {
        name: "695d700da3419c5d",
        upgrade_tables: index::count_texts_without_record,
        upgrade_texts: |_| Ok(()),
    },
    // Releases of this format stored nothing that takes an item out of the sitemap.
    Earlier {
        name: "aeafcd1047da7df4",
        upgrade_tables: add_listing,
        upgrade_texts: |_| Ok(()),
    },
    // Releases of this format kept no former slugs.
    Earlier {
        name: "85caa65031ee71da",
        upgrade_tables: add_former_slugs_and_passwords_by_date,
        upgrade_texts: |_| Ok(()),
    },
];

/// Whether this release reads images of the format.
pub(crate) fn is_readable(format: &str) -> bool {
    format == PRESENT || EARLIER.iter().any(|earlier| earlier.name == format)
}

/// Migrations from a format to the present one.
fn steps(format: &str) -> Result<&'static [Earlier], StoreError> {
    if format == PRESENT {
        return Ok(&[]);
    }
    EARLIER
        .iter()
        .position(|earlier| earlier.name == format)
        .and_then(|place| EARLIER.get(place..))
        .ok_or_else(|| StoreError::unreadable(format!("unknown format {format}")))
}

/// Migrates the tables of an image to the present format.
pub(super) fn upgrade_tables(connection: &Connection, format: &str) -> Result<(), StoreError> {
    for step in steps(format)? {
        (step.upgrade_tables)(connection)?;
    }
    Ok(())
}

/// Migrates the texts of an image to the present format.
pub(super) fn upgrade_texts(connection: &Connection, format: &str) -> Result<(), StoreError> {
    for step in steps(format)? {
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

fn add_listing(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute_batch("ALTER TABLE content ADD COLUMN listing INTEGER NOT NULL DEFAULT 0")
}

fn add_former_slugs_and_passwords_by_date(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute_batch(
        "CREATE TABLE former_slug (
             slug TEXT NOT NULL,
             content INTEGER NOT NULL,
             PRIMARY KEY (slug, content)
         ) WITHOUT ROWID;
         CREATE INDEX former_slug_by_content ON former_slug (content);
         DROP INDEX content_by_date;
         CREATE INDEX content_by_date ON content (kind, status, date, id, protected);",
    )
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use sha2::{Digest, Sha256};

    use super::*;
    use crate::model::schema::{TABLES, TEXTS};

    #[test]
    fn the_present_form_is_named_after_its_tables() {
        let digest = Sha256::new()
            .chain_update(VERSION.to_le_bytes())
            .chain_update(TABLES)
            .chain_update(index::TABLES)
            .chain_update(TEXTS)
            .finalize();
        assert_eq!(
            PRESENT,
            hex::encode(&digest[..8]),
            "the format has changed: enter the old name in EARLIER with the steps to this one"
        );
    }

    #[test]
    fn a_snapshot_of_each_form_is_kept_as_a_file() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/store/formats");
        let names = EARLIER.iter().map(|earlier| earlier.name).chain([PRESENT]);
        let missing: Vec<_> = names.filter(|name| !folder.join(name).is_dir()).collect();
        assert!(
            missing.is_empty(),
            "no snapshot of {missing:?} is kept (tests/store/kept_formats.rs)"
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
