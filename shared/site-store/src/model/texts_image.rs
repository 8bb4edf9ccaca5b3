//! Loading of the texts into a model that was loaded from a snapshot, on its first search.

use std::fs::File;
use std::io::{Read, Write, copy};

use super::formats::upgrade_texts;
use super::schema::{TEXTS, attach_texts, detach_texts, settle};
use super::{Model, Texts, TextsPlace};
use crate::error::StoreError;
use crate::log::Change;

/// Serialised database of the texts, its length in bytes, and its format.
pub(crate) struct TextsImage<'a, R> {
    pub(crate) pages: R,
    pub(crate) length: u64,
    pub(crate) format: &'a str,
}

impl Model {
    pub(crate) fn has_texts(&self) -> bool {
        self.texts == Texts::Whole
    }

    /// Loads the texts of `image`, or none. The caller then passes the log entries after the image, up
    /// to the returned one, to [`Model::fill_texts`].
    pub(crate) fn begin_texts<R: Read>(
        &mut self,
        image: Option<TextsImage<'_, R>>,
    ) -> Result<u64, StoreError> {
        self.texts = Texts::Absent;
        detach_texts(&self.connection)?;
        match (image, &self.texts_place) {
            (None, place) => {
                attach_texts(&self.connection, place)?;
                self.connection.execute_batch(
                    "DROP TABLE IF EXISTS texts.text; DROP TABLE IF EXISTS texts.ungrammed;
                     DROP TABLE IF EXISTS texts.grams;",
                )?;
                self.connection.execute_batch(TEXTS)?;
            }
            (Some(image), place @ TextsPlace::Memory) => {
                attach_texts(&self.connection, place)?;
                let length = usize::try_from(image.length).map_err(StoreError::unreadable)?;
                let read =
                    self.connection
                        .deserialize_read_exact("texts", image.pages, length, false);
                read?;
                upgrade_texts(&self.connection, image.format)?;
                settle(&self.connection, "texts")?;
            }
            (Some(mut image), place @ TextsPlace::File(path)) => {
                let mut file = File::create(path).map_err(StoreError::unreadable)?;
                copy(&mut image.pages, &mut file).map_err(StoreError::unreadable)?;
                attach_texts(&self.connection, place)?;
                upgrade_texts(&self.connection, image.format)?;
            }
        }
        self.texts = Texts::Filling;
        Ok(self.head)
    }

    /// Stores the texts that an entry changed, unless a later entry changed them again. Returns `false`
    /// when loading was reset meanwhile.
    pub(crate) fn fill_texts(&mut self, changes: &[Change]) -> Result<bool, StoreError> {
        if self.texts != Texts::Filling {
            return Ok(false);
        }
        for change in changes {
            match change {
                Change::Content(content) => {
                    let now = self.summary(content.id)?;
                    if now.is_some_and(|now| now.seq == content.seq) {
                        self.put_text(content)?;
                    }
                }
                Change::ContentGone { id, .. } => self.remove_text(*id)?,
                _ => {}
            }
        }
        Ok(true)
    }

    /// Marks all texts as loaded.
    pub(crate) fn end_texts(&mut self) {
        if self.texts == Texts::Filling {
            self.texts = Texts::Whole;
        }
    }

    /// Writes the texts with their index and returns the length of the database in bytes; if asked to, without remnants of
    /// deleted ones. Consumes the model, which must hold all texts in a file.
    pub(crate) fn write_texts(
        self,
        is_without_remnants: bool,
        to: &mut impl Write,
    ) -> Result<u64, StoreError> {
        let TextsPlace::File(path) = &self.texts_place else {
            return Err(StoreError::Model("the texts lie in no file".to_owned()));
        };
        if !self.has_texts() {
            return Err(StoreError::Model("texts are missing".to_owned()));
        }
        self.index_texts()?;
        if is_without_remnants {
            self.connection.flush_prepared_statement_cache();
            // The index only notes deletions; merging all of its parts carries them out.
            self.connection.execute_batch(
                "INSERT INTO texts.grams (grams) VALUES ('optimize'); VACUUM texts",
            )?;
        }
        detach_texts(&self.connection)?;
        let mut file = File::open(path).map_err(StoreError::unreadable)?;
        copy(&mut file, to).map_err(StoreError::unreadable)
    }
}
