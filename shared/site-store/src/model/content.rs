//! Queries of the read model for single items.

use std::collections::HashSet;

use domain::site::{Kind, Taxonomy};
use rusqlite::types::Value;
use rusqlite::{OptionalExtension, Params, params_from_iter};

use super::{Model, Summary, from_sql_id, kind_named, sql_id, status_named, taxonomy_named};
use crate::content::Content;
use crate::error::StoreError;
use crate::fold::fold;

impl Model {
    /// Summary of item `id`.
    pub(crate) fn summary(&self, id: u64) -> Result<Option<Summary>, StoreError> {
        self.connection
            .prepare_cached(
                "SELECT seq, kind, status, slug, author, parent, featured, mime, protected
                 FROM content WHERE id = ?1",
            )?
            .query_row([sql_id(id)], |row| {
                Ok((
                    row.get::<_, i64>(0)?,
                    row.get::<_, String>(1)?,
                    row.get::<_, String>(2)?,
                    row.get(3)?,
                    row.get::<_, i64>(4)?,
                    row.get::<_, i64>(5)?,
                    row.get::<_, i64>(6)?,
                    row.get(7)?,
                    row.get(8)?,
                ))
            })
            .optional()?
            .map(
                |(seq, kind, status, slug, author, parent, featured, mime_type, is_protected)| {
                    Ok(Summary {
                        id,
                        seq: from_sql_id(seq),
                        kind: kind_named(&kind)?,
                        status: status_named(&status)?,
                        slug,
                        author: from_sql_id(author),
                        parent: from_sql_id(parent),
                        featured_media: from_sql_id(featured),
                        mime_type,
                        is_protected,
                    })
                },
            )
            .transpose()
    }

    /// Whether an item other than `except` has this slug, within what the kind shares addresses
    /// with (docs/interface/site/posts.md#slugs).
    pub(crate) fn is_slug_taken(
        &self,
        kind: Kind,
        parent: u64,
        slug: &str,
        except: u64,
    ) -> Result<bool, StoreError> {
        let (neighbours, mut values) = neighbours(kind, parent, except);
        values.push(slug.to_owned().into());
        let sql = format!(
            "SELECT EXISTS (SELECT 1 FROM content INDEXED BY content_by_slug
                 WHERE slug = ?{} AND {neighbours})",
            values.len()
        );
        Ok(self
            .connection
            .prepare_cached(&sql)?
            .query_row(params_from_iter(values), |row| row.get(0))?)
    }

    /// The slugs that are `slug`, a dash and more, of those that an item would collide with
    /// ([`Self::is_slug_taken`]).
    pub(crate) fn slugs_after(
        &self,
        kind: Kind,
        parent: u64,
        slug: &str,
        except: u64,
    ) -> Result<HashSet<String>, StoreError> {
        let (neighbours, mut values) = neighbours(kind, parent, except);
        // In byte order, `.` directly follows `-`, so the range covers exactly the slugs with this
        // prefix.
        values.extend([format!("{slug}-").into(), format!("{slug}.").into()]);
        let sql = format!(
            "SELECT slug FROM content INDEXED BY content_by_slug
             WHERE slug > ?{} AND slug < ?{} AND {neighbours}",
            values.len() - 1,
            values.len()
        );
        let mut statement = self.connection.prepare_cached(&sql)?;
        let rows = statement.query_map(params_from_iter(values), |row| row.get(0))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// Identifiers returned by a query of one column.
    pub(crate) fn ids(&self, sql: &str, values: impl Params) -> Result<Vec<u64>, StoreError> {
        let mut statement = self.connection.prepare_cached(sql)?;
        let rows = statement.query_map(values, |row| row.get(0))?;
        rows.map(|row| Ok(from_sql_id(row?))).collect()
    }

    /// All items with the change that wrote their record, ordered by identifier.
    pub(crate) fn records(&self) -> Result<Vec<(u64, u64)>, StoreError> {
        let mut statement = self
            .connection
            .prepare_cached("SELECT id, seq FROM content ORDER BY id")?;
        let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
        rows.map(|row| {
            let (id, seq) = row?;
            Ok((from_sql_id(id), from_sql_id(seq)))
        })
        .collect()
    }

    /// Items with exactly this slug, ordered by identifier.
    pub(crate) fn with_slug(&self, slug: &str) -> Result<Vec<u64>, StoreError> {
        self.ids("SELECT id FROM content WHERE slug = ?1 ORDER BY id", [slug])
    }

    /// Items that readers found under this slug before, ordered by identifier.
    pub(crate) fn with_former_slug(&self, slug: &str) -> Result<Vec<u64>, StoreError> {
        self.ids(
            "SELECT content FROM former_slug WHERE slug = ?1 ORDER BY content",
            [slug],
        )
    }

    /// Published posts and pages whose slug begins with `start`, those with the shortest slug first.
    pub(crate) fn with_slug_start(&self, start: &str, limit: u32) -> Result<Vec<u64>, StoreError> {
        let end = format!("{start}\u{10FFFF}");
        self.ids(
            "SELECT id FROM content INDEXED BY content_by_slug
             WHERE slug >= ?1 AND slug < ?2 AND status = 'publish' AND kind IN ('post', 'page')
             ORDER BY length(slug), id LIMIT ?3",
            rusqlite::params![start, end, limit],
        )
    }

    /// Lower-case paths of original files in `folder` that begin with `stem` and could collide with an
    /// upload of that stem.
    pub(crate) fn file_names(
        &self,
        folder: &str,
        stem: &str,
    ) -> Result<HashSet<String>, StoreError> {
        let from = fold(&format!("{folder}/{stem}"));
        let to = format!("{from}\u{10FFFF}");
        let mut statement = self.connection.prepare_cached(
            "SELECT file FROM content WHERE file IS NOT NULL AND file >= ?1 AND file < ?2",
        )?;
        let rows = statement.query_map([from, to], |row| row.get::<_, String>(0))?;
        rows.map(|row| {
            let file = row?;
            Ok(file.replace("-scaled.", ".").replace("-rotated.", "."))
        })
        .collect()
    }

    /// Whether `id` is `ancestor` or a descendant of it.
    pub(crate) fn is_below(&self, id: u64, ancestor: u64) -> Result<bool, StoreError> {
        let mut at = id;
        // Bounds the walk if a defect ever produced a cycle of parents.
        for _ in 0..1000 {
            if at == ancestor {
                return Ok(true);
            }
            match self.summary(at)? {
                Some(summary) if summary.parent != 0 => at = summary.parent,
                _ => return Ok(false),
            }
        }
        Ok(true)
    }

    /// Whether an item of the menu links to the content `target`.
    pub(crate) fn menu_leads_to(&self, menu: u64, target: u64) -> Result<bool, StoreError> {
        Ok(self
            .connection
            .prepare_cached(
                "SELECT EXISTS (SELECT 1 FROM content_term JOIN content ON id = content
                 WHERE term = ?1 AND kind = 'nav_menu_item' AND target = ?2)",
            )?
            .query_row([sql_id(menu), sql_id(target)], |row| row.get(0))?)
    }

    /// Items of a menu.
    pub(crate) fn items_of_menu(&self, menu: u64) -> Result<Vec<u64>, StoreError> {
        self.items_where(
            "id IN (SELECT content FROM content_term WHERE term = ?1)",
            menu,
        )
    }

    /// Menu items that link to the content `target`.
    pub(crate) fn items_to_content(&self, target: u64) -> Result<Vec<u64>, StoreError> {
        self.items_where("target = ?1", target)
    }

    /// Menu items that link to the term `target`.
    pub(crate) fn items_to_term(&self, target: u64) -> Result<Vec<u64>, StoreError> {
        self.items_where("target_term = ?1", target)
    }

    fn items_where(&self, condition: &str, id: u64) -> Result<Vec<u64>, StoreError> {
        let sql = format!(
            "SELECT id FROM content WHERE kind = 'nav_menu_item' AND {condition} ORDER BY id"
        );
        self.ids(&sql, [sql_id(id)])
    }

    /// Sort order of the last item of the menu, 0 for an empty menu.
    pub(crate) fn last_place(&self, menu: u64) -> Result<i64, StoreError> {
        Ok(self
            .connection
            .prepare_cached(
                "SELECT COALESCE(MAX(menu_order), 0) FROM content_term
                 JOIN content ON id = content WHERE term = ?1 AND kind = 'nav_menu_item'",
            )?
            .query_row([sql_id(menu)], |row| row.get(0))?)
    }

    /// Whether `id` is an image.
    pub(crate) fn is_picture(&self, id: u64) -> Result<bool, StoreError> {
        Ok(self.summary(id)?.is_some_and(|item| {
            item.kind == Kind::Attachment
                && item
                    .mime_type
                    .is_some_and(|media_type| media_type.starts_with("image/"))
        }))
    }

    /// Sets the relations of a record to those in the model; returns whether that changed the record.
    pub(crate) fn relate(&self, content: &mut Content) -> Result<bool, StoreError> {
        let Some(summary) = self.summary(content.id)? else {
            return Ok(false);
        };
        let mut terms = std::collections::BTreeMap::<Taxonomy, Vec<u64>>::new();
        let mut statement = self.connection.prepare_cached(
            "SELECT taxonomy, term FROM content_term WHERE content = ?1 ORDER BY term",
        )?;
        let rows = statement.query_map([sql_id(content.id)], |row| {
            Ok((row.get::<_, String>(0)?, row.get::<_, i64>(1)?))
        })?;
        for row in rows {
            let (taxonomy, term) = row?;
            terms
                .entry(taxonomy_named(&taxonomy)?)
                .or_default()
                .push(from_sql_id(term));
        }
        let same = content.author == summary.author
            && content.parent == summary.parent
            && content.featured_media == summary.featured_media
            && content.terms == terms;
        if same {
            return Ok(false);
        }
        content.author = summary.author;
        content.parent = summary.parent;
        content.featured_media = summary.featured_media;
        content.terms = terms;
        Ok(true)
    }
}

/// SQL condition for the items with which an item must not share a slug, and its values, from `?1` on.
fn neighbours(kind: Kind, parent: u64, except: u64) -> (&'static str, Vec<Value>) {
    let mut values = vec![sql_id(except).into()];
    let condition = match kind {
        Kind::Attachment => "id <> ?1",
        Kind::Page => {
            values.push(sql_id(parent).into());
            "id <> ?1 AND kind IN ('page', 'attachment') AND parent = ?2"
        }
        Kind::Post
        | Kind::NavMenuItem
        | Kind::Block
        | Kind::Navigation
        | Kind::Template
        | Kind::TemplatePart
        | Kind::GlobalStyles
        | Kind::FontFamily
        | Kind::FontFace => {
            values.push(kind.name().to_owned().into());
            "id <> ?1 AND kind = ?2"
        }
    };
    (condition, values)
}
