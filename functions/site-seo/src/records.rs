//! Records of the index, made from the site's content and from what is stored of them.

use std::collections::BTreeMap;
use std::sync::Arc;

use domain::site::{Kind, Status};
use markup::text;
use seo::index::links::{self, LinkKind};
use seo::index::reading_time;
use seo::index::record::{FoundPicture, IndexRecord, Object, VERSION};
use seo::meta::fields::MetaFields;
use seo::templates::defaults::Wording;
use site_api::{ApiCall, OrRefuse};
use site_head::FirstPicture;
use site_rest::RestError;
use site_store::{Content, IndexEntry, IndexLinks, IndexObject, Term};
use site_urls::{address, at};
use url::Url;

/// Where a text is divided into pages.
const PAGE_BREAK: &str = "<!--nextpage-->";

/// What a record is made from.
pub enum Source {
    /// A post or page.
    Item(Arc<Content>),
    /// A category or tag.
    Term(Arc<Term>),
    /// Another page of the site.
    General(IndexObject),
}

impl Source {
    /// What the record is about.
    pub fn object(&self) -> IndexObject {
        match self {
            Self::Item(item) => IndexObject::Content(item.id),
            Self::Term(term) => IndexObject::Term(term.id),
            Self::General(object) => *object,
        }
    }

    /// Length of its text.
    pub fn bytes(&self) -> usize {
        self.html().len()
    }

    fn html(&self) -> &str {
        match self {
            Self::Item(item) => &item.content,
            Self::Term(term) => &term.description,
            Self::General(_) => "",
        }
    }

    fn address(&self, call: &ApiCall) -> Result<Option<String>, RestError> {
        let store = &call.caller().store;
        let home = &call.site().home;
        Ok(match self {
            Self::Item(item) => Some(address::item(&**item, store, home).or_refuse()?),
            Self::Term(term) => Some(address::term(term, store, home)),
            Self::General(IndexObject::Home) => Some(format!("{home}/")),
            Self::General(_) => None,
        })
    }
}

/// Links of a text to pages of the site.
///
/// # Errors
/// The store fails.
pub fn links(call: &ApiCall, source: &Source) -> Result<IndexLinks, RestError> {
    let store = &call.caller().store;
    let home = Url::parse(&format!("{}/", call.site().home)).map_err(RestError::internal)?;
    let Some(page) = source.address(call)? else {
        return Ok(IndexLinks::default());
    };
    let page = Url::parse(&page).map_err(RestError::internal)?;
    let found = links::links(source.html(), &page, &home);
    let mut targets = BTreeMap::new();
    for link in found.iter().filter(|link| link.kind == LinkKind::Internal) {
        let item = at::url(store, &call.site().home, link.url.as_str()).or_refuse()?;
        if let Some(item) = item.filter(|item| matches!(item.kind, Kind::Post | Kind::Page)) {
            *targets.entry(IndexObject::Content(item.id)).or_insert(0) += 1;
        }
    }
    Ok(IndexLinks {
        count: u32::try_from(links::internal(&found)).unwrap_or(u32::MAX),
        targets: targets.into_iter().collect(),
    })
}

/// The record of an object.
///
/// # Errors
/// The store fails.
pub async fn record(
    call: &ApiCall,
    source: &Source,
    entry: &IndexEntry,
) -> Result<IndexRecord, RestError> {
    let record = blank(source, entry, source.address(call)?);
    match source {
        Source::Item(item) => of_item(call, item, record).await,
        Source::Term(term) => Ok(IndexRecord {
            breadcrumb_title: text::plain(&term.name),
            is_public: MetaFields::of_stored(&term.meta)
                .noindex
                .map(|noindex| !noindex),
            has_ancestors: term.parent > 0,
            meta: MetaFields::of_stored(&term.meta),
            ..record
        }),
        Source::General(object) => {
            let settings = call.caller().store.settings();
            let mut record = of_general(*object, Wording::of(&settings.language), record);
            if record.object == Object::HomePage {
                record.meta.description = text::plain(&settings.description);
            }
            Ok(record)
        }
    }
}

fn blank(source: &Source, entry: &IndexEntry, permalink: Option<String>) -> IndexRecord {
    let system = |name: &str| Object::SystemPage {
        sub_type: name.to_owned(),
    };
    let object = match source {
        Source::Item(item) => Object::Post {
            id: item.id,
            sub_type: item.kind.name().to_owned(),
        },
        Source::Term(term) => Object::Term {
            id: term.id,
            sub_type: term.taxonomy.name().to_owned(),
        },
        Source::General(IndexObject::NotFound) => system("404"),
        Source::General(IndexObject::Search) => system("search-result"),
        Source::General(IndexObject::Dates) => Object::DateArchive,
        Source::General(_) => Object::HomePage,
    };
    IndexRecord {
        object,
        id: entry.number,
        permalink,
        meta: MetaFields::default(),
        seo_score: entry.scores.seo,
        readability_score: entry.scores.readability,
        featured: None,
        first_picture: None,
        breadcrumb_title: String::new(),
        reading_minutes: None,
        author: None,
        parent: None,
        pages: None,
        status: None,
        is_protected: false,
        is_public: None,
        has_public_posts: None,
        has_ancestors: false,
        modified: None,
        published: None,
        created: entry.created,
        updated: entry.updated,
        link_count: entry.link_count,
        incoming_link_count: entry.incoming_link_count,
        version: VERSION,
    }
}

async fn of_item(
    call: &ApiCall,
    item: &Content,
    record: IndexRecord,
) -> Result<IndexRecord, RestError> {
    let fields = MetaFields::of_stored(&item.meta);
    let is_protected = !item.password.is_empty();
    let is_public = match fields.noindex {
        _ if is_protected || item.status != Status::Publish => Some(false),
        noindex => noindex.map(|noindex| !noindex),
    };
    let title = if fields.breadcrumb_title.is_empty() {
        text::plain(&item.title)
    } else {
        fields.breadcrumb_title.clone()
    };
    let pages = item.content.matches(PAGE_BREAK).count() + 1;
    Ok(IndexRecord {
        featured: featured(call, item.featured_media).await?,
        first_picture: FirstPicture::of(&item.content).map(|first| first.url),
        breadcrumb_title: title,
        reading_minutes: Some(reading_time::minutes(&item.content)),
        author: Some(item.author),
        parent: Some(item.parent),
        pages: u32::try_from(pages).ok().filter(|pages| *pages > 1),
        status: Some(item.status.name().to_owned()),
        is_protected,
        is_public,
        has_ancestors: item.parent > 0,
        modified: Some(item.modified_gmt),
        published: item.date.gmt,
        meta: fields,
        ..record
    })
}

async fn featured(call: &ApiCall, id: u64) -> Result<Option<(u64, FoundPicture)>, RestError> {
    if id == 0 {
        return Ok(None);
    }
    let caller = call.caller();
    let found = caller.store.media_item(&caller.access, id).await;
    let found = found.or_refuse()?;
    let media = found.as_ref().and_then(|file| file.media.as_ref());
    Ok(media.filter(|media| media.is_image()).map(|media| {
        let picture = FoundPicture {
            url: address::file(&media.path, &call.site().home),
            width: media.width.unwrap_or(0),
            height: media.height.unwrap_or(0),
            mime: media.mime_type.clone(),
        };
        (id, picture)
    }))
}

fn of_general(object: IndexObject, words: &Wording, record: IndexRecord) -> IndexRecord {
    let (template, breadcrumb, noindex) = match object {
        IndexObject::NotFound => (words.not_found, words.not_found_crumb, Some(true)),
        IndexObject::Search => (words.search, "", Some(true)),
        IndexObject::Dates => (words.date, "", Some(true)),
        _ => (words.home, words.home_crumb, None),
    };
    IndexRecord {
        breadcrumb_title: breadcrumb.to_owned(),
        is_public: noindex.map(|noindex| !noindex),
        meta: MetaFields {
            title: template.title.to_owned(),
            description: template.description.to_owned(),
            noindex,
            ..MetaFields::default()
        },
        ..record
    }
}
