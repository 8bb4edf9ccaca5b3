//! Context for the representation of a resource.

use std::sync::Arc;

use domain::site::{Caller as Access, Kind};
use site_blocks::Renderer;
use site_remote::RemoteFeeds;
use site_rest::{Fields, RestError, SiteContext};
use site_store::{Content, SiteStore};

use crate::call::ApiCall;
use crate::rendered_texts::{BlockTexts, RenderedTexts, Shown, render_options};

/// The site, the caller and the options of the request for which a representation is made.
pub struct ViewContext<'a> {
    /// The site.
    pub site: &'a SiteContext,
    /// The site's data.
    pub store: &'a SiteStore,
    /// Rendered texts.
    pub texts: &'a RenderedTexts,
    /// Bodies with blocks that show records of the site.
    pub block_texts: BlockTexts,
    /// Feeds of other sites that blocks show.
    feeds: RemoteFeeds<'a>,
    /// The rights of the caller.
    pub access: &'a Access,
    /// `view`, `embed` or `edit`.
    pub context: &'a str,
    /// The selected members.
    pub fields: &'a Fields,
    /// The reader's password in the request.
    pub password: Option<&'a str>,
    /// Number of words in a generated excerpt.
    pub excerpt_words: usize,
}

impl<'a> ViewContext<'a> {
    /// The context of a call.
    pub fn of(call: &'a ApiCall) -> Self {
        let params = call.params();
        let words = params
            .integer("excerpt_length")
            .and_then(|words| usize::try_from(words).ok());
        Self {
            site: call.site(),
            store: &call.caller().store,
            texts: call.app().texts(),
            block_texts: BlockTexts::default(),
            feeds: call.app().feeds(&call.site().site),
            access: &call.caller().access,
            context: params.context(),
            fields: call.fields(),
            password: params.filled("password"),
            excerpt_words: words.unwrap_or(markup::render::EXCERPT_WORDS),
        }
    }

    /// The context of a call with another one of `view`, `embed` and `edit`.
    pub fn in_context(call: &'a ApiCall, context: &'a str) -> Self {
        Self {
            context,
            ..Self::of(call)
        }
    }

    /// The context with the rendered body of `item`, which its representation shows. Without this, it shows its body without
    /// blocks that show records of the site.
    ///
    /// # Errors
    /// The store fails.
    pub async fn with_item(mut self, item: &Content) -> Result<Self, RestError> {
        if self.shows_text_of(item.kind) && self.unlocked(item) {
            let body = (item.id, item.content.as_str());
            let blocks = Renderer::new(self.store, &self.site.home)
                .reader(self.access)
                .feeds(&self.feeds);
            self.block_texts.add(self.store, blocks, body, item).await?;
        }
        Ok(self)
    }

    /// As [`Self::with_item`], for several.
    ///
    /// # Errors
    /// The store fails.
    pub async fn with_items(mut self, items: &[Arc<Content>]) -> Result<Self, RestError> {
        for item in items {
            self = self.with_item(item).await?;
        }
        Ok(self)
    }

    /// As [`Self::with_item`], for bodies of revisions of `item` with the identifiers of the revisions.
    ///
    /// # Errors
    /// The store fails.
    pub async fn with_revisions<'i>(
        mut self,
        bodies: impl IntoIterator<Item = (u64, &'i str)>,
        item: &Content,
    ) -> Result<Self, RestError> {
        for body in bodies {
            if self.shows_body() {
                let blocks = Renderer::new(self.store, &self.site.home)
                    .reader(self.access)
                    .feeds(&self.feeds);
                self.block_texts.add(self.store, blocks, body, item).await?;
                self.block_texts.add_long(self.store, body).await?;
            }
        }
        Ok(self)
    }

    /// Whether representations of items of this kind contain a rendered body in this context.
    pub fn shows_text_of(&self, kind: Kind) -> bool {
        // Navigations show theirs where they are embedded, too.
        let is_shown = self.context != "embed" || kind == Kind::Navigation;
        kind.has_rendered_texts() && is_shown && self.wants("content.rendered")
    }

    /// Whether representations of revisions in this context contain a rendered body.
    pub fn shows_body(&self) -> bool {
        self.context != "embed" && self.wants("content.rendered")
    }

    /// The rendered body of an item, of which `texts` gives the rendered texts.
    pub fn body(&self, item: &Content, texts: impl FnOnce() -> Arc<Shown>) -> String {
        match self.block_texts.get(item.id) {
            Some(html) => html.to_owned(),
            None => texts().content(item).to_owned(),
        }
    }

    /// The rendered body of the revision `id`.
    pub fn revision_body(&self, id: u64, raw: &str) -> String {
        match self.block_texts.get(id) {
            Some(html) => html.to_owned(),
            None => render_options(self.store).content(raw),
        }
    }

    /// Whether to show the text of an item: it has no password, the request has the right one, or an editor edits it.
    pub fn unlocked(&self, item: &Content) -> bool {
        item.password.is_empty()
            || self.password == Some(item.password.0.as_str())
            || (self.context == "edit" && self.access.may_edit(item.subject()))
    }

    /// Bytes of the text of an item, when its representation shows what is rendered from it; otherwise making it is no work.
    pub fn rendered_bytes(&self, item: &Content) -> usize {
        let shows = ["content.rendered", "excerpt.rendered"].map(|path| self.wants(path));
        if shows.contains(&true) {
            item.content.len()
        } else {
            0
        }
    }

    /// Whether the member at `path` is selected.
    pub fn wants(&self, path: &str) -> bool {
        self.fields.include(path)
    }
}
