//! A request with its site: tenant, store, settings and language.

use std::sync::{Arc, OnceLock};

use cookie::Cookie;
use domain::site::Caller;
use heavy_work::{BUSY_RETRY_AFTER, Refused};
use http::request::Parts;
use http_edge::ClientAddress;
use items::Table;
use markup::render::RenderOptions;
use outbound::Outbound;
use site_head::{HeadError, Heads};
use site_remote::RemoteFeeds;
use site_store::{Freshness, Settings, SiteStore, StoreError};
use site_theme::styles::Styles;

use crate::Site;
use crate::snippets::PageSnippets;
use crate::theme;
use crate::words::Words;

/// Why a page cannot be rendered.
#[derive(Debug)]
pub enum PageError {
    /// There is no such page, or the reader may not see it.
    NotFound,
    /// Too many failed sign-ins or passwords; seconds to wait.
    TooManyAttempts(u64),
    /// Too many concurrent verifications of passwords or renderings of long texts; seconds to wait.
    Busy(u64),
    /// The form with its files is too large.
    TooLarge,
    /// The form was not sent by a page of this site.
    Forged,
    /// The store failed.
    Store(StoreError),
    /// Internal failure.
    Internal(String),
}

impl From<StoreError> for PageError {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

impl From<askama::Error> for PageError {
    fn from(error: askama::Error) -> Self {
        Self::Internal(error.to_string())
    }
}

impl From<HeadError> for PageError {
    fn from(error: HeadError) -> Self {
        match error {
            HeadError::Store(error) => Self::Store(error),
            HeadError::Home(error) => Self::Internal(error.to_string()),
            HeadError::NotComputed(refused) => Self::from(refused),
        }
    }
}

impl From<Refused> for PageError {
    fn from(refused: Refused) -> Self {
        match refused {
            Refused::Busy | Refused::TooLong => Self::Busy(BUSY_RETRY_AFTER),
            Refused::Failed(_) => Self::Internal(refused.to_string()),
        }
    }
}

/// Result of rendering a page.
pub type PageResult<T> = Result<T, PageError>;

/// A request with its site.
pub struct PageRequest {
    /// Home URL without a trailing slash.
    pub home: String,
    /// REST root without a trailing slash.
    pub rest_root: String,
    /// Root of the interface to which pages link, and the namespace of content below it.
    pub linked_interface: (String, &'static str),
    /// Discovery links to the interface: relation and URL.
    pub interfaces: Vec<(&'static str, String)>,
    /// Whether the site also answers under the names of deployed systems.
    pub has_vendor_names: bool,
    /// Store of the site.
    pub store: SiteStore,
    /// Settings.
    pub settings: Arc<Settings>,
    /// Colours and type that someone chose.
    pub styles: Styles,
    /// Made when a page asks for it; feeds and redirects have none.
    theme_css: OnceLock<String>,
    /// Texts in the site's language.
    pub words: &'static Words,
    /// Active code snippets; none where they must not take effect.
    pub snippets: Arc<PageSnippets>,
    /// Settings of heads.
    pub head_settings: Arc<seo::settings::Settings>,
    /// Time of the request.
    pub now: jiff::Timestamp,
    /// Head of the HTTP request.
    pub parts: Parts,
    /// Table of the site.
    table: Table,
    /// Guarded client for requests to other sites.
    outbound: Outbound,
}

/// Colours and type in the site's global styles.
async fn styles(store: &SiteStore) -> PageResult<Styles> {
    let Some(item) = store.global_styles().await? else {
        return Ok(Styles::default());
    };
    let stored: serde_json::Value = serde_json::from_str(&item.content).unwrap_or_default();
    let part = |name: &str| stored.get(name).cloned().unwrap_or_default();
    Ok(Styles::of(&part("settings"), &part("styles")))
}

impl PageRequest {
    /// Rendering options of the site.
    pub fn render_options(&self) -> RenderOptions {
        RenderOptions {
            emoticons: self.settings.use_smilies,
        }
    }

    /// Opens the site of a request; `None` when no tenant serves its host.
    ///
    /// # Errors
    /// The store fails.
    pub async fn open(site: &Site, parts: Parts, freshness: Freshness) -> PageResult<Option<Self>> {
        let Some((tenant, home)) = site.tenants.resolve(&parts).await? else {
            return Ok(None);
        };
        let store = site.tenants.store(&tenant)?;
        store.refresh(freshness).await?;
        let settings = store.settings();
        let now = site.clock.now();
        let head_settings = site.head_settings.of(&site.table, &tenant, now).await;
        let head_settings = head_settings
            .map_err(|error| PageError::Internal(error.to_string()))?
            .settings;
        Ok(Some(Self {
            rest_root: format!("{home}{}", site.tenants.options().prefix),
            linked_interface: site.tenants.options().linked_interface(&home),
            interfaces: site.tenants.options().interfaces(&home),
            has_vendor_names: site.tenants.options().vendor_names,
            home,
            words: Words::of(&settings.language),
            theme_css: OnceLock::new(),
            settings,
            styles: styles(&store).await?,
            store,
            snippets: Arc::default(),
            head_settings,
            now,
            parts,
            table: site.table.clone(),
            outbound: site.outbound.clone(),
        }))
    }

    /// Feeds of other sites that the page may show.
    pub fn feeds(&self) -> RemoteFeeds<'_> {
        let site = self.store.tenant().as_str();
        RemoteFeeds::new(&self.outbound, &self.table, site, self.now)
    }

    /// Feeds of other sites as they are cached.
    pub fn cached_feeds(&self) -> RemoteFeeds<'_> {
        RemoteFeeds::cached(&self.table, self.store.tenant().as_str(), self.now)
    }

    /// Style sheet of the site's colours and typeface.
    pub fn theme_css(&self) -> &str {
        self.theme_css
            .get_or_init(|| theme::css(&self.settings.theme, &self.styles))
    }

    /// Makes heads of the site's pages.
    ///
    /// # Errors
    /// The store fails.
    pub async fn heads(&self) -> PageResult<Heads<'_>> {
        let everyone = Caller::anonymous();
        let heads = Heads::open(
            &self.store,
            &self.home,
            self.now,
            &self.head_settings,
            &everyone,
        );
        Ok(heads.await?)
    }

    /// Discovery links as the value of a `Link` header (RFC 8288).
    pub fn discovery(&self) -> String {
        let links = self
            .interfaces
            .iter()
            .map(|(relation, address)| format!("<{address}>; rel=\"{relation}\""));
        links.collect::<Vec<_>>().join(", ")
    }

    /// Value of a query parameter.
    pub fn query(&self, name: &str) -> Option<String> {
        let query = self.parts.uri.query()?;
        url::form_urlencoded::parse(query.as_bytes())
            .find(|(key, _)| key == name)
            .map(|(_, value)| value.into_owned())
    }

    /// Value of a cookie.
    pub fn cookie(&self, name: &str) -> Option<&str> {
        let all = self.parts.headers.get_all(http::header::COOKIE).iter();
        all.filter_map(|value| value.to_str().ok())
            .flat_map(Cookie::split_parse)
            .filter_map(Result::ok)
            .find(|cookie| cookie.name() == name)
            .and_then(|cookie| cookie.value_raw())
    }

    /// Client address.
    pub fn address(&self) -> ClientAddress {
        let address = self.parts.extensions.get::<ClientAddress>();
        address.copied().unwrap_or(ClientAddress(None))
    }

    /// Path below the home URL, for example `category/doces/`.
    pub fn path(&self) -> &str {
        self.parts.uri.path().trim_start_matches('/')
    }

    /// Whether the site is served over HTTPS, so that cookies must be `Secure`.
    pub fn is_secure(&self) -> bool {
        self.home.starts_with("https://")
    }

    /// Number of posts per list page.
    pub fn per_page(&self) -> u64 {
        u64::try_from(self.settings.posts_per_page)
            .unwrap_or(10)
            .clamp(1, 100)
    }
}
