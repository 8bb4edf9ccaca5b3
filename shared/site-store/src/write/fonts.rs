//! Writes of fonts and their families.

use std::sync::Arc;

use domain::site::{Kind, Status};
use serde_json::{Map, Value};

use super::{Plan, compose, current};
use crate::change::{ContentChange, Guard};
use crate::content::Content;
use crate::error::StoreError;
use crate::filter::ContentFilter;
use crate::keys;
use crate::media::{FontError, FontFaceRecord, FontSource, Reservation};
use crate::store::SiteStore;

/// Number of fonts per transaction, which takes 100 writes.
const AT_ONCE: usize = 90;

/// A font to add to a family.
#[derive(Debug, Clone)]
pub struct NewFontFace {
    /// Identifier of the family.
    pub family: u64,
    /// What tells it from other fonts: fonts with the same text are one font to a style sheet.
    pub identity: String,
    /// Its slug, made of the identity.
    pub slug: String,
    /// Settings in the form of theme.json, without `src`.
    pub settings: Map<String, Value>,
    /// Its files, in order.
    pub sources: Vec<FontSource>,
}

impl SiteStore {
    /// Identifiers of the fonts of a family, in ascending order.
    ///
    /// # Errors
    /// The store fails.
    pub async fn font_faces(&self, family: u64) -> Result<Vec<u64>, StoreError> {
        let mut faces = self.list(&faces_of(family)).await?.items;
        faces.sort_unstable();
        Ok(faces)
    }

    /// Adds a font to a family and stores its files. Of simultaneous calls with one identity one succeeds.
    ///
    /// # Errors
    /// [`FontError`] by cause; [`crate::Refusal::InvalidParent`] when there is no such family.
    pub async fn add_font_face(&self, face: NewFontFace) -> Result<Arc<Content>, FontError> {
        if self
            .model()
            .is_slug_taken(Kind::FontFace, 0, &face.slug, 0)?
        {
            return Err(FontError::Duplicate);
        }
        let record = FontFaceRecord {
            settings: face.settings,
            sources: self.store_font_files(face.sources).await?,
        };
        let content = serde_json::to_string(&record).map_err(StoreError::from)?;
        let change = ContentChange {
            title: Some(face.identity),
            slug: Some(face.slug.clone()),
            content: Some(content),
            parent: Some(face.family),
            status: Some(Status::Publish),
            may_publish: true,
            ..ContentChange::default()
        };
        let created = self
            .commit(&[], |context| {
                if context
                    .model
                    .is_slug_taken(Kind::FontFace, 0, &face.slug, 0)?
                {
                    return Ok((Plan::default(), None));
                }
                let content = compose::created(context, Kind::FontFace, 0, &change)?;
                let (mut plan, id) = (Plan::default(), content.id);
                self.plan_font_names(&mut plan, &record)?;
                self.plan_content(&mut plan, None, content)?;
                Ok((plan, Some(id)))
            })
            .await;
        if !matches!(created, Ok(Some(_))) {
            self.remove_font_files(&record).await;
        }
        match created? {
            Some(id) => Ok(self.stored(id).await?),
            None => Err(FontError::Duplicate),
        }
    }

    /// Makes the reservations of the names of a font's files permanent.
    fn plan_font_names(&self, plan: &mut Plan, record: &FontFaceRecord) -> Result<(), StoreError> {
        for path in record.paths() {
            let key = keys::file(self.tenant(), &path.to_lowercase());
            plan.put(key, &Reservation { path: path.clone() })?;
        }
        Ok(())
    }

    /// Deletes a font and its files.
    ///
    /// # Errors
    /// The guard refuses, or the store fails.
    pub async fn delete_font_face(&self, id: u64, guard: Guard<'_>) -> Result<(), StoreError> {
        let gone = self.delete(Kind::FontFace, id, guard).await?;
        self.remove_font_files(&FontFaceRecord::of(&gone)).await;
        Ok(())
    }

    /// Deletes a family with its fonts and their files. When the fonts do not fit into one transaction, some are deleted
    /// before the family.
    ///
    /// # Errors
    /// The guard refuses, or the store fails.
    pub async fn delete_font_family(&self, id: u64, guard: Guard<'_>) -> Result<(), StoreError> {
        let mut is_gone = false;
        while !is_gone {
            let faces = self.list(&faces_of(id)).await?.items;
            let faces: Vec<u64> = faces.into_iter().take(AT_ONCE).collect();
            let load = [&[id], faces.as_slice()].concat();
            let (removed, is_last) = self
                .commit(&load, |context| {
                    current(context, Kind::FontFamily, guard)?;
                    let known = context.model.list(&faces_of(id))?.items;
                    let mut plan = Plan::default();
                    let mut removed = Vec::new();
                    for face in context.loaded.iter().skip(1).flatten() {
                        self.plan_gone(&mut plan, context, face.id, 0);
                        removed.push(Arc::clone(face));
                    }
                    // A font that was added meanwhile is deleted with the next transaction.
                    let is_last = known
                        .iter()
                        .all(|one| removed.iter().any(|face| face.id == *one));
                    if is_last {
                        self.plan_gone(&mut plan, context, id, 0);
                    }
                    Ok((plan, (removed, is_last)))
                })
                .await?;
            for face in removed {
                self.remove_font_files(&FontFaceRecord::of(&face)).await;
            }
            is_gone = is_last;
        }
        Ok(())
    }
}

fn faces_of(family: u64) -> ContentFilter {
    ContentFilter {
        parent: vec![family],
        ..ContentFilter::all(Kind::FontFace)
    }
}
