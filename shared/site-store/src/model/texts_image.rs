//! The texts of a model that began with a snapshot: read when the first search comes.

use std::fs::File;
use std::io::{Read, Write, copy};

use super::forms::upgrade_texts;
use super::image::unreadable;
use super::schema::{TEXTS, attach_texts, detach_texts, settle};
use super::{Model, Texts, TextsPlace};
use crate::error::StoreError;
use crate::log::Change;

/// The database of the texts as bytes, how many they are, and their form.
pub(crate) struct TextsImage<'a, R> {
    pub(crate) pages: R,
    pub(crate) length: u64,
    pub(crate) form: &'a str,
}

impl Model {
    pub(crate) fn has_texts(&self) -> bool {
        self.texts == Texts::Whole
    }

    /// Begins with the texts of `image`, or with none. What was changed after the image was made is
    /// to be given to [`Model::fill_texts`], up to the entry that this answers.
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
                let length = usize::try_from(image.length).map_err(unreadable)?;
                let read =
                    self.connection
                        .deserialize_read_exact("texts", image.pages, length, false);
                read?;
                upgrade_texts(&self.connection, image.form)?;
                settle(&self.connection, "texts")?;
            }
            (Some(mut image), place @ TextsPlace::File(path)) => {
                let mut file = File::create(path).map_err(unreadable)?;
                copy(&mut image.pages, &mut file).map_err(unreadable)?;
                attach_texts(&self.connection, place)?;
                upgrade_texts(&self.connection, image.form)?;
            }
        }
        self.texts = Texts::Filling;
        Ok(self.head)
    }

    /// Takes in the texts that an entry changed, where no later entry changed them again. Answers
    /// no when the texts are not being filled any more.
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

    /// Says that nothing is missing any more.
    pub(crate) fn end_texts(&mut self) {
        if self.texts == Texts::Filling {
            self.texts = Texts::Whole;
        }
    }

    /// Writes the texts with their index, for a model that has them all in a file and is used no
    /// more; answers how many bytes they are.
    pub(crate) fn write_texts(self, to: &mut impl Write) -> Result<u64, StoreError> {
        let TextsPlace::File(path) = &self.texts_place else {
            return Err(StoreError::Model("the texts lie in no file".to_owned()));
        };
        if !self.has_texts() {
            return Err(StoreError::Model("texts are missing".to_owned()));
        }
        self.index_texts()?;
        detach_texts(&self.connection)?;
        let mut file = File::open(path).map_err(unreadable)?;
        copy(&mut file, to).map_err(unreadable)
    }
}
