//! Context for the representation of a resource.

use domain::site::Caller as Access;
use site_rest::{Fields, SiteContext};
use site_store::{Content, SiteStore};

use crate::call::ApiCall;
use crate::rendered_texts::RenderedTexts;

/// The site, the caller and the options of the request for which a representation is made.
pub struct ViewContext<'a> {
    /// The site.
    pub site: &'a SiteContext,
    /// The site's data.
    pub store: &'a SiteStore,
    /// Rendered texts.
    pub texts: &'a RenderedTexts,
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

    /// Whether to show the text of an item: it has no password, the request has the right one, or an editor edits it.
    pub fn unlocked(&self, item: &Content) -> bool {
        item.password.is_empty()
            || self.password == Some(item.password.0.as_str())
            || (self.context == "edit" && self.access.may_edit(item.subject()))
    }

    /// Whether the member at `path` is selected.
    pub fn wants(&self, path: &str) -> bool {
        self.fields.include(path)
    }
}
