//! Heads of posts and pages.

use domain::site::{Kind, Openness, Status, Taxonomy};
use markup::render::{EXCERPT_WORDS, RenderOptions};
use markup::text;
use seo::Head;
use seo::index::reading_time;
use seo::meta::fields::MetaFields;
use seo::page::{Crumb, Page, PageKind};
use seo::site::Picture;
use seo::templates::{Values, Variable};
use site_store::{CommentFilter, CommentStatus, Content};
use site_urls::address;

use crate::first_picture::FirstPicture;
use crate::heads::{HeadError, Heads, picture, preview};
use crate::related::{DEPTH, Related, parent};

impl Heads<'_> {
    /// The head of a post, page or file.
    ///
    /// # Errors
    /// The store fails.
    pub async fn of_item(&self, item: &Content) -> Result<Head, HeadError> {
        Ok(Head::of(&self.item_page(item).await?, &self.site))
    }

    /// The head of a post, page or file, of which `related` holds what the head needs.
    ///
    /// # Errors
    /// The store fails.
    pub fn of_loaded(&self, item: &Content, related: &Related) -> Result<Head, HeadError> {
        Ok(Head::of(&self.loaded_page(item, related)?, &self.site))
    }

    /// The head of the form that asks for the password of a post or page; search engines do not show it.
    ///
    /// # Errors
    /// The store fails.
    pub async fn of_password_form(&self, item: &Content) -> Result<Head, HeadError> {
        let mut page = self.item_page(item).await?;
        page.hidden = true;
        Ok(Head::of(&page, &self.site))
    }

    pub(crate) async fn item_page(&self, item: &Content) -> Result<Page, HeadError> {
        let related = self.related([item]).await?;
        heavy_work::in_place(item.content.len(), || self.loaded_page(item, &related)).await?
    }

    fn loaded_page(&self, item: &Content, related: &Related) -> Result<Page, HeadError> {
        let kind = if item.kind == Kind::Page {
            PageKind::Page
        } else {
            PageKind::Post
        };
        let user = self.store.user(item.author);
        let author = user.map(|user| self.author(&user));
        let title = text::plain(&item.title);
        let mut page = Page::new(kind, address::item(item, self.store, self.home)?);
        page.protected = !item.password.is_empty();
        page.excerpt = self.excerpt(item);
        page.meta = MetaFields::of_stored(&item.meta);
        // As on deployed systems, what is set for a private text counts; drafts are shown only to those who edit them.
        page.hidden = item.status == Status::Private && page.meta.noindex.is_none();
        page.sections = self.terms(item, Taxonomy::Category);
        page.keywords = self.terms(item, Taxonomy::PostTag);
        page.published = item.date.gmt;
        page.modified = Some(item.modified_gmt);
        page.social_image = self
            .set_picture(&mut page.meta, related)
            .or_else(|| self.preview(item, related));
        page.image = self.item_picture(item, related);
        page.breadcrumbs = self.crumbs(item, &title, related)?;
        page.words = text::words(&item.content);
        if !page.protected {
            page.reading_minutes =
                u32::try_from(reading_time::told(page.words)).unwrap_or(u32::MAX);
        }
        let comments = CommentFilter {
            post: vec![item.id],
            status: vec![CommentStatus::Approved],
            limit: Some(0),
            ..CommentFilter::default()
        };
        page.comments = self.store.comments(&comments).total;
        page.comments_open = item.comment_status == Openness::Open;
        page.values = self.values(item, &title, &page);
        if let Some(author) = &author {
            let named = page.values.with(Variable::AuthorName, &author.name);
            page.values = named.with(Variable::AuthorDescription, &author.description);
        }
        page.author = author;
        Ok(page)
    }

    /// The picture among the media that is set for social networks. A picture of the media that is set without an address
    /// gets its address.
    pub(crate) fn set_picture(&self, meta: &mut MetaFields, related: &Related) -> Option<Picture> {
        let picture = |id| related.get(id).and_then(|file| picture(file, self.home));
        if meta.card.image.is_empty()
            && let Some(picture) = picture(meta.card.image_id.unwrap_or(0))
        {
            meta.card.image = picture.url;
        }
        let set = picture(meta.social.image_id.unwrap_or(0));
        let is_meant = |set: &Picture| meta.social.image.is_empty() || meta.social.image == set.url;
        let picture = set.filter(is_meant)?;
        meta.social.image.clear();
        Some(picture)
    }

    /// The file of an item's picture that social networks show, where that is not the whole picture.
    fn preview(&self, item: &Content, related: &Related) -> Option<Picture> {
        let own = match item.kind {
            Kind::Attachment => item.id,
            _ if related.get(item.featured_media).is_some() => item.featured_media,
            _ => FirstPicture::of(&item.content)?.media?,
        };
        preview(related.get(own)?, self.home)
    }

    /// The picture of an item: the featured one, otherwise the first in the text; of a file, the file itself.
    fn item_picture(&self, item: &Content, related: &Related) -> Option<Picture> {
        let picture = |id| related.get(id).and_then(|file| picture(file, self.home));
        if item.kind == Kind::Attachment {
            return picture(item.id);
        }
        picture(item.featured_media).or_else(|| {
            let first = FirstPicture::of(&item.content)?;
            picture(first.media.unwrap_or(0)).or_else(|| {
                Some(Picture {
                    url: first.url,
                    ..Picture::default()
                })
            })
        })
    }

    fn values(&self, item: &Content, title: &str, page: &Page) -> Values {
        let zone = self.store.zone();
        let year = self.now.to_zoned(zone).year().to_string();
        let written = if page.protected {
            String::new()
        } else {
            text::plain(&item.excerpt)
        };
        let category = page.sections.first().cloned().unwrap_or_default();
        Values::default()
            .with(Variable::Title, title)
            .with(Variable::ExcerptOnly, written)
            .with(Variable::Category, page.sections.join(", "))
            .with(Variable::PrimaryCategory, category)
            .with(Variable::Tag, page.keywords.join(", "))
            .with(Variable::Date, item.date.local.date().to_string())
            .with(Variable::Modified, item.modified.date().to_string())
            .with(Variable::CurrentYear, year)
            .with(Variable::Id, item.id.to_string())
    }

    /// The excerpt as readers see it; for a protected item the sentence that stands for it.
    fn excerpt(&self, item: &Content) -> String {
        let settings = self.store.settings();
        if !item.password.is_empty() {
            return self.site.wording().protected.to_owned();
        }
        let options = RenderOptions {
            emoticons: settings.use_smilies,
        };
        text::plain(&options.excerpt(&item.excerpt, &item.content, EXCERPT_WORDS))
    }

    fn terms(&self, item: &Content, taxonomy: Taxonomy) -> Vec<String> {
        let ids = item.terms_of(taxonomy).iter();
        let terms = ids.filter_map(|id| self.store.term(*id));
        terms.map(|term| text::plain(&term.name)).collect()
    }

    /// The pages above an item and the item itself; nothing for the front page and for an item without a name.
    fn crumbs(
        &self,
        item: &Content,
        title: &str,
        related: &Related,
    ) -> Result<Vec<Crumb>, HeadError> {
        let name = MetaFields::of_stored(&item.meta).crumb_name(title);
        if name.is_empty() || address::is_front(item.id, self.store) {
            return Ok(Vec::new());
        }
        let mut crumbs = vec![Crumb { name, url: None }];
        let mut above = parent(item);
        for _ in 0..DEPTH {
            let Some(page) = related.get(above) else {
                break;
            };
            // The title of a page that is not published is not told.
            if page.status == Status::Publish {
                let title = text::plain(&page.title);
                let crumb = Crumb {
                    name: MetaFields::of_stored(&page.meta).crumb_name(&title),
                    url: Some(address::item(page, self.store, self.home)?),
                };
                crumbs.insert(0, crumb);
            }
            above = page.parent;
        }
        Ok(crumbs)
    }
}
