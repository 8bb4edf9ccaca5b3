//! Finding templates: a stored one in place of the theme's own.

use std::borrow::Cow;
use std::sync::Arc;

use domain::site::{Kind, Status};
use percent_encoding::percent_decode_str;
use site_api::{ApiCall, OrRefuse};
use site_rest::{Locale, RestError};
use site_store::{Content, ContentFilter, SiteStore, StatusFilter, sanitise_slug};
use site_theme::STYLESHEET;
use site_theme::templates::{PARTS, TEMPLATES, ThemeFile, part, template};

use crate::language::of_theme;

/// A template or part: one of the theme, a stored one, or both, when the stored one changes that of the theme.
pub struct Found {
    /// Template or part.
    pub kind: Kind,
    /// Its name.
    pub slug: String,
    /// That of the theme.
    pub file: Option<&'static ThemeFile>,
    /// The stored one.
    pub item: Option<Arc<Content>>,
}

impl Found {
    /// One of the theme as it is.
    pub fn of_theme(kind: Kind, file: &'static ThemeFile) -> Self {
        Self {
            kind,
            slug: file.slug.to_owned(),
            file: Some(file),
            item: None,
        }
    }

    /// A stored one.
    pub fn stored(item: Arc<Content>) -> Self {
        Self {
            kind: item.kind,
            slug: item.slug.clone(),
            file: file(item.kind, &item.slug),
            item: Some(item),
        }
    }

    /// Whether pages can be made with it: it is not in the trash.
    pub fn is_live(&self) -> bool {
        let status = self.item.as_ref().map(|item| item.status);
        status != Some(Status::Trash)
    }

    /// Identifier on the wire.
    pub fn id(&self) -> String {
        format!("{STYLESHEET}//{}", self.slug)
    }

    /// Blocks.
    pub fn markup(&self, locale: Locale) -> String {
        match (&self.item, self.file) {
            (Some(item), _) => item.content.clone(),
            (None, Some(file)) => file.markup(of_theme(locale)),
            (None, None) => String::new(),
        }
    }
}

/// That of the theme with this name.
pub fn file(kind: Kind, slug: &str) -> Option<&'static ThemeFile> {
    match kind {
        Kind::TemplatePart => part(slug),
        _ => template(slug),
    }
}

/// Those of the theme.
pub fn files(kind: Kind) -> &'static [ThemeFile] {
    match kind {
        Kind::TemplatePart => &PARTS,
        _ => &TEMPLATES,
    }
}

/// Name of a template of the site's theme in an identifier, whose theme is followed by one slash or two.
fn slug_in(id: &str) -> Option<String> {
    let id = percent_decode_str(id).decode_utf8_lossy().into_owned();
    let (theme, slug) = id.split_once("//").or_else(|| id.rsplit_once('/'))?;
    (theme == STYLESHEET).then(|| slug.to_owned())
}

/// A slug as it is stored: letters of other scripts are percent-encoded.
fn stored_slug(slug: &str) -> Cow<'_, str> {
    if slug.is_ascii() {
        return Cow::Borrowed(slug);
    }
    Cow::Owned(sanitise_slug(slug))
}

/// The template that the path parameter `name` names.
///
/// # Errors
/// The store fails.
pub async fn named(call: &ApiCall, kind: Kind, name: &str) -> Result<Option<Found>, RestError> {
    let Some(slug) = call.params().text(name).and_then(slug_in) else {
        return Ok(None);
    };
    with_slug(&call.caller().store, kind, &slug).await
}

/// The template of this name.
///
/// # Errors
/// The store fails.
pub async fn with_slug(
    store: &SiteStore,
    kind: Kind,
    slug: &str,
) -> Result<Option<Found>, RestError> {
    for id in store.with_slug(&stored_slug(slug)).or_refuse()? {
        let summary = store.summary(id).or_refuse()?;
        if summary.is_some_and(|item| item.kind == kind)
            && let Some(item) = store.get(id).await.or_refuse()?
        {
            return Ok(Some(Found::stored(item)));
        }
    }
    Ok(file(kind, slug).map(|file| Found::of_theme(kind, file)))
}

/// All templates: the stored ones, the newest first, then those of the theme that are not changed.
///
/// # Errors
/// The store fails.
pub async fn all(store: &SiteStore, kind: Kind) -> Result<Vec<Found>, RestError> {
    let filter = ContentFilter {
        status: StatusFilter::Of(vec![Status::AutoDraft, Status::Draft, Status::Publish]),
        ..ContentFilter::all(kind)
    };
    let ids = store.list(&filter).await.or_refuse()?.items;
    let items = store.get_many(&ids).await.or_refuse()?;
    let mut all: Vec<Found> = items.into_iter().map(Found::stored).collect();
    let changed: Vec<String> = all.iter().map(|one| one.slug.clone()).collect();
    let own = files(kind).iter();
    let own = own.filter(|file| !changed.iter().any(|slug| slug == file.slug));
    all.extend(own.map(|file| Found::of_theme(kind, file)));
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::slug_in;

    #[test]
    fn one_slash_or_two() {
        for (id, slug) in [
            ("pauta//page", Some("page")),
            ("pauta/page", Some("page")),
            ("pauta%2F%2Fpage", Some("page")),
            ("outro//page", None),
            ("page", None),
            ("pauta//a/b", Some("a/b")),
            ("", None),
        ] {
            assert_eq!(slug_in(id).as_deref(), slug, "{id}");
        }
    }
}
