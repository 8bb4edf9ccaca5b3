//! What the blocks of one text are rendered with.

use std::future::Future;
use std::pin::Pin;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::time::Instant;

use domain::site::Caller;
use jiff::civil::DateTime;
use site_formats::date::{self, PORTUGUESE};
use site_store::{Content, SiteStore, StoreError, Term};

use super::attributes::Attributes;
use super::place::Place;
use crate::feeds::{FeedReader, NoFeeds};

/// HTML that is being made.
pub type Rendering<'f> = Pin<Box<dyn Future<Output = Result<String, StoreError>> + Send + 'f>>;

/// Renders the blocks of a text inside of another one.
pub type RenderInside = for<'f> fn(&'f Context<'f>, &'f str, Scope<'f>) -> Rendering<'f>;

/// Work that the blocks of one text may cause: each block, each record that they show and each kilobyte of text inside of the
/// text is one unit.
const UNITS: u32 = 2000;

/// Milliseconds for which a rendering has the thread before others have it.
const TURN: u64 = 2;

/// Bytes of a text inside of a text, or of a repeated one, that are one unit of work.
pub const UNIT: usize = 1024;

/// The site and the state of rendering one text.
pub struct Context<'a> {
    /// The site's data.
    pub store: &'a SiteStore,
    /// Who reads the text: blocks show files that this reader may read.
    pub reader: Caller,
    /// Address of the front page, without a slash at its end.
    pub home: &'a str,
    /// Whether words are Portuguese, otherwise English.
    pub portuguese: bool,
    /// Renders texts inside of the text.
    pub inside: RenderInside,
    /// The page that the text stands on.
    pub place: Place,
    /// Feeds of other sites.
    pub feeds: &'a dyn FeedReader,
    /// Whether someone who writes sees the result, so that it says why a block shows nothing.
    pub is_preview: bool,
    /// Number of search forms so far: the identifiers of their fields must differ.
    forms: AtomicU32,
    units: AtomicU32,
    begun: Instant,
    /// When the thread was last left to others, in milliseconds from the beginning.
    paused: AtomicU64,
}

fn elapsed(begun: Instant) -> u64 {
    u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX)
}

impl<'a> Context<'a> {
    /// The context of a text of the site whose pages are below `home`.
    pub fn new(store: &'a SiteStore, home: &'a str, inside: RenderInside) -> Self {
        Self {
            store,
            reader: Caller::anonymous(),
            home,
            portuguese: store.settings().language.starts_with("pt"),
            inside,
            place: Place::default(),
            feeds: &NoFeeds,
            is_preview: false,
            forms: AtomicU32::new(0),
            units: AtomicU32::new(UNITS),
            begun: Instant::now(),
            paused: AtomicU64::new(0),
        }
    }

    /// A word in the language of the site.
    pub fn word(&self, pt: &'static str, en: &'static str) -> &'static str {
        if self.portuguese { pt } else { en }
    }

    /// A date by PHP's format letters in the language of the site; without a format, by that of the settings.
    pub fn date(&self, form: Option<&str>, at: DateTime) -> String {
        let settings = self.store.settings();
        let form = form.unwrap_or(&settings.date_format);
        date::format_date(form, at, self.portuguese.then_some(PORTUGUESE))
    }

    /// The number of another search form.
    pub fn next_form(&self) -> u32 {
        self.forms.fetch_add(1, Ordering::Relaxed) + 1
    }

    /// Lets other tasks of the thread go on, when this rendering has had it for a while, and ends here when its client is gone.
    pub async fn pause(&self) {
        let now = elapsed(self.begun);
        let order = Ordering::Relaxed;
        if now.saturating_sub(self.paused.load(order)) >= TURN {
            tokio::task::yield_now().await;
            self.paused.store(elapsed(self.begun), order);
        }
    }

    /// Takes units of work; `false` when so many are not left.
    pub fn spend(&self, units: usize) -> bool {
        let units = u32::try_from(units).unwrap_or(u32::MAX);
        let order = Ordering::Relaxed;
        let left = |left: u32| left.checked_sub(units);
        self.units.fetch_update(order, order, left).is_ok()
    }
}

/// Where a block stands.
#[derive(Clone, Copy, Default)]
pub struct Scope<'s> {
    /// The item that its text belongs to, or which a loop around it shows.
    pub item: Option<&'s Content>,
    /// The query of the loop around it.
    pub query: Option<&'s Attributes>,
    /// The identifier of that loop.
    pub query_id: Option<u64>,
    /// How that loop sets its items, in texts of former versions.
    pub display_layout: Option<&'s Attributes>,
    /// The list of links to profiles around it.
    pub social: Option<&'s Attributes>,
    /// The links between its pages that it stands in.
    pub pagination: Option<&'s Attributes>,
    /// The query of the loop over terms around it.
    pub term_query: Option<&'s Attributes>,
    /// The term that such a loop shows.
    pub term: Option<&'s Term>,
    /// Whether it stands in a navigation.
    pub is_in_navigation: bool,
    /// Items whose texts it stands in, the outermost first.
    pub above: &'s [u64],
    /// Number of texts, loops and other blocks with blocks inside that it stands in.
    pub level: usize,
}

/// Most levels of blocks that the site renders inside of one another.
const LEVELS: usize = 16;

/// Deepest level of a text inside of texts.
const DEPTH: usize = 8;

impl Scope<'_> {
    /// One level further inside; `None` when that is too deep.
    pub fn inner(self) -> Option<Self> {
        let level = self.level + 1;
        (level <= LEVELS).then_some(Self { level, ..self })
    }

    /// The items whose texts a block inside of the text of `id` stands in; `None` when it stands in that text already, or too
    /// deep.
    pub fn below(&self, id: u64) -> Option<Vec<u64>> {
        if self.above.contains(&id) || self.above.len() >= DEPTH {
            return None;
        }
        Some(self.above.iter().copied().chain([id]).collect())
    }
}
