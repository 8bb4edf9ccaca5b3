//! Members with the head of the public page of a resource: `seo_head`, its tags, and `seo_head_json`, their values by name
//! (docs/interface/site/seo.md#heads-in-resources).

use std::borrow::Borrow;

use seo::Head;
use serde_json::Value;
use site_head::{HeadError, HeadSettings, Heads, Part, Related};
use site_rest::RestError;
use site_store::{Content, Term, User};

use crate::call::ApiCall;
use crate::error::headless;

/// The tags.
const TAGS: &str = "seo_head";
/// Their values.
const VALUES: &str = "seo_head_json";

/// The heads of the resources in a response, as far as `_fields` selects them.
pub struct PageHeads<'a> {
    heads: Option<Heads<'a>>,
    related: Related,
    has_tags: bool,
    has_values: bool,
}

impl<'a> PageHeads<'a> {
    /// The heads for a response to `call`. Reads nothing when the response has none.
    ///
    /// # Errors
    /// The store fails, or the home address is malformed.
    pub async fn of(call: &'a ApiCall) -> Result<Self, RestError> {
        let (has_tags, has_values) = (call.fields().include(TAGS), call.fields().include(VALUES));
        let heads = if has_tags || has_values {
            let store = &call.caller().store;
            let HeadSettings { settings, .. } = call.app().head_settings(store).await?;
            let (home, now) = (&call.site().home, call.app().now());
            let heads = Heads::open(store, home, now, &settings, &call.caller().access);
            Some(heads.await.map_err(headless)?)
        } else {
            None
        };
        Ok(Self {
            heads,
            related: Related::default(),
            has_tags,
            has_values,
        })
    }

    /// The heads for a response with these posts or pages, and what they need.
    ///
    /// # Errors
    /// The store fails, or the home address is malformed.
    pub async fn of_items<I: Borrow<Content>>(
        call: &'a ApiCall,
        items: impl IntoIterator<Item = I>,
    ) -> Result<Self, RestError> {
        let mut all = Self::of(call).await?;
        if let Some(heads) = &all.heads {
            let related = heads.related(items).await;
            all.related = related.map_err(headless)?;
        }
        Ok(all)
    }

    /// The heads for a response with these terms, and what they need.
    ///
    /// # Errors
    /// The store fails, or the home address is malformed.
    pub async fn of_terms<'t>(
        call: &'a ApiCall,
        terms: impl IntoIterator<Item = &'t Term>,
    ) -> Result<Self, RestError> {
        let mut all = Self::of(call).await?;
        if let Some(heads) = &all.heads {
            let related = heads.related_to_terms(terms).await;
            all.related = related.map_err(headless)?;
        }
        Ok(all)
    }

    /// Adds the head of a post or page, which [`Self::of_items`] was given.
    ///
    /// # Errors
    /// The store fails.
    pub fn add_item(&self, item: &Content, to: &mut Value) -> Result<(), RestError> {
        self.add(to, |heads| heads.of_loaded(item, &self.related).map(Some))
    }

    /// Adds the head of the archive of a term, which [`Self::of_terms`] was given.
    ///
    /// # Errors
    /// The store fails.
    pub fn add_term(&self, term: &Term, to: &mut Value) -> Result<(), RestError> {
        self.add(to, |heads| {
            let head = heads.of_loaded_term(term, Part::WHOLE, &self.related);
            Ok(Some(head))
        })
    }

    /// Adds the head of the archive of an author; `null` for a user without published posts, who has none.
    ///
    /// # Errors
    /// The store fails.
    pub fn add_author(&self, user: &User, to: &mut Value) -> Result<(), RestError> {
        self.add(to, |heads| {
            let has_archive = heads.has_archive(user)?;
            Ok(has_archive.then(|| heads.of_author(user, Part::WHOLE)))
        })
    }

    /// The head of the list of posts; `None` when the response has no heads.
    ///
    /// # Errors
    /// The store fails.
    pub async fn list_of_posts(&self) -> Result<Option<Head>, RestError> {
        match &self.heads {
            Some(heads) => {
                let head = heads.of_posts_described().await;
                Ok(Some(head.map_err(headless)?))
            }
            None => Ok(None),
        }
    }

    /// Adds a head that was made before, or `null`.
    pub fn add_made(&self, head: Option<&Head>, to: &mut Value) {
        if let Some(map) = to.as_object_mut() {
            if self.has_tags {
                map.insert(TAGS.to_owned(), head.map(Head::html).into());
            }
            if self.has_values {
                map.insert(VALUES.to_owned(), head.map(Head::json).into());
            }
        }
    }

    fn add(
        &self,
        to: &mut Value,
        make: impl FnOnce(&Heads<'a>) -> Result<Option<Head>, HeadError>,
    ) -> Result<(), RestError> {
        if let Some(heads) = &self.heads {
            let head = make(heads).map_err(headless)?;
            self.add_made(head.as_ref(), to);
        }
        Ok(())
    }
}
