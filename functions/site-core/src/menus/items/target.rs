//! Targets of menu items: read from the parameters of a write, and resolved for display
//! (docs/interface/site/menus.md#menu-items).

use site_contract::core::rest_bases::{kind_base, taxonomy_base};
use std::collections::HashMap;
use std::sync::Arc;

use domain::site::{Caller as Access, Kind, Status, Taxonomy};
use markup::{escape, render};
use site_api::format::encoded;
use site_api::{OrRefuse, links};
use site_contract::core::menus::codes;
use site_rest::{Locale, Params, RestError, SiteContext};
use site_store::{Content, MenuItem, SiteStore};
use site_urls::address;

use crate::content::change::text;
use crate::types::labels;

/// The target and title of a menu item after a write; `current` is the stored item, `None` on creation. A title equal
/// to the target's is stored as empty, so that it follows the target's.
///
/// # Errors
/// The target does not exist, or a custom link lacks title or address.
pub async fn written(
    params: &Params,
    store: &SiteStore,
    current: Option<&Content>,
) -> Result<(MenuItem, String), RestError> {
    let mut item = current
        .and_then(|item| item.menu_item.clone())
        .unwrap_or_default();
    let set = |to: &mut String, name: &str| {
        if let Some(text) = params.text(name) {
            text.clone_into(to);
        }
    };
    set(&mut item.target_type, "type");
    set(&mut item.object, "object");
    set(&mut item.target, "target");
    set(&mut item.url, "url");
    if let Some(id) = params.integer("object_id") {
        item.object_id = id.unsigned_abs();
    }
    let tokens = |name: &str| params.texts(name).into_iter().map(str::to_owned).collect();
    if params.has("classes") {
        item.classes = tokens("classes");
    }
    if params.has("xfn") {
        item.xfn = tokens("xfn");
    }
    let mut title = text(params, "title", false)
        .or_else(|| current.map(|item| item.title.clone()))
        .unwrap_or_default();
    find_object(&mut item, store)?;
    if item.target_type == "custom" {
        item.url = item.url.trim().to_owned();
        complete(&title, &item.url)?;
        return Ok((item, title));
    }
    item.url = String::new();
    let found = Targets::of(store, [&item]).await?;
    if found.original(&item, store).as_deref() == Some(title.as_str()) {
        title.clear();
    }
    Ok((item, title))
}

/// Infers the kind or taxonomy of the target's identifier when the request does not give it.
fn find_object(item: &mut MenuItem, store: &SiteStore) -> Result<(), RestError> {
    match item.target_type.as_str() {
        "taxonomy" if item.object.is_empty() => {
            let term = store
                .term(item.object_id)
                .ok_or_else(|| RestError::new(&codes::TERM_INVALID_ID))?;
            term.taxonomy.name().clone_into(&mut item.object);
        }
        "post_type" if item.object.is_empty() => {
            let target = store
                .summary(item.object_id)
                .or_refuse()?
                .ok_or_else(|| RestError::new(&codes::POST_INVALID_ID).status(400))?;
            target.kind.name().clone_into(&mut item.object);
        }
        "post_type_archive" if Kind::named(&item.object).is_none() => {
            return Err(RestError::new(&codes::POST_INVALID_TYPE));
        }
        _ => {}
    }
    Ok(())
}

fn complete(title: &str, url: &str) -> Result<(), RestError> {
    let no_title = RestError::new(&codes::TITLE_REQUIRED);
    let no_url = RestError::new(&codes::URL_REQUIRED);
    match (title.is_empty(), url.is_empty()) {
        (true, true) => Err(no_title.and(no_url)),
        (true, false) => Err(no_title),
        (false, true) => Err(no_url),
        (false, false) => Ok(()),
    }
}

/// A resolved target.
pub struct Shown {
    /// Text of the link.
    pub title: Title,
    /// Address of the target; empty when the target has none.
    pub url: String,
    /// Name of the target's type, for editors.
    pub label: String,
    /// Whether the target no longer exists.
    pub invalid: bool,
    /// Link to the target: attribute that names its family, object type, and address below the REST root.
    pub linked: Option<(&'static str, String, String)>,
}

/// Text of a link.
pub struct Title {
    /// As stored, for an editor.
    pub raw: String,
    /// As HTML, for a reader.
    pub rendered: String,
}

/// The targets of several menu items, read in one batch.
#[derive(Default)]
pub struct Targets(HashMap<u64, Arc<Content>>);

impl Targets {
    /// Reads the targets of menu items.
    ///
    /// # Errors
    /// The store fails.
    pub async fn of<'a>(
        store: &SiteStore,
        items: impl IntoIterator<Item = &'a MenuItem>,
    ) -> Result<Self, RestError> {
        let mut ids: Vec<u64> = items
            .into_iter()
            .filter(|item| item.target_type == "post_type" && item.object_id > 0)
            .map(|item| item.object_id)
            .collect();
        ids.sort_unstable();
        ids.dedup();
        let found = store.get_many(&ids).await.or_refuse()?;
        Ok(Self(
            found.into_iter().map(|item| (item.id, item)).collect(),
        ))
    }

    /// The target's own title, as stored.
    fn original(&self, item: &MenuItem, store: &SiteStore) -> Option<String> {
        match item.target_type.as_str() {
            "post_type" => self.0.get(&item.object_id).map(|found| found.title.clone()),
            "taxonomy" => store.term(item.object_id).map(|term| term.name.clone()),
            _ => None,
        }
        .map(|title| escape::decode(&title))
    }

    /// Whether everyone may read the target. Links to what is no item are public.
    ///
    /// # Errors
    /// The store fails.
    pub fn is_public(&self, item: &MenuItem, store: &SiteStore) -> Result<bool, RestError> {
        let found = self.0.get(&item.object_id);
        match found.filter(|_| item.target_type == "post_type") {
            Some(found) => {
                let everyone = Access::anonymous();
                store
                    .may_read(&everyone, found.subject(), found.parent)
                    .or_refuse()
            }
            None => Ok(true),
        }
    }

    /// Resolves the target of a menu item. `title` is the item's own title.
    pub fn shown(
        &self,
        item: &MenuItem,
        title: &str,
        store: &SiteStore,
        site: &SiteContext,
    ) -> Shown {
        let mut shown = match item.target_type.as_str() {
            "post_type" => self.content(item, store, site),
            "taxonomy" => term(item, store, site),
            "post_type_archive" => archive(item, store, site),
            _ => custom(item, site.locale),
        };
        if !title.is_empty() {
            shown.title = Title {
                raw: title.to_owned(),
                rendered: render::title(title),
            };
        }
        shown
    }

    fn content(&self, item: &MenuItem, store: &SiteStore, site: &SiteContext) -> Shown {
        let kind = Kind::named(&item.object);
        let label = kind.map_or_else(
            || item.object.clone(),
            |kind| labels::singular(kind, site.locale).to_owned(),
        );
        let Some(found) = self.0.get(&item.object_id) else {
            return gone(item.object_id, label, site.locale);
        };
        let path = format!("/core/v2/{}/{}", kind_base(found.kind), found.id);
        Shown {
            title: following(render::title(&found.title), found.id, site.locale),
            url: links::item(found, store, site),
            label,
            invalid: kind.is_none() || found.status == Status::Trash,
            linked: Some(("post_type", item.object.clone(), site.url(&path))),
        }
    }
}

fn custom(item: &MenuItem, locale: Locale) -> Shown {
    let label = match locale {
        Locale::PtBr => "Link personalizado",
        Locale::En => "Custom link",
    };
    Shown {
        title: same(String::new()),
        url: item.url.clone(),
        label: label.to_owned(),
        invalid: false,
        linked: None,
    }
}

fn term(item: &MenuItem, store: &SiteStore, site: &SiteContext) -> Shown {
    let taxonomy = Taxonomy::named(&item.object);
    let label = taxonomy.map_or_else(
        || item.object.clone(),
        |taxonomy| labels::term(taxonomy, site.locale).to_owned(),
    );
    let Some(found) = store.term(item.object_id) else {
        return gone(item.object_id, label, site.locale);
    };
    let base = taxonomy_base(found.taxonomy);
    let path = format!("/core/v2/{base}/{}", found.id);
    Shown {
        title: following(encoded(&found.name), found.id, site.locale),
        url: address::term(&found, store, &site.home),
        label,
        invalid: taxonomy.is_none(),
        linked: Some(("taxonomy", item.object.clone(), site.url(&path))),
    }
}

/// The archive of a kind. Only posts have one: the home page, or the page that lists them.
fn archive(item: &MenuItem, store: &SiteStore, site: &SiteContext) -> Shown {
    let settings = store.settings();
    let url = match Kind::named(&item.object) {
        Some(Kind::Post) if settings.show_on_front == "page" => {
            let page = store.summary(settings.page_for_posts).ok().flatten();
            page.and_then(|page| address::item(&page, store, &site.home).ok())
                .unwrap_or_default()
        }
        Some(Kind::Post) => site.home.clone(),
        _ => String::new(),
    };
    let kind = Kind::named(&item.object);
    let label = match site.locale {
        Locale::PtBr => "Arquivo do tipo de conteúdo",
        Locale::En => "Content type archive",
    };
    Shown {
        title: same(kind.map_or_else(String::new, |kind| labels::archives(kind, site.locale))),
        url,
        label: label.to_owned(),
        invalid: kind.is_none(),
        linked: None,
    }
}

fn gone(id: u64, label: String, locale: Locale) -> Shown {
    Shown {
        title: following(String::new(), id, locale),
        url: String::new(),
        label,
        invalid: true,
        linked: None,
    }
}

fn same(title: String) -> Title {
    Title {
        raw: title.clone(),
        rendered: title,
    }
}

/// The title of a target, or its placeholder when the target has none.
fn following(title: String, id: u64, locale: Locale) -> Title {
    if !title.is_empty() {
        return same(title);
    }
    same(match locale {
        Locale::PtBr => format!("#{id} (sem título)"),
        Locale::En => format!("#{id} (no title)"),
    })
}
