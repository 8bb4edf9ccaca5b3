//! What the blocks of one text are rendered with.

use std::cell::Cell;

use site_store::SiteStore;

/// The site and the state of rendering one text.
pub struct Context<'a> {
    /// The site's data, of which only the read model is read.
    pub store: &'a SiteStore,
    /// Address of the front page, without a slash at its end.
    pub home: &'a str,
    /// Whether words are Portuguese, otherwise English.
    pub portuguese: bool,
    /// Number of search forms so far: the identifiers of their fields must differ.
    pub forms: Cell<u32>,
}

impl Context<'_> {
    /// A word in the language of the site.
    pub fn word(&self, pt: &'static str, en: &'static str) -> &'static str {
        if self.portuguese { pt } else { en }
    }
}
